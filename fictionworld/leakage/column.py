"""Of which column a value is said: by its label, by the heading above it, by the words near it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.attached import of_another_thing
from fictionworld.leakage.counted import counted
from fictionworld.leakage.cues import word_pattern
from fictionworld.leakage.happenings import OTHER_DEEDS, rise_pattern
from fictionworld.leakage.quantities.items import MONTHS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.asked import Asked, Near
    from fictionworld.leakage.tables import Cell

__all__ = ["column_of", "is_timely"]


def column_of(  # noqa: PLR0912 - one rule after the other
    text: str, hit: Hit, near: Near, asked: Asked, cell: Cell | None
) -> bool | str | None:
    """Whether the value is said of the column, of another (False), or of none that is named."""
    kind = asked.answer.type
    own = word_pattern(asked.notions) if asked.notions else None
    if kind == "bool":
        return True
    if cell is not None and cell.column_start is not None and own is not None:
        head = text[cell.column_start : cell.column_end].lower()
        if own.search(head):
            return "label"
        if cell.header and any(own.search(h) for h in cell.heads):
            return False
    if of_another_thing(text, hit, near, asked):
        return False
    sentence_low = text[near.sentence : near.end].lower()
    at, end = hit.start - near.sentence, hit.end - near.sentence
    if kind in {"number", "money", "percent", "rank"}:
        other = counted(text, hit, asked, own)
        if other is False:
            return False
    left, right = sentence_low[max(0, at - 90) : at], sentence_low[end : end + 90]
    if own is not None:
        inside = own.search(text[hit.start : hit.end].lower())
        if inside and kind in {"number", "money", "percent", "date"}:
            return True
        label = re.search(
            r"([a-z][a-z _-]{1,40})[\"']?\s?(?:\([a-z %]{1,14}\)\s?)?[:="
            r"|]\s?[\"'#\[]{0,2}(?:usd|eur|€|\$|no\.?\s?)?$",
            left,
        )
        if label:
            said = re.split(r" - |,|\||;", label[1])[-1]
            if own.search(said):
                return "label"
            if re.search(r"\b(?:answer|value|amount)\s*$", said):
                return "label"
            if kind in {"number", "money", "percent", "rank", "date"} and not _names(said, asked):
                bare = (
                    re.search(r"[{,]\s*[\"']?[a-z_ ]+[\"']?:\s?[\"']?$", left) is not None
                    and "{" in text
                )
                if bare or (_foreign_label(said) and not own.search(right[:40])):
                    return False
                if (
                    not hit.alone
                    and left.rstrip().endswith((":", "="))
                    and not _generic_label(said)
                ):
                    return False
        if re.search(r"\banswer (?:is|was|:)\s?[\"']?$", left):
            return "label"
    timely = is_timely(text, hit, kind)
    beside = _BESIDE.search(left)
    if (
        beside
        and kind in {"number", "money", "percent"}
        and own is not None
        and not own.search(beside[1])
        and _foreign_label(beside[1])
        and beside[1] not in {"number", "year", "last"}
    ):
        return False
    conflict = _conflict(left, right, "date" if timely else kind, own)
    if kind == "percent" and "arithmetic" not in hit.form:
        if _of_a_change(left, asked):
            return False
        # `Radio Nord reaches 6% of listeners` tells of Radio Nord, `6% of its staff smoke` may not
        told = any(
            m.own and not _only_where(text, m.start, m.end, hit.start)
            for m in asked.subject.mentions(text, near.sentence, hit.start)
        )
        if not told and _of_another_whole(right, asked):
            return False
    if own is not None:
        near_left = own.findall(left)
        near_right = own.findall(right)
        if near_left or near_right:
            if kind == "name" and _titled(text, hit, near, asked, own):
                return True
            return not (
                conflict and kind in OTHER_DEEDS and not _closer(left, right, own, conflict)
            )
        if conflict:
            return False
        if own.search(sentence_low):
            return True
        previous = text[max(near.record, near.sentence - 160) : near.sentence].lower()
        if own.search(previous):
            return True
        return None
    return False if conflict else None


def _titled(text: str, hit: Hit, near: Near, asked: Asked, own: re.Pattern[str]) -> bool:
    """`X head coach NAME praised ...`: the column's word between the subject and a name."""
    for mention in asked.subject.mentions(text, near.sentence, hit.start):
        between = text[mention.end : hit.start]
        if (
            mention.own
            and re.fullmatch(r"(?:['\u2019]s?)?\s(?:[A-Za-z-]+\s){1,3}", between)
            and own.search(between.lower())
        ):
            return True
    return False


def _names(label: str, asked: Asked) -> bool:
    return any(word in label for word in asked.subject.words if len(word) > 3)


def _generic_label(label: str) -> bool:
    """`result: 3`, `in 2030: 3`: a label that does not say what the value is of."""
    return (
        re.search(
            r"(?:\d|result|final|verdict|answer|total|standing|table|season|list|snippet|title"
            r"|summary|league|cup|fact|in short)s?\s*$",
            label.strip(),
        )
        is not None
    )


_LABELS: Final = re.compile(
    r"(?:price|cost|weight|width|height|length|battery|storage|screen|camera|date|page|error"
    r"|article|item|sku|model|version|phone|tel|fax"
    r"|zip|rating|score|rank|founded|opened|released|born|visitors|revenue|sales|staff"
    r"|employees|titles|wins|goals|points|id|isbn|year|size"
    r"|last day|applications|deadline|closes|closed|renewed|number|no|seats|beds|rooms|floors"
    r"|colou?rs|dinner|lunch|breakfast|deposit|draught|beam|engine|fuel|share"
    r"|discount|repair flat rate)s?\s*$"
)


def _foreign_label(label: str) -> bool:
    return _LABELS.search(label.strip(" _")) is not None


def is_timely(text: str, hit: Hit, kind: str) -> bool:
    """Whether a category is a month, a weekday or a season."""
    said = text[hit.start : hit.end].lower()
    return kind == "category" and (
        hit.form in _TIMES or said in MONTHS or said.endswith("day") or said in _SEASONS
    )


_SEASONS: Final = frozenset({"spring", "summer", "autumn", "winter"})
_TIMES: Final = frozenset({"another name", "within a date", "number of the month"})
_BESIDE: Final = re.compile(r"(?:^|[\s,;|(])([a-z]{4,20})\s$")
"""`dinner 12.75`: a word set beside a value without more."""
_RISES: Final = re.compile(
    r"\b(?:growth|grew|rise|rose|increas|decreas|chang|fall|fell|drop|gain|loss|lost"
    r"|discount|cut|up"
    r"|down|swing|inflation)"
)
_PART_OF: Final = re.compile(
    r"\s?(?:%|per\s?cent)?\s?of\s(?:the\s|its\s|all\s|his\s|her\s|their\s|these\s|those\s)*"
    r"(?P<what>[a-z'-]+(?:\s(?!at\b|in\b|of\b|on\b|by\b|for\b|is\b|are\b|was\b"
    r"|were\b)[a-z'-]+){0,3})"
)
_WHOLE: Final = frozenset(
    "total whole all cases time everything it them volume weight mass year".split()  # noqa: SIM905 - words
)


def _conflict(
    left: str, right: str, kind: str, own: re.Pattern[str] | None
) -> re.Match[str] | None:
    """The word nearest to a value that ties it to something else than the column."""
    pattern = OTHER_DEEDS.get(kind)
    if pattern is None:
        return None
    lefts = [m for m in pattern.finditer(left[-60:]) if own is None or not own.search(m[0])]
    rights = [m for m in pattern.finditer(right[:36]) if own is None or not own.search(m[0])]
    return lefts[-1] if lefts else rights[0] if rights else None


def _of_a_change(left: str, asked: Asked) -> bool:
    """`raised its prices by 7%`, where the column asks for no change."""
    if not rise_pattern().search(left):
        return False
    return _RISES.search(f"{asked.answer.column} {' '.join(asked.notions)}".lower()) is None


def _only_where(text: str, start: int, end: int, place: int) -> bool:
    """`At X, 87.5% of the staff ...`: a subject that only says where something else is so."""
    return (
        re.search(
            r"(?:^|[\s(])(?:at|in|on|for|among|inside|across)\s(?:the\s)?$",
            text[max(0, start - 12) : start],
            re.IGNORECASE,
        )
        is not None
        and re.fullmatch(
            r"(?:'s)?(?:\sin\s\d{4})?,?\s(?:(?:a total of|about|some|exactly|around)\s)?",
            text[end:place],
        )
        is not None
    )


def _of_another_whole(right: str, asked: Asked) -> bool:
    """`7% of the singers`, where the column asks for a part of something else."""
    part = _PART_OF.match(right)
    if part is None or not asked.notions:
        return False
    own = word_pattern(asked.notions)
    words = [w for w in part["what"].split() if w.removesuffix("'s") not in asked.subject.words]
    if not words or words[0] in _WHOLE:
        return False
    return not any(own.search(word) for word in words[:2]) and not own.search(right[part.end() :])


def _closer(left: str, right: str, own: re.Pattern[str], conflict: re.Match[str]) -> bool:
    """Whether a word of the column stands nearer to the value than one of another."""
    lefts = [m.end() for m in own.finditer(left)]
    rights = [m.start() for m in own.finditer(right)]
    nearest = min([len(left) - e for e in lefts] + rights, default=999)
    text = conflict.string
    if text == left[-60:] and left[-60:].find(conflict[0]) >= 0:
        distance = len(text) - conflict.end()
    else:
        distance = conflict.start()
    return nearest < distance

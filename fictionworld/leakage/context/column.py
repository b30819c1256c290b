"""Of which column a value is said: by its label, by the heading above it, by the words near it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.another_thing import (
    of_a_service,
    of_another_superlative,
    of_another_thing,
)
from fictionworld.leakage.context.attributive import of_another_noun
from fictionworld.leakage.context.counted import counted, makes_up
from fictionworld.leakage.context.dated import day_of_another_deed
from fictionworld.leakage.context.dimensions import in_its_unit, telling_unit
from fictionworld.leakage.context.governed import CUT, governed_by_another
from fictionworld.leakage.context.happenings import OTHER_DEEDS
from fictionworld.leakage.context.labelled import is_foreign_label, label_of
from fictionworld.leakage.context.paid import paid_for_another, priced_in_list
from fictionworld.leakage.context.rivals import of_a_rival
from fictionworld.leakage.context.roles import in_another_part, of_a_relative
from fictionworld.leakage.context.shares import of_a_change, of_another_share
from fictionworld.leakage.quantities.items import MONTHS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near
    from fictionworld.leakage.readings.tables import Cell

__all__ = ["column_of", "is_timely"]


def column_of(  # noqa: PLR0912, PLR0915 - one rule after the other
    text: str, hit: Hit, near: Near, asked: Asked, cell: Cell | None
) -> bool | str | None:
    """Whether the value is said of the column, of another (False), or of none that is named."""
    kind = asked.answer.type
    own = asked.own
    if kind == "bool":
        return not of_a_service(text, hit, near, asked)
    if cell is not None and cell.column_start is not None and own is not None:
        head = text[cell.column_start : cell.column_end].lower()
        if own.search(head):
            return "label"
        if cell.header and any(own.search(h) for h in cell.heads):
            return False
    placed = (
        kind == "rank" and own is not None and own.match(text[hit.end + 1 : hit.end + 12].lower())
    )
    if not placed and of_another_thing(text, hit, near, asked):
        return False
    if kind == "category" and of_another_noun(text, hit, near, asked, own):
        return False
    if kind in {"date", "number", "money"} and of_a_relative(text, hit, near, asked, own):
        return False
    if kind in {"name", "category"} and of_another_superlative(text, hit, near, asked):
        return False
    if kind == "name" and in_another_part(text, hit, near, own):
        return False
    if day_of_another_deed(text, hit, near, asked, own):
        return False
    if governed_by_another(text, hit, near, asked, own):
        return False
    if paid_for_another(text, hit, near, asked, own):
        return False
    if kind == "percent" and of_another_share(text, hit, near, asked, own):
        return False
    sentence_low = text[near.sentence : near.end].lower()
    if kind == "date":
        sentence_low = _without_name(text, near, asked)
    at, end = hit.start - near.sentence, hit.end - near.sentence
    if kind in {"number", "money", "percent"} and of_a_rival(text, hit, near, asked, own):
        return False
    own_noun = False
    if kind in {"number", "money", "percent", "rank"}:
        if kind == "number" and makes_up(text, hit, near, asked):
            return True
        other = counted(text, hit, asked, own)
        if other is False:
            return False
        own_noun = other is True
    left, right = sentence_low[max(0, at - 90) : at], sentence_low[end : end + 90]
    if own is not None:
        inside = own.search(text[hit.start : hit.end].lower())
        if inside and telling_unit(text, hit, asked.answer) is None:
            inside = None
        if inside and kind in {"number", "money", "percent", "date"}:
            return True
        labelled = label_of(text, hit, left, right, asked, own)
        if labelled is not None:
            return labelled
    if kind == "date" and own is not None and _only_where(text, near, asked, own):
        return False
    timely = is_timely(text, hit, kind)
    beside = _BESIDE.search(left)
    if (
        beside
        and kind in {"number", "money", "percent"}
        and own is not None
        and not own.search(beside[1])
        and is_foreign_label(beside[1])
        and beside[1] not in {"number", "numbers", "year", "last"}
    ):
        return False
    # what a clause of its own says of a name is aside
    told = re.split(r",? who\b|, which\b", right, maxsplit=1)[0] if kind == "name" else right
    if kind == "date":  # a day belongs to the deed of its own clause
        told = CUT.split(right, maxsplit=1)[0]
        clause = CUT.split(left)[-1]
        left = clause if _VERB.search(clause) else left
    conflict = _conflict(left, told, "date" if timely else kind, own)
    if hit.form == "from another date" and own is not None and own.search(right[:24]):
        conflict = None  # `celebrated the tenth anniversary of its founding`
    if conflict and conflict[0] in asked.subject.words:
        conflict = None  # a word of its name
    if conflict and own_noun and _TOOK_IN.match(conflict[0]):
        conflict = None  # `X welcomed 96,310 visitors`
    if (
        conflict
        and kind == "money"
        and _OPENING.match(sentence_low, 0, at)
        and (sentence_low.find(conflict[0]) <= 16)
    ):
        return False  # `Parking at X costs ...`
    if (
        kind in {"number", "money", "percent"}
        and "arithmetic" not in hit.form
        and of_a_change(left, asked)
    ):
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
        if own_noun or own.search(sentence_low):
            return True
        previous = text[max(near.record, near.sentence - 160) : near.sentence].lower()
        if own.search(previous) or priced_in_list(text, hit, near, asked, own):
            return True
        measured = kind in {"number", "money", "percent"} and in_its_unit(text, hit, asked.answer)
        return True if measured and not _only_where(text, near, asked, own) else None
    return False if conflict else None


def _without_name(text: str, near: Near, asked: Asked) -> str:
    """A sentence in small letters, the subject's name left blank."""
    low = text[near.sentence : near.end].lower()
    for mention in asked.subject.mentions(text, near.sentence, near.end):
        if mention.own:
            start, end = mention.start - near.sentence, mention.end - near.sentence
            low = low[:start] + " " * (end - start) + low[end:]
    return low


def _only_where(text: str, near: Near, asked: Asked, own: re.Pattern[str]) -> bool:
    """`Tolls on X were agreed on DAY`: X is where it happened, and no word is the column's."""
    owns = [m for m in asked.subject.mentions(text, near.sentence, near.end) if m.own]
    return (
        bool(owns)
        and _VERB.search(text, near.sentence, near.end) is not None
        and all(
            _AT.search(text, max(near.sentence, m.start - 12), m.start)
            or text[m.end - 2 : m.end + 2].find("'s") >= 0
            for m in owns
        )
        and own.search(_without_name(text, near, asked)) is None
    )


_AT: Final = re.compile(
    r"\b(?:[Aa]t|[Ii]n|[Oo]n|[Ii]nside|[Oo]utside|[Nn]ear|against|under|aboard)\s(?:the\s)?$"
)
_VERB: Final = re.compile(
    r"\b(?:was|were|are|is|had|[a-z]{2,}ed|went|hit|came|fell|broke|lost|held)\b"
)
_OPENING: Final = re.compile(
    r"\W*(?:(?:title|snippet):\s)?(?:(?:an?|the|its|my|our|their)\s)?[a-z]+"
)


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


def is_timely(text: str, hit: Hit, kind: str) -> bool:
    """Whether a category is a month, a weekday or a season."""
    said = text[hit.start : hit.end].lower()
    return kind == "category" and (
        hit.form in _TIMES or said in MONTHS or said.endswith("day") or said in _SEASONS
    )


_SEASONS: Final = frozenset({"spring", "summer", "autumn", "winter"})
_TIMES: Final = frozenset({"another name", "within a date", "number of the month"})
_TOOK_IN: Final = re.compile(r"drew|attracted|welcomed|served|counted|recorded")
"""What takes in all of those whom a column counts; `hired`, `lost` tell of some."""
_BESIDE: Final = re.compile(
    r"(?:^|[,;|(\n]\s?"
    r"|(?<!\ban)(?<!\ba)(?<!charges)(?<!charge)(?<!charged)(?<!gives)(?<!asks)(?<!sells)(?<!costs)(?<!pays)\s)"
    r"([a-z]{4,20})\s$"
)
"""`dinner 12.75`: a word set beside a value without more."""


def _conflict(
    left: str, right: str, kind: str, own: re.Pattern[str] | None
) -> re.Match[str] | None:
    """The word nearest to a value that ties it to something else than the column."""
    pattern = OTHER_DEEDS.get(kind)
    if pattern is None:
        return None
    lefts = [
        m
        for m in pattern.finditer(left[-60:])
        if own is None or not own.search(left[-60:][max(0, m.start() - 12) : m.end()])
    ]
    if kind == "money" and _IS.match(right):
        right = ""  # `149 euros is serious money for a coffee machine`
    rights = [m for m in pattern.finditer(right[:36]) if own is None or not own.search(m[0])]
    return lefts[-1] if lefts else rights[0] if rights else None


_IS: Final = re.compile(r"\s(?:is|was|isn|wasn)\b")


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

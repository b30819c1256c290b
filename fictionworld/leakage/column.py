"""Of which column a value is said: by its label, by the heading above it, by the words near it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.counted import counted
from fictionworld.leakage.cues import word_pattern

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.asked import Asked, Near
    from fictionworld.leakage.tables import Cell

__all__ = ["column_of"]


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
    conflict = _conflict(left, right, kind, asked)
    if conflict and own is not None and own.search(conflict[0].lower()):
        conflict = None
    if own is not None:
        near_left = own.findall(left)
        near_right = own.findall(right)
        if near_left or near_right:
            return not (
                conflict
                and kind in {"name", "category", "date", "rank", "percent", "number"}
                and not _closer(left, right, own, conflict)
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
    r"|colou?rs|share|discount|repair flat rate)s?\s*$"
)


def _foreign_label(label: str) -> bool:
    return _LABELS.search(label.strip(" _")) is not None


_OTHER_ACTS: Final = {
    "rank": re.compile(r"\b(?:shirt|jersey|birthday|anniversary|bears the)\b"),
    "number": re.compile(
        r"\b(?:scored|sold|shipped|travelled|walked|raised|paid|earned|won|downloaded|recorded)\s*$"
    ),
    "percent": re.compile(
        r"\b(?:grew|rose|fell|up|down|increased|climbed|dropped|gained|lost|jumped|raised|cut)"
        r"(?: by)?\s*$"
        r"|^\s?(?:more|less|off|higher|lower|cheaper|faster|growth|discount)\b"
    ),
    "name": re.compile(
        r"\b(?:signed (?:his|her|their|a)|joined|gave (?:his|her|a)|streams?|streamed|visited"
        r"|visits|scored twice|missed a|wore|wears green"
        r"|born in|admired|praised|reviewed|refereed|attended|bought|donated|voiced|streamed"
        r"|applauded|criticised|interviewed|thanked|sponsor)"
    ),
    "category": re.compile(
        r"\b(?:born in|colour called|color called|most of its|sells most|called|ferries from"
        r"|sponsored by|comes from|director)\b"
    ),
    "date": re.compile(
        r"\b(?:pre-?orders?|tickets|painted|last day|applications?|deadline|closed|renewed|closes"
        r"|called off|renovated|rebuilt|postmarked|exhibition|ticket sales|flood|strike"
        r"|anniversary of)\b"
    ),
}


def _conflict(left: str, right: str, kind: str, asked: Asked) -> re.Match[str] | None:
    pattern = _OTHER_ACTS.get(kind)
    if pattern is None:
        return None
    del asked
    lefts = list(pattern.finditer(left[-60:]))
    return lefts[-1] if lefts else pattern.search(right[:36])


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

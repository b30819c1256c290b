"""The label before a value, and whether it is the column's: `length: `, `"price": `."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from fictionworld.leakage.thesaurus.cues import STOPWORDS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked

__all__ = ["is_foreign_label", "label_of"]

_LABEL: Final = re.compile(
    r"(?:^|[^\w\s'\u2019]\s?|(?<!\w)[\"'*_]|\n)([a-z][a-z0-9 _-]{1,40})[\"']?\s?"
    r"(?:\([a-z %]{1,14}\)\s?)?(?:[:=|]|\.{3,})\s?[\"'#\[]{0,2}(?:usd|eur|\u20ac|\$|no\.?\s?)?$"
)
"""`length: `, `"price": "`: what stands before a value and names it."""
_ABOVE: Final = re.compile(
    r"[{,]\s{0,4}[\"']?(?P<key>[A-Za-z_ -]{2,30})[\"']?\s?:\s?\{[^{}]{0,60}$"
)
"""`"spa_day": {"amount": `: the key above one that says only `amount`."""
_CLAUSE: Final = re.compile(
    r"\b(?:is|are|was|were|be|has|have|had|can|could|will|would|do|does|did|says?|said|smiles?"
    r"|goes|went"
    r"|went|comes?|came|stands?|runs?)\b"
)
"""What makes words before a colon a sentence, and no label."""


def label_of(
    text: str, hit: Hit, left: str, right: str, asked: Asked, own: re.Pattern[str]
) -> Literal["label", False] | None:
    """Whether a label of the column stands before a value, one of another (False), or none."""
    label = _LABEL.search(left)
    if label:
        said = re.split(r" - |,|\||;", label[1])[-1].replace("_", " ")
        if own.search(said):
            return "label"
        if re.search(r"\b(?:answer|value|amount)\s*$", said):
            above = _ABOVE.search(text, max(0, hit.start - 90), hit.start)
            if above is None or above["key"].lower() in STOPWORDS:
                return "label"
            beside = right.partition("}")[0] + above["key"].lower().replace("_", " ")
            return "label" if own.search(beside) else False
        if asked.answer.type in _FIGURES and not _names(said, asked):
            bare = (
                re.search(r"[{,]\s*[\"']?[a-z_ ]+[\"']?:\s?[\"']?$", left) is not None
                and "{" in text
            )
            if bare or (is_foreign_label(said) and not own.search(right[:40])):
                return False
            if (
                not hit.alone
                and len(said.split()) <= 4
                and not _CLAUSE.search(said)
                and left.rstrip().endswith((":", "="))
                and not _generic_label(said)
            ):
                return False
    return "label" if re.search(r"\banswer (?:is|was|:)\s?[\"']?$", left) else None


_FIGURES: Final = frozenset({"number", "money", "percent", "rank", "date"})


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


def is_foreign_label(label: str) -> bool:
    """Whether a label is one of those that other columns have."""
    return _LABELS.search(label.strip(" _")) is not None

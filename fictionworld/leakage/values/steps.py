"""A value told by another figure and how far it is from that: `that had 4,980; this adds 200`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.quantities.quantity import OTHERS_FIGURE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from fictionworld.leakage.quantities import Quantity

__all__ = ["stepped"]

_MOST_BACK: Final = 8
_NEXT: Final = 70
"""Characters behind a difference in which stands from what it is."""
_FAR: Final = 200
"""Characters between figures that are told of each other, at most."""
_WORDS: Final = r"(?:\s(?!(?:and|or|but|than|if)\b)[A-Za-z]+\.?){0,2}?\s"
_MORE: Final = re.compile(
    rf"{_WORDS}(?:more|farther|further|longer|higher|taller|larger|bigger"
    r"|heavier|dearer|above|wider|deeper|faster|extra|on top|greater|pricier"
    r"|too (?:few|low|little|small|short))\b"
    r"(?! (?:from\b|than (?:the )?(?:average|expected)))",
    re.IGNORECASE,
)
_ADDS: Final = re.compile(
    r"\b(?:add(?:s|ed|ing)|plus|gain(?:s|ed)|tops? (?:that|this|it) by|beats? (?:that|this|it) by"
    r"|up by|more by)\s(?:exactly |another |a further |just |precisely |only )?\S{0,3}$",
    re.IGNORECASE,
)
_FEWER: Final = re.compile(
    rf"{_WORDS}(?:less|fewer|shorter|lower|smaller|lighter|cheaper|below|narrower|shallower"
    r"|slower|under|short of that|too (?:many|much|high|large|long|big))\b",
    re.IGNORECASE,
)
_LESS_BY: Final = re.compile(
    r"\b(?:minus|sheds?|drops?|loses?|lost|cuts?|down by|less by|trims?)\s(?:exactly |another "
    r"|a further |just |precisely |only )?\S{0,3}$",
    re.IGNORECASE,
)
_BY: Final = re.compile(
    r"\b(?P<way>overtops?|tops|topped|exceed(?:s|ed)|beats?|outdo(?:es)?|outdid|surpass(?:es|ed)"
    r"|outnumber(?:s|ed)|outweigh(?:s|ed)|outlast(?:s|ed)|tower(?:s|ed) over|edge[sd] out"
    r"|eclipse[sd]|outreach(?:es|ed)|outranks?|overtakes?|overtook|undercuts?|falls? short of"
    r"|misse[sd])\s"
    r"[^.;!?]{0,80}?\bby\s(?:exactly |just |only |precisely |some )?$",
    re.IGNORECASE,
)
_UNDER: Final = ("undercut", "fall", "misse")
_WHICH_IS: Final = re.compile(
    r"(?:\bwhich|\bthat|\bthis|[,;(])\s(?:is|was|makes|means|being)?\s?\S{0,12}\s?$", re.IGNORECASE
)
_THAN: Final = re.compile(r"\sthan\b")


def _from_the_next(step: Quantity, following: Sequence[Quantity], wanted: Decimal) -> Iterator[Hit]:
    """`A has one seat more than B, which has 7,340`: the figure behind the difference."""
    for base in following:
        near = base.unit == step.unit or not (base.unit and step.unit)
        if near and base.values[0] == wanted and base.start - step.end < _NEXT:
            yield Hit(step.start, base.end, "arithmetic", alone=True)


def stepped(text: str, numbers: Sequence[Quantity], value: Decimal) -> Iterator[Hit]:
    """The places of the differences by which figures before them come to a value."""
    for at, step in enumerate(numbers):
        said = step.values[0]
        if said <= 0 or step.beyond is not None:
            continue
        ends = (value - said, value + said)
        bases = [
            base
            for base in numbers[max(0, at - _MOST_BACK) : at]
            if base.values[0] in ends and step.start - base.end < _FAR
        ]
        if not bases:
            continue
        before = text[max(0, step.start - 24) : step.start]
        more = _MORE.match(text, step.end) or _ADDS.search(before)
        fewer = _FEWER.match(text, step.end) or _LESS_BY.search(before)
        by = _BY.search(text, max(0, step.start - 110), step.start)
        if by is not None and not (more or fewer):
            more, fewer = (None, by) if by["way"].lower().startswith(_UNDER) else (by, None)
        if bool(more) == bool(fewer):
            continue
        wanted = [value - said if more else value + said]
        match = more or fewer
        compared = (
            match
            and match is not by
            and match.start() == step.end
            and _THAN.match(text, match.end())
        )
        turned = value + said if more else value - said
        if compared and not _WHICH_IS.search(before):
            # `At 44 storeys, A is three storeys taller than B`: B is asked
            for base in bases:
                near = base.unit == step.unit or not (base.unit and step.unit)
                if near and base.values[0] == turned:
                    yield Hit(step.start, compared.end(), OTHERS_FIGURE, alone=True)
                    break
        if compared:
            yield from _from_the_next(step, numbers[at + 1 : at + 2], wanted[0])
        if compared and _WHICH_IS.search(before):
            # `A took 412, which is 52 more than B`: B is asked
            wanted.append(turned)
        for base in bases:
            if base.unit != step.unit and base.unit and step.unit:
                continue
            if base.values[0] in wanted:
                yield Hit(step.start, step.end, "figure and difference, arithmetic", alone=True)
                break

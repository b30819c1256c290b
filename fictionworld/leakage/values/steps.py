"""A value told by another figure and how far it is from that: `that had 4,980; this adds 200`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

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
    r"[^.;!?]{0,80}?\bby\s(?:exactly |just |only |precisely |some |an? )?$",
    re.IGNORECASE,
)
_UNDER: Final = ("undercut", "fall", "misse")
_WHICH_IS: Final = re.compile(
    r"(?:\bwhich|\bthat|\bthis|[,;(])\s(?:is|was|makes|means|being)?\s?\S{0,12}\s?$", re.IGNORECASE
)
_THAN: Final = re.compile(r"\sthan\b")
_THAN_IT: Final = re.compile(r"\s(?:above|below|under)$", re.IGNORECASE)
"""What needs no `than` behind it: `three floors below Hawk Tower, which has 41`."""


class _Said(NamedTuple):
    """How a difference is worded."""

    more: bool
    """Whether what is spoken of has more, or fewer."""
    than: int | None
    """Where `than` ends that follows it."""
    which: bool
    """Whether it is said of the figure before it: `A took 412, which is 52 more than B`."""


def _said_of(text: str, step: Quantity) -> _Said | None:
    """What the words around a figure say that it is a difference of; None where they do not."""
    before = text[max(0, step.start - 24) : step.start]
    more = _MORE.match(text, step.end) or _ADDS.search(before)
    fewer = _FEWER.match(text, step.end) or _LESS_BY.search(before)
    by = _BY.search(text, max(0, step.start - 110), step.start)
    if by is not None and not (more or fewer):
        under = by["way"].lower().startswith(_UNDER)
        return _Said(not under, step.end, which=False)
    if bool(more) == bool(fewer):
        return None
    match = more or fewer
    assert match is not None
    than = match.end() if _THAN_IT.search(match[0]) else None
    if match.start() == step.end and (said := _THAN.match(text, match.end())):
        than = said.end()
    return _Said(bool(more), than, _WHICH_IS.search(before) is not None)


def stepped(text: str, numbers: Sequence[Quantity], value: Decimal) -> Iterator[Hit]:
    """The places of the differences by which other figures come to a value."""
    for at, step in enumerate(numbers):
        size = step.values[0]
        if size <= 0 or step.beyond is not None:
            continue
        ends = (value - size, value + size)
        others = [
            other
            for other in numbers[max(0, at - _MOST_BACK) : at + 2]
            if other.values[0] in ends
            and (
                step.start - other.end < _FAR if other.start < step.start else _is_next(step, other)
            )
            and (other.unit == step.unit or not (other.unit and step.unit))
        ]
        # looked at last: few figures stand with another that makes the value with them
        if others and (said := _said_of(text, step)) is not None:
            yield from _told(step, others, said, ends)


def _is_next(step: Quantity, other: Quantity) -> bool:
    return other is not step and other.start - step.end < _NEXT


def _told(
    step: Quantity, others: Sequence[Quantity], said: _Said, ends: tuple[Decimal, Decimal]
) -> Iterator[Hit]:
    base, turned = ends if said.more else ends[::-1]
    before = [other.values[0] for other in others if other.start < step.start]
    if said.than is not None and not said.which and turned in before:
        # `At 44 storeys, A is three storeys taller than B`: B is asked
        yield Hit(step.start, said.than, OTHERS_FIGURE, alone=True)
    if said.than is not None:
        for other in others:
            if other.start > step.start and other.values[0] == base:
                # `A has one seat more than B, which has 7,340`
                yield Hit(step.start, other.end, "arithmetic", alone=True)
    # `A took 412, which is 52 more than B`: B is asked
    if base in before or (said.than is not None and said.which and turned in before):
        yield Hit(step.start, step.end, "figure and difference, arithmetic", alone=True)

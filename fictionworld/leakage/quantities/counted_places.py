"""Places told by those of others, or from the end: `one place above fourth`, `third from last`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.items import NUMBER_MARK
from fictionworld.leakage.quantities.quantity import Quantity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.leakage.quantities.items import Item, Line

__all__ = ["counted_places", "places_outside"]

_FROM_LAST: Final = re.compile(
    rf"{NUMBER_MARK}(?: (?:-|to|from|the)){{0,2}} (?:last|bottom) (?:of|out of|among)(?: the| all)?"
    rf" {NUMBER_MARK}(?= )"
)
_NEXT: Final = re.compile(
    rf"(?<= )(?:(?:in|took|to) the (?:very )?next (?:place|spot|position)"
    rf"|(?:(?P<steps>{NUMBER_MARK}|a) (?:places?|spots?|positions?)|just|right|directly)"
    r" (?:behind|below|after) (?:her|him|them|it))(?= )"
)
"""`A took fourth, and B came home in the very next place`, `with B one place behind her`."""
_FROM_PLACE: Final = re.compile(
    rf"{NUMBER_MARK} (?:places?|spots?|positions?|rungs?) "
    rf"(?P<way>above|ahead of|over|better than|below|behind|under|off) (?:the )?{NUMBER_MARK}(?= )"
)
_BESIDE: Final = re.compile(
    rf"(?P<step>{NUMBER_MARK} (?:places?|spots?|positions?|rungs?)|directly|immediately|right|just)"
    r" (?P<way>behind|below|after|ahead of|above|before|in front of)"
    rf"(?P<name>(?: [^{NUMBER_MARK} .;,]+){{1,4}}?)(?:(?: [^{NUMBER_MARK}]{{0,60}}?)? (?:[.,;(-] )?"
    rf"(?:which|who|(?P<again>\w+)) (?:was|came|finished|took|is|placed|ended|were)"
    rf"(?: (?:in|the|up|as|at)){{0,2}}| \() {NUMBER_MARK}(?= )"
)
_BETWEEN: Final = re.compile(
    rf"(?:between|behind)(?: [^{NUMBER_MARK}.;]{{1,40}})? {NUMBER_MARK}"
    rf"(?: [^{NUMBER_MARK}.;]{{1,40}})? (?:and|but ahead of)(?: [^{NUMBER_MARK}.;]{{1,40}})?"
    rf" {NUMBER_MARK}(?= )"
)
"""`sandwiched between Doyle in twelfth and Pratt in fourteenth`."""
_OUTSIDE: Final = re.compile(
    rf"(?P<step>{NUMBER_MARK}|a single|a) (?:places?|spots?|positions?|rungs?) "
    r"(?:outside|off|short of|shy of|below|adrift of|from|behind) (?:of )?the "
    rf"(?:(?P<three>podium|medals|medal places|rostrum)|top {NUMBER_MARK})(?= )"
)
_MISSED: Final = re.compile(
    r"(?:miss(?:es|ed|ing)?(?: [^ ]+ on)?|outside|off|short of|shy of) the "
    rf"(?:(?P<three>podium|medals|medal places|rostrum)|top {NUMBER_MARK}) by "
    rf"(?:just |only )?(?P<step>{NUMBER_MARK}|a single|a) (?:places?|spots?|positions?|rungs?)(?= )"
)
_BEATEN_BY: Final = re.compile(
    r"(?:beaten|bettered|outrun|outpaced|overtaken|surpassed|topped|bested|pipped)(?: \w+){0,8} by "
    rf"(?:only |just |exactly )*{NUMBER_MARK} (?:other |of |\w+ )?\w{{3,}}(?= )"
)
_CLAUSE: Final = 16
"""Items in which the place may stand that another's is told by."""


def counted_places(line: Line) -> list[Quantity]:
    """All that a line tells so."""
    return [
        *_counted_from(line),
        *_beside(line),
        *_next_to(line),
        *_between(line),
        *_beaten_by(line),
    ]


def _items(line: Line, match: re.Match[str]) -> tuple[list[Item], list[Quantity]]:
    """The items of a phrase, and the numbers among them."""
    items = line.items[line.at(match.start()) : line.at(match.end() - 1) + 1]
    return items, [item.number for item in items if item.number is not None]


def _place(first: Item, last: Item, value: Decimal) -> Quantity:
    return Quantity(first.start, last.end, (value,), "words of place", rank=True)


def _counted_from(line: Line) -> Iterator[Quantity]:
    """`second-last of 20`, `one place above fourth`."""
    for match in _FROM_LAST.finditer(line.skeleton):
        items, numbers = _items(line, match)
        if numbers[0].ordinal:
            yield _place(items[0], items[-1], numbers[-1].values[0] - numbers[0].values[0] + 1)
    for match in _FROM_PLACE.finditer(line.skeleton):
        items, numbers = _items(line, match)
        if numbers[-1].ordinal:
            way = 1 if match["way"] in {"below", "behind", "under", "off"} else -1
            yield _place(items[0], items[-1], numbers[-1].values[0] + way * numbers[0].values[0])


def _beside(line: Line) -> Iterator[Quantity]:
    """`directly behind Sella Morin in the final. Sella was eighth`: ninth."""
    for match in _BESIDE.finditer(line.skeleton):
        again = match["again"]
        items, numbers = _items(line, match)
        if (again and again not in match["name"].split()) or not numbers[-1].ordinal:
            continue
        step = numbers[0].values[0] if len(numbers) > 1 else Decimal(1)
        way = 1 if match["way"] in {"behind", "below", "after"} else -1
        yield _place(items[0], items[-1], numbers[-1].values[0] + way * step)


def _next_to(line: Line) -> Iterator[Quantity]:
    """`Munt took fourth, and Falkmoor came home in the very next place`: fifth."""
    for match in _NEXT.finditer(line.skeleton):
        at, last = line.at(match.start()), line.items[line.at(match.end() - 1)]
        steps = line.items[at].number
        for item in reversed(line.items[max(0, at - _CLAUSE) : at]):
            if item.text in {".", ";"}:
                break
            if item.number is not None and item.number.ordinal:
                yield _place(item, last, item.number.values[0] + (steps.values[0] if steps else 1))
                break


def _between(line: Line) -> Iterator[Quantity]:
    """`between Doyle in twelfth and Pratt in fourteenth`: thirteenth."""
    for match in _BETWEEN.finditer(line.skeleton):
        items, (low, high) = _items(line, match)
        if low.ordinal and high.ordinal and high.values[0] - low.values[0] == 2:
            yield _place(items[0], items[-1], low.values[0] + 1)


def places_outside(line: Line) -> Iterator[Quantity]:
    """`two places outside the top ten`, `missed the podium by one place`."""
    for match in [*_OUTSIDE.finditer(line.skeleton), *_MISSED.finditer(line.skeleton)]:
        items, said = _items(line, match)
        numbers = [number.values[0] for number in said]
        step = numbers.pop(0) if match["step"] == NUMBER_MARK else Decimal(1)
        if match.re is _MISSED and not match["three"] and numbers and match["step"] == NUMBER_MARK:
            step, numbers = numbers[0], [step]
        base = Decimal(3) if match["three"] else numbers[0] if numbers else None
        if base is not None:
            yield _place(items[0], items[-1], base + step)


def _beaten_by(line: Line) -> Iterator[Quantity]:
    """`beaten to the tape by only one runner`: second."""
    for match in _BEATEN_BY.finditer(line.skeleton):
        items, numbers = _items(line, match)
        if not numbers[-1].ordinal:
            yield _place(items[0], items[-1], numbers[-1].values[0] + 1)

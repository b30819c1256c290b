"""Money told in hundredths of a coin: `four crowns eighty`, `480 pence`, `a penny under 5`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.quantities import scan
from fictionworld.leakage.quantities.target import NumberTarget, targets_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.leakage.answer import Answer
    from fictionworld.leakage.quantities import Quantity

__all__ = ["find_subunits"]

_COIN: Final = re.compile(r"\s?[^\W\d_]{1,12}\.?(?:\s(?:and|und|et|y))?\s?")
_HUNDREDTHS: Final = (
    r"(?:pence|penny|pennies|p|cents?|ct|cts|c|rappen|centimes?|\u00f8re|\u00f6re)\b"
)
_SAID: Final = re.compile(rf"(?:\d|\b|_){_HUNDREDTHS}|minor|unit_amount", re.IGNORECASE)
_IN_CENTS: Final = re.compile(
    r"(?:\b|_)(?:cents|pence|minor(?:_units?)?|unit_amount)[\"'\s:=|]{1,5}$", re.IGNORECASE
)
_IN_HUNDREDTHS: Final = re.compile(r"\s?" + _HUNDREDTHS)
_UNDER: Final = r"(?:less than|short of|shy of|under|below|off|cheaper than)"
_OVER: Final = r"(?:more than|over|above|dearer than)"
_STEP: Final = re.compile(
    rf"(?:\b(?P<one>an?|one)\s(?:single\s|mere\s)?|(?<=.)\s?)(?P<part>{_HUNDREDTHS})\s"
    rf"(?:(?P<under>{_UNDER})|{_OVER})\s",
    re.IGNORECASE,
)
_BOUND: Final = re.compile(r"\b(?:than|under|over|below|above|to|least|most)\s$")
_LESS: Final = re.compile(r"\s?[^\W\d_]{0,8}\s(?:less|minus|bar|take away)\s$")
_REST: Final = re.compile(r"(?:\s(?:and\s|und\s|et\s|y\s)?)?")


def find_subunits(text: str, answer: Answer) -> list[Hit]:
    """The places that tell an amount as a whole number of coins and, behind their name, hundredths.

    The name of the coin may be any word: currencies are invented.
    """
    target = next((one for one in targets_of(answer) if isinstance(one, NumberTarget)), None)
    if target is None:
        return []
    wanted = target.value
    whole, part = divmod(wanted * 100, 100)
    quantities = [one for one in scan(text).quantities if not (one.share or one.ordinal)]
    found = _in_hundredths(text, quantities, wanted * 100)
    firsts = {one.end: one for one in quantities if whole in one.values}
    if not firsts or not part:
        return found
    for second in quantities:
        if part not in second.values:
            continue
        for end, first in firsts.items():
            if not 0 <= second.start - end <= 20:
                continue
            between = text[end : second.start]
            named = text[first.start : end][-1:].isalpha() and first.unit
            if _COIN.fullmatch(between) or (named and _REST.fullmatch(between)):
                found.append(Hit(first.start, second.end, "coins and hundredths", alone=True))
    return found


def _in_hundredths(text: str, quantities: Sequence[Quantity], wanted: Decimal) -> list[Hit]:
    """`480 pence`, `a penny less than 5 pounds`, `5 pounds less twenty pence`."""
    found: list[Hit] = []
    if _SAID.search(text) is None:
        return found
    last: Quantity | None = None
    for one in quantities:
        whole = one.form == "arithmetic"  # `a penny under £300` has been read as 299
        low = one.start if whole else max(0, one.start - 40)
        step = _STEP.search(text, low, one.end if whole else one.start)
        if step is not None and (whole or not text[step.end() : one.start].strip()):
            many = last.values[0] if last is not None and not step["one"] else Decimal(1)
            way = -1 if step["under"] else 1
            base = one.values[0] - way * many if whole else one.values[0]
            if base * 100 + way * many == wanted:
                found.append(Hit(min(step.start(), one.start), one.end, "arithmetic", alone=True))
        if whole:
            continue
        behind = _IN_HUNDREDTHS.match(text, one.end)
        if wanted in one.values and _IN_CENTS.search(text, max(0, one.start - 16), one.start):
            found.append(Hit(one.start, one.end, "hundredths", alone=True))
        elif behind is not None and wanted in one.values:
            if not _BOUND.search(text, max(0, one.start - 16), one.start):
                found.append(Hit(one.start, behind.end(), "hundredths", alone=True))
        elif (
            last is not None
            and (behind is not None or one.unit == "cent")
            and last.values[0] * 100 - one.values[0] == wanted
            and _LESS.fullmatch(text[last.end : one.start])
        ):
            found.append(Hit(last.start, one.end, "arithmetic", alone=True))
        last = one
    return found

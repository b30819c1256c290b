"""Money told in coins and hundredths of them: `four crowns eighty`, `4 crowns 80`."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.quantities import scan

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer

__all__ = ["find_subunits"]

_VALUE: Final = re.compile(r"\d+[.,]\d{2}(?!\d)")
_COIN: Final = re.compile(r"\s?[^\W\d_]{1,12}\.?(?:\s(?:and|und|et|y))?\s?")
_REST: Final = re.compile(r"(?:\s(?:and\s|und\s|et\s|y\s)?)?")


def find_subunits(text: str, answer: Answer) -> list[Hit]:
    """The places that tell an amount as a whole number of coins and, behind their name, hundredths.

    The name of the coin may be any word: currencies are invented.
    """
    written = _VALUE.search(answer.value)
    if written is None:
        return []
    try:
        wanted = Decimal(written[0].replace(",", "."))
    except InvalidOperation:
        return []
    whole, part = divmod(wanted * 100, 100)
    quantities = [one for one in scan(text).quantities if not (one.share or one.ordinal)]
    firsts = {one.end: one for one in quantities if whole in one.values}
    if not firsts or not part:
        return []
    found = []
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

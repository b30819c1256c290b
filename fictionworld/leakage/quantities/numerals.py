"""Numbers in digits: the readings that a reader may give `1,298`, `1.298`, `5e3`, `0x1388`."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.text.numbers import EXACT, MOST_DIGITS

__all__ = ["NUMERAL", "Numeral", "plain_digits", "read_numeral"]

NUMERAL: Final = (
    r"0x[0-9a-f]{1,12}(?![\w])|0b[01]{1,40}(?![\w])|0o[0-7]{1,14}(?![\w])"
    r"|(?:\d{1,3}(?P<g>[,.'\u2019_\u00a0\u202f\u2009 ])\d{3}(?:(?P=g)\d{3})*(?!\d)(?!(?P=g)\d)"
    r"(?:(?!(?P=g))[.,]\d+)?"
    r"|\d{1,2}(?:,\d\d)+,\d{3}(?!\d)"
    r"|\d+(?:[.,\u00b7]\d+)?"
    r"|(?<![\w.,])[.,]\d+)"
    r"(?:e[+-]?\d{1,3}(?!\w))?"
)
"""A number in digits, in text of small letters."""

_OTHER_DIGIT: Final = re.compile(r"(?![0-9])\d")
_GROUPED: Final = re.compile(
    r"(?P<whole>\d{1,3}(?P<mark>[,.'\u2019_\u00a0\u202f\u2009 ])\d{3}(?:(?P=mark)\d{3})*|"
    r"\d{1,2}(?:,\d\d)+,\d{3})"
    r"(?:[.,](?P<behind>\d+))?"
)
_RADIX: Final = {"0x": 16, "0b": 2, "0o": 8}


class Numeral(NamedTuple):
    """What digits may mean."""

    values: tuple[Decimal, ...]
    pointed: tuple[Decimal, ...] = ()
    """Readings that hold only where decimals are asked for: 1.298 for `1,298`."""
    decimals: int = 0
    grouped: bool = False
    form: str = "digits"


def plain_digits(text: str) -> str:
    """The text with digits of other scripts as ours; no place moves."""
    if text.isascii():
        return text
    return _OTHER_DIGIT.sub(lambda match: str(unicodedata.decimal(match[0])), text)


@lru_cache(1 << 13)
def read_numeral(text: str) -> Numeral | None:
    """The readings of one numeral; None where it has too many digits to be a value of a world."""
    if len(text) > MOST_DIGITS:
        return None
    if text[:2] in _RADIX:
        base = _RADIX[text[:2]]
        return Numeral(
            (Decimal(int(text[2:], base)),), form="hexadecimal" if base == 16 else "binary"
        )
    body, _, power = text.partition("e")
    scale = int(power or 0)
    if abs(scale) > MOST_DIGITS:
        return None
    numeral = _body(body)
    if not power:
        return numeral
    return Numeral(
        tuple(EXACT.scaleb(value, scale) for value in (*numeral.values, *numeral.pointed)),
        form="scientific",
    )


def _body(text: str) -> Numeral:
    grouped = _GROUPED.fullmatch(text)
    if grouped is None:
        whole, _, behind = text.replace(",", ".").replace("\u00b7", ".").partition(".")
        value = Decimal(f"{whole or 0}.{behind}" if behind else whole)
        return Numeral((value,), decimals=len(behind))
    mark, behind = grouped["mark"] or ",", grouped["behind"] or ""
    joined = grouped["whole"].replace(mark, "")
    thousands = Decimal(f"{joined}.{behind}" if behind else joined)
    if mark not in ",." or behind or grouped["whole"].count(mark) > 1:
        return Numeral((thousands,), decimals=len(behind), grouped=True)
    pointed = Decimal(grouped["whole"].replace(",", "."))
    if text.startswith("0"):
        return Numeral((pointed,), decimals=3)
    return Numeral((thousands,), (pointed,), grouped=True)

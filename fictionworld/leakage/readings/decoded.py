"""Text in codes for letters or figures: base64, hexadecimal, bits, `100101 in binary`."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Final

__all__ = ["DECODERS"]

_BASE64: Final = re.compile(
    r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/_-]{6,4096}={1,2}|[A-Za-z0-9+/_-]{8,4096})(?![A-Za-z0-9+/=])"
)
_HEX: Final = re.compile(r"(?<![A-Za-z0-9])(?:0x)?(?:[0-9a-fA-F]{2}[ :]?){4,2048}(?![A-Za-z0-9])")
_BASES: Final = {"binary": 2, "octal": 8, "hex": 16, "2": 2, "two": 2, "8": 8, "eight": 8, "16": 16}
_BASE: Final = (
    r"(?:(?:in\s|\()?(?i:(?P<{0}>binary|octal|hex)(?:adecimal)?\b)"
    r"|(?:in\s|\()base (?P<{0}n>2|8|16|two|eight)\b)"
)
_FIGURES: Final = r"(?P<{0}>(?=[A-Fa-f]*\d)[\dA-Fa-f]{{2,12}})\b"
_BASED: Final = re.compile(
    rf"\b(?:{_FIGURES.format('a')}(?=,?\s(?:[a-z]+,?\s){{0,3}}{_BASE.format('b')})"
    rf"|{_BASE.format('c')}\W{{1,3}}(?:[a-z]+\W{{1,3}}){{0,2}}?{_FIGURES.format('d')})"
)
_BITS: Final = re.compile(r"(?<!\d)[01]{8}(?: ?[01]{8}){3,200}(?!\d)")


def _base64(match: re.Match[str]) -> str | None:
    token = match[0].rstrip("=")
    if len(token) % 4 == 1:
        return None
    try:
        said = base64.b64decode(
            token.replace("-", "+").replace("_", "/") + "=" * (-len(token) % 4), validate=True
        ).decode()
    except ValueError:
        return None
    return said if _printable(said) else None


def _hex(match: re.Match[str]) -> str | None:
    try:
        said = bytes.fromhex(match[0].removeprefix("0x").replace(":", " ")).decode()
    except ValueError:
        return None
    return said if _printable(said) else None


def _based(match: re.Match[str]) -> str | None:
    said, base = match["a"] or match["d"], match["b"] or match["bn"] or match["c"] or match["cn"]
    try:
        return str(int(said, _BASES[base.lower()]))
    except ValueError:
        return None


def _bits(match: re.Match[str]) -> str | None:
    digits = match[0].replace(" ", "")
    said = "".join(chr(int(digits[at : at + 8], 2)) for at in range(0, len(digits), 8))
    return said if _printable(said) else None


def _printable(said: str) -> bool:
    return (
        len(said) > 2
        and sum(c.isalnum() or c in " .,:-/€$%" for c in said) >= 0.9 * len(said)
        and any(c.isalnum() for c in said)
    )


DECODERS: Final[tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], str | None]], ...]] = (
    ("base64", _BASE64, _base64),
    ("hexadecimal", _HEX, _hex),
    ("bits", _BITS, _bits),
    ("another base", _BASED, _based),
)
"""What each code is called, where it may stand, and what it says."""

"""Text in codes that stand for letters: base64, hexadecimal, bits."""

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
)
"""What each code is called, where it may stand, and what it says."""

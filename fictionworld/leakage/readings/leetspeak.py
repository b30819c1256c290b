"""Words with figures for letters, `s3v3n pl4y3rs`, as the words that they are read as."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.readings.view import View

__all__ = ["in_letters"]

_CUE: Final = re.compile(r"[A-Za-z][013457]+[A-Za-z]")
_TOKEN: Final = re.compile(r"(?<![\w.@$/-])[A-Za-z013457]{3,24}(?![\w@$]|[.-]\w)")
_LETTERS: Final = str.maketrans("013457", "oieast")


def in_letters(view: View) -> View:
    """The view in which such words are plain; the view itself where there are none."""
    return view.rewritten(_TOKEN, _plain) if _CUE.search(view.text) else view


def _plain(match: re.Match[str]) -> str | None:
    said = match[0]
    if _CUE.search(said) is None or sum(map(str.isalpha, said)) * 2 < len(said):
        return None
    return said.translate(_LETTERS)

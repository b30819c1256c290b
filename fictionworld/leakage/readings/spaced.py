"""Letters and figures with blanks between them, and letters that stand for figures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.readings.view import View

__all__ = ["run_together", "with_figures"]

_SPACED: Final = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z0-9](?:([ ._*/|,\n-]|["
    r" ]{2,3})[A-Za-z0-9](?![A-Za-z0-9]))(?:\1(?:-\1)?[A-Za-z0-9](?![A-Za-z0-9])){1,200}"
)
_SPACED_FIGURE: Final = re.compile(
    r"(?<![\w.,])\d(?:[ _-][\d.,](?![\w]))+(?:[ _-]\d(?!\w))|(?<![\w.,])\d(?: [,.] ?| ?[,.]"
    r" )\d{3}(?!\d)"
)
_FIGURE_ALIKE: Final = re.compile(
    r"(?<![A-Za-z0-9])(?=[OoIlSB|.,' \-/]{0,12}\d)[\dOoIlSB|](?:[.,'/-]?[\dOoIlSB"
    r"|])+(?![A-Za-z0-9])"
)
_FIGURES: Final = str.maketrans("OoIlSB|", "0011581")
_LETTERS: Final = re.compile(r"[OoIlSB|]")
_ALL_ALIKE: Final = re.compile(r"(?<![A-Za-z0-9])[lIOo]{1,3},[OoIl]{3}(?![A-Za-z0-9])")
_LETTER: Final = re.compile(r"[A-Za-z]")


def run_together(view: View) -> View:
    """`B r e n c k`, `5 1 8 0`: without the blanks."""
    view_of_words = view.rewritten(_SPACED, _joined)
    return view_of_words.rewritten(_SPACED_FIGURE, lambda match: re.sub(r"[ _-]", "", match[0]))


def _joined(match: re.Match[str]) -> str | None:
    if match[1] in {".", "/", ",", "|", "\n"} and _LETTER.search(match[0]) is None:
        return None  # `3.4.2`, `1, 2, 3`
    # the hyphen of `f i f t y - t w o` is one of the word
    return re.sub(r"(?<=\w)[ ._*/|,\n-]{1,3}(?=\w)", _hyphen, match[0])


def _hyphen(match: re.Match[str]) -> str:
    return "-" if match[0] == " - " else ""


def with_figures(view: View) -> View:
    """`5l8O`: letters that look like figures as those figures."""
    view = view.rewritten(
        _FIGURE_ALIKE,
        lambda match: match[0].translate(_FIGURES) if _LETTERS.search(match[0]) else None,
    )
    return view.rewritten(_ALL_ALIKE, lambda match: match[0].translate(_FIGURES))

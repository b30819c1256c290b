"""Letters and figures with blanks or words between them, and letters that stand for figures."""

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
_CAPITAL: Final = r"(?<!as in )(?<!for )(?<!like )(?<!wie )(?<!comme )\b[A-Z]\b"
_FIGURES: Final = str.maketrans("OoIlSB|", "0011581")
_LETTERS: Final = re.compile(r"[OoIlSB|]")
_ALL_ALIKE: Final = re.compile(r"(?<![A-Za-z0-9])[lIOo]{1,3},[OoIl]{3}(?![A-Za-z0-9])")
_LETTER: Final = re.compile(r"[A-Za-z]")
_RADIO: Final = (
    r"(?i:al(?:f|ph)a|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike"
    r"|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whiske?y|x-?ray|yankee|zulu)\b"
)
_ONE: Final = r"\b[A-Z]\b(?:\s(?:as in|for|like|wie|comme)\s\w+)?"
_SPOKEN: Final = re.compile(
    rf"\b{_RADIO}(?:[\s,.-]{{1,3}}{_RADIO}){{2,40}}|{_ONE}(?:[\s,.;-]{{1,3}}(?:and\s(?=last|then|final))?"
    rf"(?:(?i:then|next|last|lastly|finally|followed by)[\s,]{{1,2}}){{0,3}}{_ONE}){{2,40}}"
)


def run_together(view: View) -> View:
    """`B r e n c k`, `5 1 8 0`: without the blanks."""
    view = view.rewritten(_SPACED, _joined).rewritten(_SPOKEN, _spoken)
    return view.rewritten(_SPACED_FIGURE, lambda match: re.sub(r"[ _-]", "", match[0]))


def _spoken(match: re.Match[str]) -> str:
    """`Bravo Oscar Lima`, `B as in Berta, O, then L`: the letters."""
    named = re.match(_RADIO, match[0]) is not None
    return "".join(re.findall(r"\b[A-Za-z](?=[a-z])" if named else _CAPITAL, match[0])).upper()


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

"""Addresses made harmless, as scanners and forums write them: `hxxps[:]//www[.]vela[.]example`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.readings.view import View

__all__ = ["refanged"]

_MADE_SAFE: Final = re.compile(
    r"(?<![A-Za-z])hxxp|(?P<mark>\s?[\[({<]\s?(?P<sign>\.|:|:?//|/|@|dot|punkt|point|punto|slash|at)"
    r"\s?[\])}>]\s?)|(?P<blank> (?P<word>dot|slash|colon) )(?=[\w-]{2})"
    r"|(?<=\w) ?(?P<hyphen>-) ?(?=\w)"
    # `saltwick f m dot net`, as it is spoken
    r"|(?P<letters>(?<!\w)(?:(?!(?:at|on|is|to|via|see|visit|under|by|the)\s)[a-z]{2,20} )?"
    r"(?:[a-z] ){1,6}[a-z](?: [a-z]{2,20})?(?= dot ))",
    re.IGNORECASE,
)
_SIGNS: Final = {
    "dot": ".", "punkt": ".", "point": ".", "punto": ".", "slash": "/", "at": "@", "colon": ":",
}  # fmt: skip
_CUE: Final = re.compile(
    r"hxxp|[\[({<]\s?(?:\.|:|://|dot|punkt|point|punto|at|@|/|slash)\s?[\])}>]| dot [a-z]",
    re.IGNORECASE,
)


def refanged(view: View) -> View:
    """The view in which such addresses are whole again; the view itself where there are none."""
    return view.rewritten(_MADE_SAFE, _whole) if _CUE.search(view.text) else view


def _whole(match: re.Match[str]) -> str | None:
    if match["mark"]:
        sign = match["sign"].lower()
        return _SIGNS.get(sign, sign)
    if match["blank"]:
        return _SIGNS[match["word"].lower()]
    if match["letters"]:
        return match[0].replace(" ", "")
    if match["hyphen"]:
        return None if match[0] == "-" else "-"
    return "http"

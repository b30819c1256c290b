"""Words glued into one: `#OrenTalvik`, `oren_talvik.pdf`, `vela-5-battery`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.readings.view import View

__all__ = ["taken_apart"]

_TOKEN: Final = re.compile(r"[#@]?[A-Za-z0-9]+(?:[_+.-]+[A-Za-z0-9]+)*")
_GLUED: Final = re.compile(
    r"#?[A-Z][a-z]{0,30}(?:[A-Z][a-z]{0,30}|\d+[a-z]{0,4}){2,20}(?![A-Za-z0-9])"
)
_NUMBERED_NAME: Final = re.compile(r"#?[A-Z][a-z]+ \d{1,3}\b")
_CAMEL: Final = re.compile(
    r"(?<=[a-z][a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])|(?<=[A-Z])(?=[A-Z][a-z])"
)
_LETTER: Final = re.compile(r"[A-Za-z]")
_PLAIN_TOKEN: Final = re.compile(r"[A-Za-z][a-z]*|[A-Z]+|[\d.]+|[\d-]+")
_FILE_END: Final = re.compile(
    r"\.(?:pdf|jpe?g|png|gif|webp|svg|html?|php|aspx?|txt|csv|json|xlsx?|docx?|zip|mp4)$",
    re.IGNORECASE,
)


def taken_apart(view: View, *, small: bool = False) -> View:
    """The words of glued tokens apart; `small` makes names of them no names of others."""
    if not small:
        return view.rewritten(_TOKEN, _taken_apart)

    def lowered(match: re.Match[str]) -> str | None:
        said = _taken_apart(match)
        if said is None or said.count(" ") < 2:
            return None
        named = _NUMBERED_NAME.match(said)  # `Vela 6` is a name still
        return said[: named.end()] + said[named.end() :].lower() if named else said.lower()

    return view.rewritten(_GLUED, lowered)


def _taken_apart(match: re.Match[str]) -> str | None:
    """`#OrenTalvik`, `oren_talvik.pdf`, `vela-5-battery`: the words in it, with blanks between."""
    token = match[0]
    if _PLAIN_TOKEN.fullmatch(token) or not _LETTER.search(token):
        return None
    bare = _FILE_END.sub("", token.lstrip("#@"))
    bare = re.sub(r"(?<=\d)-(?=\d{1,2}(?:-|\b))|(?<=\d\d)\.(?=\d)|(?<=\d)\.(?=\d)", "\0", bare)
    bare = re.sub(r"[_+.-]+", " ", bare)
    said = _CAMEL.sub(" ", bare).replace("\0", "-" if "-" in token else ".")
    return None if said == token else said

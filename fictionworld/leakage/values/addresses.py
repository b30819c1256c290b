"""Finds web addresses in a text: with scheme or without, spelled out, made harmless, in pieces."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.leakage.answer import Answer, Hit


def _sign(said: str, words: str) -> str:
    """A sign of an address: as it is, as a word, in brackets, blanks about it."""
    return rf"(?:[,\s]{{0,2}}[\[({{<]?\s?(?:{said}|\b(?:{words})\b)\s?[\])}}>]?[,\s]{{0,2}})"


_SIGNS: Final = {
    ".": _sign(r"\.", "dot|punkt|point|punto|ponto|punt|period"),
    "/": _sign("[/\u203a\u00bb>]", "slash|forward slash|barra|schr(?:\u00e4|ae|a)gstrich"),
    "-": _sign("-{1,2}", "dash|hyphen|minus|tiret|bindestrich|gui\u00f3n|guion"),
    "_": _sign("_", "underscore|underline|unterstrich"),
    "?": _sign(r"\?", "question mark"),
    "=": _sign("=", "equals"),
    "&": _sign("(?:&|&amp;)", "ampersand|and"),
}
_BREAK: Final = r"(?:-?\n\s?)?"
_QUERY: Final = r"(?:/?[?#][\w%&=.;+-]{0,200})?"
_SPOKEN: Final = 4
"""Letters of a part that may be said one by one are fewer: `radio dot f m`."""
_APART: Final = 240
"""Characters between a host and its path, at most."""
_SAME: Final = r"(?:\.git|/index\.html?)?"
"""What leads to the same page."""
_PATH_CUE: Final = r"(?:\b(?:path|page|folder|under|add|append|open|directory|then|at)\b\W{1,4})"
_CUT: Final = re.compile(r"([a-z0-9][a-z0-9./:-]{7,120}?)\.?(?:\.\.\.|\u2026)")


class _Forms(NamedTuple):
    whole: re.Pattern[str]
    said: str
    """Host and path in small letters, without scheme."""
    host: re.Pattern[str] | None
    """The host where no path of its own follows; none where the address has no path."""
    path: re.Pattern[str] | None


def _loose(part: str) -> str:
    """A part of an address in every way to put its signs."""
    gap = r"\s?" if len(part) < _SPOKEN else ""
    return gap.join(_SIGNS.get(c) or re.escape(c) for c in part)


@lru_cache(1024)
def _forms(value: str) -> _Forms | None:
    bare = value.strip().strip("<>").split("://", 1)[-1].split("#", 1)[0]
    host, _, path = bare.partition("/")
    host = host.lower().removeprefix("www.")
    path = path.rstrip("/")
    if not host:
        return None
    before = r"(?<![A-Za-z0-9.@-])(?:www\.)?" if "." in host else r"(?<![A-Za-z0-9.])(?:www\.)?"
    text = _SIGNS["."].join(_loose(part) for part in host.split("."))
    of_host = rf"{before}(?:{text})(?![A-Za-z0-9_-]|\.[A-Za-z]{{2,}})"
    if not path:
        return _Forms(re.compile(of_host, re.IGNORECASE), host, None, None)
    after = r"(?![A-Za-z0-9_%=-]|\.[A-Za-z0-9]|/[A-Za-z0-9])"
    whole = rf"{before}(?:{text}{_BREAK}{_SIGNS['/']}{_loose(path)}){_SAME}{after}{_QUERY}"
    led = rf"(?<![\w.:/])/{_loose(path)}|{_PATH_CUE}{_loose(path)}"
    return _Forms(
        re.compile(whole, re.IGNORECASE),
        f"{host}/{path}",
        re.compile(of_host + r"(?!\s?/\s?[A-Za-z0-9])", re.IGNORECASE),
        re.compile(rf"(?:{led}){after}", re.IGNORECASE),
    )


def find_address(text: str, answer: Answer) -> list[Hit]:
    """The places that tell the address; a host alone where the value has no path."""
    found = []
    for value in (answer.value, *answer.aliases):
        forms = _forms(value)
        if forms is None:
            continue
        found += [Hit(*match.span(), "address", alone=True) for match in forms.whole.finditer(text)]
        if not found:
            found += _in_pieces(text, forms)
        if "..." in text or "\u2026" in text:
            for match in _CUT.finditer(text.lower()):
                said = match[1].split("://", 1)[-1].removeprefix("www.")
                if forms.said.startswith(said) and len(said) >= 0.6 * len(forms.said):
                    found.append(Hit(*match.span(), "cut short", alone=True))
    return found


def _in_pieces(text: str, forms: _Forms) -> list[Hit]:
    """The host in one place and the path in another: `on host a.example under the path /b`."""
    if forms.host is None or forms.path is None:
        return []
    hosts = list(forms.host.finditer(text))
    if not hosts:
        return []
    found = []
    for path in forms.path.finditer(text):
        host = min(hosts, key=lambda one: abs(one.start() - path.start()))
        gap = max(path.start() - host.end(), host.start() - path.end())
        if 0 <= gap <= _APART:
            found.append(Hit(*host.span(), "host and path apart", alone=True))
            found.append(Hit(*path.span(), "host and path apart", alone=True))
    return found

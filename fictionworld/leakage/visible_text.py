"""A text as a reader sees it: without markup, escapes, invisible characters, look-alike letters."""

from __future__ import annotations

import base64
import re
import unicodedata
from functools import lru_cache
from html import unescape
from typing import Final, NamedTuple
from urllib.parse import unquote

_LOOK_ALIKES: Final = str.maketrans(
    "авекмнорстухіјѕԁɡАВЕКМНОРСТУХІЈЅοαιρνε–—−‐‑’ʼ“”„",  # noqa: RUF001 - that is the point
    'abekmhopctyxijsdgABEKMHOPCTYXIJSoaipve-----\'\'"""',
)
_MARKUP: Final = re.compile(
    r"(?P<markup></?[A-Za-z][^<>]{0,300}>|<!--.{0,300}?-->|\\(?=[^\w\s])|[*`~]+|(?<!\w)_+|_+(?!\w)"
    r"|-\n(?=[a-z]))"
    r"|(?P<encoded>(?<![\w+/&%#])(?=[A-Za-z0-9+/]*[A-Z])(?=[A-Za-z0-9+/]*[a-z0-9])"
    r"[A-Za-z0-9+/]{6,}={0,2}(?![\w+/=]))"
    r"|(?P<gap>\]\((?=[^()\s]*\))|(?<=[a-z])(?=[A-Z][a-z]))"
    r"|(?P<entity>&(?:#\w+|\w+);)|(?P<escape>(?:%[0-9A-Fa-f]{2})+)"
)
_SPACED: Final = re.compile(r"(?<!\w)\w(?: \w){2,}(?:   \w(?: \w)*)*(?!\w)")
_SPACED_WORD: Final = re.compile(r"\w(?: \w)*")
_CAMEL_CASE: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ASCII_OR_OTHER: Final = re.compile(r"[\x00-\x7f]+|[^\x00-\x7f]")
_BLANKS: Final = str.maketrans("\t\r\xa0", "   ")
_INVISIBLE: Final = frozenset({"Cf", "Mn"})
_REMEMBERED: Final = 4096
"""Texts: the results of searches come back often."""


class VisibleText(NamedTuple):
    """The text, and the offset that each of its characters has in the text given."""

    text: str
    offsets: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where `text[start:end]` is in the original text, the end open."""
        return self.offsets[start], self.offsets[end - 1] + 1


@lru_cache(_REMEMBERED)
def visible_text(text: str) -> VisibleText:
    """Return a text in the form in which values are searched for."""
    pieces: list[str] = []
    offsets: list[int] = []

    def add(piece: str, offset: int) -> None:
        plain = piece if piece.isascii() else _without_disguise(piece)
        pieces.append(plain)
        offsets.extend([offset] * len(plain))

    def copy(start: int, end: int) -> None:
        for run in _ASCII_OR_OTHER.finditer(text, start, end):
            if run[0].isascii():
                pieces.append(run[0])
                offsets.extend(range(*run.span()))
            else:
                add(run[0], run.start())

    end = 0
    for match in _MARKUP.finditer(text):
        copy(end, match.start())
        end = match.end()
        match match.lastgroup:
            case "entity":
                add(unescape(match[0]), match.start())
            case "escape":
                add(unquote(match[0]), match.start())
            case "gap":
                add(" ", min(match.start(), len(text) - 1))
            case "encoded" if decoded := _decoded(match[0]):
                add(decoded, match.start())
            case "encoded":  # a word after all, perhaps one in camel case
                start = match.start()
                for gap in _CAMEL_CASE.finditer(text, match.start(), match.end()):
                    copy(start, gap.start())
                    add(" ", gap.start())
                    start = gap.start()
                copy(start, match.end())
    copy(end, len(text))
    return _joined("".join(pieces).translate(_BLANKS), offsets)


@lru_cache(_REMEMBERED)
def _without_disguise(piece: str) -> str:
    plain = unicodedata.normalize("NFKC", piece).translate(_LOOK_ALIKES)
    return "".join(
        character for character in plain if unicodedata.category(character) not in _INVISIBLE
    )


def _joined(text: str, offsets: list[int]) -> VisibleText:
    """Join letters that stand apart, such as `5 1 8 0`; three blanks separate words."""
    indices: list[int] = []
    end = 0
    for run in _SPACED.finditer(text):
        indices += range(end, run.start())
        for word in _SPACED_WORD.finditer(text, run.start(), run.end()):
            if word.start() > run.start():
                indices.append(word.start() - 1)
            indices += range(word.start(), word.end(), 2)
        end = run.end()
    if not end:
        return VisibleText(text, tuple(offsets))
    indices += range(end, len(text))
    return VisibleText(
        "".join(text[index] for index in indices), tuple(offsets[index] for index in indices)
    )


def _decoded(word: str) -> str | None:
    """Return the text that a word in base64 encodes; None where it is none."""
    try:
        text = base64.b64decode(word, validate=True).decode()
    except ValueError:
        return None
    return text if text.isprintable() and any(map(str.isalnum, text)) else None

"""The words of a text that people and models marked up: Markdown, HTML, footnotes, odd characters.

`plain_text` gives what a reader sees. It is made for short texts, the cells of a table and the
lines of a page: every pattern takes time linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from html import unescape
from typing import Final

_NOTHING_TO_DO: Final = re.compile(r"[A-Za-z0-9 .,:;%()/+$'\"?!-]*")

_BREAK: Final = re.compile(r"<br\s*/?>", re.IGNORECASE)
_RAISED: Final = re.compile(r"<sup>[^<>]{0,12}</sup>", re.IGNORECASE)
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]{0,1000}>|<!--[^<>]{0,1000}-->")
_TARGET: Final = r"\(\s*<?([^()\s<>]*(?:\([^()\s<>]*\)[^()\s<>]*)?)>?(?:\s+\"[^\"()]*\")?\s*\)"
_CITATION: Final = re.compile(r"\[\[[^\[\]]{0,12}\]\]" + _TARGET + r"|【[^【】]{0,200}】")
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\]" + _TARGET)
_FOOTNOTE: Final = re.compile(
    r"\[(?:\^[^\[\]]{1,40}|\d{1,3}(?:\s?[,;\u2013-]\s?\d{1,3})*|[a-z]|(?:note|ref|source)\s?\d{0,3}"
    r"|citation needed)\]|[†‡§]",
    re.IGNORECASE,
)
_ESCAPE: Final = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|~<>$&%])")
_EMPHASIS: Final = re.compile(r"[*`]+|~~|(?<![^\W_])_+(?=[^\W_])|(?<=[^\W_])_+(?![^\W_])")
_URL: Final = re.compile(r"<?\b[a-z][a-z0-9+.-]{1,10}://[^\s<>|]+", re.IGNORECASE)
_RAISED_DIGITS: Final = re.compile(r"(?<![mM])(?<!ft)[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_VULGAR: Final = re.compile(r"(?<=\d)(?=[¼½¾⅐-⅞])")
_BLANKS: Final = re.compile(r"[^\S\n]+")
_SAME: Final = str.maketrans(
    {
        **dict.fromkeys("\u2212\u2010\u2011\u00ad", "-"),
        **dict.fromkeys("\u2018\u2019\u02bc\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u2033", '"'),
    }
)


def plain_text(text: str) -> str:
    """Return `text` as a reader sees it, with compatibility characters made plain (NFKC).

    Emphasis, code marks, tags, links (their words stay), footnote marks, addresses beside other
    words and characters of no width are left out; entities and escapes become what they stand for,
    a `<br>` a line break, other blanks one blank.
    """
    if _NOTHING_TO_DO.fullmatch(text) and "://" not in text:
        return " ".join(text.split())
    if "<" in text:
        text = _TAG.sub("", _RAISED.sub("", _BREAK.sub("\n", text)))
    if "[" in text or "【" in text:
        text = _LINK.sub(r"\1", _CITATION.sub("", text))
    if "&" in text:
        text = unescape(text)
    text = _FOOTNOTE.sub("", text)
    text = _EMPHASIS.sub("", text) if "\\" not in text else _unescaped(text)
    if "://" in text:
        text = _URL.sub("", text) if _URL.sub("", text).strip() else text
    if not text.isascii():
        text = _VULGAR.sub(" ", _RAISED_DIGITS.sub("", text.replace("\u00ad", "")))
        text = unicodedata.normalize("NFKC", text).translate(_SAME)
        text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    return _BLANKS.sub(" ", text).replace(" \n", "\n").replace("\n ", "\n").strip()


def _unescaped(text: str) -> str:
    """Return the text without marks of emphasis; escaped ones become plain characters."""
    pieces: list[str] = []
    end = 0
    for escape in _ESCAPE.finditer(text):
        pieces += _EMPHASIS.sub("", text[end : escape.start()]), escape[1]
        end = escape.end()
    return "".join((*pieces, _EMPHASIS.sub("", text[end:])))


def link_targets(text: str) -> tuple[str, ...]:
    """Return the targets of a text's Markdown links, else the bare addresses in it."""
    linked = tuple(match[2] for match in _LINK.finditer(text))
    return linked or tuple(match[0].strip("<>.,;)") for match in _URL.finditer(text))

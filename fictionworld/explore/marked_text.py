"""Markdown as HTML, with the facts that it states marked.

Whatever a text holds stays text: HTML in it is escaped, images are left out, and a link leads where
`link` says, or nowhere. Marks are kept through the rendering as two characters of a private area,
and each piece of text between tags is wrapped on its own, so a mark may begin in one cell of a
table and end in another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from typing import Final, NamedTuple

from markdown_it import MarkdownIt

_OPEN, _CLOSE, _BASE = "\ue000", "\ue001", 0xF0000
"""The begin and the end of a mark; the character behind them says of which."""
_MOST: Final = 65_000
_PRIVATE: Final = re.compile("[\ue000\ue001\U000f0000-\U000ffffd]")
_PIECE: Final = re.compile(f"(<[^>]*>)|([{_OPEN}{_CLOSE}])(.)|([^<{_OPEN}{_CLOSE}]+)", re.DOTALL)
_BEFORE_BLOCK: Final = re.compile(
    rf"^((?:[{_OPEN}{_CLOSE}].)+)([ ]*(?:[-*+>] |#{{1,6}} |\d+[.)] |\| ?)+)", re.MULTILINE
)
_LINK: Final = re.compile(r'<a href="([^"]*)"[^>]*>')

Link = Callable[[str], str | None]
"""Returns the opening tag for a link to an address of the text; None for text alone."""


class TextMark(NamedTuple):
    """A part of a text that is marked."""

    start: int
    end: int
    classes: str
    title: str
    """What is said of it where a pointer rests."""
    href: str = ""
    """Where it leads; marks within links lead nowhere of their own."""


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def plain_html(text: str) -> str:
    """Return Markdown as HTML, without links."""
    return marked_html(text, (), lambda _: None)


def marked_html(text: str, marks: Sequence[TextMark], link: Link) -> str:
    """Return Markdown as HTML.

    Args:
        text: The Markdown, of any origin.
        marks: In order, not overlapping.
        link: Where links lead.
    """
    source = _BEFORE_BLOCK.sub(r"\2\1", _with_sentinels(text, marks[:_MOST]))
    return _wrapped(_markdown().render(source), marks, link)


def _with_sentinels(text: str, marks: Sequence[TextMark]) -> str:
    pieces: list[str] = []
    at = 0
    for number, mark in enumerate(marks):
        sign = chr(_BASE + number)
        pieces += (_cleaned(text[at : mark.start]), _OPEN, sign)
        pieces += (_cleaned(text[mark.start : mark.end]), _CLOSE, sign)
        at = mark.end
    return "".join((*pieces, _cleaned(text[at:])))


def _cleaned(text: str) -> str:
    return _PRIVATE.sub("\ufffd", text)


def _wrapped(html: str, marks: Sequence[TextMark], link: Link) -> str:
    """Return HTML with each piece of text in its mark, and its links led where they shall."""
    output: list[str] = []
    mark: TextMark | None = None
    closing: list[str] = []
    """What ends the link that is open: `</a>`, `</button>`, or nothing."""
    for tag, sentinel, sign, text in _PIECE.findall(html):
        if sentinel:
            mark = marks[ord(sign) - _BASE] if sentinel == _OPEN else None
        elif text:
            is_marked = mark is not None and text.strip()
            output.append(_marked(text, mark, in_link=any(closing)) if is_marked and mark else text)
        elif tag.startswith("<a "):
            match = _LINK.fullmatch(tag)
            address = _unescaped(_PRIVATE.sub("", match[1])) if match else ""
            opening = link(address) or ""
            closing.append(f"</{opening[1:].partition(' ')[0]}>" if opening else "")
            output.append(opening)
        elif tag == "</a>":
            output.append(closing.pop())
        elif tag == "<table>":
            output.append('<table tabindex="0">')  # it scrolls, for those without a pointer too
        else:
            output.append(_PRIVATE.sub("", tag))
    return "".join(output)


def _marked(text: str, mark: TextMark, *, in_link: bool) -> str:
    inner = f'<mark class="{escape(mark.classes)}" title="{escape(mark.title)}">{text}</mark>'
    if in_link or not mark.href:
        return inner
    return f'<a class="fact" href="{escape(mark.href)}">{inner}</a>'


def _unescaped(text: str) -> str:
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text

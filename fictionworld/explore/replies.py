"""Calls of tools in a line, and their replies as HTML: results with links, pages as Markdown."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Final

from markupsafe import Markup

from fictionworld.explore.marked_text import Link, marked_html

_RESULT: Final = re.compile(
    r"^\[(\d+)\] (\S+)\nTitle: (.*)\nSnippet: (.*)\nDate: (.*)$", re.MULTILINE
)


def asked_of(arguments: object) -> str:
    """Return the arguments of a call in a line: queries, or an address and a part."""
    try:
        given = json.loads(str(arguments))
        flat = [
            part
            for value in given.values()
            for part in (value if isinstance(value, list) else [value])
        ]
        return " · ".join(
            part if isinstance(part, str) else json.dumps(part, ensure_ascii=False) for part in flat
        )
    except (ValueError, AttributeError, RecursionError):
        return str(arguments)


def reply_html(text: str, kind: str, link: Link) -> Markup:
    """Return a reply as a person reads it; `link` gives the opening tag of a link to an address."""
    if kind == "page":
        return Markup(marked_html(text, (), link))  # noqa: S704 - escaped there
    if kind != "results":
        return Markup("<pre>{}</pre>").format(text)
    pieces: list[str] = []
    end = 0
    for match in _RESULT.finditer(text):
        pieces.append(_between(text[end : match.start()]))
        rank, url, title, snippet, date = match.groups()
        opening = link(url) or "<span>"
        closing = f"</{opening[1:].partition(' ')[0].rstrip('>')}>"
        pieces.append(
            f'<li value="{rank}">{opening}{escape(title)}{closing} '
            f'<span class="address">{escape(url)}</span>'
            f"{escape(snippet)} <span class=soft>{escape(date)}</span></li>"
        )
        end = match.end()
    tail = text[end:].strip()
    note = f"<p class=soft>{escape(tail)}</p>" if tail else ""
    return Markup(f"<ol class=results>{''.join(pieces)}</ol>{note}")  # noqa: S704 - escaped above


def _between(text: str) -> str:
    return f"<li class=note>{escape(text.strip())}</li>" if text.strip() else ""

"""What the tags of a text say in their attributes: `alt`, `title`, `content`, `data-weight`.

A browser shows some of it, a reader of the page's source all. It is written out in place of the
tag: the words of an `alt` as a sentence, the others as a label and its value.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.readings.view import View

__all__ = ["with_attributes"]

_TAG: Final = re.compile(r"<([A-Za-z][A-Za-z0-9-]{0,30})((?:\s[^<>]{0,3000})?)/?>")
_ATTRIBUTE: Final = re.compile(
    r"(?P<name>[A-Za-z_:@][\w:.@-]{0,40})\s?=\s?(?:\"(?P<double>[^\"]{0,2000})\""
    r"|'(?P<single>[^']{0,2000})'|(?P<bare>[^\s\"'>]{1,200}))"
)
_SENTENCES: Final = frozenset("alt title aria-label summary placeholder label".split())
_BARE: Final = frozenset("href src action cite content value datetime data-name data-label".split())
_OUTSIDE: Final = frozenset(
    "class id style rel type lang dir width height rows cols size sizes colspan rowspan tabindex"
    " role target"
    " method charset viewport loading decoding srcset media border cellpadding cellspacing"
    " maxlength min max step for aria-hidden crossorigin integrity xmlns"
    " viewbox fill stroke".split()
)
"""Of the page, and not of what it tells."""
_NAMES: Final = ("itemprop", "property", "name", "key", "data-label", "data-name", "data-field")
_VALUES: Final = ("content", "value", "datetime", "data-value", "data-content")


def with_attributes(view: View) -> View:
    """The view in which tags stand as what their attributes say."""
    return view.rewritten(_TAG, _written_out) if "<" in view.text and "=" in view.text else view


def _written_out(match: re.Match[str]) -> str | None:
    said = {
        m["name"].lower(): (m["double"] or m["single"] or m["bare"] or "").strip()
        for m in _ATTRIBUTE.finditer(match[2])
    }
    if not said:
        return None
    lines = []
    named = next((said[name] for name in _NAMES if said.get(name)), None)
    valued = next((said[name] for name in _VALUES if said.get(name)), None)
    paired = {named, valued} if named and valued else set()
    if paired:
        lines.append(f"{_words(named or '')}: {valued}")
    for name, value in said.items():
        if not value or name in _OUTSIDE or name.startswith("on") or value in paired:
            continue
        bare = name in _SENTENCES or name in _BARE
        lines.append(value if bare else f"{_words(name.removeprefix('data-'))}: {value}")
    return "\n" + "\n".join(lines) + "\n" if lines else " "


def _words(name: str) -> str:
    return re.sub(r"[_:.-]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)).strip().lower()

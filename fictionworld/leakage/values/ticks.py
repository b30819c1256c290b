"""Boxes ticked or not: `[x] appeal allowed`."""

from __future__ import annotations

import re
from typing import Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.values.replies import LOOSE

__all__ = ["find_ticks"]

_YES: Final = "\u2713\u2714\u2705\u2611\u2612\U0001f5f9"
_NO: Final = "\u2717\u2718\u274c\u2716\u2715\u2610\u25a1"
_MARK: Final = rf"[{_YES}{_NO}]|\[[xX ]\]"
_BEFORE: Final = re.compile(rf"(?P<mark>{_MARK})\ufe0f?\s?$")
_AFTER: Final = re.compile(rf"\s?[:|]?\s?(?P<mark>{_MARK})")
_WORD_AFTER: Final = re.compile(
    r"\s?[:=]\s{0,3}(?:(?P<yes>yes|true|\u2713)|no|false|none)\s*(?:$|[,;.\n)|}\]])", re.IGNORECASE
)


def find_ticks(text: str, words: list[str], *, wanted: bool) -> list[Hit]:
    """The places where the words of a column, in order, are ticked or crossed."""
    if not words:
        return []
    gap = r"\W{1,3}(?:(?:to|the|of|for|in|a|an|by)\W){0,3}"
    # a form that asks whether dogs are allowed often says `dogs: yes`
    firm = words[:-1] if len(words) > 1 and words[-1] in LOOSE else words
    last = rf"(?:{gap}{re.escape(words[-1])})?" if len(firm) < len(words) else ""
    phrase = re.compile(
        r"(?<![A-Za-z])" + gap.join(map(re.escape, firm)) + last + r"(?![A-Za-z])", re.IGNORECASE
    )
    found = []
    for match in phrase.finditer(text):
        said = _ticked(text, match)
        if said is wanted:
            found.append(Hit(*match.span(), "statement", alone=False))
    return found


def _ticked(text: str, match: re.Match[str]) -> bool | None:
    line = text.rfind("\n", 0, match.start()) + 1
    word = _WORD_AFTER.match(text, match.end())
    if word is not None:
        return word["yes"] is not None
    mark: re.Match[str] | None
    before = _BEFORE.search(text, max(line, match.start() - 5), match.start())
    after = _AFTER.match(text, match.end())
    if before and after:
        # the side on which the line's marks stand is the one where it has none behind its last word
        close = text.find("\n", match.end())
        rest = text[match.end() : len(text) if close < 0 else close].rstrip(" .|)")
        leading = re.search(rf"(?:{_MARK})\ufe0f?$", rest) is None
        mark = before if leading else after
    else:
        mark = before or after
    if mark is None:
        return None
    return mark["mark"][-1] in _YES or mark["mark"].lower() == "[x]"

"""Values in a text with the numbers of their facts, until it is known where on the page they lie.

A marked value stands between two control characters, with the numbers of its facts behind the
first, in control characters too. So sentences, tables and links are plain strings that may be put
together in any order, and what a reader sees is the text without its control characters: one pass
over bytes, which is all that the index asks for. Where the values lie is computed for the pages
that somebody reads.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import accumulate, product

from fictionworld.web.page import Mark, Truth
from fictionworld.worlds.fact import FactId

_OPEN, _CLOSE = "\x02", "\x03"
# none that Python takes for a blank, and not the one that stands for a subject
_DIGITS = "\x01\x04\x05\x06\x07\x08" + "".join(map(chr, range(0x0E, 0x1C)))
_WIDTH = 3
_SIGNS = tuple(map("".join, product(_DIGITS, repeat=_WIDTH)))
"""The sign of each number: 8,000 facts, more than any page states."""
OPENINGS = tuple(_OPEN + sign for sign in _SIGNS)
"""What stands before a value that is one fact, by the number of the fact."""
CLOSING = _CLOSE
"""What stands behind a value."""
_NUMBERS = {sign: number for number, sign in enumerate(_SIGNS)}
_MARKED = re.compile(f"{_OPEN}([{_DIGITS}]+)([^{_CLOSE}]*){_CLOSE}")


def marked(text: str, number: int, count: int = 1) -> str:
    """Mark the text as the value of `count` facts, numbered from `number` on."""
    if count == 1:
        return f"{OPENINGS[number]}{text}{_CLOSE}"
    return f"{_OPEN}{''.join(_SIGNS[number : number + count])}{text}{_CLOSE}"


def behind_mark(text: str) -> int:
    """Return where a value at the beginning of the text begins; 0 where none stands there."""
    if text[:1] != _OPEN:
        return 0
    end = 1
    while text[end] in _DIGITS:
        end += _WIDTH
    return end


def skeleton(text: str) -> str:
    """Return the text without its values."""
    return _MARKED.sub("", text)


def read(
    text: str,
    facts: Sequence[tuple[FactId, bool]],
    *,
    follows: Collection[int] = (),
    rounded: Collection[int] = (),
) -> tuple[str, tuple[Mark, ...]]:
    """Return the text as a reader sees it, and the marks of its values.

    Args:
        text: The text of a page.
        facts: The facts by number, each with whether its value is missing.
        follows: The numbers of those from which a text follows that does not state them.
        rounded: The numbers of those whose value is rounded.
    """
    # what stands before a value, its signs, the value, and so on
    parts = _MARKED.split(text)
    all_signs = parts[1::3]
    del parts[1::3]
    ends = list(accumulate(map(len, parts)))
    marks = []
    for signs, start, end in zip(all_signs, ends[::2], ends[1::2], strict=False):
        for offset in range(0, len(signs), _WIDTH):
            number = _NUMBERS[signs[offset : offset + _WIDTH]]
            fact, missing = facts[number]
            truth: Truth = "rounded" if number in rounded else "current"
            from_it = number in follows
            marks.append(Mark(start, end, fact, truth, missing=missing, follows=from_it))
    return "".join(parts), tuple(marks)

"""English that only questions need: titles, labels behind their owners, comparatives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from fictionworld.text.english import joined

_SMALL = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "it", "of", "on", "or", "out", "per",
     "the", "to", "with"}
)  # fmt: skip


def either(items: Sequence[str]) -> str:
    """Return `A, B or C`; or `red and black or all green`, where a comma would leave doubt."""
    return " or ".join(items) if any(" and " in item for item in items) else joined(items, "or")


def overlapped(owner: str, label: str) -> str:
    """Return the label behind its owner, shared words once: `track section` + `section length`.

    The label keeps a word of its own: the `arrival` of a `flight of arrival` is another thing.
    """
    owners, labels = owner.lower().split(), label.lower().split()
    shared = max(
        count
        for count in range(min(len(owners), len(labels) - 1) + 1)
        if owners[len(owners) - count :] == labels[:count]
    )
    return " ".join([owner, *label.split()[shared:]])


@lru_cache(4096)
def titled(label: str) -> str:
    """Return the label in title case, as headers have it: `Growth on the Year Before`."""
    words = label.split()
    last = len(words) - 1
    return " ".join(
        word
        if any(letter.isupper() for letter in word[1:]) or (word in _SMALL and 0 < index < last)
        else word[:1].upper() + word[1:]
        for index, word in enumerate(words)
    )


_SUPERLATIVES = {
    "the most": "more", "the fewest": "fewer", "the least": "less", "most": "more",
    "fewest": "fewer", "least": "less", "best": "better", "worst": "worse",
}  # fmt: skip
_SUPERLATIVE = re.compile(
    r"\bthe most\b|\bthe fewest\b|\bthe least\b|\bmost\b|\bfewest\b|\bleast\b|\bbest\b|\bworst\b"
    r"|\b(\w{2,})est\b"
)


def comparative(phrase: str) -> str:
    """Return a phrase with its superlative as a comparative: `with the larger battery`."""
    return _SUPERLATIVE.sub(lambda m: f"{m[1]}er" if m[1] else _SUPERLATIVES[m[0]], phrase, count=1)

"""Numbers that a text lists without saying which is meant: `240, 310 and 385`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.forms import skeleton_pattern
from fictionworld.leakage.quantities.word_set import word_set

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.items import Line

__all__ = ["find_listed"]

_LISTED: Final = skeleton_pattern(r"N(?: (?:,|;|\?|/) N)+ (?:, )?(?:and|or|&|even) N")
_LAST: Final = word_set("and or & even")
_SIGNS: Final = word_set(", ; ? /")
_IN_ORDER: Final = word_set("respectively order together combined total all sum")


def find_listed(line: Line) -> frozenset[int]:
    """The items of the numbers that are listed."""
    words = line.words
    if _SIGNS.isdisjoint(words) or _LAST.isdisjoint(words) or not _IN_ORDER.isdisjoint(words):
        return frozenset()
    lists = []
    for match in _LISTED.finditer(line.skeleton):
        first, last = line.at(match.start()), line.at(match.end() - 1)
        numbers = [at for at in range(first, last + 1) if line.items[at].number is not None]
        if len({n.unit for at in numbers if (n := line.items[at].number) and n.unit}) < 2:
            lists.append(numbers)
    lengths = [len(numbers) for numbers in lists]
    # two lists of one length go together: years and their figures
    return frozenset(at for one in lists if lengths.count(len(one)) == 1 for at in one)

"""Names of months in forty languages: those of dateparser's data, which come from CLDR."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Final

from fictionworld.extras import require_extra
from fictionworld.leakage.data import word_list
from fictionworld.leakage.views.look_alikes import plain_word
from fictionworld.text.dates import MONTHS

_LANGUAGES: Final = (
    "en de fr es it pt nl sv da nb fi pl cs sk hu ro bg el tr ru uk hr sl et lv lt ca eu gl is ga"
    " sq he hi id vi af sw cy ar"
)
_SHORTEST_STEM: Final = 4
OTHER_WORDS: Final = word_list("no month")
"""Names of months abroad that are other words more often: as months they need a year."""


@lru_cache(1)
def _month_words() -> dict[str, int]:
    """The months of the year by their names in small letters, without accents."""
    require_extra("leaks", "the matcher of leaks")
    found: dict[str, int] = {}
    for language in _LANGUAGES.split():
        data = import_module(f"dateparser.data.date_translation_data.{language}").info
        for number, month in enumerate(map(str.lower, MONTHS), start=1):
            for word in data[month]:
                plain = plain_word(word).lower().strip(".")
                if plain.isalpha() and len(plain) > 2:
                    found.setdefault(plain, number)
    return found


@lru_cache(1 << 13)
def month_of(word: str) -> int:
    """The month that a word in small letters names, inflected or not; 0 where it names none."""
    words = _month_words()
    if word in words:
        return words[word]
    for cut in range(len(word) - 1, max(_SHORTEST_STEM, len(word) - 5), -1):
        if word[:cut] in words and word[:cut] not in OTHER_WORDS:
            return words[word[:cut]]
    if len(word) < _SHORTEST_STEM + 2:
        return 0
    # of `brezen` and `brezna` the end is inflected
    return _stems().get(word[:5], 0)


@lru_cache(1)
def _stems() -> dict[str, int]:
    """The beginnings that long names of one month alone have."""
    found: dict[str, set[int]] = {}
    for word, month in _month_words().items():
        if len(word) > _SHORTEST_STEM + 1:
            found.setdefault(word[:5], set()).add(month)
    return {stem: months.pop() for stem, months in found.items() if len(months) == 1}

"""Whether a sentence is in another language than English, by its small words and its calendar."""

# Lists of words read best as words; some letters look like ours.
# ruff: noqa: RUF001, SIM905

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fictionworld.leakage.quantities.months import MONTHS
from fictionworld.leakage.quantities.spelled import folded
from fictionworld.leakage.quantities.weekdays import SEASON_NAMES, WEEKDAY_NAMES

__all__ = ["FOREIGN", "has_english", "is_foreign"]

_ENGLISH: Final = frozenset(
    "the of and is are was were in at by to for with from has have had its it on an that which a i"
    " do does as or be been this these you your we they not but he she his her will all can if no"
    " so up out about one who what when where more than there only said new".split()
)
_SMALL: Final = (
    frozenset(
        "der die das den dem des ein eine einer einen eines ist sind war wurde wird hat und oder"
        " nicht mit von vom zum zur bei im am auf fur für seit nach wie kostet heisst aus sehr nur"
        " le la les un une du de au aux est sont fut sur avec pour dans par qui que ne pas en"
        " depuis compte très tres peu ou et sans sous entre il elle sich chez ses sa ce cette"
        " el los las una del al es son fue con por para se su muy como más sin sobre"
        " lo gli della dello dei nel nella di da che non è molto anche ed"
        " em um uma dos das ao às pelo pela não nao foi são sao com"
        " het een van voor werd niet met ook zijn zu bis"
        " og det av til som er på med ett är och för inte från ikke fra eller ved"
        " ja oli ei sen joka kun hän myös tai kanssa jossa"
        " w z na nie jest był była został przez oraz jego się ze od"
        " v s ve je byl byla bylo k u že jako po jeho"
        " és egy az nem volt hogy ami bir bu ile için olarak da çok"
        " și este sunt cu pe din care într"
        " и в на с по из не что как был была это от для за его она он".split()
    )
    - _ENGLISH
)
_BOTH: Final = frozenset("in is on was to do no as a i at an so was for up out he".split())
"""Small words of English that others have too."""
FOREIGN: Final = frozenset(
    name
    for name in (*MONTHS, *(name for names in (*WEEKDAY_NAMES, *SEASON_NAMES) for name in names))
    if len(name) > 4 and not name.endswith(("day", "days"))
) - frozenset(
    "january february march april august september october november december"
    " spring springtime summer summertime autumn winter wintertime winters lente leden".split()
)
"""Names of months and weekdays that are none in English: a sentence with one is of their tongue."""
_WORD: Final = re.compile(r"[^\W\d_]+")


@lru_cache(512)
def is_foreign(sentence: str) -> bool:
    """Whether at least two small words are of another language, and more than are English.

    The name of a month or weekday counts for two.
    """
    words = [word.lower() for word in _WORD.findall(sentence)]
    foreign = sum(
        1 if word in _SMALL else 2 if word in FOREIGN or folded(word) in FOREIGN else 0
        for word in words
    )
    return foreign >= 2 and foreign > sum(word in _ENGLISH for word in words)


@lru_cache(512)
def has_english(sentence: str) -> bool:
    """Whether any small word is English and of no other language."""
    words = [word.lower() for word in _WORD.findall(sentence)]
    return any(word in _ENGLISH and word not in _BOTH for word in words)

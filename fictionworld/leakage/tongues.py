"""Whether a sentence is in another language than English, by its small words."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["is_foreign"]

_SMALL: Final = frozenset(
    "der die das den dem des ein eine einer einen ist sind war wurde wird hat und"
    " nicht mit von vom zum"
    " zur bei im am auf fur für seit nach wie kostet heisst le la les un une des du"
    " de au aux est sont"
    " fut sur avec pour dans par qui que ne pas en depuis compte el los las una del"
    " al es son fue"
    " con por para se su il lo gli della dello dei nel nella di da che non è het een van voor"
    " werd og det av til som er på med dans chez ses sa ce cette zu bis".split()
)
_ENGLISH: Final = frozenset(
    "the of and is are was were in at by to for with from has have had its it on an"
    " that which".split()
)
_WORD: Final = re.compile(r"[^\W\d_]+")


@lru_cache(512)
def is_foreign(sentence: str) -> bool:
    """Whether at least two small words are of another language, and more than are English."""
    words = [word.lower() for word in _WORD.findall(sentence)]
    foreign = sum(word in _SMALL for word in words)
    return foreign >= 2 and foreign > sum(word in _ENGLISH for word in words)

"""Tags one after the other, `#sky #red #nofilter`: what one of them is of, nobody says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked

__all__ = ["one_tag_of_many"]

_TAG: Final = re.compile(r"#(?P<word>[^\W\d_][\w-]{1,40})")
_AWAY: Final = 120
_MOST_BETWEEN: Final = 2
_ALONE: Final = 2
"""Tags that are none of the subject, the value among them: with more, it is one of a crowd."""


def one_tag_of_many(text: str, hit: Hit, asked: Asked) -> bool:
    """Whether a category stands as a tag beside others that have nothing to do with what is asked.

    Tags of the subject and words of the column among them say whose it is.
    """
    if asked.answer.type != "category" or text[max(0, hit.start - 1) : hit.start] != "#":
        return False
    tags = list(_TAG.finditer(text, max(0, hit.start - _AWAY), hit.end + _AWAY))
    here = next((at for at, tag in enumerate(tags) if tag.start() <= hit.start < tag.end()), None)
    if here is None:
        return False
    low = high = here
    while low and tags[low].start() - tags[low - 1].end() <= _MOST_BETWEEN:
        low -= 1
    while high + 1 < len(tags) and tags[high + 1].start() - tags[high].end() <= _MOST_BETWEEN:
        high += 1
    own = asked.own
    words = [tag["word"].lower() for tag in tags[low : high + 1]]
    if own is not None and any(own.search(word) for word in words):
        return False
    return sum(not _of_subject(word, asked) for word in words) > _ALONE


def _of_subject(word: str, asked: Asked) -> bool:
    name = re.sub(r"[\W_]", "", asked.subject.name.lower())
    return word in name or name in word

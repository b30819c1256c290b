"""What a careful reader believes where pages disagree: the rule of the question, and nothing else.

A page says itself what it is: an archived copy of an earlier edition and an unofficial page say
so above their text, and a correction notice says what should read otherwise. Only these words are
looked at.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from fictionworld.episodes.reading import marks_read

if TYPE_CHECKING:
    from fictionworld.web.page import Mark, Page

__all__ = ["Credence", "is_discounted"]

_AD: Final = re.compile(r"coupons and offers|compare and save|^Top 10:|free download")

_NOT_COUNTED: Final = re.compile(r"^> (?:Archived copy of an earlier edition|Unofficial page)\b")
_CORRECTION: Final = re.compile(
    r"\bCorrection: (?P<notice>in the text below, “(?P<wrong>.+?)” should read) “"
)
_TITLE: Final = re.compile(r"(?:Archived copy|Unofficial)\b")


class Credence:
    """What one reader believes of the pages that it reads, part by part."""

    def __init__(self) -> None:
        self._not_counted: set[str] = set()
        self._wrong: defaultdict[str, set[str]] = defaultdict(set)

    def believed(self, url: str, page: Page, text: str) -> list[Mark]:
        """The statements that count in what a tool gave of the page at `url`."""
        if _NOT_COUNTED.match(text):
            self._not_counted.add(url)
        for found in _CORRECTION.finditer(text):
            self._wrong[url].update(found.group("notice", "wrong"))
        if url in self._not_counted:
            return []
        wrong = self._wrong[url]
        if not wrong:
            return marks_read(page, text)
        return [m for m in marks_read(page, text) if page.body[m.start : m.end] not in wrong]


def is_discounted(title: str) -> bool:
    """Whether a page says by its title that nothing on it counts alone, or that it sells."""
    return _TITLE.match(title) is not None or _AD.search(title) is not None

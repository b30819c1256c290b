"""Whose words the texts of a reply are: noted while the reply is made, then counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal, NamedTuple

TextSource = Literal["worded", "template", "failed"]
"""A model's words; the template's, where the model's were refused or there are none; or the
template's, since the model failed."""


class TextCounts(NamedTuple):
    """Pages and search results by whose words they are in."""

    worded: int = 0
    template: int = 0
    failed: int = 0


NO_TEXTS: Final = TextCounts()


def all_texts(counted: Iterable[TextCounts]) -> TextCounts:
    """Return the sums of these counts."""
    return TextCounts(*map(sum, zip(NO_TEXTS, *counted, strict=True)))


class TextsNoted:
    """The texts that were shown, each once."""

    def __init__(self) -> None:
        self.by_text: dict[Hashable, TextSource] = {}

    @property
    def counts(self) -> TextCounts:
        """Return how many texts were shown from each source."""
        counted = Counter(self.by_text.values())
        return TextCounts(counted["worded"], counted["template"], counted["failed"])


_NOTED: ContextVar[TextsNoted | None] = ContextVar("texts_noted", default=None)


@contextmanager
def texts_noted() -> Iterator[TextsNoted]:
    """Collect the texts that this thread shows within the context."""
    noted = TextsNoted()
    token = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(token)


def note_text(text: Hashable, source: TextSource) -> None:
    """Note that a text is shown, where `texts_noted` collects them."""
    noted = _NOTED.get()
    if noted is not None:
        noted.by_text[text] = source

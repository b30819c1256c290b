"""Whether a value in a text stands as one of a column: by the words near it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.stated_values import DISTINCTIVE, KnownForms, StatedValue, forms_of
from fictionworld.leakage.visible_text import visible_text
from fictionworld.text.names import fold

NEAR: Final = 90
"""Characters between a value and a word of its column."""
_STEM: Final = 5
"""Letters by which a word of a label is recognised: `price`, `prices`, `priced`."""
_DISTINCTIVE_IN_ROW: Final = 2
"""Digits that settle a value in a table's row that names the subject."""
_USUAL: Final = 2
"""The first so many labels of a column are its usual ones."""
_COMMON: Final = frozenset(
    "a an and at by for in of on or per the to with date name number total year".split()  # noqa: SIM905
)
_BRACKETED: Final = re.compile(r"\([^()]*\)")
_ROW_END: Final = re.compile(r" \u00b7 |\n")
_CLAUSE_END: Final = re.compile(r"[\n;|]|\.\s| \u00b7 ")
_DENIAL: Final = re.compile(r"\b(?:not|never|no|than|without)\s(?:\S+\s){0,2}$", re.IGNORECASE)


@lru_cache(4096)
def label_stems(label: str) -> frozenset[str]:
    """Return the beginnings of the words of a label, without its unit and common words."""
    words = fold(_BRACKETED.sub("", label)).split()
    return frozenset(word[:_STEM] for word in words if word not in _COMMON)


@lru_cache(4096)
def column_stems(column: str, labels: tuple[str, ...]) -> frozenset[str]:
    """Return the beginnings of the words of what a column is mostly called."""
    return label_stems(column).union(*map(label_stems, labels[:_USUAL]))


def names_column(stems: set[str], answer: Answer) -> bool:
    """Return whether words, by their beginnings, name the column of an answer.

    Of its usual labels one word is enough, of others all are needed: a column has ten, and among
    their words are ones that any text has.
    """
    if not column_stems(answer.column, answer.labels).isdisjoint(stems):
        return True
    return any(
        label_stems(label) <= stems for label in answer.labels[_USUAL:] if label_stems(label)
    )


def word_stems(text: str) -> set[str]:
    """Return the beginnings of the words of a text."""
    return {word[:_STEM] for word in fold(text).split()}


def clause_before(text: str, value: StatedValue) -> str:
    """Return the text before a value in its clause."""
    return _CLAUSE_END.split(text[max(0, value.start - NEAR) : value.start])[-1]


def is_of_column(text: str, value: StatedValue, answer: Answer, name: str) -> bool:
    """Return whether a value of a visible text stands as that of an answer.

    A word of the column stands near it, or the value is too rare to be anything else, or it stands
    in a row of a table that names the subject.

    Args:
        text: The visible text.
        value: Where the value of the answer stands.
        answer: The answer that it may state.
        name: The subject's name, as it is written in the text.
    """
    before = clause_before(text, value)
    after = _CLAUSE_END.split(text[value.end : value.end + NEAR])[0]
    if _DENIAL.search(before):
        return False
    if names_column(word_stems(f"{before} {after}"), answer):
        return True
    row = _ROW_END.split(text[: value.start])[-1] + _ROW_END.split(text[value.end :])[0]
    if "|" in row and name and name in row:
        # the heading of its column may stand in the title, or be cut off
        return value.digits >= _DISTINCTIVE_IN_ROW or names_column(word_stems(text), answer)
    return value.digits >= DISTINCTIVE and answer.type != "rank"


def stated_spans(text: str, answer: Answer, names: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return where a text states the value of an answer, as half-open spans.

    A value that may be another's counts only in a text that has one of the subject's names.
    """
    visible = visible_text(text)
    subjects = [visible_text(name).text for name in names]
    subject = next((name for name in subjects if name in visible.text), None)
    return tuple(
        visible.span(value.start, value.end)
        for value in KnownForms(forms_of(answer)).stated_in(visible.text)
        if (value.digits >= DISTINCTIVE or subject is not None)
        and is_of_column(visible.text, value, answer, subject or "")
    )

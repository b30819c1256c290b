"""Whether a draft says only what it was given, beside its slots and of them.

No figure in digits or words, no time, currency or name that the passage did not give; nothing that
relates one value to another, hedges or judges one; nothing of a column that has no slot.
"""

# Text has typographic quotes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from fictionworld.simulator.drafts import words
from fictionworld.simulator.drafts.attribution import SENTENCE_END
from fictionworld.simulator.drafts.given import CAPITAL, HOLE, ReadDraft, WrongDraftError
from fictionworld.simulator.drafts.passage import SLOT
from fictionworld.simulator.drafts.words import is_common

_DIGITS: Final = re.compile(r"[^\s,;:()“”\"]*\d[^\s;:()“”\"]*")
_LETTER_RUN: Final = re.compile(r"[^\W_]+")
_INNER: Final = re.compile(r"\b[a-z]+[A-Z]\w*")
_OPENS: Final = re.compile(r"(?:^|[.?!:\u2026])[\"\u201c\u201d\u2018\u2019'()\s-]*$")
_SPELLED: Final = re.compile(r"\b[b-hj-z](?:[\s.-]+[b-hj-z]\b)+", re.IGNORECASE)
_NEAR: Final = 6
"""Words between a column's label and a word about its value."""
_BEING: Final = frozenset("is are was were be been looks seems very so".split())  # noqa: SIM905
_FREE_LISTS: Final = ((words.COUNTS, "a number"), (words.ABOUT_ITSELF, "a word about the task"))
_LISTS: Final = (
    (words.COUNTS, "a number"),
    (words.MONEY, "a currency"),
    (words.RELATES, "a comparison"),
    (words.ABOUT_ITSELF, "a word about the task"),
)


def check_closed_world(draft: ReadDraft) -> None:
    """Raise `WrongDraftError` where the draft says, beside its slots, what was not given."""
    text_with_fillers = draft.bare + draft.fillers
    for name in draft.passage.said:
        if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text_with_fillers, re.IGNORECASE):
            raise WrongDraftError("closed world", f"does not say {name!r}")
    digits = _numbers(draft.plain)
    for match in _DIGITS.finditer(draft.bare):
        if not _numbers(match[0]) <= digits:
            raise WrongDraftError("closed world", f"says {match[0]!r}, a number that is not given")
    for sentence in SENTENCE_END.split(draft.bare):
        _check_sentence(draft, _plainer(sentence), is_free=draft.is_free(sentence))
    if _SPELLED.search(draft.bare) and not _SPELLED.search(draft.plain):
        raise WrongDraftError("closed world", "spells something out letter by letter")
    _check_names(draft)


def _check_sentence(draft: ReadDraft, sentence: str, *, is_free: bool) -> None:
    small = sentence.lower()
    for pattern, kind in _FREE_LISTS if is_free else _LISTS:
        matches: Iterable[re.Match[str]] = pattern.finditer(small)
        if is_free:
            matches = (match for match in matches if match[0] not in words.LOOSE)
        not_given = draft.unless_given(matches)
        if not_given is not None:
            raise WrongDraftError("closed world", f"says {not_given!r}, {kind} that is not given")
    times = words.DAYS if is_free else words.TIMES
    not_given = draft.unless_given(times.finditer(sentence))
    if not_given is not None:
        raise WrongDraftError("closed world", f"says {not_given!r}, a time that is not given")


def _check_names(draft: ReadDraft) -> None:
    labels = " ".join(slot.label for slot in draft.passage.slots)
    given_words = set(_LETTER_RUN.findall(f"{draft.plain} {labels} {draft.page}".casefold()))
    for match in (*CAPITAL.finditer(draft.bare), *_INNER.finditer(draft.bare)):
        word = re.split(r"['’]", match[0])[0]
        small = word.casefold()
        if small in given_words or small.removesuffix("s") in given_words or word == "I":
            continue
        if _OPENS.search(draft.bare[: match.start()]) is not None and is_common(word):
            continue
        raise WrongDraftError("closed world", f"speaks of {match[0]!r}, which is not given")
    for small in _LETTER_RUN.findall(draft.bare.casefold()):
        if (
            not small.isascii()
            and small.removesuffix("s") not in given_words
            and small not in given_words
        ):
            raise WrongDraftError("closed world", f"has {small!r}, a word that is not given")


def check_values(draft: ReadDraft) -> None:
    """Raise `WrongDraftError` where the draft judges a value, doubts it or puts it into words."""
    columns = frozenset((slot.fact.table, slot.fact.column) for slot in draft.passage.slots)
    absent = draft.labels.of_others(columns)
    for sentence in SENTENCE_END.split(draft.text):
        bare_sentence = _plainer(SLOT.sub(HOLE, sentence))
        has_secret = any(
            not slot.filler
            for match in SLOT.finditer(sentence)
            if (slot := draft.slots.get(match[1])) is not None
        )
        if SLOT.search(sentence):
            not_given = draft.unless_given(words.DOUBTS.finditer(bare_sentence.lower()))
            if not_given is not None:
                raise WrongDraftError("closed world", f"puts a fact in doubt ({not_given!r})")
            not_given = draft.unless_given(words.EVENTS.finditer(bare_sentence.lower()))
            if not_given is not None:
                raise WrongDraftError("closed world", f"tells of what is not given ({not_given!r})")
        if has_secret:
            small = bare_sentence.lower()
            not_given = draft.unless_given(words.BY_VALUE.finditer(small))
            if not_given is not None:
                raise WrongDraftError("closed world", f"judges a value ({not_given!r})")
        free = not draft.passage.slots and draft.is_free(sentence)
        _check_absent(draft, bare_sentence, absent, near=1 if free else _NEAR)


def _check_absent(draft: ReadDraft, sentence: str, absent: frozenset[str], near: int) -> None:
    """Raise `WrongDraftError` where a column without a slot stands near a word about its value."""
    tokens = [match[0].casefold() for match in re.finditer(r"[^\W_]+(?:-[^\W_]+)*", sentence)]
    tokens = [token for token in tokens if near > 1 or token not in _BEING]
    for index, word in enumerate(tokens):
        if word not in absent:
            continue
        words_near = tokens[max(0, index - near) : index + near + 1]
        for other in words_near:
            if (
                other != word
                and (
                    words.DEGREES.fullmatch(other)
                    or (draft.passage.slots and words.QUANTITIES.fullmatch(other))
                )
                and (other not in draft.given or word not in draft.given)
            ):
                why = f"describes {word!r} ({other!r}), for which there is no slot"
                raise WrongDraftError("closed world", why)


def _plainer(text: str) -> str:
    """Return the text with blanks in place of idioms, whose words mean nothing by themselves."""
    if words.IDIOMS_SMALL.search(text.lower()) is None:  # a third of the time of a search by case
        return text
    return words.IDIOMS.sub(lambda match: " " * len(match[0]), text)


def _numbers(text: str) -> frozenset[str]:
    """Return the figures of a text, each with what is written together with it."""
    return frozenset(figure.strip(".,'’!?").removesuffix("'s") for figure in _DIGITS.findall(text))

"""Whether a draft says only what it was given: by its form, with no value looked at.

Its slots are there, each where its form allows, and what stands beside them is closed: no figure in
digits or words, no time, currency or name that the passage did not give; nothing that relates one
value to another, hedges or judges one; nothing of a column that has no slot. No value takes part,
so a draft that passes does so in every world of the structure. It is strict: some true sentences
are refused, and said again in other words.
"""

# Text has typographic quotes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

from fictionworld.leakage.column_words import word_stems
from fictionworld.simulator.drafts import words
from fictionworld.simulator.drafts.attribution import (
    SENTENCE_END,
    Attribution,
    WorldWords,
    world_words_of,
)
from fictionworld.simulator.drafts.passage import SLOT, DraftPassage, DraftSlot
from fictionworld.simulator.drafts.prose import prose_fault
from fictionworld.simulator.drafts.words import is_common, said_in
from fictionworld.text.english import plural
from fictionworld.text.units import known_unit, unit_words
from fictionworld.web.writing.context import WritingContext

Reason = Literal[
    "backend", "format", "length", "slots", "closed world", "prose", "attribution", "guard"
]
"""Why a draft was not let through. `backend`: there was none."""

HOLE: Final = "\u25a1"
"""Stands for a slot while the rest is read."""
_STRANGE: Final = re.compile(r"[^A-Za-zÀ-ÖØ-öø-ÿ\s.,;:!?'\"“”‘’–—()&/\u2026\u25a1-]")
_RARE: Final = re.compile(r"[^ -~]")
_MARKUP: Final = re.compile(
    r"[*_#|<>`\[\]{}\\~^=+]|https?:|www\.|\(\s*/|</?\w|&\w+;|^\s*[-\u2022]\s|(?<!\w)p\d+\s*:"
)
_END: Final = re.compile(r"[.?!\u2026][\"\u201d\u2019')]*$")
_SLOTS_LENGTH: Final = 14
"""Characters that a slot counts for, whatever will stand there."""
_DIGITS: Final = re.compile(r"[^\s,;:()“”\"]*\d[^\s;:()“”\"]*")
_CAPITAL: Final = re.compile(r"(?<![\w'’])[A-Z\u00c0-\u00de][\w'’]*")
_LETTER_RUN: Final = re.compile(r"[^\W_]+")
_INNER: Final = re.compile(r"\b[a-z]+[A-Z]\w*")
_OPENS: Final = re.compile(r"(?:^|[.?!:\u2026])[\"\u201c\u201d\u2018\u2019'()\s-]*$")
_SPELLED: Final = re.compile(r"\b[b-hj-z](?:[\s.-]+[b-hj-z]\b)+", re.IGNORECASE)
_STARTS: Final = re.compile(
    r"(?:^|[.?!;:,\u2013\u2014(\u201c\"-]|\b(?:and|but|while|whereas|as|that|because|since|for|so|or"
    r"|where|when|though|although|then))[\"\u201c(]?\s*$",
    re.IGNORECASE,
)
_NOT_ON: Final = re.compile(r"\b(?:before|after)\s*$")
_NO_SUBJECT: Final = re.compile(
    r"(?:^|[.?!;:]|\b(?:of|at|an?|the|with|is|was|are|were|has|had|have|for|from|by|in|on|to))\s*$",
    re.IGNORECASE,
)
_FOLLOWS: Final = re.compile(
    r"\s*(?:$|[.?!;:,)\u2013\u2014\"\u201d]|(?:and|but|while|whereas|as|in|for|at|on|with|to|over"
    r"|during|this|so|or|according|says?|across|throughout|too|by|within|after|before)\b)",
    re.IGNORECASE,
)
_ABOUT_ROW: Final = re.compile(
    r"\b(?:he|she|his|her|it (?:is|was|has|had|costs?|\w+ed))\b",
    re.IGNORECASE,
)
"""What may speak of a row without its name."""
_NEAR: Final = 6
"""Words between a column's label and a word about its value."""
_SMALL: Final = said_in(
    "a an and at by for in of on or the to with number date year name size rate time amount per"
    " first last main home away full total average made used"
)


_GRADED: Final = re.compile(r"\b\w+(?:er|est)\b")
"""Words of degree."""


class DraftFault(NamedTuple):
    """Why a draft is not let through."""

    reason: Reason
    why: str
    """One line for the model and for people. It quotes the draft; no agent ever sees it."""


class Labels:
    """The words that speak of the columns of a world that may be asked for.

    Args:
        by_column: Those of each, by table and column.
        lexicons: By whose words a slot is read.
    """

    def __init__(
        self,
        by_column: Mapping[tuple[str, str], frozenset[str]],
        lexicons: WorldWords = WorldWords(),  # noqa: B008 - it is frozen
    ) -> None:
        self._by_column = by_column
        self.lexicons = lexicons
        self.words: frozenset[str] = frozenset().union(*by_column.values())
        """Of all columns."""
        self._of_others: dict[frozenset[tuple[str, str]], frozenset[str]] = {}

    def of_others(self, columns: frozenset[tuple[str, str]]) -> frozenset[str]:
        """Return the words that speak of other columns than these, and of none of these."""
        words = self._of_others.get(columns)
        if words is None:
            other_words = (
                word for column, word in self._by_column.items() if column not in columns
            )
            own_words = (self._by_column.get(column, frozenset()) for column in columns)
            words = frozenset().union(*other_words) - frozenset().union(*own_words)
            self._of_others[columns] = words
        return words


NO_LABELS: Final = Labels({})


def labels_of(context: WritingContext) -> Labels:
    """Return the words that speak of each column of a world that may be asked for."""
    by_column = {}
    for column, wording in context.wordings.items():
        if wording.askable:
            texts = (wording.label, *wording.column.usual_labels, wording.noun)
            nouns = context.nouns[wording.table]
            table_words = said_in(f"{nouns.one} {nouns.many}")
            label_words = said_in(" ".join(texts)) - _SMALL - _GENERIC - table_words
            by_column[column] = label_words | {plural(word) for word in label_words}
    return Labels(by_column, world_words_of(context))


def label_fault_of(text: str, passage: DraftPassage, labels: Labels) -> DraftFault | None:
    """Return the fault where a draft describes a column that has no slot; check nothing else."""
    return _first_fault(_Draft(text, passage, labels, "").check_values)


def fault_of(
    text: str,
    passage: DraftPassage,
    labels: Labels,
    page: str = "",
) -> DraftFault | None:
    """Return the first fault of a draft; None where it has none.

    Args:
        text: As the model wrote it, with slots.
        passage: The passage that it words.
        labels: The words that speak of the columns that may be asked for.
        page: Further names that were given: the titles of page, site and world.
    """
    draft = _Draft(text, passage, labels, page)
    return _first_fault(
        draft.check_format,
        draft.check_slots,
        draft.check_length,
        draft.check_closed_world,
        draft.check_values,
        draft.check_prose,
        draft.check_attribution,
    )


def _first_fault(*checks: Callable[[], None]) -> DraftFault | None:
    try:
        for check in checks:
            check()
    except _WrongError as wrong:
        return wrong.fault
    return None


class _WrongError(Exception):
    def __init__(self, reason: Reason, why: str) -> None:
        self.fault = DraftFault(reason, why)


@dataclass
class _Draft:
    text: str
    passage: DraftPassage
    labels: Labels
    page: str

    # What was given ------------------------------------------------------------------------------

    @cached_property
    def _slot(self) -> dict[str, DraftSlot]:
        return {slot.name: slot for slot in self.passage.slots}

    @cached_property
    def _plain(self) -> str:
        """Return the plain text, the names that may stand, and the fillers that are no secret."""
        passage = self.passage
        texts = (SLOT.sub(" ", passage.plain), *passage.said, *passage.may, passage.subject)
        return " ".join((*texts, *(slot.filler for slot in passage.slots)))

    @cached_property
    def _given(self) -> frozenset[str]:
        labels = " ".join(slot.label for slot in self.passage.slots)
        return said_in(f"{self._plain} {labels}")

    @cached_property
    def _given_stems(self) -> set[str]:
        return word_stems(" ".join(self._given))

    @cached_property
    def _bare(self) -> str:
        """Return the draft with `HOLE` in place of each slot."""
        return SLOT.sub(HOLE, self.text)

    def _unless_given(self, found: Iterable[re.Match[str]]) -> str | None:
        """Return the first matched text with a word that was not given; None where all were."""
        return next((match[0] for match in found if not self._is_given(match[0])), None)

    def _is_given(self, text: str) -> bool:
        if not word_stems(text) - _ARTICLES <= self._given_stems:
            return False
        # `large` gives no `largest`, though it begins alike
        return self._given.issuperset(_GRADED.findall(text.casefold()))

    # Form ----------------------------------------------------------------------------------------

    def check_format(self) -> None:
        text = self.text
        categories = {"Cc", "Cf", "Co", "Cs", "Cn"}
        control_char = next(
            (char for char in _RARE.findall(text) if unicodedata.category(char) in categories), None
        )
        if control_char is not None:
            raise _WrongError(
                "format", f"holds a line break or control character (U+{ord(control_char):04X})"
            )
        if HOLE in text:
            raise _WrongError("format", f"holds {HOLE!r}; write plain text")
        if text != text.strip() or "  " in text:
            raise _WrongError("format", "begins or ends with blanks, or has several in a row")
        markup = _MARKUP.search(self._bare)
        if markup is not None:
            why = f"holds markup, an address or a broken slot ({markup[0]!r}); write plain text"
            raise _WrongError("format", why)
        given_text = self.passage.plain + self.page + self._plain
        strange_char = next(
            (char for char in _STRANGE.findall(self._bare) if char not in given_text), None
        )
        if strange_char is not None and not strange_char.isdigit():
            raise _WrongError(
                "format", f"holds {strange_char!r}, which is not given; write plain English"
            )
        if text and not _END.search(text):
            raise _WrongError("format", "does not end with a full stop")

    def check_length(self) -> None:
        length = len(self._bare) + _SLOTS_LENGTH * self._bare.count(HOLE)
        plain = SLOT.sub("x" * _SLOTS_LENGTH, self.passage.plain)
        least, most = int(0.2 * len(plain)), 2 * len(plain) + 60
        if not least <= length <= most or not self.text:
            raise _WrongError("length", f"has {length} characters; allowed: {least} to {most}")

    def check_slots(self) -> None:
        seen: set[str] = set()
        for match in SLOT.finditer(self.text):
            slot = self._slot.get(match[1])
            if slot is None:
                raise _WrongError("slots", f"has {match[0]}, which is no slot of this passage")
            if slot.name in seen:
                raise _WrongError("slots", f"has {match[0]} twice; write each slot once")
            seen.add(slot.name)
            self._check_place(slot, self.text[: match.start()], self.text[match.end() :])
        for slot in self.passage.slots:
            if slot.name not in seen:
                raise _WrongError("slots", f"lacks {slot.token}; write each slot once")

    def _check_place(self, slot: DraftSlot, before: str, behind: str) -> None:
        if slot.form == "predicate" and _NO_SUBJECT.search(before):
            raise _WrongError("slots", f"has {slot.token} without its subject right before it")
        if slot.form == "clause" and not _STARTS.search(before):
            raise _WrongError("slots", f"has {slot.token} inside a clause; it is one by itself")
        if slot.form != "value" and not _FOLLOWS.match(behind):
            raise _WrongError("slots", f"goes on right behind {slot.token}; end the clause there")
        if slot.filler:
            return
        hedge = words.HEDGE.search(words.OVER.sub("", before)[-28:])
        if slot.reads in {"a date", "a year"} and _NOT_ON.search(before):
            raise _WrongError("slots", f"has 'before' or 'after' before {slot.token}")
        if hedge is not None and (
            slot.form != "value" or slot.reads not in {"a name", "a word or two"}
        ):
            raise _WrongError(
                "slots", f"has {hedge[0].strip()!r} before {slot.token}; values are exact"
            )
        word = re.match(r"\s?-?([^\W\d_]+)", behind)
        if slot.form == "value" and word is not None and word[1] not in {"in", "m", "a"}:
            unit = unit_words(word[1])[0]
            if known_unit(unit) and unit not in unit_words(f"{slot.reads} {slot.label}"):
                raise _WrongError("slots", f"has a unit behind {slot.token}; the slot says its own")

    # The closed world ----------------------------------------------------------------------------

    def check_closed_world(self) -> None:
        """Raise `_WrongError` where the draft says, beside its slots, what was not given."""
        text_with_fillers = self._bare + self._fillers
        for name in self.passage.said:
            if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text_with_fillers, re.IGNORECASE):
                raise _WrongError("closed world", f"does not say {name!r}")
        digits = _numbers(self._plain)
        for match in _DIGITS.finditer(self._bare):
            if not _numbers(match[0]) <= digits:
                raise _WrongError("closed world", f"says {match[0]!r}, a number that is not given")
        for sentence in SENTENCE_END.split(self._bare):
            self._check_sentence(_plainer(sentence), is_free=self._is_free(sentence))
        if _SPELLED.search(self._bare) and not _SPELLED.search(self._plain):
            raise _WrongError("closed world", "spells something out letter by letter")
        self._check_names()

    def _check_sentence(self, sentence: str, *, is_free: bool) -> None:
        small = sentence.lower()
        for pattern, kind in _FREE_LISTS if is_free else _LISTS:
            matches: Iterable[re.Match[str]] = pattern.finditer(small)
            if is_free:
                matches = (match for match in matches if match[0] not in words.LOOSE)
            not_given = self._unless_given(matches)
            if not_given is not None:
                raise _WrongError("closed world", f"says {not_given!r}, {kind} that is not given")
        times = words.DAYS if is_free else words.TIMES
        not_given = self._unless_given(times.finditer(sentence))
        if not_given is not None:
            raise _WrongError("closed world", f"says {not_given!r}, a time that is not given")

    def _is_free(self, sentence: str) -> bool:
        """Return whether a sentence is of a passage without slots, and about no row."""
        if self.passage.slots:
            return False
        said = said_in(sentence)
        return said.isdisjoint(self._row_words) and _ABOUT_ROW.search(sentence) is None

    @cached_property
    def _row_words(self) -> frozenset[str]:
        """Return the words that speak of a row: of the names that are given, and the nouns."""
        passage = self.passage
        names = (*passage.said, *passage.may, passage.subject)
        titles = _CAPITAL.findall(f"{passage.plain} {self.page}")
        return said_in(" ".join((*names, *(word for word in titles if not is_common(word)))))

    @cached_property
    def _fillers(self) -> str:
        """Return the fillers of the draft's slots that are no secret, in one text."""
        slots = (self._slot.get(match[1]) for match in SLOT.finditer(self.text))
        return " " + " ".join(slot.filler for slot in slots if slot is not None)

    def _check_names(self) -> None:
        labels = " ".join(slot.label for slot in self.passage.slots)
        given_words = set(_LETTER_RUN.findall(f"{self._plain} {labels} {self.page}".casefold()))
        for match in (*_CAPITAL.finditer(self._bare), *_INNER.finditer(self._bare)):
            word = re.split(r"['’]", match[0])[0]
            small = word.casefold()
            if small in given_words or small.removesuffix("s") in given_words or word == "I":
                continue
            if _OPENS.search(self._bare[: match.start()]) is not None and is_common(word):
                continue
            raise _WrongError("closed world", f"speaks of {match[0]!r}, which is not given")
        for small in _LETTER_RUN.findall(self._bare.casefold()):
            if (
                not small.isascii()
                and small.removesuffix("s") not in given_words
                and small not in given_words
            ):
                raise _WrongError("closed world", f"has {small!r}, a word that is not given")

    def check_values(self) -> None:
        """Raise `_WrongError` where the draft judges a value, doubts it or puts it into words."""
        columns = frozenset((slot.fact.table, slot.fact.column) for slot in self.passage.slots)
        absent = self.labels.of_others(columns)
        for sentence in SENTENCE_END.split(self.text):
            bare_sentence = _plainer(SLOT.sub(HOLE, sentence))
            has_secret = any(
                not slot.filler
                for match in SLOT.finditer(sentence)
                if (slot := self._slot.get(match[1])) is not None
            )
            if SLOT.search(sentence):
                not_given = self._unless_given(words.DOUBTS.finditer(bare_sentence.lower()))
                if not_given is not None:
                    raise _WrongError("closed world", f"puts a fact in doubt ({not_given!r})")
                not_given = self._unless_given(words.EVENTS.finditer(bare_sentence.lower()))
                if not_given is not None:
                    raise _WrongError("closed world", f"tells of what is not given ({not_given!r})")
            if has_secret:
                small = bare_sentence.lower()
                not_given = self._unless_given(words.BY_VALUE.finditer(small))
                if not_given is not None:
                    raise _WrongError("closed world", f"judges a value ({not_given!r})")
            free = not self.passage.slots and self._is_free(sentence)
            self._check_absent(bare_sentence, absent, near=1 if free else _NEAR)

    def check_prose(self) -> None:
        """Raise `_WrongError` where the draft is no prose; the plain text may say what it says."""
        if self.text != self.passage.plain:
            why = prose_fault(self.text, self.passage.plain, self._given)
            if why is not None:
                raise _WrongError("prose", why)

    def check_attribution(self) -> None:
        """Raise `_WrongError` where a slot is said of another column or row than its own."""
        if self.passage.slots and self.text != self.passage.plain:
            why = Attribution(self.text, self.passage, self.labels.lexicons).fault()
            if why is not None:
                raise _WrongError("attribution", why)

    def _check_absent(self, sentence: str, absent: frozenset[str], near: int) -> None:
        """Raise `_WrongError` where a column without a slot stands near a word about its value."""
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
                        or (self.passage.slots and words.QUANTITIES.fullmatch(other))
                    )
                    and (other not in self._given or word not in self._given)
                ):
                    why = f"describes {word!r} ({other!r}), for which there is no slot"
                    raise _WrongError("closed world", why)


def _plainer(text: str) -> str:
    """Return the text with blanks in place of idioms, whose words mean nothing by themselves."""
    if words.IDIOMS_SMALL.search(text.lower()) is None:  # a third of the time of a search by case
        return text
    return words.IDIOMS.sub(lambda match: " " * len(match[0]), text)


_ARTICLES: Final = frozenset({"a", "an", "the"})
_BEING: Final = frozenset("is are was were be been looks seems very so".split())  # noqa: SIM905
_GENERIC: Final = said_in(words.GENERIC)
_FREE_LISTS: Final = ((words.COUNTS, "a number"), (words.ABOUT_ITSELF, "a word about the task"))
_LISTS: Final = (
    (words.COUNTS, "a number"),
    (words.MONEY, "a currency"),
    (words.RELATES, "a comparison"),
    (words.ABOUT_ITSELF, "a word about the task"),
)


def _numbers(text: str) -> frozenset[str]:
    """Return the figures of a text, each with what is written together with it."""
    return frozenset(figure.strip(".,'’!?").removesuffix("'s") for figure in _DIGITS.findall(text))

"""Whether a draft says what it must, and nothing else: it is read, and compared with the rows.

The reader shares no code with the writers of templates, and takes nobody's word for where a value
stands. It is strict: a true sentence that it cannot follow is refused, and said again in other
words; a false one must not pass.

- each fact is stated: its value is read, near words that speak of its column rather than of
  another;
- each number and date that is read is the value of such a fact, or stands in the plain text that
  the model was given;
- each name is one that the plain text names; no value of the same column stands there that is
  another row's;
- nothing is hedged, denied, compared or ranked that the plain text does not hedge, deny, compare or
  rank.
"""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.simulator.drafts.mentions import (
    capitals_in,
    dates_in,
    masked,
    numbers_in,
    places_of,
    signed,
    verbs_of_change,
)
from fictionworld.simulator.drafts.nearness import BREAK, FAR, Nearness
from fictionworld.simulator.drafts.tone import tone_fault
from fictionworld.simulator.drafts.vocabulary import is_common
from fictionworld.text.units import parse_unit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fictionworld.simulator.drafts.book import Book
    from fictionworld.simulator.drafts.mentions import NumberSaid
    from fictionworld.simulator.drafts.passage import Passage, Statement
    from fictionworld.worlds.fact import FactId

__all__ = ["Found", "Reading", "read_draft"]

_NUMBERS: Final = frozenset({"integer", "decimal", "money", "percent", "year"})
_ABSENT: Final = re.compile(
    r"\b(?:no(?:t|ne|where)?|never|without|missing|un(?:known|published|available|disclosed)|lacks?)\b",
    re.IGNORECASE,
)
_HEDGE: Final = re.compile(
    r"\b(?:about|around|roughly|nearly|almost|approximately|some|over|under"
    r"|(?:more|less|fewer) than|at (?:least|most)|up to|close to|just (?:over|under)|not|no longer"
    r"|below|above)"
    r"(?:\s+(?:a|an|the|only|quite))?\s*(?:[A-Z]{3}\s|[€$£¥])?$",
    re.IGNORECASE,
)
_TOKEN: Final = re.compile(r"[^\W\d_]+")
_UNPUBLISHED: Final = re.compile(
    r"\b(?:publish\w*|unpublished|given|entry|known|available|disclosed|on record|stated)\b",
    re.IGNORECASE,
)
_SMALL: Final = 12
_PLACES: Final = frozenset({"rank", "place", "position", "round", "finish"})


class Found(NamedTuple):
    """Where a draft states a fact: `text[start:end]`."""

    start: int
    end: int
    fact: FactId


class Reading(NamedTuple):
    """What was read in a draft."""

    found: tuple[Found, ...]
    """In the order of the text, not overlapping."""
    fault: str | None
    """The first thing that is wrong, in words for the model; None where nothing is."""


class _UnfaithfulError(Exception):
    """A draft is not faithful; the message says where."""


def read_draft(text: str, passage: Passage, book: Book) -> Reading:
    """The draft, read; with the reason where it is not faithful."""
    try:
        return Reading(_Reader(text, passage, book).read(), None)
    except _UnfaithfulError as fault:
        return Reading((), str(fault))


class _Reader:
    """One draft and what it has to say."""

    def __init__(self, text: str, passage: Passage, book: Book) -> None:
        self._text = text
        self._passage = passage
        self._book = book
        self._near = Nearness(text, self._bare, passage, book)

    def read(self) -> tuple[Found, ...]:
        self._names()
        numbers, dates = self._numbers(), self._dates()
        texts = self._texts([*numbers, *dates])
        found = _apart([*numbers, *dates, *texts])
        if self._passage.required:
            stated = {one.fact for one in found}
            for statement in self._passage.statements:
                if statement.fact not in stated:
                    raise _UnfaithfulError(
                        f"does not state that {statement.called.label!r} is "
                        f"{statement.written or statement.value!r}"
                    )
        rest = masked(self._bare, ((one.start, one.end) for one in found))
        rest = masked(rest, verbs_of_change(self._bare))
        labels = " ".join(s.called.label for s in self._passage.statements)
        fault = tone_fault(
            rest,
            f"{self._passage.plain} {labels}",
            self._near.sentences,
            [one.start for one in found],
        )
        if fault is not None:
            raise _UnfaithfulError(fault)
        return found

    # Names ---------------------------------------------------------------------------------------

    @cached_property
    def _allowed(self) -> frozenset[str]:
        plain = self._passage.plain
        named = {plain[start:end] for start, end in self._book.names_in(plain)}
        values = {str(s.value) for s in self._passage.statements if isinstance(s.value, str)}
        return frozenset(named | values | set(self._passage.said) | set(self._passage.may))

    def _holes(self, text: str) -> list[tuple[int, int]]:
        """Where names stand, those that this passage may say among them."""
        spans = self._book.names_in(text)
        for name in self._allowed:
            if any(c.isupper() or c.isdigit() for c in name):
                spans += places_of(name, text)
        return spans

    @cached_property
    def _bare(self) -> str:
        """The text with holes for names."""
        return masked(self._text, self._name_places)

    @cached_property
    def _bare_plain(self) -> str:
        return masked(self._passage.plain, self._holes(self._passage.plain))

    def _names(self) -> None:
        for name in self._passage.said:
            if not places_of(name, self._text):
                raise _UnfaithfulError(f"does not say {name!r}")
        allowed = {name.casefold() for name in (*self._allowed, *self._units)}
        for start, end in self._book.names_in(self._text):
            name = self._text[start:end]
            if name.casefold() not in allowed and not self._inside(start, end):
                raise _UnfaithfulError(f"speaks of {name!r}, which is not in the plain text")
        days = [(d.start, d.end) for d in dates_in(self._bare)]
        known = {word for word, _ in capitals_in(self._bare_plain)}
        known |= self._units
        for statement in self._passage.statements:
            known |= {word for word, _ in capitals_in(statement.called.label)}
        for word, opens in capitals_in(masked(self._bare, days)):
            if word in known or word == "I" or (opens and is_common(word)):
                continue
            raise _UnfaithfulError(f"speaks of {word!r}, which is not in the plain text")

    @cached_property
    def _units(self) -> frozenset[str]:
        """The words of the units of these facts: `EUR`, `mAh`."""
        units = (s.called.unit or "" for s in self._passage.statements)
        return frozenset(word for unit in units for word in _TOKEN.findall(unit))

    def _inside(self, start: int, end: int) -> bool:
        """Whether a name stands within one that may be said."""
        return any(
            a <= start and end <= b
            for name in self._allowed
            for a, b in places_of(name, self._text)
        )

    # Values --------------------------------------------------------------------------------------

    def _of(self, kinds: frozenset[str]) -> list[Statement]:
        return [s for s in self._passage.statements if s.called.column.kind in kinds]

    def _numbers(self) -> list[Found]:
        days = [(d.start, d.end) for d in dates_in(self._bare)]
        plain_days = [(d.start, d.end) for d in dates_in(self._bare_plain)]
        statements = [s for s in self._of(_NUMBERS) if s.value is not None]
        wanted = {s.fact: _number_of(s) for s in statements}
        others = self._other_numbers(masked(self._bare_plain, plain_days), wanted)
        found: list[Found] = []
        for said in signed(masked(self._bare, days)):
            mine = [
                s
                for s in statements
                if wanted[s.fact] in said.values and self._may_say(s, wanted[s.fact], said)
            ]
            besides = next((value for value in said.values if others[value] > 0), None)
            if not mine:
                if besides is None:
                    raise _UnfaithfulError(
                        f"says {self._text[said.start : said.end]!r}, a number that is not given"
                    )
                continue
            if besides is not None and not any(
                self._near.fits(s, *said[:2], _NUMBERS) for s in mine
            ):
                others[besides] -= 1  # the four of `in four years`
                continue
            self._exact(said.start, said.end, mine[0])
            stated = self._fitting(said.start, said.end, mine, _NUMBERS)
            taken = {one.fact for one in found}
            best = next((s for s in stated if s.fact not in taken), None)
            if best is None:  # said once more: of what?
                best = stated[0]
                if besides is not None:
                    others[besides] -= 1
                    continue
                if self._near.distance(best.called.words, said.start, said.end) >= FAR:
                    raise _UnfaithfulError(
                        f"says {self._text[said.start : said.end]!r} twice, and not clearly of what"
                    )
            found.append(Found(said.start, said.end, best.fact))
        return found

    def _may_say(self, statement: Statement, value: Decimal, said: NumberSaid) -> bool:
        """Whether a number can be a fact at all: small ones stand in many phrases.

        They count beside words of the column alone, and ordinals for places alone.
        """
        words = statement.called.words
        if said.ordinal and words.isdisjoint(_PLACES):
            return False
        return abs(value) > _SMALL or self._near.distance(words, said.start, said.end) < FAR

    def _other_numbers(self, plain: str, wanted: Mapping[FactId, Decimal]) -> Counter[Decimal]:
        """Numbers of the plain text and of labels that are no facts here, and how many of each."""
        facts = Counter(wanted.values())
        others: Counter[Decimal] = Counter()
        labels = "; ".join(s.called.label for s in self._passage.statements)
        for said in signed(f"{plain} ; {labels}"):
            fact = next((value for value in said.values if value in facts), None)
            others.update(said.values if fact is None else [fact])
        return others - facts

    def _exact(self, start: int, end: int, statement: Statement) -> None:
        """No word before the number takes it back, no unit behind it makes it another."""
        self._unhedged(start, end)
        unit = parse_unit(statement.called.unit)
        currencies = self._near.currencies(start, end)
        if unit.currency and any(word not in unit.known for word in currencies):
            raise _UnfaithfulError(f"gives {self._text[start:end]!r} in another currency")

    def _unhedged(self, start: int, end: int) -> None:
        hedge = _HEDGE.search(self._text[max(0, start - 24) : start])
        if hedge and hedge[0].strip().casefold() not in self._plain_hedges:
            raise _UnfaithfulError(
                f"hedges {self._text[start:end]!r} with {hedge[0].strip()!r}; values are exact"
            )

    @cached_property
    def _plain_hedges(self) -> frozenset[str]:
        """What stands before numbers of the plain text: `place number` is no hedge there."""
        plain = self._passage.plain
        places = [said.start for said in numbers_in(plain)]
        places += [day.start for day in dates_in(plain)]
        found = (_HEDGE.search(plain[max(0, place - 24) : place]) for place in places)
        return frozenset(match[0].strip().casefold() for match in found if match)

    def _dates(self) -> list[Found]:
        statements = [s for s in self._of(frozenset({"date"})) if s.value is not None]
        plain = {r for said in dates_in(self._bare_plain) for r in said.ranges}
        found: list[Found] = []
        for said in dates_in(self._bare):
            mine = [s for s in statements if (s.value, s.value) in said.ranges]
            if mine:
                self._unhedged(said.start, said.end)
                stated = self._fitting(said.start, said.end, mine, frozenset({"date"}))
                taken = {one.fact for one in found}
                best = next((s for s in stated if s.fact not in taken), stated[0])
                found.append(Found(said.start, said.end, best.fact))
            elif plain.isdisjoint(said.ranges):
                raise _UnfaithfulError(
                    f"says {self._text[said.start : said.end]!r}, a date that is not given"
                )
        return found

    def _texts(self, told: list[Found]) -> list[Found]:
        """Names, categories, answers of yes and no, missing values, and noughts in words."""
        found: list[Found] = []
        for statement in self._passage.statements:
            kind = statement.called.column.kind
            if statement.value is None or (kind in _NUMBERS and statement.value == 0):
                if all(one.fact != statement.fact for one in told):
                    found += self._absence(statement, [*told, *found])
            elif kind not in _NUMBERS and kind != "date":
                value = statement.value
                shown = ("no", "yes")[value] if isinstance(value, bool) else str(value)
                places = [p for p in places_of(shown, self._text) if not self._within_name(*p)]
                taken = {(one.start, one.end) for one in found}
                places = [p for p in places if p not in taken][: self._share(statement, shown)]
                if kind == "boolean":
                    places = [place for place in places if self._near.speaks_of(statement, place)]
                if kind in {"category", "text"}:
                    self._no_other(statement, shown)
                for start, end in places:
                    found.append(Found(start, end, statement.fact))
        return found

    def _within_name(self, start: int, end: int) -> bool:
        """Whether a text stands inside a longer name: a town in the name of its club."""
        return any(a <= start and end <= b and (a, b) != (start, end) for a, b in self._name_places)

    @cached_property
    def _name_places(self) -> list[tuple[int, int]]:
        return self._holes(self._text)

    def _share(self, statement: Statement, shown: str) -> int | None:
        """How many places a fact takes, where others of the passage have the same value."""
        same = [s for s in self._passage.statements if str(s.value) == shown]
        return 1 if len(same) > 1 and statement is not same[-1] else None

    def _absence(self, statement: Statement, found: list[Found]) -> list[Found]:
        """The word that says that there is no value, nearest to what it is a value of."""
        taken = {(one.start, one.end) for one in found}
        places = [
            match.span()
            for match in _ABSENT.finditer(self._text)
            if match.span() not in taken and self._says_so(statement, match.start())
        ]
        words = statement.called.words
        absent = [s for s in self._passage.statements if s.value is None and s is not statement]
        for rival in absent:
            words -= rival.called.words
        for chosen in (words, statement.called.words):
            near = [(self._near.distance(chosen, *p), p) for p in places]
            distance, place = min(near, default=(FAR, (0, 0)))
            if distance < FAR:
                break
        return [] if distance >= FAR else [Found(*place, statement.fact)]

    def _says_so(self, statement: Statement, place: int) -> bool:
        """Whether `no` means what it must: nought, or, of a figure, that none is published."""
        start, end = next((a, b) for a, b in self._near.sentences if a <= place < b)
        clause = BREAK.split(self._bare[place:end])[0] + self._bare[start:place]
        if " ".join(self._text[place:].split()[:4]) in self._passage.plain:
            return True  # as the plain text says it
        unpublished = _UNPUBLISHED.search(clause) is not None
        if statement.value is not None:  # nought
            denied = self._text[place:].casefold().startswith(("never", "not"))
            return not unpublished and not denied
        return unpublished or statement.called.column.kind not in _NUMBERS

    def _no_other(self, statement: Statement, value: str) -> None:
        """No other value of the same column stands in the text, unless the plain text has it."""
        column = statement.called.column
        plain = self._passage.plain
        for other in sorted(self._book.domain(column.table, column.name)):
            if other.casefold() in value.casefold() or places_of(other, plain):
                continue
            if places_of(other, self._text):
                raise _UnfaithfulError(
                    f"says {other!r}, which is not the {statement.called.label!r} given here"
                )

    def _fitting(
        self, start: int, end: int, mine: list[Statement], kinds: frozenset[str]
    ) -> list[Statement]:
        """Those of the statements with this value whose column the words around it speak of."""
        fitting = [s for s in mine if self._near.fits(s, start, end, kinds)]
        if not fitting:
            raise _UnfaithfulError(
                f"does not say clearly that {self._text[start:end]!r} is the "
                f"{mine[0].called.label!r}; put those words beside it"
            )
        return fitting


def _number_of(statement: Statement) -> Decimal:
    """The value as a text says it in full: 11.8 of `million EUR` is 11,800,000."""
    value = Decimal(str(statement.value))
    return value.scaleb(parse_unit(statement.called.unit).scale)


def _apart(found: list[Found]) -> tuple[Found, ...]:
    """In order; of what overlaps, the first and longest."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda f: (f.start, -f.end, f.fact)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return tuple(kept)

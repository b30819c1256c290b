"""All numbers, places and dates of a text, read once, and asked for any number of answers."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise
from typing import Final

from fictionworld.leakage.answer import Answer, Hit
from fictionworld.leakage.values.dates import Day, read_days
from fictionworld.leakage.values.number_words import holds_number, in_digits
from fictionworld.leakage.values.quantities import Quantity, framed, read_quantities
from fictionworld.leakage.values.ranks import RankMention, read_places
from fictionworld.leakage.values.targets import DayTarget, NumberTarget, PlaceTarget, targets_of
from fictionworld.leakage.views.view import View, remembered

QUANTITIES: Final = frozenset({"number", "money", "percent", "rank", "date"})
"""Types of answers that a scan finds."""
_DIGIT: Final = re.compile(r"\d")
_DECIMAL: Final = re.compile(r"\d{1,2}\.\d{1,2}\.")
"""`6.9.`, which may be a day of September, and a number at the end of its sentence."""
_SUM: Final = re.compile(
    r",?\s?(?:plus|\+|and (?:another|a further|then|an additional)|with another|then another)\s",
    re.IGNORECASE,
)
_ADDED: Final = re.compile(r"\+|\b(?:plus|another|further|additional)\b")
_FAR: Final = 60


class Scan:
    """The numbers, places and dates of a text; places are those of the text as it was given."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._view = in_digits(View(text))
        self._low = self._view.text.lower()
        if len(self._low) != len(self._view.text):
            self._low = "".join(c.lower() if len(c.lower()) == 1 else c for c in self._view.text)

    @cached_property
    def _quantities(self) -> list[Quantity]:
        return read_quantities(self._low)

    @cached_property
    def _pairs(self) -> list[tuple[Quantity, Quantity]]:
        """The numbers none of which is part of a date, each as it stands in the text and in our
        view of it.
        """
        if not holds_number(self.text):
            return []
        dated = bytearray(len(self.text))
        for day in self.days:
            if day.form not in {"year", "season"} and not _DECIMAL.fullmatch(
                self.text, day.start, day.end
            ):
                dated[day.start : day.end] = b"\1" * (day.end - day.start)
        found = []
        for one in self._quantities:
            start, end = self._view.span(one.start, one.end)
            if 1 not in dated[start:end] or one.unit or one.grouped:
                found.append((one._replace(start=start, end=end), one))
        return found

    @property
    def quantities(self) -> list[Quantity]:
        """All numbers, in order, none of which is part of a date."""
        return [one for one, _ in self._pairs]

    @cached_property
    def by_place(self) -> dict[tuple[int, int], Quantity]:
        """The numbers by where they stand."""
        return {(one.start, one.end): one for one in self.quantities}

    def _framed(self, one: Quantity, there: Quantity) -> Quantity:
        found = framed(self._low, self._view.text, there)
        return found._replace(start=one.start, end=one.end)

    @cached_property
    def places(self) -> tuple[RankMention, ...]:
        """All places in an order, in order."""
        found = read_places(self._low, self._quantities)
        return tuple(
            one._replace(start=start, end=end)
            for one in found
            for start, end in [self._view.span(one.start, one.end)]
        )

    @cached_property
    def days(self) -> tuple[Day, ...]:
        """All dates, in order, each reading by itself."""
        found = read_days(self._low) if _DIGIT.search(self._low) else []
        return tuple(
            one._replace(start=start, end=end)
            for one in found
            for start, end in [self._view.span(one.start, one.end)]
        )

    @cached_property
    def _adds(self) -> bool:
        """Whether two numbers may be put together."""
        return len(self._pairs) > 1 and _ADDED.search(self.text) is not None

    def find(self, answer: Answer) -> list[Hit]:
        """Where a text states an answer of a number, money, percent, rank or date, in order."""
        found: dict[tuple[int, int], Hit] = {}
        for target in targets_of(answer):
            if isinstance(target, DayTarget):
                matched = [(one, target.match(one)) for one in self.days]
            elif isinstance(target, PlaceTarget):
                for place in self.places:
                    if place.value == target.value:
                        hit = Hit(place.start, place.end, place.form, alone=False)
                        found.setdefault((place.start, place.end), hit)
                continue
            else:
                matched = [
                    (one, target.match(self._framed(one, there)))  # type: ignore[misc]
                    for one, there in self._pairs
                    if target.match_value(one, rough=True)
                ]
                if self._adds:
                    found |= self._sums(target)
            for one, said in matched:
                if said is not None:
                    found.setdefault((one.start, one.end), Hit(one.start, one.end, *said))
        return [hit for _, hit in sorted(found.items())]

    def _sums(self, target: NumberTarget) -> dict[tuple[int, int], Hit]:
        """Two numbers of one kind, said to be put together: `31 plus another 12`."""
        found = {}
        for one, other in pairwise(self.quantities):
            if other.start - one.end > _FAR or one.values[0] <= 0 or other.values[0] <= 0:
                continue
            if not _SUM.search(self.text[one.end : other.start + 1]):
                continue
            if one.unit and other.unit and one.unit.dimension != other.unit.dimension:
                continue
            total = one._replace(
                end=other.end, values=(one.values[0] + other.values[0],), pointed=(),
                unit=other.unit or one.unit, noun=other.noun or one.noun,
            )  # fmt: skip
            if target.match(total) is not None:
                place = (one.start, other.end)
                found[place] = Hit(*place, "sum of two", alone=False)
        return found


scan: Final = remembered(Scan)
"""The numbers, places and dates of a plain text, each sort found when first asked for."""

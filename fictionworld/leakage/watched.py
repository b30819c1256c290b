"""The protected cells of a subject, sorted by how they are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.near import near_of
from fictionworld.leakage.quantities import Day
from fictionworld.leakage.quantities.target import DayTarget, targets_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from datetime import date

    from fictionworld.leakage.answer import Answer
    from fictionworld.leakage.first_look import Seen
    from fictionworld.leakage.near import Near
    from fictionworld.leakage.protected import Protected, SubjectKey

__all__ = ["QUANTITIES", "Watched", "cells_of"]

QUANTITIES: Final = frozenset({"number", "money", "percent", "rank", "date"})


class Watched(NamedTuple):
    """The protected cells of one subject, sorted by how they are looked for."""

    cells: tuple[Protected, ...]
    quantities: tuple[tuple[Protected, Near], ...]
    others: tuple[Protected, ...]

    @classmethod
    def of(cls, cells: tuple[Protected, ...]) -> Watched:
        quantities = [cell for cell in cells if cell.answer.type in QUANTITIES]
        return cls(
            cells,
            tuple((cell, near_of(cell.answer)) for cell in quantities),
            tuple(cell for cell in cells if cell.answer.type not in QUANTITIES),
        )

    def near(
        self, seen: Seen, dated: Sequence[date | None], subjects: Collection[SubjectKey]
    ) -> Iterator[Protected]:
        """Those that a text may tell of which this was seen, its date being one of these."""
        for cell in self.others:
            if not cell.beside or _all_named(cell, subjects):
                yield cell
        for cell, near in self.quantities:
            if (
                near.may_be_told(seen)
                or (dated and near.dated and any(_may_be(one, cell.answer) for one in dated))
            ) and (not cell.beside or _all_named(cell, subjects)):
                yield cell


def cells_of(watched: Iterable[Watched], subjects: Collection[SubjectKey]) -> list[Protected]:
    """All cells of these, of those that several subjects tell apart where all are named."""
    return [
        cell
        for one in watched
        for cell in one.cells
        if not cell.beside or _all_named(cell, subjects)
    ]


def _all_named(cell: Protected, subjects: Collection[SubjectKey]) -> bool:
    return all(other in subjects for other in cell.beside)


def _may_be(day: date | None, answer: Answer) -> bool:
    """Whether a day may be an answer; a date printed otherwise has to be read."""
    if day is None:
        return True
    said = Day(0, 1, day, day)
    return any(
        not isinstance(target, DayTarget) or target.told(said) is not None
        for target in targets_of(answer)
    )

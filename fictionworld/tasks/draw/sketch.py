"""What one task is drawn from, and the columns that are chosen for its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from fictionworld.streams import RandomStream
from fictionworld.tasks.draw.base_table import BaseTable, CandidateColumn
from fictionworld.tasks.draw.refusals import MOST_GUESSED, guesses, share_guessed
from fictionworld.tasks.specification import Condition, Output, OutputOf, OutputRole, Path
from fictionworld.worlds.rows import Code, WorldColumns, decode, encode

FEWEST_COLUMNS = 3
_MOST_MISSING = 0.34
_FEWEST_VALUES = 6
_GAPS_FIRST = 0.7
"""How often columns that some rows have no value in come first."""


@dataclass(frozen=True)
class Sketch:
    """One world, one table, one stream of draws."""

    columns: WorldColumns
    base: BaseTable
    """The table, reduced to the columns that this world has."""
    rng: RandomStream
    units: Mapping[tuple[str, str], str | None]

    @property
    def table(self) -> str:
        return self.base.table

    def cell(self, path: Path, role: OutputRole = "value") -> Output:
        """The column of an answer that shows what is at `path`."""
        column = self.columns.steps(self.table, path)[-1]
        unit = self.units.get((column.table, column.name))
        return Output("", role, "cell", column.kind, column.decimals, unit, path)

    def figure(self, of: OutputOf, candidate: CandidateColumn) -> Output:
        """The column of an answer that puts the figures of a group together."""
        decimals = candidate.column.decimals + (
            of == "average" and candidate.column.kind == "integer"
        )
        unit = self.units.get((candidate.column.table, candidate.column.name))
        kind = candidate.column.kind
        if of == "average" and kind == "integer":
            kind = "decimal"
        return Output("", "value", of, kind, decimals, unit, candidate.path)

    def keys(self, rows: Sequence[int]) -> list[Output] | None:
        """The columns that tell these rows apart; None where none do.

        A column that is the same in all rows (the year, where the question gives it) is left out
        if the others suffice.
        """
        paths = list(self.base.identity)
        for path in self.base.identity:
            rest = [other for other in paths if other != path]
            if rest and len(self._distinct([path], rows)) == 1:
                if len(self._distinct(rest, rows)) < len(rows):
                    return None
                paths = rest
        if len(self._distinct(paths, rows)) < len(rows):
            return None
        return [self.cell(path, "key") for path in paths]

    def _distinct(self, paths: Sequence[Path], rows: Sequence[int]) -> set[tuple[object, ...]]:
        lists = [self.columns.values(self.table, path) for path in paths]
        return {tuple(values[row] for values in lists) for row in rows}

    def guessed(self, path: Path, rows: Sequence[int]) -> float:
        """The share of these rows that one value for all of them gets right."""
        values = self.columns.values(self.table, path)
        return share_guessed([values[row] for row in rows])

    def missing(self, path: Path, rows: Sequence[int]) -> float:
        """The share of these rows without a value."""
        values = self.columns.values(self.table, path)
        return sum(values[row] is None for row in rows) / len(rows)

    def choose(
        self,
        askings: Iterable[CandidateColumn],
        rows: Sequence[int],
        count: int,
        *,
        start: Sequence[Path] = (),
        without: Collection[Path] = (),
    ) -> list[Path] | None:
        """Up to `count` value columns, those of `start` first; None where guessing them pays."""
        chosen = list(start)
        shares = [self.guessed(path, rows) for path in chosen]
        if any(self.missing(path, rows) > _MOST_MISSING for path in chosen):
            return None
        open_ = [one.path for one in askings]
        order = self.rng.some(open_, len(open_))
        if self.rng.chance(_GAPS_FIRST):
            order.sort(key=lambda path: not 0 < self.missing(path, rows) <= _MOST_MISSING)
        for path in order:
            if len(chosen) >= count:
                break
            if path in chosen or path in without or self.missing(path, rows) > _MOST_MISSING:
                continue
            share = self.guessed(path, rows)
            if (sum(shares) + share) / (len(shares) + 1) <= MOST_GUESSED:
                chosen.append(path)
                shares.append(share)
        if not chosen or sum(shares) / len(shares) > MOST_GUESSED:
            return None
        return chosen

    def given(self, conditions: Iterable[Condition], rows: Sequence[int]) -> set[Path]:
        """The tested columns of which the question gives a value that these rows have."""
        found = set()
        for condition in conditions:
            steps = self.columns.steps(self.table, condition.path)
            if steps[-1].role != "askable":
                continue
            values = self.columns.values(self.table, condition.path)
            here = {values[row] for row in rows}
            if any(encode(value, steps[-1].decimals) in here for value in condition.values):
                found.add(condition.path)
        return found

    def lead(self, candidate: CandidateColumn) -> Output:
        """The column of an answer that shows how far ahead a row is."""
        column = candidate.column
        unit = self.units.get((column.table, column.name))
        return Output("", "value", "lead", column.kind, column.decimals, unit, candidate.path)

    def is_informative(self, candidate: CandidateColumn, value: Code) -> bool:
        """Whether a single value is an answer: there, and not what one would guess.

        One would guess the commonest value of the column, or the middle one.
        """
        column = candidate.column
        if value is None:
            return False
        everywhere = [
            one for one in self.columns.values(column.table, (column.name,)) if one is not None
        ]
        counts = Counter(everywhere).most_common()
        if len(counts) < _FEWEST_VALUES or counts[0][1] * 5 > len(everywhere):
            return False
        return value not in guesses(everywhere)

    def measure(self, *, figures: bool = False) -> CandidateColumn | None:
        """An own column that rows can be ordered by; with `figures` one that can be averaged."""
        found = [one for one in self.base.values if (one.is_figure if figures else one.is_ordered)]
        return self.rng.pick(found) if found else None

    def naming(self) -> list[Output]:
        """The columns that say which row it is, where the question names it."""
        return [self.cell(path, "key") for path in self.base.identity]

    def identified(self, row: int) -> tuple[Condition, ...]:
        """The tests by which only this row passes: its name, or what distinguishes it."""
        tests = []
        for path in self.base.identity:
            column = self.columns.steps(self.table, path)[-1]
            value = decode(self.columns.values(self.table, path)[row], column.kind, column.decimals)
            if len(path) == 1:
                tests.append(Condition(path, "is", (value,)))
            else:  # a reference is tested by the row that it points to
                points = self.columns.values(self.table, path[:1])[row]
                tests.append(Condition(path[:1], "is", (points,)))
        return tuple(tests)

    def asks(self, test: Condition) -> bool:
        """Whether the test is on something that has to be looked up."""
        return self.columns.steps(self.table, test.path)[-1].role == "askable"

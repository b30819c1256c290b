"""What one task is drawn from, and the columns that are chosen for its answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.streams import RandomStream
from fictionworld.tasks.draw.base_table import BaseTable, CandidateColumn
from fictionworld.tasks.draw.lookups import Lookups
from fictionworld.tasks.draw.refusals import MOST_GUESSED, MOST_MISSING, share_guessed
from fictionworld.tasks.specification import Condition, Output, OutputOf, OutputRole, Path
from fictionworld.worlds.rows import Code, WorldColumns, decode, encode

FEWEST_COLUMNS = 3
_GAPS_FIRST = 0.7
"""How often columns that some rows of the world have no value in come first."""


@dataclass(frozen=True)
class Sketch:
    """One world, one table, one stream of draws."""

    columns: WorldColumns
    base: BaseTable
    """The table, reduced to the columns that this world has."""
    rng: RandomStream
    units: Mapping[tuple[str, str], str | None]
    lookups: Lookups

    @property
    def table(self) -> str:
        return self.base.table

    @property
    def row_count(self) -> int:
        return self.columns.rows(self.table)

    def values(self, path: Path) -> Sequence[Code]:
        """Return the codes at the end of a path, row by row."""
        return self.columns.cells(self.table, path)

    def counts(self, path: Path) -> Mapping[Code, int]:
        """Return how often each value comes at the end of a path."""
        return self.lookups.counts(self.table, path)

    def numbers(self, path: Path) -> Sequence[int]:
        """Return the numbers at the end of a path, sorted."""
        return self.lookups.numbers(self.table, path)

    def column(self, path: Path) -> CompiledColumn:
        """Return the column that a path ends at."""
        return self.columns.steps(self.table, path)[-1]

    def in_groups(self, rows: Iterable[int], per: Path | None, measure: Path) -> list[list[int]]:
        """Return the rows with a value of `measure`, in groups by `per`; all in one without it."""
        groups: dict[Code, list[int]] = {}
        values = self.values(measure)
        of_row = [True] * len(values) if per is None else self.values(per)
        for row in rows:
            if values[row] is not None and of_row[row] is not None:
                groups.setdefault(of_row[row], []).append(row)
        return list(groups.values())

    def cell(self, path: Path, role: OutputRole = "value") -> Output:
        """Return the column of an answer that shows what is at `path`."""
        column = self.column(path)
        unit = self.units.get((column.table, column.name))
        return Output("", role, "cell", column.kind, column.decimals, unit, path)

    def figure(self, of: OutputOf, candidate: CandidateColumn) -> Output:
        """Return the column of an answer that computes a figure of the values of a column."""
        column = candidate.column
        unit = self.units.get((column.table, column.name))
        if of == "average" and column.kind == "integer":
            return Output("", "value", of, "decimal", column.decimals + 1, unit, candidate.path)
        return Output("", "value", of, column.kind, column.decimals, unit, candidate.path)

    def keys(self, rows: Sequence[int], conditions: Iterable[Condition]) -> list[Output] | None:
        """Return the columns of an answer that tell these rows apart; None where none do.

        They are the whole identity of a row, without the parts that a condition gives: the year,
        where the question says which.
        """
        given = {condition.path for condition in conditions if condition.operator == "is"}
        paths = [path for path in self.base.identity if given.isdisjoint({path, path[:1]})]
        paths = paths or list(self.base.identity)
        if len(self._distinct(paths, rows)) < len(rows):
            return None
        return [self.cell(path, "key") for path in paths]

    def _distinct(self, paths: Sequence[Path], rows: Sequence[int]) -> set[tuple[object, ...]]:
        lists = list(map(self.values, paths))
        return {tuple(values[row] for values in lists) for row in rows}

    def guessed(self, path: Path, rows: Sequence[int]) -> float:
        """Return the share of these rows that one value for all of them gets right."""
        values = self.values(path)
        return share_guessed([values[row] for row in rows])

    def missing(self, path: Path, rows: Sequence[int]) -> float:
        """Return the share of these rows without a value."""
        values = self.values(path)
        return [values[row] for row in rows].count(None) / len(rows)

    def choose(
        self,
        candidates: Iterable[CandidateColumn],
        rows: Sequence[int],
        count: int,
        *,
        start: Sequence[Path] = (),
        without: Collection[Path] = (),
    ) -> list[Path] | None:
        """Draw up to `count` value columns, `start` among them; None where guessing them pays."""
        chosen = list(start)
        shares = [self.guessed(path, rows) for path in chosen]
        if any(self.missing(path, rows) > MOST_MISSING for path in chosen):
            return None
        paths = [candidate.path for candidate in candidates]
        order = self.rng.some(paths, len(paths))
        if self.rng.chance(_GAPS_FIRST):
            # gaps anywhere in the world: those within these rows come the oftener the more rows
            order.sort(key=lambda path: None not in self.values(path))
        taken = set(map(self._figure_at, (*chosen, *without)))
        for path in order:
            if len(chosen) >= count:
                break
            figure = self._figure_at(path)
            if figure in taken or self.missing(path, rows) > MOST_MISSING:
                continue
            share = self.guessed(path, rows)
            if (fsum(shares) + share) / (len(shares) + 1) <= MOST_GUESSED:
                chosen.append(path)
                shares.append(share)
                taken.add(figure)
        if not chosen or fsum(shares) / len(shares) > MOST_GUESSED:
            return None
        return chosen

    def _figure_at(self, path: Path) -> Path:
        """Return the path to a value, or to the exact figure that it rounds."""
        restates = self.columns.pack.tables[self.column(path).table].restates
        return (*path[:-1], restates.get(path[-1], path[-1]))

    def given(self, conditions: Iterable[Condition], rows: Sequence[int]) -> set[Path]:
        """Return the tested paths whose value the question gives and one of these rows has.

        Only tests of something that has to be looked up count.
        """
        paths = set()
        for condition in conditions:
            if not self.asks(condition):
                continue
            values, decimals = self.values(condition.path), self.column(condition.path).decimals
            present = {values[row] for row in rows}
            if any(encode(value, decimals) in present for value in condition.values):
                paths.add(condition.path)
        return paths

    def is_informative(self, candidate: CandidateColumn, value: Code) -> bool:
        """Return whether a single value makes an answer: present, and not what one would guess.

        One would guess the commonest value of the column or the middle one, and any value of a
        column with few different ones.
        """
        column = candidate.column
        return (
            value is not None
            and self.lookups.is_varied(column)
            and value not in self.lookups.guesses(column)
        )

    def measure(self, *, figures: bool = False) -> CandidateColumn | None:
        """Draw an own column to order rows by, with `figures` to average; None without any."""
        candidates = [
            candidate
            for candidate in self.base.values
            if (candidate.is_figure if figures else candidate.is_ordered)
        ]
        return self.rng.pick(candidates) if candidates else None

    def naming(self) -> list[Output]:
        """Return the key columns of a row that the question names."""
        return [self.cell(path, "key") for path in self.base.identity]

    def identified(self, row: int) -> tuple[Condition, ...]:
        """Return the tests that only this row passes: of its name, or of what distinguishes it."""
        tests = []
        for path in self.base.identity:
            if len(path) == 1:
                column = self.column(path)
                value = decode(self.values(path)[row], column.kind, column.decimals)
                tests.append(Condition(path, "is", (value,)))
            else:  # a reference is tested by the row that it points to
                tests.append(Condition(path[:1], "is", (self.values(path[:1])[row],)))
        return tuple(tests)

    def asks(self, test: Condition) -> bool:
        """Return whether the test is on something that has to be looked up."""
        return self.column(test.path).role == "askable"

"""What one task is drawn from, and the columns that are chosen for its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.streams import RandomStream
from fictionworld.tasks.draw.base_table import BaseTable, CandidateColumn
from fictionworld.tasks.draw.refusals import MOST_GUESSED, MOST_MISSING, guesses, share_guessed
from fictionworld.tasks.specification import Condition, Output, OutputOf, OutputRole, Path
from fictionworld.worlds.rows import Code, WorldColumns, decode, encode

FEWEST_COLUMNS = 3
_FEWEST_VALUES = 6
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

    @property
    def table(self) -> str:
        return self.base.table

    @property
    def row_count(self) -> int:
        return self.columns.rows(self.table)

    def values(self, path: Path) -> Sequence[Code]:
        """What is at the end of a path, row by row."""
        return self.columns.values(self.table, path)

    def column(self, path: Path) -> CompiledColumn:
        """The column that a path ends at."""
        return self.columns.steps(self.table, path)[-1]

    def in_groups(self, rows: Iterable[int], per: Path | None, measure: Path) -> list[list[int]]:
        """The rows with a value of `measure`, those of one value of `per` together, or all."""
        groups: dict[Code, list[int]] = {}
        values = self.values(measure)
        of_row = [True] * len(values) if per is None else self.values(per)
        for row in rows:
            if values[row] is not None and of_row[row] is not None:
                groups.setdefault(of_row[row], []).append(row)
        return list(groups.values())

    def cell(self, path: Path, role: OutputRole = "value") -> Output:
        """The column of an answer that shows what is at `path`."""
        column = self.column(path)
        unit = self.units.get((column.table, column.name))
        return Output("", role, "cell", column.kind, column.decimals, unit, path)

    def figure(self, of: OutputOf, candidate: CandidateColumn) -> Output:
        """The column of an answer that computes something of the values of a column."""
        column = candidate.column
        unit = self.units.get((column.table, column.name))
        if of == "average" and column.kind == "integer":
            return Output("", "value", of, "decimal", column.decimals + 1, unit, candidate.path)
        return Output("", "value", of, column.kind, column.decimals, unit, candidate.path)

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
        lists = list(map(self.values, paths))
        return {tuple(values[row] for values in lists) for row in rows}

    def guessed(self, path: Path, rows: Sequence[int]) -> float:
        """The share of these rows that one value for all of them gets right."""
        values = self.values(path)
        return share_guessed([values[row] for row in rows])

    def missing(self, path: Path, rows: Sequence[int]) -> float:
        """The share of these rows without a value."""
        values = self.values(path)
        return sum(values[row] is None for row in rows) / len(rows)

    def choose(
        self,
        candidates: Iterable[CandidateColumn],
        rows: Sequence[int],
        count: int,
        *,
        start: Sequence[Path] = (),
        without: Collection[Path] = (),
    ) -> list[Path] | None:
        """Up to `count` value columns, those of `start` first; None where guessing them pays."""
        chosen = list(start)
        shares = [self.guessed(path, rows) for path in chosen]
        if any(self.missing(path, rows) > MOST_MISSING for path in chosen):
            return None
        paths = [one.path for one in candidates]
        order = self.rng.some(paths, len(paths))
        if self.rng.chance(_GAPS_FIRST):
            # gaps anywhere in the world: those within these rows come the oftener the more rows
            order.sort(key=lambda path: None not in self.values(path))
        for path in order:
            if len(chosen) >= count:
                break
            if path in chosen or path in without or self.missing(path, rows) > MOST_MISSING:
                continue
            share = self.guessed(path, rows)
            if (fsum(shares) + share) / (len(shares) + 1) <= MOST_GUESSED:
                chosen.append(path)
                shares.append(share)
        if not chosen or fsum(shares) / len(shares) > MOST_GUESSED:
            return None
        return chosen

    def given(self, conditions: Iterable[Condition], rows: Sequence[int]) -> set[Path]:
        """The tested columns of which the question gives a value that these rows have."""
        found = set()
        for condition in conditions:
            if not self.asks(condition):
                continue
            values, decimals = self.values(condition.path), self.column(condition.path).decimals
            here = {values[row] for row in rows}
            if any(encode(value, decimals) in here for value in condition.values):
                found.add(condition.path)
        return found

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
            if len(path) == 1:
                column = self.column(path)
                value = decode(self.values(path)[row], column.kind, column.decimals)
                tests.append(Condition(path, "is", (value,)))
            else:  # a reference is tested by the row that it points to
                tests.append(Condition(path[:1], "is", (self.values(path[:1])[row],)))
        return tuple(tests)

    def asks(self, test: Condition) -> bool:
        """Whether the test is on something that has to be looked up."""
        return self.column(test.path).role == "askable"

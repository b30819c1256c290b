"""What is known of one world, and what follows for a test of its rows: certainly, possibly, not.

A test of a row whose value is unknown may pass or fail. So a test has two verdicts for each row,
and a stage of a specification leaves two lists of rows. Where everything is known both are one,
and the same object: then nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from fictionworld.tasks.specification import Path
from fictionworld.tasks.world_rows import Cell, WorldRows
from fictionworld.worlds.fact import Value


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Whether a test passes, for each row of a table by its place."""

    certain: Sequence[bool]
    """Whether it passes whatever the unknown facts are."""
    possible: Sequence[bool]
    """Whether it may pass; the same object as `certain` where that is known of every row."""

    def negated(self) -> Verdicts:
        """Return the verdicts of the opposite test."""
        never = [not passes for passes in self.possible]
        if self.certain is self.possible:
            return Verdicts(never, never)
        return Verdicts(never, [not passes for passes in self.certain])


def any_of(tests: Sequence[Verdicts]) -> Verdicts:
    """Return the verdicts of the test that a row passes if it passes one of these."""
    certain = list(map(any, zip(*(test.certain for test in tests), strict=True)))
    if all(test.certain is test.possible for test in tests):
        return Verdicts(certain, certain)
    return Verdicts(certain, list(map(any, zip(*(test.possible for test in tests), strict=True))))


@dataclass(frozen=True, slots=True)
class Left:
    """The rows of a table that a stage leaves, by their place, ascending."""

    certain: Sequence[int]
    """The rows that are left whatever the unknown facts are."""
    possible: Sequence[int]
    """The rows that may be left, the certain ones among them; the same object where all are."""

    @classmethod
    def of(cls, certain: Sequence[int], possible: Sequence[int]) -> Left:
        """Return both as a pair, as one object where they have the same rows."""
        return cls(certain, certain if len(certain) == len(possible) else possible)

    @property
    def unsure(self) -> set[int]:
        """The rows that are left or not, as the unknown facts are."""
        return set() if self.certain is self.possible else {*self.possible}.difference(self.certain)

    def keep(self, verdicts: Verdicts) -> Left:
        """Return the rows that pass a further test."""
        certain = [row for row in self.certain if verdicts.certain[row]]
        if self.certain is self.possible and verdicts.certain is verdicts.possible:
            return Left(certain, certain)
        return Left.of(certain, [row for row in self.possible if verdicts.possible[row]])


class Knowledge:
    """The facts of a world that are known, and the tables of which every row is known."""

    def __init__(
        self,
        rows: WorldRows,
        facts: Iterable[Cell] | None = None,
        listed: Collection[str] = (),
    ) -> None:
        """Note what is known.

        Args:
            rows: All rows of the world.
            facts: The facts that are known, None for everything. A missing cell is a fact as any
                other; what is no fact (`WorldRows.is_fact`) is known of every row.
            listed: The tables of which every row is known; all, if `facts` is None.
        """
        self.rows = rows
        self._facts = None if facts is None else frozenset(facts)
        self._listed = listed
        self._known: dict[tuple[str, Path], list[bool]] = {}

    def lists(self, table: str) -> bool:
        """Return whether every row of a table is known."""
        return self._facts is None or table in self._listed

    def existing(self, table: str) -> Left:
        """Return the rows that exist: certainly, where a list or a fact of their own shows it."""
        ids = self.rows.ids(table)
        every = range(len(ids))
        if self._facts is None or table in self._listed:
            return Left(every, every)
        met = {row for other, row, _ in self._facts if other == table}
        # a table that is not listed may have more rows than the world has: nothing is settled
        return Left([place for place, row in enumerate(ids) if row in met], every)

    def knows(self, table: str, path: Path | None) -> Sequence[bool]:
        """Return for each row of a table whether every fact along `path` is known."""
        if self._facts is None or path is None:
            return [True] * len(self.rows.ids(table))
        known = self._known.get((table, path))
        if known is None:
            trails = self.rows.trails(table, path)
            known = self._known[table, path] = list(map(self._facts.issuperset, trails))
        return known

    def groups(self, table: str, path: Path | None) -> Sequence[Value]:
        """Return the group of each row, None for a row without; one for all where there is no path.

        Whether a row's group is known, `knows` says.
        """
        return [True] * len(self.rows.ids(table)) if path is None else self.rows.cells(table, path)

    def verdicts(self, table: str, path: Path, passes: Sequence[bool]) -> Verdicts:
        """Return what is known of a test of the values at `path`, which rows pass as `passes`."""
        if self._facts is None:
            return Verdicts(passes, passes)
        known = self.knows(table, path)
        if all(known):
            return Verdicts(passes, passes)
        pairs = list(zip(passes, known, strict=True))
        return Verdicts(
            [passed and is_known for passed, is_known in pairs],
            [passed or not is_known for passed, is_known in pairs],
        )

    def present(self, table: str, path: Path) -> Verdicts:
        """Return whether each row has a value at `path`."""
        passes = [value is not None for value in self.rows.cells(table, path)]
        return self.verdicts(table, path, passes)

"""What is known of one world, and what follows for a test of its rows: certainly, possibly, not.

A test of a row whose value is unknown may pass or fail. So a test has two verdicts for each row.
Where everything is known both are one, and the same object: then nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import and_, not_, or_

from fictionworld.tasks.specification import Path
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import Cell, WorldRows


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Whether each row of a table, by its place, passes a test, or is left by a stage."""

    certain: Sequence[bool]
    """Whether it passes whatever the unknown facts are."""
    possible: Sequence[bool]
    """Whether it may pass; the same object as `certain` where everything is known."""

    @classmethod
    def of(cls, passes: Sequence[bool], known: Sequence[bool]) -> Verdicts:
        """Return the verdicts where the test of some rows is not known, whatever `passes` says."""
        if all(known):
            return cls(passes, passes)
        return cls(list(map(and_, passes, known)), list(map(or_, passes, map(not_, known))))

    def __and__(self, other: Verdicts) -> Verdicts:
        return self._combined(and_, other)

    def __or__(self, other: Verdicts) -> Verdicts:
        return self._combined(or_, other)

    def __invert__(self) -> Verdicts:
        never = list(map(not_, self.possible))
        is_one = self.certain is self.possible
        return Verdicts(never, never if is_one else list(map(not_, self.certain)))

    def _combined(self, operation: Callable[[bool, bool], bool], other: Verdicts) -> Verdicts:
        certain = list(map(operation, self.certain, other.certain))
        if self.certain is self.possible and other.certain is other.possible:
            return Verdicts(certain, certain)
        return Verdicts(certain, list(map(operation, self.possible, other.possible)))

    @property
    def rows(self) -> list[int]:
        """Return the indices of the rows that certainly pass, ascending."""
        return list(compress(range(len(self.certain)), self.certain))

    @property
    def possible_rows(self) -> list[int]:
        """Return the indices of the rows that may pass, ascending, the certain ones included."""
        return list(compress(range(len(self.possible)), self.possible))

    @property
    def unsure_rows(self) -> list[int]:
        """Return the indices of the rows that pass or fail as unknown facts decide, ascending."""
        if self.certain is self.possible:
            return []
        return [row for row in self.possible_rows if not self.certain[row]]


class Knowledge:
    """The facts of a world that are known, and the tables of which every row is known."""

    def __init__(
        self, rows: WorldRows, facts: Iterable[Cell] | None = None, listed: Collection[str] = ()
    ) -> None:
        """Note what is known: everything if `facts` is None, whatever `listed` says."""
        self.rows = rows
        self._facts = None if facts is None else frozenset(facts)
        self._listed = listed
        self._known: dict[tuple[str, Path], list[bool]] = {}

    def lists(self, table: str) -> bool:
        """Return whether every row of a table is known."""
        return self._facts is None or table in self._listed

    def existing(self, table: str) -> Verdicts:
        """Return which rows exist, certainly where a list or a fact of the row shows it."""
        ids = self.rows.ids(table)
        all_true = [True] * len(ids)
        if self._facts is None or table in self._listed:
            return Verdicts(all_true, all_true)
        rows_with_facts = {row for fact_table, row, _ in self._facts if fact_table == table}
        return Verdicts([row in rows_with_facts for row in ids], all_true)

    def knows(self, table: str, path: Path | None) -> Sequence[bool]:
        """Return for each row of a table whether every fact along `path` is known."""
        if self._facts is None or path is None:
            return [True] * len(self.rows.ids(table))
        known_rows = self._known.get((table, path))
        if known_rows is None:
            trails = self.rows.trails(table, path)
            known_rows = self._known[table, path] = list(map(self._facts.issuperset, trails))
        return known_rows

    def groups(self, table: str, path: Path | None) -> Sequence[Value]:
        """Return the group of each row, None for a row without; without a path all are one group.

        `knows` says whether a row's group is known.
        """
        return [True] * len(self.rows.ids(table)) if path is None else self.rows.cells(table, path)

    def present(self, table: str, paths: Iterable[Path]) -> Verdicts:
        """Return whether each row has a value at each of these paths."""
        all_true = [True] * len(self.rows.ids(table))
        present = Verdicts(all_true, all_true)
        for path in paths:
            passes = [value is not None for value in self.rows.cells(table, path)]
            present &= Verdicts.of(passes, self.knows(table, path))
        return present

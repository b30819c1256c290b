"""Which tasks the worlds of a pack have to give: of which shape and size, over which table.

Most combinations of these never give a task: a table is too small, its pages too short, nothing of
it can be averaged. A pilot finds those that do (`pilot.py`), so that no others are tried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Combinations:
    """The tables that tasks of a shape and a size class may be about."""

    tables: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """By shape and size class. A shape that is missing was not tried: it may have any table."""

    @classmethod
    def of(cls, shapes: Iterable[str], found: Collection[tuple[str, str, str]]) -> Combinations:
        """Return the combinations (shape, size class, table) that were found of these shapes."""
        tables: dict[str, dict[str, tuple[str, ...]]] = {shape: {} for shape in shapes}
        for shape, size, table in sorted(found):
            tables[shape][size] = (*tables[shape].get(size, ()), table)
        return cls(tables)

    @classmethod
    def parse(cls, plain: Mapping[str, Mapping[str, str]]) -> Combinations:
        """Return the combinations that `plain` has written."""
        return cls({
            shape: {size: tuple(names.split()) for size, names in sizes.items()}
            for shape, sizes in plain.items()
        })  # fmt: skip

    def plain(self) -> dict[str, dict[str, str]]:
        """Return the combinations as JSON holds them: tables by shape and size, in one text."""
        return {
            shape: {size: " ".join(names) for size, names in sizes.items()}
            for shape, sizes in self.tables.items()
        }

    def among(self, shape: str, size: str, tables: Collection[str]) -> list[str]:
        """Return those of `tables` that a task of this shape and size may be about, sorted."""
        if shape not in self.tables:
            return sorted(tables)
        return sorted(set(self.tables[shape].get(size, ())).intersection(tables))


ALL_COMBINATIONS = Combinations()
"""Every shape may be tried over every table."""

"""What a check returns: where a rule is broken, with descriptions made on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, Ints
from fictionworld.validators.knowable import paths_known

Stage = Literal["shape", "values", "references", "names", "plans", "derived", "sql", "graph"]

RowTest = Callable[[StoredBatch], Bools]
"""Says of each row of a table whether it breaks a rule."""


@dataclass(frozen=True, slots=True)
class FindingText:
    """One finding in words: the rows it is about, the values it weighs, how they are connected."""

    rows: tuple[int, ...]
    values: tuple[tuple[str, str], ...]
    sentence: str
    path: tuple[str, ...] = ()
    table: str | None = None
    """Where the rows are of another table than the rule's."""


@dataclass(frozen=True, slots=True)
class Findings:
    """Every place where one rule is broken: `worlds[k]` is the world's index in the batch, and
    `describe(k)` puts the k-th into words, on demand: a batch may break a rule a million times and
    report twenty.
    """

    worlds: Ints
    describe: Callable[[int], FindingText]

    def __len__(self) -> int:
        return len(self.worlds)


def _silent(_: int) -> FindingText:
    raise IndexError("there is nothing to describe")


def no_findings() -> Findings:
    """Return the result of a check whose rule is kept everywhere."""
    return Findings(np.zeros(0, dtype=np.int64), _silent)


def world_findings(found: Iterable[tuple[int, FindingText]]) -> Findings:
    """Return findings that are in words already, each with its world's index in the batch."""
    listed = list(found)
    worlds = np.array([world for world, _ in listed], dtype=np.int64)
    return Findings(worlds, lambda k: listed[k][1])


def row_findings(
    batch: StoredBatch, table: str, bad: Bools, describe: Callable[[int], FindingText]
) -> Findings:
    """Return findings at the rows of `table` where `bad` is true; `describe` takes a row's
    position.
    """
    positions = np.flatnonzero(bad)
    if not len(positions):
        return no_findings()
    return Findings(batch.rows(table).world[positions], lambda k: describe(int(positions[k])))


def cell_findings(
    batch: StoredBatch, table: str, bad: Bools, paths: tuple[Path, ...], says: str
) -> Findings:
    """Return findings at rows, described by `paths`: `phone 17 (Kova 3): price is 512; ...`.

    Args:
        batch: The worlds.
        table: The table whose rows `bad` flags.
        bad: A flag for each row, true where the rule is broken.
        paths: The values that the rule compares; the first is the cell at fault.
        says: The end of the sentence: what should have been.
    """

    def describe(position: int) -> FindingText:
        values = tuple((".".join(path), batch.value(table, path, position)) for path in paths)
        compared = ", ".join(f"{name} is {value}" for name, value in values)
        steps = tuple(step for path in paths for step in batch.steps(table, path, position))
        return FindingText(
            rows=(batch.row_id(table, position),),
            values=values,
            sentence=f"{batch.row(table, position)}: {compared}; {says}.",
            path=tuple(dict.fromkeys(steps)),
        )

    return row_findings(batch, table, bad, describe)


@dataclass(frozen=True, slots=True)
class Check:
    """One rule of a pack, ready to be tried on a batch of worlds."""

    rule: str
    """Stable and readable: `phone.order: chip.announced <= model_year`."""
    table: str
    stage: Stage
    find: Callable[[StoredBatch], Findings]
    paths: tuple[Path, ...] = ()
    """What it reads of a row; nothing where it is about rows as such."""


@dataclass(frozen=True, slots=True)
class Unproven:
    """A rule that stored cells cannot prove or disprove, and why."""

    rule: str
    why: str = "it reads a hidden column"


Item = Check | Unproven
"""An entry of the catalogue."""


def cell_check(
    table: str,
    rule: str,
    bad: RowTest,
    paths: tuple[Path, ...],
    says: str,
    stage: Stage = "values",
) -> Check:
    """Return the check that no row of `table` is `bad`; see `cell_findings` for the arguments."""

    def find(batch: StoredBatch) -> Findings:
        return cell_findings(batch, table, bad(batch), paths, says)

    return Check(rule, table, stage, find, paths)


def if_known(pack: CompiledPack, paths: tuple[Path, ...], check: Check) -> Item:
    """Return the check, or that its rule is unproven where a path that it reads is not known."""
    if paths_known(pack, check.table, paths):
        return check
    return Unproven(check.rule)

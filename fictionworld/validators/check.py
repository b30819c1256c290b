"""Validation: worlds of one pack against all of its rules, in batch."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.errors import DatasetError, first_line, is_panic
from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.sandbox import sandbox
from fictionworld.text.known import KnownNames
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.findings import Check, Findings
from fictionworld.validators.report import Report, Violation
from fictionworld.validators.rules.catalogue import catalogue
from fictionworld.validators.rules.keys import real_name_checks
from fictionworld.validators.rules.shape import listing_checks, require_shape

if TYPE_CHECKING:
    import polars as pl


def check_worlds(
    pack: CompiledPack,
    frames: Mapping[str, pl.DataFrame],
    *,
    worlds: pl.DataFrame | None = None,
    present: pl.DataFrame | None = None,
    known_names: KnownNames | None = None,
    thorough: bool = True,
    keep: int = 20,
) -> Report:
    """Return the violations of these worlds: none if they keep every rule of their pack.

    Args:
        pack: The pack that they are worlds of.
        frames: By table, the rows of all worlds, in any order.
        worlds: The list of worlds to expect: `world_id`, and `row_count` and `as_of`
            where they are to be compared.
        present: `world_column`: which worlds have which optional columns. Without it, a column
            that is empty throughout a world counts as one that the world lacks.
        known_names: Names of real people and things, which are forbidden; None skips the check.
        thorough: Whether networkx checks every world's graph, or only those that a batched check
            could not clear.
        keep: The maximum number of violations shown for each world and rule.

    Raises:
        DatasetError: A table or column is missing or of another type, an expression of the pack
            cannot be computed over these rows at all, or a library panics over a cell.
    """
    begun = perf_counter()
    require_shape(pack, frames)
    rules = catalogue(pack)
    extra = [
        *(listing_checks(worlds) if worlds is not None else ()),
        *(real_name_checks(pack, known_names) if known_names is not None else ()),
    ]
    with closing(sandbox()) as connection:
        batch = StoredBatch(
            pack,
            frames,
            connection=connection,
            listed=None if worlds is None else worlds["world_id"].to_numpy().astype(np.int64),
            present=present,
            thorough=thorough,
        )
        recorder = _Recorder(batch, keep)
        recorder.seconds["shape"] += perf_counter() - begun
        recorder.run((*extra, *rules.checks))
    return Report(
        pack=pack.name,
        worlds=len(batch.worlds),
        rows=sum(len(batch.rows(table.name)) for table in pack.world_tables),
        violations=tuple(recorder.violations),
        rules=tuple(check.rule for check in (*extra, *rules.checks)),
        unproven=tuple((item.rule, item.why) for item in rules.unproven),
        by_rule=dict(recorder.by_rule),
        worlds_by_rule=recorder.worlds_by_rule,
        by_world=dict(recorder.by_world),
        seconds=dict(recorder.seconds),
    )


class _Recorder:
    """Runs checks one by one and records what they find."""

    def __init__(self, batch: StoredBatch, keep: int) -> None:
        self._batch = batch
        self._keep = keep
        self.violations: list[Violation] = []
        self.by_rule: Counter[str] = Counter()
        self.worlds_by_rule: dict[str, tuple[int, ...]] = {}
        self.by_world: Counter[int] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def run(self, checks: Iterable[Check]) -> None:
        for check in checks:
            try:
                self._run(check)
            except BaseException as error:
                if not is_panic(error):
                    raise
                raise DatasetError(
                    f"the worlds of {self._batch.pack.name} hold a value that no library here "
                    f"reads ({first_line(error)}); it is in a cell that the rule "
                    f"`{check.rule}` reads: look for the least and greatest values there"
                ) from error

    def _run(self, check: Check) -> None:
        begun = perf_counter()
        findings = check.find(self._batch)
        searched = perf_counter()
        self.seconds[check.stage] += searched - begun
        if len(findings):
            self._record(check, findings)
            self.seconds["words"] += perf_counter() - searched

    def _record(self, check: Check, findings: Findings) -> None:
        self.by_rule[check.rule] += len(findings)
        worlds, index, counts = np.unique(findings.worlds, return_inverse=True, return_counts=True)
        ids = self._batch.worlds[worlds].tolist()
        self.worlds_by_rule[check.rule] = tuple(ids)
        self.by_world.update(dict(zip(ids, counts.tolist(), strict=True)))
        shown: Counter[int] = Counter()
        for k in np.argsort(index, kind="stable").tolist():
            world = ids[index[k]]
            if shown[world] == self._keep:
                continue
            shown[world] += 1
            self.violations.append(self._violation(check, world, findings, k))

    def _violation(self, check: Check, world: int, findings: Findings, k: int) -> Violation:
        shown = findings.describe(k)
        return Violation(
            world_id=int(world),
            rule=check.rule,
            table=shown.table or check.table,
            rows=shown.rows,
            values=shown.values,
            path=shown.path,
            sentence=shown.sentence,
        )

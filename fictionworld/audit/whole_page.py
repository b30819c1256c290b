"""Whole-answer pages: how much of an answer one page states, and how few pages state all of it.

If one page states a whole wide answer, the task is only to find that page. Computed from the page
plans, for every task of the worlds examined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from fictionworld.audit.check import AuditCheck, AuditContext
from fictionworld.audit.columns import first_shards
from fictionworld.audit.interval import mean_with_interval
from fictionworld.audit.record import (
    CheckResult,
    Facets,
    LeakEvidence,
    Measure,
    figure,
    rate,
    result_of,
)
from fictionworld.dataset import Dataset
from fictionworld.tasks.evidence import value_cells
from fictionworld.tasks.record import Task
from fictionworld.tasks.selection import groups_of, select
from fictionworld.tasks.specification import Specification
from fictionworld.tasks.spread import Spread, cover, most_on_one_page
from fictionworld.web.plan import plan_webs
from fictionworld.worlds.stored import StoredWorlds
from fictionworld.worlds.world_rows import WorldRows

_BATCH: Final = 50
"""Worlds planned at a time."""
_MOST_WORLDS: Final = 1_000
"""Worlds of a pack that are examined, over all shards."""


@dataclass(frozen=True, slots=True)
class _Spread:
    """How one task's answer is spread."""

    task: Task
    share: float
    """Of its value cells, the most that one page states."""
    pages: int
    """That together state them all."""
    cells: int


class WholePageCheck(AuditCheck):
    """No page states a whole answer."""

    name = "whole_page"
    of_dataset_runs = "first"

    def of_dataset(self, context: AuditContext) -> CheckResult:
        """Return the result of the check over tasks with values, of up to 1,000 worlds a pack."""
        dataset, options = context.dataset, context.options
        spreads: list[_Spread] = []
        examined = Counter[str]()
        for stored in first_shards(dataset.path):
            pack = stored.pack.name
            world_ids = stored.worlds["world_id"].sort()[: _MOST_WORLDS - examined[pack]]
            examined[pack] += len(world_ids)
            for start in range(0, len(world_ids), _BATCH):
                batch = stored.only(world_ids[start : start + _BATCH])
                spreads += _of_batch(dataset, batch, context.specifications)
        wide = [spread for spread in spreads if spread.task.kind == "wide"]
        over = [spread for spread in wide if spread.share > options.thresholds.page_share]
        measures: list[Measure] = [
            rate(
                "wide tasks with a page above the threshold",
                len(over),
                len(wide),
                at_most=0.0,
                whole=True,
            ),
            *_figures(spreads, options.seed),
        ]
        findings = [
            LeakEvidence(
                check="whole_page",
                severity="explicit answer",
                world_id=spread.task.world_id,
                task_id=spread.task.task_id,
                field="page",
                text=spread.task.question,
                marks=((0, 0),),
                why=f"one page states {spread.share:.0%} of its {spread.cells} values",
                command=f"fictionworld rollout {context.folder} --agent oracle --json",
                of=(("pack", spread.task.pack), ("kind", spread.task.kind)),
            )
            for spread in sorted(over, key=lambda spread: -spread.share)
        ]
        return result_of(
            self.name,
            "Whole-answer pages",
            "Does one page, or a few, state a whole answer?",
            measures,
            findings,
            note=f"{len(spreads):,} tasks with values. A deep task asks for one or two cells, and "
            "one page may state them: its difficulty is in finding which.",
        )


def _of_batch(
    dataset: Dataset, batch: StoredWorlds, specifications: dict[str, Specification]
) -> Iterator[_Spread]:
    plans = plan_webs(batch.pack, batch.frames, batch.worlds, batch.present)
    spread = Spread(plans)
    for world_id, frames in batch.each():
        rows = WorldRows(batch.pack, frames)
        for task in dataset.tasks(world_id):
            # each cell of the answer counts, also where two rest on the same fact
            specification = specifications[task.task_id]
            kept = select(specification, rows).kept.rows
            cells = value_cells(specification, rows, groups_of(specification, rows, kept))
            if cells:
                places = spread.pages(world_id, cells)
                yield _Spread(task, most_on_one_page(places), len(cover(places)), len(cells))


def _figures(spreads: Sequence[_Spread], seed: int) -> Iterator[Measure]:
    groups: dict[Facets, list[_Spread]] = {}
    for spread in spreads:
        kind, pack = ("kind", str(spread.task.kind)), ("pack", spread.task.pack)
        facets: tuple[Facets, ...] = ((), (kind,), (pack, kind))
        for of in facets:
            groups.setdefault(of, []).append(spread)
    for of, group in sorted(groups.items()):
        shares = [spread.share for spread in group]
        pages = [float(spread.pages) for spread in group]
        yield figure("largest share on one page", *mean_with_interval(shares, seed), of)
        yield figure(
            "pages that state all values", *mean_with_interval(pages, seed, None), of, "pages"
        )
        yield figure("pages that state all values, median", median(pages), of=of, unit="pages")

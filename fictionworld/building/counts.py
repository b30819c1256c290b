"""What a build made and refused, counted part by part and added up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from fictionworld.tasks.record import TASK
from fictionworld.worlds.manifest import BuildCounts
from fictionworld.worlds.part import WorldPart
from fictionworld.worlds.schema import WORLD


@dataclass
class PartCounts:
    """Counts of some parts; those of shards add up to those of the build."""

    worlds: int = 0
    rows: int = 0
    splits: Counter[str] = field(default_factory=Counter)
    tasks: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    refused: dict[str, Counter[str]] = field(default_factory=dict)
    """Draws of worlds by pack, by reason; likewise the next, of tasks."""
    tasks_refused: dict[str, Counter[str]] = field(default_factory=dict)

    def add_part(self, part: WorldPart) -> None:
        """Count one more part."""
        world = part.frames[WORLD.name]
        self.worlds += len(world)
        self.rows += int(world["row_count"].sum())
        self.splits.update(world["split"].to_list())
        if TASK.name in part.frames:
            self.tasks.update(part.frames[TASK.name]["kind"].to_list())
            self.levels.update(map(str, part.frames[TASK.name]["level"].to_list()))
        for step, counts in self._refusals.items():
            counts.setdefault(part.pack, Counter()).update(part.counts[step])

    def add(self, other: PartCounts) -> None:
        """Add the counts of other parts."""
        self.worlds += other.worlds
        self.rows += other.rows
        for counts, more in (
            (self.splits, other.splits),
            (self.tasks, other.tasks),
            (self.levels, other.levels),
        ):
            counts.update(more)
        for step, counts_by_pack in self._refusals.items():
            for pack, reasons in other._refusals[step].items():
                counts_by_pack.setdefault(pack, Counter()).update(reasons)

    def build_counts(self) -> BuildCounts:
        """Return the counts as the manifest has them."""
        return BuildCounts(
            worlds=self.worlds,
            rows=self.rows,
            tasks=dict(sorted(self.tasks.items())),
            levels=dict(sorted(self.levels.items())),
            **{
                step: {
                    pack: dict(sorted(reasons.items()))
                    for pack, reasons in sorted(counts.items())
                    if reasons
                }
                for step, counts in self._refusals.items()
            },
        )

    @property
    def _refusals(self) -> dict[str, dict[str, Counter[str]]]:
        return {"refused": self.refused, "tasks_refused": self.tasks_refused}

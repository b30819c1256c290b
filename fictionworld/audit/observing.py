"""What is observed of the sampled worlds, one after another.

A world is opened with its twin, every check looks at it, and it is closed again: what stays is
counts and a few findings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from fictionworld.audit import (
    form,
    induced,
    ladder,
    noninterference,
    question,
    ranking,
    self_test,
    statement,
)
from fictionworld.audit.options import TOOLS
from fictionworld.audit.sample import effort_in, foreign_names, tasks_for_agents
from fictionworld.audit.stage import Troupe
from fictionworld.dataset import Dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.seeds import child_seed
from fictionworld.tasks.record import specification_of

if TYPE_CHECKING:
    from fictionworld.audit.form import Shape
    from fictionworld.audit.induced import Places
    from fictionworld.audit.ladder import Rung
    from fictionworld.audit.options import Tools
    from fictionworld.audit.ranking import Ranked
    from fictionworld.audit.statement import Statements
    from fictionworld.audit.tally import FacetTally
    from fictionworld.tasks.key import Key
    from fictionworld.tasks.specification import Specification

__all__ = ["Observed", "Observer"]


@dataclass(frozen=True)
class Observed:
    """What every check that needs a stage saw in one world."""

    world_id: int
    twins: FacetTally
    shapes: Sequence[Shape]
    ranked: Ranked
    statements: Statements
    questions: FacetTally
    rungs: Sequence[Rung]
    places: Places
    injected: FacetTally


class _ReadOnce(Dataset):
    """A dataset whose keys are kept once read: twenty agents ask for the same one."""

    def __init__(self, path: Path, backend: str) -> None:
        super().__init__(path, backend=backend)
        self._keys: dict[str, Key] = {}
        self._specifications: dict[str, Specification] = {}

    def key(self, task_id: str) -> Key:
        if task_id not in self._keys:
            self._keys[task_id] = super().key(task_id)
        return self._keys[task_id]

    def specification(self, task_id: str) -> Specification:
        if task_id not in self._specifications:
            self._specifications[task_id] = super().specification(task_id)
        return self._specifications[task_id]


class Observer:
    """Looks at worlds of one dataset, one at a time."""

    def __init__(self, folder: Path, seed: int, tools: Tools = TOOLS) -> None:
        self.dataset: Dataset = _ReadOnce(folder.absolute(), tools.backend)
        _ = self.dataset.manifest  # a folder that holds no dataset is told at once
        _ = self.dataset.drafts  # and a rendering that is of another
        self.folder = str(folder)
        self.seed = seed
        self._troupe = Troupe(self.folder, self.dataset, seed, tools)

    @cached_property
    def specifications(self) -> dict[str, Specification]:
        """What each task of the dataset asks, read once for all checks of the whole."""
        return {row["task_id"]: specification_of(row) for row in self.dataset.stored_keys()}

    def observe(self, world_id: int, place: int, others: Sequence[int] = ()) -> Observed:
        """One world, at this place of the sample, seen by every check; then it is closed.

        `others` are worlds of the sample that come next, here or in another process.
        """
        try:
            return self._observe(world_id, place, others)
        finally:
            OPEN_WORLDS.close(self.dataset, world_id)

    def _observe(self, world_id: int, place: int, others: Sequence[int]) -> Observed:
        others_names = foreign_names(self.dataset, world_id, self.seed)
        stage = self._troupe.stage(world_id, others_names, others)
        disturbed = stage.disturbed()
        played = tasks_for_agents(stage.tasks, child_seed(self.seed, f"ladder/{world_id}"))
        effort = effort_in(place)
        return Observed(
            world_id=world_id,
            twins=noninterference.compare_twins(stage),
            shapes=form.shapes_of(disturbed),
            ranked=ranking.ranking_of(disturbed),
            statements=statement.statements_of(disturbed, effort),
            questions=question.questions_of(stage),
            rungs=ladder.climb(stage, played, effort),
            places=induced.places_of(stage),
            injected=self_test.injected(stage),
        )

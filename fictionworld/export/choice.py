"""Which tasks are written out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fictionworld.dataset import Dataset
    from fictionworld.tasks.record import Task
    from fictionworld.tasks.specification import TaskKind

__all__ = ["Choice"]


@dataclass(frozen=True, slots=True)
class Choice:
    """Tasks by what is said of them, as of `Dataset.tasks`; None takes all."""

    world: int | None = None
    pack: str | None = None
    kinds: tuple[TaskKind, ...] | None = None
    split: str | None = None
    characters: tuple[int, int] | None = None

    def of(self, dataset: Dataset) -> list[Task]:
        """The tasks of a dataset that are meant, in order.

        Raises:
            UsageError: The dataset has no such world, pack or split.
        """
        return dataset.tasks(
            self.world,
            split=self.split,
            pack=self.pack,
            kind=self.kinds,
            characters=self.characters,
        )

"""Which tasks are written out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from fictionworld.errors import UsageError, nearest
from fictionworld.tasks.specification import TaskKind

if TYPE_CHECKING:
    from fictionworld.dataset import Dataset
    from fictionworld.tasks.record import Task

__all__ = ["KINDS", "Choice", "parse_kinds"]

KINDS: tuple[TaskKind, ...] = get_args(TaskKind)


@dataclass(frozen=True, slots=True)
class Choice:
    """Tasks by what is said of them; None takes all."""

    world: int | None = None
    pack: str | None = None
    kinds: tuple[TaskKind, ...] | None = None
    split: str | None = None

    def of(self, dataset: Dataset) -> list[Task]:
        """The tasks of a dataset that are meant, in order.

        Raises:
            UsageError: The dataset has no such world, pack or split.
        """
        if self.pack is not None:
            dataset.pack(self.pack)
        splits = dataset.manifest.splits
        if self.split is not None and self.split not in splits:
            raise UsageError(
                f"--split: got {self.split!r}; {dataset.path} has {', '.join(splits)}"
                f"{nearest(self.split, splits)}"
            )
        return [
            task
            for task in dataset.tasks(self.world)
            if self.pack in {None, task.pack}
            and self.split in {None, task.split}
            and (self.kinds is None or task.kind in self.kinds)
        ]


def parse_kinds(text: str) -> tuple[TaskKind, ...]:
    """The kinds in `wide,deep`.

    Raises:
        UsageError: One is none.
    """
    asked = [name.strip() for name in text.split(",")]
    for name in asked:
        if name not in KINDS:
            raise UsageError(
                f"--kinds: got {name!r}; allowed are {', '.join(KINDS)}, a comma between"
                f"{nearest(name, KINDS)}"
            )
    return tuple(kind for kind in KINDS if kind in asked)

"""What every adapter asks for to make episodes: plain values, which frameworks can carry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Self

from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.episode import Episode
from fictionworld.errors import UsageError, nearest

__all__ = ["EpisodeSettings", "opened"]


@dataclass(frozen=True)
class EpisodeSettings:
    """A dataset and the conditions under which its tasks are played."""

    dataset: str
    """The dataset's folder."""
    policy: str = "tease"
    """What search results may say; several with weights as `tease=0.7,mixed:0.5=0.3`."""
    controls: str = ""
    """What disturbs the tools, such as `realistic`; empty for nothing."""
    reward: str = "f1_grounded"
    """`f1_grounded` or `f1_evidenced`."""
    backend: str = "template"
    """Who words the pages: `template`, or `drafts:FOLDER`."""
    calls: int | None = None
    """The most calls of an episode; None for a budget by the task's size, 0 for no limit."""
    reply_characters: int | None = None
    """The most characters of a reply; None for the tools' own measure."""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The settings in a framework's configuration.

        Raises:
            UsageError: A name is none of a setting, or the dataset is missing.
        """
        names = [field.name for field in fields(cls)]
        for name in values:
            if name not in names:
                raise UsageError(
                    f"got setting {name!r}; allowed: {', '.join(names)}{nearest(name, names)}"
                )
        if not values.get("dataset"):
            raise UsageError("settings: got no dataset; give its folder as `dataset`")
        return cls(**dict(values))

    def open(self) -> Dataset:
        """The dataset, opened once in a process.

        Raises:
            DatasetError: There is none in this folder.
            UsageError: There is no such backend.
        """
        return opened(self.dataset, self.backend)

    def episode(self, task_id: str, seed: int = 0) -> Episode:
        """An episode of a task; rollouts that are compared share the seed.

        Raises:
            UsageError: There is no such task, policy or control.
        """
        return self.open().episode(
            task_id,
            self.policy,
            self.controls or None,
            seed,
            calls=self.calls,
            reply_characters=self.reply_characters,
        )

    def resumed(self, log: str) -> Episode:
        """The episode of a log, as `Episode.log` wrote it.

        Raises:
            UsageError: The log is damaged, or of another dataset or backend.
        """
        return Episode.from_log(self.open(), log)

    def prompt(self, task_id: str) -> list[dict[str, str]]:
        """The system prompt and the question of a task, as messages; no world is opened for it.

        Raises:
            UsageError: There is no such task or control.
        """
        return self.open().prompt(task_id, self.controls or None, calls=self.calls)


@lru_cache(maxsize=8)
def opened(folder: str, backend: str = "template") -> Dataset:
    """A dataset by its folder; the last few that were asked for stay open."""
    dataset = open_dataset(folder)
    return dataset if backend == "template" else dataset.worded_by(backend)

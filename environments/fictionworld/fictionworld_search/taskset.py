"""The taskset of `fictionworld`; without a dataset it takes twenty sample worlds."""

from __future__ import annotations

from collections.abc import Iterator

import verifiers.v1 as vf

from fictionworld.adapters.verifiers import (
    FictionWorldConfig,
    FictionWorldTask,
    FictionWorldTaskset,
)
from fictionworld.sample_worlds import sample_worlds


class SearchConfig(FictionWorldConfig):
    """As of `FictionWorldConfig`; `dataset` may be left out."""

    def with_worlds(self) -> SearchConfig:
        """Return the configuration with the folder of a dataset in it."""
        return self if self.dataset else self.model_copy(update={"dataset": str(sample_worlds())})


class SearchTaskset(FictionWorldTaskset, vf.Taskset[FictionWorldTask, SearchConfig]):
    """The tasks of a dataset, or of the sample worlds."""

    def load(self) -> Iterator[FictionWorldTask]:
        """Yield the tasks; only a few are in memory at once."""
        return FictionWorldTaskset(self.config.with_worlds()).load()

    @classmethod
    def toolsets(cls, config: SearchConfig) -> list[vf.Toolset]:
        """Return one tool server for all rollouts of a worker."""
        return super().toolsets(config.with_worlds())

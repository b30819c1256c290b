"""Where episodes of the searcher stand after each sequence of steps, worked out once in a process.

A reply follows from the world, the policy of results, the group's seed and the call, and the
searcher's calls from its steps and what it has read. So after equal steps on a task all episodes
stand alike, in whatever run, and only sequences that are new are played.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.episodes.world_handle import open_world
from fictionworld.learning.remembered import TextMemory
from fictionworld.learning.searcher import Searcher, Situation

_MOST_STATES: Final = 300_000
"""So many states are kept, a kilobyte each; then all are forgotten."""


class SearchEnd(NamedTuple):
    """What an answer earns."""

    f1_evidenced: float
    coverage: float


@dataclass(slots=True)
class SearchState:
    """Where an episode stands after some steps."""

    situation: Situation
    calls: int
    searches: int
    opened: int
    after: dict[int, SearchState] = field(default_factory=dict)
    """By the step made next, as far as one was tried."""
    end: SearchEnd | None = None
    """What an answer earns here, once one was given."""

    @classmethod
    def of(cls, searcher: Searcher) -> SearchState:
        """Return where a searcher stands."""
        return cls(searcher.situation(), searcher.calls_made, searcher.searches, searcher.opened)


class SearchTrees:
    """The states of all tasks of a dataset that were met in this process.

    Worlds stay open with all pages that were written: the same are read again and again.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self._roots: dict[tuple[str, str, int], SearchState] = {}
        self._states = 0
        self._memories: defaultdict[int, TextMemory] = defaultdict(TextMemory)

    @classmethod
    def open(cls, folder: Path) -> SearchTrees:
        """Return the trees of the dataset in a folder; a worker process begins with it."""
        return cls(open_dataset(folder))

    def walk(self, task_id: str, policy: str, calls: int) -> SearchWalk:
        """Return an episode of a task under a policy of results, with a budget of calls."""
        return SearchWalk(self, task_id, policy, calls)

    def root(self, walk: SearchWalk) -> SearchState:
        """Return the state before the first step."""
        state = self._roots.get(walk.key)
        if state is None:
            if self._states > _MOST_STATES:
                self._roots.clear()
                self._states = 0
            state = self._roots[walk.key] = SearchState.of(walk.searcher([]))
        return state

    def after(self, state: SearchState, walk: SearchWalk, steps: Sequence[int]) -> SearchState:
        """Return the state after the last of these steps, of which `state` follows the others."""
        known = state.after.get(steps[-1])
        if known is None:
            known = state.after[steps[-1]] = SearchState.of(walk.searcher(steps))
            self._states += 1
        return known

    def new_searcher(self, task_id: str, policy: str, calls: int) -> Searcher:
        """Return a searcher that has made no step."""
        dataset = self.dataset
        episode = dataset.episode(task_id, policy=policy, calls=calls)
        if not OPEN_WORLDS.is_open(dataset, episode.world_id):
            handle = open_world(dataset, episode.world_id, most_pages=math.inf)
            OPEN_WORLDS.add(dataset, handle)
        handle = OPEN_WORLDS.at(dataset, episode.world_id).under(episode.controls)
        memory = self._memories[episode.world_id]
        return Searcher(episode, handle, dataset.specification(task_id), memory)


class SearchWalk:
    """One episode: steps from state to state. A searcher is at work only where a state is new."""

    def __init__(self, trees: SearchTrees, task_id: str, policy: str, calls: int) -> None:
        self.key = (task_id, policy, calls)
        self._trees = trees
        self._steps: list[int] = []
        self._searcher: Searcher | None = None
        self.state = trees.root(self)

    def act(self, action: int) -> None:
        """Make a step that the situation allows, other than the answer."""
        self._steps.append(action)
        self.state = self._trees.after(self.state, self, self._steps)

    def end(self) -> SearchEnd:
        """Return what an answer earns now; with it the episode is over."""
        if self.state.end is None:
            reward = self.searcher(self._steps).score()
            self.state.end = SearchEnd(reward.f1_evidenced, reward.coverage or 0.0)
        return self.state.end

    def searcher(self, steps: Sequence[int]) -> Searcher:
        """Return the searcher of this episode after these steps."""
        if self._searcher is None:
            self._searcher = self._trees.new_searcher(*self.key)
        for action in steps[self._searcher.steps :]:
            self._searcher.act(action)
        return self._searcher

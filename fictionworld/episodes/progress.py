"""What an agent has learnt of a dataset's tasks, and which of them come next: pure, in memory.

- Levels first. Training begins at the lowest level. Where the mean reward of a level rises above a
  half, the next level opens; where it nears 1, the level closes.
- Then bands. Each task of the open levels comes once a turn. The posterior of its pass rate is a
  Beta distribution, with a reward of .7 as .7 of a pass and half of what was known before. Where
  its mean leaves the band, the task rests for a turn; the next times in succession for three, then
  seven.
- A group whose rewards are all equal teaches nothing: it moves no posterior, and its task rests.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any, Final, Self

from fictionworld.errors import UsageError
from fictionworld.tasks.record import Task

Band = tuple[float, float]
"""The least and the most pass rate of tasks that are worth training on."""

_MEMORY: Final = 0.9
"""What a group of a level counts, as a share of the next one."""
_UNSEEN: Final = (0.5, 1.5)
"""The Beta distribution of a level without groups: a new level is taken to be hard."""
_OPENS, _CLOSES = 0.5, 0.8
"""The mean above which the next level opens, and above which a level closes: rewards of .55 and
.91 in the long run."""
_REMEMBERED: Final = 0.5
"""What was known of a task counts so much beside a new group: the agent changes."""
_DOUBLINGS: Final = 3
"""Of rests, at most."""


@dataclass(slots=True)
class PassEvidence:
    """What is known of a pass rate."""

    passes: float = 0.0
    fails: float = 0.0

    def add(self, passes: float, fails: float, share: float) -> None:
        """Add rollouts, and keep a share of what was known before."""
        self.passes = self.passes * share + passes
        self.fails = self.fails * share + fails

    def mean(self, passes: float = 0.5, fails: float = 0.5) -> float:
        """Return the posterior's mean, with the prior Beta(passes, fails); Jeffreys's by itself."""
        passes += self.passes
        return passes / (passes + fails + self.fails)


@dataclass(slots=True)
class TaskProgress:
    """What became of one task."""

    visits: int = 0
    """How often it was drawn."""
    due: int = 0
    """The first turn in which it may come again."""
    rests: int = 0
    """How often in succession it was sent to rest."""
    evidence: PassEvidence = field(default_factory=PassEvidence)


@dataclass(frozen=True, slots=True)
class Visit:
    """A task that was drawn."""

    task: Task
    number: int
    """How often it was drawn before."""
    place: int
    """How many tasks were drawn before, all together."""


@dataclass(slots=True)
class Progress:
    """The state of a curriculum."""

    drawn: int = 0
    turn: int = 0
    levels: dict[int, PassEvidence] = field(default_factory=dict)
    tasks: dict[str, TaskProgress] = field(default_factory=dict)

    def update(self, task: Task, rewards: Sequence[float], band: Band) -> bool:
        """Note the rewards of a group of rollouts; return whether they differ.

        Raises:
            UsageError: A reward is no finite number.
        """
        if not all(map(math.isfinite, rewards)):
            raise UsageError(f"got rewards {list(rewards)}; allowed are finite numbers")
        if not rewards:
            return False
        passes = [min(1.0, max(0.0, reward)) for reward in rewards]
        solved = fmean(passes)
        self.levels.setdefault(task.level, PassEvidence()).add(solved, 1 - solved, _MEMORY)
        state = self.tasks.setdefault(task.task_id, TaskProgress())
        differ = max(rewards) > min(rewards)
        if differ:
            state.evidence.add(sum(passes), len(passes) - sum(passes), _REMEMBERED)
        if differ and band[0] <= state.evidence.mean() <= band[1]:
            state.rests = 0
        else:
            state.rests += 1
            state.due = max(state.due, self.turn + 2 ** min(state.rests, _DOUBLINGS))
        return differ

    def draw(self, order: Callable[[int], Sequence[Task]], n: int) -> list[Visit]:
        """Return the next `n` tasks.

        Args:
            order: The tasks in the order of a turn.
            n: How many.
        """
        visits: list[Visit] = []
        while len(visits) < n:
            tasks = order(self.turn)
            levels = self.open_levels(tasks)
            for task in tasks:
                if len(visits) < n and task.level in levels and self._is_due(task):
                    visits.append(self._visit(task))
            if len(visits) < n:
                self.turn += 1
        return visits

    def open_levels(self, tasks: Iterable[Task]) -> set[int]:
        """Return the levels of which tasks are drawn."""
        opened: set[int] = set()
        last = 0
        for last in sorted({task.level for task in tasks}):
            mean = self.levels.get(last, PassEvidence()).mean(*_UNSEEN)
            if mean <= _CLOSES:
                opened.add(last)
            if mean <= _OPENS:
                break
        return opened or {last}

    def pass_rate(self, task_id: str) -> float:
        """Return the mean of the posterior of a task's pass rate."""
        return self.tasks.get(task_id, TaskProgress()).evidence.mean()

    def _is_due(self, task: Task) -> bool:
        state = self.tasks.get(task.task_id)
        return state is None or state.due <= self.turn

    def _visit(self, task: Task) -> Visit:
        state = self.tasks.setdefault(task.task_id, TaskProgress())
        visit = Visit(task, state.visits, self.drawn)
        state.visits += 1
        state.due = self.turn + 1
        self.drawn += 1
        return visit

    def as_dict(self) -> dict[str, Any]:
        """Return the state as plain values, for JSON."""
        return asdict(self)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Return the state of what `as_dict` returned, read from JSON.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: It is no such state.
        """
        return cls(
            int(values["drawn"]),
            int(values["turn"]),
            {int(level): PassEvidence(**known) for level, known in values["levels"].items()},
            {
                task_id: TaskProgress(**(of | {"evidence": PassEvidence(**of["evidence"])}))
                for task_id, of in values["tasks"].items()
            },
        )

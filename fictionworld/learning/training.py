"""One run: a policy trained on tasks of some packs, and what it earns on packs it never saw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from statistics import fmean
from typing import Final

import numpy as np

from fictionworld.dataset import Dataset
from fictionworld.errors import UsageError
from fictionworld.learning.policy import Decision, Learner, SearchPolicy
from fictionworld.learning.search_tree import SearchEnd, SearchTrees, SearchWalk
from fictionworld.learning.searcher import ANSWER
from fictionworld.seeds import child_seed
from fictionworld.tasks.level import CHARACTERS_PER_TOKEN
from fictionworld.tasks.record import Task

_PAGES: Final = (2, 12)
_MOST_CHARACTERS: Final = 24_000
"""Tasks of so many pages and characters at least and at most are played: they fit any context."""
_WORLDS, _TASKS = 2, 5
"""Of each pack in training."""
_HELD_WORLDS, _HELD_TASKS = 8, 24
"""Worlds of each held-out pack, and tasks of all held-out packs together."""
_TASKS_AT_ONCE, _GROUP = 4, 6
"""Of one update: tasks, and episodes of each."""
_EVALUATED: Final = {"train": 1, "held_out": 2}
"""Episodes of each task in an evaluation."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What distinguishes a run."""

    policy: str
    """What search results may say."""
    price: float
    """Of a call, taken from the reward: as `f1_evidenced,call=PRICE` has it."""
    seed: int
    updates: int = 20
    calls: int = 30
    context_tokens: int = 32_000
    """What the replies of an episode may have."""

    @property
    def context_characters(self) -> int:
        """Return what the replies of an episode may have in characters."""
        return int(self.context_tokens * CHARACTERS_PER_TOKEN)

    @property
    def label(self) -> str:
        """Return its policy of results and its price: `tease, .02 a call`."""
        return f"{self.policy}, {self.price:g} a call" if self.price else self.policy


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """The ids of the tasks of a run."""

    held_packs: tuple[str, ...]
    """The packs that are in no training."""
    train: tuple[str, ...]
    held_out: tuple[str, ...]
    """Of those packs."""

    @property
    def held_names(self) -> str:
        """Return the names of the packs that are in no training: `football, museum`."""
        return ", ".join(self.held_packs)


@dataclass(frozen=True, slots=True)
class Means:
    """Means over episodes."""

    reward: float
    """Without the price."""
    coverage: float
    opened: float
    searches: float
    characters: float
    episodes: int


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """A run that is over."""

    setting: Setting
    curve: tuple[Means, ...]
    """Of the episodes of each update, in order."""
    held_out_curve: tuple[Means, ...]
    """On the held-out packs: before training and after each quarter of the updates."""
    before: dict[str, Means]
    """`train` and `held_out`: what the untrained policy earns."""
    after: dict[str, Means]
    elsewhere: dict[str, Means]
    """What the trained policy earns on the held-out packs under other policies of results; empty
    where calls have a price."""
    weights: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class _Played:
    decisions: list[Decision]
    end: SearchEnd
    earned: float
    """With the price."""
    opened: int
    searches: int
    characters: int


def choose_tasks(dataset: Dataset, held_out: Sequence[str] = ()) -> TaskChoice:
    """Return the tasks of a run: small ones of the packs in training, and of the held-out packs.

    Args:
        dataset: Its tasks.
        held_out: Packs that are in no training; if empty, all without tasks of split `train`, or,
            where there are none, the first.

    Raises:
        UsageError: A pack has no small task, or too few are left to train on.
    """
    all_packs = sorted({task.pack for task in dataset.tasks()})
    if not held_out:
        trained = {task.pack for task in dataset.tasks(split="train")}
        held_out = [pack for pack in all_packs if pack not in trained] or all_packs[:1]
    held_packs = tuple(sorted(set(held_out)))
    train = [
        task_id
        for pack in all_packs
        if pack not in held_packs
        for task_id in _chosen(dataset.tasks(split="train", pack=pack), _WORLDS, _TASKS)
    ]
    most = -(-_HELD_TASKS // len(held_packs))
    held = {pack: _chosen(dataset.tasks(pack=pack), _HELD_WORLDS, most) for pack in held_packs}
    empty = [pack for pack, task_ids in held.items() if not task_ids]
    if len(train) < _TASKS_AT_ONCE or empty:
        lack = f"no small task of {', '.join(empty)}" if empty else "too few to train on"
        raise UsageError(
            f"{dataset.path} has {lack} ({len(train)} small tasks of the other packs); build one "
            "with more worlds, such as `fictionworld build --n 100`, or name other packs with "
            "--held-out"
        )
    return TaskChoice(held_packs, tuple(train), tuple(chain.from_iterable(held.values())))


def is_small(task: Task) -> bool:
    """Return whether a task has an answer and fits any context."""
    has_pages = _PAGES[0] <= task.least_pages <= _PAGES[1]
    return has_pages and task.least_characters <= _MOST_CHARACTERS and task.kind != "empty"


def _chosen(tasks: Sequence[Task], worlds: int, most: int) -> list[str]:
    """Return small tasks of the worlds that have most of them."""
    by_world: defaultdict[int, list[str]] = defaultdict(list)
    for task in tasks:
        if is_small(task):
            by_world[task.world_id].append(task.task_id)
    order = sorted(by_world, key=lambda world: (-len(by_world[world]), world))[:worlds]
    return [task_id for world in order for task_id in by_world[world]][:most]


def train(
    trees: SearchTrees, tasks: TaskChoice, setting: Setting, others: Sequence[str]
) -> TrainingRun:
    """Train a policy and evaluate it before and after.

    Args:
        trees: The dataset, with what other runs have played already.
        tasks: Which of its tasks.
        setting: The run.
        others: Policies of results under which the trained policy is evaluated too, if calls have
            no price.
    """
    learner, curve = Learner(), []
    before = _evaluated(trees, tasks, setting, learner.policy)
    held_out_curve = [before["held_out"]]
    quarters = {setting.updates * quarter // 4 for quarter in (1, 2, 3)}
    for number in range(setting.updates):
        if number in quarters and number:
            held_out_curve.append(_evaluated_on(trees, "held_out", tasks, setting, learner.policy))
        chosen = _dice(setting, f"update/{number}").choice(
            len(tasks.train), _TASKS_AT_ONCE, replace=False
        )
        groups = [
            _play_group(trees, tasks.train[at], setting, learner.policy, f"update/{number}", _GROUP)
            for at in chosen
        ]
        learner.update([[(p.decisions, p.earned) for p in group] for group in groups])
        curve.append(_means([played for group in groups for played in group]))
    elsewhere = {
        other: _evaluated_on(
            trees, "held_out", tasks, replace(setting, policy=other), learner.policy
        )
        for other in others
        if other != setting.policy and not setting.price
    }
    after = _evaluated(trees, tasks, setting, learner.policy)
    return TrainingRun(
        setting,
        tuple(curve),
        (*held_out_curve, after["held_out"]),
        before,
        after,
        elsewhere,
        tuple(tuple(map(float, row)) for row in learner.policy.weights),
    )


def _evaluated(
    trees: SearchTrees, tasks: TaskChoice, setting: Setting, policy: SearchPolicy
) -> dict[str, Means]:
    return {part: _evaluated_on(trees, part, tasks, setting, policy) for part in _EVALUATED}


def _evaluated_on(
    trees: SearchTrees,
    part: str,
    tasks: TaskChoice,
    setting: Setting,
    policy: SearchPolicy,
) -> Means:
    """Return what a policy earns on one part of the tasks."""
    task_ids = tasks.train if part == "train" else tasks.held_out
    return _means([
        played
        for task_id in task_ids
        for played in _play_group(
            trees, task_id, setting, policy, f"evaluated/{part}", _EVALUATED[part]
        )
    ])  # fmt: skip


def _play_group(
    trees: SearchTrees,
    task_id: str,
    setting: Setting,
    policy: SearchPolicy,
    name: str,
    episodes: int,
) -> list[_Played]:
    """Play episodes of a task.

    Dice follow from the seed, the occasion `name`, the task and the number of the episode: runs of
    one seed differ by their settings alone, and an evaluation before training from that after it by
    the training alone.
    """
    return [
        _play(
            trees.walk(task_id, setting.policy, setting.calls),
            setting,
            policy,
            _dice(setting, f"{name}/{task_id}/{number}"),
        )
        for number in range(episodes)
    ]


def _play(
    walk: SearchWalk, setting: Setting, policy: SearchPolicy, dice: np.random.Generator
) -> _Played:
    """Play one episode, until the policy answers, or the calls or the context are spent."""
    decisions: list[Decision] = []
    context = setting.context_characters
    while walk.state.calls < setting.calls and walk.state.situation.characters < context:
        decision = policy.decide(walk.state.situation.within(context), dice)
        decisions.append(decision)
        if decision.action == ANSWER:
            break
        walk.act(decision.action)
    state, end = walk.state, walk.end()
    return _Played(
        decisions,
        end,
        end.f1_evidenced - setting.price * state.calls,
        state.opened,
        state.searches,
        state.situation.characters,
    )


def _means(played: Sequence[_Played]) -> Means:
    return Means(
        fmean(episode.end.f1_evidenced for episode in played),
        fmean(episode.end.coverage for episode in played),
        fmean(episode.opened for episode in played),
        fmean(episode.searches for episode in played),
        fmean(episode.characters for episode in played),
        len(played),
    )


def _dice(setting: Setting, name: str) -> np.random.Generator:
    return np.random.default_rng(child_seed(setting.seed, f"learn/{name}"))

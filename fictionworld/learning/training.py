"""One run: a policy trained on tasks of some packs, and what it earns on a pack it never saw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

import numpy as np

from fictionworld.dataset import Dataset
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.reward import Reward
from fictionworld.episodes.rewards import DEFAULT_REWARD
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError
from fictionworld.learning.policy import Decision, Learner, SearchPolicy
from fictionworld.learning.searcher import ANSWER, Searcher
from fictionworld.seeds import child_seed
from fictionworld.tasks.level import CHARACTERS_PER_TOKEN
from fictionworld.tasks.record import Task

_PAGES: Final = (2, 12)
_MOST_CHARACTERS: Final = 24_000
"""Tasks of so many pages and characters at least and at most are played: they fit any context."""
_WORLDS, _TASKS = 2, 5
"""Of each pack in training."""
_HELD_WORLDS, _HELD_TASKS = 8, 20
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
    """Of a call, as part of the reward."""
    seed: int
    updates: int = 10
    calls: int = 30
    context_tokens: int = 14_000
    """What the replies of an episode may have."""

    @property
    def reward(self) -> str:
        """Return the name of the reward."""
        return f"{DEFAULT_REWARD},call={self.price:g}" if self.price else DEFAULT_REWARD

    @property
    def label(self) -> str:
        """Return what distinguishes it but for the seed: `tease, .02 a call`."""
        return f"{self.policy}, {self.price:g} a call" if self.price else self.policy


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """The ids of the tasks of a run."""

    pack: str
    """The pack that is in no training."""
    train: tuple[str, ...]
    held_out: tuple[str, ...]
    """Of that pack."""


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
    before: dict[str, Means]
    """`train` and `held_out`: what the untrained policy earns."""
    after: dict[str, Means]
    elsewhere: dict[str, Means]
    """What the trained policy earns on the held-out pack under other policies of results."""
    weights: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class _Played:
    decisions: list[Decision]
    reward: Reward
    opened: int
    searches: int
    characters: int


def choose_tasks(dataset: Dataset, held_out: str | None = None) -> TaskChoice:
    """Return the tasks of a run: small ones of all packs but one, and of that one.

    Args:
        dataset: Its tasks.
        held_out: That pack; if not given, one without tasks of split `train`, else the first.

    Raises:
        UsageError: There are too few: give a dataset with more worlds, or of two packs at least.
    """
    all_packs = sorted({task.pack for task in dataset.tasks()})
    if held_out is None:
        trained = {task.pack for task in dataset.tasks(split="train")}
        held_out = next((pack for pack in all_packs if pack not in trained), all_packs[0])
    packs = [pack for pack in all_packs if pack != held_out]
    train = [
        task_id
        for pack in packs
        for task_id in _chosen(dataset.tasks(split="train", pack=pack), _WORLDS, _TASKS)
    ]
    held = _chosen(dataset.tasks(pack=held_out), _HELD_WORLDS, _HELD_TASKS)
    if len(train) < _TASKS_AT_ONCE or not held:
        raise UsageError(
            f"{dataset.path} has {len(train)} small tasks of {len(packs)} packs to train on and "
            f"{len(held)} of {held_out}; build one with more worlds, such as `fictionworld build "
            "--n 100`, or name another pack with --held-out"
        )
    return TaskChoice(held_out, tuple(train), tuple(held))


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
    dataset: Dataset, tasks: TaskChoice, setting: Setting, others: Sequence[str]
) -> TrainingRun:
    """Train a policy and evaluate it before and after.

    Args:
        dataset: Its tasks.
        tasks: Which of them.
        setting: The run.
        others: Policies of results under which the trained policy is evaluated too.
    """
    learner, curve = Learner(), []
    before = _evaluated(dataset, tasks, setting, learner.policy)
    dice = _dice(setting, "train")
    for _ in range(setting.updates):
        chosen = dice.choice(len(tasks.train), _TASKS_AT_ONCE, replace=False)
        groups = [
            [_play(dataset, tasks.train[at], setting, learner.policy, dice) for _ in range(_GROUP)]
            for at in chosen
        ]
        learner.update([[(p.decisions, p.reward.earned) for p in group] for group in groups])
        curve.append(_means([played for group in groups for played in group]))
    elsewhere = {
        policy: _evaluated_on(dataset, "held_out", tasks, setting, learner.policy, policy)
        for policy in others
        if policy != setting.policy
    }
    return TrainingRun(
        setting,
        tuple(curve),
        before,
        _evaluated(dataset, tasks, setting, learner.policy),
        elsewhere,
        tuple(tuple(map(float, row)) for row in learner.policy.weights),
    )


def _evaluated(
    dataset: Dataset, tasks: TaskChoice, setting: Setting, policy: SearchPolicy
) -> dict[str, Means]:
    return {
        part: _evaluated_on(dataset, part, tasks, setting, policy, setting.policy)
        for part in _EVALUATED
    }


def _evaluated_on(
    dataset: Dataset,
    part: str,
    tasks: TaskChoice,
    setting: Setting,
    policy: SearchPolicy,
    results: str,
) -> Means:
    """Return what a policy earns on one part of the tasks, under a policy of results.

    Before and after training the dice are the same, so that the two differ by the training alone.
    """
    task_ids = tasks.train if part == "train" else tasks.held_out
    dice = _dice(setting, f"{part}/{results}")
    return _means([
        _play(dataset, task_id, setting, policy, dice, results)
        for task_id in task_ids
        for _ in range(_EVALUATED[part])
    ])  # fmt: skip


def _play(
    dataset: Dataset,
    task_id: str,
    setting: Setting,
    policy: SearchPolicy,
    dice: np.random.Generator,
    results: str | None = None,
) -> _Played:
    """Play one episode; `results` is the policy of results where it is not the setting's."""
    episode = dataset.episode(task_id, policy=results or setting.policy, calls=setting.calls)
    handle = OPEN_WORLDS.at(dataset, episode.world_id).under(episode.controls)
    reasoner = Reasoner(handle, dataset.specification(task_id))
    characters = int(setting.context_tokens * CHARACTERS_PER_TOKEN)
    searcher, decisions = Searcher(episode, reasoner, characters), []
    while not searcher.is_full:
        decision = policy.decide(searcher.situation(), dice)
        decisions.append(decision)
        if decision.action == ANSWER:
            break
        searcher.act(decision.action)
    reward = episode.score(searcher.answer(), setting.reward)
    return _Played(decisions, reward, searcher.opened, searcher.searches, searcher.shown)


def _means(played: Sequence[_Played]) -> Means:
    return Means(
        fmean(one.reward.f1_evidenced for one in played),
        fmean(one.reward.coverage or 0.0 for one in played),
        fmean(one.opened for one in played),
        fmean(one.searches for one in played),
        fmean(one.characters for one in played),
        len(played),
    )


def _dice(setting: Setting, name: str) -> np.random.Generator:
    path = f"learn/{setting.policy}/{setting.price:g}/{setting.context_tokens}/{name}"
    return np.random.default_rng(child_seed(setting.seed, path))

"""Tasks played by hand: the episodes, when each began, and what came of each call."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any, Final

from fictionworld.dataset import Dataset
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.reward import Reward
from fictionworld.episodes.rollout import Conditions, PlayedTask
from fictionworld.episodes.rollout_files import RolloutId, TraceFile
from fictionworld.errors import UsageError
from fictionworld.tasks.grading.grade import Grade

AGENT: Final = "human"
_OPEN: Final = 256
"""Plays that are kept, those used last."""


@dataclass
class PlayByHand:
    """One person on one task."""

    play_id: str
    episode: Episode
    dataset: Dataset
    begun: float
    """By the clock that never goes back."""
    replies: list[str] = field(default_factory=list)
    """The text of the reply to each call."""
    seconds: float | None = None
    """From the question to the answer; None until it was handed in."""
    reward: Reward | None = None
    grade: Grade | None = None
    is_saved: bool = False

    def call(self, tool: str, arguments: Mapping[str, Any]) -> None:
        """Make a call, as an agent makes it.

        Raises:
            EpisodeError, InfrastructureError: As `Episode.call`.
        """
        self.replies.append(self.episode.call(tool, arguments))

    def hand_in(self, answer: str) -> None:
        """Score the answer; with it the episode is over.

        Raises:
            EpisodeError: It was over already.
            DatasetError: The dataset is without keys.
        """
        assert self.episode.task is not None
        grade = self.dataset.score(self.episode.task.task_id, answer)
        self.reward = self.episode.score(answer)
        self.grade = grade
        self.seconds = time.monotonic() - self.begun

    def played(self) -> PlayedTask:
        """Return the finished episode as the agent `human` played it."""
        assert self.episode.task is not None and self.seconds is not None
        return PlayedTask(self.episode.task, AGENT, self.episode.trace(), None, self.seconds)

    @property
    def rollout(self) -> RolloutId:
        """Return what distinguishes it from the episodes of other rollouts."""
        episode = self.episode
        conditions = Conditions(
            episode.policy, episode.controls, episode.seed, reward="f1_evidenced"
        )
        return RolloutId.of(AGENT, self.dataset.content_hash, self.dataset.backend, conditions)


class PlaysByHand:
    """The plays of this server. Threads share it."""

    def __init__(self) -> None:
        self._plays: OrderedDict[str, PlayByHand] = OrderedDict()
        self._lock = Lock()

    def begin(self, dataset: Dataset, episode: Episode) -> PlayByHand:
        """Return a new play."""
        play = PlayByHand(secrets.token_urlsafe(9), episode, dataset, time.monotonic())
        with self._lock:
            self._plays[play.play_id] = play
            while len(self._plays) > _OPEN:
                self._plays.popitem(last=False)
        return play

    def get(self, play_id: str) -> PlayByHand:
        """Return a play by its id.

        Raises:
            UsageError: There is none; the server may have been started again since.
        """
        with self._lock:
            if play_id not in self._plays:
                raise UsageError(
                    "got a play that this server does not hold: it keeps the last "
                    f"{_OPEN} until it ends; begin another at the task's page"
                )
            self._plays.move_to_end(play_id)
            return self._plays[play_id]

    def save(self, play: PlayByHand, path: Path) -> None:
        """Add a finished play to a file of traces, once.

        Raises:
            UsageError: The file holds something else.
            StorageError: The disk refused.
        """
        with self._lock:
            if not play.is_saved:
                with TraceFile(path, resume=True) as file:
                    played, sample = play.played(), 0
                    while file.holds(play.rollout, played.task.task_id, sample):
                        sample += 1
                    file.add(replace(played, sample=sample), play.rollout)
                play.is_saved = True

"""What all adapters share: the settings of episodes, as plain values, and the masking of faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Final, Self

from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.reward import Reward
from fictionworld.episodes.rewards import DEFAULT_REWARD
from fictionworld.episodes.step_rewards import StepRewards, step_form, steps_of
from fictionworld.episodes.training_rows import TrainingRow
from fictionworld.errors import UsageError, nearest
from fictionworld.simulator.drafts.opened import TEMPLATE

_NUMBERS: Final = ("calls", "reply_characters")


@dataclass(frozen=True)
class EpisodeSettings:
    """A dataset and the conditions under which its tasks are played."""

    dataset: str
    """The dataset's folder."""
    policy: str = "tease"
    """What search results may say; several with weights as `tease=0.7,mixed:0.5=0.3`."""
    controls: str = ""
    """What perturbs the tools, such as `realistic`; empty for nothing."""
    reward: str = DEFAULT_REWARD
    """`f1_grounded` or `f1_evidenced`, with prices if wanted: `f1_evidenced,call=0.01`."""
    backend: str = "template"
    """Who words the pages: `template`, or `drafts:FOLDER`."""
    calls: int | None = None
    """The most calls of an episode; None for a budget that all tasks share, 0 for no limit."""
    reply_characters: int | None = None
    """The most characters of a reply; None for the tools' own measure."""
    steps: str = ""
    """What calls earn beside the answer: `credit=WEIGHT` or `shaped=WEIGHT`; empty for nothing."""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Return the settings in a framework's configuration; numbers may be texts.

        Raises:
            UsageError: A name is unknown, a number is not whole, `steps` is none of the forms, or
                the dataset is missing.
        """
        names = [field.name for field in fields(cls)]
        for name in values:
            if name not in names:
                raise UsageError(
                    f"got setting {name!r}; allowed: {', '.join(names)}{nearest(name, names)}"
                )
        if not values.get("dataset"):
            raise UsageError("settings: got no dataset; give its folder as `dataset`")
        settings = dict(values)
        for name in _NUMBERS:
            if isinstance(settings.get(name), str):
                if not settings[name].isdecimal():
                    raise UsageError(f"{name}: got {settings[name]!r}; allowed is a whole number")
                settings[name] = int(settings[name])
        step_form(settings.get("steps", ""))
        return cls(**settings)

    def open(self) -> Dataset:
        """Return the dataset, opened once in a process.

        Raises:
            DatasetError: There is no dataset in this folder.
            UsageError: There is no such backend.
        """
        return opened(self.dataset, self.backend)

    def episode(self, task_id: str, seed: int = 0, policy: str | None = None) -> Episode:
        """Return a new episode of a task; rollouts that are compared share the seed.

        Args:
            task_id: The task.
            seed: Of the group of rollouts: `group_seed` of a row.
            policy: That of a row; None for the settings' own.

        Raises:
            UsageError: There is no such task, policy or control.
        """
        return self.open().episode(
            task_id,
            policy or self.policy,
            self.controls or None,
            seed,
            calls=self.calls,
            reply_characters=self.reply_characters,
        )

    def of_row(self, row: Mapping[str, Any]) -> Episode:
        """Return a new episode of a row: of its `task_id`, with its `group_seed` and `policy`.

        The last two may lack: then it is the seed 0, and the policy of the settings.

        Raises:
            UsageError: There is no such task or policy.
        """
        return self.episode(row["task_id"], int(row.get("group_seed") or 0), row.get("policy"))

    def resumed(self, log: str) -> Episode:
        """Return the episode of a log, as `Episode.log` wrote it.

        Raises:
            UsageError: The log is damaged, or of another dataset or backend.
        """
        return Episode.from_log(self.open(), log)

    def step_rewards(self, episode: Episode) -> StepRewards:
        """Return the rewards of an episode step by step, for frameworks that take them so.

        Raises:
            UsageError: There is no such reward or form.
        """
        return StepRewards(episode, self.reward, step_form(self.steps))

    def earned(self, episode: Episode, reward: Reward) -> float:
        """Return what an episode earned, calls and answer in one, for all other frameworks."""
        return self.step_rewards(episode).after_answer(reward)

    def all_steps(self, episode: Episode, reward: Reward) -> dict[str, list[float]]:
        """Return the rewards of all steps as `steps`, for a record; nothing if they are not set."""
        form = step_form(self.steps)
        return {} if form is None else {"steps": steps_of(reward, episode.calls, form)}

    def rows(self, **choice: Any) -> Iterator[TrainingRow]:
        """Return rows of tasks, played under these settings; see `Dataset.rows` for the choice.

        Where `policy` names several with weights, each row has the one that it drew.

        Raises:
            UsageError: As `Dataset.rows`.
        """
        own: dict[str, Any] = {
            "policies": self.policy,
            "controls": self.controls or None,
            "calls": self.calls,
        }
        return self.open().rows(**own, **choice)

    def prompt(self, task_id: str) -> list[dict[str, str]]:
        """Return a task's system prompt and question, as messages; no world is opened for it.

        Raises:
            UsageError: There is no such task or control.
        """
        return self.open().prompt(task_id, self.controls or None, calls=self.calls)


class MaskableEpisode:
    """An episode under a framework that would show the agent an error that is ours.

    Every call is answered. Where one failed for reasons of ours, `fault` says why, and the rollout
    is to be left out of the training.
    """

    def __init__(self, episode: Episode, fault: str = "") -> None:
        self.episode = episode
        self.fault = fault

    def call(self, tool: str, arguments: Any) -> str:
        """Do as `Episode.call`; if it fails for reasons of ours, note `fault` and still reply."""
        try:
            return self.episode.call(tool, arguments)
        except InfrastructureError as error:
            return self._out_of_order(error)

    async def acall(self, tool: str, arguments: Any) -> str:
        """Do as `call`, without blocking the event loop."""
        try:
            return await self.episode.acall(tool, arguments)
        except InfrastructureError as error:
            return self._out_of_order(error)

    def score(self, answer: str, reward: str) -> Reward | None:
        """Do as `Episode.score`; return None where the rollout is to be left out."""
        if not self.fault:
            try:
                return self.episode.score(answer, reward)
            except InfrastructureError as error:
                self._out_of_order(error)
        return None

    def _out_of_order(self, error: InfrastructureError) -> str:
        self.fault = str(error)
        return "The tool is out of order."


@lru_cache(maxsize=8)
def opened(folder: str, backend: str) -> Dataset:
    """Return a dataset by its folder; the last few that were asked for stay open."""
    dataset = open_dataset(folder)
    return dataset if backend == TEMPLATE else dataset.worded_by(backend)

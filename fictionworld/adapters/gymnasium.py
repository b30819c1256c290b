"""Gymnasium: an agent acts in text, and reads text.

    env = FictionWorldEnv(dataset="worlds", split="train")
    question, info = env.reset(seed=0)
    text, reward, terminated, truncated, info = env.step(
        '{"tool": "web_search", "arguments": {"queries": ["list of phones"]}}'
    )

An action that is a JSON object with `tool` and `arguments` is a call; any other text is the answer,
and ends the episode with its reward. Calls have rewards of their own where `steps` is set. Where a
call fails for reasons that are none of the agent's, the episode is truncated and
`info["infrastructure_error"]` says why: leave such a rollout out.

`gymnasium.utils.env_checker.check_env` passes.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Final

import gymnasium
from gymnasium.spaces import Text

from fictionworld.adapters.doctor import Adapter
from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import EpisodeError, InfrastructureError
from fictionworld.errors import UsageError

_LONGEST: Final = 1_000_000
"""Characters of a text; a tool's reply has some 12,000."""

Step = tuple[str, float, bool, bool, dict[str, Any]]


class AnyText(Text):
    """All texts up to a length; samples are of letters and digits."""

    def __init__(self) -> None:
        super().__init__(max_length=_LONGEST, min_length=0)

    def contains(self, x: Any) -> bool:
        """Return whether `x` is a text that is not too long, in whatever alphabet."""
        return isinstance(x, str) and len(x) <= _LONGEST

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Return a short text: samples of full length would be a megabyte each."""
        length = int(self.np_random.integers(1, 65))
        return str(super().sample(mask or (length, None), probability))


class FictionWorldEnv(gymnasium.Env[str, str]):
    """The tasks of a dataset as one environment.

    `reset(seed=...)` chooses a task by its seed, `reset(options={"task_id": "17-2"})` a task by
    name. `info` holds `task_id`, `system_prompt` and `tools`; at the end `figures`, all of them.

    Args:
        split: Tasks of one split; all if None.
        settings: `dataset`, and what else `EpisodeSettings` has.

    Raises:
        UsageError: There are no such tasks, or a setting is unknown.
        DatasetError: There is no dataset.
    """

    def __init__(self, *, split: str | None = None, **settings: Any) -> None:
        self.settings = EpisodeSettings.of(settings)
        self.observation_space = AnyText()
        self.action_space = AnyText()
        tasks = self.settings.open().tasks()
        self._task_ids = [task.task_id for task in tasks if split in {None, task.split}]
        if not self._task_ids:
            splits = ", ".join(sorted({task.split for task in tasks})) or "none at all"
            raise UsageError(f"got split {split!r}; the dataset has tasks of {splits}")
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begin an episode; return its question, and beside it what else the agent has to know.

        Args:
            seed: Seeds the choice of tasks from here on.
            options: `task_id`, for one task; `group_seed`, which rollouts that are compared share.

        Raises:
            UsageError: There is no such task.
        """
        super().reset(seed=seed)
        choices = options or {}
        drawn_id = self._task_ids[int(self.np_random.integers(len(self._task_ids)))]
        task_id = str(choices.get("task_id", drawn_id))
        self._episode = episode = self.settings.episode(task_id, int(choices.get("group_seed", 0)))
        self._steps = self.settings.step_rewards(episode)
        return episode.question, {
            "task_id": task_id,
            "system_prompt": episode.system_prompt,
            "tools": episode.tools,
        }

    def step(self, action: str) -> Step:
        """Return a call's reply and what it earned; after an answer an empty text and the reward.

        Raises:
            EpisodeError: The environment was not reset since the last answer.
        """
        episode = self._episode
        if episode is None or episode.is_over:
            raise EpisodeError("no episode is under way; call reset() first")
        call = _call_in(action)
        try:
            if call is not None:
                return episode.call(*call), self._steps.after_call(), False, False, {}
            reward = episode.score(action, self.settings.reward)
        except InfrastructureError as error:
            self._episode = None
            return "", 0.0, False, True, {"infrastructure_error": str(error)}
        earned = self._steps.after_answer(reward)
        return "", earned, True, False, {"figures": reward.as_dict()}


def _call_in(action: str) -> tuple[str, Any] | None:
    """Return tool and arguments of an action; None where the action is an answer."""
    try:
        value = json.loads(action)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or "tool" not in value:
        return None
    return value["tool"], value.get("arguments", {})


def _trial(settings: EpisodeSettings, task_id: str, answer: str) -> float:
    env = FictionWorldEnv(**asdict(settings))
    question, _ = env.reset(options={"task_id": task_id})
    search = json.dumps({"tool": "web_search", "arguments": {"queries": [question]}})
    for action in (search, answer):
        _, reward, _, _, info = env.step(action)
        if fault := info.get("infrastructure_error"):
            raise InfrastructureError(fault)
    return reward


ADAPTER: Final = Adapter("gymnasium", "1.4", _trial)

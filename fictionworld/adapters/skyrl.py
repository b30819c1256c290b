"""SkyRL-gym: an environment in which a model writes its calls as text.

    skyrl_gym.register("fictionworld", "fictionworld.adapters.skyrl:FictionWorldSkyEnv")
    env = skyrl_gym.make("fictionworld", env_config={"dataset": "worlds"},
                         extras={"task_id": "17-2", "max_turns": 60})

An action with one or more tool calls, as `<tool_call>` blocks or in the form of another family of
models, is answered with their replies; any other ends the episode with its reward. Broken calls are
answered and charged, and counted as the metric `unread_calls`. Where `steps` is set a turn of calls
has a reward of its own, which SkyRL puts at the turn's last token. SkyRL tells an environment the
text alone: whether a generation was cut or aborted it must heed itself. A failure of ours ends the
episode with reward 0 and `metadata["infrastructure_error"]`: leave the rollout out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

import skyrl_gym
from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput
from skyrl_gym.envs.registration import registry

from fictionworld.adapters.doctor import Adapter
from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.chat.tool_call_text import read_tool_calls, tool_responses
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.errors import UsageError


class FictionWorldSkyEnv(BaseTextEnv):
    """One task: `extras` has its `task_id`, and `max_turns`; `env_config` the settings.

    Raises:
        UsageError: There is no such task, or a setting is unknown.
    """

    def __init__(self, env_config: Mapping[str, Any], extras: Mapping[str, Any]) -> None:
        super().__init__()
        self.settings = EpisodeSettings.of({str(name): env_config[name] for name in env_config})
        if "task_id" not in extras:
            raise UsageError("extras: got no task_id; `training_rows` makes rows that have one")
        self.max_turns = int(extras.get("max_turns", 60))
        self.episode: Episode = self.settings.of_row(extras)
        self._steps = self.settings.step_rewards(self.episode)
        self._figures: dict[str, Any] = {}
        self._unread_calls = 0

    def init(self, prompt: list[dict[str, str]]) -> tuple[list[dict[str, str]], dict[str, Any]]:
        """Return the row's prompt as it is; where it is empty, the task's own."""
        return prompt or self.episode.messages, {"calls": self.episode.most_calls}

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Return replies to the calls in a text, and what they earned; without, the reward."""
        self.turns += 1
        try:
            written = read_tool_calls(action, self.episode.tools)
            self._unread_calls += len(written.unread)
            if written.calls and self.turns < self.max_turns:
                replies = [self.episode.call(call.name, call.arguments) for call in written.calls]
                earned = self._steps.after_call()
                return _output(earned, done=False, said=tool_responses(replies))
            reward = self.episode.score(written.text, self.settings.reward)
        except InfrastructureError as error:
            return _output(0.0, done=True, infrastructure_error=str(error))
        self._figures = {k: v for k, v in reward.as_dict().items() if isinstance(v, float)}
        return _output(self._steps.after_answer(reward), done=True)

    def get_metrics(self) -> dict[str, Any]:
        """Return the numbers of calls made and of unread calls, and the answer's figures."""
        counts = {"calls": self.episode.calls_made, "unread_calls": self._unread_calls}
        return {**counts, **self._figures}


def training_rows(
    settings: EpisodeSettings, *, max_turns: int = 60, **choice: Any
) -> Iterator[dict[str, Any]]:
    """Yield the rows of `Dataset.rows` in the form that SkyRL's datasets have.

    Raises:
        UsageError: As `Dataset.rows`.
    """
    form = {"env_class": "fictionworld", "data_source": "fictionworld", "max_turns": max_turns}
    for row in settings.rows(**choice):
        # the id of the task, no answer: the key stays in the dataset
        ground_truth = {"method": "rule", "ground_truth": row.task_id}
        yield row.as_dict() | form | {"reward_spec": ground_truth}


def _output(reward: float, *, done: bool, said: str = "", **metadata: Any) -> BaseTextEnvStepOutput:
    observations = [{"role": "user", "content": said}] if said else []
    return BaseTextEnvStepOutput(
        observations=observations, reward=reward, done=done, metadata=metadata
    )


def _trial(settings: EpisodeSettings, task_id: str, answer: str) -> float:
    if "fictionworld" not in registry:
        skyrl_gym.register("fictionworld", f"{__name__}:FictionWorldSkyEnv")
    env = skyrl_gym.make(
        "fictionworld", env_config=asdict(settings), extras={"task_id": task_id, "max_turns": 3}
    )
    prompt, _ = env.init([])
    arguments = {"queries": [prompt[-1]["content"]]}
    call = json.dumps({"name": "web_search", "arguments": arguments})
    for action in (f"<tool_call>{call}</tool_call>", answer):
        step = env.step(action)
        if fault := step["metadata"].get("infrastructure_error"):
            raise InfrastructureError(fault)
    return float(step["reward"])


ADAPTER: Final = Adapter("skyrl-gym", "0.4", _trial)

"""OpenEnv: an environment server whose clients may be anything that speaks its WebSocket.

    FICTIONWORLD_DATASET=worlds uvicorn fictionworld.adapters.openenv:app

One environment a connection; `FICTIONWORLD_SESSIONS` (1,024) may be open at once. Settings come
from the environment: FICTIONWORLD_DATASET, and the others of `EpisodeSettings` alike. An action
with unknown fields is refused by OpenEnv and not charged; what is wrong with a call is answered and
counts. A failure of ours ends the episode without a reward, and `infrastructure_error` says why.
"""

from __future__ import annotations

import os
from dataclasses import fields
from typing import Any, Final

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

from fictionworld.adapters.doctor import Adapter
from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import EpisodeError, InfrastructureError


class AgentAction(Action):
    """A call of a tool, or the answer."""

    tool: str = ""
    """`web_search`, `web_extractor` or `dict_memory`; another name is answered with an error."""
    arguments: dict[str, Any] | str = Field(default_factory=dict)
    """As a mapping, or as the JSON text that a model wrote."""
    answer: str | None = None
    """The answer, which ends the episode."""


class FictionWorldObservation(Observation):
    """What the agent receives."""

    text: str = ""
    """The tool's reply."""
    question: str = ""
    """After a reset: the question, the prompt and the tools' schemas."""
    system_prompt: str = ""
    tools: list[dict[str, Any]] = Field(default_factory=list)
    figures: dict[str, Any] = Field(default_factory=dict)
    """After the answer: all figures."""
    infrastructure_error: str = ""
    """Why the rollout is to be left out."""


class FictionWorldEnvironment(Environment[AgentAction, FictionWorldObservation, State]):
    """The episodes of one connection, one after another."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, settings: EpisodeSettings) -> None:
        super().__init__()
        self.settings = settings
        self._episode: Episode | None = None
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        task_id: str = "",
        **kwargs: Any,
    ) -> FictionWorldObservation:
        """Begin the episode of a task, without `task_id` of one by the seed, which groups share.

        Raises:
            UsageError: There is no such task.
        """
        if not task_id:
            tasks = self.settings.open().tasks()
            task_id = tasks[(seed or 0) % len(tasks)].task_id
        self._episode = episode = self.settings.episode(task_id, seed or 0)
        self._steps = self.settings.step_rewards(episode)
        self._state = State(episode_id=episode_id or task_id)
        return FictionWorldObservation(
            question=episode.question, system_prompt=episode.system_prompt, tools=episode.tools
        )

    def step(
        self, action: AgentAction, timeout_s: float | None = None, **kwargs: Any
    ) -> FictionWorldObservation:
        """Return a call's reply and what it earned, or after the answer the reward.

        Raises:
            EpisodeError: The environment was not reset since the last answer.
        """
        if self._episode is None:
            raise EpisodeError("no episode is under way; call reset with a task_id first")
        self._state.step_count += 1
        try:
            if action.answer is None:
                text = self._episode.call(action.tool, action.arguments)
                return FictionWorldObservation(text=text, reward=self._steps.after_call())
            reward = self._episode.score(action.answer, self.settings.reward)
        except InfrastructureError as error:
            self._episode = None
            return FictionWorldObservation(done=True, infrastructure_error=str(error))
        earned = self._steps.after_answer(reward)
        return FictionWorldObservation(done=True, reward=earned, figures=reward.as_dict())

    @property
    def state(self) -> State:
        """Return the episode's id, and how many steps were made so far."""
        return self._state


def app_for(settings: EpisodeSettings, *, sessions: int = 1024) -> Any:
    """Return the server, an ASGI application."""
    settings.open()  # a wrong folder is reported at the start
    return create_fastapi_app(
        lambda: FictionWorldEnvironment(settings),
        AgentAction,
        FictionWorldObservation,
        max_concurrent_envs=sessions,
    )


def __getattr__(name: str) -> Any:
    if name != "app":
        raise AttributeError(name)
    names = {f"FICTIONWORLD_{field.name.upper()}": field.name for field in fields(EpisodeSettings)}
    values = {names[key]: text for key, text in os.environ.items() if key in names and text}
    settings = EpisodeSettings.of(values)
    return app_for(settings, sessions=int(os.environ.get("FICTIONWORLD_SESSIONS", "1024")))


def _trial(settings: EpisodeSettings, task_id: str, answer: str) -> float:
    app_for(settings)
    environment = FictionWorldEnvironment(settings)
    question = environment.reset(task_id=task_id).question
    search = {"tool": "web_search", "arguments": {"queries": [question]}}
    for action in (search, {"answer": answer}):
        observation = environment.step(AgentAction(**action))
        if observation.infrastructure_error:
            raise InfrastructureError(observation.infrastructure_error)
    return float(observation.reward or 0.0)


ADAPTER: Final = Adapter("openenv-core", "0.3", _trial)

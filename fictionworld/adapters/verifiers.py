"""verifiers (`verifiers.v1`): a taskset, its tools behind its own tool server, its reward.

verifiers finds tasksets by the name of a top-level module, here `fictionworld_taskset`. One tool
server serves all rollouts; the log of a rollout's episode travels in verifiers' state. A bad
call is answered and counts; one that fails for reasons of ours fails the scoring (`TaskError`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import asdict
from types import SimpleNamespace
from typing import Any, ClassVar, Final
from weakref import WeakValueDictionary

import uv  # noqa: F401 - verifiers starts its servers with it, and does not install it
import verifiers.v1 as vf
from mcp.types import CallToolResult, TextContent, Tool
from verifiers.v1.utils.loaders import taskset_class

from fictionworld.adapters.doctor import Adapter
from fictionworld.adapters.replies import calls_left_in
from fictionworld.adapters.rows import RowChoice
from fictionworld.adapters.settings import EpisodeSettings, MaskableEpisode
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.simulator.toolbox import all_tools


class VerifiersState(vf.State):
    """What belongs to one rollout: its episode as `Episode.log` writes it, and a fault of ours."""

    log: str = ""
    fault: str = ""


class ToolConfig(vf.SharedToolsetConfig):
    """Where the tools look."""

    settings: EpisodeSettings = EpisodeSettings("")


class FictionWorldTools(vf.Toolset[ToolConfig, VerifiersState]):
    """The three tools, by their own names and with their own schemas."""

    TOOL_PREFIX = None
    _turns: ClassVar[WeakValueDictionary[object, asyncio.Lock]] = WeakValueDictionary()
    """A lock a rollout: its state is replaced whole after a call."""

    def register(self, mcp: Any) -> None:
        """Make the server offer the tools with their own schemas, and send them every call."""
        call = self._with_state(self._call)

        async def in_turn(name: str, arguments: dict[str, Any], _: object = None) -> CallToolResult:
            async with self._turns.setdefault(self._state_channel(), asyncio.Lock()):
                return CallToolResult(content=[TextContent(text=await call(name, arguments))])

        mcp.list_tools, mcp.call_tool = self._tools, in_turn

    async def _tools(self) -> list[Tool]:
        described = [(tool.name, tool.description, tool.parameters) for tool in all_tools()]
        return [Tool(name=n, description=text, input_schema=spec) for n, text, spec in described]

    async def _call(self, name: str, arguments: dict[str, Any]) -> str:
        played = MaskableEpisode(self.config.settings.resumed(self.state.log), self.state.fault)
        text = await played.acall(name, arguments)
        self.state.log, self.state.fault = played.episode.log(), played.fault
        return text


class EpisodeData(vf.TaskData):
    """One group of rollouts, without the answer."""

    settings: EpisodeSettings
    row: dict[str, Any]


class FictionWorldTask(vf.Task[EpisodeData, VerifiersState]):
    """One task with its reward."""

    key = property(lambda self: str(self.data.id))

    async def setup(self, trace: vf.Trace, runtime: vf.Runtime) -> None:
        trace.state.log = self.data.settings.of_row(self.data.row).log()

    @vf.reward(weight=1.0)
    async def reward(self, trace: vf.Trace) -> float:
        """The reward that the settings name; raises where the rollout is to be left out."""
        if trace.state.fault:
            raise InfrastructureError(trace.state.fault)
        settings = self.data.settings
        episode = settings.resumed(trace.state.log)
        reward = await episode.ascore(trace.last_reply, settings.reward)
        trace.info |= settings.all_steps(episode, reward)
        return settings.earned(episode, reward)

    @vf.metric
    async def counts(self, trace: vf.Trace) -> dict[str, float]:
        """The calls that the rollout made, and whether its answer is one that a server left."""
        calls = self.data.settings.resumed(trace.state.log).calls_made
        return {"calls": calls, "calls_in_text": bool(calls_left_in(trace.last_reply).calls)}


class FictionWorldConfig(vf.TasksetConfig):
    """What `--env.taskset.*` sets; see `EpisodeSettings` and `Dataset.rows`."""

    dataset: str = ""
    split: str | None = None
    rows: RowChoice = RowChoice()
    policy: str = "tease"
    controls: str = ""
    reward: str = EpisodeSettings.reward
    backend: str = "template"
    calls: int | None = None
    reply_characters: int | None = None
    steps: str = ""

    def settings(self) -> EpisodeSettings:
        return EpisodeSettings.of(self.model_dump(include=set(EpisodeSettings.__annotations__)))


class FictionWorldTaskset(vf.Taskset[FictionWorldTask, FictionWorldConfig]):
    """The tasks of a dataset."""

    def load(self) -> Iterator[FictionWorldTask]:
        settings = self.config.settings()
        for row in self.config.rows.rows(settings, self.config.split):
            system, question = (message["content"] for message in row.prompt)
            fields = {"id": row.task_id, "settings": settings, "row": row.played}
            data = EpisodeData(name=row.task_id, system_prompt=system, prompt=question, **fields)
            yield FictionWorldTask(data, self.config.task)

    @classmethod
    def toolsets(cls, config: FictionWorldConfig) -> list[vf.Toolset]:
        return [FictionWorldTools(ToolConfig(settings=config.settings()))]


def _trial(settings: EpisodeSettings, task_id: str, answer: str) -> float:
    taskset = taskset_class("fictionworld-taskset")(FictionWorldConfig(**asdict(settings)))
    task = next(task for task in taskset if task.key == task_id)
    episode = settings.episode(task_id)
    episode.call("web_search", {"queries": [task.data.prompt]})
    trace = SimpleNamespace(state=VerifiersState(log=episode.log()), last_reply=answer, info={})
    return asyncio.run(task.reward(trace))


ADAPTER: Final = Adapter("verifiers", "0.4", _trial)

if __name__ == "__main__":  # how verifiers starts a tool server
    FictionWorldTools.run()

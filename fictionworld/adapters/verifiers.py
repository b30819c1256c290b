r"""verifiers (`verifiers.v1`): a taskset, its tools behind its own tool server, its reward.

    vf-eval fictionworld-taskset -m MODEL -n 8 -r 4 --env.taskset.dataset worlds \
        --env.agent.harness.id null --env.agent.runtime.type subprocess

verifiers finds tasksets by the name of a top-level module: `fictionworld_taskset` is that name for
this one. One tool server serves all rollouts of a worker; what belongs to a rollout is its
episode's log, which travels in verifiers' state. Calls of one rollout are answered one after
another, also where the model makes several at once.

Arguments that lack a required name are refused by the server and are not charged; whatever else is
wrong with a call is answered by the tool and counts. Where a call fails for reasons of ours, the
rollout's scoring fails with a `TaskError`, so that it is left out. Written for verifiers 0.4.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import asdict
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, Final

import verifiers.v1 as vf
from pydantic import Field, WithJsonSchema

from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.simulator.toolbox import all_tools

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from fictionworld.simulator.tool import Tool

__all__ = ["FictionWorldTaskset", "trial"]

_BUDGET: Final = ("calls", "reply_characters")
"""Settings that a taskset has not: its budget is the task's own."""


class VerifiersState(vf.State):
    """What belongs to one rollout."""

    log: str = ""
    """Its episode, as `Episode.log` writes it."""
    fault: str = ""
    """Why a call failed for reasons that are none of the agent's."""


class ToolConfig(vf.SharedToolsetConfig):
    """Where the tools look."""

    settings: dict[str, Any] = Field(default_factory=dict)


class FictionWorldTools(vf.Toolset[ToolConfig, VerifiersState]):
    """The three tools, by their own names and with their own schemas."""

    TOOL_PREFIX = None

    async def setup(self) -> None:
        """Opens the dataset, and prepares to answer the calls of each rollout in turn."""
        self._settings = EpisodeSettings.of(self.config.settings)
        self._settings.open()
        self._turns: defaultdict[object, asyncio.Lock] = defaultdict(asyncio.Lock)

    def register(self, mcp: MCPServer) -> None:
        """The tools as the server is to offer them."""
        for tool in all_tools():
            mcp.add_tool(self._served(tool), name=tool.name, description=tool.description)

    def _served(self, tool: Tool) -> Callable[..., Any]:
        async def call(**arguments: Any) -> str:  # noqa: ANN401 - as the model wrote them
            episode = self._settings.resumed(self.state.log)
            given = {name: value for name, value in arguments.items() if value is not None}
            try:
                text = await episode.acall(tool.name, given)
            except InfrastructureError as error:
                self.state.fault = str(error)
                return "The tool is out of order."
            self.state.log = episode.log()
            return text

        call.__signature__ = _signature(tool)  # type: ignore[attr-defined]
        with_state = self._with_state(call)

        async def in_turn(**arguments: Any) -> str:  # noqa: ANN401
            # verifiers replaces the whole state after a call: parallel ones would lose each other's
            async with self._turns[self._state_channel()]:
                answered: str = await with_state(**arguments)
                return answered

        in_turn.__signature__ = _signature(tool)  # type: ignore[attr-defined]
        return in_turn


def _signature(tool: Tool) -> inspect.Signature:
    """A signature from which the server derives the tool's own schema."""
    parameters = tool.parameters
    required = parameters.get("required", ())
    return inspect.Signature(
        [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if name in required else None,
                annotation=Annotated[Any, WithJsonSchema(schema)],
            )
            for name, schema in parameters["properties"].items()
        ],
        return_annotation=str,
    )


class EpisodeData(vf.TaskData):
    """One task, without its answer."""

    task_id: str
    settings: dict[str, Any]


class FictionWorldTask(vf.Task[EpisodeData, VerifiersState]):
    """One task with its reward."""

    @property
    def key(self) -> str:
        """Stable over runs and machines."""
        return self.data.task_id

    async def setup(self, trace: vf.Trace, runtime: vf.Runtime) -> None:  # noqa: ARG002
        """Begins the episode."""
        settings = EpisodeSettings.of(self.data.settings)
        trace.state.log = settings.episode(self.data.task_id).log()

    @vf.reward(weight=1.0)
    async def reward(self, trace: vf.Trace) -> float:
        """The reward that the settings name.

        Raises:
            InfrastructureError: A call failed for reasons of ours; the rollout is to be left out.
        """
        if trace.state.fault:
            raise InfrastructureError(trace.state.fault)
        settings = EpisodeSettings.of(self.data.settings)
        episode = settings.resumed(trace.state.log)
        return float(await episode.ascore(trace.last_reply, settings.reward))

    @vf.metric
    async def calls(self, trace: vf.Trace) -> float:
        """How many calls the rollout made."""
        settings = EpisodeSettings.of(self.data.settings)
        return float(settings.resumed(trace.state.log).calls_made)


class FictionWorldConfig(vf.TasksetConfig):
    """What `--env.taskset.*` sets; see `EpisodeSettings`."""

    dataset: str = ""
    split: str | None = None
    policy: str = "tease"
    controls: str = ""
    reward: str = "f1_grounded"
    backend: str = "template"


class FictionWorldTaskset(vf.Taskset[FictionWorldTask, FictionWorldConfig]):
    """The tasks of a dataset."""

    @staticmethod
    def settings(config: FictionWorldConfig) -> dict[str, Any]:
        """What makes its episodes."""
        names = ("dataset", "policy", "controls", "reward", "backend")
        return {name: getattr(config, name) for name in names}

    def load(self) -> Iterator[FictionWorldTask]:
        """The tasks one after another; a few are there at once, however many there are."""
        given = self.settings(self.config)
        settings = EpisodeSettings.of(given)
        for task in settings.open().tasks(split=self.config.split):
            prompt = settings.prompt(task.task_id)
            data = EpisodeData(
                id=task.task_id,
                name=task.task_id,
                system_prompt=prompt[0]["content"],
                prompt=prompt[1]["content"],
                task_id=task.task_id,
                settings=given,
            )
            yield FictionWorldTask(data, self.config.task)

    @classmethod
    def toolsets(cls, config: FictionWorldConfig) -> list[vf.Toolset]:
        """One tool server for all rollouts of a worker."""
        return [FictionWorldTools(ToolConfig(settings=cls.settings(config)))]


def trial(settings: EpisodeSettings, task_id: str, answer: str) -> float:
    """What an answer earns after one search, for `fictionworld doctor`; no server is started."""
    from mcp.server.mcpserver import MCPServer  # noqa: PLC0415 - as verifiers does
    from verifiers.v1.utils.loaders import taskset_class  # noqa: PLC0415

    given = {name: one for name, one in asdict(settings).items() if name not in _BUDGET}
    taskset = taskset_class("fictionworld-taskset")(FictionWorldConfig(**given))
    task = next(task for task in taskset if task.key == task_id)
    FictionWorldTools(ToolConfig(settings=given)).register(MCPServer("fictionworld"))
    episode = settings.episode(task_id)
    episode.call("web_search", {"queries": [task.data.prompt]})
    trace = SimpleNamespace(state=VerifiersState(log=episode.log()), last_reply=answer)
    return asyncio.run(task.reward(trace))


if __name__ == "__main__":  # how verifiers starts a tool server
    FictionWorldTools.run()

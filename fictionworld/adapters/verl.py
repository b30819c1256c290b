"""verl: the tools, an agent loop that uses them, and the reward, for `export --format verl`.

An episode lives in verl's `AgentData` while its rollout runs; its log and settings travel on in
`extra_fields`. The loop `fictionworld_agent` sends every call to the tools, where it is answered
and charged, and masks a rollout in which a call or a generation failed for reasons of ours.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from typing import Any, Final

from verl.experimental.agent_loop.agent_loop import AgentLoopOutput, register
from verl.experimental.agent_loop.tool_agent_loop import AgentData, ToolAgentLoop
from verl.tools.base_tool import BaseTool
from verl.tools.schemas import OpenAIFunctionToolSchema, ToolResponse

from fictionworld.adapters.doctor import Adapter
from fictionworld.adapters.replies import WatchedServer
from fictionworld.adapters.settings import EpisodeSettings, MaskableEpisode
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.errors import UsageError
from fictionworld.simulator.toolbox import all_tools, openai_tools

_LOG: Final = "fictionworld_log"
_FAULT: Final = "fictionworld_fault"
_CUT: Final = "fictionworld_cut"
_SETTINGS: Final = "fictionworld_settings"
_REPLY_ENDS: Final = "</tool_response>"  # in the chat templates of Qwen, Hermes and others


class FictionWorldTool(BaseTool):
    """One of the tools, as `tools.yaml` names it; its `config` has the settings.

    Raises:
        UsageError: A setting is unknown.
    """

    def __init__(self, config: dict[str, Any], tool_schema: OpenAIFunctionToolSchema) -> None:
        super().__init__(config, tool_schema)
        settings = {name: value for name, value in dict(config).items() if name != "type"}
        self.settings = EpisodeSettings.of(settings)

    async def execute(
        self, instance_id: str, parameters: Any, *, agent_data: AgentData, **_: Any
    ) -> tuple[ToolResponse, float, dict[str, Any]]:
        """Return the reply to a call."""
        return ToolResponse(text=await self.called(self.name, parameters, agent_data)), 0.0, {}

    async def called(self, name: str, arguments: Any, agent_data: AgentData) -> str:
        """Return the reply to a call of any name, and note the call in the rollout's episode."""
        played: MaskableEpisode | None = getattr(agent_data, _LOG, None)
        if played is None:
            kwargs = agent_data.tools_kwargs.get(self.name, {}).get("create_kwargs", {})
            if "task_id" not in kwargs:
                raise UsageError("the row's tools_kwargs lack create_kwargs.task_id")
            played = MaskableEpisode(self.settings.of_row(kwargs))
            setattr(agent_data, _LOG, played)
        text = await played.acall(name, arguments)
        agent_data.extra_fields |= self.carried(played.episode.log(), played.fault)
        return text

    def carried(self, log: str = "", fault: str = "") -> dict[str, str]:
        """Return the fields that a rollout takes along to its reward."""
        return {_LOG: log, _FAULT: fault, _SETTINGS: json.dumps(asdict(self.settings))}


@register("fictionworld_agent")
class FictionWorldAgentLoop(ToolAgentLoop):
    """verl's tool loop, in which every call reaches the tools.

    Raises:
        UsageError: verl would cut replies: its own default keeps 256 characters.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tool = self.tools.get(all_tools()[0].name)
        if not isinstance(tool, FictionWorldTool):
            raise UsageError("multi_turn.tool_config_path: it names no tool of fictionworld")
        self._tool = tool
        self.server_manager: Any = WatchedServer(self.server_manager)  # a loop, one rollout
        self.tool_schemas = openai_tools()  # verl's own class drops `items` and others
        longest = self._tool.settings.reply_characters
        if longest is None or self.max_tool_response_length < longest:
            raise UsageError(
                f"multi_turn.max_tool_response_length: got {self.max_tool_response_length}; "
                "replies would be cut: set it, and reply_characters of each tool, to 12000"
            )

    async def run(self, sampling_params: dict[str, Any], **kwargs: Any) -> AgentLoopOutput:
        """Play a rollout; mask all of it where a call failed or a generation was aborted."""
        output = await super().run(sampling_params, **kwargs)
        # even without a call: verl joins batches, and wants the same fields in all
        is_cut = len(output.response_mask) >= self.response_length
        output.extra_fields = self._tool.carried() | output.extra_fields | {_CUT: is_cut}
        output.extra_fields[_FAULT] = output.extra_fields[_FAULT] or self.server_manager.fault
        if output.extra_fields[_FAULT]:
            output.response_mask = [0] * len(output.response_mask)
        return output

    async def _call_tool(
        self, tool_call: Any, tools_kwargs: dict[str, Any], agent_data: AgentData
    ) -> tuple[ToolResponse, float, dict[str, Any]]:
        text = await self._tool.called(tool_call.name, tool_call.arguments, agent_data)
        return ToolResponse(text=text), 0.0, {}


async def compute_score(
    data_source: str, solution_str: str, ground_truth: str, extra_info: dict[str, Any], **_: Any
) -> dict[str, float]:
    """Return the reward as `score`, and three figures; the answer is what follows the last reply.

    `ground_truth` is the task's id. `extra_info` has settings and log, or defaults hold.

    Raises:
        InfrastructureError: The scoring failed for reasons of ours; masks are made before it.
    """
    if extra_info.get(_FAULT):  # the rollout's mask is zero: nothing is learnt from it
        return {"score": 0.0, "f1_by_item": 0.0, "f1_by_row": 0.0, "cut": 0.0}
    carried, log = extra_info.get(_SETTINGS), extra_info.get(_LOG)
    values = json.loads(carried) if carried else {"dataset": extra_info["dataset"]}
    settings = EpisodeSettings(**values)
    played = settings.resumed(log) if log else settings.episode(ground_truth)
    figures = await played.ascore(solution_str.rpartition(_REPLY_ENDS)[2], settings.reward)
    f1_figures = {name: getattr(figures, name) for name in ("f1_by_item", "f1_by_row")}
    score = settings.earned(played, figures)
    return {"score": score, **f1_figures, "cut": float(extra_info.get(_CUT, False))}


def _trial(settings: EpisodeSettings, task_id: str, answer: str) -> float:
    tool = FictionWorldTool(asdict(settings), OpenAIFunctionToolSchema(**openai_tools()[0]))
    data = AgentData(
        messages=settings.prompt(task_id), image_data=None, video_data=None, audio_data=None,
        mm_processor_kwargs=None, metrics={}, request_id=task_id,
        tools_kwargs={tool.name: {"create_kwargs": {"task_id": task_id}}},
    )  # fmt: skip

    async def played() -> float:
        await tool.execute("1", {"queries": [data.messages[-1]["content"]]}, agent_data=data)
        if fault := data.extra_fields[_FAULT]:
            raise InfrastructureError(fault)
        return (await compute_score("", answer, task_id, data.extra_fields))["score"]

    return asyncio.run(played())


ADAPTER: Final = Adapter("verl", "0.9", _trial)

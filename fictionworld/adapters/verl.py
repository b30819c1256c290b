"""verl: the tools, an agent loop that uses them, and the reward.

`fictionworld export worlds --format verl --out rows` writes the rows and `tools.yaml`; then

    data.train_files=rows/train.parquet
    actor_rollout_ref.rollout.multi_turn.tool_config_path=rows/tools.yaml
    actor_rollout_ref.rollout.multi_turn.max_tool_response_length=12000
    actor_rollout_ref.rollout.agent.agent_loop_config_path=rows/agent_loop.yaml
    actor_rollout_ref.rollout.agent.default_agent_loop=fictionworld_agent
    reward.custom_reward_function.path=pkg://fictionworld.adapters.verl
    reward.custom_reward_function.name=compute_score

An episode lives in verl's `AgentData` while its rollout runs; its log travels to `compute_score` in
`extra_fields`. The loop `fictionworld_agent` sends every call to the tools, unknown names and
broken JSON too, so that each is answered and charged, and it masks a rollout in which a call failed
for reasons of ours. A call that verl's own parser cannot read is text to verl, and ends the
rollout. Under verl's own `tool_agent` verl answers such calls itself, which are then not charged,
and a rollout with a failure of ours earns 0. Written for verl 0.9.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from verl.experimental.agent_loop.agent_loop import AgentLoopOutput, register
from verl.experimental.agent_loop.tool_agent_loop import AgentData, ToolAgentLoop
from verl.tools.base_tool import BaseTool
from verl.tools.schemas import OpenAIFunctionToolSchema, ToolResponse

from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.errors import UsageError
from fictionworld.simulator.toolbox import openai_tools

__all__ = ["FictionWorldAgentLoop", "FictionWorldTool", "compute_score", "trial"]

_LOG: Final = "fictionworld_log"
_FAULT: Final = "fictionworld_fault"
_REPLY_ENDS: Final = "</tool_response>"
"""How the chat templates of Qwen, Hermes and others close a tool's reply."""


class FictionWorldTool(BaseTool):
    """One of the tools, as `tools.yaml` names it; its `config` has the settings.

    Raises:
        UsageError: A setting is unknown.
    """

    def __init__(self, config: dict[str, Any], tool_schema: OpenAIFunctionToolSchema) -> None:
        super().__init__(config, tool_schema)
        given = {name: value for name, value in dict(config).items() if name != "type"}
        self.settings = EpisodeSettings.of(given)

    async def execute(
        self,
        instance_id: str,  # noqa: ARG002 - verl makes one a call
        parameters: Any,  # noqa: ANN401 - as the model wrote them
        *,
        agent_data: AgentData,
        **_: Any,  # noqa: ANN401
    ) -> tuple[ToolResponse, float, dict[str, Any]]:
        """The reply to a call."""
        return ToolResponse(text=await self.called(self.name, parameters, agent_data)), 0.0, {}

    async def called(self, name: str, arguments: Any, agent_data: AgentData) -> str:  # noqa: ANN401
        """The reply to a call of any name, noted in the rollout's episode."""
        episode = getattr(agent_data, _LOG, None)
        if episode is None:
            given = agent_data.tools_kwargs.get(self.name, {}).get("create_kwargs", {})
            if "task_id" not in given:
                raise UsageError("the row's tools_kwargs lack create_kwargs.task_id")
            episode = self.settings.episode(given["task_id"], int(given.get("group_seed", 0)))
            setattr(agent_data, _LOG, episode)
        try:
            text: str = await episode.acall(name, arguments)
        except InfrastructureError as error:
            agent_data.extra_fields[_FAULT] = str(error)
            return "The tool is out of order."
        agent_data.extra_fields[_LOG] = episode.log()
        return text


@register("fictionworld_agent")
class FictionWorldAgentLoop(ToolAgentLoop):
    """verl's tool loop, in which every call reaches the tools.

    Raises:
        UsageError: verl would cut replies: its own default keeps 256 characters.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - verl's own
        super().__init__(*args, **kwargs)
        ours = [tool for tool in self.tools.values() if isinstance(tool, FictionWorldTool)]
        if not ours:
            raise UsageError("multi_turn.tool_config_path: it names no tool of fictionworld")
        self._tool = ours[0]
        longest = self._tool.settings.reply_characters
        if longest is None:
            raise UsageError("tools: got no reply_characters; set it in the config of each tool")
        if self.max_tool_response_length < longest:
            raise UsageError(
                f"multi_turn.max_tool_response_length: got {self.max_tool_response_length}; "
                f"replies have up to {longest} characters and would be cut: set it to {longest}"
            )

    async def run(
        self,
        sampling_params: dict[str, Any],
        **kwargs: Any,  # noqa: ANN401
    ) -> AgentLoopOutput:
        """A rollout; with a mask of zeros where a call failed for reasons of ours."""
        output = await super().run(sampling_params, **kwargs)
        if _FAULT in output.extra_fields:
            output.response_mask = [0] * len(output.response_mask)
        return output

    async def _call_tool(
        self,
        tool_call: Any,  # noqa: ANN401 - verl's FunctionCall
        tools_kwargs: dict[str, Any],  # noqa: ARG002 - the agent's data have them
        agent_data: AgentData,
    ) -> tuple[ToolResponse, float, dict[str, Any]]:
        text = await self._tool.called(tool_call.name, tool_call.arguments, agent_data)
        return ToolResponse(text=text), 0.0, {}


async def compute_score(
    data_source: str,  # noqa: ARG001
    solution_str: str,
    ground_truth: str,
    extra_info: dict[str, Any],
    *,
    dataset: str = "",
    reward: str = "f1_grounded",
    **_: Any,  # noqa: ANN401 - what else verl passes
) -> dict[str, float]:
    """The reward as `score`, and two figures beside it.

    Args:
        data_source: Not looked at.
        solution_str: All that the rollout wrote; the answer is what follows the last reply.
        ground_truth: The task's id; the key stays in the dataset.
        extra_info: With the episode's log, where a call was made.
        dataset: The dataset's folder; by default the one of the row's `extra_info`.
        reward: `f1_grounded` or `f1_evidenced`.
    """
    if extra_info.get(_FAULT):
        return {"score": 0.0, "f1_by_item": 0.0, "f1_by_row": 0.0}
    settings = EpisodeSettings(dataset or extra_info["dataset"])
    log = extra_info.get(_LOG)
    played = settings.resumed(log) if log else settings.episode(ground_truth)
    figures = await played.ascore(solution_str.rpartition(_REPLY_ENDS)[2], reward)
    return {
        "score": float(figures), "f1_by_item": figures.f1_by_item, "f1_by_row": figures.f1_by_row
    }  # fmt: skip


def trial(settings: EpisodeSettings, task_id: str, answer: str) -> float:
    """What an answer earns after one search, for `fictionworld doctor`."""
    tools = [
        FictionWorldTool({"dataset": settings.dataset}, OpenAIFunctionToolSchema(**schema))
        for schema in openai_tools()
    ]
    create = {"create_kwargs": {"task_id": task_id}}
    data = AgentData(
        messages=settings.prompt(task_id), image_data=None, video_data=None, audio_data=None,
        mm_processor_kwargs=None, metrics={}, request_id=task_id,
        tools_kwargs={tool.name: create for tool in tools},
    )  # fmt: skip

    async def played() -> float:
        queries = {"queries": [settings.prompt(task_id)[-1]["content"]]}
        await tools[0].execute("1", queries, agent_data=data)
        info = {"dataset": settings.dataset, **data.extra_fields}
        return (await compute_score("fictionworld", answer, task_id, info))["score"]

    return asyncio.run(played())

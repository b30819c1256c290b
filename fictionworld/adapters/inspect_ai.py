"""inspect_ai: a task to evaluate models on, its tools for other agents, its scorer.

    inspect eval fictionworld/fictionworld -T dataset=worlds -T split=test --limit 50 --model ...

`search_agent`, the task's own solver, sends every call that a model makes to the tools, whatever
its arguments are: it is answered and charged. Under other solvers (`--solver react`, or your own
with `tools()`) inspect_ai itself refuses arguments of wrong types before a tool sees them; such a
call is not charged. A failure of ours raises, as does a generation that the server broke off: an
error of the sample, without a score. A score's metadata has the `stop_reason` of the last
generation, `cut` where that is a limit of tokens, and the rewards of all `steps` if these are set.
"""

from __future__ import annotations

from dataclasses import asdict
from tempfile import TemporaryDirectory
from typing import Any, Final

from inspect_ai import Task, task
from inspect_ai import eval as evaluate
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageTool, ChatMessageUser, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.solver._task_state import sample_state  # no public way there
from inspect_ai.tool import Tool, ToolDef, ToolInfo, ToolParams
from inspect_ai.util import store

from fictionworld.adapters.doctor import Adapter
from fictionworld.adapters.replies import raise_if_broken_off, replies_to_calls_in
from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.chat.reply import finish_of
from fictionworld.episodes.episode import Episode
from fictionworld.simulator.tool import Tool as WorldTool
from fictionworld.simulator.toolbox import all_tools, openai_tools

_LOG: Final = "fictionworld_log"  # in a sample's store


@task
def fictionworld(  # noqa: PLR0913, PLR0917 - what -T may set
    dataset: str,
    split: str | None = None,
    policy: str = "tease",
    controls: str = "",
    reward: str = "f1_grounded",
    backend: str = "template",
    calls: int | None = None,
    reply_characters: int | None = None,
    steps: str = "",
) -> Task:
    """The tasks of a dataset, of one split or of all; the others are as of `EpisodeSettings`."""
    settings = EpisodeSettings(
        dataset, policy, controls, reward, backend, calls, reply_characters, steps
    )
    samples = [
        Sample(id=item.task_id, input=settings.prompt(item.task_id), metadata={"pack": item.pack})
        for item in settings.open().tasks(split=split)
    ]
    return Task(dataset=samples, solver=search_agent(settings), scorer=graded(settings))


@solver
def search_agent(settings: EpisodeSettings, turns: int = 200) -> Solver:
    """The model calls tools until it answers, or until it has spoken `turns` times."""
    offered = [ToolInfo(**tool["function"]) for tool in openai_tools()]

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        episode = settings.episode(str(state.sample_id))
        for _ in range(turns):
            state.output = await get_model().generate(state.messages, offered)
            raise_if_broken_off(state.output)
            state.messages.append(state.output.message)
            if not state.output.message.tool_calls:
                text = await replies_to_calls_in(state.output.completion, episode)
                if not text:
                    break
                state.messages.append(ChatMessageUser(content=text))
            for call in state.output.message.tool_calls or ():
                # arguments that inspect_ai could not read are no JSON: the tool says so
                arguments: Any = call.parse_error or call.arguments
                text = await episode.acall(call.function, arguments)
                state.messages.append(
                    ChatMessageTool(content=text, tool_call_id=call.id, function=call.function)
                )
            store().set(_LOG, episode.log())
        return state

    return solve


def tools(settings: EpisodeSettings) -> list[Tool]:
    """Return the three tools for other solvers; each sample has an episode of its own."""

    def made(tool: WorldTool) -> Tool:
        async def execute(**kwargs: Any) -> str:
            episode = _episode(settings)
            text = await episode.acall(tool.name, kwargs)
            store().set(_LOG, episode.log())
            return text

        parts = (tool.name, tool.description, ToolParams(**tool.parameters))
        return ToolDef(execute, *parts, parallel=False, max_output=0).as_tool()

    return [made(tool) for tool in all_tools()]


def _episode(settings: EpisodeSettings) -> Episode:
    """Return the episode of the sample under way; begin it if need be."""
    if log := store().get(_LOG):
        return settings.resumed(log)
    state = sample_state()
    assert state is not None, "tools are called within a sample"
    return settings.episode(str(state.sample_id))


@scorer(metrics=[mean(), stderr()])
def graded(settings: EpisodeSettings) -> Scorer:
    """The reward that the settings name, and all figures beside it."""

    async def score(state: TaskState, target: Target) -> Score:
        answer = state.output.completion
        episode = _episode(settings)
        reward = await episode.ascore(answer, settings.reward)
        reason = state.output.stop_reason
        ended = {"stop_reason": reason, "cut": finish_of(reason) == "cut"}
        metadata = reward.as_dict() | ended | settings.all_steps(episode, reward)
        return Score(value=float(reward), answer=answer, metadata=metadata)

    return score


def _trial(settings: EpisodeSettings, task_id: str, answer: str) -> float:
    question = settings.prompt(task_id)[-1]["content"]
    outputs = [
        ModelOutput.for_tool_call("mockllm", "web_search", {"queries": [question]}),
        ModelOutput.from_content("mockllm", answer),
    ]
    for output in outputs:
        output.usage = ModelUsage()  # else the tokens are counted, by an encoding that is fetched
    with TemporaryDirectory() as logs:
        model = get_model("mockllm/model", custom_outputs=outputs)
        tasks = fictionworld(**asdict(settings))
        (log,) = evaluate(tasks, model=model, sample_id=task_id, log_dir=logs, display="none")
        if log.status != "success" or not log.samples:
            raise RuntimeError(str(log.error))
        return float(log.samples[0].scores["graded"].value)


ADAPTER: Final = Adapter("inspect-ai", "0.3", _trial)

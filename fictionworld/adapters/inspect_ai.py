"""inspect_ai: a task to evaluate models on, its tools for other agents, its scorer.

    inspect eval fictionworld/fictionworld -T dataset=worlds -T split=test --limit 50 --model ...

`search_agent`, the task's own solver, sends every call that a model makes to the tools, whatever
its arguments are: it is answered and charged. Under other solvers (`--solver react`, or your own
with `tools()`) inspect_ai itself refuses arguments of wrong types before a tool sees them; such a
call is not charged. A failure of ours raises, and inspect_ai reports the sample as an error without
a score. Counting tokens offline (`--token-limit`) takes the tokenizer from TIKTOKEN_CACHE_DIR;
nothing here asks for one. Written for inspect_ai 0.3.
"""

from __future__ import annotations

from tempfile import TemporaryDirectory
from typing import Any, Final

from inspect_ai import Task, task
from inspect_ai import eval as evaluate
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, ToolDef, ToolInfo, ToolParams
from inspect_ai.util import store

from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.simulator.toolbox import all_tools

__all__ = ["fictionworld", "search_agent", "tools", "trial"]

_LOG: Final = "fictionworld_log"
"""Under which the episode of a sample is kept in its store."""


@task
def fictionworld(
    dataset: str,
    split: str | None = None,
    policy: str = "tease",
    controls: str = "",
    reward: str = "f1_grounded",
    backend: str = "template",
) -> Task:
    """The tasks of a dataset.

    Args:
        dataset: Its folder.
        split: Tasks of one split; all if None.
        policy: What search results may say.
        controls: What disturbs the tools.
        reward: The figure that is the score: `f1_grounded` or `f1_evidenced`.
        backend: Who words the pages.
    """
    settings = EpisodeSettings(dataset, policy, controls, reward, backend)
    samples = []
    for one in settings.open().tasks(split=split):
        system, question = settings.prompt(one.task_id)
        said = [
            ChatMessageSystem(content=system["content"]),
            ChatMessageUser(content=question["content"]),
        ]
        samples.append(Sample(id=one.task_id, input=said, metadata={"pack": one.pack}))
    return Task(
        dataset=MemoryDataset(samples, name="fictionworld"),
        solver=search_agent(settings),
        scorer=graded(settings),
    )


@solver
def search_agent(settings: EpisodeSettings, turns: int = 200) -> Solver:
    """The model calls tools until it answers, or until it has spoken `turns` times."""
    infos = [
        ToolInfo(name=t.name, description=t.description, parameters=ToolParams(**t.parameters))
        for t in all_tools()
    ]

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001
        episode = settings.episode(str(state.sample_id))
        store().set(_LOG, episode.log())
        for _ in range(turns):
            state.output = await get_model().generate(state.messages, infos)
            state.messages.append(state.output.message)
            if not state.output.message.tool_calls:
                break
            for call in state.output.message.tool_calls:
                # what inspect_ai could not read is no JSON object: the tool says so
                arguments: Any = call.parse_error or call.arguments
                text = await episode.acall(call.function, arguments)
                state.messages.append(
                    ChatMessageTool(content=text, tool_call_id=call.id, function=call.function)
                )
            store().set(_LOG, episode.log())
        return state

    return solve


def tools(settings: EpisodeSettings) -> list[Tool]:
    """The three tools for other solvers; each sample has an episode of its own."""
    return [_tool(settings, one.name, one.description, one.parameters) for one in all_tools()]


def _tool(
    settings: EpisodeSettings, name: str, description: str, parameters: dict[str, Any]
) -> Tool:
    async def execute(**kwargs: Any) -> str:  # noqa: ANN401 - by the schema
        episode = settings.resumed(_log_of(settings))
        text = await episode.acall(name, kwargs)
        store().set(_LOG, episode.log())
        return text

    given = ToolParams(**parameters)
    return ToolDef(execute, name, description, given, parallel=False, max_output=0).as_tool()


def _log_of(settings: EpisodeSettings) -> str:
    """The log of the sample's episode, begun if need be."""
    from inspect_ai.solver._task_state import sample_state  # noqa: PLC0415 - no public way there

    log: str | None = store().get(_LOG)
    if log is None:
        state = sample_state()
        assert state is not None, "tools are called within a sample"
        log = settings.episode(str(state.sample_id)).log()
    return log


@scorer(metrics=[mean(), stderr()])
def graded(settings: EpisodeSettings) -> Scorer:
    """The reward that the settings name, and all figures beside it."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        answer = state.output.completion
        episode = settings.resumed(_log_of(settings))
        reward = await episode.ascore(answer, settings.reward)
        return Score(value=float(reward), answer=answer, metadata=reward.as_dict())

    return score


def trial(settings: EpisodeSettings, task_id: str, answer: str) -> float:
    """What an answer earns after one search, for `fictionworld doctor`."""
    question = settings.prompt(task_id)[-1]["content"]
    outputs = [
        ModelOutput.for_tool_call("mockllm", "web_search", {"queries": [question]}),
        ModelOutput.from_content("mockllm", answer),
    ]
    for output in outputs:
        output.usage = ModelUsage()  # else the tokens are counted, by an encoding that is fetched
    with TemporaryDirectory() as logs:
        (log,) = evaluate(
            fictionworld(settings.dataset, policy=settings.policy, reward=settings.reward),
            model=get_model("mockllm/model", custom_outputs=outputs),
            sample_id=task_id,
            log_dir=logs,
            display="none",
        )
        if log.status != "success" or not log.samples:
            raise RuntimeError(str(log.error))
        return float(log.samples[0].scores["graded"].value)

"""`fictionworld rollout`: agents play tasks, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.docstring import documented
from fictionworld.cli.ending import end_soon, says_when_interrupted
from fictionworld.cli.inputs import (
    BackendOption,
    CacheOption,
    CallsOption,
    CharactersOption,
    ControlsOption,
    Count,
    DatasetFolder,
    EngineOption,
    FederationOption,
    LevelsOption,
    OptionalCount,
    ReplyBytesOption,
    Seconds,
    SettingsOption,
    choose_tasks,
    chosen_workers,
    joined,
    read_controls,
    read_endpoint,
)
from fictionworld.cli.rollout_ends import print_ends
from fictionworld.cli.rollout_view import print_comparison, print_summaries
from fictionworld.cli.terminal import bars, escape, print_json
from fictionworld.episodes.rewards import DEFAULT_REWARD
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from fictionworld.dataset import Dataset
    from fictionworld.episodes.agents.agent import Agent
    from fictionworld.episodes.rollout import Attempt, Conditions, PlayedTask
    from fictionworld.episodes.rollout_files import RolloutFiles
    from fictionworld.episodes.summary import Summary
    from fictionworld.workers import Workers

_AT_ONCE = 64
"""Episodes at a time where a model words the web: what they ask for is a batch of its engine."""


@documented
def rollout(  # noqa: PLR0913 - the flags of the command
    folder: DatasetFolder,
    *,
    agent: list[str],
    tasks: OptionalCount = None,
    samples: Count = 1,
    policy: list[str] | None = None,
    controls: ControlsOption = "none",
    backend: BackendOption = "template",
    settings: SettingsOption = None,
    engine: EngineOption = None,
    split: str | None = None,
    pack: str | None = None,
    kinds: str | None = None,
    characters: CharactersOption = None,
    levels: LevelsOption = None,
    federation: FederationOption = None,
    seed: int = 0,
    reward: str = DEFAULT_REWARD,
    calls: CallsOption = None,
    reply_characters: int | None = None,
    traces: Path | None = None,
    transcripts: Path | None = None,
    base_url: str | None = None,
    temperature: Annotated[float | None, typer.Option(min=0.0)] = None,
    max_tokens: OptionalCount = None,
    context: OptionalCount = None,
    at_once: OptionalCount = None,
    timeout_s: Seconds = 600.0,
    episode_timeout_s: Seconds = 7200.0,
    max_reply_bytes: ReplyBytesOption = 4_000_000,
    workers: OptionalCount = None,
    ray: str | None = None,
    cache_mb: CacheOption = None,
    resume: bool = False,
    texts: bool = False,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Let agents play tasks through the tools, and print what they earned.

    Exit code 1 where a task could not be played for reasons that are not the agent's.

    Options:
        agent: oracle, scout, second-source, list-crawl, name-by-name, statistics-only,
            breadth-first, prober, snippets-only, closed-book, paste-question, guess, openai:MODEL,
            one of an installed package, or package.module:Class; may be repeated.
        policy: Policy of search results: open, tease, mixed:p or strict; default: tease. Several
            with weights, tease=0.7,mixed:0.5=0.3, are drawn by world and seed. May be repeated, to
            compare.
        seed: Seed of a group of rollouts.
        reward: Reward: f1_evidenced, for right cells that follow from what the agent was shown;
            f1_grounded, for right cells; or a reward of an installed package. Any less a price of
            a call or of a thousand tokens of replies: f1_evidenced,call=0.01,tokens=0.02.
        reply_characters: Maximum characters of a reply; pages then come in more parts.
        workers: Worker processes, for agents that do not wait; default: one per core.
        ray: A Ray cluster plays, for agents that do not wait: auto, for the one that runs here, or
            HOST:PORT.

    Which tasks:
        tasks: Maximum number of tasks, spread over the dataset; default: all.
        samples: Episodes of each task.
        split: Tasks of one split, such as eval.
        pack: Tasks of one pack.
        kinds: Kinds of task, a comma between: wide,deep,empty.
        characters: Tasks whose least reading has so many characters, such as 0-60000.
        levels: Tasks of these levels of difficulty, such as 1,2.
        federation: Join K worlds under one index; with --split, worlds of that split.

    What is written:
        traces: Write the traces to this file, one JSON object per line.
        transcripts: Write the conversations to this file, one per line: messages and tokens used.
        resume: With --traces: go on with the file, and with that of --transcripts; what it
            holds is not played again.
        texts: With --traces: the replies' texts too.
        as_json: Print a JSON object, or a list of them for several agents or policies.

    Agents that wait: openai:MODEL, your own:
        base_url: For openai:MODEL, the server: http://localhost:8000/v1. Its key is taken from
            OPENAI_API_KEY.
        temperature: For openai:MODEL; default: the server's.
        max_tokens: For openai:MODEL: maximum tokens of a completion.
        context: For openai:MODEL: maximum tokens of a conversation. One that passes it, or the
            server's own limit, has failed its task.
        at_once: Episodes at a time, for agents and backends that wait for a model; default: 64
            where a model words the pages, else 1.
        timeout_s: For openai:MODEL: seconds for one request; half of them for one try.
        episode_timeout_s: For openai:MODEL: seconds for one task.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.agents.registry import agent_named
    from fictionworld.episodes.rewards.registry import reward_named
    from fictionworld.episodes.rollout import Attempt, Conditions, sample
    from fictionworld.episodes.rollout_files import RolloutFiles
    from fictionworld.episodes.summary import by_pack_and_kind, by_policy
    from fictionworld.simulator.drafts.opened import with_settings
    from fictionworld.simulator.drafts.waiting import is_live
    from fictionworld.web.permit import parse_policies

    players = chosen_workers(workers, ray)
    if resume and traces is None:
        raise UsageError("--resume goes on with a file of traces: name it with --traces FILE")
    dataset = joined(
        open_dataset(folder, cache_mb=cache_mb).worded_by(
            with_settings(backend, settings or (), engine)
        ),
        federation,
        split,
    )
    if at_once is None:
        at_once = _AT_ONCE if is_live(backend) else 1
    policies = [parse_policies(under) for under in policy or ["tease"]]
    reward = reward_named(reward).name
    endpoint = read_endpoint(base_url, at_once, timeout_s, max_reply_bytes)
    agents = [
        agent_named(
            name,
            endpoint,
            temperature=temperature,
            most_tokens=max_tokens,
            context_tokens=context,
            episode_s=episode_timeout_s,
        )
        for name in agent
    ]
    rounds = list(product(policies, agents))
    several = len(rounds) > 1 or any(len(under.weights) > 1 for under in policies)
    perturbed = read_controls(controls)
    fitting = choose_tasks(
        dataset, split=split, pack=pack, kinds=kinds, characters=characters, levels=levels
    )
    sampled = sample(fitting, tasks)
    chosen = [Attempt(task, number) for task in sampled for number in range(samples)]
    total = len(chosen) * len(rounds)
    summaries: list[Summary] = []
    episodes: list[PlayedTask] = []
    with (
        says_when_interrupted(_stopped(traces)),
        _without_waiting(at_once),
        ExitStack() as stack,
    ):
        out = RolloutFiles.opened(traces, transcripts, stack, resume=resume)
        shown = stack.enter_context(bars())
        bar = shown.add_task("", total=total)
        for under, player in rounds:
            conditions = Conditions(
                str(under), perturbed, seed, calls, texts, reward, reply_characters,
                transcripts=transcripts is not None,
            )  # fmt: skip
            waits = player.waits or is_live(backend)  # one engine, one process
            processes = 1 if waits else players
            played = _played(
                dataset, player, chosen, conditions, out, (at_once, processes),
                _bar_of_agent(shown, bar, player.name),
            )  # fmt: skip
            summarize = by_policy if several else by_pack_and_kind
            summaries += summarize(played, player.name, str(under))
            episodes += played
    if as_json:
        whole = [summary.as_dict() for summary in summaries if summary.pack == "all"]
        print_json(whole if several else whole[0])
    elif not several:
        print_summaries(summaries, reward)
    else:
        print_comparison(summaries, reward)
    print_ends(episodes, "tasks" if samples == 1 else "episodes")


def _bar_of_agent(
    shown: Progress, bar: TaskID, agent: str
) -> Callable[[Iterable[PlayedTask]], None]:
    """Return what shows how many episodes of an agent ended, and their mean reward."""
    name = escape(agent)
    earned: list[float] = []
    shown.update(bar, description=name)

    def advance(played: Iterable[PlayedTask]) -> None:
        for episode in played:
            if episode.trace is not None and episode.trace.reward is not None:
                earned.append(float(episode.trace.reward))
            shown.advance(bar)
        if earned:
            shown.update(bar, description=f"{name} earns {fmean(earned):.3f}")

    return advance


def _played(  # noqa: PLR0917 - what a rollout is made of
    dataset: Dataset,
    player: Agent,
    chosen: Sequence[Attempt],
    conditions: Conditions,
    out: RolloutFiles,
    many: tuple[int, Workers],
    on_played: Callable[[Iterable[PlayedTask]], None],
) -> list[PlayedTask]:
    """Play tasks and return them in their order; each trace is written when its episode ends.

    Args:
        dataset: Its tasks.
        player: The agent.
        chosen: The episodes; those that `out` holds already are not played again.
        conditions: The conditions that all episodes share.
        out: The files of traces and transcripts.
        many: Threads, and processes or a cluster.
        on_played: Called with episodes that are done.
    """
    from fictionworld.episodes.rollout import Attempt, play_all
    from fictionworld.episodes.rollout_files import RolloutId

    rollout_id = RolloutId.of(
        player.name, dataset.content_hash, dataset.backend, conditions, player.settings
    )
    played = out.held(rollout_id, chosen)
    on_played(played.values())
    todo = [attempt for attempt in chosen if attempt not in played]
    for episode in play_all(dataset, player, todo, conditions, *many):
        out.add(episode, rollout_id)
        played[Attempt(episode.task, episode.sample)] = replace(episode, transcript=None)
        on_played([episode])
    return [played[attempt] for attempt in chosen]


@contextmanager
def _without_waiting(at_once: int) -> Iterator[None]:
    """Context manager: end the process on an error without waiting for other threads."""
    try:
        yield
    except Exception as error:
        if at_once > 1:
            end_soon(getattr(error, "exit_code", 1))
        raise


def _stopped(traces: Path | None) -> str:
    """Return what an interrupted rollout prints."""
    if traces is None:
        return "Stopped. With --traces FILE a rollout can be resumed."
    return (
        f"Stopped. The episodes that ended are in {escape(str(traces))}: run the same command "
        "again with --resume to play the others."
    )

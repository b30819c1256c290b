"""`fictionworld rollout`: agents play tasks, and what it comes to."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.backend import BackendOption  # noqa: TC001 - typer reads it
from fictionworld.cli.controls import ControlsOption, read_controls
from fictionworld.cli.rollout_view import print_comparison, print_summaries
from fictionworld.cli.terminal import bars, data, plain, print_json, talk

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from rich.progress import Progress, TaskID

    from fictionworld.episodes.agents.agent import Agent
    from fictionworld.episodes.rollout import Played

__all__ = ["rollout"]

_MOST_ERRORS = 5


def rollout(  # noqa: PLR0913, PLR0917 - the flags of the command
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset's folder.")],
    agent: Annotated[
        list[str],
        typer.Option(
            help="oracle, scout, snippets-only, closed-book, paste-question, guess, or "
            "openai:MODEL; give it again for more of them."
        ),
    ],
    tasks: Annotated[
        int | None, typer.Option(help="At most so many, spread over all; all, if not given.")
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help="What search results may say: open, tease, mixed:p or strict; tease, if not "
            "given; give it again to compare."
        ),
    ] = None,
    controls: ControlsOption = "calm",
    backend: BackendOption = "template",
    split: Annotated[str | None, typer.Option(help="Tasks of one split, such as eval.")] = None,
    kinds: Annotated[
        str | None, typer.Option(help="Kinds of task, a comma between: wide,deep,empty.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of a group of rollouts.")] = 0,
    calls: Annotated[
        int | None,
        typer.Option(help="The most calls of a task; 0 for no limit; by its size, if not given."),
    ] = None,
    traces: Annotated[
        Path | None, typer.Option(help="Write the traces here, a JSON object a line.")
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            help="For openai:MODEL, the server: http://localhost:8000/v1. Its key is taken from "
            "OPENAI_API_KEY."
        ),
    ] = None,
    at_once: Annotated[
        int, typer.Option(min=1, help="Tasks at a time, for openai:MODEL, which waits.")
    ] = 1,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes, for the others; one a core, if not given.")
    ] = None,
    *,
    texts: Annotated[
        bool, typer.Option("--texts", help="With --traces: the replies' texts too.")
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print a JSON object, or a list of them for several agents or policies."
        ),
    ] = False,
) -> None:
    """Let agents play tasks through the tools, and tell what they earned.

    Exit code 1 where a task could not be played for reasons that are not the agent's.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.rollout import Conditions, play_all, sample
    from fictionworld.episodes.summary import Summary, summaries, summary_of
    from fictionworld.episodes.workers import usable_cores
    from fictionworld.export.choice import Choice, parse_kinds
    from fictionworld.simulator.drafts.waiting import is_live
    from fictionworld.web.permit import parse_policy

    dataset = open_dataset(folder).worded_by(backend)
    policies = policy or ["tease"]
    for under in policies:
        parse_policy(under)
    rounds = list(product(policies, (_agent(name, base_url) for name in agent)))
    disturbed = read_controls(controls)
    choice = Choice(kinds=None if kinds is None else parse_kinds(kinds), split=split)
    chosen = sample(choice.of(dataset), tasks)
    found: list[Summary] = []
    failed: list[Played] = []
    with ExitStack() as stack:
        out = None if traces is None else _opened(traces, stack)
        shown = stack.enter_context(bars())
        bar = shown.add_task("tasks", total=len(chosen) * len(rounds))
        for under, player in rounds:
            conditions = Conditions(under, disturbed, seed, calls, texts)
            waits = _waits(player) or is_live(backend)  # one engine, one process
            processes = 1 if waits else workers or usable_cores()
            playing = play_all(dataset, player, chosen, conditions, at_once, processes)
            played = _watched(playing, player.name, out, shown, bar)
            found += (
                summaries(played, player.name, under)
                if len(rounds) == 1
                else [summary_of(played, player.name, under)]
            )
            failed += [one for one in played if one.error is not None]
    if as_json:
        whole = [one.as_dict() for one in found if one.pack == "all"]
        print_json(whole[0] if len(rounds) == 1 else whole)
    elif len(rounds) == 1:
        print_summaries(data(), found)
    else:
        print_comparison(data(), found)
    for one in failed[:_MOST_ERRORS]:
        talk().print(f"[red]{one.task.task_id}:[/red] {plain(str(one.error))}", soft_wrap=True)
    if failed:
        talk().print(f"{len(failed):,} of {len(chosen) * len(rounds):,} tasks could not be played")
        raise typer.Exit(1)


def _agent(name: str, base_url: str | None) -> Agent:
    from fictionworld.episodes.agents.endpoint import Endpoint
    from fictionworld.episodes.agents.named import agent_named

    key = os.environ.get("OPENAI_API_KEY", "")
    return agent_named(name, None if base_url is None else Endpoint(base_url, key))


def _waits(agent: Agent) -> bool:
    """Whether the agent waits for a server: threads help it, and processes do not."""
    return agent.name.startswith("openai:")


def _opened(traces: Path, stack: ExitStack) -> TextIO:
    from fictionworld.worlds.durable import storage_errors

    stack.enter_context(storage_errors(traces))
    return stack.enter_context(traces.open("w", encoding="utf-8"))


def _watched(
    playing: Iterable[Played], agent: str, out: TextIO | None, shown: Progress, bar: TaskID
) -> list[Played]:
    """All that is played, with a bar on the way; each trace is written as soon as it is there."""
    played: list[Played] = []
    for one in playing:
        played.append(one)
        if out is not None:
            told = one.trace.as_dict() if one.trace is not None else {"error": one.error}
            line = {"agent": agent, "task_id": one.task.task_id, **told}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
        shown.advance(bar)
    return played

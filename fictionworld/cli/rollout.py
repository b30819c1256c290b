"""`fictionworld rollout`: agents play tasks, and what it comes to."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.terminal import bars, data, plain, print_json, span, talk

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from fictionworld.episodes.agents.agent import Agent
    from fictionworld.episodes.rollout import Played
    from fictionworld.episodes.summary import Summary

__all__ = ["rollout"]

_MOST_ERRORS = 5
_SHOWN = ("f1_by_item", "f1_by_row", "f1_value", "f1_grounded", "coverage")


def rollout(  # noqa: PLR0913, PLR0917 - the flags of the command
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset's folder.")],
    agent: Annotated[
        str,
        typer.Option(
            help="oracle, scout, snippets-only, closed-book, paste-question, guess, or "
            "openai:MODEL."
        ),
    ],
    tasks: Annotated[
        int | None, typer.Option(help="At most so many, spread over all; all, if not given.")
    ] = None,
    policy: Annotated[
        str, typer.Option(help="What search results may say: open, tease, mixed:p or strict.")
    ] = "tease",
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
        int, typer.Option(min=1, help="Tasks at a time; more than one for openai:MODEL.")
    ] = 1,
    *,
    texts: Annotated[
        bool, typer.Option("--texts", help="With --traces: the replies' texts too.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, for a program to read.")
    ] = False,
) -> None:
    """Let an agent play tasks through the tools, and tell what it earned.

    Exit code 1 where a task could not be played for reasons that are not the agent's.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.rollout import Conditions, play_all, sample
    from fictionworld.episodes.summary import summaries, summary_of
    from fictionworld.export.choice import Choice, parse_kinds
    from fictionworld.web.permit import parse_policy

    dataset = open_dataset(folder)
    player = _agent(agent, base_url)
    parse_policy(policy)
    choice = Choice(kinds=None if kinds is None else parse_kinds(kinds), split=split)
    chosen = sample(choice.of(dataset), tasks)
    conditions = Conditions(policy, None, seed, calls, texts)
    played = _watched(
        play_all(dataset, player, chosen, conditions, at_once), len(chosen), player.name, traces
    )
    if as_json:
        print_json(summary_of(played, player.name).as_dict())
    else:
        _print_table(data(), summaries(played, player.name))
    failed = [one for one in played if one.error is not None]
    for one in failed[:_MOST_ERRORS]:
        talk().print(f"[red]{one.task.task_id}:[/red] {plain(str(one.error))}", soft_wrap=True)
    if failed:
        talk().print(f"{len(failed):,} of {len(played):,} tasks could not be played")
        raise typer.Exit(1)


def _agent(name: str, base_url: str | None) -> Agent:
    from fictionworld.episodes.agents.endpoint import Endpoint
    from fictionworld.episodes.agents.named import agent_named

    key = os.environ.get("OPENAI_API_KEY", "")
    return agent_named(name, None if base_url is None else Endpoint(base_url, key))


def _watched(
    playing: Iterable[Played], total: int, agent: str, traces: Path | None
) -> list[Played]:
    """All that is played, with a bar on the way; each trace is written as soon as it is there."""
    from fictionworld.worlds.durable import storage_errors

    played: list[Played] = []
    with ExitStack() as stack:
        out = None
        if traces is not None:
            stack.enter_context(storage_errors(traces))
            out = stack.enter_context(traces.open("w", encoding="utf-8"))
        shown = stack.enter_context(bars())
        bar = shown.add_task("tasks", total=total)
        for one in playing:
            played.append(one)
            if out is not None:
                told = one.trace.as_dict() if one.trace is not None else {"error": one.error}
                line = {"agent": agent, "task_id": one.task.task_id, **told}
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
            shown.advance(bar)
    return played


def _print_table(console: Console, found: Sequence[Summary]) -> None:
    from rich.table import Table

    tools = sorted({tool for summary in found for tool in summary.calls})
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("agent", "pack", "kind"):
        table.add_column(heading)
    for heading in ("tasks", *_SHOWN, *tools, "a task"):
        table.add_column(heading.replace("_", " "), justify="right")
    for summary in found:
        table.add_row(
            plain(summary.agent),
            summary.pack,
            summary.kind,
            f"{summary.tasks:,}",
            *(_figure(summary.mean[figure]) for figure in _SHOWN),
            *(f"{summary.calls.get(tool, 0):.1f}" for tool in tools),
            span(summary.seconds),
            style="bold" if summary.pack == "all" else "",
        )
    console.print(table)


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"

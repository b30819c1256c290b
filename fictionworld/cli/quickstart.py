"""`fictionworld quickstart`: from nothing to a scored answer, and what to do next."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.build import bar_a_stage
from fictionworld.cli.ending import says_when_interrupted
from fictionworld.cli.tasks import print_task
from fictionworld.cli.terminal import bars, counted, escape, mark, shortened, stdout

if TYPE_CHECKING:
    from fictionworld.dataset import Dataset
    from fictionworld.tasks.record import Task

_LINES = 14
"""Of a tool's reply, so that all fits on a screen or two."""


def quickstart(
    out: Annotated[Path, typer.Option(help="The dataset's folder.")] = Path("quickstart-worlds"),
) -> None:
    """Build twenty worlds of two packs, and show a task, a tool call and scored answers.

    Takes some seconds; run again, it shows what was built before. Each step is a command or a line
    of Python of its own, which is printed with it.
    """
    from fictionworld.build import build
    from fictionworld.dataset import open_dataset
    from fictionworld.sample_worlds import CONFIG

    with says_when_interrupted("Stopped. Run the same command again and it goes on."):
        with bars() as progress:
            report = build(CONFIG, out, on_progress=bar_a_stage(progress))
        dataset = open_dataset(out)
        tasks = dataset.tasks()
        counts = f"{counted(report.worlds, 'world')}, {counted(report.rows, 'row')}"
        stdout().print(
            f"{mark(good=True)} [bold]{escape(str(out))}[/bold]: {counts}, "
            f"{counted(len(tasks), 'task')}"
        )
        # an answer of a few rows says more than one of a single cell, and of thirty
        task = min(tasks, key=lambda task: (task.kind != "wide", task.level, task.answer_rows))
        _show_task(out, task)
        _show_call(dataset, out, task)
        _show_scores(dataset, out, task)
        _show_next(out, task)


def _show_task(out: Path, task: Task) -> None:
    _heading("A task", "show", out, task.task_id)
    print_task(task)


def _show_call(dataset: Dataset, out: Path, task: Task) -> None:
    call = json.dumps({"queries": [task.tables[0].replace("_", " ")]})
    _heading("What an agent gets for a search", "tool", out, task.task_id, "web_search", call)
    console = stdout()
    lines = dataset.episode(task.task_id).call("web_search", call).splitlines()
    for line in lines[:_LINES]:
        console.out(shortened(line, console.width), highlight=False)
    if len(lines) > _LINES:
        console.print(f"[dim]... {counted(len(lines) - _LINES, 'more line')}[/dim]")


def _show_scores(dataset: Dataset, out: Path, task: Task) -> None:
    from fictionworld.episodes.agents.registry import agent_named
    from fictionworld.episodes.rollout import Conditions, play

    names = ("oracle", "snippets-only")
    flags = [word for name in names for word in ("--agent", name)]
    _heading("Two agents play it", "rollout", out, *flags, "--tasks", "20")
    for name, does in zip(names, ("reads pages", "reads search results alone"), strict=True):
        played = play(dataset, agent_named(name), task, Conditions())
        if played.trace is None or played.trace.reward is None:
            stdout().print(f"{mark(good=False)} {name}: {escape(str(played.error))}")
            continue
        calls = counted(len(played.trace.calls), "call")
        stdout().print(f"{name}, which {does}: {calls}, reward {float(played.trace.reward):.2f}")


def _show_next(out: Path, task: Task) -> None:
    stdout().print("\n[bold]Next[/bold]")
    for words, what in (
        (("show", out, str(task.world_id)), "the world's tables, and its tasks"),
        (("score", out, task.task_id, "answer.md"), "score an answer of your own"),
        (("rollout", out, "--agent", "openai:MODEL", "--tasks", "20"), "let a model play"),
        (("audit", out), "what an agent could learn without reading"),
        (("build", "--n", "1000", "--out", "worlds"), "a dataset to train on, all packs"),
    ):
        stdout().print(
            f"  {escape(_command(*words))}   [dim]{what}[/dim]", soft_wrap=True, highlight=False
        )


def _heading(title: str, *words: object) -> None:
    stdout().print(f"\n[bold]{title}[/bold]")
    stdout().print(f"[dim]{escape(_command(*words))}[/dim]", soft_wrap=True, highlight=False)


def _command(*words: object) -> str:
    return shlex.join(["fictionworld", *map(str, words)])

"""`fictionworld verify`: traces played again, call by call, and scored anew."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.terminal import (
    JsonOption,
    counted,
    escape,
    mark,
    print_json,
    progress_bar,
    stdout,
)
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from fictionworld.episodes.verification import VerifiedTrace

_MOST_SHOWN = 20


def verify(
    traces: Annotated[
        Path,
        typer.Argument(metavar="TRACES", help="A file that `fictionworld rollout --traces` wrote."),
    ],
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The dataset that it was played on.")
    ] = Path("worlds"),
    as_json: JsonOption = False,
) -> None:
    """Play recorded rollouts again, and report every reply and score that is not as recorded.

    Exit code 1 where a trace differs from its replay: it is listed, with what differs.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.verification import verified_traces
    from fictionworld.files import open_file

    dataset = open_dataset(folder)
    with open_file(traces) as lines:
        total = sum(1 for _ in lines)
    verified: list[VerifiedTrace] = []
    with progress_bar("episodes", total) as progress:
        for trace in verified_traces(dataset, traces):
            verified.append(trace)
            progress(trace.line, total)
    if not verified:
        raise UsageError(f"{traces} holds no scored episode; give traces of a finished rollout")
    differing = [trace for trace in verified if not trace.holds]
    if as_json:
        print_json({
            "episodes": len(verified),
            "calls": sum(trace.calls for trace in verified),
            "differing": [asdict(trace) for trace in differing],
        })  # fmt: skip
    else:
        _print(verified, differing)
    if differing:
        raise typer.Exit(1)


def _print(verified: list[VerifiedTrace], differing: list[VerifiedTrace]) -> None:
    console = stdout()
    calls = sum(trace.calls for trace in verified)
    console.print(
        f"{mark(not differing)} {len(verified) - len(differing):,} of "
        f"{counted(len(verified), 'episode')} as recorded, {counted(calls, 'call')} made again"
    )
    for agent in sorted({trace.agent for trace in verified}):
        earned = [trace.earned for trace in verified if trace.agent == agent and trace.holds]
        mean = f"{sum(earned) / len(earned):.3f}" if earned else "-"
        console.print(
            f"  {escape(agent)}: mean reward {mean} over {counted(len(earned), 'episode')}"
        )
    for trace in differing[:_MOST_SHOWN]:
        console.print(f"  [red]{trace.task_id}[/red]  line {trace.line}:", highlight=False)
        for difference in trace.differences:
            console.print(f"    {escape(difference)}", highlight=False)
    if len(differing) > _MOST_SHOWN:
        console.print(f"  and {len(differing) - _MOST_SHOWN:,} more")

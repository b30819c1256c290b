"""`fictionworld certify`: that an agent which knows nothing but the question solves each task."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.terminal import bars, data, plain, talk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from fictionworld.episodes.certify import Certificate

__all__ = ["certify"]

_MOST_SHOWN = 20


def certify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset's folder.")],
    sample: Annotated[
        int | None, typer.Option(help="At most so many tasks, spread over all.")
    ] = None,
    policy: Annotated[str, typer.Option(help="What search results may say.")] = "tease",
) -> None:
    """Let the scout solve the tasks blind, and store what came of it beside the dataset.

    Exit code 1 where a task is not certified: it is listed, with the reason.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.certify import FILE, certify_task, write_certificates
    from fictionworld.episodes.rollout import sample as sample_of
    from fictionworld.web.permit import parse_policy

    parse_policy(policy)
    dataset = open_dataset(folder)
    chosen = sample_of(dataset.tasks(), sample)
    found: list[Certificate] = []
    with bars() as shown:
        bar = shown.add_task("tasks", total=len(chosen))
        for task in chosen:
            found.append(certify_task(dataset, task, policy))
            shown.advance(bar)
    write_certificates(dataset.path, dataset.manifest.content_hash, found)
    failed = [one for one in found if not one.holds]
    _tell(data(), found, failed)
    talk().print(f"[dim]stored in {plain(str(folder / FILE))}[/dim]", soft_wrap=True)
    if failed:
        raise typer.Exit(1)


def _tell(console: Console, found: Sequence[Certificate], failed: Sequence[Certificate]) -> None:
    calls = sorted(one.scout_calls for one in found if one.holds and one.scout_calls is not None)
    mark = "[bold red]✗[/bold red]" if failed else "[bold green]✓[/bold green]"
    middle = f", half of them in at most {calls[len(calls) // 2]} calls" if calls else ""
    console.print(
        f"{mark} {len(found) - len(failed):,} of {len(found):,} tasks solved blind{middle}"
    )
    for one in failed[:_MOST_SHOWN]:
        console.print(f"  [red]{one.task_id}[/red]  {plain(str(one.problem))}")
    if len(failed) > _MOST_SHOWN:
        console.print(f"  and {len(failed) - _MOST_SHOWN:,} more")

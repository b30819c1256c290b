"""`fictionworld certify`: whether an agent that knows only the question solves each task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.inputs import (
    CacheOption,
    ControlsOption,
    DatasetFolder,
    WorkersOption,
    read_controls,
)
from fictionworld.cli.terminal import counted, escape, mark, print_note, progress_bar, stdout

if TYPE_CHECKING:
    from fictionworld.episodes.certify import Certificate

_MOST_SHOWN = 20


def certify(
    folder: DatasetFolder,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of tasks, spread over the dataset.")
    ] = None,
    policy: Annotated[str, typer.Option(help="Policy: what search results may state.")] = "tease",
    controls: ControlsOption = "none",
    workers: WorkersOption = None,
    cache_mb: CacheOption = None,
) -> None:
    """Let the scout solve the tasks without keys, and store the results beside the dataset.

    Exit code 1 where a task is not certified: it is listed, with the reason.
    """
    from fictionworld.cores import usable_cores
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.certify import CERTIFICATES, certify_all
    from fictionworld.episodes.rollout import sample as sample_of
    from fictionworld.web.permit import parse_policy

    parse_policy(policy)
    perturbed = read_controls(controls)
    dataset = open_dataset(folder, cache_mb=cache_mb)
    chosen = sample_of(dataset.tasks(), sample)
    certificates: list[Certificate] = []
    with progress_bar("tasks", len(chosen)) as progress:
        for certificate in certify_all(
            dataset, chosen, policy, perturbed, workers or usable_cores()
        ):
            certificates.append(certificate)
            progress(len(certificates), len(chosen))
    CERTIFICATES.add(dataset.path, dataset.content_hash, certificates)
    failed = [certificate for certificate in certificates if not certificate.holds]
    _print(certificates, failed)
    print_note(f"stored in {escape(str(folder / CERTIFICATES.name))}")
    if failed:
        raise typer.Exit(1)


def _print(found: Sequence[Certificate], failed: Sequence[Certificate]) -> None:
    console = stdout()
    solved = f"{len(found) - len(failed):,} of {counted(len(found), 'task')} solved blind"
    console.print(f"{mark(not failed)} {solved}")
    for who, calls in (
        (
            "scout",
            [entry.scout_calls for entry in found if entry.scout_calls is not None],
        ),
        (
            "oracle",
            [entry.oracle_calls for entry in found if entry.oracle_calls is not None],
        ),
    ):
        if calls:
            half, most = (sorted(calls)[(len(calls) - 1) * share // 4] for share in (2, 3))
            console.print(
                f"  {who}: half of the tasks in at most {half} calls, three quarters in {most}, "
                f"all in {max(calls)}"
            )
    for entry in failed[:_MOST_SHOWN]:
        console.print(f"  [red]{entry.task_id}[/red]  {escape(str(entry.problem))}")
    if len(failed) > _MOST_SHOWN:
        console.print(f"  and {len(failed) - _MOST_SHOWN:,} more")

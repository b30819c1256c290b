"""`fictionworld certify`: whether an agent that knows only the question solves each task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.inputs import (
    CacheOption,
    ControlsOption,
    DatasetFolder,
    LevelsOption,
    RayOption,
    WorkersOption,
    chosen_workers,
    read_controls,
)
from fictionworld.cli.terminal import (
    JsonOption,
    counted,
    escape,
    grid,
    mark,
    print_json,
    print_note,
    progress_bar,
    stdout,
)

if TYPE_CHECKING:
    from fictionworld.episodes.certify import Certificate
    from fictionworld.episodes.level_report import LevelReport

_MOST_SHOWN = 20


def certify(  # noqa: PLR0913 - the flags of the command
    folder: DatasetFolder,
    *,
    sample: Annotated[
        int | None,
        typer.Option(min=1, help="Maximum number of tasks, of all levels as many if possible."),
    ] = None,
    levels: LevelsOption = None,
    policy: Annotated[str, typer.Option(help="Policy: what search results may state.")] = "tease",
    controls: ControlsOption = "none",
    fixed_policies: Annotated[
        bool,
        typer.Option(
            "--fixed-policies",
            help="Play list-crawl, name-by-name, statistics-only and breadth-first too, for the "
            "report by level.",
        ),
    ] = False,
    workers: WorkersOption = None,
    ray: RayOption = None,
    cache_mb: CacheOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let the scout solve the tasks without keys, and store the results beside the dataset.

    Prints a report by level: what tasks take and, with --fixed-policies, what shortcuts earn.
    Exit code 1 where a task is not certified: it is listed, with the reason.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.certify import CERTIFICATES, certify_all
    from fictionworld.episodes.level_report import (
        FIXED_POLICIES,
        level_reports,
        play_fixed_policies,
        spread_over_levels,
    )
    from fictionworld.episodes.rollout import Conditions
    from fictionworld.tasks.level import parse_levels
    from fictionworld.web.permit import parse_policy

    parse_policy(policy)
    perturbed = read_controls(controls)
    dataset = open_dataset(folder, cache_mb=cache_mb)
    level = None if levels is None else parse_levels(levels)
    chosen = spread_over_levels(dataset.tasks(level=level), sample)
    processes = chosen_workers(workers, ray)
    certificates: list[Certificate] = []
    total = len(chosen) * (1 + fixed_policies * len(FIXED_POLICIES))
    with progress_bar("tasks", total) as progress:
        for certificate in certify_all(dataset, chosen, policy, perturbed, processes):
            certificates.append(certificate)
            progress(len(certificates), total)
        earned = {}
        if fixed_policies:
            conditions = Conditions(policy, perturbed, calls=0)
            earned = play_fixed_policies(dataset, chosen, certificates, conditions, processes)
    CERTIFICATES.add(dataset.path, dataset.content_hash, certificates)
    failed = [certificate for certificate in certificates if not certificate.holds]
    reports = level_reports(chosen, certificates, perturbed, earned)
    if as_json:
        print_json({
            "tasks": len(certificates),
            "certified": len(certificates) - len(failed),
            "levels": [asdict(report) for report in reports],
            "failed": [asdict(certificate) for certificate in failed],
        })  # fmt: skip
    else:
        _print(certificates, failed)
        _print_levels(reports)
    print_note(f"stored in {escape(str(folder / CERTIFICATES.name))}")
    if failed:
        raise typer.Exit(1)


def _print(certificates: Sequence[Certificate], failed: Sequence[Certificate]) -> None:
    console = stdout()
    solved = (
        f"{len(certificates) - len(failed):,} of {counted(len(certificates), 'task')} solved blind"
    )
    console.print(f"{mark(not failed)} {solved}")
    for who, calls in (
        (
            "scout",
            [entry.scout_calls for entry in certificates if entry.scout_calls is not None],
        ),
        (
            "oracle",
            [entry.oracle_calls for entry in certificates if entry.oracle_calls is not None],
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


def _print_levels(reports: Sequence[LevelReport]) -> None:
    policies = list(reports[0].earned) if reports else []
    table = grid(
        ">level", ">tasks", ">solved", ">budget", ">cells", ">hops", ">pages", ">scout calls",
        ">most", ">scout tokens", ">p90", *(f">{name}" for name in policies),
    )  # fmt: skip
    for report in reports:
        table.add_row(
            str(report.level), f"{report.tasks:,}", f"{report.certified:,}", str(report.budget),
            f"{report.answer_cells:g}", f"{report.hops:g}", f"{report.least_pages:g}",
            f"{report.scout_calls:g}", str(report.most_scout_calls),
            f"{report.scout_tokens:,.0f}", f"{report.most_scout_tokens:,.0f}",
            *(f"{report.earned[name]:.2f}" if name in report.earned else "" for name in policies),
        )  # fmt: skip
    stdout().print(table)

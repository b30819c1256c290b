"""`fictionworld evaluate`: what rollouts reached, with intervals, and compared in pairs."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.docstring import documented
from fictionworld.cli.inputs import Count, DatasetFolder
from fictionworld.cli.interval_plot import interval_plot
from fictionworld.cli.terminal import escape, grid, print_json, print_note, stdout
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from fictionworld.episodes.evaluation import Difference, MeanEstimate, RolloutEvaluation


@documented
def evaluate(
    folder: DatasetFolder,
    *,
    traces: list[Path],
    k: Count = 8,
    pass_at: float = 0.9,
    by: str = "split,pack",
    plot: Path | None = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Print mean reward, pass@1 and pass@k of rollouts with 95% intervals, by group of tasks.

    Intervals are of a bootstrap over worlds. Play with `fictionworld rollout --samples 8 --traces
    FILE`; a rollout that was stopped goes on with `--resume`.

    Options:
        traces: A file that `fictionworld rollout --traces` wrote; may be repeated. Rollouts after
            the first are compared with it, task by task.
        k: Of pass@k: at most the samples of a task.
        pass_at: A task is solved where the reward is at least this.
        by: Groups that are printed: split, pack, kind, shape; a comma between.
        plot: Write the means with their intervals to this SVG file.
        as_json: Print a JSON object.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.evaluation import GROUPINGS, differences, runs_of
    from fictionworld.episodes.evaluation import evaluate as evaluated
    from fictionworld.episodes.scored_traces import scored_traces
    from fictionworld.worlds.durable import publish

    shown = ["all", *filter(None, map(str.strip, by.split(",")))]
    for name in shown:
        if name not in GROUPINGS:
            raise UsageError(f"--by: got {name!r}; allowed: {', '.join(list(GROUPINGS)[1:])}")
    dataset = open_dataset(folder)
    tasks = {task.task_id: task for task in dataset.tasks()}
    runs = runs_of(trace for path in traces for trace in scored_traces(path, dataset.content_hash))
    if not runs:
        raise UsageError(f"--traces: {traces[0]} holds no scored episode")
    evaluations = [evaluated(run, runs[run], tasks, k, pass_at) for run in runs]
    first = next(iter(runs))
    compared = [
        difference
        for run in runs
        if run != first
        for difference in differences(run, first, runs, tasks)
    ]
    if plot is not None:
        rows = [
            (f"{evaluation.run}: {group.name}", group.mean)
            for evaluation in evaluations
            for group in evaluation.groups
            if group.by in shown
        ]
        publish(plot, lambda made: made.write_text(interval_plot("Mean reward", rows), "utf-8"))
        print_note(f"plot in {escape(str(plot))}")
    if as_json:
        print_json({
            "evaluations": [asdict(evaluation) for evaluation in evaluations],
            "differences": [asdict(difference) for difference in compared],
        })  # fmt: skip
        return
    for evaluation in evaluations:
        _print_evaluation(evaluation, shown)
    _print_differences(compared, shown)


def _print_evaluation(evaluation: RolloutEvaluation, shown: list[str]) -> None:
    k = evaluation.k
    table = grid("group", "tasks", "worlds", "mean", "pass@1", f"pass@{k}", "calls", "tokens")
    table.title = evaluation.run
    for group in evaluation.groups:
        if group.by in shown:
            table.add_row(
                escape(group.name),
                f"{group.tasks:,}",
                f"{group.worlds:,}",
                _said(group.mean),
                _said(group.pass_1),
                _said(group.pass_k),
                f"{group.calls:.1f}",
                f"{group.tokens:,.0f}",
            )
    stdout().print(table)
    if evaluation.groups[0].pass_k is None:
        print_note(f"no task was played {k} times: give --samples {k} to rollout, or --k")


def _print_differences(compared: list[Difference], shown: list[str]) -> None:
    """Print each difference; one whose interval holds 0 is no difference that was shown."""
    rows = [difference for difference in compared if difference.by in shown]
    if not rows:
        return
    table = grid("rollout", "group", "tasks of both", f"more than {rows[0].other}")
    for difference in rows:
        table.add_row(
            escape(difference.run), escape(difference.name), f"{difference.tasks:,}",
            _said(difference.mean),
        )  # fmt: skip
    stdout().print(table)


def _said(estimate: MeanEstimate | None) -> str:
    if estimate is None:
        return "-"
    if estimate.low is None:
        return f"{estimate.value:.3f}"
    return f"{estimate.value:.3f} ({estimate.low:.3f}, {estimate.high:.3f})"

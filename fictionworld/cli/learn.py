"""`fictionworld learn`: a small policy learns to search, under several policies of results."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.curve_plot import curve_plot
from fictionworld.cli.docstring import documented
from fictionworld.cli.inputs import Count, DatasetFolder, OptionalCount
from fictionworld.cli.terminal import bars, escape, grid, print_json, print_note, stdout
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fictionworld.learning.grid import SeedMean
    from fictionworld.learning.training import TrainingRun


@documented
def learn(  # noqa: PLR0913 - the flags of the command
    folder: DatasetFolder,
    *,
    held_out: str | None = None,
    policies: str = "open,mixed:0.5,tease,strict",
    prices: str = "0,0.02",
    seeds: Count = 5,
    first_seed: int = 0,
    updates: Count = 20,
    context: str = "32000",
    workers: OptionalCount = None,
    plot: Path | None = None,
    out: Path | None = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Train a small policy by reinforcement, and print what it earns on packs it never saw.

    The policy chooses among five kinds of step: search for the question, for lists, for values of
    rows; open a page; answer. It sees figures of the episode and no word. Queries and the
    understanding of texts are those of the scout.

    Options:
        held_out: The packs that are in no training, a comma between; default: all without tasks of
            split train, else the first by name.
        policies: Policies of search results, a comma between.
        prices: Prices of a call, a comma between.
        seeds: Runs of each setting.
        first_seed: The seed of the first of them.
        updates: Updates of a run; each plays 24 episodes.
        context: Tokens that the replies of an episode may have, a comma between several.
        workers: Worker processes; default: one per core.
        plot: Write the curves to this SVG file.
        out: Add each run to this file as it ends, one JSON object per line. Runs that the file
            holds already are not played again.
        as_json: Print a JSON object.
    """
    from fictionworld.cores import usable_cores
    from fictionworld.dataset import open_dataset
    from fictionworld.learning.grid import run_grid, settings_of
    from fictionworld.learning.runs_file import RunsFile
    from fictionworld.learning.training import choose_tasks
    from fictionworld.web.permit import parse_policies
    from fictionworld.worlds.durable import publish

    results = _names(policies)
    for name in results:
        parse_policies(name)
    dataset = open_dataset(folder)
    tasks = choose_tasks(dataset, _names(held_out))
    settings = settings_of(
        results, _prices(prices), range(first_seed, first_seed + seeds), updates, _contexts(context)
    )
    file = None if out is None else RunsFile(out, dataset.content_hash, tasks.held_names)
    played = {
        run.setting: run
        for run in (file.runs if file else ())
        if run.setting.price or {run.setting.policy, *run.elsewhere} >= set(results)
    }
    runs = [played[setting] for setting in settings if setting in played]
    missing = [setting for setting in settings if setting not in played]
    with bars() as shown:
        bar = shown.add_task("runs", total=len(settings), completed=len(runs))
        for run in run_grid(folder, tasks, missing, results, workers or usable_cores()):
            runs.append(run)
            if file is not None:
                file.add(run)
            shown.advance(bar)
    runs.sort(key=lambda run: settings.index(run.setting))
    if plot is not None:
        title = "Reward on packs that no training saw"
        picture = curve_plot(title, f"updates, 0 to {updates}", _curves(runs))
        publish(plot, lambda made: made.write_text(picture, "utf-8"))
    if as_json:
        print_json({"held_out": list(tasks.held_packs), "runs": [asdict(run) for run in runs]})
    else:
        for tokens in _contexts(context):
            runs_within = [run for run in runs if run.setting.context_tokens == tokens]
            _print_settings(
                runs_within, f"{tasks.held_names}, which no training saw, {tokens:,} tokens"
            )
            _print_cross_play(runs_within, results)
            _print_differences(runs_within)


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def _prices(text: str) -> list[float]:
    try:
        prices = [float(price) for price in text.split(",")]
    except ValueError:
        prices = [-1.0]
    if not all(0 <= price < 1 for price in prices):
        raise UsageError(f"--prices: got {text!r}; allowed: numbers from 0 to 1, such as 0,0.02")
    return prices


def _contexts(text: str) -> list[int]:
    contexts = [int(tokens) if tokens.strip().isdigit() else 0 for tokens in text.split(",")]
    if not all(contexts):
        raise UsageError(f"--context: got {text!r}; allowed: whole numbers, such as 8000,32000")
    return contexts


def _curves(runs: Sequence[TrainingRun]) -> dict[str, list[float]]:
    """Return the mean reward on the held-out packs as training goes on, seeds together."""
    curves: defaultdict[str, list[list[float]]] = defaultdict(list)
    for run in runs:
        curves[run.setting.label].append([means.reward for means in run.held_out_curve])
    return {
        label: [fmean(rewards) for rewards in zip(*of, strict=True)] for label, of in curves.items()
    }


def _print_settings(runs: Sequence[TrainingRun], where: str) -> None:
    from fictionworld.learning.grid import by_setting

    def column(figure: Callable[[TrainingRun], float]) -> dict[str, SeedMean]:
        return by_setting(runs, figure)

    before = column(lambda run: run.before["held_out"].reward)
    after = column(lambda run: run.after["held_out"].reward)
    opened_before = column(lambda run: run.before["held_out"].opened)
    opened = column(lambda run: run.after["held_out"].opened)
    trained = column(lambda run: run.after["train"].opened)
    table = grid("policy", "before", "after", "pages before", "pages after", "pages, train")
    table.title = f"Reward and pages opened on {escape(where)}"
    for label in after:
        table.add_row(
            escape(label),
            _said(before[label]),
            _said(after[label]),
            _said(opened_before[label], 1),
            _said(opened[label], 1),
            _said(trained[label], 1),
        )
    stdout().print(table)


def _print_cross_play(runs: Sequence[TrainingRun], policies: Sequence[str]) -> None:
    """Print what policies trained without a price earn under each policy of results."""
    free = [run for run in runs if not run.setting.price]
    if len(policies) < 2 or not free:
        return
    table = grid("trained under", *policies)
    table.title = "Reward by policy of results, without a price"
    for policy in policies:
        own = [run for run in free if run.setting.policy == policy]
        earned = [
            fmean(
                (run.after["held_out"] if name == policy else run.elsewhere[name]).reward
                for run in own
            )
            for name in policies
        ]
        table.add_row(escape(policy), *(f"{value:.3f}" for value in earned))
    stdout().print(table)


def _print_differences(runs: Sequence[TrainingRun]) -> None:
    from fictionworld.learning.grid import difference

    for part in ("train", "held_out"):
        gained = difference(runs, "open", "strict", lambda run: run.after[part].opened)  # noqa: B023 - used at once
        for price, pages in gained.items():
            where = "tasks in training" if part == "train" else "the held-out packs"
            print_note(
                f"pages opened on {where}, open less strict, {price:g} a call: {_said(pages, 2)}"
            )


def _said(spread: SeedMean, decimals: int = 3) -> str:
    if spread.low is None or spread.high is None:
        return f"{spread.mean:.{decimals}f}"
    return f"{spread.mean:.{decimals}f} ({spread.low:.{decimals}f}, {spread.high:.{decimals}f})"

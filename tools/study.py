"""Prints the results of docs/study.md from its runs, and writes them to a file of a line a run.

python tools/study.py build/study/runs.jsonl docs/study-runs.csv
"""

# ruff: noqa: T201 - a program that prints

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable
from itertools import product
from pathlib import Path

from fictionworld.learning.grid import SeedMean, by_setting, difference
from fictionworld.learning.runs_file import read_runs
from fictionworld.learning.training import Means, TrainingRun

_PARTS = {"train": "tasks in training", "held_out": "held-out pack"}
_FIGURES = ("reward", "opened", "searches", "characters")


def _row(run: TrainingRun) -> dict[str, object]:
    """Return a run as a line of the file: its setting, and the figures before and after."""
    setting = run.setting
    figures = {
        f"{name}_{part}_{figure}": f"{getattr(of[part], figure):.6g}"
        for name, of in (("before", run.before), ("after", run.after))
        for part, figure in product(_PARTS, _FIGURES)
    }
    return {
        "policy": setting.policy,
        "price": setting.price,
        "context_tokens": setting.context_tokens,
        "seed": setting.seed,
        **figures,
    }


def _claim(pages: SeedMean) -> str:
    """Return what the study claims of a difference, as it was registered."""
    assert pages.low is not None and pages.high is not None, "a study has several seeds"
    if pages.high < 0:
        return "fewer under `open`"
    return "more under `open`" if pages.low > 0 else "no difference shown"


def _interval(pages: SeedMean) -> str:
    return f"{pages.mean:+.2f} ({pages.low:+.2f}, {pages.high:+.2f})"


def _print_differences(runs: list[TrainingRun], contexts: list[int]) -> None:
    print("| context | price of a call | evaluated on | pages, `open` less `strict` | claim |")
    print("| --- | --- | --- | --- | --- |")
    for context, (part, where) in product(contexts, _PARTS.items()):
        within = [run for run in runs if run.setting.context_tokens == context]
        for price, pages in difference(within, "open", "strict", _after(part, "opened")).items():
            cells = (f"{context:,}", f"{price:g}", where, _interval(pages), _claim(pages))
            print(f"| {' | '.join(cells)} |")


def _print_figures(runs: list[TrainingRun], contexts: list[int]) -> None:
    """Print the means of what is reported beside the differences."""
    print("\n| context | setting | evaluated on | pages before | pages | reward | searches "
          "| characters |")  # fmt: skip
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for context, (part, where) in product(contexts, _PARTS.items()):
        within = [run for run in runs if run.setting.context_tokens == context]
        before = by_setting(within, lambda run: run.before[part].opened)  # noqa: B023 - used at once
        after = {figure: by_setting(within, _after(part, figure)) for figure in _FIGURES}
        for label in before:
            cells = (
                f"{context:,}",
                label,
                where,
                f"{before[label].mean:.1f}",
                f"{after['opened'][label].mean:.1f}",
                f"{after['reward'][label].mean:.2f}",
                f"{after['searches'][label].mean:.1f}",
                f"{after['characters'][label].mean:,.0f}",
            )
            print(f"| {' | '.join(cells)} |")


def _after(part: str, figure: str) -> Callable[[TrainingRun], float]:
    def value(run: TrainingRun) -> float:
        means: Means = run.after[part]
        return float(getattr(means, figure))

    return value


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=Path)
    parser.add_argument("csv", type=Path)
    given = parser.parse_args()
    records = read_runs(given.runs)
    runs = [record.run for record in records]
    runs.sort(key=lambda run: (
        run.setting.context_tokens, run.setting.price, run.setting.policy, run.setting.seed
    ))  # fmt: skip
    rows = [_row(run) for run in runs]
    with given.csv.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    contexts = sorted({run.setting.context_tokens for run in runs})
    print(f"{len(runs)} runs on the dataset {records[0].dataset}\n")
    _print_differences(runs, contexts)
    _print_figures(runs, contexts)

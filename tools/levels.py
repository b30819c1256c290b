"""Fits what `fictionworld/tasks/level.py` says of levels to the scout's episodes on a dataset.

    python tools/levels.py worlds [--sample 600]

It prints the constants `CHARACTERS` and `CALLS` that fit, and the report by level. A scout takes
half a second of processor time a task.
"""

# ruff: noqa: T201 - a program that prints

from __future__ import annotations

import argparse
from pathlib import Path

from fictionworld.cores import usable_cores
from fictionworld.dataset import open_dataset
from fictionworld.episodes.certify import certify_all
from fictionworld.episodes.level_report import fit_levels, level_reports, spread_over_levels
from fictionworld.simulator.controls import NO_CONTROLS
from fictionworld.tasks.level import CALLS, CHARACTERS

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--sample", type=int, default=600)
    given = parser.parse_args()
    dataset = open_dataset(given.dataset)
    tasks = spread_over_levels(dataset.tasks(), given.sample)
    certificates = list(certify_all(dataset, tasks, workers=usable_cores()))
    fit = fit_levels(tasks, certificates)
    print(f"CHARACTERS = ({fit.characters[0]:.2f}, {fit.characters[1]:,.0f})  # {CHARACTERS} now")
    print(f"CALLS = {fit.calls}  # {CALLS} now")
    for report in level_reports(tasks, certificates, NO_CONTROLS):
        print(report)

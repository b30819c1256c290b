"""`fictionworld calibrate`: how often an agent solves each task, stored for the sampler."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer

from fictionworld.cli.inputs import DatasetFolder
from fictionworld.cli.terminal import counted, escape, print_note, stdout
from fictionworld.errors import UsageError


def calibrate(
    folder: DatasetFolder,
    traces: Annotated[
        Path, typer.Option(help="A file that `fictionworld rollout --traces` wrote.")
    ],
    pass_at: Annotated[
        float, typer.Option(help="A task is passed where the reward is at least this.")
    ] = 0.5,
) -> None:
    """Store pass rate and reward variance of each task and agent beside the dataset.

    `dataset.sample(..., band=(1/8, 7/8))` then serves the tasks that are neither solved nor lost.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.calibration import CALIBRATIONS, calibrations
    from fictionworld.episodes.scored_traces import scored_traces

    dataset = open_dataset(folder)
    content_hash = dataset.manifest.content_hash
    records = calibrations(scored_traces(traces, content_hash), pass_at)
    if not records:
        raise UsageError(f"--traces: {traces} holds no scored episode")
    CALIBRATIONS.add(dataset.path, content_hash, records)
    for agent in sorted({record.agent for record in records}):
        own = [record for record in records if record.agent == agent]
        between = sum(0 < record.pass_rate < 1 for record in own)
        stdout().print(
            f"{escape(agent)}: {counted(len(own), 'task')}, "
            f"{counted(sum(record.rollouts for record in own), 'rollout')}, mean pass rate "
            f"{fmean(record.pass_rate for record in own):.3f}; {between:,} sometimes passed, mean "
            f"variance {fmean(record.variance for record in own):.4f}"
        )
    print_note(f"stored in {escape(str(folder / CALIBRATIONS.name))}")

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
    from fictionworld.episodes.calibration import CALIBRATIONS, calibrations, rewards_in

    dataset = open_dataset(folder)
    content_hash = dataset.manifest.content_hash
    found = calibrations(rewards_in(traces, content_hash), pass_at)
    if not found:
        raise UsageError(f"--traces: {traces} holds no scored episode")
    CALIBRATIONS.add(dataset.path, content_hash, found)
    for agent in sorted({one.agent for one in found}):
        own = [one for one in found if one.agent == agent]
        between = sum(0 < one.pass_rate < 1 for one in own)
        stdout().print(
            f"{escape(agent)}: {counted(len(own), 'task')}, "
            f"{counted(sum(one.rollouts for one in own), 'rollout')}, mean pass rate "
            f"{fmean(one.pass_rate for one in own):.3f}; {between:,} sometimes passed, mean "
            f"variance {fmean(one.variance for one in own):.4f}"
        )
    print_note(f"stored in {escape(str(folder / CALIBRATIONS.name))}")

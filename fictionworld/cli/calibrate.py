"""`fictionworld calibrate`: how often an agent solves each task, stored for the sampler."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer

from fictionworld.cli.terminal import counted, data, plain, talk

__all__ = ["calibrate"]


def calibrate(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset's folder.")],
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
    from fictionworld.episodes.calibration import (
        CALIBRATIONS,
        calibrations,
        rewards_in,
    )
    from fictionworld.errors import UsageError

    dataset = open_dataset(folder)
    content_hash = dataset.manifest.content_hash
    found = calibrations(rewards_in(traces, content_hash), pass_at)
    if not found:
        raise UsageError(f"--traces: {traces} holds no scored episode")
    CALIBRATIONS.add(dataset.path, content_hash, found)
    for agent in sorted({one.agent for one in found}):
        mine = [one for one in found if one.agent == agent]
        between = sum(0 < one.pass_rate < 1 for one in mine)
        data().print(
            f"{plain(agent)}: {counted(len(mine), 'task')}, "
            f"{counted(sum(one.rollouts for one in mine), 'rollout')}, mean pass rate "
            f"{fmean(one.pass_rate for one in mine):.3f}; {between:,} sometimes passed, mean "
            f"variance {fmean(one.variance for one in mine):.4f}"
        )
    talk().print(f"[dim]stored in {plain(str(folder / CALIBRATIONS.name))}[/dim]", soft_wrap=True)

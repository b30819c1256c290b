"""Calibration: how often an agent solves each task, from its traces, for choosing what to train on.

A task is passed where the reward reaches `pass_at`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, pvariance
from typing import Final

from fictionworld.episodes.scored_traces import ScoredTrace
from fictionworld.episodes.sidecar import SidecarFile, task_order
from fictionworld.errors import UsageError


@dataclass(frozen=True, slots=True)
class Calibration:
    """What an agent earned at one task."""

    agent: str
    task_id: str
    rollouts: int
    pass_rate: float
    """The share of rollouts whose reward reached `pass_at`."""
    mean: float
    """Of the rewards."""
    variance: float
    """Of the rewards, over these rollouts (population variance)."""
    pass_at: float


def calibrations(traces: Iterable[ScoredTrace], pass_at: float = 0.5) -> list[Calibration]:
    """Return the calibration of each agent and task, by agent, then by task.

    Raises:
        UsageError: `pass_at` is not above 0 and at most 1.
    """
    if not 0 < pass_at <= 1:
        raise UsageError(f"--pass-at: got {pass_at}; allowed: above 0, at most 1")
    earned: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for trace in traces:
        earned[trace.agent, trace.task_id].append(trace.reward)
    records = [
        Calibration(
            agent,
            task_id,
            len(values),
            fmean(value >= pass_at for value in values),
            fmean(values),
            pvariance(values),
            pass_at,
        )
        for (agent, task_id), values in earned.items()
    ]
    return sorted(records, key=_key)


def _key(calibration: Calibration) -> tuple[str, tuple[int, ...]]:
    return calibration.agent, task_order(calibration.task_id)


CALIBRATIONS: Final = SidecarFile(
    "calibration.json", "calibrations", Calibration, _key, "calibrate"
)
"""Where they are kept."""


def parse_band(text: str) -> tuple[float, float]:
    """Return the least and the most pass rate of a text such as `0.125-0.875`.

    Raises:
        UsageError: The text is no such band.
    """
    match = re.fullmatch(r"([01]|[01]?\.\d+)-([01]|[01]?\.\d+)", text)
    if match is None or not float(match[1]) <= float(match[2]) <= 1:
        raise UsageError(f"band: got {text!r}; allowed are two shares, such as 0.125-0.875")
    return float(match[1]), float(match[2])


def pass_rates(folder: Path, dataset_hash: str, agent: str | None = None) -> dict[str, float]:
    """Return the pass rate of each task that an agent was calibrated on, by task id.

    Args:
        folder: The dataset's folder.
        dataset_hash: The dataset's content hash.
        agent: The agent's name; None where only one was calibrated.

    Raises:
        UsageError: No agent was calibrated, or not this one, or several and `agent` is None.
        DatasetError: The file is damaged.
    """
    records = CALIBRATIONS.read(folder, dataset_hash)
    agents = sorted({record.agent for record in records})
    if not records:
        raise UsageError(
            f"band: {folder} has no pass rates; play with `fictionworld rollout {folder} --samples "
            f"8 --traces FILE`, then `fictionworld calibrate {folder} --traces FILE`"
        )
    if agent is None and len(agents) > 1:
        raise UsageError(f"band: of which agent? give agent as one of {', '.join(agents)}")
    if agent is not None and agent not in agents:
        raise UsageError(f"got agent {agent!r}; calibrated: {', '.join(agents)}")
    return {record.task_id: record.pass_rate for record in records if agent in {None, record.agent}}

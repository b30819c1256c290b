"""Calibration: how often an agent solves each task, from its traces, for choosing what to train on.

The figures stand in `calibration.json` beside the dataset, published whole, and name the dataset by
its content. A task is passed where the reward reaches `pass_at`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict, dataclass
from statistics import fmean, pvariance
from typing import TYPE_CHECKING, Any

from fictionworld.errors import DatasetError, UsageError
from fictionworld.files import open_file, read_json
from fictionworld.tasks.record import world_of_task
from fictionworld.version import __version__
from fictionworld.worlds.durable import publish_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = [
    "FILE",
    "Calibration",
    "calibrations",
    "pass_rates",
    "read_calibrations",
    "rewards_in",
    "write_calibrations",
]

FILE = "calibration.json"
_FORMAT = 1


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


def rewards_in(path: Path, dataset_hash: str) -> Iterator[tuple[str, str, float]]:
    """Agent, task and reward of each episode in a file that `rollout --traces` wrote.

    Episodes that failed for no fault of the agent are passed over.

    Raises:
        UsageError: A line is no trace, or of another dataset.
    """
    with open_file(path) as lines:
        for number, line in enumerate(lines, 1):
            try:
                row: dict[str, Any] = json.loads(line)
                if row.get("error"):
                    continue
                figures = row["reward"]
                found = row["agent"], row["task_id"], float(figures["earned"])
                other = row["dataset"] != dataset_hash
                world_of_task(found[1])
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise UsageError(
                    f"--traces: line {number} of {path} is no scored trace that `fictionworld "
                    f"rollout --traces` wrote ({type(error).__name__}: {error})"
                ) from error
            if other:
                raise UsageError(
                    f"--traces: line {number} of {path} was played in another dataset; give traces "
                    "of this one"
                )
            yield found


def calibrations(
    rewards: Iterable[tuple[str, str, float]], pass_at: float = 0.5
) -> list[Calibration]:
    """The figures of each agent and task, in their order.

    Raises:
        UsageError: `pass_at` is not above 0 and at most 1.
    """
    if not 0 < pass_at <= 1:
        raise UsageError(f"--pass-at: got {pass_at}; allowed: above 0, at most 1")
    earned: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for agent, task_id, reward in rewards:
        earned[agent, task_id].append(reward)
    return [
        Calibration(
            agent,
            task_id,
            len(values),
            fmean(value >= pass_at for value in values),
            fmean(values),
            pvariance(values),
            pass_at,
        )
        for (agent, task_id), values in sorted(earned.items(), key=_standing)
    ]


def write_calibrations(folder: Path, dataset_hash: str, found: Sequence[Calibration]) -> None:
    """Store the figures beside the dataset; those of the same agent and task give way.

    Raises:
        StorageError: The disk refused; the file that was there is untouched.
    """
    held = {(one.agent, one.task_id): one for one in read_calibrations(folder, dataset_hash)}
    held |= {(one.agent, one.task_id): one for one in found}
    content = {
        "format": _FORMAT,
        "fictionworld": __version__,
        "dataset": dataset_hash,
        "calibrations": [asdict(one) for _, one in sorted(held.items(), key=_standing)],
    }
    publish_bytes(folder / FILE, f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode())


def read_calibrations(folder: Path, dataset_hash: str) -> list[Calibration]:
    """The figures of this very dataset; none where there are none, or another's.

    Raises:
        DatasetError: The file is damaged.
    """
    path = folder / FILE
    if not path.is_file():
        return []
    try:
        content: Mapping[str, Any] = read_json(path)
        if content["format"] != _FORMAT or content["dataset"] != dataset_hash:
            return []
        return [Calibration(**one) for one in content["calibrations"]]
    except (ValueError, KeyError, TypeError) as error:
        raise DatasetError(
            f"{path} is damaged ({type(error).__name__}: {error}); remove it and run "
            "`fictionworld calibrate` again"
        ) from error


def pass_rates(folder: Path, dataset_hash: str, agent: str | None = None) -> dict[str, float]:
    """The pass rate of each task that an agent was calibrated on.

    Args:
        folder: The dataset's.
        dataset_hash: The dataset's content hash.
        agent: Whose; None where there is one alone.

    Raises:
        UsageError: Nothing was calibrated, or not this agent, or several and none is named.
        DatasetError: The file is damaged.
    """
    found = read_calibrations(folder, dataset_hash)
    agents = sorted({one.agent for one in found})
    if not found:
        raise UsageError(
            f"band: {folder} has no pass rates; play with `fictionworld rollout {folder} --samples "
            f"8 --traces FILE`, then `fictionworld calibrate {folder} --traces FILE`"
        )
    if agent is None and len(agents) > 1:
        raise UsageError(f"band: of which agent? give agent as one of {', '.join(agents)}")
    if agent is not None and agent not in agents:
        raise UsageError(f"got agent {agent!r}; calibrated: {', '.join(agents)}")
    return {one.task_id: one.pass_rate for one in found if agent in {None, one.agent}}


def _standing(item: tuple[tuple[str, str], object]) -> tuple[str, list[int]]:
    agent, task_id = item[0]
    return agent, [int(piece) for piece in task_id.split("-")]

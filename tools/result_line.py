"""A line of `docs/results.jsonl`: what an agent reached on a reference dataset.

A line follows from a file of traces, and names it by a digest, so whoever has the traces can make
the line again: `tools/results.py` does.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from fictionworld.dataset import Dataset
from fictionworld.episodes.evaluation import Group, MeanEstimate, evaluate
from fictionworld.episodes.rollout_files import RolloutId
from fictionworld.episodes.scored_traces import scored_traces
from fictionworld.errors import UsageError
from fictionworld.files import open_file, read_json
from fictionworld.tasks.record import Task
from fictionworld.version import __version__

DOCS: Final = Path(__file__).resolve().parents[1] / "docs"
DATASETS: Final = DOCS / "reference-datasets.json"
SCHEMA: Final = DOCS / "results.schema.json"
_DIGITS: Final = 4
_GROUPED_BY: Final = ("all", "level", "pack")
Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=1)]


class _Record(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class ReferenceDataset(_Record):
    """A dataset that results are told of: its configuration is `--n WORLDS --seed SEED`."""

    worlds: Count
    seed: int
    content_hash: Sha256
    tasks_per_cell: Count
    """Of each pack and level so many tasks are played, the first ones."""


class Interval(_Record):
    """A mean over tasks, and its 95% interval by a bootstrap over worlds."""

    value: float
    low: float | None
    """None where all tasks are of one world, as `high`."""
    high: float | None

    @classmethod
    def of(cls, estimate: MeanEstimate) -> Self:
        """Return an estimate with as many digits as lines have."""
        value, low, high = (None if x is None else round(x, _DIGITS) for x in estimate)
        assert value is not None
        return cls(value=value, low=low, high=high)


class ResultGroup(_Record):
    """What an agent reached on all tasks, on those of a level, or of a pack."""

    by: Literal["all", "level", "pack"]
    name: str
    tasks: Count
    worlds: Count
    mean: Interval
    """Of the reward."""
    pass_1: Interval
    """Of the share of tasks that earn at least .9."""
    calls: float
    """An episode, on average."""
    tokens: float
    """Of the replies of an episode, on average, from their characters."""

    @classmethod
    def of(cls, group: Group) -> Self:
        """Return the figures of a group of `evaluate`."""
        return cls.model_validate({
            "by": group.by, "name": group.name, "tasks": group.tasks, "worlds": group.worlds,
            "mean": Interval.of(group.mean), "pass_1": Interval.of(group.pass_1),
            "calls": round(group.calls, 1), "tokens": float(round(group.tokens)),
        })  # fmt: skip


class ResultLine(_Record):
    """What an agent reached on a reference dataset, and the traces that show it."""

    dataset: str
    """Its name in `reference-datasets.json`."""
    version: str
    """Of fictionworld, by which it was played."""
    added_by: Annotated[str, Field(min_length=1)]
    link: Annotated[str, Field(pattern="^https://")]
    """Where the agent and its traces are."""
    rollout: RolloutId
    """The agent and its conditions, as each trace has them."""
    traces: Annotated[str, Field(pattern=r"^[\w.-]+\.jsonl$")]
    """The name of the file of traces."""
    digest: Sha256
    """Of the traces without their times, by `traces_digest`."""
    groups: Annotated[tuple[ResultGroup, ...], Field(min_length=1)]

    def as_json(self) -> str:
        """Return the line."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=False)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a line."""
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return draft | ResultLine.model_json_schema()


def reference_datasets() -> dict[str, ReferenceDataset]:
    """Return the reference datasets by name."""
    return TypeAdapter(dict[str, ReferenceDataset]).validate_python(read_json(DATASETS))


def reference_tasks(dataset: Dataset, per_cell: int) -> list[Task]:
    """Return the tasks that are played: the first of each pack and level, in order of worlds."""
    cells: defaultdict[tuple[str, int], list[Task]] = defaultdict(list)
    for task in dataset.tasks():
        cells[task.pack, task.level].append(task)
    chosen = {task.task_id for tasks in cells.values() for task in tasks[:per_cell]}
    return [task for task in dataset.tasks() if task.task_id in chosen]


def read_lines(path: Path) -> list[ResultLine | str]:
    """Return the lines of a file of results; one that is none as words that say why."""
    lines: list[ResultLine | str] = []
    for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            lines.append(ResultLine.model_validate_json(text))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the line"
            lines.append(f"{path.name} line {number}: {where}: {first['msg']}")
    return lines


def line_of(
    traces: Path, dataset: Dataset, name: str, tasks: Sequence[Task], added_by: str, link: str
) -> ResultLine:
    """Return the line that follows from traces.

    Args:
        traces: A file that `fictionworld rollout --traces` wrote, of one rollout.
        dataset: The reference dataset.
        name: Its name.
        tasks: The tasks that a line is about.
        added_by: Who adds the line.
        link: Where the agent and its traces are.

    Raises:
        UsageError: The traces are of several rollouts, lack a task, or have another.
    """
    scored = list(scored_traces(traces, dataset.content_hash))
    rollouts = set(map(_rollout_of, _rows(traces)))
    if len(rollouts) != 1:
        raise UsageError(f"{traces.name} has {len(rollouts)} rollouts; a line is about one")
    by_id = {task.task_id: task for task in tasks}
    played = {trace.task_id for trace in scored}
    if differing := sorted(played ^ by_id.keys()):
        raise UsageError(
            f"{traces.name} {'lacks' if differing[0] in by_id else 'also has'} task "
            f"{differing[0]}; a line is about the {len(by_id)} tasks of {name}"
        )
    [rollout] = rollouts
    groups = evaluate(rollout.agent, scored, by_id, 1).groups
    return ResultLine.model_validate({
        "dataset": name, "version": __version__, "added_by": added_by, "link": link,
        "rollout": rollout, "traces": traces.name, "digest": traces_digest(traces),
        "groups": tuple(ResultGroup.of(group) for group in groups if group.by in _GROUPED_BY),
    })  # fmt: skip


def traces_digest(path: Path) -> str:
    """Return the SHA-256 of traces without their times: the same however often they are played.

    Lines are ordered by task and sample, written with sorted keys, and stand one below another.
    """
    texts = {}
    for row in _rows(path):
        for timed in (row, *row["calls"]):
            timed.pop("seconds", None)
        row.pop("episode_s", None)
        texts[row["task_id"], row["sample"]] = json.dumps(row, sort_keys=True)
    return hashlib.sha256("\n".join(texts[key] for key in sorted(texts)).encode()).hexdigest()


def _rows(path: Path) -> list[dict[str, Any]]:
    with open_file(path) as lines:
        rows = [json.loads(line) for line in lines]
    return [row for row in rows if not row.get("error")]


def _rollout_of(row: Mapping[str, Any]) -> RolloutId:
    return RolloutId(**{name: row[name] for name in RolloutId.__dataclass_fields__})


def differing_figures(line: ResultLine, again: ResultLine) -> list[str]:
    """Return what a line says otherwise than the line made again from its traces, in words."""
    said, made = (
        {f"{name} {figure}": value for name, group in _groups(one) for figure, value in group}
        for one in (line, again)
    )
    differing = [
        f"{key} is {said.get(key)}, and {made.get(key)} by the traces"
        for key in dict.fromkeys([*said, *made])
        if said.get(key) != made.get(key)
    ]
    for name, value in asdict(line.rollout).items():
        if value != getattr(again.rollout, name):
            differing.append(f"rollout {name} is {value!r}, {getattr(again.rollout, name)!r} there")
    return differing


def _groups(line: ResultLine) -> list[tuple[str, list[tuple[str, Any]]]]:
    groups = []
    for group in line.groups:
        plain = group.model_dump()
        by, name = plain.pop("by"), plain.pop("name")
        figures = []
        for figure, value in plain.items():
            parts = value.items() if isinstance(value, dict) else [(None, value)]
            figures += [(f"{figure}.{part}" if part else figure, v) for part, v in parts]
        groups.append((by if by == "all" else f"{by} {name}", figures))
    return groups

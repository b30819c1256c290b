"""Rows for trainers: one Parquet file a split, and no key.

Each row has `task_id`, `prompt`, `policy` and `group_seed`, the schemas of the `tools` as JSON, and
the `budget` of calls.

- `hf`: for any trainer that reads rows of the Hugging Face hub; with a dataset card
- `trl`: for `GRPOTrainer` with `fictionworld.adapters.trl`
- `verl`: for verl with `fictionworld.adapters.verl`; with the YAML files that it asks for
- `verifiers`: `answer` and `info` too, as environments of verifiers before 0.4 read them; the
  tasksets of today need no rows
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import yaml

from fictionworld.dataset import Dataset
from fictionworld.episodes.training_rows import TrainingRow
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.toolbox import openai_tools
from fictionworld.tasks.record import Task

_REPLY_CHARACTERS: Final = 12_000
"""The most characters of a reply under verl, which would cut a longer one in the middle."""

_CARD: Final = """\
---
language: en
license: apache-2.0
task_categories: [question-answering]
tags: [search-agents, reinforcement-learning, synthetic]
configs:
- config_name: default
  data_files:
{files}
---
# {name}: tasks for search agents in fictional worlds

{tasks:,} tasks in {worlds:,} worlds ({packs}), built by fictionworld {version} with seed {seed}.
Each row has a `prompt` (system and question), the `task_id`, the schemas of the `tools` as JSON,
and the `budget` of calls. The worlds and the answers are not here: episodes and rewards come from
the dataset itself, opened with `fictionworld.open`. Its content hash is `{hash}`.

If this text is found in training data of a language model, the canary is `{canary}`.
"""


def write_training(
    folder: Path,
    dataset: Dataset,
    rows: Iterable[TrainingRow],
    form: str,
    controls: Controls,
    calls: int | None,
) -> None:
    """Write rows, and what the format has beside them, into a folder.

    Args:
        folder: An empty folder that exists.
        dataset: The dataset of the rows.
        rows: The rows to write.
        form: One of `TRAINING_FORMATS`.
        controls: The controls under which they will be played, as the prompts say; likewise calls.
        calls: The most calls of an episode, as of `Dataset.episode`.
    """
    import polars as pl  # noqa: PLC0415 - polars is slow to import

    of_this_format = TRAINING_FORMATS[form]
    tools = json.dumps(openai_tools())
    splits: dict[str, list[dict[str, Any]]] = {}
    tasks: dict[str, Task] = {}
    for row in rows:
        tasks[row.task_id] = row.task
        of_split = splits.setdefault(row.task.split, [])
        shared = row.as_dict() | {"tools": tools, "budget": row.budget}
        of_split.append(shared | of_this_format(dataset, row, len(of_split)))
    for split, of_split in splits.items():
        pl.DataFrame(of_split, infer_schema_length=None).write_parquet(folder / f"{split}.parquet")
    if form == "hf":
        card = _card(dataset, list(tasks.values()), list(splits))
        (folder / "README.md").write_text(card, encoding="utf-8")
    if form == "verl":
        _write_yaml(folder / "tools.yaml", _verl_tools(dataset, str(controls), calls))
        loop = "fictionworld.adapters.verl.FictionWorldAgentLoop"
        _write_yaml(folder / "agent_loop.yaml", [{"name": "fictionworld_agent", "_target_": loop}])


def _hf(dataset: Dataset, row: TrainingRow, number: int) -> dict[str, Any]:  # noqa: ARG001
    task = row.task
    return {
        "pack": task.pack,
        "kind": task.kind,
        "level": task.level,
        "least_pages": task.least_pages,
        "least_characters": task.least_characters,
        "least_tokens": task.least_tokens,
    }


def _trl(dataset: Dataset, row: TrainingRow, number: int) -> dict[str, Any]:  # noqa: ARG001
    return {}


def _verl(dataset: Dataset, row: TrainingRow, number: int) -> dict[str, Any]:
    task = row.task
    kwargs = {"task_id": row.task_id, "group_seed": row.group_seed, "policy": row.policy}
    create = {"create_kwargs": kwargs}
    names = [tool["function"]["name"] for tool in openai_tools()]
    return {
        "data_source": f"fictionworld/{task.pack}",
        "ability": "search",
        "agent_name": "fictionworld_agent",
        # the id of the task, no answer: the key stays in the dataset
        "reward_model": {"style": "rule", "ground_truth": task.task_id},
        "extra_info": {
            "index": number,
            "split": task.split,
            "dataset": str(dataset.path),
            "need_tools_kwargs": True,
            "tools_kwargs": dict.fromkeys(names, create),
        },
    }


def _verifiers(dataset: Dataset, row: TrainingRow, number: int) -> dict[str, Any]:  # noqa: ARG001
    about = {"task_id": row.task_id, "pack": row.task.pack, "kind": row.task.kind}
    return {"answer": "", "info": json.dumps(about)}


TRAINING_FORMATS: Final[dict[str, Callable[[Dataset, TrainingRow, int], dict[str, Any]]]] = {
    "hf": _hf,
    "trl": _trl,
    "verl": _verl,
    "verifiers": _verifiers,
}
"""What a row of each format has beside what all have."""


def _verl_tools(dataset: Dataset, controls: str, calls: int | None) -> dict[str, Any]:
    """Return the tools with one shared `config`, which the file holds once."""
    config = {
        "type": "native", "dataset": str(dataset.path), "controls": controls, "calls": calls,
        "reply_characters": _REPLY_CHARACTERS,
    }  # fmt: skip
    name = "fictionworld.adapters.verl.FictionWorldTool"
    tools = [
        {"class_name": name, "config": config, "tool_schema": schema} for schema in openai_tools()
    ]
    return {"tools": tools}


def _write_yaml(path: Path, content: object) -> None:
    path.write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), encoding="utf-8")


def _card(dataset: Dataset, tasks: Sequence[Task], splits: Sequence[str]) -> str:
    manifest = dataset.manifest
    return _CARD.format(
        files="\n".join(f"  - split: {split}\n    path: {split}.parquet" for split in splits),
        name=dataset.path.name,
        tasks=len(tasks),
        worlds=len({task.world_id for task in tasks}),
        packs=", ".join(sorted({task.pack for task in tasks})),
        version=manifest.package_version,
        seed=manifest.config["seed"],
        hash=manifest.content_hash,
        canary=manifest.canary,
    )

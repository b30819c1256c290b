"""`export_hub`: a dataset as two folders that can be uploaded to a hub of datasets as they are.

`dataset/` has tasks without keys and the tables of all worlds, a Parquet file a split, with a card
(`README.md`), Croissant metadata and the packs. `keys/` has the answers, for a repository of its
own: a hub gates whole repositories. `from_hub` (`rebuild.py`) builds the dataset from its card.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from fictionworld.dataset import Dataset
from fictionworld.errors import UsageError
from fictionworld.export.audit_table import audit_table
from fictionworld.export.croissant import croissant
from fictionworld.export.export import new_folder, page_rows
from fictionworld.export.rows import key_row, task_row
from fictionworld.tasks.record import key_of
from fictionworld.worlds.rebuild_command import rebuild_command

if TYPE_CHECKING:
    import polars as pl

SPLITS = ("train", "eval", "test")
CARD = "README.md"
METADATA = "croissant.json"
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))

_CARD = """\
---
{header}---
# {title}

{tasks:,} questions whose answers are tables, over {worlds:,} fictional worlds ({packs}), with the
tables of these worlds. Every name and value is invented, so nothing can be answered from memory.

- `tasks` is the default configuration: questions, how hard they are, no answer. The splits are
  drawn by world; packs that are held out are in `eval` and `test` alone.
- Each other configuration is a table, of all worlds of a split: `world_id` tells whose row it is.
  `world` and `world_column` say what each world is, and what it calls its columns; `packs/` has the
  packs that declare the tables. {pages}
- The answers are in a repository of their own. They follow from the tables: give an agent neither.

## Made

By fictionworld {version}; the same content comes from the configuration in the header of this card:

```python
import fictionworld

dataset = fictionworld.from_hub("FOLDER", "worlds")  # builds it, and compares the content hash
```

or from `{command}`.

The content hash is `{content_hash}`.
A dataset that was built has the fictional web too, which episodes search and read.
{audit}
## Cite

Name fictionworld {version}, <https://github.com/fictionworld/fictionworld>, and the content hash.

If this text is found in training data of a language model, the canary is `{canary}`.
"""
_KEYS_CARD = """\
---
{header}---
# {title}: the answers

The keys of the tasks: the columns of each answer, and its rows in the words that the question asks
for. Keep them where scoring is done.

The dataset's content hash is `{content_hash}`; the canary is `{canary}`.
"""


@dataclass(frozen=True, slots=True)
class ExportedHub:
    """What was written."""

    out: Path
    tasks: int
    worlds: int
    files: int
    size: int
    """Bytes of all files."""


def export_hub(
    dataset: Dataset, out: Path, *, pages: bool = False, audit: Path | None = None
) -> ExportedHub:
    """Write a dataset into `out`, a new or empty folder, as `dataset/` and `keys/`.

    Args:
        dataset: The dataset, which is written whole.
        out: The folder.
        pages: Write the pages of all worlds too, which takes seconds a hundred worlds.
        audit: What `fictionworld audit --json` printed of this dataset; the card tells its figures.

    Raises:
        UsageError: The folder is not empty, the dataset has no tasks, or `audit` is of another.
        DatasetError: The dataset is without its keys.
        StorageError: The disk refused.
    """
    tasks = dataset.tasks()
    if not tasks:
        raise UsageError(f"nothing to write from {dataset.path}: its worlds have no tasks")
    audited = "" if audit is None else f"\n{audit_table(audit, dataset.content_hash)}\n"
    with new_folder(out) as folder:
        public, secret = folder / "dataset", folder / "keys"
        written = {
            name: frame for name, frame in _frames(dataset, pages=pages) if frame is not None
        }
        schemas = {}
        files: dict[str, list[str]] = {}
        for name, frame in written.items():
            schemas[name] = frame.drop("split").schema if name != "tasks" else frame.schema
            files[name] = _write(public, name, frame)
        for pack in dataset.manifest.packs:
            path = public / "packs" / f"{pack}.yaml"
            path.parent.mkdir(exist_ok=True)
            path.write_text(dataset.pack(pack).source, "utf-8")
        title = f"fictionworld, {len(dataset):,} worlds"
        (public / METADATA).write_text(
            croissant(public, title, dataset.content_hash, schemas, files), "utf-8"
        )
        (public / CARD).write_text(_card(dataset, title, files, len(tasks), audited), "utf-8")
        _write_keys(dataset, secret, title)
        sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return ExportedHub(out, len(tasks), len(dataset), len(sizes), sum(sizes))


def _frames(dataset: Dataset, *, pages: bool) -> Iterator[tuple[str, pl.DataFrame | None]]:
    """Yield the configurations by name, each with a column `split`."""
    import polars as pl  # noqa: PLC0415 - polars is slow to import

    worlds = dataset.worlds()
    split_of = worlds.select("world_id", "split")
    yield "tasks", pl.DataFrame(list(map(task_row, dataset.tasks())), infer_schema_length=None)
    yield "world", worlds
    yield (
        "world_column",
        dataset.columns(*dataset.world_ids).join(split_of, on="world_id", maintain_order="left"),
    )
    for pack in dataset.manifest.packs:
        for table in dataset.pack(pack).tables:
            frame = dataset.table(pack, table).join(split_of, on="world_id", maintain_order="left")
            yield f"{pack}__{table}", frame if frame.height else None
    if pages:
        rows = pl.DataFrame(list(page_rows(dataset, dataset.world_ids)), infer_schema_length=None)
        yield "pages", rows.join(split_of, on="world_id", maintain_order="left")


def _write(folder: Path, name: str, frame: pl.DataFrame) -> list[str]:
    """Write a configuration, a file for each split that it has, and return their names."""
    (folder / name).mkdir(parents=True)
    names = []
    for split in SPLITS:
        of_split = frame.filter(frame["split"] == split)
        if of_split.height:
            names.append(f"{name}/{split}.parquet")
            kept = of_split if name == "tasks" else of_split.drop("split")
            kept.write_parquet(folder / names[-1])
    return names


def _write_keys(dataset: Dataset, folder: Path, title: str) -> None:
    import polars as pl  # noqa: PLC0415 - polars is slow to import

    split_of = {task.task_id: task.split for task in dataset.tasks()}
    rows = [
        {**key_row(key_of(row)), "split": split_of[row["task_id"]]} for row in dataset.stored_keys()
    ]
    files = _write(folder, "keys", pl.DataFrame(rows, infer_schema_length=None))
    header = _header(f"{title}: the answers", {"keys": files}, "keys", len(rows))
    header |= {"extra_gated_prompt": "Do not publish these answers, and do not train on them."}
    text = _KEYS_CARD.format(
        header=yaml.safe_dump(header, sort_keys=False),
        title=title,
        content_hash=dataset.content_hash,
        canary=dataset.manifest.canary,
    )
    (folder / CARD).write_text(text, "utf-8")


def _card(
    dataset: Dataset, title: str, files: dict[str, list[str]], tasks: int, audited: str
) -> str:
    manifest = dataset.manifest
    header = _header(title, files, "tasks", tasks) | {
        "fictionworld": {
            "version": manifest.package_version,
            "format_version": manifest.format_version,
            "content_hash": manifest.content_hash,
            # in one line of JSON, which no tool of a hub reorders or reads anew
            "config": json.dumps(manifest.config, sort_keys=True),
        }
    }
    packs = ", ".join(manifest.packs)
    return _CARD.format(
        header=yaml.safe_dump(header, sort_keys=False, width=10_000),
        title=title,
        tasks=tasks,
        worlds=len(dataset),
        packs=packs,
        pages="`pages` has the web, which states these facts." if "pages" in files else "",
        version=manifest.package_version,
        command=rebuild_command(manifest.config, "worlds"),
        content_hash=manifest.content_hash,
        canary=manifest.canary,
        audit=audited,
    )


def _header(title: str, files: dict[str, list[str]], default: str, rows: int) -> dict[str, Any]:
    size = next((name for most, name in _SIZES if rows < most), "n>1M")
    return {
        "pretty_name": title,
        "language": ["en"],
        "license": "apache-2.0",
        "task_categories": ["question-answering"],
        "size_categories": [size],
        "tags": ["search-agents", "reinforcement-learning", "synthetic"],
        "configs": [
            {
                "config_name": name,
                **({"default": True} if name == default else {}),
                "data_files": [{"split": Path(path).stem, "path": path} for path in paths],
            }
            for name, paths in files.items()
        ],
    }

"""The Python samples of the documents run, one after another in each document.

Those of docs/training.md run in tests of their own (`tests/test_docs.py`, `tests/adapters/`).
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
from pathlib import Path

import polars as pl
import pytest

import fictionworld as fw
from fictionworld.export.export import export_tasks
from fictionworld.export.hub import export_hub
from fictionworld.server.app import app_for
from tests.server.serving import listening_to, settings
from tests.small import small_dataset

ROOT = Path(__file__).parent.parent
ELSEWHERE = {"training.md"}
SMALLER = {
    "dataset, 100,": "dataset, 2,",
    "sample(1000": "sample(3",
    "AuditOptions(sample=20)": "AuditOptions(sample=2, workers=1)",
}
"""What the worlds of the tests are too few for."""


def blocks(document):
    return re.findall(r"```python\n(.*?)```", document.read_text("utf-8"), re.DOTALL)


DOCUMENTS = [
    pytest.param(path, id=path.name, marks=pytest.mark.slow if path.name == "audit.md" else ())
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    if path.name not in ELSEWHERE and blocks(path)
]


def is_here(block):
    """Whether what a sample needs is installed; frameworks have environments of their own."""
    names = set(re.findall(r"^(?:from|import) (\w+)", block, re.MULTILINE))
    names |= set(re.findall(r"\b(vllm):", block))
    return all(map(importlib.util.find_spec, names))


def lay_out(dataset, task):
    """Write the files that samples read."""
    shutil.copytree("worlds", "again")
    export_hub(dataset, Path("hub"))
    export_tasks(dataset, Path("wide"), "widesearch", [task])
    [line] = Path("wide/widesearch.jsonl").read_text("utf-8").splitlines()
    Path("eval.json").write_text(json.dumps(json.loads(line)["evaluation"]))
    [gold] = Path("wide").glob("*/*.csv")
    shutil.copy(gold, "gold.csv")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_samples_run(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(small_dataset(), "worlds")
    dataset = fw.open("worlds")
    task = next(task for task in dataset.tasks(split="train") if task.kind == "wide")
    if document.name == "tasks.md":
        lay_out(dataset, task)
    phones = dataset.worlds().filter(pl.col("pack") == "smartphones")["world_id"][0]
    own = {
        '"17-2"': f'"{task.task_id}"', '"1-2"': f'"{task.task_id}"',
        "session(0)": f"session({phones})", '"0/phone/': f'"{phones}/phone/',
    }  # fmt: skip
    names = {"fw": fw, "dataset": dataset}
    with listening_to(app_for(settings(tmp_path / "state"))) as url:
        for block in filter(is_here, blocks(document)):
            code = block
            for old, new in (SMALLER | own | {"http://localhost:8000": url}).items():
                code = code.replace(old, new)
            exec(compile(code, document.name, "exec"), names)
    if "server" in names:
        names["server"].close()

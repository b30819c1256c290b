"""A fault at every file call of a publication: the dataset is whole or not there, never half."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
MORE = {
    "kill": 3, "tear": 6, "drop": 6, "full": 5, "full-once": 8, "io": 9, "io-once": 9, "short": 4,
}  # fmt: skip
"""Every so many calls are struck by `make proofs`; `make long-proofs` strikes each."""
PROCESSES = 2
EACH = dict.fromkeys(MORE, 1)
REAL = ["--run", "tests.faults.real_build:run", "--examine", "tests.faults.real_build:examine"]


def driven(shim: Path, work: Path, plans: list[str]) -> list[dict]:
    """What `drive.py` reports of these plans, in a process of its own."""
    work.mkdir()
    (work / "state").write_bytes(bytes(4096))
    environment = os.environ | {
        "LD_PRELOAD": str(shim),
        "FAULT_ROOT": str(work / "out"),
        "FAULT_STATE": str(work / "state"),
        "FAULT_JOURNAL": str(work / "journal"),
        "POLARS_MAX_THREADS": "1",
    }
    command = [sys.executable, "-m", "tests.faults.drive", str(work), *plans]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True, text=True
    )
    return json.loads(done.stdout)


def try_points(
    shim: Path,
    work: Path,
    strides: dict[str, int],
    told,
    options: Sequence[str] = (),
) -> None:
    """Strike at every so many calls, shared out among processes, and say what was covered."""
    shares = [
        [
            *(
                f"{model}:{stride * PROCESSES}:{stride * share}"
                for model, stride in strides.items()
            ),
            *options,
        ]
        for share in range(PROCESSES)
    ]
    with ThreadPoolExecutor(PROCESSES) as pool:
        works = [work / str(share) for share in range(PROCESSES)]
        reports = list(pool.map(lambda at, plans: driven(shim, at, plans), works, shares))
    failures = []
    for of_model in zip(*reports, strict=True):
        model, calls, able = (of_model[0][key] for key in ("model", "calls", "able"))
        points, struck = (sum(report[key] for report in of_model) for key in ("points", "struck"))
        with told.disabled():
            sys.stdout.write(f"\n  {model}: {points} of {able} points ({calls} calls in all)")
        failures += [(model, failure) for report in of_model for failure in report["failures"]]
        assert points == len(range(0, able, strides[model])) > 0
        assert struck == points, f"{model} struck {struck} times at {points} points"
    assert failures == []


@pytest.mark.slow
def test_faults_at_more_calls(shim, tmp_path, capsys):
    try_points(shim, tmp_path, MORE, capsys)


@pytest.mark.long
def test_faults_at_every_call(shim, tmp_path, capsys):
    try_points(shim, tmp_path, EACH, capsys)


@pytest.mark.slow
def test_faults_at_more_calls_of_the_real_build(shim, tmp_path, capsys):
    try_points(shim, tmp_path, {model: 4 * stride for model, stride in MORE.items()}, capsys, REAL)


@pytest.mark.long
def test_faults_at_every_call_of_the_real_build(shim, tmp_path, capsys):
    try_points(shim, tmp_path, EACH, capsys, REAL)


BROKEN = """
import os
from pathlib import Path

def in_place(out: Path) -> int:
    out.mkdir(exist_ok=True)
    with (out / "manifest").open("w", buffering=1) as file:
        file.write("half\\n")
        file.write("and half\\n")
    return 0

def unsynced(out: Path) -> int:
    out.mkdir(exist_ok=True)
    (out / "aside").write_text("half\\nand half\\n")
    (out / "aside").rename(out / "manifest")
    folder = os.open(out, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
    return 0

def careless(out: Path) -> int:
    try:
        return in_place(out)
    except OSError:
        return 0

def examine(out: Path) -> str:
    manifest = out / "manifest"
    if not manifest.exists():
        return ""
    assert manifest.read_text() == "half\\nand half\\n"
    return "whole"
"""


@pytest.mark.parametrize(
    ("broken", "model"),
    [
        ("in_place", "kill"), ("in_place", "tear"), ("in_place", "full"), ("unsynced", "tear"),
        ("unsynced", "drop"), ("careless", "io"),
    ],
)  # fmt: skip
def test_the_driver_finds_what_is_not_atomic(shim, tmp_path, monkeypatch, broken, model):
    """The proof of the proof."""
    (tmp_path / "broken_publication.py").write_text(BROKEN)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    options = ["--run", f"broken_publication:{broken}", "--examine", "broken_publication:examine"]
    (report,) = driven(shim, tmp_path / "work", [model, *options])
    assert report["failures"]

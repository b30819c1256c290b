"""Builds and audits under seeded chaos: kills, limits, torn, foreign and missing files.

Whatever strikes, a command ends by itself or by the signal, in one clear message; what is complete
is whole; what is not ours stays; and the next build ends with the content of a build that nothing
struck.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import fictionworld as fw
from fictionworld.errors import DatasetError
from fictionworld.worlds.manifest import read_manifest
from tests.faults.patience import TRACES, output_of

ROOT = Path(__file__).parents[2]
SEED = 17
BUILD = ["build", "--n", "3", "--packs", "football", "--seed", "4", "--rows", "300-360"]
PATIENCE_S, PATIENCE_WITH_LITTLE_MEMORY_S = 600, 120
STRUCK = {-signal.SIGKILL, -signal.SIGTERM}
LIMITS = {"few files": ("NOFILE", 16, 80), "full disk": ("FSIZE", 0, 400_000)}
MEMORY = ("DATA", 60_000_000, 600_000_000)


@dataclass
class Chaos:
    """What was done, and what became of it."""

    dice: random.Random
    injected: Counter[str] = field(default_factory=Counter)
    survived: Counter[str] = field(default_factory=Counter)

    def run(self, command: list[str], fault: str) -> tuple[int, str]:
        """Its exit status and what it said on stderr, struck by a fault of this kind."""
        words = [sys.executable, "-m", "fictionworld.cli.main", *command]
        limit = LIMITS.get(fault) or (MEMORY if fault == "little memory" else None)
        if limit is not None:
            name, low, high = limit
            amount = f"{name}={self.dice.randint(low, high)}"
            words = [sys.executable, "-m", "tests.faults.limited", amount, *words]
        with subprocess.Popen(
            words, cwd=ROOT, env=os.environ | TRACES | {"PYTHONPATH": str(ROOT)}, text=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        ) as process:  # fmt: skip
            if fault in {"kill", "terminate"}:
                time.sleep(self.dice.uniform(0.2, 6))
                process.send_signal(signal.SIGKILL if fault == "kill" else signal.SIGTERM)
            if fault == "little memory":
                try:
                    _, said = output_of(process, PATIENCE_WITH_LITTLE_MEMORY_S)
                except AssertionError as hung:  # polars waits for a thread that it could not start
                    said = str(hung)
            else:
                _, said = output_of(process, PATIENCE_S)
        return process.returncode, said

    def strike(self, folder: Path, fault: str) -> None:
        """Do to the files of a dataset, or of an unfinished one, what this fault is."""
        files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "lock")
        if not files:
            return
        struck = self.dice.choice(files)
        if fault == "torn file":
            os.truncate(struck, self.dice.randrange(max(1, struck.stat().st_size)))
        elif fault == "flipped byte":
            content = bytearray(struck.read_bytes() or b"x")
            content[self.dice.randrange(len(content))] ^= 1 << self.dice.randrange(8)
            struck.write_bytes(content)
        elif fault == "lost file":
            struck.unlink()
        elif fault == "log":
            (folder / "shard-00000.duckdb.wal").write_bytes(self.dice.randbytes(50))
        elif fault == "pipe":
            struck.unlink()
            os.mkfifo(struck)
        elif fault == "loop":
            struck.unlink()
            struck.symlink_to(struck.name)

    def count(self, fault: str, told: pytest.CaptureFixture[str]) -> None:
        self.injected[fault] += 1
        self.survived[fault] += 1
        with told.disabled():
            sys.stdout.write(".")

    def report(self, what: str, told: pytest.CaptureFixture[str]) -> None:
        injected, survived = self.injected.total(), self.survived.total()
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(self.injected.items()))
        with told.disabled():
            sys.stdout.write(
                f"\n  {what}: {injected} faults injected ({kinds}), {survived} survived, "
                f"{injected - survived} lost\n"
            )


INCONCLUSIVE = 3
"""The exit status of an audit of a sample that is too small for a verdict."""


def is_clear(status: int, said: str, fault: str) -> None:
    """The struck command ended well, by the signal, or with one message and no traceback."""
    if status in STRUCK and fault in {"kill", "terminate"}:
        return
    if fault == "little memory":  # a library may abort, before Python can say anything
        assert status != 0 or not said.startswith("error"), said
        return
    assert status in {0, 1, 2, INCONCLUSIVE}, (fault, status, said)
    assert "Traceback" not in said, (fault, said)
    assert "a fault of fictionworld" not in said, (fault, said)
    if status not in {0, INCONCLUSIVE}:
        assert "error: " in said, (fault, said)


def state(folder: Path) -> dict[str, str]:
    """The bytes of every file of a dataset, as hashes; the cache beside it is none of it."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".cache" not in path.relative_to(folder).parts
    }


def times(folder: Path) -> dict[Path, int]:
    """When each of them was last written."""
    return {one: one.lstat().st_mtime_ns for one in folder.iterdir() if one.name != ".cache"}


def repaired(out: Path) -> None:
    """What a person does who reads the messages: what no build wrote goes, and a torn manifest."""
    for path in sorted(out.rglob("*")):
        if path.is_fifo() or path.is_symlink() or path.suffix == ".wal":
            path.unlink()
    try:
        read_manifest(out)
    except DatasetError:  # it cannot be restored, so the dataset goes
        for path in (*out.glob("*.duckdb"), out / "manifest.json"):
            path.unlink(missing_ok=True)


def build(chaos: Chaos, out: Path, fault: str = "none") -> None:
    status, said = chaos.run([*BUILD, "--out", str(out)], fault)
    is_clear(status, said, fault)


def try_builds(rounds: int, tmp_path: Path, told: pytest.CaptureFixture[str]) -> None:
    chaos = Chaos(random.Random(SEED))
    build(chaos, tmp_path / "wanted")
    wanted = fw.open(tmp_path / "wanted").manifest.content_hash
    during = ["kill", "terminate", *LIMITS, "little memory"]
    after = ["torn file", "flipped byte", "lost file", "log", "pipe", "loop"]
    for number in range(rounds):
        out = tmp_path / str(number)
        mine = out / ".build" / "notes.txt"
        mine.parent.mkdir(parents=True)
        mine.write_text("not of a build")
        fault = (during + after)[number % (len(during) + len(after))]
        build(chaos, out, fault if fault in during else chaos.dice.choice(["kill", "none"]))
        if fault in after:
            chaos.strike(out, fault)
            build(chaos, out)  # repairs it, or says what is to be done
        repaired(out)
        mine.parent.mkdir(exist_ok=True)  # the fault may have struck the note itself
        mine.write_text("not of a build")
        build(chaos, out)
        dataset = fw.open(out)
        assert dataset.manifest.content_hash == wanted, (number, fault)
        assert len(list(dataset.keys())) == len(dataset.tasks()) > 0
        assert mine.read_text() == "not of a build"
        assert sorted(path.name for path in out.iterdir()) == [
            ".build", "keys-00000.duckdb", "manifest.json", "shard-00000.duckdb",
        ]  # fmt: skip
        chaos.count(fault, told)
    chaos.report("build", told)
    assert chaos.survived.total() == rounds


def try_audits(rounds: int, tmp_path: Path, told: pytest.CaptureFixture[str]) -> None:
    chaos = Chaos(random.Random(SEED))
    whole = tmp_path / "worlds"
    build(chaos, whole)
    report = tmp_path / "report.html"
    faults = ["kill", "terminate", *LIMITS, "little memory", "torn file", "flipped byte",
              "lost file", "log", "pipe", "loop"]  # fmt: skip
    for number in range(rounds):
        fault = faults[number % len(faults)]
        folder = tmp_path / str(number)
        subprocess.run(["cp", "-r", str(whole), str(folder)], check=True)
        chaos.strike(folder, fault)
        untouched = times(folder)
        before = state(folder)
        report.unlink(missing_ok=True)
        asked = ["audit", str(folder), "--sample", "1", "--workers", "2", "--report", str(report)]
        status, said = chaos.run(asked, fault)
        is_clear(status, said, fault)
        if fault not in {"kill", "terminate", *LIMITS, "little memory"}:
            assert status in {1, 2} and not report.exists(), (fault, status, said)
        assert state(folder) == before, "an audit changed a dataset"
        assert times(folder) == untouched
        if report.exists():
            assert report.read_text().rstrip().endswith("</html>"), "half a report"
        chaos.count(fault, told)
    chaos.report("audit", told)
    assert chaos.survived.total() == rounds


@pytest.mark.parametrize(
    ("attempt", "rounds"),
    [
        pytest.param(try_builds, 11, marks=pytest.mark.slow),
        pytest.param(try_audits, 11, marks=pytest.mark.slow),
        pytest.param(try_builds, 33, marks=pytest.mark.long),
        pytest.param(try_audits, 22, marks=pytest.mark.long),
    ],
)
def test_faults(attempt, rounds, tmp_path, capsys):
    attempt(rounds, tmp_path, capsys)

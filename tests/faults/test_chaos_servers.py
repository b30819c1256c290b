"""`rollout` and `render` under faults drawn by seed: servers that misbehave, kills, full disks.

Each round runs a command into a fault, looks at what is left, and runs it again against a good
server: everything has to be there then, once, and the API key nowhere. The counts are printed:
`python -m pytest -m slow tests/faults/test_chaos_servers.py -s`.
"""

from __future__ import annotations

import json
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
from fictionworld.simulator.drafts.store import DraftStore
from tests.chat.hostile import BEHAVIOURS, KEY, hostile_server, seeded
from tests.faults.patience import TRACES, output_of
from tests.simulator.drafts.script import honest, server, texts
from tests.small import small_dataset

pytestmark = pytest.mark.slow

ROUNDS = {"rollout": 16, "render": 8}
HASTY, NO_CONTROLS = ("--timeout-s", 2), ("--timeout-s", 300)
"""Against a server that misbehaves, and against a good one."""
WHOLE, FEW = "fictionworld.cli.main", "tests.faults.few_requests"
TASKS = 6
WORLDS = 2
FAULTS = ("none", "SIGKILL", "SIGTERM", "SIGINT", "FSIZE=9000", "FSIZE=40000", "NOFILE=48", "torn")
"""What happens to the command besides the server's behaviour, in turns; `torn` is done to what it
left."""
LASTING = {"redirects nowhere", "refuses, and echoes"}
"""These end a rendering at once, as they should: they would leave the others no turn."""


@dataclass
class Counts:
    """What was injected, and what came of it."""

    command: str
    behaviours: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    survived: int = 0
    lost: list[str] = field(default_factory=list)

    def tell(self) -> None:
        """Print them, and check that nothing was lost and no fault left out."""
        injected = self.behaviours.total() - self.behaviours["good"] + self.faults.total()
        print(  # noqa: T201 - the report
            f"\n{self.command}: {injected:,} faults injected ({len(self.behaviours)} behaviours of "
            f"the server, {dict(self.faults)}), {self.survived} rounds survived, "
            f"{len(self.lost)} lost"
        )
        assert self.lost == []
        assert self.survived == ROUNDS[self.command] and set(self.faults) == set(FAULTS) - {"none"}


def run(module, arguments, fault="none", watched=None, delay_s=0.0):
    """The exit code and stderr of a command, with a limit or a signal after its first requests."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    if "=" in fault:
        command = [sys.executable, "-m", "tests.faults.limited", fault, *command]
    surroundings = os.environ | TRACES | {"OPENAI_API_KEY": KEY, "COLUMNS": "300"}
    process = subprocess.Popen(
        command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if fault.startswith("SIG"):
        while not watched.requests and process.poll() is None:
            time.sleep(0.02)
        time.sleep(delay_s)
        process.send_signal(getattr(signal, fault))
    said, _ = output_of(process, 600)
    return process.returncode, said


def check_said(code, said, fault):
    """How a struck command may end: in one of its own ways, with a word and no traceback."""
    allowed = {
        "SIGKILL": {0, 1, -signal.SIGKILL},
        "SIGTERM": {0, 1, -signal.SIGTERM},
        "SIGINT": {0, 1, 130, -signal.SIGINT},
    }.get(fault, {0, 1})
    assert code in allowed, f"ended with {code}: {said[-500:]}"
    assert "Traceback" not in said and "a fault of fictionworld" not in said, said[-2000:]
    assert KEY not in said


def tear(path, luck):
    """Cut a file within its last line, as a power cut does."""
    content = path.read_bytes() if path.exists() else b""
    if content:
        path.write_bytes(content[: luck.randrange(len(content))])


def played(path):
    """The lines of a file of traces that are whole."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith(b"\n")]


def test_rollouts(tmp_path):
    worlds, counts = small_dataset(), Counts("rollout")
    for seed in range(ROUNDS["rollout"]):
        luck, path = random.Random(seed), tmp_path / f"traces-{seed}.jsonl"
        fault = FAULTS[seed % len(FAULTS)]
        asked = ["rollout", worlds, "--agent", "openai:tiny", "--tasks", TASKS, "--traces", path,
                 "--episode-timeout-s", 300, "--max-reply-bytes", 1_000_000,
                 "--at-once", luck.choice([1, 3]), "--texts", "--resume"]  # fmt: skip
        try:
            with hostile_server(seeded(seed, good=0.4)) as bad:
                command = [*asked, *HASTY, "--base-url", bad.url]
                code, said = run(WHOLE, command, fault, bad, luck.uniform(0, 2))
            counts.behaviours.update(bad.behaved)
            counts.faults.update([fault] if fault != "none" else [])
            check_said(code, said, fault)
            before = {line["task_id"] for line in played(path) if not line.get("error")}
            if fault == "torn":
                tear(path, luck)
                before = {line["task_id"] for line in played(path) if not line.get("error")}
            with hostile_server(lambda n: "good") as good:
                code, said = run(WHOLE, [*asked, *NO_CONTROLS, "--base-url", good.url])
            assert code == 0, said[-1000:]
            after = played(path)
            assert len(after) == TASKS == len({line["task_id"] for line in after})
            assert not any(line.get("error") for line in after)
            assert len(good.requests) == TASKS - len(before), "an episode was played again"
            assert KEY not in path.read_text()
            counts.survived += 1
        except (AssertionError, ValueError) as error:
            counts.lost.append(f"seed {seed}, {fault}: {error}")
    counts.tell()
    assert len(counts.behaviours) > len(BEHAVIOURS) / 2


def test_renderings(tmp_path):
    worlds, counts = small_dataset(), Counts("render")
    names = tuple(name for name in BEHAVIOURS if name not in LASTING)
    for seed in range(ROUNDS["render"]):
        luck, out = random.Random(seed), tmp_path / f"drafts-{seed}"
        fault = FAULTS[seed % len(FAULTS)]
        asked = ["render", worlds, "--backend", "endpoint", "--model", "tiny", "--out", out,
                 "--worlds", WORLDS, "--at-once", 16, "--max-reply-bytes",
                 1_000_000, "--max-replaced", 1]  # fmt: skip
        try:
            with hostile_server(seeded(seed, names, good=0.3)) as bad:
                command = [*asked, *HASTY, "--base-url", bad.url]
                code, said = run(FEW, command, fault, bad, luck.uniform(0, 3))
            counts.behaviours.update(bad.behaved)
            counts.faults.update([fault] if fault != "none" else [])
            check_said(code, said, fault)
            if fault == "torn" and (parts := sorted(out.glob("world-*.parquet"))):
                tear(luck.choice(parts), luck)
            with server(texts(honest)) as (url, _):
                code, said = run(FEW, [*asked, *NO_CONTROLS, "--base-url", url])
            assert code == 0, said[-1000:]
            DraftStore(out)
            manifest = json.loads((out / "manifest.json").read_text())
            assert len(manifest["parts"]) == WORLDS and "backend" not in manifest["replaced_by"]
            left = [path.name for path in out.iterdir() if "aside" in path.name]
            assert not left, f"left behind {left}"
            kept = b"".join(path.read_bytes() for path in Path(out).iterdir())
            assert KEY.encode() not in kept
            counts.survived += 1
        except (AssertionError, ValueError, fw.DatasetError) as error:
            counts.lost.append(f"seed {seed}, {fault}: {error}")
    counts.tell()

"""Runs a command with a fault at its 1st, 2nd, ... file call, and looks at what is left.

    LD_PRELOAD=shim.so FAULT_ROOT=W/out FAULT_STATE=W/state FAULT_JOURNAL=W/journal \\
        python -m tests.faults.drive W MODEL[:STRIDE[:OFFSET]]...
        [--run MODULE:FUNCTION] [--examine MODULE:FUNCTION]

`run(out)` makes a dataset in the folder `out`, or goes on with one, and returns an exit status;
`examine(out)` returns the content hash of what is there, '' for none, and raises where something
half-made passes for whole. Libraries are imported once; each point is a fork.

The models of failure:

    kill       SIGKILL at call N; what was written stays
    tear       SIGKILL in the middle of write N; files not forced to disk lose their second half
    drop       SIGKILL at call N; files not forced to disk lose everything, and renames whose
               folder was not forced to disk are undone
    full       call N fails with ENOSPC, and so does every later one that needs space
    full-once  call N alone does
    io         call N fails with EIO, and so does every later one
    io-once    call N alone does
    short      write N writes half of what it was given

Prints a JSON list, an object for each model: calls (in a run without faults), able (those that
the model can strike), points (those tried), struck (those where it did), failures.
"""

from __future__ import annotations

import argparse
import errno
import json
import mmap
import os
import shutil
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

COUNT, KILL, TEAR, FAIL, SHORT = range(5)
MODELS = {
    "kill": (KILL, 0, 0),
    "tear": (TEAR, 0, 0),
    "drop": (KILL, 0, 0),
    "full": (FAIL, errno.ENOSPC, 1),
    "full-once": (FAIL, errno.ENOSPC, 0),
    "io": (FAIL, errno.EIO, 1),
    "io-once": (FAIL, errno.EIO, 0),
    "short": (SHORT, 0, 0),
}
ABLE = {"full": "GW", "full-once": "GW", "short": "W"}
"""The kinds of calls that a model can strike, where not all: G grows, W writes, O other."""
STATE = struct.Struct("<7Q")
PATIENCE = 60.0


@dataclass(frozen=True)
class Ended:
    """How a child ended."""

    status: int | None
    """Its exit status, or None where SIGKILL ended it."""
    said: str
    """What it wrote to stderr."""
    struck: int
    calls: int


class Driver:
    """One command under faults."""

    def __init__(self, work: Path, run: str, examine: str) -> None:
        self.out = Path(os.environ["FAULT_ROOT"])
        self._said, self._answer = work / "stderr", work / "answer"
        self._journal = Path(os.environ["FAULT_JOURNAL"])
        with Path(os.environ["FAULT_STATE"]).open("r+b") as file:
            self._state = mmap.mmap(file.fileno(), STATE.size)
        self._run = _function(run)
        self._examine = _function(examine)

    def clean_run(self) -> tuple[list[str], str]:
        """The calls of a run without faults, each by its kind, and the content that it makes."""
        self._load()
        self._start_afresh()
        ended = self._child(self._command, (COUNT, 0, 0), 0)
        if ended.status != 0:
            raise SystemExit(f"the run without faults failed: {ended.said}")
        kinds = [line.split("\t")[1] for line in self._journal.read_text().splitlines()]
        assert len(kinds) == ended.calls
        return kinds, self._content()

    def _load(self) -> None:
        """Import what libraries import when first used: in a child, to see, then here."""

        def tell() -> int:
            status = self._command()
            self._examine(self.out)
            self._answer.write_text(" ".join(sorted(sys.modules)))
            return status

        self._start_afresh()
        if self._child(tell, (COUNT, 0, 0), 0).status == 0:
            for name in self._answer.read_text().split():
                with suppress(ImportError):
                    import_module(name)

    def point(self, model: str, number: int, wanted: str) -> tuple[bool, str]:
        """Whether the fault struck at this call, and what is wrong afterwards: '' for nothing."""
        self._start_afresh()
        ended = self._child(self._command, MODELS[model], number)
        wrong = _ending(model, ended)
        if model in {"tear", "drop"} and ended.status is None:
            _lose_unsynced(self._journal, model)
        wrong = wrong or self._aftermath(wanted)
        return bool(ended.struck), wrong

    def _command(self) -> int:
        return self._run(self.out)

    def _aftermath(self, wanted: str) -> str:
        """What is wrong with the folder as the fault left it, or as the next run leaves it."""

        def look() -> int:
            content = self._examine(self.out)
            assert content in {"", wanted}, f"the fault left content {content!r}"
            status = self._command()
            assert status == 0, f"the next run failed with {status}"
            content = self._examine(self.out)
            assert content == wanted, f"the next run ended with content {content!r}"
            left = [path.name for path in self.out.iterdir() if path.name.startswith(".")]
            assert not left, f"the next run left behind {left}"
            return 0

        ended = self._child(look, (COUNT, 0, 0), 0)
        return "" if ended.status == 0 else f"afterwards: {ended.said}"

    def _content(self) -> str:
        def look() -> int:
            self._answer.write_text(self._examine(self.out))
            return 0

        ended = self._child(look, (COUNT, 0, 0), 0)
        if ended.status != 0:
            raise SystemExit(f"what the run without faults made is not whole: {ended.said}")
        return self._answer.read_text()

    def _start_afresh(self) -> None:
        shutil.rmtree(self.out, ignore_errors=True)

    def _child(self, call: Callable[[], int], fault: tuple[int, int, int], target: int) -> Ended:
        mode, error, sticky = fault
        self._journal.write_bytes(b"")
        STATE.pack_into(self._state, 0, 1, 0, target, mode, error, sticky, 0)
        child = os.fork()
        if child == 0:
            _be_child(call, self._said)
        status = _wait(child)
        _, calls, *_, struck = STATE.unpack_from(self._state, 0)
        STATE.pack_into(self._state, 0, *[0] * 7)
        said = self._said.read_text(errors="replace")
        if os.WIFSIGNALED(status):
            if os.WTERMSIG(status) == signal.SIGKILL:
                return Ended(None, said, struck, calls)
            return Ended(-os.WTERMSIG(status), said, struck, calls)
        return Ended(os.WEXITSTATUS(status), said, struck, calls)


def _be_child(call: Callable[[], int], said: Path) -> None:
    """Run `call` in a session of its own, and end."""
    os.setsid()
    descriptor = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(descriptor, 2)
    status = 70
    try:
        status = call()
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else 1
    except BaseException:  # whatever it is, the parent wants to read it
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _wait(child: int) -> int:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.002)
    os.kill(child, signal.SIGTERM)
    return os.waitpid(child, 0)[1]


def _ending(model: str, ended: Ended) -> str:
    """What is wrong with how the struck run itself ended."""
    if model in {"kill", "tear", "drop"}:
        expected = {None} if ended.struck else {0}
    else:
        # A fault may strike where nothing depends on it: removing what is removed anyway.
        expected = {0, 1} if ended.struck else {0}
    if ended.status not in expected:
        return f"ended with {ended.status}: {ended.said}"
    if ended.status == 1 and (
        not ended.said.startswith("error: ") or "Traceback" in ended.said or "; " not in ended.said
    ):
        return f"no clear message: {ended.said!r}"
    return ""


def _lose_unsynced(journal: Path, model: str) -> None:
    """What a power cut may do to what was not forced to disk; the journal's last call never was."""
    dirty: set[str] = set()
    renames: list[tuple[str, str, str]] = []
    for line in journal.read_text().splitlines()[:-1]:
        _, _, call, path, other = line.split("\t")
        if call in {"write", "pwrite", "writev", "pwritev", "ftruncate"}:
            dirty.add(path)
        elif call in {"fsync", "fdatasync"}:
            dirty.discard(path)
            renames = [done for done in renames if str(Path(done[2]).parent) != path]
        elif call in {"rename", "replace"}:
            dirty = {other if each == path else each for each in dirty}
            renames.append((call, path, other))
        elif call == "unlink":
            dirty.discard(path)
    if model == "drop":
        # A rename that replaced something would bring the older file back, which is gone here.
        for call, old, new in reversed(renames):
            if call == "rename" and Path(new).exists():
                Path(new).rename(old)
                dirty = {old if each == new else each for each in dirty}
    for path in sorted(dirty):
        if Path(path).exists():
            os.truncate(path, Path(path).stat().st_size // 2 if model == "tear" else 0)


def _function(name: str) -> Callable:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def main() -> None:
    """Try every plan on the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=Path)
    parser.add_argument("plans", nargs="+", metavar="MODEL[:STRIDE[:OFFSET]]")
    parser.add_argument("--run", default="tests.faults.publication:publish")
    parser.add_argument("--examine", default="tests.faults.publication:examine")
    asked = parser.parse_args()
    driver = Driver(asked.work, asked.run, asked.examine)
    kinds, wanted = driver.clean_run()
    sys.stdout.write(json.dumps([_tried(driver, plan, kinds, wanted) for plan in asked.plans]))


def _tried(driver: Driver, plan: str, kinds: list[str], wanted: str) -> dict[str, object]:
    model, stride, offset = (*plan.split(":"), "1", "0")[:3]
    able = [number for number, kind in enumerate(kinds, 1) if kind in ABLE.get(model, "GWO")]
    points = able[int(offset) :: int(stride)]
    struck, failures = 0, []
    for number in points:
        happened, wrong = driver.point(model, number, wanted)
        struck += happened
        if wrong:
            failures.append({"call": number, "wrong": wrong})
    return {
        "model": model,
        "calls": len(kinds),
        "able": len(able),
        "points": len(points),
        "struck": struck,
        "failures": failures,
    }


if __name__ == "__main__":
    main()

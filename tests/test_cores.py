"""Workers end with the process that started them, however it ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.examples import first_everyday
from tests.pace import slowness
from tests.small import small_dataset

ROOT = Path(__file__).parents[1]
PROMISED_S = 2.0
PATIENCE_S = 60.0

BUSY = """
import sys, time
from pathlib import Path
from fictionworld.cores import worker_pool
from tests.test_cores import write_half
if __name__ == "__main__":
    with worker_pool(2) as pool:
        for number in range(2):
            pool.submit(write_half, Path(sys.argv[1]) / str(number))
"""


def write_half(path: Path) -> None:
    """What a worker does that is killed in the middle of a file."""
    from fictionworld.worlds.durable import publish

    def write(aside: Path) -> None:
        aside.write_bytes(b"half")
        while True:
            time.sleep(0.01)

    publish(path, write)


def tagged(tag: str) -> list[int]:
    """The living processes that inherited this from the command; Linux."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            alive = (process / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
            if alive and tag.encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
        except OSError:
            continue
    return found


def watches(process: int) -> bool:
    """Whether it has a handler for SIGTERM, which workers have from their first moments."""
    with suppress(OSError):
        status = Path(f"/proc/{process}/status").read_text()
        (caught,) = [line.split()[1] for line in status.splitlines() if line.startswith("SigCgt")]
        return bool(int(caught, 16) & 1 << signal.SIGTERM - 1)
    return False


def stretch() -> float:
    """How much longer things take here than on a quiet machine, by the clock on the wall."""
    wall, used = time.perf_counter(), time.process_time()
    slower = slowness()
    return slower * max(1.0, (time.perf_counter() - wall) / (time.process_time() - used))


def started(tmp_path: Path, *command: str) -> tuple[subprocess.Popen[str], str]:
    name, value = "FICTIONWORLD_TEST_OF", str(tmp_path)
    environment = os.environ | {name: value, "PYTHONPATH": str(ROOT)}
    with (tmp_path / "stderr").open("w") as stderr:
        process = subprocess.Popen(
            [sys.executable, *command], env=environment, stderr=stderr, text=True,
            stdout=subprocess.DEVNULL, cwd=ROOT, start_new_session=True,
        )  # fmt: skip
    return process, f"{name}={value}"


def until(reached, patience_s: float = PATIENCE_S) -> bool:
    deadline = time.monotonic() + patience_s
    while not reached() and time.monotonic() < deadline:
        time.sleep(0.02)
    return bool(reached())


def ended(process: subprocess.Popen[str]) -> int:
    """Its exit code; what does not end in time is killed, and fails the test."""
    try:
        return process.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise


def gone_after_s(process: subprocess.Popen[str], tag: str, number: int) -> float:
    """Seconds from the parent's end to the last worker's."""
    process.send_signal(number)
    ended(process)
    begun = time.monotonic()
    assert until(lambda: not tagged(tag)), "workers outlive their parent"
    return time.monotonic() - begun


pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads /proc")


@pytest.mark.parametrize("number", first_everyday([signal.SIGKILL, signal.SIGTERM]))
def test_workers_end_with_their_parent_and_leave_nothing_half_made(tmp_path, number):
    out = tmp_path / "out"
    out.mkdir()
    process, tag = started(tmp_path, "-c", BUSY, str(out))
    assert until(lambda: len(list(out.iterdir())) == 2)
    gone_after_s(process, tag, number)
    assert list(out.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("command", ["build", "rollout", "audit", "certify"])
def test_the_workers_of_each_command_end_with_it(tmp_path, command, number):
    worlds = str(small_dataset())
    arguments = {
        "build": ["--n", "600", "--out", str(tmp_path / "worlds"), "--workers", "2"],
        "rollout": [worlds, "--agent", "scout", "--workers", "2"],
        "audit": [worlds, "--workers", "3"],
        "certify": [worlds, "--workers", "2"],
    }[command]
    process, tag = started(tmp_path, "-m", "fictionworld.cli.main", command, *arguments)
    # this one, the tracker of multiprocessing, and workers
    assert until(lambda: len(tagged(tag)) > 2 or process.poll() is not None)
    assert process.poll() is None, (tmp_path / "stderr").read_text()
    assert gone_after_s(process, tag, number) < PROMISED_S * stretch()


@pytest.mark.slow
def test_ctrl_c_reaches_workers_and_nobody_tells_a_traceback(tmp_path):
    process, tag = started(
        tmp_path, "-m", "fictionworld.cli.main", "build", "--n", "600", "--packs", "football",
        "--workers", "2", "--out", str(tmp_path / "worlds"),
    )  # fmt: skip
    assert until(lambda: sum(map(watches, tagged(tag))) == 2)
    os.killpg(process.pid, signal.SIGINT)
    assert ended(process) == 130
    assert until(lambda: not tagged(tag))
    said = (tmp_path / "stderr").read_text()
    assert "Nothing is lost" in said and "Traceback" not in said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_that_ends_already_is_ended_without_a_word(number):
    code = """
import atexit, os, time
from fictionworld.cores import exit_with_parent

exit_with_parent(os.getppid())
atexit.register(lambda: (print("ending", flush=True), time.sleep(60)))
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ending\n"
    process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (1, "")

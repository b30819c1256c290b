"""`rollout` and `render` against servers that misbehave, and under Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from fictionworld.cli.ending import _GRACE_S
from tests.chat.hostile import KEY, hostile_server, sends
from tests.examples import first_everyday
from tests.pace import slowness_on_the_clock

RENDER = ("render", "--backend", "endpoint", "--model", "tiny")
PLAY = ("rollout", "--agent", "openai:tiny")


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def flags(command, worlds, url, out):
    """A command on a dataset: `render` into a folder, `rollout` with its traces in a file."""
    where = ("--out", out / "drafts") if command[0] == "render" else ("--traces", out / "traces")
    return [command[0], worlds, *command[1:], "--base-url", url, *where]


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


# Limits ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("behaviour", "limits", "said"),
    [
        ("stalls in the body", ["--timeout-s", 0.4], "no answer within 0.4 s"),
        ("drips", ["--timeout-s", 0.4], "no whole answer within 0.2 s"),
        ("stalls", ["--episode-timeout-s", 0.4], "the episode took longer than 0.4 s"),
        ("redirects nowhere", [], "redirects are not followed"),
        ("refuses, and echoes", [], "HTTP 401"),
    ],
)
def test_rollout_says_what_a_server_did(call, worlds, tmp_path, behaviour, limits, said):
    with hostile_server(lambda n: behaviour) as server:
        done = call(*flags(PLAY, worlds, server.url, tmp_path), "--tasks", 2, *limits)
    assert done.code == 1 and said in done.err and "2 of 2 tasks" in done.err
    lines = [json.loads(line) for line in (tmp_path / "traces").read_text().splitlines()]
    assert len(lines) == 2 and all(said in line["error"] for line in lines)
    assert KEY not in done.out + done.err + (tmp_path / "traces").read_text()


def test_the_limit_in_bytes_is_a_flag_of_both(call, worlds, tmp_path, monkeypatch):
    monkeypatch.setattr("fictionworld.chat.client._LONGEST_PAUSE_S", 0.001)
    with hostile_server(lambda n: "good") as server:
        for command, more in [(PLAY, ["--tasks", 1]), (RENDER, ["--worlds", 1])]:
            asked = flags(command, worlds, server.url, tmp_path)
            done = call(*asked, *more, "--max-reply-bytes", 20)
            assert done.code == 1 and "longer than 20 bytes" in done.err


@pytest.mark.parametrize("command", [PLAY, RENDER])
def test_a_key_that_cannot_be_sent_is_reported_and_not_shown(
    call, worlds, tmp_path, command, monkeypatch
):
    for key in (f"{KEY}\n", f"{KEY}\r\nX-Evil: 1", f"{KEY}é"):
        monkeypatch.setenv("OPENAI_API_KEY", key)
        with hostile_server(lambda n: "good") as server:
            done = call(*flags(command, worlds, server.url, tmp_path))
        assert done.code == 2 and "OPENAI_API_KEY" in done.err
        assert "secret" not in done.out + done.err and server.requests == []
    assert files(tmp_path) == []


@pytest.mark.parametrize("command", [PLAY, RENDER])
def test_no_other_host_gets_the_key(call, worlds, tmp_path, command):
    with hostile_server(lambda n: "good") as other:
        to = f"Location: {other.url}/chat/completions?key={KEY}"
        with hostile_server(lambda n: sends({}, "307 T", to)) as server:
            done = call(*flags(command, worlds, server.url, tmp_path), *_few(command))
    assert done.code == 1 and "give the final address with --base-url" in done.err
    assert server.requests and other.requests == []
    kept = b"".join(path.read_bytes() for path in files(tmp_path))
    assert KEY not in done.out + done.err and KEY.encode() not in kept


def _few(command):
    return ("--tasks", 1) if command[0] == "rollout" else ("--worlds", 1)


# Going on ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("at_once", first_everyday([4, 1]))
def test_a_full_disk_ends_a_rollout_at_once(worlds, at_once):
    """Whatever other episodes wait for."""
    names = {0: "good"}
    with hostile_server(lambda n: names.get(n, "stalls")) as server:
        command = [sys.executable, "-m", "fictionworld.cli.main", "rollout", worlds, "--agent",
                   "openai:tiny", "--base-url", server.url, "--traces", "/dev/full",
                   "--at-once", at_once]  # fmt: skip
        command = [str(one) for one in command]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1, done.stderr
    assert "cannot write /dev/full" in done.stderr and "free some space" in done.stderr


# Ctrl-C ------------------------------------------------------------------------------------------


INTERRUPTED = {
    "rollout": (*PLAY, "--base-url", "URL"),
    "rollout, four at once": (*PLAY, "--at-once", "4", "--base-url", "URL"),
    "render": (*RENDER, "--base-url", "URL"),
    "a live web": ("rollout", "--agent", "scout", "--backend", "endpoint:tiny@URL"),
}


def test_an_interrupt_ends_it(worlds, tmp_path):
    interrupted(worlds, tmp_path, "rollout", 1)


@pytest.mark.slow
@pytest.mark.parametrize("presses", [1, 2])
@pytest.mark.parametrize("name", INTERRUPTED)
def test_an_interrupt_ends_it_in_time(worlds, tmp_path, name, presses):
    took, said = interrupted(worlds, tmp_path, name, presses)
    assert took < (2.0 if presses == 1 else 1.0) * slowness_on_the_clock(), said


def interrupted(worlds, tmp_path, name, presses):
    """The seconds from Ctrl-C to the command's end, and what it said."""
    arguments = INTERRUPTED[name]
    with hostile_server(lambda n: "stalls in the body") as server:
        command = [sys.executable, "-m", "fictionworld.cli.main", arguments[0], str(worlds)]
        command += [one.replace("URL", server.url) for one in arguments[1:]]
        command += ["--out" if arguments[0] == "render" else "--traces", str(tmp_path / "out")]
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        until = time.monotonic() + 60 * slowness_on_the_clock()
        while not server.requests:
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.05)
        begun = time.monotonic()
        for _ in range(presses):
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        _, said = process.communicate(timeout=30)
        took = time.monotonic() - begun
    assert process.returncode in {130, -signal.SIGINT}
    assert presses == 2 or "Stopped. " in said or took > _GRACE_S
    assert "Traceback" not in said and KEY not in said
    return took, said


@pytest.mark.slow
def test_an_interrupt_is_left_alone_where_it_is_ignored(worlds):
    """As in a process that a shell has put into the background."""
    ignoring = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); "
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    with hostile_server(lambda n: "stalls") as server:
        command = [sys.executable, "-c", ignoring, sys.executable, "-m", "fictionworld.cli.main",
                   "rollout", str(worlds), "--agent", "openai:tiny", "--base-url", server.url,
                   "--tasks", "1", "--timeout-s", "2"]  # fmt: skip
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while not server.requests:
            assert process.poll() is None
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 1 and b"no answer within 2 s" in said

"""Commands whose web a model words now: no server is there, an engine dies, or is left alone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from tests.pace import slowness_on_the_clock
from tests.simulator.drafts.script import honest, server, texts
from tests.stand_in_vllm.use import all_ended, started, take

NOBODY = "endpoint:tiny@http://127.0.0.1:9/v1"


@pytest.fixture
def log(monkeypatch, tmp_path):
    """Where the stand-in for vLLM writes down the engines that are started."""
    take(monkeypatch, tmp_path / "engines")
    return tmp_path / "engines"


@contextmanager
def running(*command):
    """A program of ours in a process of its own, which is ended in the end."""
    process = subprocess.Popen(
        [sys.executable, *map(str, command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def rollout(worlds, backend, tmp_path, *more):
    shared = ("--set", f"drafts={tmp_path / 'texts'}")
    return ("-m", "fictionworld.cli.main", "rollout", worlds, "--agent", "scout", "--backend",
            backend, *shared, *more)  # fmt: skip


def ends(process, within_s=60):
    out, err = process.communicate(timeout=within_s * slowness_on_the_clock())
    return process.returncode, out, err


def until_started(process, log):
    """The engine's process id, as soon as it runs."""
    until = time.monotonic() + 60 * slowness_on_the_clock()
    while not started(log):
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.02)
    return started(log)[0]


# Models that are not there -----------------------------------------------------------------------


def live(worlds, backend, tmp_path, *more):
    """One episode at a time: with several, an error ends the whole process."""
    return ("rollout", worlds, "--agent", "scout", "--backend", backend, "--at-once", 1,
            "--set", f"drafts={tmp_path / 'texts'}", *more)  # fmt: skip


def test_where_nobody_serves_a_rollout_ends_and_says_so_once(call, worlds, tmp_path):
    printed = call(*live(worlds, NOBODY, tmp_path, "--traces", tmp_path / "traces"))
    assert printed.code == 1 and printed.err.count("not reached") == 1
    assert "in 1 try" in printed.err and "see that the server runs" in printed.err
    assert (tmp_path / "traces").read_text() == ""  # no episode of it goes to a trainer


def test_an_engine_that_does_not_start_ends_a_rollout_after_one_try(call, worlds, tmp_path, log):
    printed = call(*live(worlds, "vllm:tiny", tmp_path, "--set", "max_model_len=99000"))
    assert printed.code == 1 and printed.err.count("vLLM does not start with tiny") == 1
    assert "User-specified max_model_len (99000) is greater than the derived" in printed.err
    assert started(log) == []


def test_the_templates_text_is_a_choice_and_the_summary_shows_it(call, worlds, tmp_path):
    more = ("--set", "fallback=template", "--traces", tmp_path / "traces", "--tasks", 1, "--json")
    printed = call(*live(worlds, NOBODY, tmp_path, *more))
    assert printed.code == 0 and printed.json["mean"]["f1_by_item"] == 1
    [line] = (tmp_path / "traces").read_text().splitlines()
    wording = json.loads(line)["wording"]
    assert printed.json["wording"] == wording
    assert wording["worded"] == 0 and wording["failed"] > 10


def test_texts_are_counted_by_whose_they_are(call, worlds, tmp_path):
    with server(texts(honest)) as (url, _):
        printed = call(*live(worlds, f"endpoint:tiny@{url}", tmp_path, "--tasks", 1))
    assert printed.code == 0
    assert "in the model's words" in printed.out and " 0 the template's because" in printed.out


# Engines that die, or are left -------------------------------------------------------------------


@pytest.mark.slow
def test_an_engine_that_is_killed_ends_a_rollout(worlds, tmp_path, log, monkeypatch):
    monkeypatch.setenv("STAND_IN_DELAY_S", "0.5")
    with running(*rollout(worlds, "vllm:tiny", tmp_path)) as process:
        os.kill(until_started(process, log), signal.SIGKILL)
        code, _, err = ends(process)
    assert code == 1 and err.count("vLLM has stopped serving tiny") == 1, err
    assert len(started(log)) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "signals",
    [
        pytest.param([signal.SIGKILL], id="KILL"),
        pytest.param([signal.SIGTERM], id="TERM"),
        pytest.param([signal.SIGINT], id="Ctrl-C"),
        pytest.param([signal.SIGINT, signal.SIGINT], id="Ctrl-C twice"),
    ],
)
def test_no_engine_outlives_a_rollout(worlds, tmp_path, log, monkeypatch, signals):
    monkeypatch.setenv("STAND_IN_DELAY_S", "60")
    with running(*rollout(worlds, "vllm:tiny", tmp_path)) as process:
        engine = until_started(process, log)
        for number in signals:
            process.send_signal(number)
            time.sleep(0.05)
        code, _, err = ends(process, within_s=5)
    assert code in {130, -signals[0]}
    assert "Traceback" not in err
    assert all_ended([engine])


SCRIPT = """
import sys
import fictionworld as fw
print("begun")
episode = fw.open(sys.argv[1]).episode(0, backend=sys.argv[2])
print(episode.call("web_search", {"query": "clubs"}).splitlines()[0])
"""


def test_a_script_needs_no_guard(worlds, tmp_path, log):
    """The engine's process does not run the script once more."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    with running(script, worlds, f"vllm:tiny?drafts={tmp_path / 'texts'}") as process:
        code, out, err = ends(process)
    assert code == 0, err
    assert out.splitlines()[0] == "begun" and out.splitlines()[1].startswith("[1] http")
    assert len(out.splitlines()) == 2 and len(started(log)) == 1 and all_ended(started(log))


# Processes that share a folder -------------------------------------------------------------------

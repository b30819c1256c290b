"""`fictionworld packs`: what there is, and the check of an unknown pack."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from jsonschema import Draft202012Validator

from fictionworld import trial
from fictionworld.packs.source import pack_names, packaged_path
from tests.small import each_pack


def test_list(call):
    answer = call("packs", "list")
    assert answer.code == 0
    assert all(name in answer.out for name in pack_names())
    assert [pack["pack"] for pack in call("packs", "list", "--json").json] == pack_names()


def test_show(call):
    for name in pack_names():
        answer = call("packs", "show", name)
        assert answer.code == 0, name
        assert answer.out.startswith(name)
        text = call("packs", "show", name, "--yaml").out
        assert text == packaged_path(name).read_text("utf-8"), name


def test_schema_is_a_schema(call):
    schema = json.loads(call("packs", "schema").out)
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", each_pack())
def test_the_packaged_packs_pass_their_trial(call, name):
    answer = call("packs", "check", name, "--worlds", 10, "--json")
    assert answer.code == 0, answer.out
    assert answer.json["good"]
    assert answer.json["worlds"] == 10
    low, high = answer.json["rows"]
    assert 300 <= low <= high <= 500


@pytest.fixture
def edited(tmp_path):
    """A copy of the football pack with one text replaced."""

    def edit(old, new):
        text = packaged_path("football").read_text("utf-8")
        assert old in text
        path = tmp_path / "mine.yaml"
        path.write_text(text.replace(old, new, 1), "utf-8")
        return path

    return edit


def test_a_copy_passes(call, edited):
    path = edited("# One season", "# My season")
    answer = call("packs", "check", path, "--worlds", 4)
    assert answer.code == 0
    assert f"--packs {path}" in answer.out.replace("\n", "")


def test_a_mistake_is_told_by_line(call, edited):
    path = edited("role: askable", "role: askabel")
    answer = call("packs", "check", path)
    assert answer.code == 1
    assert answer.out.startswith(f"{path}:")
    assert "did you mean 'askable'?" in answer.out
    assert answer.err == ""
    told = call("packs", "check", path, "--json")
    assert told.code == 1
    assert told.json["findings"] == answer.out.splitlines()


def test_a_pack_that_cannot_keep_its_rules(call, edited):
    path = edited("points = 3 * won + drawn", "points = 3 * won + drawn + 1")
    answer = call("packs", "check", path, "--worlds", 2)
    assert answer.code == 1
    assert "broke a rule in each of" in answer.out
    assert "points" in answer.out


@pytest.mark.parametrize(
    ("pack", "said"),
    [("footbal", "did you mean 'football'?"), ("missing.yaml", "there is no such file")],
)
def test_no_such_pack(call, pack, said):
    answer = call("packs", "check", pack)
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err


def test_the_processor_time_of_a_trial(call):
    answer = call("packs", "check", "football", "--worlds", 250, "--cpu-seconds", 1)
    assert answer.code == 1
    assert "took more than 1 s of processor time" in answer.out
    assert "--cpu-seconds" in answer.out


@pytest.mark.slow
def test_a_busy_machine_is_not_the_packs_fault(monkeypatch):
    """The child waits for longer than its limit, and computes for less."""

    def run(command, *, input, **options):  # noqa: A002 - as subprocess calls it
        slept = f"kill -STOP $$; exec {sys.executable} -m fictionworld.trial"
        options |= {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        del options["capture_output"], options["check"]
        with subprocess.Popen(["/bin/sh", "-c", slept], **options) as child:
            time.sleep(10)
            child.send_signal(signal.SIGCONT)
            out, err = child.communicate(input)
        return subprocess.CompletedProcess(command, child.returncode, out, err)

    monkeypatch.setattr(trial, "subprocess", SimpleNamespace(**vars(subprocess) | {"run": run}))
    assert trial.try_pack("football", worlds=2, cpu_s=9).worlds == 2


def test_the_memory_of_a_trial():
    """The child is stopped where it asks for more than the limit; the parent says so."""
    code = "from fictionworld import trial; trial._limit(20); bytearray(4 * 2**30)"
    done = trial.subprocess.run(
        [trial.sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "GiB of memory" in trial._broken("mine.yaml", 20, 20, done)


def test_a_trial_writes_nothing(tmp_path):
    code = (
        "import sys; from fictionworld import trial; trial._limit(20); open(1, 'wb', 0).write(b'x')"
    )
    with (tmp_path / "out").open("wb") as out:
        done = trial.subprocess.run(
            [trial.sys.executable, "-c", code], stdout=out, stderr=-3, check=False
        )
    assert done.returncode != 0
    assert (tmp_path / "out").stat().st_size == 0


def test_sanity_of_a_packaged_pack(call):
    answer = call("packs", "sanity", "football", "--worlds", 200, "--self-test", "--json")
    assert answer.code == 0, answer.out
    assert answer.json["ok"]
    assert all(query["holds"] and query["sees_shuffle"] for query in answer.json["queries"])


def test_sanity_names_what_is_wrong(call, edited):
    path = edited("GROUP BY ALL HAVING count(*) > 1'", "GROUP BY ALL HAVING count(*) > 0'")
    answer = call("packs", "sanity", path, "--worlds", 2)
    assert answer.code == 1
    assert "A referee has one match on a day." in answer.out
    assert "referee=" in answer.out

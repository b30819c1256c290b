"""`fictionworld packs`: what there is, and the check of an unknown pack."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from datetime import date
from types import SimpleNamespace

import polars as pl
import pytest
from jsonschema import Draft202012Validator

from fictionworld import trial
from fictionworld.packs.checks.unused import check_unread
from fictionworld.packs.compile import load_pack
from fictionworld.packs.source import new_source, pack_names, packaged_path


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


def test_show_resolved(call):
    text = call("packs", "show", "football", "--resolved").out
    assert "{subject} was born on {value}" in text
    assert "like: birth_date" in text


def test_concepts_are_listed(call):
    assert "year_of" in call("packs", "concepts").out
    assert "height" in call("packs", "concepts", "--json").json["people"]["columns"]


@pytest.fixture
def no_child(monkeypatch):
    """The trial in this process, where a test is not about the child, which starts for seconds."""

    def try_here(file, *, worlds, cpu_s):
        assert cpu_s == 20
        return trial._try_here(file, worlds)

    monkeypatch.setattr(trial, "try_pack", try_here)


@pytest.mark.usefixtures("no_child")
def test_a_new_pack_is_sound(call, tmp_path):
    path = tmp_path / "harbours.yaml"
    assert call("packs", "new", "harbours", "--out", path).code == 0
    answer = call("packs", "check", path, "--worlds", 3, "--json")
    assert answer.code == 0, answer.out
    assert answer.json["pack"] == "harbours"
    again = call("packs", "new", "harbours", "--out", path)
    assert again.code == 2
    assert "which exists" in again.err
    assert "which is no name" in call("packs", "new", "Two words").err
    assert "which is packaged" in call("packs", "new", "football").err


@pytest.mark.usefixtures("no_child")
def test_a_hidden_column_that_nothing_reads_is_found(call, tmp_path):
    assert [name for name in pack_names() if [*check_unread(load_pack(name).spec)]] == []
    path, wasted = tmp_path / "p.yaml", "      mood: {role: hidden, draw: {true_share: 0.5}}\n"
    text = new_source("harbours").replace("      size: {role", f"{wasted}      size: {{role")
    path.write_text(text, "utf-8")
    answer = call("packs", "check", path, "--worlds", 3)
    assert answer.code == 1
    assert "got the hidden column mood, which nothing reads; use it, or drop it" in answer.out


@pytest.mark.slow
def test_a_preview_shows_rows_pages_and_questions(call, tmp_path):
    path = tmp_path / "harbours.yaml"
    call("packs", "new", "harbours", "--out", path)
    shown = call("packs", "preview", path, "--world", 1).out
    assert all(table in shown for table in ("Libraries", "Librarians", "Books", "Holdings"))
    assert all(f"\n{kind}   http" in shown for kind in ("encyclopedia", "news", "directory"))
    assert "question 10" in shown


def test_dates_to_come_and_wrong_articles_are_found():
    pack = load_pack("football")
    born = ("tables", "player", "columns", "born")
    values = {"date": [date(2030, 1, 2)], "year": [2029], "name": ["A Union of the Old Era"]}
    frames = {
        table.sql_name: pl.DataFrame(
            {"world_id": [1], **{c.name: values.get(c.kind, [None]) for c in table.stored}}
        )
        for table in pack.tables.values()
    }
    today = frames["football__setting"].with_columns(as_of=pl.lit(date(2030, 1, 1)))
    frames["football__setting"] = today
    late = dict(trial._days_to_come(pack, frames))
    assert "got 1 of 1 after the world's today, such as 2030-01-02 on 2030-01-01" in late[born]
    assert not any(place[-1] == "founded" for place in late)
    wrong = dict(trial._wrong_articles(pack, frames))
    assert not wrong  # a union, an era
    names = frames["football__club"].with_columns(name=pl.lit("A Instrument in Tarrow"))
    wrong = dict(trial._wrong_articles(pack, {**frames, "football__club": names}))
    assert "got 'A Instrument in Tarrow'" in wrong["tables", "club", "columns", "name"]


def test_schema_is_a_schema(call):
    schema = json.loads(call("packs", "schema").out)
    Draft202012Validator.check_schema(schema)


@pytest.mark.slow  # `test_a_copy_passes` is a trial of football
@pytest.mark.parametrize("name", pack_names())
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


@pytest.mark.usefixtures("no_child")
def test_a_copy_passes(call, edited):
    path = edited("# One season", "# My season")
    answer = call("packs", "check", path, "--worlds", 4)
    assert answer.code == 0
    assert f"--packs {path}" in answer.out.replace("\n", "")


def test_a_mistake_is_reported_by_line(call, edited, request):
    path = edited("role: askable", "role: askabel")
    answer = call("packs", "check", path)
    assert answer.code == 1
    assert answer.out.startswith(f"{path}:")
    assert "did you mean 'askable'?" in answer.out
    assert answer.err == ""
    request.getfixturevalue("no_child")
    again = call("packs", "check", path, "--json")
    assert again.code == 1
    assert again.json["findings"] == answer.out.splitlines()


@pytest.mark.usefixtures("no_child")
def test_a_pack_that_cannot_keep_its_rules(call, tmp_path):
    text = new_source("libraries")
    assert "growth > -100" in text
    path = tmp_path / "mine.yaml"
    path.write_text(text.replace("growth > -100", "growth > 100"), "utf-8")
    answer = call("packs", "check", path, "--worlds", 1)
    assert answer.code == 1
    assert "broke a rule in each of 8 attempts" in " ".join(answer.out.split())
    assert "growth > 100" in answer.out


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


@pytest.mark.slow
def test_sanity_of_a_packaged_pack(call):
    answer = call("packs", "sanity", "football", "--worlds", 200, "--self-test", "--json")
    assert answer.code == 0, answer.out
    assert answer.json["ok"]
    assert all(query["holds"] and query["sees_shuffle"] for query in answer.json["queries"])


def test_sanity_names_what_is_wrong(call, edited):
    path = edited("WHERE date - before < 4", "WHERE date - before < 40")
    answer = call("packs", "sanity", path, "--worlds", 2)
    assert answer.code == 1
    assert "A club has three days of rest between its matches." in answer.out
    assert "club=" in answer.out

"""`tools/results.py`: lines made from traces, checks of what others add, and our own results."""

from __future__ import annotations

import json
import re
import shutil

import jsonschema
import pytest

from fictionworld.build import BuildConfig, build
from fictionworld.dataset import open_dataset
from fictionworld.episodes.agents.registry import AGENTS
from tests.small import small_dataset
from tools import results
from tools.result_line import (
    SCHEMA,
    ReferenceDataset,
    read_lines,
    reference_datasets,
    reference_tasks,
    schema,
)
from tools.results import PAGE, RESULTS, merged, page, played, problems

PLAYERS = ("paste-question", "snippets-only")


@pytest.fixture(scope="module")
def dataset():
    return open_dataset(small_dataset())


@pytest.fixture(scope="module")
def known(dataset):
    held = {"worlds": 6, "seed": 5, "content_hash": dataset.content_hash, "tasks_per_cell": 1}
    return {"small": ReferenceDataset(**held)}


@pytest.fixture(scope="module")
def made(dataset, tmp_path_factory):
    """The folder of the traces of two agents, with the file of their lines."""
    folder = tmp_path_factory.mktemp("results")
    players = [AGENTS[name]() for name in PLAYERS]
    lines = played(dataset, "small", 1, folder, players)
    (folder / "results.jsonl").write_text("".join(f"{line.as_json()}\n" for line in lines))
    return folder


@pytest.fixture
def check(dataset, known, made, tmp_path):
    """Checks a copy of the folder after a change, and gives what is wrong."""

    def run(change=None):
        folder = tmp_path / "copy"
        shutil.copytree(made, folder)
        if change is not None:
            change(folder)
        return list(problems(folder / "results.jsonl", known, dataset, "small", folder))

    return run


def edited(folder, name, number, edit):
    """Replace a line of a file by what `edit` makes of it."""
    rows = [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]
    edit(rows[number])
    (folder / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")


def test_each_pack_and_level_has_its_first_task(dataset):
    chosen = reference_tasks(dataset, 1)
    assert len({(task.pack, task.level) for task in chosen}) == len(chosen)
    assert {(t.pack, t.level) for t in chosen} == {(t.pack, t.level) for t in dataset.tasks()}
    assert set(reference_tasks(dataset, 2)) > set(chosen)


def test_what_was_played_holds_and_fits_the_schema(check, made):
    assert check() == []
    for text in (made / "results.jsonl").read_text("utf-8").splitlines():
        jsonschema.validate(json.loads(text), schema())


def test_a_second_play_gives_the_same_lines(dataset, made, tmp_path):
    lines = played(dataset, "small", 1, tmp_path, [AGENTS[PLAYERS[1]]()])
    assert lines[0].as_json() == (made / "results.jsonl").read_text("utf-8").splitlines()[1]


def test_traces_that_are_there_are_not_played_again(dataset, made, tmp_path):
    shutil.copytree(made, tmp_path / "copy")
    traces = tmp_path / "copy" / "small-paste-question.jsonl"
    before = traces.read_bytes()
    played(dataset, "small", 1, tmp_path / "copy", [AGENTS["paste-question"]()])
    assert traces.read_bytes() == before


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda row: row.pop("digest"), "line 2: digest: Field required"),
        (lambda row: row.update(rank=1), "line 2: rank: Extra inputs are not permitted"),
        (lambda row: row["groups"][0]["mean"].update(value="high"), "line 2: groups.0.mean.value:"),
        (lambda row: row.update(link="ftp://x"), "line 2: link:"),
        (lambda row: row.update(dataset="other"), "no reference dataset 'other'; there are small"),
        (lambda row: row["rollout"].update(dataset="f" * 64), "played on content ffffffffffff"),
        (lambda row: row.update(version="0.0.1"), "played by 0.0.1"),
        (lambda row: row["groups"][1]["mean"].update(value=0.9999), " mean.value is 0.9999, and "),
        (lambda row: row["groups"].pop(), "is None, and "),
        (lambda row: row["rollout"].update(seed=9), "rollout seed is 9, 0 there"),
    ],
)
def test_a_wrong_line_is_named(check, edit, said):
    wrong = check(lambda folder: edited(folder, "results.jsonl", 1, edit))
    assert wrong and all("line 2" in text for text in wrong)
    assert any(said in text for text in wrong), wrong


def answer_altered(row):
    row["answer"] = "| a |\n| - |\n| b |"


def score_altered(row):
    row["reward"]["earned"] = 0.5


def reply_altered(row):
    row["calls"][0]["sha256"] = "0" * 16


@pytest.mark.parametrize(
    ("alter", "said"),
    [
        (answer_altered, "task .*: problem is"),
        (score_altered, "task .*: earned is 0.5, and"),
        (reply_altered, r"task .*: call 1 \(web_search\): sha256 differs"),
    ],
)
def test_a_changed_trace_is_named(check, alter, said):
    wrong = check(lambda folder: edited(folder, "small-paste-question.jsonl", 2, alter))
    assert "small-paste-question.jsonl is not the file that the line was made of" in wrong[0]
    assert any(re.search(rf"line 3, {said}", text) for text in wrong), wrong


def test_a_missing_task_is_named(check, made):
    first = json.loads((made / "small-paste-question.jsonl").read_text("utf-8").splitlines()[0])

    def cut(folder):
        file = folder / "small-paste-question.jsonl"
        file.write_text("".join(file.read_text("utf-8").splitlines(keepends=True)[1:]), "utf-8")

    assert any(f"lacks task {first['task_id']}" in text for text in check(cut))


def test_times_count_for_nothing(check):
    def slower(row):
        row["seconds"] += 1
        row["calls"][0]["seconds"] += 1

    assert check(lambda folder: edited(folder, "small-paste-question.jsonl", 0, slower)) == []


def test_a_new_line_replaces_one_of_the_same_rollout(made):
    lines = read_lines(made / "results.jsonl")
    other = lines[0].model_copy(update={"added_by": "another"})
    assert merged(lines, [lines[1]]) == lines
    assert len(merged(lines, [other])) == 3


def test_the_command(monkeypatch, tmp_path, capsys):
    """`page` writes page and schema; `check` prints what is wrong, and ends with 1."""
    for name, value in {
        "RESULTS": "results.jsonl",
        "PAGE": "results.md",
        "SCHEMA": "s.json",
    }.items():
        monkeypatch.setattr(results, name, tmp_path / value)
    shutil.copy(RESULTS, tmp_path / "results.jsonl")
    shutil.copy(PAGE, tmp_path / "results.md")
    assert results.main(["page"]) == 0
    assert (tmp_path / "results.md").read_text("utf-8") == PAGE.read_text("utf-8")
    assert json.loads((tmp_path / "s.json").read_text("utf-8")) == schema()
    assert results.main(["check"]) == 0
    edited(tmp_path, "results.jsonl", 0, lambda row: row.pop("link"))
    assert results.main(["check"]) == 1
    assert "results.jsonl line 1: link: Field required" in capsys.readouterr().out


def test_our_results_and_their_page_agree():
    known = reference_datasets()
    lines = read_lines(RESULTS)
    assert list(problems(RESULTS, known)) == []
    assert {line.rollout.agent for line in lines} >= set(AGENTS)
    assert page(PAGE.read_text("utf-8"), lines, known) == PAGE.read_text("utf-8")
    assert json.loads(SCHEMA.read_text("utf-8")) == schema()
    text = PAGE.read_text("utf-8")
    for name, dataset in known.items():
        assert f"`{name}`" in text and dataset.content_hash in text


@pytest.mark.slow
def test_the_reference_dataset_is_what_this_version_builds(tmp_path):
    """Where this fails, content or pages changed since the results were made: `make results`."""
    reference = reference_datasets()["fw-mini"]
    build(BuildConfig(reference.worlds, reference.seed), tmp_path / "worlds", workers=1)
    dataset = open_dataset(tmp_path / "worlds")
    assert dataset.content_hash == reference.content_hash
    agents = [AGENTS[name]() for name in ("list-crawl", "snippets-only")]
    made = played(dataset, "fw-mini", reference.tasks_per_cell, tmp_path / "traces", agents)
    stored = {line.rollout.agent: line for line in read_lines(RESULTS) if line.dataset == "fw-mini"}
    for line in made:
        assert line.model_copy(update={"version": ""}) == stored[line.rollout.agent].model_copy(
            update={"version": ""}
        )

"""Faults planted in stored keys, and each found."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

import fictionworld as fw
from fictionworld.keycheck import check_keys
from fictionworld.tasks.rekeying import check_key
from fictionworld.worlds.world_rows import WorldRows


@pytest.fixture(scope="module")
def sound(dataset):
    """A wide task whose rows are told apart by a name alone, its stored key, and its world."""
    for task in dataset.tasks():
        key = dataset.key(task.task_id)
        by_name = key.columns[0].kind == "name" and key.key_columns == key.required[:1]
        if task.kind == "wide" and len(key.rows) > 5 and by_name:
            stored = next(
                row for row in dataset.stored_keys(task.world_id) if row["task_id"] == task.task_id
            )
            world = task.world_id
            return task, stored, WorldRows(dataset.pack_of(world), dataset.frames(world))
    raise AssertionError("no wide task")


def found(sound, task=None, **changed):
    """What is found where the stored key is spoiled so: `rows` and `columns` as plain data."""
    told, stored, rows = sound
    spoiled = {**stored, **{name: json.dumps(value) for name, value in changed.items()}}
    return [(one.what, one.sentence) for one in check_key(task or told, spoiled, rows)]


def test_sound_keys_pass(dataset, sound):
    assert found(sound) == []
    report = check_keys(dataset)
    assert report
    assert report.tasks == len(dataset.tasks())
    assert report.worlds == len(dataset)


def other(value):
    """Another value of its kind, or none."""
    return value + 1 if isinstance(value, int) else None if value else 1


SPOILED_ROWS = {
    "a changed cell": (
        lambda rows: [*rows[:2], [*rows[2][:-1], other(rows[2][-1])], *rows[3:]],
        {"answer"}, "{header} of {third}",
    ),
    "a row that is left out": (
        lambda rows: rows[:2] + rows[3:], {"answer", "record"}, "1 rows are not in the key.*{third}"
    ),
    "a row too many": (
        lambda rows: [*rows, ["Nobody at All", *rows[0][1:]]],
        {"answer", "record"}, "1 rows of the key are not so: Nobody at All",
    ),
    "a row twice": (lambda rows: [*rows, rows[0]], {"answer", "record"}, "repeat the key"),
    "another order": (lambda rows: [rows[1], rows[0], *rows[2:]], {"order"}, ""),
    "no row at all": (lambda rows: [], {"record", "answer"}, ""),
}  # fmt: skip


@pytest.mark.parametrize("name", SPOILED_ROWS)
def test_rows_that_are_not_so(sound, name):
    spoil, whats, said = SPOILED_ROWS[name]
    rows = json.loads(sound[1]["rows"])
    said = said.format(header=re.escape(sound[0].columns[-1]), third=re.escape(rows[2][0]))
    findings = found(sound, rows=spoil(rows))
    assert {what for what, _ in findings} == whats
    assert any(re.search(said, sentence) for _, sentence in findings), findings


@pytest.mark.parametrize(
    ("change", "count"), [({"header": "Something Else"}, 2), ({"unit": "furlongs"}, 1)]
)
def test_columns_that_are_not_so(sound, change, count):
    columns = json.loads(sound[1]["columns"])
    columns[-1] |= change
    findings = found(sound, columns=columns)
    assert [what for what, _ in findings] == ["columns"] * count
    assert "unit" in change or "Something Else" in findings[0][1]


def test_a_question_that_does_not_name_a_column(sound):
    header = sound[0].columns[-1]
    task = replace(sound[0], question=sound[0].question.replace(header, "it"))
    assert found(sound, task) == [("question", f'the question does not name ["{header}"]')]


@pytest.mark.parametrize(
    ("field", "value"),
    [("kind", "deep"), ("shape", "chain"), ("hops", 99), ("answer_rows", 1), ("tables", ("x",))],
)
def test_a_record_that_says_something_else(field, value, sound):
    ((what, said),) = found(sound, replace(sound[0], **{field: value}))
    assert what == "record"
    assert said.startswith(f"{field} is {value!r}")


def test_another_specification(dataset):
    task, stored, told = next(
        (task, row, told)
        for task in dataset.tasks()
        if task.shape == "filter"
        for row in dataset.stored_keys(task.world_id)
        if row["task_id"] == task.task_id
        and (told := json.loads(row["specification"]))["where"]
        and not told.keys() & {"extreme", "against", "members", "either"}
    )
    told["where"] = []
    rows = WorldRows(dataset.pack_of(task.world_id), dataset.frames(task.world_id))
    spoiled = {**stored, "specification": json.dumps(told)}
    whats = {one.what for one in check_key(task, spoiled, rows)}
    assert "answer" in whats


@pytest.mark.parametrize("field", ["specification", "columns", "rows"])
@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null", "[[[1]]]", '[{"header": 1}]'])
def test_what_cannot_be_read_is_told_and_never_raised(field, text, sound):
    task, stored, rows = sound
    if field == "rows" and text == "[]":
        return  # an empty answer can be read
    findings = check_key(task, {**stored, field: text}, rows)
    assert findings, (field, text)


def test_a_path_that_leads_nowhere(sound):
    told = json.loads(sound[1]["specification"])
    told["outputs"][-1]["path"] = ["no_such_column"]
    task, stored, rows = sound
    findings = check_key(task, {**stored, "specification": json.dumps(told)}, rows)
    assert any("cannot be computed" in one.sentence for one in findings)


# ids, over a dataset whose keys are spoiled in memory


class Spoiled(fw.Dataset):
    """A dataset that reads its keys through `spoil`."""

    spoil = staticmethod(lambda rows: rows)

    def stored_keys(self, world_id=None):
        return iter(self.spoil(list(super().stored_keys(world_id))))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda rows: rows[1:], "has no key"),
        (lambda rows: [*rows, rows[0]], "has 2 keys"),
        (lambda rows: [*rows, {**rows[0], "task_id": "7-7"}], "is a key without a task"),
    ],
)
def test_tasks_and_keys_belong_together(spoil, said, dataset):
    spoiled = Spoiled(dataset.path)
    spoiled.spoil = spoil
    report = check_keys(spoiled)
    assert not report
    assert report.by_what == {"ids": len(dataset)}
    assert {one.sentence for one in report.findings} == {said}


def test_ids_are_numbered_and_unique(dataset):
    class Renumbered(fw.Dataset):
        def tasks(self, world_id=None):
            found = super().tasks(world_id)
            return [*found[:1], *(replace(task, task_id=found[1].task_id) for task in found[1:2])]

    report = check_keys(Renumbered(dataset.path))
    assert report.findings[0].task_id == "-"
    assert "have the id of another task" in report.findings[0].sentence


def test_progress_is_told(dataset):
    told = []
    check_keys(dataset, lambda done, total: told.append((done, total)))
    assert told[0] == (0, len(dataset))
    assert told[-1] == (len(dataset), len(dataset))

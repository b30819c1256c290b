"""Faults planted in stored keys, and each found."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import fictionworld as fw
from fictionworld.keycheck import check_keys
from fictionworld.tasks.rekeying import check_key
from fictionworld.worlds.world_rows import WorldRows
from tests.small import small_dataset


@pytest.fixture(scope="module")
def dataset():
    return fw.open(small_dataset())


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


def rows_of(sound):
    return json.loads(sound[1]["rows"])


def test_sound_keys_pass(dataset, sound):
    assert found(sound) == []
    report = check_keys(dataset)
    assert report
    assert report.tasks == len(dataset.tasks())
    assert report.worlds == len(dataset)


def test_a_changed_cell(sound):
    rows = rows_of(sound)
    last = rows[2][-1]
    rows[2][-1] = last + 1 if isinstance(last, int) else None if last else 1
    ((what, said),) = found(sound, rows=rows)
    assert what == "answer"
    assert said.startswith(f"{sound[0].columns[-1]} of {rows[2][0]}")


def test_a_row_that_is_left_out(sound):
    rows = rows_of(sound)
    gone = rows.pop(3)
    whats = found(sound, rows=rows)
    assert ("record" in {what for what, _ in whats}) and any(
        "1 rows are not in the key" in said and gone[0] in said for _, said in whats
    )


def test_a_row_too_many(sound):
    rows = rows_of(sound)
    rows.append(["Nobody at All", *rows[0][1:]])
    assert any("1 rows of the key are not so: Nobody at All" in said
               for _, said in found(sound, rows=rows))  # fmt: skip


def test_a_row_twice(sound):
    rows = rows_of(sound)
    assert any("repeat the key" in said for _, said in found(sound, rows=[*rows, rows[0]]))


def test_another_order(sound):
    rows = rows_of(sound)
    ((what, _),) = found(sound, rows=[rows[1], rows[0], *rows[2:]])
    assert what == "order"


def test_no_row_at_all(sound):
    assert {what for what, _ in found(sound, rows=[])} == {"record", "answer"}


def test_another_header(sound):
    columns = json.loads(sound[1]["columns"])
    columns[-1]["header"] = "Something Else"
    whats = found(sound, columns=columns)
    assert [what for what, _ in whats] == ["columns", "columns"]
    assert "Something Else" in whats[0][1]


def test_another_unit(sound):
    columns = json.loads(sound[1]["columns"])
    columns[-1]["unit"] = "furlongs"
    assert [what for what, _ in found(sound, columns=columns)] == ["columns"]


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

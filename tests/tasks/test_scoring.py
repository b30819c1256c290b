"""Answers to real tasks: what is right earns all, and what knows nothing earns nothing."""

import pytest

from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.key import Key, answer_markdown, answer_texts
from fictionworld.tasks.record import key_of, key_rows
from tests.examples import first_everyday
from tests.small import each_pack
from tests.tasks.drawing import hundred


@pytest.fixture(params=first_everyday([10, 1]), scope="module")
def every(request):
    """One task of so many."""
    return request.param


@pytest.fixture(params=each_pack(), scope="module")
def asked(request, every):
    """(question, key) of tasks of a hundred worlds."""
    drawn = hundred(request.param).tasks
    empty = next(task for task in drawn if not task.rows)
    tasks = [empty, *drawn[::every]]
    keys = [key_of(row) for row in key_rows(tasks).iter_rows(named=True)]
    return [(task.question, key) for task, key in zip(tasks, keys, strict=True)]


def table(key, rows):
    lines = [f"| {' | '.join(row)} |" for row in (key.required, ["---"] * len(key.columns), *rows)]
    return "\n".join(["```markdown", *lines, "```"])


def with_rows(asked):
    return [(question, key) for question, key in asked if key.rows]


def test_the_right_answer_scores_one(asked):
    for question, key in asked:
        figures = grade(key, answer_markdown(key)).figures
        assert figures.score == figures.f1_by_item == figures.f1_by_row == 1, question
        assert figures.f1_grounded == 1
        assert figures.f1_value in {1, None}


def test_nothing_scores_nothing(asked):
    for question, key in with_rows(asked):
        for answer in ("", table(key, []), question, f"The answer:\n\n{question}"):
            figures = grade(key, answer).figures
            assert figures.f1_by_item == figures.f1_by_row == figures.score == 0, question


def test_the_header_alone_is_right_where_there_is_no_row(asked):
    empty = [(question, key) for question, key in asked if not key.rows]
    assert empty
    for question, key in empty:
        assert grade(key, table(key, [])).figures.score == 1
        assert grade(key, "").figures.score == 0
        assert grade(key, question).figures.score == 0
        assert grade(key, table(key, [["x"] * len(key.columns)])).figures.f1_by_item == 0


def test_keys_with_blank_values_are_not_grounded(asked):
    for question, key in with_rows(asked):
        if all(column.role != "value" for column in key.columns):
            continue
        for blank in ("", "NA", "?", "0"):
            rows = [
                [
                    blank if column.role == "value" else cell
                    for cell, column in zip(row, key.columns, strict=True)
                ]
                for row in answer_texts(key)
            ]
            figures = grade(key, table(key, rows)).figures
            if blank in {"", "?"}:
                assert figures.f1_grounded == 0, question
            assert (figures.f1_value or 0) <= 0.5


def test_every_key_with_every_value_buys_nothing(asked):
    for question, key in with_rows(asked)[:60]:
        values = [i for i, column in enumerate(key.columns) if column.role == "value"]
        texts = answer_texts(key)
        if not values or len(texts) < 5:
            continue
        sprayed = [
            [texts[other][i] if i in values else cell for i, cell in enumerate(row)]
            for row in texts
            for other in range(len(texts))
        ]
        figures = grade(key, table(key, sprayed)).figures
        assert figures.f1_value <= 0.35, question
        assert figures.f1_by_item < 0.35


def test_a_key_is_read_back_as_it_was_written():
    tasks = hundred("football").tasks
    for task, row in zip(tasks, key_rows(tasks).iter_rows(named=True), strict=True):
        key = key_of(row)
        assert isinstance(key, Key)
        assert key.rows == task.rows
        assert key.required == tuple(output.header for output in task.specification.outputs)

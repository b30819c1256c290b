"""What questions and prompts tell of the size of an answer: nothing here, and each planted tell."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from fictionworld.audit.answer_size import size_told
from fictionworld.audit.answer_size_features import AskedTask, asked_tasks
from fictionworld.audit.check import AuditContext
from fictionworld.audit.options import AuditOptions
from fictionworld.tasks.wording import word_question
from tests.examples import first_everyday
from tests.small import PACKS
from tests.tasks.wording.samples import samples, worlds

EACH = 80
A_WORLD = 6
EMPTY = 12


@pytest.fixture(scope="module")
def asked(dataset):
    """Questions of two shapes, whose answers have as many rows as chance says, some of them none.

    Rows follow the number of columns, which a question must say.
    """
    rng = random.Random(0)
    drawn = [
        (pack, *sample)
        for pack in PACKS
        for shape in ("filter", "join")
        for sample in samples(worlds(pack), shape, EACH)
    ]
    rng.shuffle(drawn)
    template, found = dataset.tasks()[0], []
    for number, (pack, sample, context, seed) in enumerate(drawn):
        kind = "empty" if number % (len(drawn) // EMPTY) == 0 else "wide"
        specification = replace(sample, kind=kind)
        rows = rng.randint(5, 40) + 3 * len(specification.outputs)
        task = replace(
            template,
            task_id=f"{number // A_WORLD}-{number % A_WORLD + 1}",
            world_id=number // A_WORLD,
            pack=pack,
            kind=kind,
            shape=specification.shape,
            question=word_question(specification, context, seed),
            answer_rows=0 if kind == "empty" else rows,
        )
        found.append(AskedTask(task, specification, "You may make 450 calls in all."))
    return found


def asking(one, more):
    return replace(one, task=replace(one.task, question=f"{one.task.question} {more}".strip()))


def measured(result, name, of):
    return result.measure(name, of=of)


def test_free_wording_tells_nothing(asked):
    result = size_told(asked, 0, "worlds")
    assert result.status == "passed" and not result.findings
    assert measured(result, "correlation with rows", "question").low < 0.1
    assert measured(result, "AUC of empty answers", "question").low < 0.55
    assert measured(result, "correlation with rows", "prompt").value == 0
    assert measured(result, "AUC of empty answers", "prompt").value == 0.5
    # the number of columns is no fault: the question must say it
    assert measured(result, "correlation with rows", "specification").value > 0.1
    assert measured(result, "correlation with rows", "specification").at_most is None


def test_a_sentence_that_only_empty_tasks_have_fails_the_check(asked):
    clause = "Should no line fit, answer with just the top line."
    planted = [asking(one, clause) if one.is_empty else one for one in asked]
    result = size_told(planted, 0, "worlds")
    assert result.status == "failed"
    assert measured(result, "AUC of empty answers", "question").exceeded
    assert not measured(result, "correlation with rows", "question").exceeded
    [finding] = result.findings
    assert finding.field == "question" and "in 0% of others" in finding.text


@pytest.mark.parametrize("share", first_everyday([0.5, 1.0]))
def test_a_sentence_that_long_answers_have_more_often_fails_the_check(asked, share):
    rng = random.Random(1)
    planted = [
        asking(one, "Take your time.")
        if one.task.answer_rows > 30 and rng.random() < share
        else one
        for one in asked
    ]
    result = size_told(planted, 0, "worlds")
    assert measured(result, "correlation with rows", "question").exceeded


def test_an_order_of_columns_that_follows_the_rows_fails_the_check(asked):
    def ordered(one):
        outputs = sorted(one.specification.outputs, key=lambda output: output.kind)
        if one.task.answer_rows > 30:
            outputs.reverse()
        return replace(one, specification=replace(one.specification, outputs=tuple(outputs)))

    result = size_told([ordered(one) for one in asked], 0, "worlds")
    assert measured(result, "correlation with rows", "question").exceeded


@pytest.mark.parametrize("step", first_everyday([100, 1]))
def test_a_budget_that_follows_the_answer_fails_the_check(asked, step):
    def budgeted(one):
        calls = 120 + 7.5 * one.task.answer_rows
        return replace(one, prompt=f"You may make {round(calls / step) * step:,} calls in all.")

    result = size_told([budgeted(one) for one in asked], 0, "worlds")
    assert measured(result, "correlation with rows", "prompt").exceeded
    assert {finding.field for finding in result.findings} == {"prompt"}


def test_two_worlds_are_too_few(asked):
    assert size_told(asked[: 2 * A_WORLD], 0, "worlds").status == "not measured"


def test_prompts_of_a_dataset_differ_by_their_day_and_level_alone(dataset):
    asked = asked_tasks(AuditContext(dataset, "worlds", AuditOptions(), ()))
    assert len(asked) == len(dataset.tasks())
    levels = {one.task.level for one in asked}
    assert len({one.prompt for one in asked}) == len(levels) > 1
    assert len({(one.task.level, one.prompt) for one in asked}) == len(levels)

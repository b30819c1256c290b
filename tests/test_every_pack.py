"""What every packaged pack keeps, on two worlds of each.

Tests of many worlds take `tests.small.each_pack`: two packs every day, all in `make proofs`.
"""

from __future__ import annotations

from functools import cache

import pytest

import fictionworld as fw
from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.keycheck import check_keys
from fictionworld.packs.compile import load_pack
from fictionworld.packs.source import pack_names
from fictionworld.tasks.determination import determine
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.key import answer_markdown
from fictionworld.tasks.record import key_of, key_rows
from fictionworld.validators.stored import check_dataset
from fictionworld.web.permit import Permit
from tests.small import every_pack_dataset
from tests.tasks.drawing import Drawn, draw
from tests.tasks.wording.reading import AWKWARD, doubts
from tests.web.drawn import drawn as planned_worlds
from tests.web.test_plan import check_whole
from tests.web.test_text import check_form, open_lines
from tests.web.written import written

WORLDS = 2
every_pack = pytest.mark.parametrize("name", pack_names())


@cache
def drawn(name) -> Drawn:
    return draw(load_pack(name), range(WORLDS))


@pytest.fixture(scope="module")
def dataset():
    return fw.open(every_pack_dataset())


def test_a_build_has_sound_worlds_and_right_keys_of_every_pack(dataset):
    counts = dict(dataset.worlds()["pack"].value_counts().iter_rows())
    assert counts == dict.fromkeys(pack_names(), WORLDS)
    assert {task.pack for task in dataset.tasks()} == set(pack_names())
    assert all(check_dataset(dataset.path))
    assert check_keys(dataset)


@every_pack
def test_tasks_leave_no_doubt_and_their_evidence_is_enough(name):
    found = drawn(name)
    scenes = found.scenes()
    assert len(found.tasks) >= 4 * WORLDS
    for task in found.tasks:
        specification, rows = task.specification, found.rows(task.world_id)
        assert not list(doubts(specification, scenes[task.world_id], task.question)), task.question
        assert not AWKWARD.search(task.question), task.question
        evidence = evidence_of(specification, found.pack, rows, task.world_id)
        told = determine(specification, rows, set(evidence.cells), evidence.enumerated)
        assert all(map(all, told.rows)), task.question


@every_pack
def test_the_right_answer_scores_one_and_none_scores_nothing(name):
    tasks = drawn(name).tasks
    for task, row in zip(tasks, key_rows(tasks).iter_rows(named=True), strict=True):
        key = key_of(row)
        assert grade(key, answer_markdown(key)).figures.score == 1, task.question
        if key.rows:
            assert grade(key, task.question).figures.score == 0, task.question


@every_pack
def test_a_web_states_every_fact(name):
    check_whole(*planned_worlds(name, WORLDS))


@every_pack
def test_pages_are_read_back_and_those_of_twins_differ_in_values_alone(name):
    """Every fifth page, and its search result."""
    web, reader = written(name, 1, worlds=WORLDS)
    twin, _ = written(name, 1, values=99, worlds=WORLDS)
    assert web.heads == twin.heads
    columns = {(column.table, column.name): column for column in web.plan.codes.columns}
    for head in web.heads[::5]:
        page, other = web.page(head.number), twin.page(head.number)
        reader.check_marks(page)
        reader.check_rest(page)
        check_form(page)
        assert open_lines(page, columns) == open_lines(other, columns), head.name
        for policy in ("tease", "strict"):
            shown = [w.snippet(head.number, Permit.of(policy, w.world)) for w in (web, twin)]
            assert shown[0] == shown[1], head.name


@every_pack
def test_the_oracle_finds_the_answer(dataset, name):
    task = next(task for task in dataset.tasks() if task.pack == name and task.kind == "wide")
    assert play(dataset, Oracle(), task, Conditions(calls=0)).trace.reward.f1_by_item == 1

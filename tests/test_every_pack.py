"""What every packaged pack keeps, on a world or two of each.

Each day all are built, so validated, and two are tried further; `make proofs` tries all of them,
and validates again what was stored.
Tests of many worlds take `tests.small.each_pack`: one pack every day.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from statistics import fmean

import pytest

import fictionworld as fw
from fictionworld.build import BuildConfig, build
from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.rollout import Conditions, play, play_all
from fictionworld.keycheck import check_keys
from fictionworld.packs.compile import load_pack
from fictionworld.packs.source import pack_names
from fictionworld.tasks.determination import determine
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.key import answer_markdown
from fictionworld.tasks.options import TaskOptions
from fictionworld.tasks.record import key_of, key_rows
from fictionworld.trial import _days_to_come
from fictionworld.validators.stored import check_dataset
from fictionworld.web.permit import Permit
from fictionworld.worlds.manifest import read_manifest
from fictionworld.worlds.overlap import compare_worlds
from tests.small import every_pack_dataset, two_every_day
from tests.tasks.drawing import Drawn, draw
from tests.tasks.wording.reading import AWKWARD, doubts
from tests.web.drawn import drawn as planned_worlds
from tests.web.test_plan import check_whole
from tests.web.test_text import check_form, open_lines
from tests.web.written import written

WORLDS = 2
of_packs = pytest.mark.parametrize("name", two_every_day())


@cache
def drawn(name) -> Drawn:
    return draw(load_pack(name), range(WORLDS))


@pytest.fixture(scope="module")
def dataset():
    return fw.open(every_pack_dataset())


@pytest.fixture(scope="module")
def twins(dataset, tmp_path_factory):
    out = tmp_path_factory.mktemp("twins") / "worlds"
    build(BuildConfig(1, twin_of=str(dataset.path), tasks=TaskOptions(per_world=0)), out, workers=1)
    return fw.open(out)


def test_a_build_has_worlds_and_right_keys_of_every_pack(dataset):
    counts = dict(dataset.worlds()["pack"].value_counts().iter_rows())
    assert counts == dict.fromkeys(pack_names(), 1)
    assert {task.pack for task in dataset.tasks()} == set(pack_names())
    assert check_keys(dataset)


@pytest.mark.slow
def test_what_is_stored_of_every_pack_is_sound(dataset):
    """Of two packs `validate` shows it every day; a build has validated what it then stored."""
    assert all(check_dataset(dataset.path))


@of_packs
def test_tasks_leave_no_doubt_and_their_evidence_is_enough(name):
    found = drawn(name)
    scenes = found.scenes()
    assert len(found.tasks) >= 4 * WORLDS
    for task in found.tasks:
        specification, rows = task.specification, found.rows(task.world_id)
        assert not list(doubts(specification, scenes[task.world_id], task.question)), task.question
        assert not AWKWARD.search(task.question), task.question
        evidence = evidence_of(specification, rows, task.world_id)
        determined = determine(specification, rows, set(evidence.cells), evidence.enumerated)
        assert all(map(all, determined.rows)), task.question


@of_packs
def test_the_right_answer_scores_one_and_none_scores_nothing(name):
    tasks = drawn(name).tasks
    for task, row in zip(tasks, key_rows(tasks).iter_rows(named=True), strict=True):
        key = key_of(row)
        assert grade(key, answer_markdown(key)).figures.score == 1, task.question
        if key.rows:
            assert grade(key, task.question).figures.score == 0, task.question


@of_packs
def test_a_web_states_every_fact(name):
    check_whole(*planned_worlds(name, WORLDS))


@of_packs
def test_pages_are_read_back_and_those_of_twins_differ_in_values_alone(name):
    """Every fifth page, and its search result."""
    web, reader = written(name, 1, worlds=WORLDS)
    twin, _ = written(name, 1, values=99, worlds=WORLDS)
    assert web.heads == twin.heads
    columns = {(column.table, column.name): column for column in web.plan.codes.columns}
    for head in web.heads[::5]:
        page, other = web.page(head.number), twin.page(head.number)
        reader.check_marks(page)
        if head.kind != "register":  # it names subjects of no world, which may be called alike
            reader.check_rest(page)
        check_form(page)
        assert open_lines(page, columns) == open_lines(other, columns), head.name
        for policy in ("tease", "strict"):
            shown = [
                w.windows(head.number, Permit.of(policy, w.world)).cut(()) for w in (web, twin)
            ]
            assert shown[0] == shown[1], head.name


@of_packs
@pytest.mark.parametrize("agent", ["oracle", "scout"])
def test_whoever_reads_finds_the_answer(dataset, name, agent):
    """One task of each kind that a world has: all have wide ones, few empty ones."""
    kinds = {task.kind: task for task in dataset.tasks() if task.pack == name}
    assert "wide" in kinds
    for task in kinds.values():
        played = play(dataset, agent_named(agent), task, Conditions(calls=0))
        assert played.trace.reward.f1_by_item == 1, task.task_id


@pytest.mark.slow
@pytest.mark.parametrize(
    "agent", ["closed-book", "paste-question", "snippets-only", "guess", "prober"]
)
def test_whoever_does_not_read_finds_nothing(dataset, agent):
    """The mean over a wide and a deep task of each pack, and the bound of every task."""
    tasks = {(task.pack, task.kind): task for task in dataset.tasks() if task.kind != "empty"}
    assert {pack for pack, kind in tasks} == set(pack_names()) and len(tasks) > len(pack_names())
    played = play_all(dataset, agent_named(agent), list(tasks.values()), Conditions())
    assert fmean(one.trace.reward.f1_value or 0 for one in played) <= 0.05
    assert all(task.guess_floor <= Decimal("0.2") for task in dataset.tasks())


@pytest.mark.slow
@pytest.mark.parametrize("name", pack_names())
def test_twins_get_the_same_replies(dataset, twins, name):
    world = next(w for w in dataset.world_ids if dataset.world(w).pack == name)
    queries = list(_queries(dataset, world))
    assert len(queries) >= 8
    for policy in ("tease", "strict"):
        calls = [("web_search", {"queries": queries[at : at + 4]}) for at in range(0, 8, 4)]
        calls.append(("web_extractor", {"urls": ["https://www.example.com/"], "goal": "all"}))
        replies = [
            [one.episode(world, policy=policy).call(*call) for call in calls]
            for one in (dataset, twins)
        ]
        assert replies[0] == replies[1]
        assert "https://" in replies[0][0]


def _queries(dataset, world):
    """By kinds of row, by names, and by protected values, which an index must not hold."""
    frames = dataset.frames(world)
    for table in dataset.pack_of(world).world_tables:
        if table.name_column is None or table.name not in frames:
            continue
        frame = frames[table.name]
        # a world may lack an optional column: all of its values are missing
        asked = [c for c in table.stored if c.role == "askable" and frame[c.name].count()]
        if asked:
            said = f"{asked[0].labels[0]} {frame[asked[0].name].drop_nulls()[0]}"
            yield from (said, f"{frame[table.name_column.name][0]} {said}")
            yield f"{table.spec.spoken.many or table.name} by {asked[0].labels[0]}"


def test_invented_names_are_seldom_shared(dataset):
    packs = [load_pack(name) for name in pack_names()]
    shared = compare_worlds(dataset.path, read_manifest(dataset.path), packs)
    assert shared.names > 3000
    assert shared.share < 0.01


@of_packs
def test_nothing_is_dated_after_the_worlds_today(name):
    pack, frames = load_pack(name), drawn(name).drawing.frames
    by_sql = {pack.tables[table].sql_name: frame for table, frame in frames.items()}
    assert not list(_days_to_come(pack, by_sql))

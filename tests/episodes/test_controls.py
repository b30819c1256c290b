"""Episodes under controls: what is asked, what is recorded, and that everything stays solvable."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from dataclasses import fields

import pytest

import fictionworld as fw
from fictionworld.build import BuildConfig, build
from fictionworld.episodes.agents.guessing import answer_of
from fictionworld.episodes.agents.reasoner import Reasoner, is_discounted, marks_read
from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.agents.retrying import with_retries
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.calls import budget_for
from fictionworld.episodes.certify import certify_task
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.rollout import Conditions, play_all, sample
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.simulator.controls import NO_CONTROLS, PRESETS, Controls
from tests.episodes.test_agents import Listening
from tests.examples import first_everyday

HOSTILE = PRESETS["hostile"]
MISLEADING = Controls(stale_copies=0.5, contradictions=0.5, corrections=0.5)


def reasoner_for(dataset, task, controls):
    place = OPEN_WORLDS.at(dataset, task.world_id).under(controls)
    return place, Reasoner(place, dataset.specification(task.task_id))


# What is asked ------------------------------------------------------------------------------------


def test_the_question_states_the_rule_where_pages_may_be_wrong(dataset, task):
    for controls in (None, "none", fw.Controls(), fw.Controls(dead_links=0.5, spam=0.5)):
        assert dataset.episode(task.task_id, controls=controls).question == task.question
    asked = dataset.episode(task.task_id, controls="hostile").question
    assert asked == f"{task.question}\n\n{HOSTILE.precedence}"


def test_budgets_grow(dataset, task):
    plain, realistic, hostile = (budget_for(task.level, one) for one in PRESETS.values())
    assert plain == budget_for(task.level) == dataset.episode(task.task_id).most_calls
    assert plain < realistic < hostile
    assert dataset.episode(task.task_id, controls="hostile").most_calls == hostile
    assert dataset.episode(task.task_id, controls="hostile", calls=7).most_calls == 7
    assert budget_for(task.level, Controls(spare_calls=9)) == plain + 9
    assert str(hostile) in dataset.episode(task.task_id, controls="hostile").system_prompt


# What is recorded ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(dataset):
    """Traces of the scout under `hostile`."""
    conditions = Conditions("tease", HOSTILE, reward="f1_evidenced", texts=True)
    tasks = sample(dataset.tasks(), 8)
    return [one.trace for one in play_all(dataset, agent_named("scout"), tasks, conditions)]


def test_every_control_fires_and_is_on_the_record(dataset, played):
    fired = Counter(name for trace in played for call in trace.calls for name in call.controls)
    passive = {"errors_end", "spare_calls"}
    assert set(fired) == {one.name for one in fields(Controls)} - passive
    for trace in played:
        assert trace.reward.f1_evidenced == trace.reward.f1_by_item == 1
        level = dataset.task(trace.task_id).level
        assert 1.5 * len(trace.calls) <= budget_for(level, HOSTILE)
        assert trace.controls == str(HOSTILE)
        told = json.loads(trace.as_json())
        assert fw.Controls() != HOSTILE == PRESETS["hostile"]
        assert told["calls"][0]["controls"] == list(trace.calls[0].controls)


def test_failures_are_errors_that_agents_see_and_not_ours(played):
    failed = [
        (call, text)
        for trace in played
        for call, text in zip(trace.calls, trace.texts, strict=True)
        if {"timeout", "http_429", "http_500", "http_503", "dead_links"} & set(call.controls)
        and call.kind == "error"
    ]
    assert failed
    assert all(text.startswith(f"Error: {call.tool}: ") for call, text in failed)


def test_our_faults_stay_ours(dataset, task, monkeypatch):
    episode = dataset.episode(task.task_id, controls="hostile")

    def broken(*_, **__):
        raise OSError("disk")

    monkeypatch.setattr("fictionworld.simulator.engine.Engine.call", broken)
    with pytest.raises(InfrastructureError, match="failed, and not by the agent's doing"):
        episode.call("web_search", {"query": "x"})
    assert episode.calls_made == 0


def test_what_was_seen_wrong_is_reported_and_is_no_evidence(dataset):
    episode = dataset.episode(0, controls=MISLEADING)
    web = OPEN_WORLDS.at(dataset, 0).under(MISLEADING).web
    seen = Counter()
    for extra in web.extras[::4]:
        episode.call("web_extractor", {"url": extra.head.url})
        trace = episode.trace()
        page = web.page(extra.head.number)
        span = trace.calls[-1].span
        shown = [m for m in page.marks if span[0] <= m.start and m.end <= span[1]]
        wrong = {(str(m.fact), m.truth) for m in shown if m.truth in {"stale", "false"}}
        assert set(trace.untrue[-1]) == wrong
        seen.update(truth for _, truth in wrong)
        right = {str(m.fact) for m in shown if m.truth == "current"}
        assert set(trace.facts[-1]) <= right
    assert seen["stale"] > 10 and seen["false"] > 10
    assert dataset.episode(0).trace().untrue == ()


# The same call, the same reply --------------------------------------------------------------------


def calls_of(dataset, world_id=1):
    """Calls of all kinds, none of which hangs on what an earlier one brought."""
    heads = OPEN_WORLDS.at(dataset, world_id).web.heads
    made = [("web_search", {"queries": [h.title, "list of all", "figures"]}) for h in heads[::25]]
    made += [("web_extractor", {"url": h.url}) for h in heads[::9]]
    return made


def replies(episode, calls):
    return [episode.call(*call) for call in calls]


def told_in_another_process():
    """For a child process: a hash of all replies."""
    import hashlib

    dataset = fw.open(os.environ["FICTIONWORLD_TEST_DATASET"])
    texts = replies(dataset.episode(1, controls="hostile", seed=3), calls_of(dataset))
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def test_the_same_in_another_process(dataset, monkeypatch):
    monkeypatch.setenv("FICTIONWORLD_TEST_DATASET", str(dataset.path))
    code = "import tests.episodes.test_controls as t; print(t.told_in_another_process())"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == told_in_another_process()


def test_neither_order_nor_other_calls_matter(dataset):
    calls = calls_of(dataset)
    there = replies(dataset.episode(1, controls="hostile"), calls)
    back = replies(dataset.episode(1, controls="hostile"), calls[::-1])
    assert there == back[::-1]
    other = replies(dataset.episode(1, controls="hostile", seed=1), calls)
    assert there != other
    assert sum(a != b for a, b in zip(there, other, strict=True)) < len(there)


def test_a_call_made_again_is_answered_in_the_end(dataset):
    episode = dataset.episode(1, controls="hostile,dead_links=0")
    calls = calls_of(dataset)
    rounds = [replies(episode, calls) for _ in range(HOSTILE.errors_end + 2)]
    last = rounds[HOSTILE.errors_end - 1]
    assert rounds[HOSTILE.errors_end :] == [last, last]
    assert not any("try the same call again" in text.lower() for text in last)
    changed = [len({one[place] for one in rounds}) > 1 for place in range(len(calls))]
    assert any(changed) and not all(changed)
    texts = [text for one in rounds for text in one]
    assert list(episode.trace(texts=True).texts) == texts


def test_a_pickled_episode_goes_on_counting(dataset):
    calls = calls_of(dataset)[:12] * 4
    whole = dataset.episode(1, controls="hostile")
    expected = replies(whole, calls)
    for cut in (0, 13, 30):
        first = dataset.episode(1, controls="hostile")
        texts = replies(first, calls[:cut])
        second = pickle.loads(pickle.dumps(first))
        assert second.controls == first.controls
        texts += replies(second, calls[cut:])
        assert texts == expected
        assert [c.controls for c in second.trace().calls] == [
            c.controls for c in whole.trace().calls
        ]


def test_places_share_what_controls_leave_alike(dataset):
    place = OPEN_WORLDS.at(dataset, 0)
    assert place.under(NO_CONTROLS) is place
    hostile = place.under(HOSTILE)
    assert place.under(PRESETS["hostile"]) is hostile
    alike = place.under(Controls(**{**vars_of(HOSTILE), "timeout": 0.0}))
    assert alike is not hostile and alike.web is hostile.web
    for share in range(1, 9):
        place.under(Controls(timeout=share / 100))
    assert len(place._perturbed) <= 4


def vars_of(controls):
    return {one.name: getattr(controls, one.name) for one in fields(Controls)}


# Who reads by the rule ----------------------------------------------------------------------------


def read_all(dataset, task, controls, *, by_rule):
    """The figures of a reader of the whole web, who looks at text alone, and what he believed.

    By the rule: no archived copy of an earlier edition, no unofficial page, and of a text that a
    notice corrects what should be read. Without it: whatever comes last.
    """
    place, reasoner = reasoner_for(dataset, task, controls)
    known, web = reasoner.known, place.web
    for head in web.heads:
        page = web.page(head.number)
        banner = page.body.partition("\n")[0]
        if by_rule and re.match(r"> (Archived copy of an earlier|Unofficial)", banner):
            continue
        notices = re.findall(r"(in the text below, “([^”]+)” should read)", banner)
        corrected = [text for notice in notices for text in notice] if by_rule else []
        for mark in page.marks:
            if page.body[mark.start : mark.end] not in corrected:
                fact = mark.fact
                known.learn((fact.table, fact.row, fact.column), mark.says)
        for table, row in web.plan.entries(head.number):
            known.note_row(table, row)
    return dataset.score(task.task_id, answer_of(reasoner)).figures, known


@pytest.mark.parametrize("count", first_everyday([3, 8]))
def test_a_reader_by_the_rule_is_right_and_one_without_it_is_misled(dataset, count):
    careful, careless = [], []
    for task in sample(dataset.tasks(), count):
        figures, known = read_all(dataset, task, MISLEADING, by_rule=True)
        careful.append(figures.f1_by_item)
        assert known._misread == {}
        figures, known = read_all(dataset, task, MISLEADING, by_rule=False)
        careless.append(figures.f1_by_item)
        assert known._misread
    assert careful == [1.0] * len(careful)
    assert min(careless) < 1


def test_cues_stand_in_every_form(dataset):
    web = OPEN_WORLDS.at(dataset, 1).under(MISLEADING).web
    for extra in web.extras:
        body = web.page(extra.head.number).body.partition("\n")[0]
        match extra.control:
            case "stale_copies":
                assert re.search(r"earlier edition, saved on \d+ \w+ 20\d\d", body)
                assert extra.head.date == extra.day < web.world.as_of
            case "contradictions":
                assert "nothing has been checked" in body
            case "corrections":
                assert "Correction:" in body
        assert is_discounted(extra.head.title) == (extra.control != "corrections")


class Unruly:
    """A reasoner's credence that believes everything."""

    def believed(self, _, page, text):
        return marks_read(page, text)


def test_the_agents_would_be_misled_without_the_rule(dataset, monkeypatch):
    """The oracle over archived copies: by the rule it learns nothing, without it what is wrong."""
    task = dataset.tasks()[0]
    for ruly in (True, False):
        place, reasoner = reasoner_for(dataset, task, MISLEADING)
        if not ruly:
            reasoner._credence = Unruly()
        for extra in place.web.extras:
            page = place.web.page(extra.head.number)
            reasoner.read(extra.head.url, page.body)
        assert bool(reasoner.known._misread) != ruly


# Still solvable -----------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", first_everyday(["tease", "open"]))
@pytest.mark.parametrize("preset", first_everyday(["hostile", "realistic"]))
@pytest.mark.parametrize("name", first_everyday(["oracle", "scout"]))  # the scout has `played`
def test_whoever_reads_finds_all(dataset, name, preset, policy):
    tasks = sample(dataset.tasks(), 3)
    conditions = Conditions(policy, preset, reward="f1_evidenced")
    for played in play_all(dataset, agent_named(name), tasks, conditions):
        assert played.error is None
        reward = played.trace.reward
        assert reward.f1_evidenced == reward.f1_by_item == 1, played.task.task_id
        assert 1.5 * len(played.trace.calls) <= budget_for(played.task.level, PRESETS[preset])


ALONE = (
    "timeout=0.5", "no_results=0.5", "dead_links=0.5", "contradictions=0.5", "page_characters=2000",
    "partial=0.5", "truncation=0.5", "stale_copies=0.5", "corrections=0.5", "spam=0.5",
    "withheld_dates=0.5", "noise=0.3", "ranking_noise=1", "results=5", "errors_end=5,timeout=0.5",
)  # fmt: skip


@pytest.mark.parametrize("control", first_everyday(ALONE, 2))
def test_each_control_alone_at_its_worst(dataset, control):
    task = sample(dataset.tasks(), 7)[3]
    conditions = Conditions("tease", control)
    for name in ("oracle", "scout"):
        [played] = play_all(dataset, agent_named(name), [task], conditions)
        assert played.trace.reward.f1_by_item == 1, name
        assert not any(call.kind == "spent" for call in played.trace.calls)


def test_certificates_say_under_what(dataset):
    certificate = certify_task(dataset, dataset.tasks()[0], "tease", HOSTILE)
    assert certificate.holds
    assert certificate.controls == str(HOSTILE)


def test_the_scout_stays_blind_under_controls(dataset):
    for task in sample(dataset.tasks(), 1):
        episode = Listening(Episode(dataset, task.task_id, controls="hostile", calls=0))
        Scout().play(episode, reasoner_for(dataset, task, HOSTILE)[1])
        assert episode.calls_made > 2
        assert not episode.unread_words
        assert not episode.unread_urls


def test_an_agent_that_retries_uses_no_word_that_it_has_not_read(dataset, task):
    """Its calls are those that were asked for, and copies that a reply named."""
    episode = Episode(dataset, task.task_id, controls="hostile", calls=0)
    heads = OPEN_WORLDS.at(dataset, task.world_id).web.heads
    wrapped = with_retries(episode)
    for head in heads[:60]:
        assert wrapped.call("web_extractor", {"url": head.url}).startswith("Error") is False
    trace = episode.trace(texts=True)
    told = "".join(trace.texts)
    asked = {json.loads(call.arguments)["url"] for call in trace.calls}
    own = {head.url for head in heads[:60]}
    assert asked - own
    assert all(url in told for url in asked - own)


@pytest.fixture(scope="module")
def hundred(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hundred") / "worlds"
    build(BuildConfig(100, seed=11), folder, workers=2)
    return fw.open(folder)


POLICIES = ["open", "tease", "strict", "mixed:0.5"]
RUNS = [
    (name, preset, policy)
    for name in ("oracle", "scout")
    for preset in PRESETS
    for policy in POLICIES
]


@pytest.mark.slow
@pytest.mark.parametrize("run", range(len(RUNS)))
def test_worlds_in_turn_stay_solvable(hundred, run):
    """Every agent, preset and policy; of the hundred worlds, each has its turn."""
    world_ids = hundred.world_ids[run :: len(RUNS)]
    assert stay_solvable(hundred, *RUNS[run], world_ids) >= len(world_ids) - 1


@pytest.mark.long
@pytest.mark.parametrize(("name", "preset", "policy"), RUNS)
def test_a_hundred_worlds_stay_solvable(hundred, name, preset, policy):
    assert stay_solvable(hundred, name, preset, policy, hundred.world_ids) >= 95


def stay_solvable(dataset, name, preset, policy, world_ids):
    """How many tasks were tried, one of a world."""
    tasks = [one for w in world_ids for one in dataset.tasks(w)[w % 2 : w % 2 + 1]]
    failed, over = [], []
    for played in play_all(dataset, agent_named(name), tasks, Conditions(policy, preset, calls=0)):
        if played.error or played.trace.reward.f1_by_item != 1:
            failed.append((played.task.task_id, played.error))
        elif 1.5 * len(played.trace.calls) > budget_for(played.task.level, PRESETS[preset]):
            over.append(played.task.task_id)
    assert failed == []
    assert over == []
    return len(tasks)

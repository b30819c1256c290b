"""Worlds joined: one index over their pages, none that could be mistaken, and gold that holds."""

from __future__ import annotations

import json
import pickle
import re
from dataclasses import replace
from urllib.parse import urlsplit

import numpy as np
import pytest

import fictionworld as fw
from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.joined_worlds import OpenedFederation, _found_neighbours
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.episodes.world_handle import open_world
from fictionworld.errors import UsageError
from fictionworld.simulator.controls import NO_CONTROLS, Controls
from fictionworld.simulator.search_index import SearchIndex
from fictionworld.simulator.terms import query_terms
from fictionworld.tasks.scope import ambiguity, rivals
from fictionworld.web.neighbours import Neighbours
from fictionworld.web.permit import Permit
from fictionworld.web.served_pages import bare_address
from tests.small import PACKS, WORLDS, small_dataset, small_twins

_LINK = re.compile(r"\]\(([^()\s]+)\)")


@pytest.fixture(scope="module")
def dataset():
    return fw.open(small_dataset())


@pytest.fixture(scope="module")
def joined(dataset):
    return fw.federation(dataset, WORLDS)


@pytest.fixture(scope="module")
def catalogue(joined):
    return joined.federation.under(NO_CONTROLS)


# Which worlds and tasks --------------------------------------------------------------------------


def test_worlds_are_of_several_packs_and_the_seed_draws_them(dataset):
    four = fw.federation(dataset, 4, seed=1)
    assert {scope.world.pack for scope in four.scopes[:2]} == set(PACKS)
    assert four.world_ids == fw.federation(dataset, 4, seed=1).world_ids
    drawn = {tuple(fw.federation(dataset, 2, seed).world_ids) for seed in range(8)}
    assert len(drawn) > 1
    assert {task.world_id for task in four.tasks()} == set(four.world_ids)
    outside = next(world for world in dataset.world_ids if world not in four.world_ids)
    with pytest.raises(UsageError, match="not one of the 4 worlds"):
        four.episode(outside)
    with pytest.raises(UsageError, match="not one of the 4 worlds"):
        four.episode(f"{outside}-1")
    with pytest.raises(UsageError, match=f"has {WORLDS} worlds"):
        fw.federation(dataset, WORLDS + 1)
    train = fw.federation(dataset, 1, split="train")
    assert {task.split for task in train.tasks()} == {"train"}
    assert "train" in repr(train.scopes[0].world)


def test_a_task_that_another_world_could_answer_is_refused(dataset):
    one, other = fw.federation(dataset, 4).scopes[:4:2]
    assert one.pack is other.pack and one.label != other.label
    task = dataset.tasks(one.world.world_id)[0]
    assert rivals([one, other]) == {}
    assert ambiguity(task, one, {}) is None
    namesake = replace(other, label=one.label.upper())
    reason = ambiguity(task, one, rivals([one, namesake]))
    assert f"{len(task.tables)} tables of other worlds" in reason
    assert str(other.world.world_id) in reason
    elsewhere = replace(task, question=task.question.replace(one.label, "the league"))
    assert "does not name" in ambiguity(elsewhere, one, {})
    undated = replace(task, question=re.sub(r"\d{4}", "", task.question))
    assert "as of" in ambiguity(undated, one, {})


def test_worlds_of_one_name_are_joined_last_and_their_tasks_refused(joined):
    """Two smartphone markets of Western Europe, of 2031 and 2032, in the last and the second."""
    named = [scope.world.world_id for scope in joined.scopes if scope.label == "Western Europe"]
    assert len(named) == 2 and joined.scopes[-1].world.world_id == named[1]
    assert {int(task_id.partition("-")[0]) for task_id in joined.refused} == set(named)
    assert {task.world_id for task in joined.tasks()} == set(joined.world_ids) - set(named)
    assert fw.federation(joined._dataset, WORLDS - 1).refused == {}
    with pytest.raises(UsageError, match="fit its words"):
        joined.episode(f"{named[0]}-1")


def test_today_is_the_latest_day_of_all_worlds(joined):
    days = {scope.world.world_id: scope.world.as_of for scope in joined.scopes}
    latest = max(days.values())
    for task in joined.tasks():
        prompt = joined.prompt(task.task_id)[0]["content"]
        assert f"Today is {latest.day} " in prompt and str(latest.year) in prompt
        assert ("as of an earlier day" in prompt) == (days[task.world_id] != latest)


# Pages -------------------------------------------------------------------------------------------


def test_no_address_and_no_title_is_that_of_two_worlds(catalogue):
    web = catalogue.web
    assert len({bare_address(head.url) for head in web.heads}) == len(web.heads)
    worlds_by_title, worlds_by_host = {}, {}
    for head in web.heads:
        place, _ = web.place_of(head.number)
        worlds_by_title.setdefault((head.title, head.world), set()).add(place)
        worlds_by_host.setdefault(urlsplit(head.url).hostname, set()).add(place)
    assert all(len(places) == 1 for places in worlds_by_title.values())
    assert all(len(places) == 1 for places in worlds_by_host.values())


def test_addresses_and_links_lead_to_pages_of_the_same_world(catalogue):
    web = catalogue.web
    for head in web.heads[::29]:
        assert web.number_of(head.url) == head.number
        page = web.page(head.number)
        assert page.head == head
        place, _ = web.place_of(head.number)
        assert page.body.startswith(f"{catalogue._worlds._scopes[place].world.title}\n\n")
        for address in _LINK.findall(page.body):
            assert web.place_of(web.number_of(address))[0] == place
    assert web.number_of("https://nowhere.example/x") is None
    with pytest.raises(IndexError):
        web.page(len(web.heads) + 1)


def test_hosts_that_another_world_has_are_left_to_it(dataset, joined):
    scope = joined.scopes[0]
    world_id = scope.world.world_id
    (first, _), (avoided, names) = _found_neighbours(dataset, [scope, scope])
    plain = open_world(dataset, world_id).web
    taken = {urlsplit(head.url).hostname.removeprefix("www.") for head in plain.heads}
    assert not first and taken <= set(avoided)
    assert set(names) == set(plain.context.rows.names.values())
    neighbours = Neighbours(scope.label, scope.world.title, frozenset(avoided), frozenset(names))
    web = open_world(dataset, world_id, neighbours=neighbours).web
    assert taken.isdisjoint(urlsplit(h.url).hostname.removeprefix("www.") for h in web.heads)
    assert len(web.heads) == len(plain.heads) > 200
    for head in web.heads[::41]:
        page = web.plan.page(head.number)
        is_of_a_match = page.row is not None and page.table == "match"  # which has no name
        assert is_of_a_match or head.world == scope.label  # every name is shared
        for address in _LINK.findall(web.page(head.number).body):
            assert web.number_of(address) is not None


# Searches ----------------------------------------------------------------------------------------


def test_the_index_is_that_of_all_pages_indexed_together(joined, catalogue):
    web, permit = catalogue.web, Permit.of("tease", joined.federation.world)
    together = SearchIndex.of(web.searched([head.number for head in web.heads], permit))
    index = catalogue.view(permit).index
    assert set(index.rows) == set(together.rows)
    for task in joined.tasks():
        terms = query_terms(task.question)
        assert index.pages(terms) == together.pages(terms)
        assert index.pages(terms, 20) == together.pages(terms)[:20]


def test_a_list_that_several_worlds_have_is_found_with_what_its_world_is_called(joined, catalogue):
    names = catalogue.names
    assert names.entry(query_terms("players")) is None
    for place, scope in enumerate(joined.scopes):
        tables = joined._dataset.pack_in(scope.world.world_id).tables
        noun = tables["player" if scope.world.pack == "football" else "phone"].noun[1]
        label = joined.federation.label(place)
        entry = names.entry(query_terms(f"list of all {noun} {label}"))
        plan = open_world(joined._dataset, scope.world.world_id).web.plan
        listed = {page.listed for page in plan.pages if page.is_partial_list}
        assert (entry is None) == bool(listed & {"player", "phone"})
        if entry is not None:
            assert catalogue.web.place_of(entry)[0] == place
            assert catalogue.web.heads[entry - 1].world == label
        row_name = next(iter(open_world(joined._dataset, scope.world.world_id).rows.names.values()))
        assert catalogue.web.place_of(names.entry(query_terms(row_name)))[0] == place
    scope = joined.scopes[0]
    words = scope.label.split(" ")
    slip = words[0][:-2] + words[0][-1] + words[0][-2]
    assert catalogue.view(Permit.of("tease", joined.federation.world)).terms_of(slip)


@pytest.mark.parametrize("policy", ["tease", pytest.param("strict", marks=pytest.mark.slow)])
def test_twins_get_equal_replies(joined, policy):
    twins = fw.federation(fw.open(small_twins()), WORLDS)
    assert twins.world_ids == joined.world_ids
    permit = Permit.of(policy, joined.federation.world)
    ours, theirs = (one.federation.pages(permit, NO_CONTROLS) for one in (joined, twins))
    for name in ("heads", "spellings"):
        assert getattr(ours, name) == getattr(theirs, name)
    for name in ("keys", "places", "weights"):
        assert np.array_equal(getattr(ours.index, name), getattr(theirs.index, name))
    world_id = joined.world_ids[0]
    episodes = [one.episode(world_id, policy) for one in (joined, twins)]
    for task in joined.tasks():
        queries = {"queries": [task.question, " ".join(task.columns)]}
        texts = [episode.call("web_search", queries) for episode in episodes]
        assert texts[0] == texts[1]


# Episodes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("controls", ["none", pytest.param("hostile", marks=pytest.mark.slow)])
def test_oracle_and_scout_solve_tasks_and_read_what_they_rest_on(joined, controls):
    for task in joined.tasks()[::5]:
        for agent in (Oracle(), Scout()):
            played = play(joined, agent, task, Conditions(controls=controls, calls=0))
            assert played.error is None
            assert played.trace.reward.f1_by_item == 1, (task.task_id, agent.name)
            assert played.trace.reward.f1_evidenced == 1, (task.task_id, agent.name)


def test_what_pages_of_other_worlds_state_counts_for_nothing(joined, catalogue):
    task = joined.tasks()[0]
    place = [scope.world.world_id for scope in joined.scopes].index(task.world_id)
    other = next(
        h for h in catalogue.web.heads[::-1] if catalogue.web.place_of(h.number)[0] != place
    )
    for policy in ("tease", "open"):
        episode = joined.episode(task.task_id, policy)
        page = episode.read(other.url)
        assert page.found and page.title == other.title
        episode.search(other.title)
        trace = episode.trace()
        assert all(fact.startswith(f"{task.world_id}/") for facts in trace.facts for fact in facts)
        assert trace.urls[0] == (other.url,)
        assert not trace.facts[0]


def test_an_episode_goes_on_in_another_process(dataset, joined):
    task = joined.tasks()[0]
    episode = joined.episode(task.task_id, controls="realistic", seed=3)
    episode.search(task.question)
    query = {"query": " ".join(task.columns)}
    packed, log = pickle.dumps(episode), episode.log()
    assert len(packed) < 4096
    assert json.loads(log)["dataset"] == joined.content_hash != dataset.content_hash
    expected = episode.call("web_search", query)
    for again in (pickle.loads(packed), fw.Episode.from_log(joined, log)):
        assert again.call("web_search", query) == expected
    with pytest.raises(UsageError, match="another dataset"):
        fw.Episode.from_log(dataset, log)
    alone = dataset.episode(task.task_id, seed=3)
    assert alone.call("web_search", query) != expected  # one process plays both


def test_the_index_comes_from_its_file_and_is_made_again_where_that_is_damaged(dataset, joined):
    permit = Permit.of("tease", joined.federation.world)
    made = joined.federation.pages(permit, NO_CONTROLS)
    again = OpenedFederation(dataset, joined.scopes)
    assert not again.pages(permit, NO_CONTROLS).index.weights.flags.owndata  # it is mapped
    files = list((dataset.path / ".cache").glob(f"joined-{again.name}-*.index"))
    for file in files:
        content = file.read_bytes()
        file.unlink()  # the other process has it mapped
        file.write_bytes(content[:-1])
    third = OpenedFederation(dataset, joined.scopes).pages(permit, NO_CONTROLS)
    assert np.array_equal(third.index.weights, made.index.weights)
    assert bytes(third.heads) == bytes(made.heads)


def test_worlds_are_closed_when_memory_is_short(dataset):
    small = fw.federation(fw.open(dataset.path, cache_mb=3), WORLDS, seed=7)
    episodes = [small.episode(world_id) for world_id in small.world_ids]
    for episode in episodes:
        episode.search("clubs phones")
    opened = small.federation._worlds
    assert 0 < len(opened) < WORLDS and opened.resident_bytes < 4 * 2**20
    for world_id in small.world_ids:
        OPEN_WORLDS.close(small, world_id)


def test_a_web_of_a_model_is_refused(joined):
    with pytest.raises(UsageError, match="template"):
        joined.worded_by("drafts:nowhere")
    assert joined.worded_by("template") is joined
    assert joined.federation.under(Controls(http_500=0.1)).spam == ()

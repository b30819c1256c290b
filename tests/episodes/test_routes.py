"""Each fixed route plays a task of each pack by its own route only, within its characters."""

from __future__ import annotations

import json
from functools import cache

import pytest

import fictionworld as fw
from fictionworld.episodes.agents.pages import links_in, results_in
from fictionworld.episodes.agents.reasoner import is_discounted
from fictionworld.episodes.agents.registry import AGENTS, agent_named
from fictionworld.episodes.agents.route import TIMES_SCOUT, RouteAgent
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.web.page_kind import page_kinds
from tests.examples import first_everyday
from tests.small import PACKS, each_pack, every_pack_dataset, small_opened

ROUTES = ("list-crawl", "name-by-name", "statistics-only", "breadth-first")
CONDITIONS = Conditions(calls=0, texts=True)


@pytest.fixture(params=each_pack(), scope="module")
def pack(request):
    return request.param


@pytest.fixture(scope="module")
def dataset(pack):
    """The everyday one where it has the pack; a dataset of all packs takes its time."""
    return small_opened() if pack in PACKS else fw.open(every_pack_dataset())


@pytest.fixture(scope="module")
def task(dataset, pack):
    tasks = [one for one in dataset.tasks() if one.pack == pack and one.kind == "wide"]
    return max(tasks, key=lambda one: one.least_characters)


@pytest.fixture(scope="module")
def trace_of(dataset, task):
    """What an agent did, by its name; it plays once for all tests."""
    return cache(lambda name: play(dataset, agent_named(name), task, CONDITIONS).trace)


def steps(trace):
    """The calls in order: what was searched for or the address that was opened, and the reply."""
    for call, text in zip(trace.calls, trace.texts, strict=True):
        arguments = json.loads(call.arguments)
        yield arguments.get("url"), arguments.get("page", 1), text


def opened(trace):
    return [url for url, part, _ in steps(trace) if url is not None and part == 1]


def kind_at(dataset, task, url):
    web = OPEN_WORLDS.at(dataset, task.world_id).web
    return web.heads[web.number_of(url) - 1].kind


def test_all_routes_are_agents():
    routes = {name for name, kind in AGENTS.items() if issubclass(kind, RouteAgent)}
    assert routes == set(ROUTES)
    assert all("1.5" in agent_named(name).settings for name in ROUTES)


@pytest.mark.parametrize("name", ROUTES)
def test_a_route_reads_and_stays_within_its_characters(dataset, task, trace_of, name):
    trace, scout = trace_of(name), trace_of("scout")
    bound = int(TIMES_SCOUT * sum(call.characters for call in scout.calls))
    # the last reply is that which would have passed the bound, and was not read
    assert sum(call.characters for call in trace.calls[:-1]) <= bound
    assert opened(trace)
    assert trace.reward is not None


@pytest.mark.parametrize("name", first_everyday(ROUTES))
def test_a_route_makes_the_same_calls_again(dataset, task, trace_of, name):
    first, scout = trace_of(name), trace_of("scout")
    known = {task.task_id: sum(call.characters for call in scout.calls)}
    again = play(dataset, AGENTS[name](known), task, CONDITIONS).trace
    assert [(c.tool, c.arguments, c.sha256) for c in first.calls] == [
        (c.tool, c.arguments, c.sha256) for c in again.calls
    ]
    assert first.answer == again.answer


@pytest.mark.parametrize("name", ROUTES)
def test_a_route_ends_where_its_characters_or_its_calls_do(dataset, task, name):
    short = play(dataset, AGENTS[name]({task.task_id: 10_000}), task, CONDITIONS).trace
    assert sum(call.characters for call in short.calls[:-1]) <= 15_000
    assert sum(call.characters for call in short.calls) > 15_000
    few = play(dataset, AGENTS[name]({task.task_id: 10**7}), task, Conditions(calls=3)).trace
    assert len(few.calls) == 3 and few.answer is not None


def test_the_list_crawl_opens_lists_and_what_they_link_to(dataset, task, trace_of):
    linked = set()
    for url, _, text in steps(trace_of("list-crawl")):
        if url is not None:
            is_list = kind_at(dataset, task, url) == "directory"
            assert is_list or url in linked
            if is_list:
                linked |= {link.url for link in links_in(text)}
    assert linked


def test_name_by_name_opens_own_pages_that_searches_found(dataset, task, trace_of):
    found = {}
    names = OPEN_WORLDS.at(dataset, task.world_id).names
    for url, _, text in steps(trace_of("name-by-name")):
        if url is None:
            found |= {result.url: result.title for result in results_in(text)}
        else:
            assert page_kinds[kind_at(dataset, task, url)].home
            assert names.rows(found[url])


def test_name_by_name_passes_over_pages_that_controls_add(dataset, task):
    played = play(dataset, agent_named("name-by-name"), task, Conditions(controls="hostile"))
    assert played.error is None and played.trace.calls


def test_statistics_only_opens_statistics_and_reports(dataset, task, trace_of):
    kinds = {kind_at(dataset, task, url) for url in opened(trace_of("statistics-only"))}
    assert kinds <= {"statistics", "report"}


def test_breadth_first_opens_pages_in_the_order_in_which_it_saw_them(trace_of):
    waiting, done, page = {}, set(), []

    def note(found):
        waiting.update(dict.fromkeys(one.url for one in found if one.url not in done))

    for url, part, text in steps(trace_of("breadth-first")):
        if part == 1:  # the links of the page before count once it was read whole
            note(link for one in page for link in links_in(one))
            page = []
        if url is None:
            note(result for result in results_in(text) if not is_discounted(result.title))
            continue
        if part == 1:
            assert url == next(iter(waiting))
            done.add(url)
            del waiting[url]
        page.append(text)
    assert len(done) > 5


def test_without_a_bound_no_route_opens_what_is_not_its_own(dataset, task):
    """A scout, which is bound to no route, fails the checks above: they can fail."""
    trace = play(dataset, Scout(), task, CONDITIONS).trace
    kinds = {kind_at(dataset, task, url) for url in opened(trace)}
    assert not kinds <= {"statistics", "report"}
    assert not kinds <= {kind.name for kind in page_kinds if kind.home}

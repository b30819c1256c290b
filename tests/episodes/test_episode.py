from __future__ import annotations

import asyncio
import json
import pickle
import sys
import threading

import pytest

from fictionworld.episodes import calls as calls_module
from fictionworld.episodes import world_cache
from fictionworld.episodes.calls import budget_for
from fictionworld.episodes.faults import EpisodeError, InfrastructureError
from fictionworld.episodes.world_cache import OPEN_WORLDS, WorldCache
from fictionworld.errors import FictionworldError, UsageError
from fictionworld.tasks.key import answer_markdown

MEMORY = {"operation": "add", "dict": {"a": 1}}
RECALL = {"operation": "retrieve_all"}


def first_url(text):
    return text.split("[1] ", 1)[1].split("\n", 1)[0]


@pytest.fixture
def played(dataset, task):
    """An episode with a search, a page and a note."""
    episode = dataset.episode(task.task_id)
    episode.call(
        "web_extractor", {"url": first_url(episode.call("web_search", {"query": task.question}))}
    )
    episode.call("dict_memory", MEMORY)
    return episode


def test_the_right_answer_earns_all(dataset, task):
    episode = dataset.episode(task.task_id)
    right = answer_markdown(dataset.key(task.task_id))
    reward = episode.score(right)
    assert reward.f1_grounded == reward.f1_by_item == reward.score == 1
    # and what was not read earns nothing, unless asked for
    assert reward.coverage == float(reward) == 0
    assert float(dataset.episode(task.task_id).score(right, "f1_grounded")) == 1
    assert episode.is_over


def test_an_episode_is_used_once(dataset, task):
    episode = dataset.episode(task.task_id)
    episode.score("no table")
    with pytest.raises(EpisodeError, match=r"over: .* called again; make another"):
        episode.call("web_search", {"query": "x"})
    with pytest.raises(EpisodeError, match="cannot be scored again"):
        episode.score("no table")


def test_a_world_without_a_task(dataset):
    episode = dataset.episode(0)
    assert episode.call("web_search", {"query": "clubs"})
    assert episode.most_calls == 0
    with pytest.raises(EpisodeError, match=r"without a task; .*'0-1'"):
        episode.score("x")
    assert episode.trace().evidence is None


def test_an_agents_slips_are_replies(dataset, task):
    episode = dataset.episode(task.task_id)
    for tool, arguments in [
        ("no_such_tool", {}), ("web_search", "{not json"), ("web_extractor", {"url": "nowhere"}),
        ("web_search", {"queries": []}), ("dict_memory", {}), ("", ""),
    ]:  # fmt: skip
        assert episode.call(tool, arguments).startswith("Error")
    assert {call.kind for call in episode.trace().calls} == {"error"}


def test_equal_calls_bring_equal_texts(dataset, task):
    texts = [
        [dataset.episode(task.task_id, seed=3).call("web_search", given) for _ in range(2)]
        for given in ({"query": "players and phones"}, '{"query": "players and phones"}')
    ]
    assert len({text for pair in texts for text in pair}) == 1


def test_spent_budget(dataset, task):
    episode = dataset.episode(task.task_id, calls=2)
    texts = [episode.call("dict_memory", RECALL) for _ in range(3)]
    assert texts[0] == texts[1] != texts[2]
    assert "All 2 calls of this task are used" in texts[2]
    assert [call.kind for call in episode.trace().calls][-1] == "spent"


def test_a_prompt_tells_nothing_of_its_task(dataset):
    episodes = [dataset.episode(task.task_id) for task in dataset.tasks()]
    assert {episode.most_calls for episode in episodes} == {budget_for()}
    days = {dataset.world(episode.world_id).as_of for episode in episodes}
    assert len({episode.system_prompt for episode in episodes}) == len(days)
    assert dataset.episode(episodes[0].world_id).most_calls == 0


def test_replies_keep_to_their_length(dataset, task):
    episode = dataset.episode(task.task_id, reply_characters=700)
    found = episode.call("web_search", {"query": task.question})
    assert len(found) <= 700
    assert len(episode.call("web_extractor", {"url": first_url(found)})) <= 700


def test_the_trace_tells_what_was_seen(dataset, task, played):
    trace = played.trace(texts=True)
    assert [call.tool for call in trace.calls] == ["web_search", "web_extractor", "dict_memory"]
    assert trace.calls[1].span is not None and len(trace.calls[1].pages) == 1
    assert len(trace.facts) == len(trace.texts) == 3
    assert trace.facts[1]
    # what rules a row out is what was read first, so the number may differ from the task's
    assert 0 < trace.evidence.seen < trace.evidence.needed
    assert len(trace.evidence.cells) == task.answer_cells
    assert {cell.header for cell in trace.evidence.cells} == set(task.columns)
    assert json.loads(trace.as_json())["task_id"] == task.task_id
    assert trace.answer is None and trace.reward is None


def test_the_trace_holds_nothing_of_the_key(dataset, task):
    episode = dataset.episode(task.task_id)
    episode.score("no table")
    told = episode.trace().as_json()
    key = dataset.key(task.task_id)
    numbers = {str(value) for row in key.rows for value in row if len(str(value)) > 5}
    assert numbers and not [value for value in numbers if value in told]


def test_a_cell_is_seen_when_it_follows(dataset, task):
    heads = OPEN_WORLDS.at(dataset, task.world_id).web.heads

    def evidence_after(pages):
        episode = dataset.episode(task.task_id, calls=0, reply_characters=10**6)
        for head in heads[:pages]:
            episode.call("web_extractor", {"url": head.url})
        return episode.trace().evidence

    evidence = evidence_after(len(heads))
    assert evidence.seen == evidence.needed and evidence.coverage == 1
    assert 0 < evidence.complete_at <= len(heads)
    assert all(cell.call for cell in evidence.cells)
    calls = {cell.call for cell in evidence.cells}
    assert len(calls) > 1
    for call in sorted(calls)[:3]:
        before, after = evidence_after(call - 1), evidence_after(call)
        for cell, early, late in zip(evidence.cells, before.cells, after.cells, strict=True):
            assert early.call == (cell.call if cell.call < call else None)
            assert late.call == (cell.call if cell.call <= call else None)


def test_pickles_small_and_goes_on(dataset, task, played):
    packed = pickle.dumps(played)
    assert len(packed) < 4096
    again = pickle.loads(packed)
    assert again.trace() == played.trace()
    assert again.call("dict_memory", RECALL) == played.call("dict_memory", RECALL)
    assert '"a": 1' in again.call("dict_memory", RECALL)
    played.score("x")
    with pytest.raises(EpisodeError):
        pickle.loads(pickle.dumps(played)).call("dict_memory", RECALL)


@pytest.mark.parametrize("controls", [None, "hostile"])
def test_async_calls_do_not_hold_the_loop(dataset, task, monkeypatch, controls):
    """Worlds are opened, and under controls made, in other threads; after that calls are quick."""
    opened, here = [], threading.main_thread()
    plain = world_cache.open_world

    def noted(source, world_id, content):
        opened.append(threading.current_thread() is not here)
        return plain(source, world_id, content)

    worlds = WorldCache(noted)
    monkeypatch.setattr(calls_module, "OPEN_WORLDS", worlds)
    episodes = [dataset.episode(task.task_id, "tease", controls) for _ in range(3)]

    async def all_at_once():
        asked = (one.acall("web_search", {"query": "clubs phones"}) for one in episodes)
        return await asyncio.gather(*asked)

    first = asyncio.run(all_at_once())
    assert len(set(first)) == 1 and opened == [True]
    monkeypatch.setattr(asyncio, "to_thread", None)  # not needed any more
    assert asyncio.run(all_at_once()) == first
    assert first[0] == dataset.episode(task.task_id, "tease", controls).call(
        "web_search", {"query": "clubs phones"}
    )


def test_our_faults_are_typed_and_not_on_the_record(dataset, task, monkeypatch):
    episode = dataset.episode(task.task_id)

    def broken(*_):
        raise OSError("the disk is gone")

    monkeypatch.setattr(OPEN_WORLDS, "_open", broken)
    OPEN_WORLDS.close(dataset, task.world_id)
    with pytest.raises(InfrastructureError, match="not by the agent's doing: OSError: the disk"):
        episode.call("web_search", {"query": "x"})
    assert episode.calls_made == 0
    monkeypatch.undo()
    assert episode.call("web_search", {"query": "clubs"})
    assert issubclass(InfrastructureError, FictionworldError)


def test_a_thousand_episodes_are_light(dataset, task):
    episodes = [dataset.episode(task.task_id, seed=n % 4) for n in range(1000)]
    for episode in episodes:
        episode.call("dict_memory", RECALL)
    assert all(sys.getsizeof(episode.__dict__) < 2000 for episode in episodes)


def test_what_an_agent_receives(dataset, task):
    episode = dataset.episode(task.task_id)
    world = dataset.world(task.world_id)
    assert f"{world.as_of.day} {world.as_of:%B} {world.as_of.year}" in episode.system_prompt
    assert str(episode.most_calls) in episode.system_prompt
    assert [tool["function"]["name"] for tool in episode.tools] == [
        "web_search", "web_extractor", "dict_memory",
    ]  # fmt: skip
    assert episode.question == task.question
    assert repr(episode) == f"<Episode {task.task_id}, tease, 0 calls>"


def nested(depth, make):
    value = "x"
    for _ in range(depth):
        value = make(value)
    return value


def circular():
    value = {}
    value["queries"] = value
    return value


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("web_search", nested(3000, lambda below: {"queries": below})),
        ("web_search", {"queries": nested(3000, lambda below: [below])}),
        ("web_search", "[" * 200_000),
        ("web_search", circular()),
        ("dict_memory", {"operation": "add", "dict": circular()}),
        ("web_search", {1: 2, "queries": 3, None: 4, (1, 2): 5, b"x": 6}),
        ("web_search", {"queries": {1, 2}}),
        ("web_search", {"queries": object()}),
        ("web_extractor", {"url": "x", "page": 10**5000}),
        ("web_search", b'{"queries": ["x"]}'),
        ("web_search", None),
        (b"web_search", {"queries": ["x"]}),
        (None, {}),
        ([], []),
        ("\ud800", {"\ud800": "\ud800"}),
    ],
    ids=lambda given: type(given).__name__,
)
def test_whatever_an_agent_sends_is_answered_and_recorded(dataset, tool, arguments):
    episode = dataset.episode("0-1")
    assert episode.call(tool, arguments).startswith("Error: ")
    (call,) = episode.trace().as_dict()["calls"]
    json.dumps(call, ensure_ascii=False).encode()
    assert isinstance(call["tool"], str) and isinstance(call["arguments"], str)


@pytest.mark.parametrize("answer", [5, b"| a |", ["| a |"], [], 0])
def test_an_answer_that_is_no_text(dataset, answer):
    episode = dataset.episode("0-1")
    for score in (episode.score, lambda answer: dataset.score("0-1", answer)):
        with pytest.raises(UsageError, match="an answer is text"):
            score(answer)
    assert episode.score("").f1_by_item == 0  # it is not over


def test_no_answer_is_an_empty_one(dataset):
    episode = dataset.episode("0-1")
    assert episode.score(None) == dataset.episode("0-1").score("")
    assert episode.trace().answer == ""
    assert float(dataset.score("0-1", None)) == float(dataset.score("0-1", "")) == 0
    right = answer_markdown(dataset.key("0-1"))
    assert float(dataset.score("0-1", right)) == 1


@pytest.mark.parametrize(
    ("place", "wrong", "said"),
    [
        ("0-1", {"controls": "hostle"}, "controls: got preset 'hostle'; .*mean 'hostile'"),
        ("0-1", {"reply_characters": 100}, "reply_characters: got 100; allowed is 600 or more"),
        ("0-1", {"policy": "teas"}, "got policy 'teas'"),
        *(("0-1", {"calls": calls}, "calls: got") for calls in (-1, "many", 1.5)),
        *((place, {}, "give a task's id") for place in (None, b"0-1", 1.5)),
        ("0-999", {}, "got task 0-999"),
        (10**6, {}, "got world 1000000"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(dataset, place, wrong, said):
    with pytest.raises(UsageError, match=said):
        dataset.episode(place, **wrong)

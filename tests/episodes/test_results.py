"""Searching and reading as data: the same calls, noted and charged alike."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from fictionworld.episodes.faults import EpisodeError
from fictionworld.episodes.results import Results
from fictionworld.errors import UsageError
from fictionworld.simulator.controls import Controls


def noted(episode):
    """The record, without the time that calls took."""
    trace = episode.trace(texts=True)
    return replace(trace, calls=tuple(replace(c, seconds=0) for c in trace.calls), seconds=0)


@pytest.mark.parametrize("controls", [None, "hostile"])
@pytest.mark.parametrize("policy", ["tease", "open"])
def test_they_are_the_equal_calls(dataset, task, policy, controls):
    given = {"policy": policy, "controls": controls, "calls": 30, "seed": 5}
    plain, data = (dataset.episode(task.task_id, **given) for _ in range(2))
    for query in (task.question, "directory", "qqqq zzzz", "", "player list of clubs"):
        text = plain.call("web_search", {"query": query})
        results = data.search(query)
        assert results.text == text
        for one in results:
            assert f"[{one.rank}] {one.url}\nTitle: {one.title}\nSnippet: {one.snippet}\n" in text
            assert f"Date: {one.date or 'N/A'}" in text
        assert len(results) == text.count("\nSnippet: ")
        for one in results[:3]:
            for page in (1, 2):
                part = {} if page == 1 else {"page": page}
                text = plain.call("web_extractor", {"url": one.url, **part})
                read = data.read(one.url, page)
                assert read.found == (not text.startswith("Error"))
                assert text.startswith(read.text)
    assert noted(plain) == noted(data)
    assert data.calls_made > 6


def test_a_page_as_data(dataset, task):
    episode = dataset.episode(task.task_id, reply_characters=900)
    [first, *_] = episode.search("directory", k=3)
    page = episode.read(first.url)
    assert page.found and page.part == 1 and page.parts > 1
    whole = [page, *(episode.read(first.url, n) for n in range(2, page.parts + 1))]
    assert "[Part 1 of" not in page.text and first.title.split(" - ")[0] in page.title
    assert all(part.text and "call web_extractor" not in part.text for part in whole)
    beyond = episode.read(first.url, page.parts + 1)
    assert not beyond.found and "no such part" in beyond.text and beyond.title == ""
    lost = episode.read("nowhere.example/x")
    assert not lost.found and "could not be reached" in lost.text and lost.parts == 0


def test_the_first_results_alone(dataset, task):
    episode = dataset.episode(task.task_id)
    every = episode.search("directory")
    assert isinstance(every, Results) and [one.rank for one in every] == list(range(1, 11))
    assert episode.search("directory", k=2) == every[:2]
    with pytest.raises(UsageError, match="got k=0"):
        episode.search("directory", k=0)
    assert episode.calls_made == 2


def test_a_spent_budget_is_reported(dataset, task):
    episode = dataset.episode(task.task_id, calls=1)
    assert episode.search("directory")
    assert episode.search("directory") == [] and "All 1 calls" in episode.search("directory").text
    assert not episode.read("a.example/b").found
    episode.score(None)
    with pytest.raises(EpisodeError, match="over"):
        episode.search("directory")


def test_failures_are_no_results(dataset, task):
    episode = dataset.episode(task.task_id, controls=Controls(http_500=0.5))
    found = [episode.search(f"directory {word}") for word in "abcdefghij"]
    failed = [results for results in found if results.text.startswith("Error: web_search:")]
    assert failed and not any(failed) and any(found)


def test_beside_an_event_loop(dataset, task):
    async def played():
        episode = dataset.episode(task.task_id)
        results = await episode.asearch("directory", k=4)
        page = await episode.aread(results[0].url)
        return episode, results, page, await episode.ascore(None, reward="f1_evidenced")

    episode, results, page, reward = asyncio.run(played())
    again = dataset.episode(task.task_id)
    assert (results, page) == (again.search("directory", k=4), again.read(results[0].url))
    assert float(reward) == reward.f1_evidenced == 0 and episode.is_over

"""The calls that models are tried with, made from what the scout asks on a dataset's tasks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Final

from fictionworld.dataset import Dataset
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.agents.registry import AGENTS
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.world_handle import WorldHandle, open_world
from fictionworld.seeds import child_seed
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.states.call_state import CallState
from fictionworld.simulator.states.prompt import NO_LEAK
from fictionworld.simulator.states.states import (
    PAGE_ROOM,
    arguments_text,
    turn_of,
    web_of,
    world_line,
)
from fictionworld.simulator.states.told_pages import told_cells
from fictionworld.simulator.toolbox import read_call
from fictionworld.simulator.web_search import Search, reply_of, result_of
from fictionworld.tasks.record import Task
from fictionworld.worldmodel.bench_call import Arm, BenchCall
from fictionworld.worldmodel.instructions import INSTRUCTIONS

_TASKS: Final = 2
"""Of a world."""
_QUERIES: Final = 2
"""Of a task."""
_BEST: Final = 3
"""Pages that belong first: the places that the engine gives to pages that fit."""
_OTHERS: Final = 3
"""Pages beside them, of those that the engine did not find."""
_LONGEST: Final = 120
_AGAIN: Final = "the agent asks this again"


def bench_calls(dataset: Dataset, worlds: Sequence[int], seed: int = 0) -> Iterator[BenchCall]:
    """Yield the calls of some worlds, about fifteen of each task, in one order.

    Args:
        dataset: The dataset.
        worlds: Its worlds to look at.
        seed: Random seed of the queries and of the pages beside the best.
    """
    for world_id in worlds:
        handle = open_world(dataset, world_id, most_pages=inf)
        for task in dataset.tasks(world_id)[:_TASKS]:
            rng = Random(child_seed(seed, f"bench-model/{task.task_id}"))  # noqa: S311
            yield from _calls_of(dataset, handle, task, rng)


@dataclass(frozen=True)
class _BenchSearch:
    """One query with the pages that a model is told of: those that belong first, and others."""

    handle: WorldHandle
    call: Search
    name: str
    pages: Sequence[int]
    """The pages that belong first, the best first, then the others."""
    shuffled: Sequence[int]

    def made(
        self, arm: Arm, policy: str, *, tells_closed: bool = False, instruction: str = ""
    ) -> BenchCall:
        """Return the call of one arm."""
        engine = self.handle.engine.under(policy, seed=0)
        told = tuple(
            told_cells(
                web_of(engine), page, engine.permit, PAGE_ROOM, tells_closed=tells_closed
            ).page
            for page in self.shuffled
        )
        state = CallState(
            world_line(self.handle.world), "web_search", arguments_text(self.call), told,
            instruction=instruction,
        )  # fmt: skip
        return BenchCall(
            f"{self.name}/{arm}",
            self.handle.world.world_id,
            self.handle.pack.name,
            arm,
            state,
            _reference(engine, self.call, self.pages),
            tuple(self.handle.web.heads[page - 1].url for page in self.pages[:_BEST]),
        )


def _calls_of(
    dataset: Dataset, handle: WorldHandle, task: Task, rng: Random
) -> Iterator[BenchCall]:
    queries = _queries(dataset, handle, task)
    answer = json.dumps(dataset.key(task.task_id).rows[:3], default=str, ensure_ascii=False)
    for turn, query in enumerate(rng.sample(queries, min(_QUERIES, len(queries)))):
        search = _search(handle, query, f"{task.task_id}/{turn}", rng)
        if search is not None:
            yield from _search_calls(search, task, answer)
            yield from _memory_calls(search, rng.randrange(100, 1000))


def _search(handle: WorldHandle, query: str, name: str, rng: Random) -> _BenchSearch | None:
    """Return a query with its pages; None where it finds too few."""
    call = read_call("web_search", {"query": query})
    assert isinstance(call, Search)
    found = handle.engine.under("tease", seed=0).answer(call, memory=Memory()).pages
    if len(found) < _BEST:
        return None
    others = [head.number for head in handle.web.heads if head.number not in found]
    pages = [*found[:_BEST], *rng.sample(others, min(_OTHERS, len(others)))]
    return _BenchSearch(handle, call, name, pages, rng.sample(pages, len(pages)))


def _search_calls(search: _BenchSearch, task: Task, answer: str) -> Iterator[BenchCall]:
    """Yield a search in each arm, and the reading of its best page."""
    withheld, told = search.made("withheld", "tease"), search.made("told", "open")
    yield withheld
    yield told
    yield search.made("forbidden", "tease", tells_closed=True, instruction=NO_LEAK)
    answered = search.made("answer", "tease", tells_closed=True)
    yield replace(answered, question=task.question, answer=answer)
    again = search.made("again", "tease", instruction=_AGAIN)
    yield replace(again, of=withheld.call_id)
    names = list(INSTRUCTIONS)
    instruction = INSTRUCTIONS[names[child_seed(0, search.name) % len(names)]]
    instructed = search.made("instructed", "tease", instruction=instruction.text)
    yield replace(
        instructed,
        reference=instruction.obeyed(instructed.reference),
        instruction=instruction.name,
    )
    engine = search.handle.engine.under("open", seed=0)
    page = turn_of(engine, "web_extractor", {"url": told.best[0]}, memory=Memory())
    yield BenchCall(
        f"{search.name}/page", told.world_id, told.pack, "page", page.state, page.reply.text,
        of=told.call_id,
    )  # fmt: skip


def _memory_calls(search: _BenchSearch, number: int) -> Iterator[BenchCall]:
    """Yield the readings of a note that is kept, and then changed."""
    memory, world = Memory(), search.handle.world.world_id
    engine = search.handle.engine.under("tease", seed=0)
    operations = (
        {"operation": "add", "dict": {"seen": number, "query": search.call.queries[0].text}},
        {"operation": "retrieve", "key_list": ["seen", "query"]},
        {"operation": "update", "dict": {"seen": number + 1}},
        {"operation": "retrieve_all"},
    )
    for step, arguments in enumerate(operations):
        turn = turn_of(engine, "dict_memory", arguments, memory=memory)
        if step % 2:  # what confirms a change says nothing of what is kept
            yield BenchCall(
                f"{search.name}/memory-{step}", world, search.handle.pack.name, "memory",
                turn.state, turn.reply.text,
            )  # fmt: skip


def _queries(dataset: Dataset, handle: WorldHandle, task: Task) -> list[str]:
    """Return the queries that the scout sends on a task, each once."""
    episode = Episode(dataset, task.task_id, "tease", seed=0)
    AGENTS["scout"]().play(episode, Reasoner(handle, dataset.specification(task.task_id)))
    sent = [
        query
        for call in episode.calls
        if call.tool == "web_search"
        for query in json.loads(call.arguments).get("queries", [])
    ]
    return [query for query in dict.fromkeys(sent) if len(query) <= _LONGEST]


def _reference(engine: Engine, call: Search, pages: Sequence[int]) -> str:
    """Return the reply that ranks these pages in this order, in the template's words."""
    catalogue, permit = engine.catalogue, engine.permit
    terms = catalogue.view(permit).terms_of(call.queries[0].text)
    windows = catalogue.windows(pages, permit)
    heads = catalogue.heads.by_number
    results = tuple(result_of(heads[page], windows[page], permit, terms) for page in pages)
    return reply_of(call, [results], None).text

"""No reply to a search tells a protected value as it stands: looked for without the guard.

The everyday test asks hundreds of queries; the long one, `pytest -m slow -s`, a hundred thousand.
Where a value stands in a result all the same, twins decide: a result that says the same in a world
with another value there does not tell it (`showing 147-159 of 172`, in a list of players).
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

import pytest

import fictionworld as fw
from fictionworld.audit.replies import results_of
from fictionworld.build import BuildConfig, build
from fictionworld.episodes.world_handle import WorldHandle, written_world
from fictionworld.simulator.controls import PRESETS
from fictionworld.simulator.drafts.worded import WordedCatalogue, WordedWeb
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.terms import query_terms
from fictionworld.tasks.options import TaskOptions
from fictionworld.web.permit import Permit
from tests.examples import first_everyday
from tests.leakage.exact_search import Cell, ExactSearch
from tests.small import small_config, small_dataset, small_twins

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from fictionworld.audit.replies import ReplyResult
    from fictionworld.dataset import Dataset
    from fictionworld.simulator.drafts.request import Request
    from fictionworld.tasks.record import Task
    from fictionworld.worlds.fact import Value


class Setting(NamedTuple):
    """How the tools are set."""

    policy: str
    controls: str
    worded: bool = False


SETTINGS = (
    *(Setting(policy, preset) for policy in ("tease", "strict") for preset in PRESETS),
    Setting("tease", "none", worded=True),
    Setting("strict", "none", worded=True),
)


# The replies -------------------------------------------------------------------------------------


def queries(place: WorldHandle, tasks: Collection[Task], cells: Collection[Cell]) -> Iterator[str]:
    """Names, columns, words of questions, values, lines of pages, and these together."""
    dice = random.Random(place.world.world_id)
    labels, heads = sorted(set(place.labels.values())), place.web.heads
    names = sorted({head.title.partition(" - ")[0] for head in heads})
    values = [str(cell.value) for cell in cells]
    questions = [task.question.split() for task in tasks]
    while True:
        words = dice.choice(questions)
        start = dice.randrange(len(words))
        body = place.web.page(dice.choice(heads).number).body.split("\n")
        yield from (
            dice.choice(names),
            f"{dice.choice(names)} {dice.choice(labels)}",
            dice.choice(labels),
            " ".join(words[start : start + 12]),
            dice.choice(values),
            f"{dice.choice(names)} {dice.choice(values)}",
            " ".join(dice.sample(values, min(20, len(values)))),
            dice.choice([line for line in body if line.strip()]),
        )


@dataclass
class Looked:
    """Replies looked at."""

    replies: Counter[Setting] = field(default_factory=Counter)
    results: int = 0
    sought: int = 0
    """Values of subjects that a result names or is about, each looked for in it."""
    chance: int = 0
    """Values that stand in a result which says the same where twins have another value."""
    explicit: list[str] = field(default_factory=list)
    """Values stated."""

    def __str__(self) -> str:
        return (
            f"{self.replies.total():,} replies, {self.results:,} results, {self.sought:,} values "
            f"looked for in them: {len(self.explicit)} stated, {self.chance} there by chance"
        )


class World:
    """A world with its twins, under every setting."""

    def __init__(self, datasets: tuple[Dataset, ...], world_id: int) -> None:
        self.places = tuple(written_world(dataset, world_id) for dataset in datasets)
        self.tasks = datasets[0].tasks(world_id)
        self.search = ExactSearch(self.places[0])
        self.drafts = Knowing(self.search)
        self._set: dict[tuple[str, bool, int], WorldHandle] = {}

    def look(self, setting: Setting, replies: int, looked: Looked) -> None:
        place = self.under(setting)
        search = self.search if PRESETS[setting.controls].is_off else ExactSearch(place)
        asked = queries(place, self.tasks, search.cells)
        for number, query in zip(range(replies), asked, strict=False):
            looked.replies[setting] += 1
            for one in shown(place, setting, query, number):
                looked.results += 1
                looked.sought += len(search.sought(one))
                for hit in search.look(one):
                    if self.is_chance(hit.cell, one, setting, query, number):
                        looked.chance += 1
                    else:
                        looked.explicit.append(f"{setting} {query!r}: {hit}")

    def is_chance(
        self, cell: Cell, one: ReplyResult, setting: Setting, query: str, number: int
    ) -> bool:
        """Whether a twin has another value there and says the same."""
        for twin in range(1, len(self.places)):
            place = self.under(setting, twin)
            at = place.rows.ids(cell.table).index(cell.row)
            value = place.rows.shown(cell.table, (cell.column,))[at]
            if value != cell.value and one in shown(place, setting, query, number):
                return True
        return False

    def under(self, setting: Setting, twin: int = 0) -> WorldHandle:
        """A place as it is set: the world's own, or a twin's."""
        key = (setting.controls, setting.worded, twin)
        if key not in self._set:
            place = self.places[twin]
            if setting.worded:
                web = WordedWeb(place.web, self.drafts)  # type: ignore[arg-type]  # a plain one
                place = replace(place, web=web, engine=Engine(WordedCatalogue(web)))
            self._set[key] = place.under(PRESETS[setting.controls])
        return self._set[key]


def shown(place: WorldHandle, setting: Setting, query: str, number: int) -> tuple[ReplyResult, ...]:
    """The results of a query."""
    engine = place.engine.under(setting.policy, seed=number % 4)
    return results_of(
        engine.call("web_search", {"queries": [query]}, memory=Memory(), attempt=9).text
    )[0]


class Knowing:
    """A model that knows every value and tells one in each second text that it writes."""

    def __init__(self, search: ExactSearch) -> None:
        self._cells = search.cells
        self.stated = 0
        """Texts that tell a value."""

    def texts(self, request: Request, checks: object) -> Mapping[str, str]:
        del checks
        subject = request.head.title.partition(" - ")[0]
        found = {}
        for at, passage in enumerate(request.passages):
            found[passage.key] = passage.plain
            if (at + request.head.number) % 2:
                self.stated += 1
                cell = self._cells[(31 * request.head.number + at) % len(self._cells)]
                found[passage.key] += f" The {cell.column} of {subject} is {cell.forms[0]}."
        return found

    def prepare(self, requests: object, checks: object) -> None:
        pass


def look(worlds: Iterable[World], replies: int) -> Looked:
    """At so many replies of each world under each setting."""
    looked = Looked()
    for world in worlds:
        for setting in SETTINGS:
            world.look(setting, replies, looked)
    print(f"\n{looked}")  # noqa: T201 - the figure is what the search is for
    return looked


def with_twins(folder: Path, scratch: Path, twins: int = 2) -> tuple[Dataset, ...]:
    """A dataset, and others of the same structure, each with values of its own."""
    found = [fw.open(folder)]
    for number in range(twins):
        build(
            BuildConfig(1, twin_of=str(folder), tasks=TaskOptions(per_world=0)),
            scratch / f"twin {number}",
            workers=1,
        )
        folder = scratch / f"twin {number}"
        found.append(fw.open(folder))
    return tuple(found)


# What is planted ---------------------------------------------------------------------------------


def as_written(cell: Cell, decimals: int) -> list[str]:
    """The value as a writer would put it, by other means than the search has."""
    value: Value = cell.value
    if isinstance(value, date):
        month = f"{value:%B}"
        return [
            f"{value:%Y-%m-%d}", f"{month} {value.day}, {value.year}",
            f"{value.day} {month} {value.year}", f"{month[:3]} {value.day}, {value.year}",
        ]  # fmt: skip
    if isinstance(value, int | Decimal):
        said = "{:,.{}f}".format(abs(value), decimals)
        return [said, said.replace(",", ""), said.replace(",", " "), said.replace(",", "\u202f")]
    assert isinstance(value, str)
    return [value, value.upper()]


def planted(one: ReplyResult, said: str) -> Iterator[ReplyResult]:
    """Copies of a result with a value in them."""
    yield replace(one, snippet=f"({said}) {one.snippet}")
    yield replace(one, snippet=f"{one.snippet} It is {said}.")
    yield replace(one, title=f"{one.title}: {said}")
    yield replace(one, date=said)


def plants(world: World, replies: int) -> Iterator[tuple[Cell, ReplyResult]]:
    """Values of which a result must tell none, in copies of it."""
    dice = random.Random(3)
    place = world.under(SETTINGS[0])
    asked = queries(place, world.tasks, world.search.cells)
    for number, query in zip(range(replies), asked, strict=False):
        for one in shown(place, SETTINGS[0], query, number):
            cells = world.search.sought(one)
            for cell in dice.sample(cells, min(3, len(cells))):
                column = place.pack.tables[cell.table].columns[cell.column]
                for said in as_written(cell, column.decimals):
                    yield from ((cell, copy) for copy in planted(one, said))


# The tests ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> list[World]:
    """One of each pack, with two twins."""
    twins = with_twins(small_twins(), tmp_path_factory.mktemp("twins"), 1)
    datasets = (fw.open(small_dataset()), *twins)
    return [World(datasets, world_id) for world_id in datasets[0].world_ids[:2]]


@pytest.mark.parametrize("replies", first_everyday([16, 32]))
def test_no_reply_tells_a_value_as_it_stands(worlds: list[World], replies: int) -> None:
    looked = look(worlds, replies)
    assert looked.replies.total() == replies * len(worlds) * len(SETTINGS)
    assert looked.sought > 25 * looked.replies.total()
    assert not looked.explicit, looked.explicit[:3]


@pytest.mark.slow
def test_no_reply_of_a_hundred_thousand_tells_a_value(tmp_path: Path) -> None:
    build(small_config(20, seed=18), tmp_path / "worlds", workers=1)
    # Five twins: a phone's storage has few values, and the same one in all of two now and then.
    datasets = with_twins(tmp_path / "worlds", tmp_path, 5)
    looked = look((World(datasets, world_id) for world_id in range(20)), replies=625)
    assert looked.replies.total() >= 100_000
    assert not looked.explicit, looked.explicit[:3]


def test_replies_that_tell_values_are_noticed(worlds: list[World]) -> None:
    for world in worlds:
        looked = Looked()
        world.look(Setting("open", "none"), 20, looked)
        assert len(looked.explicit) > 20


@pytest.mark.parametrize("replies", first_everyday([8, 40]))
def test_every_value_that_is_planted_is_found(worlds: list[World], replies: int) -> None:
    tried = found = 0
    for world in worlds:
        for cell, one in plants(world, replies):
            tried += 1
            found += any(hit.cell == cell for hit in world.search.look(one))
    print(f"\n{found:,} of {tried:,} planted values found")  # noqa: T201 - likewise
    assert tried > 75 * replies
    assert found == tried


def test_values_that_may_be_stated_are_seen(worlds: list[World]) -> None:
    """Under `open` snippets state what their pages state; marks say what that is."""
    open_ = Setting("open", "none")
    for world in worlds:
        place, search = world.places[0], world.search
        sought = {(cell.table, cell.row, cell.column) for cell in search.cells}
        permit = Permit.of("open", place.world)
        asked = queries(place, world.tasks, search.cells)
        stated = seen = 0
        for query, _ in zip(asked, range(240), strict=False):
            for one in shown(place, open_, query, 0):
                number = place.web.number_of(one.url)
                assert number is not None
                cut = place.web.windows(number, permit).cut(query_terms(query))
                if not cut.endswith("..."):  # its marks count what was left out
                    marked = {(f.table, f.row, f.column) for _, f in cut.stated} & sought
                    hits = {(c.table, c.row, c.column) for c, *_ in search.look(one)}
                    stated, seen = stated + len(marked), seen + len(marked & hits)
        print(f"\n{seen:,} of {stated:,} values stated under open seen")  # noqa: T201
        assert stated > 100
        assert seen >= 0.9 * stated


def test_a_model_that_tells_values_is_shown_without_them() -> None:
    dataset = fw.open(small_dataset())
    world, looked = World((dataset,), dataset.world_ids[0]), Looked()
    worded = Setting("tease", "none", worded=True)
    world.look(worded, 60, looked)
    assert not looked.explicit
    web = world.under(worded).web
    assert isinstance(web, WordedWeb)
    assert world.drafts.stated > 50
    assert web.tally.replaced >= world.drafts.stated
    assert web.tally.accepted > 50

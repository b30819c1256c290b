"""`f1_evidenced` is 1 for every reader whose readings determine the answer, by whatever route."""

from __future__ import annotations

from collections import defaultdict

import pytest

import fictionworld as fw
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.tasks.evidence import evidence_of, value_cells
from fictionworld.tasks.inference import columns_in_names
from fictionworld.tasks.selection import groups_of, select
from fictionworld.worlds.fact import FactId
from tests.episodes.test_evidenced import gold, listed, read
from tests.examples import first_everyday
from tests.small import every_pack_dataset, small_opened


def every_pack_opened():
    return fw.open(every_pack_dataset())


@pytest.fixture(scope="module", params=first_everyday([small_opened, every_pack_opened]))
def worlds(request):
    return request.param()


class Reader:
    """Chooses the pages of a task by a taste: for each fact that is needed the page it likes best.

    Of a list it reads all parts.
    """

    def __init__(self, dataset, task, taste):
        self.place = OPEN_WORLDS.at(dataset, task.world_id)
        self.plan = self.place.web.plan
        self.specification = dataset.specification(task.task_id)
        evidence = evidence_of(self.specification, self.place.rows, task.world_id)
        self.series = defaultdict(list)
        for page in self.plan.pages:
            if page.listed is not None:
                self.series[series_of(page)].append(page)
        self.lists = [page for table in evidence.enumerated for page in self.all_rows(table, taste)]
        pages = [*self.lists]
        for fact in evidence.facts:
            if not self.is_in_name(fact.table, fact.column):
                numbers = self.plan.pages_of(fact)
                best = min(map(self.plan.page, numbers), key=taste)
                pages += self.series[series_of(best)] if best.listed is not None else [best]
        self.pages = list(dict.fromkeys(page.number for page in pages))

    def is_in_name(self, table, column):
        return column in columns_in_names(self.place.pack, table)

    def all_rows(self, table, taste):
        """The pages of a list that holds all rows of a table, the liked kind first."""
        ids = set(self.place.rows.ids(table))
        whole = [
            pages
            for pages in self.series.values()
            if pages[0].listed == table and pages[0].row is None and pages[0].value is None
            and len(pages) == pages[0].parts and self.rows_on(pages, table) == ids
        ]  # fmt: skip
        return min(whole, key=lambda pages: taste(pages[0]))

    def rows_on(self, pages, table):
        stated = {row for page in pages for row in self.plan.groups(page.number).get(table, ())}
        listed = {entry for page in pages for entry in self.plan.entries(page.number)}
        return stated | {row for of_table, row in listed if of_table == table}

    def only_page(self):
        """A page that alone, of those read, states a value of the answer; None where none does."""
        rows, specification = self.place.rows, self.specification
        groups = groups_of(specification, rows, select(specification, rows).kept.rows)
        for cell in value_cells(specification, rows, groups):
            fact = FactId(self.place.world.world_id, *cell)
            stated = [page for page in self.plan.pages_of(fact) if page in self.pages]
            if len(stated) == 1 and not self.is_in_name(cell[0], cell[2]):
                return stated[0]
        return None

    def reward(self, dataset, task, without=None):
        episode = dataset.episode(task.task_id, calls=0)
        for number in self.pages:
            if number != without:
                read(episode, self.place.web.heads[number - 1].url)
        return episode.score(gold(dataset, task), "f1_evidenced")


def series_of(page):
    return page.name.rpartition("/")[0] if page.part is not None else page.name


def own_pages(page):
    return page.listed is not None, page.kind != "directory", page.number


def tables(page):
    return page.listed is None, page.kind == "directory", -(page.parts or 0), page.number


def records(page):
    return page.kind not in {"minutes", "memo", "ticket", "report"}, page.number


@pytest.mark.parametrize("taste", [own_pages, tables, records])
def test_each_route_earns_all_and_less_without_a_needed_page(worlds, taste):
    tasks = {(task.pack, task.shape): task for task in worlds.tasks()}
    dropped = 0
    for task in tasks.values():
        reader = Reader(worlds, task, taste)
        reward = reader.reward(worlds, task)
        assert float(reward) == reward.f1_evidenced == 1, task.task_id
        assert reward.coverage in {None, 1}, task.task_id
        needed = reader.only_page()
        if needed is not None:
            # where the page stated what others state too, nothing is lost
            dropped += reader.reward(worlds, task, without=needed).f1_evidenced < 1
    assert dropped > len(tasks) // 2


def test_a_series_of_tables_closes_its_table_with_its_last_part(worlds):
    """As a directory does."""
    task = next(iter(worlds.tasks()))
    reader = Reader(worlds, task, tables)
    wholes = (reader.all_rows(table.name, tables) for table in reader.place.pack.world_tables)
    pages = next(pages for pages in wholes if pages[0].kind != "directory" and len(pages) > 1)
    episode = worlds.episode(task.task_id, calls=0)
    for page in pages:
        assert not listed(reader.place, episode)
        read(episode, reader.place.web.heads[page.number - 1].url)
    assert listed(reader.place, episode) == {pages[0].listed}

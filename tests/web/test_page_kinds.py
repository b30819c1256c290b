"""Kinds of pages: a kind that a package adds is planned, headed and written as the others are."""

from __future__ import annotations

import importlib
import sys

import numpy as np
import pytest

from fictionworld.errors import UsageError
from fictionworld.generators.fill import fill_worlds
from fictionworld.packs.compile import compile_source, load_pack
from fictionworld.packs.source import parse_source
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.permit import Permit
from tests.web.drawn import drawn, seeds
from tests.web.written import web_of

GAZETTE = '''
"""Gazettes: one page a world, on its first brand."""

import numpy as np

from fictionworld.web.page_kind import WebPageKind
from fictionworld.web.plan_builder import PageBlock
from fictionworld.web.writing.blocks import heading
from fictionworld.web.writing.prose import sentences


class Gazette(WebPageKind):
    name = "gazette"
    dated = 1.0

    def plan(self, builder):
        batch = builder.batch
        lines = batch.lines["brand"]
        first, worlds = lines.start[:-1], np.arange(len(batch))
        handles = builder.add(
            PageBlock(kind="gazette", name="gazette/brand", world=worlds, site="outlet/1",
                       table="brand", row=lines.row[first])
        )
        facts = batch.codes.facts_of("brand")
        builder.state("brand", handles, first, batch.has_column[lines.world[first]][:, facts])

    def head(self, heads, page, site, rng):
        return f"Gazette: {heads.context.name(page.table, page.row)}", f"gazette/{page.row}"

    def write(self, writer, site):
        said = sentences(writer, "brand", writer.plan.row, writer.own())
        return "\\n\\n".join([heading(writer, "Gazette", 1), " ".join(said)])


KIND = Gazette()
'''


@pytest.fixture
def gazette(tmp_path, monkeypatch):
    (tmp_path / "gazettes").mkdir()
    (tmp_path / "gazettes" / "__init__.py").write_text(GAZETTE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    page_kinds.register(importlib.import_module("gazettes").KIND)
    yield page_kinds["gazette"]
    sys.modules.pop("gazettes")
    if "gazette" in page_kinds:
        page_kinds.remove("gazette")


def test_a_kind_of_a_package_is_planned_headed_and_written(gazette):
    pack, filled, _ = drawn("smartphones", 4, 0)
    web = _web(pack, filled)
    (planned,) = [page for page in web.plan.pages if page.kind == gazette.name]
    head = web.heads[planned.number - 1]
    assert head.title.startswith("Gazette: ")
    assert head.date is not None
    assert web.number_of(head.url) == planned.number
    page = web.page(planned.number)
    assert page.body.startswith("# Gazette") or page.body.startswith("**Gazette")
    assert {mark.fact for mark in page.marks} == set(web.plan.statements(planned.number))
    assert all(page.body[mark.start : mark.end] for mark in page.marks)
    assert web.windows(planned.number, Permit.of("open", web.world)).cut(()).stated
    page_kinds.remove(gazette.name)
    without = [page.name for page in _web(pack, filled).plan.pages]
    assert [page.name for page in web.plan.pages if page.kind != gazette.name] == without


def test_a_second_kind_of_a_name_is_refused(gazette):
    class Other(type(gazette)):
        pass

    with pytest.raises(UsageError, match="second page kind 'gazette'"):
        page_kinds.register(Other())


def test_an_unknown_kind_is_reported_with_those_there_are():
    with pytest.raises(UsageError, match="allowed: background, directory, encyclopedia"):
        page_kinds["encyclopaedia"]


@pytest.mark.parametrize("kind", ["encyclopedia", "forum", "news", "official", "report", "review"])
def test_a_page_of_many_rows_is_headed_by_what_it_sets_out(kind):
    source = load_pack("smartphones").source
    table = "{kind: statistics, rows: 10, columns: [benchmark, clock, price]}"
    assert table in source
    pack = compile_source(
        parse_source(source.replace(table, table.replace("statistics", kind)), "changed.yaml")
    )
    web = _web(pack, fill_worlds(pack, seeds([0])))
    names = web.context.cells("chip", "name")
    listed = [page for page in web.plan.pages if page.kind == kind and page.listed == "chip"]
    assert listed
    for page in listed:
        assert not any(web.heads[page.number - 1].title.startswith(name) for name in names)


def test_lengths_and_shares_are_numbers():
    for kind in page_kinds:
        assert min(kind.length) >= 0
        assert min(kind.table_length) >= 0
        assert 0 <= kind.dated <= 1
        assert np.isfinite(kind.rank)


def _web(pack, filled):
    return web_of(pack, filled, int(filled.worlds["world_id"][0]))[0]

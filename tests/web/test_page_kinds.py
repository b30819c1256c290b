"""Kinds of pages: a kind that a package adds is planned, headed and written as the others are."""

from __future__ import annotations

import importlib
import sys
from typing import get_args

import numpy as np
import pytest

from fictionworld.build import BuildConfig, build
from fictionworld.errors import UsageError
from fictionworld.generators.fill import fill_worlds
from fictionworld.packs.compile import compile_source, load_pack
from fictionworld.packs.fields import Strategy
from fictionworld.packs.pages import PRIVATE_KINDS
from fictionworld.packs.source import parse_source
from fictionworld.tasks.options import TaskOptions
from fictionworld.web.hosts import site_roles
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.permit import Permit
from tests.examples import first_everyday
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


def test_a_kind_whose_site_no_world_has_is_refused_when_it_loads(gazette):
    class Lost(type(gazette)):
        name = "lost"
        site = "official"

    with pytest.raises(UsageError, match="'lost': got site 'official'; allowed: board, body"):
        page_kinds.register(Lost())
    assert "lost" not in page_kinds


def test_packs_may_ask_only_for_kinds_whose_site_their_worlds_have():
    for strategy in get_args(Strategy):
        roles = {"row", *site_roles(strategy)}
        for kind in page_kinds:
            lacking = strategy != "private" and kind.name in PRIVATE_KINDS
            assert (kind.site not in roles) == lacking, (strategy, kind.name)


def _refused(folder):
    """What a build says that may not publish: nothing is there but what it would go on with."""
    config = BuildConfig(1, packs=("smartphones",), tasks=TaskOptions(per_world=0))
    with pytest.raises(UsageError) as refused:
        build(config, folder, workers=1)
    assert not list(folder.glob("*.duckdb"))
    assert not (folder / "manifest.json").exists()
    return str(refused.value)


def test_no_dataset_is_published_with_pages_on_a_site_that_its_worlds_lack(
    gazette, monkeypatch, tmp_path
):
    module = sys.modules["gazettes"]
    block = module.PageBlock
    monkeypatch.setattr(module, "PageBlock", lambda **given: block(**given | {"site": "files"}))
    said = _refused(tmp_path / "worlds")
    assert "pack smartphones: the titles and addresses of world 0 cannot be written" in said
    assert (
        "a site 'files', which worlds of strategy time_shifted do not have; allowed: body," in said
    )


@pytest.mark.parametrize(
    "fault",
    first_everyday([
        ("write", "the page gazette/brand/1 of kind gazette of world 0 cannot be written: Runtime"),
        ("plan", "the list of pages of world 0 cannot be written: RuntimeError('no gazette')"),
        ("head", "the titles and addresses of world 0 cannot be written: RuntimeError("),
    ]),
)  # fmt: skip
def test_no_dataset_is_published_whose_pages_cannot_be_written(
    gazette, monkeypatch, tmp_path, fault
):
    part, said = fault

    def fails(self, *args):
        raise RuntimeError("no gazette")

    monkeypatch.setattr(type(gazette), part, fails)
    assert f"pack smartphones: {said}" in _refused(tmp_path / "worlds")


def test_a_site_may_be_named_by_a_number():
    source = load_pack("smartphones").source
    table = "{kind: statistics, rows: 10, by: year, columns: [[units, share], [rank, growth]]}"
    assert table in source
    changed = source.replace(table, table.replace("by: year", "by: year, site: year"))
    pack = compile_source(parse_source(changed, "changed.yaml"))
    web = _web(pack, fill_worlds(pack, seeds([0])))
    pages = [page for page in web.plan.pages if page.site.startswith("year/")]
    assert pages
    assert {web.heads[page.number - 1].outlet for page in pages} == {page.value for page in pages}


def test_an_unknown_kind_is_reported_with_those_there_are():
    with pytest.raises(UsageError, match="allowed: background, directory, encyclopedia"):
        page_kinds["encyclopaedia"]


@pytest.mark.parametrize(
    "kind", first_everyday(["report", "news", "encyclopedia", "forum", "official", "review"], 2)
)
def test_a_page_of_many_rows_is_headed_by_what_it_sets_out(kind):
    source = load_pack("smartphones").source
    table = "{kind: report, rows: 10, columns: [benchmark, clock, price]}"
    assert table in source
    pack = compile_source(
        parse_source(source.replace(table, table.replace("report", kind)), "changed.yaml")
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

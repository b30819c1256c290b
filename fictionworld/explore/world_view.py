"""A world: its setting, the graph of its tables, their rows, its rules, its facts, its twin."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, NamedTuple

import polars as pl
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse

from fictionworld.errors import UsageError, nearest
from fictionworld.explore.explorer import Explorer
from fictionworld.explore.rendering import page_of
from fictionworld.packs.compiled import ROWS, SETTING, CompiledColumn, CompiledPack
from fictionworld.table_views import ColumnView, TableReader, TableView, title_of
from fictionworld.validators.check import check_worlds
from fictionworld.validators.report import Report
from fictionworld.validators.rules.catalogue import catalogue
from fictionworld.worlds.fact import FactId

_ROWS: Final = 50


class ColumnNode(NamedTuple):
    """One column in the graph of a pack's tables."""

    name: str
    label: str
    role: str
    kind: str
    unit: str
    source: str
    """The operator that draws or derives it; empty where the row plan or a reference does."""
    is_derived: bool
    needs: tuple[str, ...]
    """The columns of the world that it is made from: `phone.launched`."""
    target: str | None


class TableNode(NamedTuple):
    """One table in the graph of a pack's tables."""

    name: str
    title: str
    rows: int
    columns: tuple[ColumnNode, ...]

    @property
    def targets(self) -> list[str]:
        """Return the tables that its rows refer to, each once."""
        targets = (column.target for column in self.columns)
        return list(dict.fromkeys(target for target in targets if target))


def schema_graph(pack: CompiledPack, tables: TableReader) -> list[TableNode]:
    """Return the tables of a world, without its setting, and what their columns come from."""
    sizes = tables.sizes()
    return [
        TableNode(
            table.name,
            title_of(table),
            sizes[table.name],
            tuple(_node(pack, column, tables) for column in table.stored if tables.has(column)),
        )
        for table in pack.world_tables
        if table.name in sizes
    ]


def _node(pack: CompiledPack, column: CompiledColumn, tables: TableReader) -> ColumnNode:
    source = column.spec.source
    return ColumnNode(
        column.name,
        tables.label(column),
        column.role,
        column.target or column.kind,
        tables.unit(column),
        "" if source is None else source.kind.replace("_", " "),
        column.spec.derive is not None,
        tuple(sorted(_sources(pack, column, tables))),
        column.target,
    )


def _sources(pack: CompiledPack, column: CompiledColumn, tables: TableReader) -> set[str]:
    """Return the tables and columns of the world that a column comes from.

    A column that is not stored, or that the world lacks, stands for what it comes from itself.
    """
    sources = set[str]()
    for table, name in column.needs:
        if name == ROWS:
            sources |= {table} - {column.table}
            continue
        need = pack.tables[table].columns[name]
        if need.stored and tables.has(need):
            sources.add(f"{table}.{name}")
        else:
            sources |= _sources(pack, need, tables)
    return sources


def world_routes(explorer: Explorer) -> APIRouter:
    """Return the routes below `/world`, and `/fact`."""
    routes = APIRouter()

    @routes.get("/world/{world_id}")
    def overview(world_id: int) -> HTMLResponse:
        dataset = explorer.dataset
        world, pack, tables = (
            dataset.world(world_id), dataset.pack_in(world_id), explorer.tables(world_id),
        )  # fmt: skip
        explorer.begin_opening(world_id)
        return explorer.page(
            "world.html",
            world=world,
            about=pack.spec.about.strip(),
            setting=tables.setting,
            graph=schema_graph(pack, tables),
            tasks=dataset.tasks(world_id),
        )

    @routes.get("/world/{world_id}/table/{table}")
    def table_page(
        request: Request, world_id: int, table: str, sort: str = "", q: str = "", page: int = 1
    ) -> HTMLResponse:
        view = _table(explorer, world_id, table)
        places = _found(view, q)
        _sort(view, places, sort)
        part = page_of(len(places), page, _ROWS)
        return explorer.page(
            "table.html",
            world=explorer.dataset.world(world_id),
            names=list(explorer.tables(world_id).sizes()),
            view=view,
            places=places[part.first : part.first + part.size],
            part=part,
            sort=sort,
            query=dict(request.query_params),
        )

    @routes.get("/world/{world_id}/rules")
    def rules(world_id: int) -> HTMLResponse:
        proven = catalogue(explorer.dataset.pack_of(world_id))
        by_table: defaultdict[str, list[str]] = defaultdict(list)
        for rule in proven.rules:
            by_table[rule.table].append(rule.name)
        explorer.made.begin(*_report(explorer, world_id))  # who reads the rules may try them
        return explorer.page(
            "rules.html",
            world=explorer.dataset.world(world_id),
            rules=by_table,
            unproven=proven.unproven,
            count=len(proven.rules),
        )

    @routes.get("/world/{world_id}/rules/report")
    def report(world_id: int) -> HTMLResponse:
        world = explorer.dataset.world(world_id)
        report = explorer.made.of(*_report(explorer, world_id))
        return explorer.page("report.html", world=world, report=report)

    @routes.get("/world/{world_id}/twin")
    def twin(world_id: int, table: str = "", page: int = 1) -> HTMLResponse:
        dataset = explorer.dataset
        world = dataset.world(world_id)
        if explorer.twin is None:
            return explorer.page("twin.html", world=world, view=None, path=dataset.path)
        names = list(explorer.tables(world_id).sizes())
        view = _table(explorer, world_id, table or names[0])
        other = explorer.tables(world_id, twin=True).view(view.name)
        part = page_of(view.rows, page, _ROWS)
        pairs = list(zip(view.columns, other.columns, strict=True))
        differing = [
            sum(a != b for a, b in zip(one.cells, two.cells, strict=True)) for one, two in pairs
        ]
        return explorer.page(
            "twin.html",
            world=world,
            view=view,
            names=names,
            pairs=pairs,
            differing=differing,
            part=part,
            query={"table": view.name},
        )

    @routes.get("/fact/{world_id}/{table}/{row}/{column}")
    def fact_page(world_id: int, table: str, row: int, column: str) -> HTMLResponse:
        dataset = explorer.dataset
        fact = dataset.fact(FactId(world_id, table, row, column))
        tables, pack = explorer.tables(world_id), dataset.pack_of(world_id)
        spec = pack.tables[table].columns[column]
        web = explorer.handle(world_id).web
        stated = web.plan.pages_of(fact.key)
        code = web.plan.codes.code(table, column)
        rounded = set(web.plan.stated.pages_with([code], row)).difference(stated)
        twin = explorer.twin
        return explorer.page(
            "fact.html",
            world=dataset.world(world_id),
            fact=fact,
            text=tables.fact_text(table, row, column),
            node=_node(pack, spec, tables),
            column=spec,
            row_name=tables.row_name(table, row),
            pages=[web.heads[number - 1] for number in stated],
            rounded=[web.heads[number - 1] for number in sorted(rounded)],
            twin_text=None
            if twin is None
            else explorer.tables(world_id, twin=True).fact_text(table, row, column),
        )

    return routes


def _table(explorer: Explorer, world_id: int, name: str) -> TableView:
    tables = explorer.tables(world_id)
    names = [SETTING, *tables.sizes()]
    if name not in names:
        raise UsageError(
            f"got table {name!r}; world {world_id} has {', '.join(names)}{nearest(name, names)}"
        )
    return tables.view(name)


def _found(view: TableView, q: str) -> list[int]:
    """Return the places of the rows that have all words of a query in some cell."""
    words = q.lower().split()
    texts = (
        " ".join(column.cells[place] or "" for column in view.columns).lower() if words else ""
        for place in range(view.rows)
    )
    return [place for place, text in enumerate(texts) if all(word in text for word in words)]


def _sort(view: TableView, places: list[int], sort: str) -> None:
    """Sort places by a column, `-name` for the greatest first; missing values come last."""
    by: dict[str, ColumnView] = {column.column.name: column for column in view.columns}
    column = by.get(sort.lstrip("-"))
    if column is None:
        return
    shown = column.column.is_text or column.column.target is not None
    cells: Sequence[Any] = column.cells if shown else column.values
    missing = [place for place in places if cells[place] is None]
    there = [place for place in places if cells[place] is not None]
    there.sort(key=lambda place: cells[place], reverse=sort.startswith("-"))
    places[:] = there + missing


def _report(explorer: Explorer, world_id: int) -> tuple[Hashable, Callable[[], Report]]:
    """Return the key of what the validators find in a world, and what makes it.

    Names of real things are not looked for.
    """
    dataset = explorer.dataset

    def validated() -> Report:
        return check_worlds(
            dataset.pack_of(world_id),
            dataset.frames(world_id),
            worlds=dataset.worlds().filter(pl.col("world_id") == world_id),
            present=dataset.columns(world_id),
        )

    return ("report", dataset.content_hash, world_id), validated

"""Leaks planted into the tools: each test says what, and the check must find it.

What is planted passes through the engine's own door, so that everything which reads replies sees
it: twins, agents, the audit as a whole.
"""

from __future__ import annotations

from dataclasses import replace

from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.search_results import results_of
from fictionworld.web.web import FictionalWeb
from fictionworld.web.writing.context import WritingContext


def plant(monkeypatch, change):
    """Every reply to a search passes through `change(engine, shown)`, one result at a time."""
    real = Engine.call

    def call(self, tool, arguments, **options):
        reply = real(self, tool, arguments, **options)
        if tool != "web_search" or reply.kind != "results":
            return reply
        shown, beside = results_of(reply.text)
        return replace(reply, text=written([change(self, one) for one in shown], beside))

    monkeypatch.setattr(Engine, "call", call)


def written(shown, beside):
    blocks = [
        f"[{one.rank}] {one.url}\nTitle: {one.title}\nSnippet: {one.snippet}\nDate: {one.date}"
        + (f"\n{one.more}" if one.more else "")
        for one in shown
    ]
    return "\n\n".join([*blocks, beside] if beside else blocks)


def value_of(engine, url, kinds=("integer", "decimal", "money", "percent")):
    """The name, the label and the value of a protected number that the page at `url` states."""
    web = engine.catalogue.web
    web = getattr(web, "base", web)
    number = web.number_of(url)
    if number is None:
        return None
    pack, rows = truth_of(web)
    for mark in web.page(number).marks:
        table = pack.tables[mark.fact.table]
        column = table.columns[mark.fact.column]
        if column.role == "askable" and column.kind in kinds and table.name_column is not None:
            name, value = (
                rows.cells(table.name, (one.name,))[mark.fact.row - 1]
                for one in (table.name_column, column)
            )
            if value is not None and value >= 20:
                return name, column.labels[0], value
    return None


def truth_of(web):
    """The pack and the rows of a web."""
    return web.context.pack, web.context.rows


def in_title(engine, one):
    found = value_of(engine, one.url)
    return replace(one, title="{}: {} {}".format(*found)) if found else one


def reopened(place):
    """A world opened anew, from the same rows."""
    web = place.web
    context = web.context
    context = WritingContext(context.pack, context.world, context.rows, context.columns)
    fresh = FictionalWeb(context, lambda: web.plan, hosts=web.hosts)
    return WorldHandle(place.world, place.pack, fresh, Engine.over(fresh), place.truth)

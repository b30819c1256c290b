"""Whose site a page stands on, as a role: hosts and addresses are made from it later."""

from __future__ import annotations

import numpy as np

from fictionworld.packs.pages import BODY_SITE
from fictionworld.streams import Floats, Ints, chance
from fictionworld.web.batch import WebBatch
from fictionworld.web.page_kind import WebPageKind

_OUTLETS = 6
"""Newspapers and magazines of a world, `outlet/1` to `outlet/6`: the first ones write more."""


def site_of(
    batch: WebBatch, table: str, kind: WebPageKind, site: str | None, at: Ints
) -> list[str] | str:
    """Return the sites of pages about the lines `at`: as the pack says, or as their kind has it."""
    if site is not None:
        return _said(batch, table, site, at)
    if kind.site == "row":
        return _of_owner(batch, table, at)
    if kind.site != "outlet":
        return kind.site
    lines = batch.lines[table]
    return by_outlet(chance(lines.seeds[at], f"web/{table}/{kind.name}/outlet", lines.row[at]))


def by_outlet(u: Floats) -> list[str]:
    """Return an outlet for each uniform random number: `outlet/1` to `outlet/6`."""
    return of_rows("outlet", 1 + np.floor(_OUTLETS * u**1.5).astype(np.int64))


def of_rows(table: str, rows: Ints) -> list[str]:
    """Return the sites of rows of a table, such as `brand/3`."""
    return [f"{table}/{row}" for row in rows.tolist()]


def _of_owner(batch: WebBatch, table: str, at: Ints) -> list[str]:
    """Return the site of the first row that each line refers to; its own where there is none."""
    lines = batch.lines[table]
    for column in lines.table.references:
        if column.target is not None and column.target != table:
            ids = lines.numbers(column.name)[at]
            own, theirs = of_rows(table, lines.row[at]), of_rows(column.target, ids)
            pairs = zip(ids.tolist(), theirs, own, strict=True)
            return [other if number > 0 else mine for number, other, mine in pairs]
    return of_rows(table, lines.row[at])


def _said(batch: WebBatch, table: str, site: str, at: Ints) -> list[str] | str:
    lines = batch.lines[table]
    if site == BODY_SITE and site not in lines.table.columns:
        return site
    column = lines.table.columns[site]
    if column.target is not None:
        return of_rows(column.target, lines.numbers(site)[at])
    values = lines.texts(site)[at].to_list()
    return [f"{site}/{'other' if value is None else value}" for value in values]

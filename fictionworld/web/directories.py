"""Directories: chains of pages that list every row of a table, and what pages list of their own.

They say which rows there are, by name or key, and some context; never a figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.streams import chance, chances
from fictionworld.web.parts import group_lines
from fictionworld.web.sheets import SheetBlock

if TYPE_CHECKING:
    from fictionworld.streams import Bools, Ints
    from fictionworld.web.batch import WebBatch
    from fictionworld.web.sheets import Sheets
    from fictionworld.web.subjects import SubjectPages

__all__ = ["add_directory", "list_on_subjects"]

_LEAST, _MOST = 14, 25
"""Entries of a page of a directory."""
_CONTEXT = 0.7
"""How often a directory of named rows shows a context column; one of other rows shows them all."""
_LONGEST_LIST = 30
"""A page about a row lists no more rows that refer to it: a directory has them."""


def add_directory(sheets: Sheets, table: str) -> None:
    """The chain of pages that lists every row of `table`: by name, or as they lie, by key."""
    batch = sheets.batch
    lines = batch.lines[table]
    world = np.arange(len(batch))
    luck = chance(batch.seeds, f"web/{table}/directory/size", np.zeros(len(batch), np.int64))
    size = _LEAST + np.floor(luck * (_MOST - _LEAST + 1)).astype(np.int64)
    parts = -(-lines.counts // size)
    begin = np.cumsum(parts) - parts
    of_page = np.repeat(world, parts)
    part = np.arange(len(of_page)) - begin[of_page] + 1
    handles = sheets.add(
        SheetBlock(
            kind="directory",
            name=f"directory/{table}",
            world=of_page,
            site="directory",
            table=table,
            listed=table,
            part=part,
            parts=parts[of_page],
        )
    )
    order = _alphabetical(batch, table)
    place = np.arange(len(lines)) - lines.start[lines.world]
    at = lines.world  # worlds follow one another in either order
    page = handles[begin[at] + place * parts[at] // np.maximum(lines.counts[at], 1)]
    sheets.enter(table, page, order)
    facts = batch.codes.facts_of(table)
    shown = _context(batch, table)[at] & batch.has_column[at][:, facts]
    sheets.state(table, page, order, shown)


def _alphabetical(batch: WebBatch, table: str) -> Ints:
    lines = batch.lines[table]
    if lines.table.name_column is None:
        return np.arange(len(lines))
    return np.lexsort((lines.alphabetical, lines.world))


def _context(batch: WebBatch, table: str) -> Bools:
    """Worlds by facts of the table: which context columns its directory shows in each world."""
    columns = [batch.codes.columns[code] for code in batch.codes.facts_of(table)]
    context = np.array([column.role == "context" for column in columns], np.bool_)
    if batch.lines[table].table.name_column is None or not context.any():
        return np.broadcast_to(context, (len(batch), len(columns)))
    streams = [f"web/{table}/directory/{column.name}" for column in columns]
    luck = chances(batch.seeds, streams, np.zeros(len(batch), np.int64))
    luck[:, ~context] = 2.0
    # at least one: an entry that is a name alone tells a reader too little to choose by
    shown: Bools = (luck < _CONTEXT) | (luck == luck.min(axis=1, keepdims=True)) & context
    return shown


def list_on_subjects(sheets: Sheets, subjects: SubjectPages, table: str) -> None:
    """Rows that refer to a row are listed on the first page about it, with the reference itself.

    A brand's page so names its phones, and a chip's the phones that have it.
    """
    batch = sheets.batch
    lines, facts = batch.lines[table], batch.codes.facts_of(table)
    done: list[tuple[str, Ints]] = []
    for column in lines.table.references:
        if not column.stored or column.target is None:
            continue
        parent = batch.targets(table, column.name)
        for target, earlier in done:
            if target == column.target:  # a page lists a row once, by whichever reference
                parent = np.where(parent == earlier, -1, parent)
        done.append((column.target, parent))
        groups = group_lines(np.zeros(len(lines), np.int64), parent, np.arange(len(lines)))
        at = groups.line[(groups.sizes <= _LONGEST_LIST)[groups.of_line]]
        page = subjects.first[column.target][parent[at]]
        at, page = at[page >= 0], page[page >= 0]
        sheets.enter(table, page, at)
        code = batch.codes.code(table, column.name)
        if code in facts:
            sheets.state_each(table, page, at, np.full(len(at), facts.index(code)))

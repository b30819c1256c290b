"""Pages about one row, and what they state of it and of the rows that refer to it.

Each row lays its askable columns in an order of its own. The first page about it states a
share of them, the next page goes on where the first left off, and so on round the circle: pages
overlap, none is whole, and together they leave nothing out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from fictionworld.streams import Bools, Floats, Ints, chance, chances
from fictionworld.web.batch import PageEntry, WebBatch
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.parts import group_lines, values_at
from fictionworld.web.plan_builder import PageBlock, PlanBuilder
from fictionworld.web.site_roles import site_of

_FULL_GROUP = 3
"""So many rows are stated in full on the page of the row they refer to; of more, see `_crowded`."""
_HOMES = 150
"""About so many rows of a world have homes, the pages that say most of a row: of each table that
has homes an equal share; what small tables leave of theirs goes to the large ones."""
_AGAIN = 0.5
"""A context column is on the first page about its row, and so often on each further one."""
_KIN = 5
"""A page names so many rows that share a reference with its own."""
_LONGEST_LIST = 60
"""A page about a row lists no more rows that refer to it: a directory has them."""


@dataclass(frozen=True)
class SubjectPages:
    """Pages about one row: for each table, handles by line, -1 where a line has no such page."""

    own: dict[str, dict[str, Ints]]
    """By table and label of the page entry."""
    by_kind: dict[tuple[str, str], Ints]
    """By table and kind: the first such page of each line."""
    first: dict[str, Ints]
    """By table: the first page about each line."""

    def homes(self, table: str) -> list[Ints]:
        """Return the pages of each kind that say most of the rows of a table."""
        return [
            handles
            for (owner, kind), handles in self.by_kind.items()
            if owner == table and page_kinds[kind].home
        ]


def add_subjects(builder: PlanBuilder) -> SubjectPages:
    """Add the pages about one row of all tables; they state nothing yet."""
    own: dict[str, dict[str, Ints]] = {}
    by_kind: dict[tuple[str, str], Ints] = {}
    first: dict[str, Ints] = {}
    most = _most_homes(builder.batch)
    for table, lines in builder.batch.lines.items():
        own[table] = {}
        first[table] = np.full(len(lines), -1)
        begin = 0.0
        for entry in builder.batch.page_entries[table]:
            if not entry.own:
                continue
            handles = _add(builder, entry, begin, most)
            begin += entry.pages.share
            own[table][entry.label] = handles
            kind = (table, entry.pages.kind)
            by_kind[kind] = _or_else(by_kind.get(kind), handles)
            first[table] = _or_else(first[table], handles)
    return SubjectPages(own, by_kind, first)


def _or_else(first: Ints | None, then: Ints) -> Ints:
    return then if first is None else np.where(first >= 0, first, then)


def _add(builder: PlanBuilder, entry: PageEntry, begin: float, most: Floats) -> Ints:
    batch, pages = builder.batch, entry.pages
    lines = batch.lines[entry.table]
    handles = np.full(len(lines), -1)
    at = np.flatnonzero(_has_page(batch, entry, begin, most))
    rows = lines.row[at]
    handles[at] = builder.add(
        PageBlock(
            kind=pages.kind,
            name=f"{entry.label}/{entry.table}",
            world=lines.world[at],
            site=site_of(batch, entry.table, page_kinds[pages.kind], pages.site, at),
            table=entry.table,
            row=rows,
        )
    )
    return handles


def _most_homes(batch: WebBatch) -> Floats:
    """Return, by world, of how many rows a table may have homes: of all rows of small tables."""
    counts = [lines.counts for table, lines in batch.lines.items() if batch.has_homes(table)]
    ascending = np.sort(np.reshape(counts, (len(counts), len(batch))), axis=0)
    smaller = np.cumsum(ascending, axis=0) - ascending
    most: Floats = ((_HOMES - smaller) / np.arange(len(counts), 0, -1)[:, None]).max(0, initial=0)
    return most


def _has_page(batch: WebBatch, entry: PageEntry, begin: float, most: Floats) -> Bools:
    """Return which lines have this page, where `most` rows of a table in a world have homes.

    The homes of rows are laid end to end around a circle on which each row has a place, so shares
    that sum to one leave no row of a small table without; of a large one the better known have
    homes. Other pages favour the better known too.
    """
    lines, share = batch.lines[entry.table], entry.pages.share
    fame = chance(lines.seeds, f"web/{entry.table}/known", lines.row)
    if page_kinds[entry.pages.kind].home:
        position = chance(lines.seeds, f"web/{entry.table}/place", lines.row)
        count = lines.counts[lines.world]
        is_known: Bools = fame * count > count - most[lines.world]
        return is_known & ((position - begin) % 1.0 < share)
    likely = 2 * share * fame if share <= 0.5 else 1 - 2 * (1 - share) * (1 - fame)
    return chance(lines.seeds, f"web/{entry.table}/{entry.label}", lines.row) < likely


def state_subjects(builder: PlanBuilder, subjects: SubjectPages, table: str) -> None:
    """State a table's rows on the pages about them and about the rows that they refer to."""
    batch = builder.batch
    lines, facts = batch.lines[table], batch.codes.facts_of(table)
    if not facts:  # its key is all there is
        return
    columns = batch.codes.fact_columns(table)
    askable = np.array([column.role == "askable" for column in columns])
    # a page about a version that is superseded says by which
    later = {v.later for v in batch.pack.spec.versions or () if v.of.startswith(f"{table}.")}
    superseded = np.array([column.name in later for column in columns])
    present = batch.has_column[lines.world][:, facts]
    seeds, row, all_lines = lines.seeds, lines.row, np.arange(len(lines))
    spots = _spots(builder, table, present & askable)
    start = chance(seeds, f"web/{table}/start", row)
    seen = np.zeros(len(lines), np.bool_)
    for entry in batch.page_entries[table]:
        if entry.pages.rows is not None:
            continue
        shared = None
        if entry.own:
            handles = subjects.own[table][entry.label]
        else:
            target = entry.target or ""
            parent = batch.targets(table, entry.pages.on or "")
            homes = subjects.by_kind.get((target, entry.pages.kind), np.zeros(0, np.int64))
            handles = values_at(homes, parent)
            shared = _shared_rows(builder, entry, handles, parent)
        have = handles >= 0
        full = have if shared is None else have & ~shared.rows
        listed = entry.listed
        if listed is None:
            ahead = spots - start[:, None]
            grid = ahead - np.floor(ahead) < entry.share  # as `% 1.0`, which takes long
            start = np.where(full, start + entry.share, start)
        else:
            grid = np.broadcast_to([c.name in listed for c in columns], present.shape)
        luck = chances(seeds, [f"web/{table}/again/{entry.label}/{c.name}" for c in columns], row)
        context = ~seen[:, None] | (luck < _AGAIN) | superseded
        if listed is not None:
            context = context | grid
        grid = np.where(askable, grid, context) & full[:, None]
        seen |= full
        if shared is not None:
            grid |= shared.grid
            # the page that lists its rows has said the reference already
            reference = next((i for i, c in enumerate(columns) if c.name == entry.pages.on), None)
            if reference is not None:
                grid[:, reference] &= handles != values_at(subjects.first[target], parent, -2)
        builder.state(table, handles, all_lines, grid & present)


def _spots(builder: PlanBuilder, table: str, open_: Bools) -> Floats:
    """Return where on the circle each line has its askable columns; others are to be ignored."""
    batch = builder.batch
    lines = batch.lines[table]
    columns = batch.codes.fact_columns(table)
    u = chances(lines.seeds, [f"web/{table}/order/{c.name}" for c in columns], lines.row)
    u[~open_] = 2.0
    order = np.argsort(u, axis=1)
    rank = np.empty_like(order)
    np.put_along_axis(rank, order, np.arange(len(columns))[None, :], axis=1)
    spots: Floats = (rank + 0.5) / np.maximum(open_.sum(axis=1), 1)[:, None]
    return spots


@dataclass(frozen=True)
class _SharedRows:
    rows: Bools
    """Lines that share their page with more than `_FULL_GROUP` rows of their table."""
    grid: Bools
    """Of these, the facts stated all the same: one column, of at most half the rows."""


def _shared_rows(
    builder: PlanBuilder, entry: PageEntry, handles: Ints, parent: Ints
) -> _SharedRows:
    """Return what a page states of rows if many share it: too little to answer a question."""
    batch, table = builder.batch, entry.table
    lines, facts = batch.lines[table], batch.codes.facts_of(table)
    grid = np.zeros((len(lines), len(facts)), np.bool_)
    target = batch.lines[entry.target or ""]
    sizes = np.bincount(parent[handles >= 0], minlength=len(target))
    rows = (handles >= 0) & (sizes[parent] > _FULL_GROUP) if len(sizes) else handles >= 0
    at = np.flatnonzero(rows)
    if not len(at):
        return _SharedRows(rows, grid)
    u = chance(lines.seeds[at], f"web/{table}/{entry.label}/half", lines.row[at])
    order = at[np.lexsort((u, parent[at]))]
    new = np.concatenate([[True], np.diff(parent[order]) != 0])
    begin = np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))
    rank = np.arange(len(order)) - begin
    half = order[rank < sizes[parent[order]] // 2]
    grid[half, _columns_of_parents(builder, entry)[parent[half]]] = True
    return _SharedRows(rows, grid)


def _columns_of_parents(builder: PlanBuilder, entry: PageEntry) -> Ints:
    """Return, for each line of the parent table, the one askable column that its page sets out."""
    batch, table = builder.batch, entry.table
    facts, columns = batch.codes.facts_of(table), batch.codes.fact_columns(table)
    target, wanted = batch.lines[entry.target or ""], entry.listed
    streams = [f"web/{table}/{entry.label}/set/{column.name}" for column in columns]
    u = chances(target.seeds, streams, target.row)
    for index, (code, column) in enumerate(zip(facts, columns, strict=True)):
        if column.role != "askable" or (wanted is not None and column.name not in wanted):
            u[:, index] += 4.0
        u[~batch.has_column[target.world, code], index] += 8.0
    chosen: Ints = u.argmin(axis=1)
    return chosen


def list_on_subjects(builder: PlanBuilder, subjects: SubjectPages, table: str) -> None:
    """List rows on the pages about the rows that they refer to, with their context columns.

    A page about a brand has its series, and the phones of its series: rows that refer to such rows
    are listed as well.
    """
    batch = builder.batch
    lines = batch.lines[table]
    columns = batch.codes.fact_columns(table)
    is_context = np.array([column.role == "context" for column in columns], np.bool_)
    shown = batch.has_column[lines.world][:, batch.codes.facts_of(table)] & is_context
    for target, parent in _listings(batch, table):
        groups = group_lines(np.zeros(len(lines), np.int64), parent, np.arange(len(lines)))
        all_at = groups.line[(groups.sizes <= _LONGEST_LIST)[groups.of_line]]
        for pages in (subjects.first[target], *subjects.homes(target)):
            page = pages[parent[all_at]]
            at, page = all_at[page >= 0], page[page >= 0]
            builder.enter(table, page, at)
            builder.state(table, page, at, shown[at])


def _listings(batch: WebBatch, table: str) -> Iterator[tuple[str, Ints]]:
    """Yield, by table of rows that list this one's, the row that lists each line; -1 for none.

    Rows to which a line refers first, then those to which these refer. A page lists a row once, by
    whichever reference.
    """
    done: list[tuple[str, Ints]] = []

    def anew(target: str, parent: Ints) -> tuple[str, Ints]:
        for earlier_target, earlier in done:
            if earlier_target == target:
                parent = np.where(parent == earlier, -1, parent)
        done.append((target, parent))
        return done[-1]

    references = [
        (column.target, batch.targets(table, column.name))
        for column in batch.lines[table].table.references
        if column.target is not None
    ]
    for target, parent in references:
        yield anew(target, parent)
    direct = {table, *(target for target, _ in references)}
    for between, parent in references:
        for column in batch.lines[between].table.references:
            if column.target is not None and column.target not in direct:
                yield anew(column.target, values_at(batch.targets(between, column.name), parent))


def name_kin(builder: PlanBuilder, subjects: SubjectPages, table: str) -> None:
    """Name rows on the first pages about others that refer to the same row, with that reference.

    A phone's page so has some phones that run on the same chip.
    """
    batch = builder.batch
    lines, facts = batch.lines[table], batch.codes.facts_of(table)
    for column in lines.table.references:
        code = batch.codes.code(table, column.name)
        if column.target in {table, None} or code not in facts:
            continue
        parent = batch.targets(table, column.name)
        groups = group_lines(np.zeros(len(lines), np.int64), parent, np.arange(len(lines)))
        size, start = groups.sizes[groups.of_line], groups.start[:-1][groups.of_line]
        for step in range(1, _KIN + 1):
            has_another = size > step
            at = groups.line[start + (groups.place + step) % size][has_another]
            page = subjects.first[table][groups.line[has_another]]
            at, page = at[page >= 0], page[page >= 0]
            builder.enter(table, page, at)
            builder.state_each(table, page, at, np.full(len(at), facts.index(code)))

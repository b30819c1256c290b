"""Tables of figures: many rows, one or two columns, in parts; of a year, of a club, of everything.

No part may answer much of a question. So what would fit one page stands on two, neighbours stand in
different parts, and where a table sets out two columns at once for a handful of rows, the rest of
the rows is left to other pages.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from fictionworld.packs.compiled import CompiledPack, CompiledTable
from fictionworld.packs.specification import Pages
from fictionworld.streams import Bools, Ints, chance
from fictionworld.web.batch import PageEntry, WebBatch
from fictionworld.web.page_kind import WebPageKind, page_kinds
from fictionworld.web.parts import Dealt, LineGroups, deal, deal_in_order, group_lines, values_at
from fictionworld.web.plan_builder import PageBlock, PlanBuilder
from fictionworld.web.site_roles import by_outlet, of_rows, site_of
from fictionworld.web.subjects import SubjectPages
from fictionworld.web.world_plan import SUPPLEMENT

_MANY = 40
"""More rows than this are in three parts or more, in four where they state two columns."""
_ALONE = 6
"""Fewer rows than this stand on one page: nobody would cut so short a table in two."""
_LEAST_ROWS = 3
"""A part has at least so many rows."""
_FEW_ROWS = 10
"""A table of fewer rows, all of which have homes, is set out on no page: nobody would browse it."""
_LONG = 0.9
"""How often a series whose kind has long tables is in long parts."""
_LONG_ROWS = 40, 120
"""The most rows of a long part; drawn for each world and series."""
_WITH_CONTEXT = 0.5
"""How often a table of short parts has a context column beside its figures."""
_REMAINDER = Pages(kind="statistics", rows=12)
"""The tables of what no other page states."""


@dataclass(frozen=True)
class _Topic:
    """What the pages of one series set out."""

    entry: PageEntry
    columns: tuple[str, ...]

    @property
    def name(self) -> str:
        return "+".join(self.columns)

    @property
    def stream(self) -> str:
        """Return what the names of its random streams begin with."""
        return f"web/{self.entry.table}/{self.entry.label}/{self.name}"

    @property
    def kind(self) -> WebPageKind:
        return page_kinds[self.entry.pages.kind]

    @property
    def world_share(self) -> float:
        """Return the share of worlds that have the series at all."""
        columns = self.entry.pages.columns
        return columns if isinstance(columns, float) else 1.0


def add_tables(builder: PlanBuilder, table: str) -> None:
    """Add the pages that set out rows of `table` in parts, with what they state."""
    lines = builder.batch.lines[table]
    for entry in builder.batch.page_entries[table]:
        if entry.pages.rows is None:
            continue
        by = entry.pages.by
        number = lines.numbers(by) if by is not None else np.zeros(len(lines), np.int64)
        if by is None and builder.batch.has_homes(table):
            number = np.where(lines.counts[lines.world] < _FEW_ROWS, -1, number)
        groups = group_lines(lines.world, number, np.arange(len(lines)))
        _set_out(builder, entry, _topics(builder.batch, entry), groups)


def _topics(batch: WebBatch, entry: PageEntry) -> tuple[tuple[str, ...], ...]:
    if page_kinds[entry.pages.kind].lists_rows:
        return ((),)
    stored = batch.lines[entry.table].table.stored
    return entry.topics(tuple(c.name for c in stored if c.role == "askable"))


def _set_out(
    builder: PlanBuilder,
    entry: PageEntry,
    topics: tuple[tuple[str, ...], ...],
    groups: LineGroups,
) -> None:
    """Add a series of pages for each topic, which states its columns for the lines of `groups`."""
    if not len(groups.line):
        return
    batch, table = builder.batch, entry.table
    heading = _heading_of(batch.pack, batch.lines[table].table, entry.pages.by)
    first = groups.first
    if heading is not None:
        groups = groups.sorted_by(_ranks(batch, table, heading))
    for columns in topics:
        _add_series(builder, _Topic(entry, columns), groups, first, heading)


def _add_series(
    builder: PlanBuilder, topic: _Topic, groups: LineGroups, first: Ints, heading: str | None
) -> None:
    """Add the pages of one topic; `first` is the line that each group draws its chances by."""
    batch, table, share = builder.batch, topic.entry.table, topic.entry.pages.share
    lines = batch.lines[table]
    has_pages = _worlds_with(batch, topic)
    if not has_pages.any():
        return
    seeds, row = lines.seeds[first], lines.row[first]
    most = _most_rows(batch, topic)[lines.world[first]]
    parts = np.where(has_pages[lines.world[first]], _parts(groups.sizes, topic, most), 0)
    at = groups.line
    if heading is not None:
        dealt = deal_in_order(groups, parts)
    else:
        luck = chance(lines.seeds[at], f"{topic.stream}/luck", lines.row[at])
        dealt = deal(groups, parts, luck, chance(seeds, f"{topic.stream}/turn", row))
    keep = np.ones(len(dealt.group), np.bool_)
    if share < 1:
        # all parts of a series or none: a reader follows it to its end
        keep = (chance(seeds, f"{topic.stream}/share", row * 4096) < share)[dealt.group]
    if len(topic.columns) > 1:
        keep &= ~_alone(topic, dealt) | (dealt.part == 0)
    handles = np.full(len(keep) + 1, -1)  # the last one is for lines that no page has
    chosen = np.flatnonzero(keep)
    block = _block(batch, topic, first[dealt.group], dealt, chosen)
    handles[chosen] = builder.add(replace(block, heading=heading))
    page = handles[dealt.page]
    # on its page a row stands where its id or its name puts it, never where a figure would
    order = np.argsort(page, kind="stable")
    order = order[page[order] >= 0]
    if topic.kind.lists_rows:
        builder.enter(table, page[order], at[order])
    builder.state(table, page[order], at[order], _columns(batch, topic, at[order]))


def _worlds_with(batch: WebBatch, topic: _Topic) -> Bools:
    """Return which worlds have the series: they have a column of it, and were drawn for it."""
    all_worlds = np.ones(len(batch), np.bool_)
    if not topic.columns:
        return all_worlds
    codes = [batch.codes.code(topic.entry.table, name) for name in topic.columns]
    drawn = all_worlds
    if topic.world_share < 1:
        u = chance(batch.seeds, f"{topic.stream}/taste", np.zeros(len(batch), np.int64))
        drawn = u < topic.world_share
    has_series: Bools = drawn & batch.has_column[:, codes].any(axis=1)
    return has_series


def _most_rows(batch: WebBatch, topic: _Topic) -> Ints:
    """Return, by world, the most rows of a page: as the pack says, or of a long table."""
    pack_rows = topic.entry.pages.rows
    assert pack_rows is not None, "entries of tables have rows"
    if not topic.kind.has_long_tables:
        return np.full(len(batch), pack_rows, np.int64)
    zeros = np.zeros(len(batch), np.int64)
    low, high = _LONG_ROWS
    rows = low + np.floor(chance(batch.seeds, f"{topic.stream}/rows", zeros) * (high - low + 1))
    most: Ints = np.where(_is_long(batch, topic), rows.astype(np.int64), pack_rows)
    return most


def _is_long(batch: WebBatch, topic: _Topic) -> Bools:
    """Return which worlds have the series in long parts, with all context beside its figures."""
    u = chance(batch.seeds, f"{topic.stream}/long", np.zeros(len(batch), np.int64))
    is_long: Bools = u < _LONG
    return is_long


def _parts(sizes: Ints, topic: _Topic, most: Ints) -> Ints:
    """Return in how many parts groups of these sizes are set out, with `most` rows a part."""
    parts = -(-sizes // most)
    if topic.kind.lists_rows:
        return parts
    large = 3 if len(topic.columns) < 2 else 4
    least = np.where(sizes < _ALONE, 1, np.where(sizes > _MANY, large, 2))
    several: Ints = np.minimum(np.maximum(parts, least), np.maximum(sizes // _LEAST_ROWS, 1))
    return several


def _alone(topic: _Topic, dealt: Dealt) -> Bools:
    """Return which pages are parts of which only the first stays: two columns in two or three."""
    alone: Bools = (dealt.parts > 1) & (dealt.parts < 4) & (len(topic.columns) > 1)
    return alone


def _columns(batch: WebBatch, topic: _Topic, at: Ints) -> Bools:
    """Return what to state of each line: the topic, what the pages are by, and at times context."""
    table, by = topic.entry.table, topic.entry.pages.by
    world = batch.lines[table].world[at]
    columns = batch.codes.fact_columns(table)
    context = [index for index, column in enumerate(columns) if column.role == "context"]
    of_all = [column.name in topic.columns or column.name == by for column in columns]
    grid: Bools = np.repeat(np.array([of_all], np.bool_), len(at), axis=0)
    if context and topic.kind.has_long_tables:
        grid[:, context] |= _is_long(batch, topic)[world][:, None]
    if context and not topic.kind.lists_rows:
        u = chance(batch.seeds, f"{topic.stream}/company", np.zeros(len(batch), np.int64))
        chosen = np.array(context)[
            np.floor(u / _WITH_CONTEXT * len(context)).astype(int) % len(context)
        ]
        has_context = (u < _WITH_CONTEXT)[world]
        grid[np.flatnonzero(has_context), chosen[world][has_context]] = True
    grid &= batch.has_column[world][:, batch.codes.facts_of(table)]
    return grid


def _block(batch: WebBatch, topic: _Topic, first: Ints, dealt: Dealt, chosen: Ints) -> PageBlock:
    """Return the `chosen` pages of `dealt`; `first` is the first line of each page's group."""
    entry, by = topic.entry, topic.entry.pages.by
    table, lines = entry.table, batch.lines[entry.table]
    first, part = first[chosen], dealt.part[chosen] + 1
    # one part that stands alone is a selection: it has no number, and says of no others
    is_series = ~_alone(topic, dealt)[chosen]
    numbers, parts = np.where(is_series, part, 0), np.where(is_series, dealt.parts[chosen], 0)
    about, row, value = table, None, None
    reference = lines.table.columns[by].target if by is not None else None
    if by is not None and reference is not None:
        about, row = reference, lines.numbers(by)[first]
    elif by is not None:
        value = lines.texts(by)[first].to_list()
    site = entry.pages.site
    site_names: list[str] | str
    if site is None and topic.kind.site == "row":
        # as of pages about one row; but a page by club stands on the site of the club
        site_names = "body" if row is None else of_rows(about, row)
    elif site is None and topic.kind.site == "outlet":
        # all parts in one paper: a reader goes on from one to the next
        index = lines.row[first] * 4096
        site_names = by_outlet(chance(lines.seeds[first], f"{topic.stream}/outlet", index))
    else:
        site_names = site_of(batch, table, topic.kind, site, first)
    return PageBlock(
        kind=topic.kind.name,
        name=f"{entry.label}/{table}/{topic.name}".rstrip("/"),
        world=lines.world[first],
        site=site_names,
        table=about,
        row=row,
        listed=table,
        topic=topic.name or None,
        value=value,
        part=numbers,
        parts=parts,
    )


def _heading_of(pack: CompiledPack, table: CompiledTable, by: str | None) -> str | None:
    """Return the column by whose names rows of `table` may be dealt to parts; None without one.

    Its name; of rows without names, the one reference in its key, besides the column `by` that all
    rows of a page share.
    """
    name = table.name_column
    if name is not None:
        return name.name if _stands_alone(table) else None
    left = [column for column in table.key if column != by]
    if len(left) != 1:
        return None
    target = table.columns[left[0]].target
    return left[0] if target is not None and _stands_alone(pack.tables[target]) else None


def _stands_alone(table: CompiledTable) -> bool:
    """Return whether the names of its rows follow from nothing else that is stated of them."""
    name = table.name_column
    draw = None if name is None else name.spec.draw
    return draw is not None and draw.kind in {"pool", "brands"}


def _ranks(batch: WebBatch, table: str, heading: str) -> Ints:
    """Return each line's place in the order of what `heading` names; -1 where it names nothing."""
    lines = batch.lines[table]
    target = lines.table.columns[heading].target
    if target is None:
        return lines.alphabetical
    return values_at(batch.lines[target].alphabetical, batch.targets(table, heading))


def add_remainder(builder: PlanBuilder, subjects: SubjectPages, table: str) -> None:
    """State once each fact of `table` that no page states."""
    batch = builder.batch
    lines, columns = batch.lines[table], batch.codes.fact_columns(table)
    page = np.full(len(lines), -1)
    for kind in page_kinds:
        handles = subjects.by_kind.get((table, kind.name)) if kind.home else None
        page = page if handles is None else np.where(handles >= 0, handles, page)
    left = batch.has_column[lines.world][:, batch.codes.facts_of(table)] & ~builder.covered[table]
    builder.state(table, page, np.arange(len(lines)), left & (page >= 0)[:, None])
    left &= (page < 0)[:, None]
    entry = PageEntry(table, _REMAINDER, None, SUPPLEMENT)
    for index in np.flatnonzero(left.any(axis=0)):
        name = columns[index].name
        rows = np.flatnonzero(left[:, index])
        groups = group_lines(lines.world, np.zeros(len(lines), np.int64), rows)
        _set_out(builder, entry, ((name,),), groups)

"""Tables of figures: many rows, one or two columns, in parts; of a year, of a club, of everything.

No part may answer much of a question. So what would fit one page stands on two, neighbours stand in
different parts, and where a table sets out two columns at once for a handful of rows, the rest of
the rows is left to other pages.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from fictionworld.packs.compiled import CompiledPack, CompiledTable
from fictionworld.packs.specification import Pages
from fictionworld.streams import Bits, Bools, Floats, Ints, chances
from fictionworld.web.batch import PageEntry, PlannedRows, WebBatch
from fictionworld.web.first_growth import first_growth
from fictionworld.web.page_kind import WebPageKind, page_kinds
from fictionworld.web.parts import LineGroups, deal, deal_in_order, group_lines, values_at
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
class _Series:
    """Series of pages about the same rows, one for each topic: planned at once, since each step
    takes as long for one as for all.
    """

    batch: WebBatch
    entry: PageEntry
    topics: tuple[tuple[str, ...], ...]
    """The columns that each series sets out."""

    @property
    def names(self) -> list[str]:
        return ["+".join(columns) for columns in self.topics]

    @property
    def kind(self) -> WebPageKind:
        return page_kinds[self.entry.pages.kind]

    @property
    def world_share(self) -> float:
        """Return the share of worlds that have a series at all."""
        columns = self.entry.pages.columns
        return columns if isinstance(columns, float) else 1.0

    @property
    def lines(self) -> PlannedRows:
        return self.batch.lines[self.entry.table]

    def luck(self, name: str, seeds: Bits, index: Ints) -> Floats:
        """Return, series by items of `index`, what a stream of each draws."""
        start = f"web/{self.entry.table}/{self.entry.label}"
        return chances(seeds, [f"{start}/{topic}/{name}" for topic in self.names], index).T

    def luck_of_worlds(self, name: str) -> Floats:
        """Return, series by worlds, what a stream of each draws."""
        return self.luck(name, self.batch.seeds, np.zeros(len(self.batch), np.int64))

    @cached_property
    def is_long(self) -> Bools:
        """Return, series by worlds, which are in long parts, with all context beside figures."""
        if not self.kind.has_long_tables:
            return np.zeros((len(self.topics), len(self.batch)), np.bool_)
        is_long: Bools = self.luck_of_worlds("long") < _LONG
        return is_long

    @cached_property
    def without_growth(self) -> Bools:
        """Return, lines by facts, which cells a table by year leaves out."""
        return first_growth(self.batch, self.entry.table)


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
    if not len(groups.line) or not topics:
        return
    batch, table = builder.batch, entry.table
    lines, series = batch.lines[table], _Series(batch, entry, topics)
    heading = _heading_of(batch.pack, lines.table, entry.pages.by)
    first = groups.first  # the line that each group draws its chances by
    if heading is not None:
        groups = groups.sorted_by(_ranks(batch, table, heading))
    seeds, row, world = lines.seeds[first], lines.row[first], lines.world[first]
    parts = np.where(
        _has_series(series)[:, world] & ~_is_first_growth(series, groups),
        _parts(groups.sizes, series, _most_rows(series)[:, world]),
        0,
    ).ravel()
    # from here on, groups and lines of the first series are followed by those of the next
    at, count = groups.line, len(groups.sizes)
    groups = groups.times(len(topics))
    if heading is not None:
        dealt = deal_in_order(groups, parts)
    else:
        luck = series.luck("luck", lines.seeds[at], lines.row[at])
        dealt = deal(groups, parts, luck.ravel(), series.luck("turn", seeds, row).ravel())
    topic, group = np.divmod(dealt.group, count)
    keep = np.ones(len(topic), np.bool_)
    if entry.pages.share < 1:
        # all parts of a series or none: a reader follows it to its end
        keep = series.luck("share", seeds, row * 4096)[topic, group] < entry.pages.share
    # where two columns are set out in two or three parts, only the first stays
    several = np.array([len(columns) > 1 for columns in topics])[topic]
    is_alone: Bools = several & (dealt.parts > 1) & (dealt.parts < 4)
    keep &= ~is_alone | (dealt.part == 0)
    handles = np.full(len(keep) + 1, -1)  # the last one is for lines that no page has
    chosen = np.flatnonzero(keep)
    block = _block(series, topic[chosen], first[group[chosen]])
    # one part that stands alone is a selection: it has no number, and says of no others
    part, of_parts = (np.where(is_alone, 0, n)[chosen] for n in (dealt.part + 1, dealt.parts))
    handles[chosen] = builder.add(replace(block, part=part, parts=of_parts, heading=heading))
    page = handles[dealt.page]
    # on its page a row stands where its id or its name puts it, never where a figure would
    order = np.argsort(page, kind="stable")
    order = order[page[order] >= 0]
    topic, line = np.divmod(order, len(at))
    if series.kind.lists_rows:
        builder.enter(table, page[order], at[line])
    builder.state(table, page[order], at[line], _columns(series, topic, at[line]))


def _has_series(series: _Series) -> Bools:
    """Return, series by worlds, which worlds have it: a column of it, and were drawn for it."""
    batch = series.batch
    has_series = np.ones((len(series.topics), len(batch)), np.bool_)
    for number, columns in enumerate(series.topics):
        if columns:
            codes = [batch.codes.code(series.entry.table, name) for name in columns]
            has_series[number] = batch.has_column[:, codes].any(axis=1)
    if any(series.topics) and series.world_share < 1:
        has_series &= series.luck_of_worlds("taste") < series.world_share
    return has_series


def _is_first_growth(series: _Series, groups: LineGroups) -> Bools:
    """Return, series by groups, where a table would have no figure but growth that is missing."""
    facts = [column.name for column in series.batch.codes.fact_columns(series.entry.table)]
    no_figure = np.zeros((len(series.topics), len(groups.sizes)), np.bool_)
    if not series.without_growth.any():
        return no_figure
    for number, columns in enumerate(series.topics):
        if columns:
            at = [facts.index(name) for name in columns]
            lacking = np.logical_and.reduce(series.without_growth[:, at], axis=1)
            no_figure[number] = np.logical_and.reduceat(lacking[groups.line], groups.start[:-1])
    return no_figure


def _most_rows(series: _Series) -> Ints:
    """Return, series by worlds, the most rows of a page: as the pack says, or of a long table."""
    pack_rows = series.entry.pages.rows
    assert pack_rows is not None, "entries of tables have rows"
    if not series.kind.has_long_tables:
        return np.full(series.is_long.shape, pack_rows, np.int64)
    low, high = _LONG_ROWS
    rows = low + np.floor(series.luck_of_worlds("rows") * (high - low + 1))
    most: Ints = np.where(series.is_long, rows.astype(np.int64), pack_rows)
    return most


def _parts(sizes: Ints, series: _Series, most: Ints) -> Ints:
    """Return, series by groups of these sizes, in how many parts, with `most` rows a part."""
    parts = -(-sizes // most)
    if series.kind.lists_rows:
        return parts
    large = np.array([3 if len(columns) < 2 else 4 for columns in series.topics])[:, None]
    least = np.where(sizes < _ALONE, 1, np.where(sizes > _MANY, large, 2))
    several: Ints = np.minimum(np.maximum(parts, least), np.maximum(sizes // _LEAST_ROWS, 1))
    return several


def _columns(series: _Series, topic: Ints, at: Ints) -> Bools:
    """Return what to state of lines: the topic, what the pages are by, and at times context."""
    batch, table, by = series.batch, series.entry.table, series.entry.pages.by
    world = batch.lines[table].world[at]
    columns = batch.codes.fact_columns(table)
    context = [index for index, column in enumerate(columns) if column.role == "context"]
    of_all = [[c.name in names or c.name == by for c in columns] for names in series.topics]
    grid: Bools = np.array(of_all, np.bool_)[topic]
    if context:
        grid[:, context] |= series.is_long[topic, world][:, None]
    if context and not series.kind.lists_rows:
        u = series.luck_of_worlds("company")
        chosen = np.array(context)[
            np.floor(u / _WITH_CONTEXT * len(context)).astype(int) % len(context)
        ]
        has_context = (u < _WITH_CONTEXT)[topic, world]
        grid[np.flatnonzero(has_context), chosen[topic, world][has_context]] = True
    grid &= batch.has_column[world][:, batch.codes.facts_of(table)]
    if by is not None:
        grid &= ~series.without_growth[at]
    return grid


def _block(series: _Series, topic: Ints, first: Ints) -> PageBlock:
    """Return pages of these topics; `first` is the first line of each page's group."""
    batch, entry, lines = series.batch, series.entry, series.lines
    table, by, kind = entry.table, entry.pages.by, series.kind
    about, row, value = table, None, None
    reference = lines.table.columns[by].target if by is not None else None
    if by is not None and reference is not None:
        about, row = reference, lines.numbers(by)[first]
    elif by is not None:
        value = lines.texts(by)[first].to_list()
    site = entry.pages.site
    site_names: list[str] | str
    if site is None and kind.site == "row":
        # as of pages about one row; but a page by club stands on the site of the club
        site_names = "body" if row is None else of_rows(about, row)
    elif site is None and kind.site == "outlet":
        # all parts in one paper: a reader goes on from one to the next
        luck = series.luck("outlet", lines.seeds[first], lines.row[first] * 4096)
        site_names = by_outlet(luck[topic, np.arange(len(topic))])
    else:
        site_names = site_of(batch, table, kind, site, first)
    names = series.names
    starts = [f"{entry.label}/{table}/{name}".rstrip("/") for name in names]
    return PageBlock(
        kind=kind.name,
        name=[starts[number] for number in topic.tolist()],
        world=lines.world[first],
        site=site_names,
        table=about,
        row=row,
        listed=table,
        topic=[names[number] or None for number in topic.tolist()],
        value=value,
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
    is_first_growth = first_growth(batch, table)
    entry = PageEntry(table, _REMAINDER, None, SUPPLEMENT)
    for index in np.flatnonzero(left.any(axis=0)):
        name = columns[index].name
        # growth without a year before would make a table without a figure: it stands with the rest
        is_figure = left[:, index] & ~is_first_growth[:, index]
        has_figure = np.bincount(lines.world[is_figure], minlength=len(batch)) > 0
        has_any = np.bincount(lines.world[left[:, index]], minlength=len(batch)) > 0
        rows = np.flatnonzero(left[:, index] | (has_any & ~has_figure)[lines.world])
        groups = group_lines(lines.world, np.zeros(len(lines), np.int64), rows)
        _set_out(builder, entry, ((name,),), groups)

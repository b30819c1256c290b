"""Tables of figures: many rows, one or two columns, in parts; of a year, of a club, of everything.

No part may answer much of a question. So what would fit one page stands on two, neighbours stand in
different parts, and where a table sets out two columns at once for a handful of rows, the rest of
the rows is left to other pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from fictionworld.packs.compiled import CompiledPack, CompiledTable
from fictionworld.packs.specification import PageKind
from fictionworld.streams import Bools, Ints, chance
from fictionworld.web.batch import PageEntry, WebBatch
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.parts import Dealt, LineGroups, deal, deal_in_order, group_lines
from fictionworld.web.plan_builder import PageBlock, PlanBuilder
from fictionworld.web.site_roles import by_outlet, of_rows, site_of
from fictionworld.web.subjects import SubjectPages

_MANY = 40
"""More rows than this are in three parts or more, in four where they state two columns."""
_ALONE = 4
"""Fewer rows than this may stand on one page: no question asks for so few."""
_LONG = 0.6
"""How often a series whose kind has long tables is in long parts."""
_LONG_ROWS = 40, 120
"""The most rows of a long part; drawn for each world and series."""
_WITH_CONTEXT = 0.5
"""How often a table has a context column beside its figures."""


@dataclass(frozen=True)
class TableTopic:
    """What the pages of one series set out."""

    label: str
    """The page entry's label, for names and chances."""
    kind: PageKind
    columns: tuple[str, ...]
    rows: int
    """The most rows of a page."""
    by: str | None = None
    share: float = 1.0
    site: str | None = None
    world_share: float = 1.0
    """The share of worlds that have the series at all."""

    @property
    def name(self) -> str:
        return "+".join(self.columns)


def add_tables(builder: PlanBuilder, table: str) -> None:
    """The pages that set out rows of `table` in parts, with what they state."""
    batch = builder.batch
    lines = batch.lines[table]
    for entry in batch.page_entries[table]:
        pages = entry.pages
        if pages.rows is None:
            continue
        number = lines.numbers(pages.by) if pages.by is not None else np.zeros(len(lines), np.int64)
        groups = group_lines(lines.world, number, np.arange(len(lines)))
        topics = [
            TableTopic(
                entry.label,
                pages.kind,
                columns,
                pages.rows,
                pages.by,
                pages.share,
                pages.site,
                pages.columns if isinstance(pages.columns, float) else 1.0,
            )
            for columns in _topics(builder, entry)
        ]
        set_out(builder, table, topics, groups)


def _topics(builder: PlanBuilder, entry: PageEntry) -> tuple[tuple[str, ...], ...]:
    if page_kinds[entry.pages.kind].lists_rows:
        return ((),)
    stored = builder.batch.lines[entry.table].table.stored
    return entry.topics(tuple(c.name for c in stored if c.role == "askable"))


def set_out(
    builder: PlanBuilder, table: str, topics: Sequence[TableTopic], groups: LineGroups
) -> None:
    """A series of pages for each topic, which sets out its columns for the lines of `groups`.

    Args:
        builder: What is planned so far.
        table: The table of the lines.
        topics: All by the same column, if by any.
        groups: The lines.
    """
    if not len(groups.line) or not topics:
        return
    batch = builder.batch
    heading = heading_of(batch.pack, batch.lines[table].table, topics[0].by)
    first = groups.first
    if heading is not None:
        groups = groups.sorted_by(ranks(batch, table, heading))
    for topic in topics:
        _set_out(builder, table, topic, groups, first, heading)


def _set_out(
    builder: PlanBuilder,
    table: str,
    topic: TableTopic,
    groups: LineGroups,
    first: Ints,
    heading: str | None,
) -> None:
    """The pages of one topic; `first` is the line that each group draws its chances by."""
    lines = builder.batch.lines[table]
    has_pages = _worlds_with(builder, table, topic)
    if not has_pages.any():
        return
    stream = f"web/{table}/{topic.label}/{topic.name}"
    seeds, row = lines.seeds[first], lines.row[first]
    most = _most_rows(builder, table, topic)[lines.world[first]]
    parts = np.where(has_pages[lines.world[first]], _parts(groups.sizes, topic, most), 0)
    if heading is not None:
        dealt = deal_in_order(groups, parts)
    else:
        dealt = deal(
            groups,
            parts,
            chance(lines.seeds[groups.line], f"{stream}/luck", lines.row[groups.line]),
            chance(seeds, f"{stream}/turn", row),
        )
    at = groups.line
    keep = np.ones(len(dealt.group), np.bool_)
    if topic.share < 1:
        u = chance(seeds[dealt.group], f"{stream}/share", row[dealt.group] * 4096 + dealt.part)
        keep = u < topic.share
    if len(topic.columns) > 1:
        keep &= _apart(dealt)
    handles = np.full(len(keep) + 1, -1)  # the last one is for lines that no page has
    chosen = np.flatnonzero(keep)
    block = _block(builder, table, topic, first[dealt.group], dealt, chosen)
    handles[chosen] = builder.add(replace(block, heading=heading))
    page = handles[dealt.page]
    # on its page a row stands where its id or its name puts it, never where a figure would
    order = np.argsort(page, kind="stable")
    order = order[page[order] >= 0]
    if page_kinds[topic.kind].lists_rows:
        builder.enter(table, page[order], at[order])
    builder.state(table, page[order], at[order], _columns(builder, table, topic, at[order]))


def _worlds_with(builder: PlanBuilder, table: str, topic: TableTopic) -> Bools:
    """The worlds that have such pages: they have a column of the topic, and were drawn for it."""
    batch = builder.batch
    if not topic.columns:
        return np.ones(len(batch), np.bool_)
    codes = [batch.codes.code(table, name) for name in topic.columns]
    world_share: Bools = np.ones(len(batch), np.bool_)
    if topic.world_share < 1:
        stream = f"web/{table}/{topic.label}/{topic.name}/taste"
        world_share = (
            chance(batch.seeds, stream, np.zeros(len(batch), np.int64)) < topic.world_share
        )
    found: Bools = world_share & batch.has_column[:, codes].any(axis=1)
    return found


def _most_rows(builder: PlanBuilder, table: str, topic: TableTopic) -> Ints:
    """By world the most rows of a page of the topic: as the pack says, or of a long table."""
    batch = builder.batch
    if not page_kinds[topic.kind].has_long_tables:
        return np.full(len(batch), topic.rows, np.int64)
    stream, nothing = f"web/{table}/{topic.label}/{topic.name}", np.zeros(len(batch), np.int64)
    low, high = _LONG_ROWS
    rows = low + np.floor(chance(batch.seeds, f"{stream}/rows", nothing) * (high - low + 1))
    is_long = chance(batch.seeds, f"{stream}/long", nothing) < _LONG
    most: Ints = np.where(is_long, rows.astype(np.int64), topic.rows)
    return most


def _parts(sizes: Ints, topic: TableTopic, most: Ints) -> Ints:
    """In how many parts groups of such sizes are set out, with so many rows at most."""
    parts = -(-sizes // most)
    if page_kinds[topic.kind].lists_rows:
        return parts
    large = 3 if len(topic.columns) < 2 else 4
    least = np.where(sizes < _ALONE, 1, np.where(sizes > _MANY, large, 2))
    several: Ints = np.maximum(parts, least)
    return several


def _apart(dealt: Dealt) -> Bools:
    """Which pages stay, where each states two columns: of two parts or three, one alone."""
    stay: Bools = (dealt.parts == 1) | (dealt.parts >= 4) | (dealt.part == 0)
    return stay


def _columns(builder: PlanBuilder, table: str, topic: TableTopic, at: Ints) -> Bools:
    """What is stated of each line: the topic, what the pages are by, and now and then context."""
    batch, lines = builder.batch, builder.batch.lines[table]
    facts = batch.codes.facts_of(table)
    columns = [batch.codes.columns[code] for code in facts]
    context = [place for place, column in enumerate(columns) if column.role == "context"]
    of_all = [column.name in topic.columns or column.name == topic.by for column in columns]
    grid: Bools = np.repeat(np.array([of_all], np.bool_), len(at), axis=0)
    if context and not page_kinds[topic.kind].lists_rows:
        stream = f"web/{table}/{topic.label}/{topic.name}/company"
        u = chance(batch.seeds, stream, np.zeros(len(batch), np.int64))
        chosen = np.array(context)[
            np.floor(u / _WITH_CONTEXT * len(context)).astype(int) % len(context)
        ]
        with_it = (u < _WITH_CONTEXT)[lines.world[at]]
        grid[np.flatnonzero(with_it), chosen[lines.world[at]][with_it]] = True
    grid &= batch.has_column[lines.world[at]][:, facts]
    return grid


def _block(
    builder: PlanBuilder, table: str, topic: TableTopic, first: Ints, dealt: Dealt, chosen: Ints
) -> PageBlock:
    """The pages `chosen` of those dealt; `first` is the first line of each page's group."""
    lines = builder.batch.lines[table]
    first, part = first[chosen], dealt.part[chosen] + 1
    about, row, value = table, None, None
    reference = lines.table.columns[topic.by].target if topic.by is not None else None
    if reference is not None:
        about, row = reference, lines.numbers(topic.by or "")[first]
    elif topic.by is not None:
        value = lines.texts(topic.by)[first].to_list()
    return PageBlock(
        kind=topic.kind,
        name=f"{topic.label}/{table}/{topic.name}".rstrip("/"),
        world=lines.world[first],
        site=_site(builder, table, topic, first, row, part),
        table=about,
        row=row,
        listed=table,
        topic=topic.name or None,
        value=value,
        part=part,
        parts=dealt.parts[chosen],
    )


def _site(
    builder: PlanBuilder, table: str, topic: TableTopic, first: Ints, row: Ints | None, part: Ints
) -> list[str] | str:
    """As of pages about one row; but a page by club stands on the site of the club."""
    lines = builder.batch.lines[table]
    kind = page_kinds[topic.kind]
    if topic.site is None and kind.site == "row":
        if row is not None:
            return of_rows(lines.table.columns[topic.by or ""].target or table, row)
        return "body"
    if topic.site is None and kind.site == "outlet":
        stream = f"web/{table}/{topic.label}/{topic.name}/outlet"
        return by_outlet(chance(lines.seeds[first], stream, lines.row[first] * 4096 + part))
    return site_of(builder.batch, table, kind, topic.site, first)


def heading_of(pack: CompiledPack, table: CompiledTable, by: str | None) -> str | None:
    """The column by whose names rows of `table` may be dealt to parts; None where there is none.

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
    """Whether the names of its rows follow from nothing else that is stated of them."""
    name = table.name_column
    draw = None if name is None else name.spec.draw
    return draw is not None and draw.kind in {"pool", "brands"}


def ranks(batch: WebBatch, table: str, heading: str) -> Ints:
    """For each line of `table` its place by what `heading` names; -1 where it names nothing."""
    lines = batch.lines[table]
    target = lines.table.columns[heading].target
    if target is None:
        return lines.alphabetical
    named, found = batch.targets(table, heading), batch.lines[target].alphabetical
    return np.where(named >= 0, found[named], -1) if len(found) else np.full(len(named), -1)


_ROWS = 12


def add_remainder(builder: PlanBuilder, subjects: SubjectPages, table: str) -> None:
    """Each fact of `table` that no page states is stated once."""
    batch = builder.batch
    lines, facts = batch.lines[table], batch.codes.facts_of(table)
    page = np.full(len(lines), -1)
    for kind in page_kinds:
        handles = subjects.by_kind.get((table, kind.name)) if kind.home else None
        page = page if handles is None else np.where(handles >= 0, handles, page)
    left = batch.has_column[lines.world][:, facts] & ~builder.covered[table]
    builder.state(table, page, np.arange(len(lines)), left & (page >= 0)[:, None])
    left &= (page < 0)[:, None]
    for place in np.flatnonzero(left.any(axis=0)):
        name = batch.codes.columns[facts[place]].name
        rows = np.flatnonzero(left[:, place])
        groups = group_lines(lines.world, np.zeros(len(lines), np.int64), rows)
        set_out(
            builder, table, [TableTopic("statistics.more", "statistics", (name,), _ROWS)], groups
        )

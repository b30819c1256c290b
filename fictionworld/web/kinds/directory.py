"""Directories: pages that list every row of a table; names, context and links.

Mostly they are a chain that says so. Of some tables nobody keeps a whole list: three sites list
the names from A to H, from I to N and from O to Z. None says of how many lists it is one, or links
to the next: that these are all follows from their letters.
"""

# Pages have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from fictionworld.streams import FastStream, Ints, chance
from fictionworld.text.english import sentence, slug
from fictionworld.text.names import fold
from fictionworld.web.batch import WebBatch
from fictionworld.web.heads import HeadContext
from fictionworld.web.hosts import Site
from fictionworld.web.page_kind import WebPageKind, page_kinds
from fictionworld.web.plan_builder import PageBlock, PlanBuilder
from fictionworld.web.words import words_within
from fictionworld.web.world_plan import PARTIAL_LIST, PlannedPage
from fictionworld.web.writing.blocks import bullets, heading, paragraphs, row_name, table
from fictionworld.web.writing.header_footer import headline, table_links
from fictionworld.web.writing.marking import skeleton
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import fill, listed_pairs
from fictionworld.web.writing.tables import part_links

_LEAST, _MOST = 40, 60
"""Entries of a page of a directory."""
_PARTIAL = 0.15
"""The share of tables of which there are partial lists alone, where they have names and rows."""
_FEWEST_LISTED = 10
"""Rows of a partial list."""
_PARTIAL_SITES = ("directory", "encyclopedia", "body")
"""Whose sites have one partial list each."""


class Directory(WebPageKind):
    """Lists of all rows of a table; of those that share a value, where a pack asks for it."""

    name = "directory"
    site = "directory"
    lists_rows = True
    table_length = (1_070, 5, 32, 25, 0)
    voice = "a directory: short, helpful"

    def plan_table(self, builder: PlanBuilder, table: str) -> None:
        """Add the pages that list every row of the table: by name, or in stored order by key."""
        batch = builder.batch
        lines = batch.lines[table]
        cuts = _cuts(batch, table)
        partial = np.isin(np.arange(len(batch)), list(cuts))
        u = chance(batch.seeds, f"web/{table}/directory/size", np.zeros(len(batch), np.int64))
        size = _LEAST + np.floor(u * (_MOST - _LEAST + 1)).astype(np.int64)
        parts = np.where(partial, len(_PARTIAL_SITES), -(-lines.counts // size))
        first = np.zeros(len(batch), np.int64)
        for name_column, worlds in ((None, ~partial), (_name_of(batch, table), partial)):
            counts = np.where(worlds, parts, 0)
            begin = np.cumsum(counts) - counts
            of_page = np.repeat(np.arange(len(batch)), counts)
            part = np.arange(len(of_page)) - begin[of_page] + 1
            sites = "directory" if name_column is None else [_PARTIAL_SITES[p - 1] for p in part]
            handles = builder.add(
                PageBlock(
                    kind="directory",
                    name=f"{'directory' if name_column is None else PARTIAL_LIST}/{table}",
                    world=of_page,
                    site=sites,
                    table=table,
                    listed=table,
                    part=part,
                    parts=counts[of_page],
                    heading=name_column,
                )
            )
            if len(handles):
                first[worlds] = handles[0] + begin[worlds]
        order = _alphabetical(batch, table)
        position = np.arange(len(lines)) - lines.start[lines.world]
        at = lines.world  # worlds follow one another in either order
        index = position * parts[at] // np.maximum(lines.counts[at], 1)
        for world, ends in cuts.items():
            index[at == world] = np.searchsorted(ends, position[at == world], "right")
        page = first[at] + index
        builder.enter(table, page, order)
        facts = batch.codes.facts_of(table)
        context = [column.role == "context" for column in batch.codes.fact_columns(table)]
        shown = batch.has_column[at][:, facts] & np.array(context, np.bool_)
        builder.state(table, page, order, shown)

    def head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        del rng
        context, listed = heads.context, page.listed or ""
        many = context.nouns[listed].many
        part, parts = page.part or 1, page.parts or 1
        value_suffix = f": {page.value}" if page.value else ""
        name = f"{sentence(many)}{value_suffix}"
        if page.row:
            name += f" - {context.name(page.table or '', page.row)}"
        span = heads.spans[page.number] if page.is_partial_list else None
        if span is not None:
            shapes = ("{n}{p}", "List of {l}{p}", "Browse {l}{p}")
            part_suffix = f", {span}"
        elif context.is_named(listed):
            shapes = ("{n} from A to Z{p}", "Browse {l}{p}", "All {l}{p}")
            part_suffix = f" - page {part} of {parts}" if parts > 1 else ""
        else:
            shapes = ("{n}, the full list{p}", "{n}: contents{p}", "Index: {l}{p}")
            part_suffix = f" - page {part}" if part > 1 else ""
        shape = site.pick(shapes)
        title = shape.format(n=name, l=name[:1].lower() + name[1:], p=part_suffix)
        short = "-".join(filter(None, (slug(many), slug(page.value or ""), str(page.row or ""))))
        if span is not None:
            return title, f"{site.pick(('browse', 'list', 'names'))}/{short}/{slug(span)}"
        paths = (f"{short}?page={part}", f"browse/{short}/{part}", f"list/{short}/page-{part}")
        return title, site.pick(paths)

    def write(self, writer: PageWriter, site: Site) -> str:
        words = _words(writer)
        context, plan, rng = writer.context, writer.plan, writer.rng
        listed = plan.listed or ""
        rows = [row for _, row in writer.entries]
        stated = writer.groups.get(listed, {})
        total, before = _counts(writer, len(rows))
        partial = writer.plan.is_partial_list
        pool = "directory_leads" if context.is_named(listed) else "contents_leads"
        leads = words["partial_leads" if partial else pool]
        lead = sentence(fill(writer, rng.pick(leads), listed, None))
        text = [headline(writer), lead]
        filters = site.pick(words["filters"])
        sort = site.pick(words["sorts"], 3) if context.is_named(listed) else ""
        text.append(" · ".join(filter(None, (filters, sort))))
        text.append(f"Showing {before + 1}–{before + len(rows)} of {total}")
        shape = (site.seed // 5 + len(listed)) % 3
        columns = stated.get(rows[0], []) if rows else []
        same = all(stated.get(row, []) == columns for row in rows)
        if shape == 2 and same and columns:
            text.append(_as_table(writer, listed, rows, columns))
        elif shape == 1 and context.is_named(listed):
            text += [_block(writer, listed, row, stated.get(row, [])) for row in rows]
        else:
            text.append(
                bullets(writer, [_line(writer, listed, row, stated.get(row, [])) for row in rows])
            )
        if not partial:
            text.append(_paging(writer))
            text += _notes(writer, listed, text)
        text += _register(writer, listed)
        text.append(site.pick(words["directory_ends"], 7))
        own = [n for n in writer.links.portals if writer.links.heads[n - 1].outlet == site.name]
        text += [f"Up: {writer.links.titled(number)}" for number in own]
        tables = table_links(writer, listed, shared=True)
        if tables:
            text += [heading(writer, f"Tables and lists on {context.nouns[listed].many}")]
            text.append(bullets(writer, tables))
        return "\n\n".join(filter(None, text))


KIND = Directory()


def _name_of(batch: WebBatch, table: str) -> str | None:
    """Return the column with the names of a table's rows; None where they have none."""
    column = batch.lines[table].table.name_column
    return None if column is None else column.name


def _cuts(batch: WebBatch, table: str) -> dict[int, tuple[int, int]]:
    """Return the worlds in which the table has partial lists alone, by a coin that sees no value.

    Each with the places, in alphabetical order, at which the second and the third list begin.
    """
    lines = batch.lines[table]
    if lines.table.name_column is None:
        return {}
    coin = chance(batch.seeds, f"web/{table}/directory/partial", np.zeros(len(batch), np.int64))
    cuts = {}
    for world in np.flatnonzero(coin < _PARTIAL).tolist():
        names = lines.values(lines.table.name_column.name)
        own = names[lines.start[world] : lines.start[world + 1]]
        ends = _letter_cuts([name[:1] for name in sorted(map(fold, own))])
        if ends is not None:
            cuts[world] = ends
    return cuts


def _letter_cuts(initials: list[str]) -> tuple[int, int] | None:
    """Return where to cut sorted names into three lists that no letter is in two of, or None.

    None where a list would be too short or too long, or a name begins with no letter.
    """
    changes = [i for i, (one, next_) in enumerate(pairwise(initials), 1) if one != next_]
    if not changes or not all("a" <= letter <= "z" for letter in initials):
        return None
    count = len(initials)
    low, high = (min(changes, key=lambda i: abs(3 * i - third * count)) for third in (1, 2))
    fits = all(_FEWEST_LISTED <= n <= _MOST for n in (low, high - low, count - high))
    return (low, high) if fits else None


def _alphabetical(batch: WebBatch, table: str) -> Ints:
    lines = batch.lines[table]
    if lines.table.name_column is None:
        return np.arange(len(lines))
    return np.lexsort((lines.alphabetical, lines.world))


def _words(writer: PageWriter) -> Mapping[str, tuple[str, ...]]:
    return words_within("tables", writer.context.pack.spec.strategy)


_LEAST_WORDS = 165


def _notes(writer: PageWriter, listed: str, text: list[str]) -> list[str]:
    """Return sentences on how the list is kept, under a heading, where the page would be short.

    All words count: a directory states nothing that is askable, so twins have the same.
    """
    lacking = _LEAST_WORDS - len(skeleton(" ".join(text)).split())
    notes = []
    for note in writer.rng.some(
        _words(writer)["directory_notes"], len(_words(writer)["directory_notes"])
    ):
        if lacking <= 0:
            break
        notes.append(sentence(fill(writer, note, listed, None)))
        lacking -= len(notes[-1].split())
    if not notes:
        return []
    return [
        heading(writer, writer.rng.pick(_words(writer)["directory_heads"])),
        *paragraphs(writer, notes, 3, 4),
    ]


def _register(writer: PageWriter, listed: str) -> list[str]:
    """Return a link to a sheet of the register that the rows are a slice of; empty without one."""
    part = writer.context.pack.spec.slice
    if part is None or part.of != listed or not writer.links.register:
        return []
    sheet = writer.rng.pick(writer.links.register)
    return [f"{part.title}, other regions: {writer.links.titled(sheet)}"]


def _counts(writer: PageWriter, here: int) -> tuple[int, int]:
    """Return how many entries the chain has, and how many stand before this page."""
    if writer.plan.is_partial_list:
        return here, 0
    parts = writer.links.parts(writer.head.number)
    sizes = [writer.links.entries(number) for number in parts]
    index = parts.index(writer.head.number)
    return max(sum(sizes), here), sum(sizes[:index])


def _more(writer: PageWriter, listed: str, row: int) -> str:
    """Return links to the other pages about a row, named by their kinds."""
    numbers = writer.links.about.get((listed, row), ())
    items = numbers[1:] if writer.context.is_named(listed) else numbers
    heads = writer.links.heads
    shown = [
        f"[{page_kinds[heads[n - 1].kind].called or heads[n - 1].kind}]({writer.links.address(n)})"
        for n in items[:2]
    ]
    return " ".join(shown)


def _line(writer: PageWriter, listed: str, row: int, columns: list[str]) -> str:
    line = row_name(writer, listed, row)
    if columns:
        line += f" – {'; '.join(listed_pairs(writer, listed, row, columns))}"
    links = _more(writer, listed, row)
    return f"{line} ({links})" if links else line


def _block(writer: PageWriter, listed: str, row: int, columns: list[str]) -> str:
    lines = [f"**{row_name(writer, listed, row)}**", *listed_pairs(writer, listed, row, columns)]
    links = _more(writer, listed, row)
    if links:
        lines.append(f"Read on: {links}")
    return "  \n".join(lines)


def _as_table(writer: PageWriter, listed: str, rows: list[int], columns: list[str]) -> str:
    context = writer.context
    shown = [context.wordings[listed, column] for column in columns]
    header = [sentence(context.nouns[listed].one), *[wording.label for wording in shown], ""]
    lines = [
        [
            row_name(writer, listed, row),
            *[writer.cell(wording, row) for wording in shown],
            _more(writer, listed, row),
        ]
        for row in rows
    ]
    return table(header, lines)


def _paging(writer: PageWriter) -> str:
    """Return links to the neighbouring pages and to all pages; empty where there is one page."""
    parts = writer.links.parts(writer.head.number)
    if len(parts) < 2:
        return ""
    pages = [
        f"**{part}**"
        if number == writer.head.number
        else f"[{part}]({writer.links.address(number)})"
        for part, number in enumerate(parts, 1)
    ]
    ends = part_links(writer).replace(" part", "").split(" · ")
    return " · ".join([*ends, *pages])

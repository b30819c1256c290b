"""Pages that set out rows in parts: statistics, reports, lists on official sites, round-ups."""

# Lists have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

from collections.abc import Sequence

from fictionworld.text.english import sentence
from fictionworld.web.hosts import Site
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, rows_table
from fictionworld.web.writing.consequences import result_of
from fictionworld.web.writing.header_footer import (
    background_link,
    byline,
    headline,
    list_links,
    page_link,
    site_foot,
    site_head,
    table_links,
)
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import fill, listed_pairs, sentences
from fictionworld.web.writing.remarks import dealt, quote
from fictionworld.web.writing.rowsets import by_day, in_lines, lead_of, rows_by_columns

_NEWS_WORDS = web_words("news")
_WORDS = web_words("tables")

_FEWEST = 2
"""Links to other pages."""


def topic_label(writer: PageWriter) -> str:
    """Return what the page sets out, as a noun phrase: `the units sold and unit share`."""
    table, context = writer.plan.listed or "", writer.context
    return f"the {context.topic(table, writer.plan.topic) or context.nouns[table].many}"


def filled(writer: PageWriter, text: str, label: str) -> str:
    """Return a sentence of a pool with `label` and its other slots filled."""
    text = text.replace("{label}", label)
    if "{Label}" in text:
        text = text.replace("{Label}", sentence(label))
    return sentence(fill(writer, text, writer.plan.listed or "", None))


def scope_of(writer: PageWriter) -> str:
    """Return what all rows of the page share, as a line of its own; empty where nothing."""
    plan, context = writer.plan, writer.context
    if plan.value:
        return sentence(context.of_value(plan))
    if plan.row is not None and plan.table is not None:
        return writer.link(plan.table, plan.row)
    return ""


def _all_parts(writer: PageWriter) -> str:
    """Return links to all parts by the names they span, or to the parts on either side."""
    links, current = writer.links, writer.head.number
    parts = links.parts(current)
    if current not in links.spans:
        return part_links(writer)
    return " · ".join(
        f"**{span}**" if number == current else f"[{span}]({links.address(number)})"
        for number, span in ((number, links.spans[number]) for number in parts)
    )


def part_links(writer: PageWriter) -> str:
    """Return links to the previous and to the next part, where there are any."""
    parts = writer.links.parts(writer.head.number)
    index = parts.index(writer.head.number)
    items = []
    if index > 0:
        items.append(f"[« Previous part]({writer.links.address(parts[index - 1])})")
    if index + 1 < len(parts):
        items.append(f"[Next part »]({writer.links.address(parts[index + 1])})")
    return " · ".join(items)


def grid(writer: PageWriter) -> list[str]:
    """Return the rows of the page as tables, one for each set of columns stated.

    What all rows share stands above a table, not in each of its lines. Parts that are in no other
    order are in that of days.
    """
    table, shared = writer.plan.listed or "", writer.plan.shared_column
    stated = writer.groups.get(table, {})
    hide = None if writer.context.nouns[table].contest else shared  # a match is said by both sides
    if writer.plan.heading is None and not writer.context.is_named(table):
        stated = by_day(writer, table, stated)
    blocks = []
    for columns, rows in rows_by_columns(stated).items():
        left = list(columns)
        if shared in columns and len(rows) > 1:
            left.remove(shared)
            blocks.append(said_once(writer, shared, rows))
        blocks.append(rows_table(writer, table, rows, left, hide=hide))
    return blocks


def said_once(writer: PageWriter, column: str, rows: Sequence[int]) -> str:
    """Return the value of a column that rows share, marked for each of them: `Round 15:`."""
    wording = writer.context.wordings[writer.plan.listed or "", column]
    value = wording.cells[rows[0]]
    if wording.target is not None:
        return f"{writer.mark_all(writer.context.name(wording.target, value), wording, rows)}:"
    text = writer.mark_all(str(value), wording, rows)
    if wording.kind == "year":
        return f"{text}:"
    sign = " " if wording.kind == "integer" else " – "
    return f"{wording.label}{sign}{text}:"


def symbols(writer: PageWriter, site: Site) -> str:
    """Return the line that explains the sign for a missing value; empty where it needs none.

    It goes by the columns, never by the values: twins have the same lines.
    """
    table, wordings = writer.plan.listed or "", writer.context.wordings
    stated = {column for columns in writer.groups.get(table, {}).values() for column in columns}
    if not any(wordings[table, column].column.nullable for column in stated):
        return ""
    shape = site.pick(_WORDS["symbols"], 7)
    gap = writer.style.gap
    return shape.format(gap=gap)


def write_list(writer: PageWriter, site: Site) -> str:
    """Return the text of a page that lists rows on an official site or in an encyclopedia."""
    rng, label = writer.rng, topic_label(writer)
    table = writer.plan.listed or ""
    text = [site_head(writer, site, table, None), headline(writer)]
    text.append(filled(writer, rng.pick(_WORDS["official_leads"]), label))
    text += [*grid(writer), symbols(writer, site)]
    return "\n\n".join(filter(None, [*text, *foot(writer), site_foot(writer, site)]))


def write_round_up(writer: PageWriter, site: Site) -> str:
    """Return the text of a round-up of many rows, as papers and forums write it."""
    rng, label, shared = writer.rng, topic_label(writer), writer.plan.shared_column
    table = writer.plan.listed or ""
    stated = writer.groups.get(table, {})
    text = [headline(writer), byline(writer, site)]
    lead = [filled(writer, phrase, label) for phrase in rng.some(_NEWS_WORDS["round_up_leads"], 2)]
    text.append(" ".join(lead))
    said = [row for row, columns in stated.items() if shared in columns]
    if len(said) == len(stated) > 1:
        text.append(said_once(writer, shared, said))
        stated = {row: [c for c in columns if c != shared] for row, columns in stated.items()}
    elif scope := scope_of(writer):
        text.append(f"**{scope}**")
    if len(stated) <= 4 or rng.chance(0.3):
        paragraph_texts: list[str] = []
        for row, columns in stated.items():
            lead_in = lead_of(writer, table, row, None)
            texts = sentences(writer, table, row, columns, lead=lead_in)
            if not texts:
                texts = listed_pairs(writer, table, row, columns)
            texts += result_of(writer, table, row, columns)
            paragraph_texts.append(" ".join(texts))
        text.append(" ".join(paragraph_texts))
    else:
        text += in_lines(writer, table, by_day(writer, table, stated), shared)
    text.append(quote(writer, table, None))
    text += dealt(writer, _NEWS_WORDS["closers"], 1)
    return "\n\n".join(filter(None, [*text, *foot(writer)]))


def foot(writer: PageWriter) -> list[str]:
    """Return links to the other parts, and to a few other tables about the same rows."""
    plan, rng = writer.plan, writer.rng
    table = plan.listed or ""
    items = rng.some(table_links(writer, table), 2)
    if plan.row is not None and plan.table is not None:
        home = writer.links.home(plan.table, plan.row)
        if home is not None:
            items.insert(0, page_link(writer, home))
    if len(items) < _FEWEST:
        items += list_links(writer, table)
    if len(items) < _FEWEST and (plan.parts or 1) == 1:
        items += background_link(writer)
    blocks = [_all_parts(writer)]
    if items:
        blocks += [f"**{rng.pick(_WORDS['link_heads'])}**"]
        blocks.append(bullets(writer, items))
    return blocks

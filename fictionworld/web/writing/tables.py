"""Pages that set out rows in parts: statistics, reports, lists on official sites, round-ups."""

from __future__ import annotations

from fictionworld.text.english import sentence
from fictionworld.web.hosts import Site
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, paragraphs, rows_table
from fictionworld.web.writing.consequences import result_of
from fictionworld.web.writing.header_footer import (
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
from fictionworld.web.writing.remarks import dealt, quote, remarks_for
from fictionworld.web.writing.rowsets import in_lines, lead_of, rows_by_columns

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
        return sentence(context.of_value(plan.listed or "", plan.name, plan.value))
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
    """Return the rows of the page as tables, one for each set of columns stated."""
    table = writer.plan.listed or ""
    alike = rows_by_columns(writer.groups.get(table, {}))
    return [rows_table(writer, table, rows, columns) for columns, rows in alike.items()]


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
    rng, plan, label = writer.rng, writer.plan, topic_label(writer)
    table = plan.listed or ""
    text = [site_head(writer, site, table, None), headline(writer)]
    scope = scope_of(writer)
    lead = filled(writer, rng.pick(_WORDS["official_leads"]), label)
    text.append(" ".join([lead, *remarks_for(writer, table, None, 1)]))
    if scope:
        text.append(f"This list: {scope}")
    text += [*grid(writer), symbols(writer, site)]
    return "\n\n".join(filter(None, [*text, *foot(writer), site_foot(writer, site)]))


def write_round_up(writer: PageWriter, site: Site) -> str:
    """Return the text of a round-up of many rows, as papers and forums write it."""
    rng, plan, label = writer.rng, writer.plan, topic_label(writer)
    table = plan.listed or ""
    stated = writer.groups.get(table, {})
    text = [headline(writer), byline(writer, site)]
    lead = [filled(writer, phrase, label) for phrase in rng.some(_NEWS_WORDS["round_up_leads"], 2)]
    text.append(" ".join(lead + remarks_for(writer, table, None, 1)))
    scope = scope_of(writer)
    if scope:
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
        text += paragraphs(writer, paragraph_texts, 1, 4)
    else:
        text += in_lines(writer, table, stated)
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
    blocks = [_all_parts(writer)]
    if items:
        blocks += [f"**{rng.pick(_WORDS['link_heads'])}**"]
        blocks.append(bullets(writer, items))
    return blocks

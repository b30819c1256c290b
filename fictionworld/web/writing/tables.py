"""Pages that set out rows in parts: statistics, reports, lists on official sites, round-ups."""

from __future__ import annotations

from fictionworld.text.english import sentence
from fictionworld.web.hosts import Site
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, paragraphs, rows_table
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
from fictionworld.web.writing.remarks import asides_for, quote, remarks_for
from fictionworld.web.writing.rowsets import in_lines, lead_of, rows_by_columns

_NEWS_WORDS = web_words("news")
_WORDS = web_words("tables")

_FEWEST = 2
"""Links to other pages."""


def topic_label(writer: PageWriter) -> str:
    """What the page sets out, inside a sentence: `the units sold and unit share`."""
    table, context = writer.plan.listed or "", writer.context
    return f"the {context.topic(table, writer.plan.topic) or context.nouns[table].many}"


def filled(writer: PageWriter, text: str, label: str) -> str:
    """A sentence of a pool with `label`, and what else it leaves open."""
    text = text.replace("{label}", label)
    if "{Label}" in text:
        text = text.replace("{Label}", sentence(label))
    return sentence(fill(writer, text, writer.plan.listed or "", None))


def scope_of(writer: PageWriter) -> str:
    """What all lines of the page share, in a line of its own."""
    plan, context = writer.plan, writer.context
    if plan.value:
        return sentence(context.of_value(plan.listed or "", plan.name, plan.value))
    if plan.row is not None and plan.table is not None:
        return writer.link(plan.table, plan.row)
    return ""


def _all_parts(writer: PageWriter) -> str:
    """Links to all parts by what they hold; where they do not say it, to those beside this one."""
    links, here = writer.links, writer.head.number
    parts = links.parts(here)
    if here not in links.spans:
        return part_links(writer)
    return " · ".join(
        f"**{span}**" if number == here else f"[{span}]({links.address(number)})"
        for number, span in ((number, links.spans[number]) for number in parts)
    )


def part_links(writer: PageWriter) -> str:
    """Links to the parts before and after, where there are any."""
    parts = writer.links.parts(writer.head.number)
    at = parts.index(writer.head.number)
    items = []
    if at > 0:
        items.append(f"[« Previous part]({writer.links.address(parts[at - 1])})")
    if at + 1 < len(parts):
        items.append(f"[Next part »]({writer.links.address(parts[at + 1])})")
    return " · ".join(items)


def grid(writer: PageWriter) -> list[str]:
    """The lines of the page as a table; rows that state other columns than most, as lists."""
    table = writer.plan.listed or ""
    alike = rows_by_columns(writer.groups.get(table, {}))
    return [rows_table(writer, table, rows, columns) for columns, rows in alike.items()]


def symbols(writer: PageWriter, site: Site) -> str:
    """What the sign for a missing value means."""
    shape = site.pick(_WORDS["symbols"], 7)
    gap = writer.style.gap
    return "" if gap == "not published" else shape.format(gap=gap)


def write_list(writer: PageWriter, site: Site) -> str:
    """The text of a list on a site of one's own."""
    rng, plan, label = writer.rng, writer.plan, topic_label(writer)
    table = plan.listed or ""
    text = [site_head(writer, site, table, None), headline(writer)]
    scope = scope_of(writer)
    lead = filled(writer, rng.pick(_WORDS["official_leads"]), label)
    text.append(" ".join([lead, *remarks_for(writer, table, None, 2)]))
    if scope:
        text.append(f"This list: {scope}")
    text += [*grid(writer), symbols(writer, site)]
    text.append(" ".join(asides_for(writer, table, None, 3)))
    return "\n\n".join(filter(None, [*text, *foot(writer), site_foot(writer, site)]))


def write_round_up(writer: PageWriter, site: Site) -> str:
    """The text of a round-up, as papers and forums have it."""
    rng, plan, label = writer.rng, writer.plan, topic_label(writer)
    table = plan.listed or ""
    stated = writer.groups.get(table, {})
    text = [headline(writer), byline(writer, site)]
    lead = [filled(writer, one, label) for one in rng.some(_NEWS_WORDS["round_up_leads"], 2)]
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
            paragraph_texts.append(" ".join(texts))
        text += paragraphs(writer, paragraph_texts, 1, 4)
    else:
        text += in_lines(writer, table, stated)
    if rng.chance(0.7):
        text.append(quote(writer, table, None))
    text.append(" ".join(asides_for(writer, table, None, rng.between(3, 4))))
    text.append(rng.pick(_NEWS_WORDS["closers"]))
    return "\n\n".join(filter(None, [*text, *foot(writer)]))


def foot(writer: PageWriter) -> list[str]:
    """Links to the other parts, and to a few other tables about the same rows."""
    plan, rng = writer.plan, writer.rng
    table = plan.listed or ""
    items = rng.some(table_links(writer, table), 2)
    if plan.row is not None and plan.table is not None:
        home = writer.links.home(plan.table, plan.row)
        if home is not None:
            items.insert(0, page_link(writer, home))
    if len(items) < _FEWEST:
        items += list_links(writer, table)
    found = [_all_parts(writer)]
    if items:
        found += [f"**{rng.pick(_WORDS['link_heads'])}**"]
        found.append(bullets(writer, items))
    return found

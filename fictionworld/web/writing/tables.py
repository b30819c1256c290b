"""Pages that set out rows in parts: statistics, reports, lists on official sites, round-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import joined, sentence
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, paragraphs, rows_table
from fictionworld.web.writing.furniture import (
    byline,
    headline,
    list_links,
    page_link,
    site_foot,
    site_head,
    table_links,
)
from fictionworld.web.writing.prose import fill, listed_pairs, sentences
from fictionworld.web.writing.rowsets import in_lines, lead_of
from fictionworld.web.writing.talk import asides_for, quote, remarks_for

if TYPE_CHECKING:
    from fictionworld.web.hosts import Site
    from fictionworld.web.writing.sheet import Sheet

__all__ = [
    "filled", "foot", "grid", "part_links", "scope_of", "symbols", "topic_label", "write_list",
    "write_round_up",
]  # fmt: skip

_NEWS_WORDS = web_words("news")
_WORDS = web_words("tables")


_FEWEST = 2
"""Links to other pages."""


def topic_label(sheet: Sheet) -> str:
    """What the page sets out, inside a sentence: `the units sold and unit share`."""
    plan, wordings = sheet.plan, sheet.scene.wordings
    names = (plan.topic or "").split("+")
    labels = [
        wordings[plan.listed or "", n].topic for n in names if (plan.listed or "", n) in wordings
    ]
    return f"the {joined(labels)}" if labels else f"the {sheet.scene.nouns[plan.listed or ''].many}"


def filled(sheet: Sheet, text: str, label: str) -> str:
    """A sentence of a pool with `label`, and what else it leaves open."""
    text = text.replace("{label}", label)
    if "{Label}" in text:
        text = text.replace("{Label}", sentence(label))
    return sentence(fill(sheet, text, sheet.plan.listed or "", None))


def scope_of(sheet: Sheet) -> str:
    """What all lines of the page share, in a line of its own."""
    plan, scene = sheet.plan, sheet.scene
    if plan.value:
        return sentence(scene.of_value(plan.listed or "", plan.name, plan.value))
    if plan.row is not None and plan.table is not None:
        return sheet.link(plan.table, plan.row)
    return ""


def _all_parts(sheet: Sheet) -> str:
    """Links to all parts by what they hold; where they do not say it, to those beside this one."""
    links, here = sheet.links, sheet.head.number
    parts = links.parts(here)
    if here not in links.spans:
        return part_links(sheet)
    return " · ".join(
        f"**{span}**" if number == here else f"[{span}]({links.address(number)})"
        for number, span in ((number, links.spans[number]) for number in parts)
    )


def part_links(sheet: Sheet) -> str:
    """Links to the parts before and after, where there are any."""
    parts = sheet.links.parts(sheet.head.number)
    at = parts.index(sheet.head.number)
    items = []
    if at > 0:
        items.append(f"[« Previous part]({sheet.links.address(parts[at - 1])})")
    if at + 1 < len(parts):
        items.append(f"[Next part »]({sheet.links.address(parts[at + 1])})")
    return " · ".join(items)


def grid(sheet: Sheet) -> list[str]:
    """The lines of the page as a table; rows that state other columns than most, as lists."""
    table = sheet.plan.listed or ""
    stated = sheet.groups.get(table, {})
    alike: dict[tuple[str, ...], list[int]] = {}
    for row, columns in stated.items():
        alike.setdefault(tuple(columns), []).append(row)
    return [rows_table(sheet, table, rows, columns) for columns, rows in alike.items()]


def symbols(sheet: Sheet, site: Site) -> str:
    """What the sign for a missing value means."""
    shape = _WORDS["symbols"][site.seed // 7 % len(_WORDS["symbols"])]
    gap = sheet.style.gap
    return "" if gap == "not published" else shape.format(gap=gap)


def write_list(sheet: Sheet, site: Site) -> str:
    """The text of a list on a site of one's own."""
    rng, plan, label = sheet.rng, sheet.plan, topic_label(sheet)
    table = plan.listed or ""
    text = [site_head(sheet, site, table, None), headline(sheet)]
    scope = scope_of(sheet)
    lead = filled(sheet, rng.pick(_WORDS["official_leads"]), label)
    text.append(" ".join([lead, *remarks_for(sheet, table, None, 2)]))
    if scope:
        text.append(f"This list: {scope}")
    text += [*grid(sheet), symbols(sheet, site)]
    text.append(" ".join(asides_for(sheet, table, None, 3)))
    return "\n\n".join(filter(None, [*text, *foot(sheet), site_foot(sheet, site)]))


def write_round_up(sheet: Sheet, site: Site) -> str:
    """The text of a round-up, as papers and forums have it."""
    rng, plan, label = sheet.rng, sheet.plan, topic_label(sheet)
    table = plan.listed or ""
    stated = sheet.groups.get(table, {})
    text = [headline(sheet), byline(sheet, site)]
    lead = [filled(sheet, one, label) for one in rng.some(_NEWS_WORDS["round_up_leads"], 2)]
    text.append(" ".join(lead + remarks_for(sheet, table, None, 1)))
    scope = scope_of(sheet)
    if scope:
        text.append(f"**{scope}**")
    if len(stated) <= 4 or rng.chance(0.3):
        paragraph_texts: list[str] = []
        for row, columns in stated.items():
            lead_in = lead_of(sheet, table, row, None)
            said = sentences(sheet, table, row, columns, lead=lead_in)
            if not said:
                said = listed_pairs(sheet, table, row, columns)
            paragraph_texts.append(" ".join(said))
        text += paragraphs(sheet, paragraph_texts, 1, 4)
    else:
        text += in_lines(sheet, table, stated)
    if rng.chance(0.7):
        text.append(quote(sheet, table, None))
    text.append(" ".join(asides_for(sheet, table, None, rng.between(3, 4))))
    text.append(rng.pick(_NEWS_WORDS["closers"]))
    return "\n\n".join(filter(None, [*text, *foot(sheet)]))


def foot(sheet: Sheet) -> list[str]:
    """Links to the other parts, and to a few other tables about the same rows."""
    plan, rng = sheet.plan, sheet.rng
    table = plan.listed or ""
    items = rng.some(table_links(sheet, table), 2)
    if plan.row is not None and plan.table is not None:
        home = sheet.links.home(plan.table, plan.row)
        if home is not None:
            items.insert(0, page_link(sheet, home))
    if len(items) < _FEWEST:
        items += list_links(sheet, table)
    found = [_all_parts(sheet)]
    if items:
        found += [f"**{rng.pick(_WORDS['link_heads'])}**"]
        found.append(bullets(sheet, items))
    return found

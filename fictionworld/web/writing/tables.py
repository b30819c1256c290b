"""Pages that set out rows in parts: statistics, reports, lists on official sites, round-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import joined, sentence
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, heading, paragraphs, rows_table
from fictionworld.web.writing.news import byline, headline
from fictionworld.web.writing.official import site_foot, site_head
from fictionworld.web.writing.prose import fill, listed_pairs, sentences
from fictionworld.web.writing.related import list_links, page_link, table_links
from fictionworld.web.writing.rowsets import in_lines, lead_of
from fictionworld.web.writing.style import written_date
from fictionworld.web.writing.talk import asides_for, quote, remarks_for

if TYPE_CHECKING:
    from fictionworld.web.hosts import Site
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["part_links", "topic_label", "write_table"]

_NEWS_WORDS = web_words("news")
_WORDS = web_words("tables")

_FEW = 6
"""So few lines leave a page short; more is said about the table."""


def topic_label(sheet: Sheet) -> str:
    """What the page sets out, inside a sentence: `the units sold and unit share`."""
    plan, wordings = sheet.plan, sheet.scene.wordings
    names = (plan.topic or "").split("+")
    labels = [
        wordings[plan.listed or "", n].topic for n in names if (plan.listed or "", n) in wordings
    ]
    return f"the {joined(labels)}" if labels else f"the {sheet.scene.nouns[plan.listed or ''].many}"


def _fill(sheet: Sheet, text: str, label: str) -> str:
    text = text.replace("{label}", label)
    if "{Label}" in text:
        text = text.replace("{Label}", sentence(label))
    return sentence(fill(sheet, text, sheet.plan.listed or "", None))


def _scope(sheet: Sheet) -> str:
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


def _grid(sheet: Sheet) -> list[str]:
    """The lines of the page as a table; rows that state other columns than most, as lists."""
    table = sheet.plan.listed or ""
    stated = sheet.groups.get(table, {})
    alike: dict[tuple[str, ...], list[int]] = {}
    for row, columns in stated.items():
        alike.setdefault(tuple(columns), []).append(row)
    return [rows_table(sheet, table, rows, columns) for columns, rows in alike.items()]


def write_table(sheet: Sheet, site: Site) -> str:
    """The text of a page that sets out rows."""
    match sheet.plan.kind:
        case "news" | "review" | "forum":
            return _round_up(sheet, site)
        case "official" | "encyclopedia":
            return _official(sheet, site)
        case "report":
            return _report(sheet, site)
        case _:
            return _statistics(sheet, site)


def _statistics(sheet: Sheet, site: Site) -> str:
    rng, plan, label = sheet.rng, sheet.plan, topic_label(sheet)
    text = [headline(sheet)]
    when = sheet.scene.now
    if sheet.head.date is not None:
        when = written_date(sheet.head.date, sheet.style.dates)
    word = ("Statistical release", "Table service", "Release", "Data")[site.seed % 4]
    scope = _scope(sheet)
    line = [word, *([scope] if scope else []), when]
    if (plan.parts or 1) > 1:
        line.append(f"Part {plan.part} of {plan.parts}")
    text.append(" · ".join(line))
    text.append(_fill(sheet, rng.pick(_WORDS["statistics_leads"]), label))
    points = [_fill(sheet, one, label) for one in rng.some(_WORDS["highlights"], rng.between(2, 3))]
    shown = [bullets(sheet, [f"{point}" for point in points])]
    grid = [*_grid(sheet), _symbols(sheet, site)]
    caption = f"**{sentence(label.removeprefix('the '))}**" if rng.chance(0.5) else ""
    text += [*shown, caption, *grid] if rng.chance(0.6) else [caption, *grid, *shown]
    few = len(sheet.groups.get(plan.listed or "", {})) <= _FEW
    count = rng.between(3, 5) + (3 if few else 0)
    notes = [_fill(sheet, one, label) for one in rng.some(_WORDS["methods"], count)]
    text += [heading(sheet, ("Notes", "Method", "Explanations")[site.seed // 5 % 3])]
    text.append(bullets(sheet, notes) if site.seed % 2 else " ".join(notes))
    text.append(_WORDS["releases"][site.seed // 3 % len(_WORDS["releases"])])
    return "\n\n".join(filter(None, [*text, *_foot(sheet)]))


def _symbols(sheet: Sheet, site: Site) -> str:
    shape = _WORDS["symbols"][site.seed // 7 % len(_WORDS["symbols"])]
    gap = sheet.style.gap
    return "" if gap == "not published" else shape.format(gap=gap)


def _report(sheet: Sheet, site: Site) -> str:
    rng, label = sheet.rng, topic_label(sheet)
    text = [site.name, headline(sheet)]
    scope = _scope(sheet)
    if sheet.head.date is not None:
        text.append(f"Edition of {written_date(sheet.head.date, sheet.style.dates)}")
    lead = [_fill(sheet, rng.pick(_WORDS["body_leads"]), label)]
    notes = [_fill(sheet, one, label) for one in rng.some(_WORDS["body_notes"], rng.between(4, 6))]
    lead += notes[:2]
    text.append(" ".join(lead))
    if scope:
        text.append(f"Scope: {scope}")
    text += [*_grid(sheet), _symbols(sheet, site)]
    text += [heading(sheet, rng.pick(("Remarks", "Notes to the annex", "Comments")))]
    text.append(" ".join([*notes[2:], *asides_for(sheet, "", None, 3)]))
    return "\n\n".join(filter(None, [*text, *_foot(sheet)]))


def _official(sheet: Sheet, site: Site) -> str:
    rng, plan, label = sheet.rng, sheet.plan, topic_label(sheet)
    table = plan.listed or ""
    text = [site_head(sheet, site, table, None), headline(sheet)]
    scope = _scope(sheet)
    lead = _fill(sheet, rng.pick(_WORDS["official_leads"]), label)
    text.append(" ".join([lead, *remarks_for(sheet, table, None, 2)]))
    if scope:
        text.append(f"This list: {scope}")
    text += [*_grid(sheet), _symbols(sheet, site)]
    text.append(" ".join(asides_for(sheet, table, None, 3)))
    return "\n\n".join(filter(None, [*text, *_foot(sheet), site_foot(sheet, site)]))


def _round_up(sheet: Sheet, site: Site) -> str:
    rng, plan, label = sheet.rng, sheet.plan, topic_label(sheet)
    table = plan.listed or ""
    stated = sheet.groups.get(table, {})
    text = [headline(sheet), byline(sheet, site)]
    lead = [_fill(sheet, one, label) for one in rng.some(_NEWS_WORDS["round_up_leads"], 2)]
    text.append(" ".join(lead + remarks_for(sheet, table, None, 1)))
    scope = _scope(sheet)
    if scope:
        text.append(f"**{scope}**")
    if len(stated) <= 4 or rng.chance(0.3):
        told: list[str] = []
        for row, columns in stated.items():
            lead_in = lead_of(sheet, table, row, None)
            said = sentences(sheet, table, row, columns, lead=lead_in)
            if not said:
                said = listed_pairs(sheet, table, row, columns)
            told.append(" ".join(said))
        text += paragraphs(sheet, told, 1, 4)
    else:
        text += in_lines(sheet, table, stated)
    if rng.chance(0.7):
        text.append(quote(sheet, table, None))
    text.append(" ".join(asides_for(sheet, table, None, rng.between(3, 4))))
    text.append(rng.pick(_NEWS_WORDS["closers"]))
    return "\n\n".join(filter(None, [*text, *_foot(sheet)]))


def _foot(sheet: Sheet) -> list[str]:
    """Links to the other parts, to other tables about the same rows, to their directory."""
    plan, rng = sheet.plan, sheet.rng
    table = plan.listed or ""
    items = table_links(sheet, table, 8)
    items = rng.some(items, 4) + list_links(sheet, table)
    if plan.row is not None and plan.table is not None:
        home = sheet.links.home(plan.table, plan.row)
        if home is not None:
            items.insert(0, page_link(sheet, home))
    found = [_all_parts(sheet)]
    if items:
        found += [f"**{rng.pick(('See also', 'Related tables', 'More', 'Other tables'))}**"]
        found.append(bullets(sheet, items))
    return found

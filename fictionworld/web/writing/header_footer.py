"""What stands at the head and the foot of pages: headlines, bylines, links, lines of the host."""

# Pages have marks of their own.
# ruff: noqa: RUF001

from __future__ import annotations

from fictionworld.text.english import sentence
from fictionworld.web.hosts import Site
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, heading
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import fill

_PRESS = web_words("news")
_OFFICIAL = web_words("official")
_FEWEST, _MOST = 2, 7
_MOST_REFERENCES = 16
_LISTED = 0.15
"""How often a page about a row links the list of its kind."""


def headline(writer: PageWriter) -> str:
    """Return the title in full as a heading, without the site's name."""
    return heading(writer, writer.links.titles[writer.head.number - 1], 1)


def byline(writer: PageWriter, site: Site) -> str:
    """Return who wrote the page and when, in the site's form."""
    shape = site.pick(_PRESS["bylines"])
    text = shape.format(who=writer.rng.pick(site.staff), site=site.name)
    day = writer.date
    if not day:
        return text
    match site.seed // 13 % 4:
        case 0:
            return f"{text}\nPublished {day}"
        case 1:
            return f"{day} · {text}"
        case 2:
            return f"{text} | {day}"
        case _:
            return f"*{text}, {day}*"


def related(writer: PageWriter, table: str, row: int | None) -> list[str]:
    """Return a heading and links for the foot of an article; empty where there are no links."""
    rng = writer.rng
    items = []
    if row is not None:
        items = press_links(writer, table, row)[:2] + further_links(writer, table, row)
    if writer.links.background and rng.chance(0.5):
        other = rng.pick(writer.links.background)
        if other != writer.head.number:
            items.append(page_link(writer, other))
    if not items:
        return []
    word = rng.pick(_PRESS["related"])
    return [heading(writer, word), bullets(writer, list(dict.fromkeys(items))[:6])]


def site_head(writer: PageWriter, site: Site, table_name: str, row: int | None) -> str:
    """Return the breadcrumb and the notice of a host."""
    crumb = site.pick(_OFFICIAL[_own_words(writer, site, "breadcrumbs")])
    notice = site.pick(_OFFICIAL[_own_words(writer, site, "notices")], 11)
    nouns = writer.context.nouns[table_name]
    text = crumb.replace("{Many}", sentence(nouns.many))
    if row is None:
        text = text.partition("{name}")[0].rstrip(" >/›")
    text = fill(writer, text, table_name, row)
    return f"{text}\n\n*{notice}*" if notice else text


def _own_words(writer: PageWriter, site: Site, words: str) -> str:
    """Return the words of a host, or those of the site that a person keeps alone."""
    nouns = writer.context.nouns.get(site.table or "")
    return f"self_{words}" if nouns is not None and nouns.person else words


def site_foot(writer: PageWriter, site: Site) -> str:
    """Return the last lines of a host's pages."""
    text = site.pick(_OFFICIAL[_own_words(writer, site, "footers")], 17)
    text = text.replace("{site}", site.name)
    if writer.date:
        word = site.pick(_OFFICIAL["updated"], 23)
        return f"{text}\n\n{word}: {writer.date}"
    return text


def page_link(writer: PageWriter, number: int) -> str:
    """Return a link to a page by its title, with its site's name if that says something new."""
    link, outlet = writer.links.titled(number), writer.links.heads[number - 1].outlet
    is_known = outlet == writer.head.outlet or outlet in writer.links.titles[number - 1]
    return link if is_known else f"{link}, {outlet}"


def further_links(writer: PageWriter, table: str, row: int) -> list[str]:
    """Return links to the rows that this one refers to, a directory, some tables of its kind."""
    context, rng, links = writer.context, writer.rng, writer.links
    items: list[str] = []
    for column, target in context.references[table]:
        if value := context.cells(table, column)[row - 1]:
            link = writer.link(target, value)
            if link.startswith("[") and link not in items:
                items.append(link)
    series = rng.some(links.tables.get(table, ()), 1)
    items += [page_link(writer, rng.pick(parts)) for parts in series]
    if rng.chance(_LISTED) or len(items) < _FEWEST:
        items += list_links(writer, table)
    if len(items) < _FEWEST:
        items += background_link(writer)
    return items[:_MOST]


def press_links(writer: PageWriter, table: str, row: int) -> list[str]:
    """Return links to other pages about the same row."""
    own_number = writer.head.number
    numbers = [
        number for number in writer.links.about.get((table, row), ()) if number != own_number
    ]
    # the first parts of tables on the row's own site, such as a shop's price list
    numbers += [
        series[0] for series in writer.links.by_row.get((table, row), ()) if series[0] != own_number
    ]
    return [page_link(writer, number) for number in numbers[:_MOST]]


def references(writer: PageWriter, table: str, row: int) -> list[str]:
    """Return links to other pages about a row, and to reports on the rows that the page lists."""
    links, own_number = writer.links, writer.head.number
    items = press_links(writer, table, row)
    for entry in writer.entries:
        if len(items) >= _MOST_REFERENCES:
            break
        for number in links.about.get(entry, ()):
            if number != own_number and not page_kinds[links.heads[number - 1].kind].home:
                items.append(page_link(writer, number))
                break
    return list(dict.fromkeys(items))


def background_link(writer: PageWriter) -> list[str]:
    """Return a link to a page of background, for a page with few others; empty where none is."""
    return [page_link(writer, number) for number in writer.links.background[:1]]


def list_links(writer: PageWriter, table: str) -> list[str]:
    """Return a link to the directory of a table; empty where it has no page but this one.

    Where there are partial lists alone, it leads to one of these.
    """
    chain, own_number = writer.links.chains.get(table, ()), writer.head.number
    others = [number for number in chain if number != own_number]
    if not others:
        return []
    first = others[0]
    if first in writer.links.spans:  # a chain has none: its pages say which part they are
        return [page_link(writer, others[own_number % len(others)])]
    outlet = writer.links.heads[first - 1].outlet
    label = f"{sentence(writer.context.nouns[table].many)} from the first to the last"
    return [f"[{label}]({writer.links.address(first)}), {outlet}"]


def table_links(writer: PageWriter, table: str, *, shared: bool = False) -> list[str]:
    """Return links to the series of tables about a table's rows; where `shared`, a part's share."""
    links = writer.links
    own_parts = links.parts(writer.head.number)
    series = [parts for parts in links.tables.get(table, ()) if parts is not own_parts]
    if shared and own_parts:
        series = series[own_parts.index(writer.head.number) :: len(own_parts)]
    return [page_link(writer, parts[0]) for parts in series]

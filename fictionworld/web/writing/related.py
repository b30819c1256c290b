"""Links from a page to others: to what a row refers to, to other pages about it, to lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import sentence

if TYPE_CHECKING:
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["further_links", "list_links", "page_link", "press_links", "table_links"]

_MOST = 7


def page_link(sheet: Sheet, number: int, *, site: bool = True) -> str:
    """A page by its title, without its site, and where it stands."""
    head = sheet.links.heads[number - 1]
    title = sheet.links.headlines[number - 1]
    same = head.outlet == sheet.head.outlet
    return f"[{title}]({head.url})" + ("" if same or not site else f", {head.outlet}")


def further_links(sheet: Sheet, table: str, row: int) -> list[str]:
    """The rows that this one refers to, a directory, some tables of its kind."""
    scene, dice, links = sheet.scene, sheet.dice, sheet.links
    found: list[str] = []
    cells = scene.rows[table][row - 1]
    for column in scene.table(table).references:
        target = column.target
        if column.role == "context" and target is not None and cells.get(column.name):
            link = sheet.link(target, cells[column.name])
            if link.startswith("[") and link not in found:
                found.append(link)
    found += list_links(sheet, table)
    series = [
        parts
        for parts in links.series.get(table, ())
        if parts[0] not in links.chains.get(table, ())
    ]
    found += [page_link(sheet, dice.pick(parts)) for parts in dice.some(series, 2)]
    return found[:_MOST]


def press_links(sheet: Sheet, table: str, row: int) -> list[str]:
    """Other pages about the same row."""
    here = sheet.head.number
    found = [number for number in sheet.links.about.get((table, row), ()) if number != here]
    found += [n for n in _tables_of_row(sheet, table, row) if n != here]
    return [page_link(sheet, number) for number in found[:_MOST]]


def _tables_of_row(sheet: Sheet, table: str, row: int) -> list[int]:
    """The first parts of tables on the row's own site, such as a shop's price list."""
    return [series[0] for series in sheet.links.by_row.get((table, row), ())]


def list_links(sheet: Sheet, table: str) -> list[str]:
    """The directory of a table, at a page of its own choosing."""
    chain = [number for number in sheet.links.chains.get(table, ()) if number != sheet.head.number]
    if not chain:
        return []
    head = sheet.links.heads[chain[0] - 1]
    many = sheet.scene.nouns[table].many
    return [f"[{sentence(many)} from the first to the last]({head.url}), {head.outlet}"]


def table_links(sheet: Sheet, table: str, most: int = 12) -> list[str]:
    """The first part of each series of tables about the rows of a table."""
    links = sheet.links
    mine = links.parts(sheet.head.number)
    chains = set(links.chains.get(table, ()))
    series = [s for s in links.series.get(table, ()) if s is not mine and s[0] not in chains]
    return [page_link(sheet, parts[0]) for parts in series[:most]]

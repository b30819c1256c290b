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
    link, outlet = sheet.links.titled[number - 1], sheet.links.heads[number - 1].outlet
    return link if not site or outlet == sheet.head.outlet else f"{link}, {outlet}"


def further_links(sheet: Sheet, table: str, row: int) -> list[str]:
    """The rows that this one refers to, a directory, some tables of its kind."""
    scene, rng, links = sheet.scene, sheet.rng, sheet.links
    found: list[str] = []
    for column, target in scene.references[table]:
        if value := scene.cells(table, column)[row - 1]:
            link = sheet.link(target, value)
            if link.startswith("[") and link not in found:
                found.append(link)
    found += list_links(sheet, table)
    series = rng.some(links.tables.get(table, ()), 2)
    found += [page_link(sheet, rng.pick(parts)) for parts in series]
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
    chain, here = sheet.links.chains.get(table, ()), sheet.head.number
    first = next((number for number in chain if number != here), None)
    if first is None:
        return []
    outlet = sheet.links.heads[first - 1].outlet
    said = f"{sentence(sheet.scene.nouns[table].many)} from the first to the last"
    return [f"[{said}]({sheet.links.address(first)}), {outlet}"]


def table_links(sheet: Sheet, table: str, most: int = 12) -> list[str]:
    """The first part of each series of tables about the rows of a table."""
    links = sheet.links
    mine = links.parts(sheet.head.number)
    series = [parts for parts in links.tables.get(table, ()) if parts is not mine]
    return [page_link(sheet, parts[0]) for parts in series[:most]]

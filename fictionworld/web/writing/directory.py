"""Directories: entries in a chain of pages, each with a name, some context, and links."""

# Pages have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import sentence
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, heading, key_cell, paragraphs, table
from fictionworld.web.writing.marking import skeleton
from fictionworld.web.writing.news import headline
from fictionworld.web.writing.prose import fill, listed_pairs
from fictionworld.web.writing.related import table_links
from fictionworld.web.writing.tables import part_links

if TYPE_CHECKING:
    from fictionworld.web.hosts import Site
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["write_directory"]

_WORDS = web_words("tables")

_NAMES = {"official": "official page", "encyclopedia": "article", "news": "news", "forum": "thread"}


def write_directory(sheet: Sheet, site: Site) -> str:
    """The text of one page of a directory."""
    scene, plan, rng = sheet.scene, sheet.plan, sheet.rng
    listed = plan.listed or ""
    rows = [row for _, row in sheet.entries]
    stated = sheet.groups.get(listed, {})
    total, before = _counts(sheet, len(rows))
    lead = sentence(fill(sheet, rng.pick(_WORDS["directory_leads"]), listed, None))
    text = [headline(sheet), lead]
    filters = _WORDS["filters"][site.seed % len(_WORDS["filters"])]
    sort = _WORDS["sorts"][site.seed // 3 % 3] if scene.is_named(listed) else ""
    text.append(" · ".join(filter(None, (filters, sort))))
    text.append(f"Showing {before + 1}–{before + len(rows)} of {total}")
    shape = (site.seed // 5 + len(listed)) % 3
    columns = stated.get(rows[0], []) if rows else []
    same = all(stated.get(row, []) == columns for row in rows)
    if shape == 2 and same and columns:
        text.append(_as_table(sheet, listed, rows, columns))
    elif shape == 1 and scene.is_named(listed):
        text += [_block(sheet, listed, row, stated.get(row, [])) for row in rows]
    else:
        text.append(
            bullets(sheet, [_line(sheet, listed, row, stated.get(row, [])) for row in rows])
        )
    text.append(_paging(sheet))
    text += _notes(sheet, listed, text)
    text.append(_WORDS["directory_ends"][site.seed // 7 % len(_WORDS["directory_ends"])])
    tables = table_links(sheet, listed, 40)
    if tables:
        text += [heading(sheet, f"Tables and lists on {scene.nouns[listed].many}")]
        text.append(bullets(sheet, tables))
    return "\n\n".join(filter(None, text))


_LEAST_WORDS = 165


def _notes(sheet: Sheet, listed: str, text: list[str]) -> list[str]:
    """How the list is kept, under a heading, where a page would be short without it.

    All words count: a directory states nothing that is askable, so twins have the same.
    """
    lacking = _LEAST_WORDS - len(skeleton(" ".join(text)).split())
    notes = []
    for note in sheet.rng.some(_WORDS["directory_notes"], len(_WORDS["directory_notes"])):
        if lacking <= 0:
            break
        notes.append(sentence(fill(sheet, note, listed, None)))
        lacking -= len(notes[-1].split())
    if not notes:
        return []
    return [
        heading(sheet, sheet.rng.pick(_WORDS["directory_heads"])),
        *paragraphs(sheet, notes, 3, 4),
    ]


def _counts(sheet: Sheet, here: int) -> tuple[int, int]:
    """How many entries the chain has, and how many stand before this page."""
    parts = sheet.links.parts(sheet.head.number)
    sizes = [sheet.links.entries(number) for number in parts]
    at = parts.index(sheet.head.number)
    return max(sum(sizes), here), sum(sizes[:at])


def _name(sheet: Sheet, listed: str, row: int) -> str:
    scene = sheet.scene
    if scene.is_named(listed):
        return sheet.link(listed, row)
    key = scene.identity[listed]
    pieces = [(name, key_cell(sheet, scene.wordings[listed, name], row)) for name in key]
    return scene.of_key(listed, pieces) if pieces else scene.name(listed, row)


def _more(sheet: Sheet, listed: str, row: int) -> str:
    """The other pages about a row, by their kind."""
    numbers = sheet.links.about.get((listed, row), ())
    items = numbers[1:] if sheet.scene.is_named(listed) else numbers
    heads = sheet.links.heads
    shown = [
        f"[{_NAMES.get(heads[n - 1].kind, heads[n - 1].kind)}]({sheet.links.address(n)})"
        for n in items[:4]
    ]
    return " ".join(shown)


def _line(sheet: Sheet, listed: str, row: int, columns: list[str]) -> str:
    line = _name(sheet, listed, row)
    if columns:
        line += f" – {'; '.join(listed_pairs(sheet, listed, row, columns))}"
    more = _more(sheet, listed, row)
    return f"{line} ({more})" if more else line


def _block(sheet: Sheet, listed: str, row: int, columns: list[str]) -> str:
    lines = [f"**{_name(sheet, listed, row)}**", *listed_pairs(sheet, listed, row, columns)]
    more = _more(sheet, listed, row)
    if more:
        lines.append(f"Read on: {more}")
    return "  \n".join(lines)


def _as_table(sheet: Sheet, listed: str, rows: list[int], columns: list[str]) -> str:
    scene = sheet.scene
    told = [scene.wordings[listed, column] for column in columns]
    header = [sentence(scene.nouns[listed].one), *[wording.label for wording in told], ""]
    lines = [
        [
            _name(sheet, listed, row),
            *[sheet.cell(wording, row) for wording in told],
            _more(sheet, listed, row),
        ]
        for row in rows
    ]
    return table(header, lines)


def _paging(sheet: Sheet) -> str:
    """`« Prev 1 2 3 Next »`, with links."""
    parts = sheet.links.parts(sheet.head.number)
    if len(parts) < 2:
        return ""
    pages = [
        f"**{place}**"
        if number == sheet.head.number
        else f"[{place}]({sheet.links.address(number)})"
        for place, number in enumerate(parts, 1)
    ]
    ends = part_links(sheet).replace(" part", "").split(" · ")
    return " · ".join([*ends, *pages])

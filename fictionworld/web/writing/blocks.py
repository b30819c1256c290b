"""Pieces of Markdown: headings, lists, tables, paragraphs, links between parts."""

# Pages have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.web.writing.values import header_unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.web.writing.scene import ColumnWording
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["bullets", "heading", "info_box", "paragraphs", "rows_table", "table"]


_FIGURES = frozenset({"integer", "decimal", "money", "percent"})


def heading(sheet: Sheet, text: str, level: int = 2) -> str:
    """A section's heading, as the site has them."""
    if sheet.style.plain_heads and level > 1:
        return f"**{text}**"
    return f"{'#' * level} {text}"


def bullets(sheet: Sheet, items: Sequence[str]) -> str:
    """A list."""
    sign = sheet.style.bullet
    return "\n".join([f"{sign} {item}" for item in items])


def paragraphs(sheet: Sheet, texts: Sequence[str], low: int = 2, high: int = 4) -> list[str]:
    """Sentences gathered into paragraphs."""
    made = []
    at = 0
    while at < len(texts):
        size = sheet.dice.between(low, high)
        made.append(" ".join(texts[at : at + size]))
        at += size
    return made


def table(header: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    rule = " | ".join(["---"] * len(header))
    body = "\n".join([f"| {' | '.join(line)} |" for line in lines])
    return f"| {' | '.join(header)} |\n| {rule} |\n{body}"


def info_box(sheet: Sheet, name: str, row: int, tellings: Sequence[ColumnWording]) -> str:
    """The table beside an article: label and value."""
    lines = [(telling.label, sheet.cell(telling, row)) for telling in tellings]
    return table((name, ""), lines)


def rows_table(
    sheet: Sheet, name: str, rows: Sequence[int], columns: Sequence[str], *, hide: str | None = None
) -> str:
    """A table with a line for each row: what tells it apart, then these columns.

    Args:
        sheet: The page.
        name: The rows' table.
        rows: The rows, in order.
        columns: What is stated of them.
        hide: A column of the key that all of them share and the page has said.
    """
    scene = sheet.scene
    tellings = scene.tellings
    key = [column for column in scene.identity[name] if column != hide] or list(
        scene.identity[name]
    )
    named = scene.is_named(name)
    told = [tellings[name, column] for column in columns]
    bare = sheet.style.units_in_header
    header = [tellings[name, column].label for column in key]
    header += [
        telling.label + (header_unit(telling.kind, telling.unit_beside_label) if bare else "")
        for telling in told
    ]
    said = [(telling, bare and telling.kind in _FIGURES) for telling in told]
    lines = []
    for row in rows:
        if named:
            line = [sheet.link(name, row)]
        else:
            line = [key_cell(sheet, tellings[name, column], row) for column in key]
        line += [
            _figure(sheet, telling, row) if alone else sheet.cell(telling, row)
            for telling, alone in said
        ]
        lines.append(line)
    return table(header, lines)


def _figure(sheet: Sheet, telling: ColumnWording, row: int) -> str:
    """A cell of figures under a header that says the unit: the number alone."""
    value = telling.cells[row]
    if value is None:
        return sheet.cell(telling, row)
    return sheet.mark(f"{value:,}", telling, row)


def key_cell(sheet: Sheet, telling: ColumnWording, row: int) -> str:
    """A part of a key: said, linked where it is a row, and no fact of its own."""
    value, target = telling.cells[row], telling.target
    if value is None:
        return "–"
    return sheet.link(target, value) if target is not None else str(value)

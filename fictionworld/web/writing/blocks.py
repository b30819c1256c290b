"""Pieces of Markdown: headings, lists, tables, paragraphs, links between parts."""

# Pages have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from fictionworld.packs.compiled import QUANTITIES
from fictionworld.text.dates import written_date
from fictionworld.web.writing.context import ColumnWording
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.style import header_unit


def heading(writer: PageWriter, text: str, level: int = 2) -> str:
    """Return a section's heading in the site's style."""
    if writer.style.plain_heads and level > 1:
        return f"**{text}**"
    return f"{'#' * level} {text}"


def bullets(writer: PageWriter, items: Sequence[str]) -> str:
    """Return the items as a Markdown list."""
    sign = writer.style.bullet
    return "\n".join([f"{sign} {item}" for item in items])


def paragraphs(writer: PageWriter, texts: Sequence[str], low: int = 2, high: int = 4) -> list[str]:
    """Join sentences into paragraphs of `low` to `high` sentences each."""
    blocks = []
    start = 0
    while start < len(texts):
        size = writer.rng.between(low, high)
        blocks.append(" ".join(texts[start : start + size]))
        start += size
    return blocks


def table(header: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    rule = " | ".join(["---"] * len(header))
    body = "\n".join([f"| {' | '.join(line)} |" for line in lines])
    return f"| {' | '.join(header)} |\n| {rule} |\n{body}"


def data_sheet(
    writer: PageWriter, header: Sequence[str], name: str, row: int, columns: Sequence[str]
) -> str:
    """Return a table of these columns of one row: label and value."""
    wordings = [writer.context.wordings[name, column] for column in columns]
    return table(header, [(wording.label, writer.labelled(wording, row)) for wording in wordings])


def rows_table(
    writer: PageWriter,
    name: str,
    rows: Sequence[int],
    columns: Sequence[str],
    *,
    hide: str | None = None,
) -> str:
    """Return a table with a line for each row: its name or key, then these columns.

    Args:
        writer: The page.
        name: The rows' table.
        rows: The rows, in order.
        columns: What is stated of them.
        hide: A column of the key that all of them share and the page has said.
    """
    context = writer.context
    wordings = context.wordings
    key = [column for column in context.identity[name] if column != hide]
    named = context.is_named(name)
    stated = [wordings[name, column] for column in columns]
    bare = writer.style.units_in_header
    header = [wordings[name, column].label for column in key]
    header += [
        wording.label + (header_unit(wording.kind, wording.unit_beside_label) if bare else "")
        for wording in stated
    ]
    shown = [(wording, bare and wording.kind in QUANTITIES) for wording in stated]
    lines = []
    for row in rows:
        if named:
            line = [writer.link(name, row)]
        else:
            line = [key_cell(writer, wordings[name, column], row) for column in key]
        line += [
            _figure(writer, wording, row) if alone else writer.cell(wording, row)
            for wording, alone in shown
        ]
        lines.append(line)
    return table(header, lines)


def _figure(writer: PageWriter, wording: ColumnWording, row: int) -> str:
    """Return a cell as a bare number, for a header that says the unit."""
    value = wording.cells[row]
    if value is None:
        return writer.cell(wording, row)
    return writer.mark(f"{value:,}", wording, row)


def row_name(writer: PageWriter, name: str, row: int, hide: str | None = None) -> str:
    """Return what a row is called: its name, linked, or its key without the column `hide`."""
    context = writer.context
    if context.is_named(name):
        return writer.link(name, row)
    key = [column for column in context.identity[name] if column != hide]
    cells = [(column, key_cell(writer, context.wordings[name, column], row)) for column in key]
    return context.of_key(name, cells)


def key_cell(writer: PageWriter, wording: ColumnWording, row: int) -> str:
    """Return a part of a key, linked where it is a row; it is not marked as a fact."""
    value, target = wording.cells[row], wording.target
    if value is None:
        return "–"
    if isinstance(value, date):
        return written_date(value, writer.style.dates)
    return writer.link(target, value) if target is not None else str(value)

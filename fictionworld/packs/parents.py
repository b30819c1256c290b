"""Columns that a row plan implies: references to the parents, the year, and the key of the two.

    rows: {each: phone, years: [2028, 2031]}        key: [phone, year], and both columns
    rows: {per: club, count: 11..14}                club: {role: context, ref: club}

What the pack declares itself stays as it is.
"""

from __future__ import annotations

from fictionworld.packs.document import Plain

_ONE = ("per", "one_per", "each", "sample")


def with_parents(data: Plain) -> Plain:
    """Return a pack's data with the columns that row plans imply; of another shape, unchanged."""
    tables = data.get("tables") if isinstance(data, dict) else None
    if not isinstance(tables, dict):
        return data
    return {**data, "tables": {n: _with_columns(table, tables) for n, table in tables.items()}}


def _with_columns(table: Plain, tables: dict[str, Plain]) -> Plain:
    rows = table.get("rows") if isinstance(table, dict) else None
    columns = table.get("columns") if isinstance(table, dict) else None
    if not isinstance(rows, dict) or not isinstance(columns, dict):
        return table
    parents = rows.get("pairs") or [rows[kind] for kind in _ONE if kind in rows]
    if not isinstance(parents, list) or not all(_is_name(parent, tables) for parent in parents):
        return table
    by = {p: _reference(p, columns) for p in parents}
    added = {
        name: {"role": "context", "ref": parent, "spoken": {"where": ["of {value}"]}}
        for parent, name in by.items()
        if name not in columns
    }
    key = list(by.values())
    if "each" in rows and "key" not in table:
        key.append("year")
        if "year" not in columns:
            of_year = {"question": ["year"], "where": ["for the year {value}"]}
            added["year"] = {"role": "context", "type": "year", "label": "Year", "spoken": of_year}
    implied = {"key": key} if "key" not in table and ("each" in rows or "pairs" in rows) else {}
    return {**table, **implied, "columns": {**added, **columns}} if added or implied else table


def _is_name(parent: Plain, tables: dict[str, Plain]) -> bool:
    return isinstance(parent, str) and parent in tables


def _reference(parent: str, columns: dict[str, Plain]) -> str:
    """Return the first column that refers to a parent; the parent's own name where none does."""
    refers = (n for n, col in columns.items() if isinstance(col, dict) and col.get("ref") == parent)
    return next(refers, parent)

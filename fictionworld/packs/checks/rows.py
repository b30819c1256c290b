"""Row plans: which rows a table has, and the columns that its plan fills."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import SETTING
from fictionworld.packs.findings import Mistake, Place, unknown
from fictionworld.packs.resolve import (
    all_columns,
    given_columns,
    kind_of,
    parents_of,
    references_of,
)
from fictionworld.packs.specification import ColumnSpec, Pack, RowPlan, TableSpec
from fictionworld.packs.terms import Span, Term

_MOST_DRAWN = {"size": 500, "distinct": 10_000, "gap_days": 10_000}
"""What generators lay out in memory for each group."""

_MOST_PAIRS = 100_000
_YEARS = (1500, 2500)
_FAR = 10**9

MOST_ROWS = 5000
"""A world has some hundreds of rows; a plan that may give thousands in one table is a slip."""

_OPTIONS = {  # option of a row plan: the kinds that heed it
    "count": ("per", "pairs", "sample"),
    "years": ("each",),
    "keep": ("each",),
    "share": ("sample",),
    "skew": ("pairs",),
    "legs": ("round_robin",),
    "round": ("round_robin",),
    "terms": ("per",),
}
_NEEDED = {"per": "count", "pairs": "count", "each": "years"}
_KEYS = {"each": "the reference and the year", "pairs": "the two references",
         "round_robin": "the columns of host and guest"}  # fmt: skip


def check_row_plans(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes of row plans: no such parent, options of another plan, a wrong `key`."""
    for table, spec in pack.tables.items():
        rows, rows_place = spec.rows, ("tables", table, "rows")
        for parent in parents_of(rows):
            if parent not in pack.tables:
                yield (*rows_place, rows.kind), unknown(parent, pack.tables, "tables")
            elif parent == table:
                yield (*rows_place, rows.kind), f"got {parent!r} itself; allowed: another table"
        for option, kinds in _OPTIONS.items():
            if option in rows.model_fields_set and rows.kind not in kinds:
                yield (
                    (*rows_place, option),
                    f"got {option!r} with {rows.kind}; allowed with {' and '.join(kinds)}",
                )
        needed = _NEEDED.get(rows.kind)
        if needed is not None and getattr(rows, needed) is None:
            yield rows_place, f"got {rows.kind} without {needed!r}; give it {needed}"
        if rows.kind in _KEYS and len(spec.key) != 2:
            at = ("tables", table, "key") if spec.key else rows_place
            key_text = f"a key of {len(spec.key)}" if spec.key else "no key"
            yield (
                at,
                f"got {key_text} with {rows.kind}; give key: {_KEYS[rows.kind]}, in this order",
            )
        elif all(name in spec.columns for name in spec.key):
            yield from _parent_columns(pack, table, spec)


def _parent_columns(pack: Pack, table: str, spec: TableSpec) -> Iterator[Mistake]:
    """Yield a mistake for each parent that the references filled by the plan do not point at."""
    rows = spec.rows
    if any(parent not in pack.tables for parent in parents_of(rows)):
        return
    if rows.kind in {"pairs", "round_robin"}:
        parents = parents_of(rows) * (2 if rows.kind == "round_robin" else 1)
        for number, (name, parent) in enumerate(zip(spec.key, parents, strict=False)):
            if spec.columns[name].ref != parent:
                problem = f"got {name!r}, {_is(spec.columns[name])}"
                yield ("tables", table, "key", number), f"{problem}; allowed: a ref to {parent}"
        return
    at: Place
    for parent in parents_of(rows):
        refs = references_of(pack, table, parent)
        filled = [name for name, what in given_columns(spec).items() if what == "reference"]
        if not refs:
            at = ("tables", table, "rows", rows.kind)
            yield at, f"got {parent!r}, but no column refers to it; add {parent}: {{ref: {parent}}}"
        elif not filled or (rows.each is not None and filled != [spec.key[0]]):
            at = ("tables", table, "key")
            yield at, f"got [{', '.join(spec.key)}]; give first the ref to {parent}: {refs[0]}"


def _is(column: ColumnSpec) -> str:
    return f"a ref to {column.ref}" if column.ref is not None else "which is no reference"


def check_given_columns(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each column without a source, or with one beside the row plan's."""
    kinds = {
        "year": ("year", "integer"),
        "round": ("integer",),
        "start": ("date",),
        "end": ("date",),
    }
    for table, spec in pack.tables.items():
        given = given_columns(spec)
        for name, what in given.items():
            place = ("tables", table, "columns", name)
            column = spec.columns.get(name)
            if column is None:
                if what in {"round", "start", "end"}:
                    at = (*_option(table, what), what)
                    yield at, unknown(name, spec.columns, f"columns of {table}")
                continue
            for source in ("draw", "derive"):
                if getattr(column, source) is not None:
                    message = f"got {source}, but the row plan gives this column; drop it"
                    yield (*place, source), message
            if what == "reference" and "pick" in column.model_fields_set:
                yield (*place, "pick"), "got pick, but the row plan gives this reference; drop it"
            kind = kind_of(pack, (table, name))
            if what in kinds and kind not in {None, *kinds[what]}:
                problem = f"got {kind}, but the row plan gives a {what} here"
                yield (*place, "type"), f"{problem}; allowed: {' or '.join(kinds[what])}"
        for name, column in spec.columns.items():
            if not (column.ref or column.source) and name not in given:
                gives = f"the row plan gives {', '.join(given) or 'no column here'}"
                message = f"got a column without a source; give it ref, draw or derive ({gives})"
                yield ("tables", table, "columns", name), message


def _option(table: str, what: str) -> Place:
    place = ("tables", table, "rows")
    return place if what == "round" else (*place, "terms")


def check_spans(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each span that counts things and is not of whole numbers from 0 up."""
    for place, span, least in _counting_spans(pack):
        many = _MOST_DRAWN.get(str(place[-1]))
        if many is not None and span.high - (span.low if place[-1] == "distinct" else 0) > many:
            yield place, f"got {span}; allowed: at most {many:,}"
        if span.low != int(span.low) or span.high != int(span.high) or span.low < least:
            yield place, f"got {span}; allowed: whole numbers from {least} up"


def _counting_spans(pack: Pack) -> Iterator[tuple[Place, Span, int]]:
    for table, spec in pack.tables.items():
        rows = spec.rows
        place = ("tables", table, "rows")
        if rows.span is not None:
            yield (*place, "span"), rows.span, 0
        if rows.count is not None and not isinstance(rows.count, dict):
            yield (*place, "count"), rows.count, 0
        if rows.terms is not None:
            yield (*place, "terms", "gap_days"), rows.terms.gap_days, 0
    for at, _, _, column in all_columns(pack):
        if column.draw is not None and column.draw.palette is not None:
            yield (*at, "draw", "palette", "size"), column.draw.palette.size, 1
        if column.draw is not None and column.draw.kind == "distinct":
            span = column.draw.written
            yield (*at, "draw", "distinct"), span, min(int(span.low), 0)
    for number, rule in enumerate(pack.rules):
        if rule.degree is not None:
            yield ("rules", number, "degree", "between"), rule.degree.between, 0


def check_row_counts(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes of sizes: thousands of rows in a table, or more pairs than there can be."""
    for table, spec in pack.tables.items():
        place = ("tables", table, "rows")
        rows = spec.rows
        most = _most_rows(pack, table, frozenset())
        if most > MOST_ROWS:
            yield place, f"got up to {most:,} rows; allowed: {MOST_ROWS:,} in one table"
        sizes = _sizes(rows)
        if rows.weights == {} or rows.count == {}:
            yield place, "got no sizes; give at least one, such as {8: 1}"
        negative = [size for size in sizes if size < 0]
        if negative:
            yield place, f"got {negative[0]} rows; allowed: whole numbers from 0 up"
        if rows.pairs is not None and rows.count is not None and not isinstance(rows.count, dict):
            first, second = rows.pairs
            pairs = _most_rows(pack, first, frozenset()) * _most_rows(pack, second, frozenset())
            if 0 < pairs < rows.count.low:
                at = (*place, "count")
                yield at, f"got {rows.count} pairs; allowed: at most {pairs}, all there can be"
            if pairs > _MOST_PAIRS:
                problem = f"got pairs out of {pairs:,}"
                yield (
                    (*place, "pairs"),
                    f"{problem}; allowed: {_MOST_PAIRS:,}; make the tables smaller",
                )
        yearly = len(spec.key) != 2 or kind_of(pack, (table, spec.key[1])) != "integer"
        for number, term in enumerate(rows.years or ()):
            yield from _year((*place, "years", number), term, yearly)


def _year(place: Place, term: Term, yearly: bool) -> Iterator[Mistake]:
    """Yield a mistake if a term of `years` is too early or too late, or has too large an offset."""
    first, last = _YEARS
    if yearly and term.number is not None and not first <= term.number <= last:
        yield place, f"got {term}; allowed: a year from {first} to {last}"
    if abs(term.offset) > last - first:
        yield place, f"got {term}; allowed: at most {last - first:,} years off"


def _sizes(rows: RowPlan) -> tuple[int, ...]:
    counts = rows.count if isinstance(rows.count, dict) else {}
    return (*(rows.weights or {}), *counts)


def _most_rows(pack: Pack, table: str, above: frozenset[str]) -> int:
    """Return the most rows that a table may have; an unknown number counts as one."""
    return min(_most_uncapped(pack, table, above), _FAR)


def _most_uncapped(pack: Pack, table: str, above: frozenset[str]) -> int:
    if table not in pack.tables or table in above:
        return 1
    rows = pack.tables[table].rows
    parents = [_most_rows(pack, parent, above | {table}) for parent in parents_of(rows)]
    counts = rows.count if isinstance(rows.count, dict) else None
    count = max(counts) if counts else int(rows.count.high) if isinstance(rows.count, tuple) else 1
    if rows.span is not None:
        return int(rows.span.high)
    if rows.weights is not None:
        return max(rows.weights, default=0)
    if rows.pairs is not None:
        return min(count, parents[0] * parents[1])
    if rows.round_robin is not None:
        return parents[0] * (parents[0] - 1) * rows.legs // 2
    if rows.each is not None:
        return parents[0] * _years(rows)
    return parents[0] * (count if rows.per is not None else 1)


def _years(rows: RowPlan) -> int:
    if rows.years is None:
        return 1
    first, last = rows.years
    if first.number is not None and last.number is not None:
        return max(int(last.number - first.number) + 1, 0)
    if first.path == last.path and first.path is not None and first.path[0] == SETTING:
        return max(last.offset - first.offset + 1, 0)
    return 1

"""`compound`: values between what their ends, rates and noise allow, and steps from year to year
that go with the rate; by SQL, in doubles with a margin.
"""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operators.compound import Compound
from fictionworld.packs.terms import Path, Term
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.findings import Item
from fictionworld.validators.knowable import term_paths
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import Relation, marked
from fictionworld.validators.rules.draws import tied
from fictionworld.validators.rules.ranges import as_double, rounding_slack, times_and_limits


def _checks(pack: CompiledPack, column: CompiledColumn, spec: Compound) -> Iterator[Item]:
    draw = column.spec.draw
    assert draw is not None
    paths = (
        spec.over,
        *term_paths(*spec.start, spec.since, *(spec.part or ())),
        *term_paths(draw.times, draw.at_least, draw.at_most),
    )
    low, high = spec.rate
    word = f"changes by {low:g} to {high:g} a year from {spec.start[0]} to {spec.start[1]}"
    yield tied(pack, column, word, lambda batch: _outside(batch, column, spec), paths)
    if spec.by is not None:
        word = f"changes by {low:g} to {high:g} from year to year"
        every = (*paths, spec.by)
        yield tied(pack, column, word, lambda batch: _jumps(batch, column, spec), every)


def _figures(batch: StoredBatch, column: CompiledColumn, spec: Compound) -> str:
    """Return the SQL of each row's value, years since the start, share of the year, factor and
    bounds.
    """
    rows, draw = Relation(batch, column.table), column.spec.draw
    assert draw is not None
    year = _year(rows, spec.over)
    since = spec.since
    times, least, most = times_and_limits(rows, draw)
    start_year = str(int(since.number)) if since.number is not None else _term_year(rows, since)
    parts = {
        "value": f"{rows.value((column.name,))}::DOUBLE",
        "year": year,
        "years": f"({year} - ({start_year}))::DOUBLE",
        "part": _part(rows, spec, year),
        "low": as_double(rows, spec.start[0]),
        "high": as_double(rows, spec.start[1]),
        "times": times,
        "least": least,
        "most": most,
        "grp": rows.value(spec.by) if spec.by is not None else "0",
    }
    columns = ", ".join(f"{sql} AS {name}" for name, sql in parts.items())
    return f"SELECT t._row, t.world_id, {columns} FROM {rows}"


def _year(rows: Relation, path: Path) -> str:
    """Return the SQL of a year, or a date's year, in 64 bits: no year of 32 bits overflows when
    moved.
    """
    kind = rows.kind(path)
    return f"year({rows.value(path)})" if kind == "date" else f"{rows.value(path)}::BIGINT"


def _term_year(rows: Relation, term: Term) -> str:
    if term.path is None:
        return str(term.day.year) if term.day is not None else "NULL"
    if rows.kind(term.path) != "date" and term.unit in {"", "y"}:
        return f"{_year(rows, term.path)} + {term.offset}"
    return f"year({_day(rows, term, '1, 1')})"


def _day(rows: Relation, term: Term, end: str) -> str:
    """Return the SQL of a term as a day; a year stands for its first or last day. A day that no
    calendar has is missing.
    """
    if term.path is None:
        return f"DATE '{term.day}'"
    day = rows.value(term.path)
    if rows.kind(term.path) != "date":
        if term.unit in {"", "y"}:
            return f"TRY(make_date({day}::BIGINT + {term.offset}, {end}))"
        day = f"TRY(make_date({day}, {end}))"
    units = {"": "DAY", "d": "DAY", "w": "WEEK", "m": "MONTH", "y": "YEAR"}
    return f"TRY(CAST({day} + INTERVAL ({term.offset}) {units[term.unit]} AS DATE))"


def _part(rows: Relation, spec: Compound, year: str) -> str:
    if spec.part is None:
        return "1.0"
    first, last = f"TRY(make_date({year}, 1, 1))", f"TRY(make_date({year}, 12, 31))"
    begun = f"coalesce({_day(rows, spec.part[0], '1, 1')}, {first})"
    ended = f"coalesce({_day(rows, spec.part[1], '12, 31')}, {last})"
    days = f"(least({ended}, {last}) - greatest({begun}, {first}) + 1)"
    return f"(greatest({days}, 0)::DOUBLE / ({last} - {first} + 1))"


def _outside(batch: StoredBatch, column: CompiledColumn, spec: Compound) -> Bools:
    draw = column.spec.draw
    assert draw is not None
    slack, share = rounding_slack(draw, column.decimals)
    low, high = (f"power({1 + rate}, years)" for rate in spec.rate)
    # where rows share a start, it is that of the first of them: its ends may be another's
    ends = ("low", "high")
    if spec.by is not None:
        window = "OVER (PARTITION BY world_id, grp)"
        ends = (f"min(low) {window}", f"max(high) {window}")
    sql = f"""
        SELECT _row FROM (
            SELECT _row, value, least, most,
                   {ends[0]} * least({low}, {high}) * part * times / {1 + spec.noise} AS floor,
                   {ends[1]} * greatest({low}, {high}) * part * times * {1 + spec.noise} AS ceiling
            FROM ({_figures(batch, column, spec)}))
        WHERE value < greatest(least(floor, most), least) * {1 - share} - {slack}
           OR value > greatest(least(ceiling, most), least) * {1 + share} + {slack}
        """
    return marked(batch, column.table, sql)


def _jumps(batch: StoredBatch, column: CompiledColumn, spec: Compound) -> Bools:
    """Return where the change from the year before exceeds rate and noise; values at a bound, or of
    no part of a year, pass.
    """
    draw = column.spec.draw
    assert draw is not None
    slack, share = rounding_slack(draw, column.decimals)
    wide = (1 + spec.noise) ** 2 * (1 + share) / (1 - share if share < 1 else 1e-9)
    window = "OVER (PARTITION BY world_id, grp ORDER BY year, _row)"
    sql = f"""
        SELECT _row FROM (
            SELECT *, lag(value) {window} AS earlier, lag(year) {window} AS its_year,
                   lag(part * times) {window} AS its_scale, part * times AS scale
            FROM ({_figures(batch, column, spec)}))
        WHERE its_year = year - 1 AND scale > 0 AND its_scale > 0
          AND earlier > least AND earlier < most AND value > least AND value < most
          AND (value + {slack} < (earlier - {slack}) / its_scale * scale
                                 * {1 + spec.rate[0]} / {wide}
               OR value - {slack} > (earlier + {slack}) / its_scale * scale
                                    * {1 + spec.rate[1]} * {wide})
        """
    return marked(batch, column.table, sql)


register(Proof(name="compound", checks=_checks, blank_with_sources=True))

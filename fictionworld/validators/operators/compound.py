"""`compound`: values between what their ends, rates and noise allow, and steps from year to year
that go with the rate; by SQL, in doubles with a margin.
"""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operators.compound import Compound
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Path, Term
from fictionworld.validators.arithmetic import operand
from fictionworld.validators.knowable import route, term_paths
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relation import as_date, quoted, relation
from fictionworld.validators.rule import Item, ViolationQuery, column_rule
from fictionworld.validators.rules.ranges import as_double, rounding_slack, times_and_limits


def _rules(pack: CompiledPack, column: CompiledColumn, spec: Compound) -> Iterator[Item]:
    draw = column.spec.draw
    assert draw is not None
    paths = (
        spec.over,
        *term_paths(*spec.start, spec.since, *(spec.part or ())),
        *term_paths(draw.times, draw.at_least, draw.at_most),
    )
    figures = _figures(pack, column, spec, draw, paths)
    low, high = spec.rate
    word = f"changes by {low:g} to {high:g} a year from {spec.start[0]} to {spec.start[1]}"
    yield column_rule(pack, column, word, _outside(column, spec, draw, figures), paths)
    if spec.by is not None:
        word = f"changes by {low:g} to {high:g} from year to year"
        every = (*paths, spec.by)
        yield column_rule(pack, column, word, _jumps(column, spec, draw, figures), every)


def _figures(
    pack: CompiledPack, column: CompiledColumn, spec: Compound, draw: Draw, paths: tuple[Path, ...]
) -> str:
    """Return the query of each row's value, years since the start, share of the year, factor and
    bounds.
    """
    table, own = column.table, (column.name,)
    year = _year(pack, table, spec.over)
    since = spec.since
    times, least, most = times_and_limits(pack, table, draw)
    start_year = (
        str(int(since.number)) if since.number is not None else _term_year(pack, table, since)
    )
    parts = {
        "value": as_double(pack, table, Term(path=own)),
        "year": year,
        "years": f"({year} - ({start_year}))::DOUBLE",
        "part": _part(pack, table, spec, year),
        "low": as_double(pack, table, spec.start[0]),
        "high": as_double(pack, table, spec.start[1]),
        "times": times,
        "least": least,
        "most": most,
        "grp": quoted(spec.by) if spec.by is not None else "0",
    }
    columns = ", ".join(f"{sql} AS {name}" for name, sql in parts.items())
    days = (as_date(path) for path in paths if route(pack, table, path).column.kind == "date")
    reads = (own, *paths, *days, *((spec.by,) if spec.by is not None else ()))
    return f"SELECT _row, world_id, {columns} FROM {relation(pack, table, reads)}"


def _year(pack: CompiledPack, table: str, path: Path) -> str:
    """Return the SQL of a year, or a date's year."""
    is_date = route(pack, table, path).column.kind == "date"
    return f"year({quoted(as_date(path))})" if is_date else quoted(path)


def _term_year(pack: CompiledPack, table: str, term: Term) -> str:
    if term.path is None:
        return str(term.day.year) if term.day is not None else "NULL"
    if route(pack, table, term.path).column.kind != "date" and term.unit in {"", "y"}:
        return f"{quoted(term.path)} + {term.offset}"
    day = operand(pack, table, term, "low", dates=True)
    return f"year(TRY(DATE '1970-01-01' + ({day.sql})::INTEGER))"


def _part(pack: CompiledPack, table: str, spec: Compound, year: str) -> str:
    """Return the SQL of the share of the year's days that a row is about."""
    if spec.part is None:
        return "1.0"
    first, last = f"first_day({year})", f"last_day_of({year})"
    begun = f"coalesce({operand(pack, table, spec.part[0], 'low', dates=True).sql}, {first})"
    ended = f"coalesce({operand(pack, table, spec.part[1], 'high', dates=True).sql}, {last})"
    days = f"(least({ended}, {last}) - greatest({begun}, {first}) + 1)"
    return f"(greatest({days}, 0)::DOUBLE / ({last} - {first} + 1))"


def _outside(column: CompiledColumn, spec: Compound, draw: Draw, figures: str) -> ViolationQuery:
    slack, share = rounding_slack(draw, column.decimals)
    low, high = (f"power({1 + rate}, years)" for rate in spec.rate)
    # where rows share a start, it is that of the first of them: its ends may be another's
    ends = ("low", "high")
    if spec.by is not None:
        window = "OVER (PARTITION BY world_id, grp)"
        ends = (f"min(low) {window}", f"max(high) {window}")
    return ViolationQuery(
        f"""
        SELECT _row FROM (
            SELECT _row, value, least, most,
                   {ends[0]} * least({low}, {high}) * part * times / {1 + spec.noise} AS floor,
                   {ends[1]} * greatest({low}, {high}) * part * times * {1 + spec.noise} AS ceiling
            FROM ({figures}))
        WHERE value < greatest(least(floor, most), least) * {1 - share} - {slack}
           OR value > greatest(least(ceiling, most), least) * {1 + share} + {slack}
        """
    )


def _jumps(column: CompiledColumn, spec: Compound, draw: Draw, figures: str) -> ViolationQuery:
    """Return the query for changes from the year before that exceed rate and noise; values at a
    bound, or of no part of a year, pass.
    """
    slack, share = rounding_slack(draw, column.decimals)
    wide = (1 + spec.noise) ** 2 * (1 + share) / (1 - share if share < 1 else 1e-9)
    window = "OVER (PARTITION BY world_id, grp ORDER BY year, _row)"
    return ViolationQuery(
        f"""
        SELECT _row FROM (
            SELECT *, lag(value) {window} AS earlier, lag(year) {window} AS its_year,
                   lag(part * times) {window} AS its_scale, part * times AS scale
            FROM ({figures}))
        WHERE its_year = year - 1 AND scale > 0 AND its_scale > 0
          AND earlier > least AND earlier < most AND value > least AND value < most
          AND (value + {slack} < (earlier - {slack}) / its_scale * scale
                                 * {1 + spec.rate[0]} / {wide}
               OR value - {slack} > (earlier + {slack}) / its_scale * scale
                                    * {1 + spec.rate[1]} * {wide})
        """
    )


register(Proof(name="compound", rules=_rules, blank_with_sources=True))

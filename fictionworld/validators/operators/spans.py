"""Days and whole years between two dates."""

from __future__ import annotations

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.validators.knowable import route
from fictionworld.validators.operator import Proof, RowValue, register
from fictionworld.validators.relation import as_date, quoted

_Pair = tuple[Path, Path]


def _days(pack: CompiledPack, column: CompiledColumn, spec: _Pair) -> RowValue:
    """Return the days from the first date to the second."""
    (first, second), reads = _dates(pack, column, spec)
    return RowValue(f"{second} - {first}", reads)


def _years(pack: CompiledPack, column: CompiledColumn, spec: _Pair) -> RowValue:
    """Return the whole years from the first date to the second, as ages are counted: one more from
    each birthday on, negative before the first date. A person born on 29 February is a year older
    from 1 March of a common year.
    """
    (first, second), reads = _dates(pack, column, spec)
    early = f"(month({second}), day({second})) < (month({first}), day({first}))"
    years = f"date_diff('year', {first}, {second}) - CASE WHEN {early} THEN 1 ELSE 0 END"
    return RowValue(years, reads)


def _dates(
    pack: CompiledPack, column: CompiledColumn, spec: _Pair
) -> tuple[list[str], tuple[Path, ...]]:
    """Return the SQL of both dates, and what they read; a year stands for its first day on the
    left, its last on the right.
    """
    dates, reads = [], []
    for path, day in zip(spec, ("1, 1", "12, 31"), strict=True):
        is_year = route(pack, column.table, path).column.kind == "year"
        reads.append(path if is_year else as_date(path))
        dates.append(f"TRY(make_date({quoted(path)}, {day}))" if is_year else quoted(reads[-1]))
    return dates, tuple(reads)


register(
    Proof(name="days", due=_days),
    Proof(name="years", due=_years),
)

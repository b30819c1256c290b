"""Figures that follow from others: derivations, league tables, totals shared out, picks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.packs.checks.values import all_columns
from fictionworld.packs.compiled import SETTING, Kind
from fictionworld.packs.findings import Mistake, Place, unknown
from fictionworld.packs.resolve import (
    NUMBERS,
    a_kind,
    aggregate_reference,
    columns_of,
    follow,
    given_columns,
    kind_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.packs.specification import (
        Aggregate,
        ColumnSpec,
        Derive,
        Pack,
        Pick,
        ShareOut,
        TableSpec,
    )

__all__ = ["check_derivations", "check_picks", "check_share_out", "check_standings"]

_GIVES: dict[str, frozenset[Kind]] = {
    **dict.fromkeys(("share", "growth"), frozenset({"percent", "decimal"})),
    **dict.fromkeys(("rank", "count", "days", "years", "standing"), frozenset({"integer"})),
    "total": NUMBERS - {"year"},
    "average": frozenset({"decimal", "money", "percent", "integer"}),
    **dict.fromkeys(("earliest", "latest"), frozenset({"date", "year"})),
}  # fmt: skip
_OF_ROWS = frozenset(_GIVES) - {"days", "years"}


def check_derivations(pack: Pack) -> Iterator[Mistake]:
    """Derived columns have the type that their operator gives; aggregates find their rows."""
    for place, table, name, column in all_columns(pack):
        derive = column.derive
        if derive is None:
            continue
        kind, gives = kind_of(pack, (table, name)), _GIVES.get(derive.kind)
        if gives is not None and kind is not None and kind not in gives:
            at = (*place, "type") if column.type is not None else (*place, "derive")
            allowed = ", ".join(sorted(gives))
            yield at, f"got {kind} for {derive.kind}; allowed: {allowed}"
        if table == SETTING and derive.kind in _OF_ROWS:
            yield (
                (*place, "derive"),
                f"got {derive.kind}; the setting is one row: use sql, days or years",
            )
            continue
        yield from _aggregates(pack, (*place, "derive"), table, derive)
        if derive.standing is not None and pack.tables[table].standings is None:
            yield (
                (*place, "derive", "standing"),
                "got a standing, but the table has no standings; add them",
            )
        if derive.lookup is not None:
            end = follow(pack, table, derive.lookup).end
            looked_up = kind_of(pack, end) if end is not None else None
            if None not in {kind, looked_up} and kind != looked_up:
                yield (
                    (*place, "derive", "lookup"),
                    f"got {a_kind(looked_up)} for a column of {kind}; make them equal",
                )


def _aggregates(pack: Pack, place: Place, table: str, derive: Derive) -> Iterator[Mistake]:
    for kind in ("total", "average", "count", "earliest", "latest"):
        spec: Aggregate | None = getattr(derive, kind)
        if spec is None:
            continue
        at = (*place, kind)
        child, _, name = spec.of.partition(".")
        if child not in pack.tables:
            yield (*at, "of"), unknown(child, pack.tables, "tables")
            continue
        columns = pack.tables[child].columns
        if name and name not in columns:
            yield (*at, "of"), unknown(name, columns, f"columns of {child}")
        elif not name and kind != "count":
            yield (*at, "of"), f"got {child!r}; give a column of it: {child}.{next(iter(columns))}"
        elif name and kind != "count":
            yield from _summed(pack, at, kind, (child, name))
        yield from _gathered(pack, at, table, spec)


def _summed(pack: Pack, place: Place, kind: str, node: tuple[str, str]) -> Iterator[Mistake]:
    of = kind_of(pack, node)
    suits = NUMBERS if kind in {"total", "average"} else frozenset({"date", "year"})
    if of is not None and of not in suits:
        words = "a number" if suits is NUMBERS else "a date or a year"
        yield (*place, "of"), f"got {'.'.join(node)}, {a_kind(of)}; allowed: {words}"


def _gathered(pack: Pack, place: Place, table: str, spec: Aggregate) -> Iterator[Mistake]:
    """The child rows of a row can be told: by a reference to it, or to what both refer to."""
    child = spec.of.partition(".")[0]
    columns, own = pack.tables[child].columns, pack.tables[table].columns
    mine = [name for name, column in columns.items() if column.ref == table]
    if spec.by is None:
        if len(mine) != 1:
            refs = ", ".join(mine) or "none"
            yield place, f"got no 'by'; references from {child} to {table}: {refs}; say which"
        return
    by = aggregate_reference(pack, table, spec)
    if by is None:
        yield (*place, "by"), unknown(spec.by, mine or columns, f"columns of {child}")
        return
    target = columns[by].ref
    shared = target is not None and by in own and own[by].ref == target
    if target != table and not shared:
        got = f"a ref to {target}" if target else "no reference"
        yield (
            (*place, "by"),
            f"got {by!r}, {got}; allowed: a ref to {table}, or one that both tables have",
        )


def check_standings(pack: Pack) -> Iterator[Mistake]:
    """A league table names a table of matches, its two teams, and whole goals."""
    for table, spec in pack.tables.items():
        standings, place = spec.standings, ("tables", table, "standings")
        if standings is None:
            continue
        team = _reference(pack, table, standings.of)
        if team is None:
            refs = [name for name, column in spec.columns.items() if column.ref is not None]
            yield (*place, "of"), unknown(standings.of, refs, f"references of {table}")
        matches = pack.tables.get(standings.matches)
        if matches is None:
            yield (*place, "matches"), unknown(standings.matches, pack.tables, "tables")
            continue
        for side in ("home", "away"):
            name: str = getattr(standings, side)
            target = _reference(pack, standings.matches, name)
            if target is None or (team is not None and target != team):
                refs = [
                    n
                    for n, c in matches.columns.items()
                    if c.ref is not None and c.ref == (team or c.ref)
                ]
                yield (
                    (*place, side),
                    unknown(name, refs, f"references of {standings.matches} to {team or 'teams'}"),
                )
        for side in ("home_scored", "away_scored"):
            yield from _goals(pack, (*place, side), standings.matches, getattr(standings, side))


def _goals(pack: Pack, place: Place, matches: str, name: str) -> Iterator[Mistake]:
    columns = pack.tables[matches].columns
    kind = kind_of(pack, (matches, name)) if name in columns else None
    if name not in columns:
        yield place, unknown(name, columns, f"columns of {matches}")
    elif kind is not None and kind != "integer":
        yield place, f"got {matches}.{name}, {a_kind(kind)}; allowed: an integer"


def _reference(pack: Pack, table: str, name: str) -> str | None:
    column = columns_of(pack, table).get(name)
    return column.ref if column is not None else None


def check_share_out(pack: Pack) -> Iterator[Mistake]:
    """Totals are whole numbers of a table that refers to the same rows as this one."""
    for place, table, _, column in all_columns(pack):
        spec = column.draw.share_out if column.draw is not None else None
        if spec is not None and table in pack.tables:
            yield from _shared_out(pack, (*place, "draw", "share_out"), pack.tables[table], spec)


def _shared_out(pack: Pack, place: Place, own: TableSpec, spec: ShareOut) -> Iterator[Mistake]:
    totals, _, name = spec.total.partition(".")
    if totals not in pack.tables:
        yield (*place, "total"), unknown(totals, pack.tables, "tables")
        return
    columns = pack.tables[totals].columns
    kind = kind_of(pack, (totals, name)) if name in columns else None
    if name not in columns:
        yield (*place, "total"), unknown(name, columns, f"columns of {totals}")
    elif kind is not None and kind != "integer":
        yield (*place, "total"), f"got {spec.total}, {a_kind(kind)}; allowed: an integer"
    here, there = own.columns.get(spec.by), columns.get(spec.by)
    if here is None or here.ref is None or there is None or there.ref != here.ref:
        both = [
            n
            for n, c in own.columns.items()
            if c.ref is not None and n in columns and columns[n].ref == c.ref
        ]
        yield (*place, "by"), unknown(spec.by, both, "references that both tables have")


def check_picks(pack: Pack) -> Iterator[Mistake]:
    """A pick chooses among rows of the table that its reference names."""
    for place, table, name, column in all_columns(pack):
        if column.ref not in pack.tables or table not in pack.tables:
            continue
        if given_columns(pack.tables[table]).get(name) != "reference":
            yield from _pick(pack, (*place, "pick"), table, column, column.pick)


def _pick(
    pack: Pack, place: Place, table: str, column: ColumnSpec, pick: Pick
) -> Iterator[Mistake]:
    target = column.ref
    assert target is not None
    parent = pack.tables[target].columns
    for option in ("latest", "ordered"):
        name: str | None = getattr(pick, option)
        if name is None:
            continue
        kind = kind_of(pack, (target, name)) if name in parent else None
        if name not in parent:
            yield (*place, option), unknown(name, parent, f"columns of {target}")
        elif kind is not None and kind not in NUMBERS | {"date"}:
            yield (
                (*place, option),
                f"got {target}.{name}, {a_kind(kind)}; allowed: a number or a date",
            )
    if (pick.latest is None) != (pick.until is None):
        given, needed = ("latest", "until") if pick.until is None else ("until", "latest")
        yield (*place, given), f"got {given!r} without {needed!r}; give both"
    if pick.ordered is not None and not pick.driven_by:
        yield (*place, "ordered"), "got 'ordered' without 'driven_by'; give both"
    for option, path in (("unlike", pick.unlike), ("copy", pick.copy_of)):
        end = follow(pack, table, path).end if path is not None else None
        other = columns_of(pack, end[0])[end[1]].ref if end is not None else None
        if other is not None and other != target:
            yield (*place, option), f"got a ref to {other}; allowed: a ref to {target}"
    to_itself = target == table
    for option in ("roots", "successor"):
        if getattr(pick, option) is not None and not to_itself:
            yield (
                (*place, option),
                f"got {option!r} in a ref to {target}; allowed in a ref to {table} itself",
            )
    followed = pick.copy_of is not None or pick.successor is not None or pick.roots is not None
    if to_itself and not followed:
        yield (
            place[:-1],
            "got a ref to the same table; give pick: {roots: 0.5} or {successor: [...]}",
        )

"""References: what they name, how a row picks one, and those of league tables."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.checks.labels import unknown_labels
from fictionworld.packs.checks.values import column_mistakes
from fictionworld.packs.compiled import NUMBERS
from fictionworld.packs.fields import Kind
from fictionworld.packs.findings import Mistake, Place, show, unknown
from fictionworld.packs.resolve import (
    a_kind,
    all_columns,
    column_at,
    columns_of,
    follow,
    given_columns,
    kind_of,
    labels_of,
    references_of,
)
from fictionworld.packs.specification import ColumnSpec, Pack, Pick

_ORDERED: frozenset[Kind] = NUMBERS | {"date"}
_OTHER_PICKS = ("copy_of", "successor", "roots", "latest", "ordered", "driven_by")


def check_references(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each `ref` to no table, and each reference of role name or askable."""
    for table, spec in pack.tables.items():
        for name, column in spec.columns.items():
            place = ("tables", table, "columns", name)
            if column.ref is None:
                continue
            if column.ref not in pack.tables:
                yield (*place, "ref"), unknown(column.ref, pack.tables, "tables")
            if column.role not in {"context", "hidden"}:
                message = unknown(column.role, ("context", "hidden"))
                if column.role == "askable":
                    copy = f"{{role: askable, type: name, draw: {{copy: {name}.name}}}}"
                    message += f"; to ask which, make it hidden and add a column {copy}"
                yield (*place, "role"), message


def check_picks(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes of picks, which choose among rows of the table that a reference names."""
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
    for option in ("latest", "ordered"):
        name: str | None = getattr(pick, option)
        if name is not None:
            at, words = (*place, option), "a number or a date"
            yield from column_mistakes(pack, at, target, name, _ORDERED, words)
    if (pick.latest is None) != (pick.until is None):
        given, needed = ("latest", "until") if pick.until is None else ("until", "latest")
        yield (*place, given), f"got {given!r} without {needed!r}; give both"
    yield from _conditions(pack, place, table, column, pick)
    if pick.ordered is not None and not pick.driven_by:
        yield (*place, "ordered"), "got 'ordered' without 'driven_by'; give both"
    for option, path in (("unlike", pick.unlike), ("copy", pick.copy_of)):
        end = follow(pack, table, path).end if path is not None else None
        other = column_at(pack, end).ref if end is not None else None
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


def _conditions(
    pack: Pack, place: Place, table: str, column: ColumnSpec, pick: Pick
) -> Iterator[Mistake]:
    """Yield mistakes of a pick's conditions: unknown columns or values, excluded options."""
    target = column.ref
    assert target is not None
    parent = pack.tables[target].columns
    for option, names in (("where", tuple(pick.where)), ("match", tuple(pick.match))):
        for name in names:
            if name not in parent:
                yield (*place, option, name), unknown(name, parent, f"columns of {target}")
    for name, value in pick.where.items():
        if name in parent:
            labels = labels_of(pack, (target, name))
            yield from unknown_labels((*place, "where"), (name,), labels, (value,))
            if (kind_of(pack, (target, name)) == "boolean") != isinstance(value, bool):
                problem = f"got {show(value)} for {a_kind(kind_of(pack, (target, name)))}"
                yield (*place, "where", name), f"{problem}; allowed: one of its values"
    for name, path in pick.match.items():
        end = follow(pack, table, path).end
        if name in parent and end is not None:
            target_kind, path_kind = kind_of(pack, (target, name)), kind_of(pack, end)
            same_table = column_at(pack, end).ref == parent[name].ref
            if None not in {target_kind, path_kind} and (
                target_kind != path_kind or not same_table
            ):
                problem = f"got {'.'.join(path)}, {a_kind(path_kind)}, for {target}.{name}"
                yield (*place, "match", name), f"{problem}, {a_kind(target_kind)}; make them equal"
    if not (pick.where or pick.match or pick.free_in):
        return
    others = [name for name in _OTHER_PICKS if name in pick.model_fields_set]
    others += ["unlike"] if pick.free_in and pick.unlike is not None else []
    for other in others:
        at = "copy" if other == "copy_of" else other
        with_ = "free_in" if other == "unlike" else "where, match or free_in"
        yield (*place, at), f"got {at!r} beside {with_}; give one of the two"


def check_standings(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes of `standings`: no such table of matches, no teams, or no whole goals."""
    for table, spec in pack.tables.items():
        standings, standings_place = spec.standings, ("tables", table, "standings")
        if standings is None:
            continue
        team = _reference(pack, table, standings.of)
        if team is None:
            what = f"references of {table}"
            yield (*standings_place, "of"), unknown(standings.of, references_of(pack, table), what)
        if standings.matches not in pack.tables:
            yield (*standings_place, "matches"), unknown(standings.matches, pack.tables, "tables")
            continue
        for side in ("home", "away"):
            name: str = getattr(standings, side)
            target = _reference(pack, standings.matches, name)
            if target is None or (team is not None and target != team):
                refs = references_of(pack, standings.matches, team)
                what = f"references of {standings.matches} to {team or 'teams'}"
                yield (*standings_place, side), unknown(name, refs, what)
        for side in ("home_scored", "away_scored"):
            at, name = (*standings_place, side), getattr(standings, side)
            yield from column_mistakes(
                pack, at, standings.matches, name, frozenset({"integer"}), "an integer"
            )


def _reference(pack: Pack, table: str, name: str) -> str | None:
    column = columns_of(pack, table).get(name)
    return column.ref if column is not None else None

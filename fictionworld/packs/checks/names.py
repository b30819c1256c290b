"""Names: reserved words, the setting's own columns, roles and keys."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fictionworld.packs.compiled import SETTING, TEXTS
from fictionworld.packs.findings import Mistake, Place, unknown
from fictionworld.packs.resolve import a_kind, kind_of, slots
from fictionworld.packs.sandbox import ask
from fictionworld.packs.specification import Pack, TableSpec

_OURS = ("world_id", "id")
_NEWSPAPERS = "outlet"
"""Newspapers are the sites `outlet/1` to `outlet/6`, the sites of rows `TABLE/1`, and so on."""


@lru_cache(maxsize=1)
def _reserved() -> frozenset[str]:
    query = "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = 'reserved'"
    rows = ask(query)
    return frozenset(name for (name,) in rows)


def check_names(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each name of a table or column that SQL or the store reserves."""
    for name in pack.setting:
        yield from _one_name(("setting", name), name, is_table=False, in_setting=True)
    for table, spec in pack.tables.items():
        yield from _one_name(("tables", table), table, is_table=True)
        for name in spec.columns:
            yield from _one_name(("tables", table, "columns", name), name, is_table=False)


def _one_name(
    place: Place, name: str, *, is_table: bool, in_setting: bool = False
) -> Iterator[Mistake]:
    reason = None
    if name in _reserved():
        reason = "a reserved word of SQL"
    elif name in _OURS and not is_table:
        reason = "which every table has already"
    elif is_table and name == _NEWSPAPERS:
        reason = "by which page plans name the newspapers of a world"
    elif name == SETTING or (name == "as_of" and not in_setting):
        reason = "which paths keep for the setting"
    if reason is not None:
        yield place, f"got the name {name!r}, {reason}; choose another, such as {name + '_1'!r}"


def check_setting(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes of the setting: no date `as_of`, a wrong role, a reference, no source."""
    if "as_of" not in pack.setting:
        names = ", ".join(pack.setting)
        problem = f"got no 'as_of', today's date in the world; columns of setting: {names}"
        example = "{role: context, draw: {between: [2031-01-01, 2031-12-31]}}"
        yield ("setting",), f"{problem}; give as_of: {example}"
    elif kind_of(pack, (SETTING, "as_of")) != "date":
        kind = kind_of(pack, (SETTING, "as_of"))
        problem = kind or "an unknown kind"
        yield (
            ("setting", "as_of"),
            f"got {problem}; allowed: a date, such as draw: {{between: ...}}",
        )
    for name, column in pack.setting.items():
        place = ("setting", name)
        if column.role not in {"context", "hidden"}:
            yield (*place, "role"), unknown(column.role, ("context", "hidden"))
        if column.ref is not None:
            yield (*place, "ref"), "got a reference; the setting is one row: use draw or derive"
        elif column.draw is None and column.derive is None:
            yield place, "got a column without a source; give it draw or derive"


def check_roles(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes of names and keys: rows need one name, or key columns that anyone may say."""
    for table, spec in pack.tables.items():
        table_place = ("tables", table)
        names = [name for name, column in spec.columns.items() if column.role == "name"]
        for extra in names[1:]:
            yield (
                (*table_place, "columns", extra, "role"),
                f"got a second name column, after {names[0]!r}; allowed: one; make it context",
            )
        if not names and not spec.key:
            yield (
                table_place,
                "got neither a name column nor a key; give role: name to one, or a key",
            )
        for name in names:
            kind = kind_of(pack, (table, name))
            if kind is not None and kind not in TEXTS:
                yield (
                    (*table_place, "columns", name),
                    f"got a name that is {a_kind(kind)}; allowed: text",
                )
            draw = spec.columns[name].draw
            pattern = draw.get("pattern") if draw is not None else None
            if pattern is not None and not any(slots(pattern)):
                yield (
                    (*table_place, "columns", name, "draw", "pattern"),
                    f"got {pattern!r} for all rows; give it a slot such as {{number}}",
                )
        yield from _key(table, spec)
        for name, column in spec.columns.items():
            optional = column.optional is not None and column.optional < 1
            if optional and name in {*names, *spec.key}:
                at = (*table_place, "columns", name, "optional")
                yield at, f"got {column.optional}; a key or name column is in all worlds"


def _key(table: str, spec: TableSpec) -> Iterator[Mistake]:
    for number, name in enumerate(spec.key):
        place = ("tables", table, "key", number)
        column = spec.columns.get(name)
        if column is None:
            yield place, unknown(name, spec.columns, f"columns of {table}")
        elif name in spec.key[:number]:
            yield place, f"got {name!r} twice; give each key column once"
        elif column.role in {"askable", "hidden"}:
            allowed = "names, context and references, which anyone may say"
            yield place, f"got {name!r}, which is {column.role}; allowed in a key: {allowed}"

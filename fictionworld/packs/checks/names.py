"""Names: reserved words, the setting's own columns, roles, references, keys, and slots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from fictionworld.packs.compiled import SETTING, TEXTS
from fictionworld.packs.findings import Mistake, Place, unknown
from fictionworld.packs.resolve import a_kind, kind_of, slots
from fictionworld.packs.sandbox import shared_sandbox
from fictionworld.packs.specification import ColumnSpec, Pack, Spoken, TableSpec, TableSpoken

_OURS = ("world_id", "id")


@lru_cache(maxsize=1)
def _reserved() -> frozenset[str]:
    query = "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = 'reserved'"
    found = shared_sandbox().execute(query).fetchall()
    return frozenset(name for (name,) in found)


def check_names(pack: Pack) -> Iterator[Mistake]:
    """No table or column bears a name that SQL or the store keeps for itself."""
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
    elif name == SETTING or (name == "as_of" and not in_setting):
        reason = "which paths keep for the setting"
    if reason is not None:
        yield place, f"got the name {name!r}, {reason}; choose another, such as {name + '_1'!r}"


def check_setting(pack: Pack) -> Iterator[Mistake]:
    """The setting has a date `as_of`, and columns that stand by themselves."""
    if "as_of" not in pack.setting:
        names = ", ".join(pack.setting)
        got = f"got no 'as_of', today's date in the world; columns of setting: {names}"
        example = "{role: context, draw: {between: [2031-01-01, 2031-12-31]}}"
        yield ("setting",), f"{got}; give as_of: {example}"
    elif kind_of(pack, (SETTING, "as_of")) != "date":
        kind = kind_of(pack, (SETTING, "as_of"))
        got = kind or "an unknown kind"
        yield ("setting", "as_of"), f"got {got}; allowed: a date, such as draw: {{between: ...}}"
    for name, column in pack.setting.items():
        place = ("setting", name)
        if column.role not in {"context", "hidden"}:
            yield (*place, "role"), unknown(column.role, ("context", "hidden"))
        if column.ref is not None:
            yield (*place, "ref"), "got a reference; the setting is one row: use draw or derive"
        elif column.draw is None and column.derive is None:
            yield place, "got a column without a source; give it draw or derive"


def check_roles(pack: Pack) -> Iterator[Mistake]:
    """Rows can be distinguished: by one name, or by key columns that anyone may say."""
    for table, spec in pack.tables.items():
        place = ("tables", table)
        names = [name for name, column in spec.columns.items() if column.role == "name"]
        for extra in names[1:]:
            yield (
                (*place, "columns", extra, "role"),
                f"got a second name column, after {names[0]!r}; allowed: one; make it context",
            )
        if not names and not spec.key:
            yield place, "got neither a name column nor a key; give role: name to one, or a key"
        for name in names:
            kind = kind_of(pack, (table, name))
            if kind is not None and kind not in TEXTS:
                yield (*place, "columns", name), f"got a name that is {a_kind(kind)}; allowed: text"
            draw = spec.columns[name].draw
            pattern = draw.get("pattern") if draw is not None else None
            if pattern is not None and not any(slots(pattern)):
                yield (
                    (*place, "columns", name, "draw", "pattern"),
                    f"got {pattern!r} for all rows; give it a slot such as {{number}}",
                )
        yield from _key(table, spec)
        for name in {*names, *spec.key} & set(spec.columns):
            column = spec.columns[name]
            if column.optional is not None and column.optional < 1:
                at = (*place, "columns", name, "optional")
                yield (
                    at,
                    f"got {column.optional}; a key or name column is in all worlds",
                )


def _key(table: str, spec: TableSpec) -> Iterator[Mistake]:
    for number, name in enumerate(spec.key):
        place = ("tables", table, "key", number)
        column = spec.columns.get(name)
        if column is None:
            yield place, unknown(name, spec.columns, f"columns of {table}")
        elif name in spec.key[:number]:
            yield place, f"got {name!r} twice; give each key column once"
        elif column.role in {"askable", "hidden"}:
            yield (
                place,
                (
                    f"got {name!r}, which is {column.role}; allowed in a key: names, context and "
                    "references, which anyone may say"
                ),
            )


def check_references(pack: Pack) -> Iterator[Mistake]:
    """Each `ref` names a table, and no reference is an answer cell."""
    for table, spec in pack.tables.items():
        for name, column in spec.columns.items():
            place = ("tables", table, "columns", name)
            if column.ref is None:
                continue
            if column.ref not in pack.tables:
                yield (*place, "ref"), unknown(column.ref, pack.tables, "tables")
            if column.role not in {"context", "hidden"}:
                said = unknown(column.role, ("context", "hidden"))
                if column.role == "askable":
                    copy = f"{{role: askable, type: name, draw: {{copy: {name}.name}}}}"
                    said += f"; to ask which, make it hidden and add a column {copy}"
                yield (*place, "role"), said


def check_spoken(pack: Pack) -> Iterator[Mistake]:
    """Phrases and the title hold only slots that something will fill."""
    yield from _of_setting(pack, ("title",), pack.title)
    for use, phrases in (("world", pack.spoken.world), ("askers", pack.spoken.askers)):
        for number, phrase in enumerate(phrases):
            yield from _of_setting(pack, ("spoken", use, number), phrase)
    for table, spec in pack.tables.items():
        yield from _phrases(("tables", table, "spoken"), spec.spoken, _SLOTS_OF_TABLE)
        for name, column in spec.columns.items():
            yield from _phrases(("tables", table, "columns", name, "spoken"), column.spoken)
            yield from _statements(("tables", table, "columns", name, "spoken"), column.spoken)
            yield from _pattern(("tables", table, "columns", name), column)
    for name, column in pack.setting.items():
        yield from _pattern(("setting", name), column)


def _of_setting(pack: Pack, place: Place, phrase: str) -> Iterator[Mistake]:
    yield from _braces(place, phrase)
    for slot in slots(phrase):
        first, _, name = slot.partition(".")
        if first != SETTING or name not in pack.setting:
            allowed = [f"setting.{column}" for column in pack.setting]
            yield place, unknown(slot, allowed, "slots")


_SLOTS_OF = {
    "page": ("subject", "value", "label"),
    "none": ("subject", "value", "label"),
    "question": ("subject", "value", "label"),
    "where": ("value", "when"),
    "noun": ("value",),
    "has": ("where",),
    "named": ("name",),
}
"""By kind of phrase; other phrases have none."""


_SLOTS_OF_TABLE = _SLOTS_OF | {"page": ("subject",)}
"""What pages say of any row of a table states nothing."""


def _phrases(
    place: Place,
    spoken: Spoken | TableSpoken,
    slots_of: Mapping[str, tuple[str, ...]] = _SLOTS_OF,
) -> Iterator[Mistake]:
    for use in type(spoken).model_fields:
        given = getattr(spoken, use)
        phrases = (given,) if isinstance(given, str) else given
        if not isinstance(phrases, tuple):
            continue
        for number, phrase in enumerate(phrases):
            at = (*place, use) if isinstance(given, str) else (*place, use, number)
            yield from _braces(at, phrase)
            for slot in slots(phrase):
                if slot not in slots_of.get(use, ()):
                    yield at, unknown(slot, slots_of.get(use, ()), "slots")


def _statements(place: Place, spoken: Spoken) -> Iterator[Mistake]:
    """What a page says of a column says its value, once."""
    for use, phrases in (("page", spoken.page), ("none", spoken.none)):
        for number, phrase in enumerate(phrases):
            found = list(slots(phrase)).count("value")
            if found != 1:
                said = "without {value}" if found == 0 else f"with {found} times {{value}}"
                yield (*place, use, number), f"got {phrase!r}, {said}; a statement has it once"


def _pattern(place: Place, column: ColumnSpec) -> Iterator[Mistake]:
    pattern = column.draw.get("pattern") if column.draw is not None else None
    if pattern is not None:
        yield from _braces((*place, "draw", "pattern"), pattern)


def _braces(place: Place, text: str) -> Iterator[Mistake]:
    if set(re.sub(r"\{[^{}]*\}", "", text)) & set("{}"):
        yield place, f"got {text!r}, with a brace left over; braces stand in pairs around a slot"

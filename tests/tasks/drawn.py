"""Specifications drawn without sense over any world: what tasks never ask, too."""

from __future__ import annotations

from dataclasses import replace

from fictionworld.generators.fill import WorldSeeds, fill_worlds
from fictionworld.packs.compile import load_pack
from fictionworld.tasks.specification import (
    Against,
    Condition,
    Extreme,
    MembershipCondition,
    Output,
    Specification,
)
from fictionworld.worlds.world_rows import WorldRows

ORDERED = {"integer", "decimal", "money", "percent", "date", "year"}
NUMBERS = ORDERED - {"date"}


def drawn_world(name, world_id=2):
    """The rows of a world of a packaged pack, and its frames."""
    pack = load_pack(name)
    filled = fill_worlds(pack, [WorldSeeds(world_id, 31, 57)])
    return WorldRows(pack, filled.frames), filled.frames


def paths(pack, table, depth=2):
    """Paths from a table by the kind of the column they end at."""
    found = []
    for column in pack.tables[table].stored:
        found.append(((column.name,), column))
        if column.target is not None and depth:
            found += [
                ((column.name, *path), end) for path, end in paths(pack, column.target, depth - 1)
            ]
    return found


def is_shown(pack, column):
    """Whether an answer can give the column: it points to no rows without a name."""
    return column.target is None or pack.tables[column.target].name_column is not None


def key_paths(pack, table):
    """The paths that tell a table's rows apart; a row without a name is told by its own key."""
    for name in pack.tables[table].key:
        column = pack.tables[table].columns[name]
        if is_shown(pack, column):
            yield (name,), column
        else:
            yield from (((name, *path), end) for path, end in key_paths(pack, column.target))


def draw_condition(rng, rows, table):
    path, column = rng.choice(paths(rows.pack, table))
    values = [value for value in rows.cells(table, path) if value is not None]
    if not values:
        return None
    if column.kind in ORDERED and rng.random() < 0.8:
        operator = rng.choice(["at_least", "at_most", "between"])
        chosen = sorted(rng.choice(values) for _ in range(2 if operator == "between" else 1))
        return Condition(path, operator, tuple(chosen))
    operator = rng.choice(["is", "is", "is_not", "one_of"])
    chosen = [rng.choice(values) for _ in range(3 if operator == "one_of" else 1)]
    return Condition(path, operator, tuple(chosen))


def draw_where(rng, rows, table, most):
    drawn = (draw_condition(rng, rows, table) for _ in range(rng.randint(0, most)))
    return tuple(condition for condition in drawn if condition is not None)


def output(of, path, column, role="value", decimals=None):
    kind = "name" if column.kind == "reference" else column.kind
    places = column.decimals if decimals is None else decimals
    if of == "average":
        kind = "decimal"
    return Output(f"{of} {'.'.join(path)}", role, of, kind, places, None, path)


def draw_specification(rng, rows):
    """One specification over the world in `rows`; it may have no single answer."""
    pack = rows.pack
    # a world may lack an optional table
    table = rng.choice([table for table in pack.world_tables if rows.ids(table.name)]).name
    reach = paths(pack, table)
    numbers = [one for one in reach if one[1].kind in NUMBERS]
    ordered = [one for one in reach if one[1].kind in ORDERED]
    shown = [one for one in reach if is_shown(pack, one[1])]
    name = pack.tables[table].name_column
    keys = [((name.name,), name)] if name is not None else list(key_paths(pack, table))
    drawn = Specification(
        pack.name, "wide", "filter", table,
        tuple(output("cell", *one, role="key") for one in keys)
        + tuple(output("cell", *rng.choice(shown)) for _ in range(rng.randint(0, 3))),
        where=draw_where(rng, rows, table, 2),
    )  # fmt: skip
    if name is not None and rng.random() < 0.06:  # a row by its name: nobody needs a list for it
        called = Condition((name.name,), "is", (rng.choice(rows.cells(table, (name.name,))),))
        drawn = replace(drawn, where=(called,))
    if rng.random() < 0.3:
        drawn = replace(drawn, either=draw_where(rng, rows, table, 2))
    children = [
        (other.name, reference.name)
        for other in pack.world_tables
        for reference in other.references
        if reference.target == table and reference.stored
    ]
    if children and rng.random() < 0.4:
        child, by = rng.choice(children)
        where = draw_where(rng, rows, child, 2)
        drawn = replace(drawn, members=(MembershipCondition(child, by, where, rng.random() < 0.5),))
    per = rng.choice([None, rng.choice(reach)[0]])
    stage = rng.choice(["plain", "against", "extreme", "groups"])
    if stage == "against" and numbers:
        return replace(drawn, against=Against(rng.choice(numbers)[0], rng.random() < 0.5, per))
    if stage == "extreme" and ordered:
        path, column = rng.choice(ordered)
        kind = "integer" if column.kind in {"date", "year"} else column.kind
        candidates = (
            Output("Place", "place", "place", "integer", 0, None),
            Output("Lead", "value", "lead", kind, column.decimals, None),
        )
        extreme = Extreme(path, rng.random() < 0.5, rng.randint(1, 5), per)
        return replace(
            drawn, extreme=extreme, outputs=drawn.outputs + candidates[: rng.randint(0, 2)]
        )
    if stage == "groups" and numbers:
        groups = rng.sample(shown, rng.randint(0, 2))
        outputs = tuple(output("cell", *one, role="key") for one in groups)
        outputs += (Output("Rows", "value", "count", "integer", 0, None),)
        for of in rng.sample(["total", "average", "least", "most"], 2):
            decimals = rng.randint(0, 3) if of == "average" else None
            outputs += (output(of, *rng.choice(numbers), decimals=decimals),)
        return replace(drawn, outputs=outputs, groups=tuple(path for path, _ in groups))
    return drawn

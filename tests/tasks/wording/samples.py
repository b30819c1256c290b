"""Specifications of every shape over real worlds, for tests that read questions.

They have the form of drawn tasks; whether their answers are unique is of no matter to the wording.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import polars as pl
import pytest

from fictionworld.building.combinations import PACKAGED
from fictionworld.files import read_json
from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs.compile import load_pack
from fictionworld.packs.compiled import SETTING
from fictionworld.seeds import child_seed
from fictionworld.tasks.draw.base_table import base_tables
from fictionworld.tasks.specification import (
    Against,
    Condition,
    Extreme,
    MembershipCondition,
    Output,
    Specification,
)
from fictionworld.tasks.wording import with_headers
from fictionworld.tasks.wording.lexicon import QuestionContext
from tests.small import each_pack
from tests.tasks.drawing import ANY_SIZE

WIDE = (
    "filter", "join", "top_k", "aggregate", "grid", "set_operation", "extreme_per_group",
    "against_average",
)  # fmt: skip
DEEP = ("chain", "comparison", "superlative", "count", "time_difference", "two_clues")
NUMBERS = {"integer", "decimal", "money", "percent"}
ORDERED = NUMBERS | {"date", "year"}


def each_family():
    """Every shape of every packaged pack as parameters, where the pack has tasks of it to give."""
    packaged = read_json(PACKAGED)
    return [
        pytest.param(pack.values[0], shape, marks=pack.marks)
        for pack in each_pack()
        for shape in (*WIDE, *DEEP)
        if packaged[pack.values[0]]["tables"][shape]
    ]


class World:
    """One world as the drawing of samples sees it."""

    def __init__(self, pack, filled, world_id):
        self.pack = pack
        of_world = pl.col("world_id") == world_id
        self.frames = {name: frame.filter(of_world) for name, frame in filled.frames.items()}
        self.row = filled.worlds.filter(of_world).row(0, named=True)
        called = filled.columns.filter(of_world).rows(named=True)
        self.absent = {(c["table_name"], c["column_name"]) for c in called if not c["present"]}
        self.bases = {name: base.within(self.has) for name, base in base_tables(pack).items()}
        setting = self.frames[SETTING].row(0, named=True)
        self.context = QuestionContext(
            pack=pack,
            title=self.row["title"],
            as_of=self.row["as_of"],
            setting={name: setting[name] for name in setting if name not in {"world_id", "id"}},
            labels={(c["table_name"], c["column_name"]): c["label"] for c in called},
            units={(c["table_name"], c["column_name"]): c["unit"] for c in called},
            names={
                (table.name, row_id): name
                for table in pack.world_tables
                if table.name_column is not None
                for row_id, name in self.frames[table.name]
                .select("id", table.name_column.name)
                .iter_rows()
            },
        )

    def has(self, table, path):
        """Whether this world has every column of the path."""
        steps = self.pack.steps(table, path)
        return not any((column.table, column.name) in self.absent for column in steps)

    def values(self, table, path):
        frame = self.frames[table]
        for place, step in enumerate(path):
            column = self.pack.tables[table].columns[step]
            found = frame[step].drop_nulls()
            if place == len(path) - 1:
                return sorted(found.unique().to_list())
            table = column.target
            frame = self.frames[table].filter(pl.col("id").is_in(found.to_list()))
        return []


@cache
def worlds(pack_name, count=4):
    return worlds_of(load_pack(pack_name), count, FillOptions())


def worlds_of(pack, count=1, options=ANY_SIZE):
    seeds = [WorldSeeds(i, child_seed(i, "s"), child_seed(i, "v")) for i in range(count)]
    filled = fill_worlds(pack, seeds, options)
    return [World(pack, filled, i) for i in range(count)]


def condition(rng, world, table, path, column):
    values = world.values(table, path)
    if not values:
        return None
    if column.kind in ORDERED:
        operator = rng.choice(["at_least", "at_most", "between"])
        chosen = sorted(rng.choice(values) for _ in range(1 + (operator == "between")))
        return Condition(path, operator, tuple(chosen))
    operator = rng.choice(["is", "is", "one_of"]) if len(values) > 3 else "is"
    return Condition(path, operator, tuple(rng.sample(values, 3 if operator == "one_of" else 1)))


def where(rng, world, table, count):
    tests = some(rng, world.bases[table].tests, count)
    found = [condition(rng, world, table, one.path, one.column) for one in tests]
    return tuple(one for one in found if one is not None)


def cell(world, path, column, role="value", of="cell"):
    unit = world.context.units.get((column.table, column.name))
    kind = "name" if column.kind == "reference" else column.kind
    decimals = column.decimals
    if of == "average":
        kind, decimals = "decimal", decimals + (column.kind == "integer")
    return Output("", role, of, kind, decimals, unit, path)


def identity(world, table):
    """The key columns, names rather than references."""
    paths = world.bases[table].identity
    return [cell(world, path, world.pack.column(table, path), "key") for path in paths]


def askable(world, table, depth=0):
    """Paths that values are asked of, over at most so many references, with their columns."""
    base = world.bases[table]
    offered = [(one.path, one.column) for one in (*base.values, *base.far_values)]
    return [one for one in offered if len(one[0]) <= depth + 1]


def some(rng, items, count):
    return rng.sample(items, min(count, len(items)))


def specification(rng, world, shape):
    """One of this shape over some table of the world; None where the table has none to give."""
    if not world.bases:
        return None
    table = rng.choice(sorted(world.bases))
    keys, own = identity(world, table), askable(world, table)
    if not own:
        return None
    made = _PARTS[shape](rng, world, table, keys, own)
    if made is None:
        return None
    kind = "deep" if shape in DEEP else "wide"
    if shape == "filter" and rng.random() < 0.1:
        kind = "empty"
    whole = Specification(pack=world.pack.name, kind=kind, shape=shape, table=table, **made)
    return with_headers(whole, world.context)


def samples(pack_worlds, shape, count, seed=0):
    """So many (specification, context, seed) of one shape."""
    rng = random.Random(f"{shape}/{seed}")
    found = []
    for _ in range(300 + count * 30):  # few tables of few worlds may have what a shape needs
        if len(found) == count:
            break
        world = rng.choice(pack_worlds)
        made = specification(rng, world, shape)
        if made is not None:
            found.append((made, world.context, rng.getrandbits(60)))
    return found


def _filter(rng, world, table, keys, own):
    cells = [cell(world, *one) for one in some(rng, own, rng.randint(1, 5))]
    return {"outputs": (*keys, *cells), "where": where(rng, world, table, rng.randint(1, 3))}


def _join(rng, world, table, keys, own):
    far = [one for one in askable(world, table, 2) if len(one[0]) > 1]
    if not far:
        return None
    cells = [cell(world, *one) for one in (*some(rng, far, 2), *some(rng, own, 2))]
    return {"outputs": (*keys, *cells), "where": where(rng, world, table, rng.randint(1, 2))}


def _top_k(rng, world, table, keys, own):
    ordered = [one for one in own if one[1].kind in ORDERED]
    if not ordered:
        return None
    path, column = rng.choice(ordered)
    place = [Output("", "place", "place", "integer", 0, None)] if rng.random() < 0.5 else []
    return {
        "outputs": (*place, *keys, cell(world, path, column)),
        "where": where(rng, world, table, rng.randint(0, 2)),
        "extreme": Extreme(path, rng.random() < 0.6, rng.choice([1, 5, 12, 33]), None),
    }


def _groups(world, table):
    return [(path, world.pack.column(table, path)) for path in world.bases[table].groups]


def _aggregate(rng, world, table, keys, own, count=1):
    groups = _groups(world, table)
    figures = [one for one in own if one[1].kind in NUMBERS]
    if len(groups) < count or not figures:
        return None
    chosen = rng.sample(groups, count)
    outputs = [cell(world, *one, "key") for one in chosen]
    for path, column in some(rng, figures, rng.randint(1, 3)):
        of = rng.choice(["total", "average", "least", "most"])
        outputs.append(cell(world, path, column, of=of))
    if rng.random() < 0.5:
        outputs.append(Output("", "value", "count", "integer", 0, None))
    return {
        "outputs": tuple(outputs),
        "where": where(rng, world, table, rng.randint(0, 2)),
        "groups": tuple(path for path, _ in chosen),
    }


def _grid(rng, world, table, keys, own):
    if len(keys) == 2 and keys[1].kind == "year":
        return _filter(rng, world, table, keys, own)
    return _aggregate(rng, world, table, keys, own, count=2)


def _set_operation(rng, world, table, keys, own):
    base = world.bases[table]
    if not base.named or not base.children:
        return None
    drawn = rng.choice(base.children)
    child, by = world.pack.tables[drawn.table], drawn.by
    candidates = [
        column
        for column in child.stored
        if column.role == "context" and column.name != by
        and (child.name, column.name) not in world.absent
        and len(world.values(child.name, (column.name,))) > 1
    ]  # fmt: skip
    if not candidates:
        return None
    column = rng.choice(candidates)
    pair = rng.sample(world.values(child.name, (column.name,)), 2)
    holds = rng.random() < 0.5
    return {
        "outputs": (*keys, *(cell(world, *one) for one in some(rng, own, 3))),
        "members": tuple(
            MembershipCondition(
                child.name, by, (Condition((column.name,), "is", (value,)),),
                holds=place == 0 or holds,
            )
            for place, value in enumerate(pair)
        ),
    }  # fmt: skip


def _extreme_per_group(rng, world, table, keys, own):
    made = _top_k(rng, world, table, keys, own)
    groups = _groups(world, table)
    if made is None or not groups:
        return None
    path, column = rng.choice(groups)
    extreme = replace(made["extreme"], per=path, k=rng.choice([1, 1, 3]))
    outputs = made["outputs"]
    if path not in {output.path[: len(path)] for output in outputs}:
        outputs = (cell(world, path, column, "key"), *outputs)
    return {**made, "outputs": outputs, "extreme": extreme}


def _against_average(rng, world, table, keys, own):
    figures = [one for one in own if one[1].kind in NUMBERS]
    if not figures:
        return None
    path, column = rng.choice(figures)
    groups = _groups(world, table)
    per = rng.choice(groups)[0] if groups and rng.random() < 0.7 else None
    return {
        "outputs": (*keys, cell(world, path, column)),
        "where": where(rng, world, table, rng.randint(0, 2)),
        "against": Against(path, rng.random() < 0.5, per),
    }


def _named(rng, world, table, keys):
    tests = []
    for output in keys:
        path = output.path[:1]
        tests.append(Condition(path, "is", (rng.choice(world.values(table, path)),)))
    return tuple(tests)


def _chain(rng, world, table, keys, own):
    far = [one for one in askable(world, table, 2) if len(one[0]) > 1]
    if not far:
        return None
    path, column = rng.choice(far)
    return {
        "outputs": (cell(world, path, column),),
        "where": _named(rng, world, table, keys),
    }


def _comparison(rng, world, table, keys, own):
    figures = [one for one in askable(world, table, 1) if one[1].kind in NUMBERS]
    if len(keys) != 1 or len(keys[0].path) != 1 or not figures:
        return None
    path, column = rng.choice(figures)
    pair = rng.sample(world.values(table, keys[0].path), 2)
    return {
        "outputs": (*keys, cell(world, path, column, of="lead")),
        "where": (Condition(keys[0].path, "one_of", tuple(pair)),),
        "extreme": Extreme(path, rng.random() < 0.5, 1, None),
    }


def _superlative(rng, world, table, keys, own):
    made = _top_k(rng, world, table, keys, own)
    if made is None:
        return None
    end = rng.choice(askable(world, table, 2))
    return {
        **made,
        "outputs": (*keys, cell(world, *end)),
        "extreme": replace(made["extreme"], k=1),
    }


def _count(rng, world, table, keys, own):
    count = Output("", "key", "count", "integer", 0, None)
    return {"outputs": (count,), "where": where(rng, world, table, rng.randint(1, 3))}


def _time_difference(rng, world, table, keys, own):
    dates = [one for one in askable(world, table, 1) if one[1].kind == "date"]
    if len(dates) < 2:
        return None
    first, second = rng.sample(dates, 2)
    span = Output("", "key", "days_between", "integer", 0, "days", first[0], second[0])
    return {"outputs": (span,), "where": _named(rng, world, table, keys)}


def _two_clues(rng, world, table, keys, own):
    tests = where(rng, world, table, 2)
    asked = [one for one in own if one[0] not in {test.path for test in tests}]
    if len(tests) < 2 or not asked:
        return None
    return {"outputs": (*keys, cell(world, *rng.choice(asked))), "where": tests}


_PARTS = {
    "filter": _filter, "join": _join, "top_k": _top_k, "aggregate": _aggregate, "grid": _grid,
    "set_operation": _set_operation, "extreme_per_group": _extreme_per_group,
    "against_average": _against_average, "chain": _chain, "comparison": _comparison,
    "superlative": _superlative, "count": _count, "time_difference": _time_difference,
    "two_clues": _two_clues,
}  # fmt: skip

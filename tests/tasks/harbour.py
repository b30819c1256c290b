"""A harbour of three owners, six ships and seven calls, small enough to answer from by eye."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

import polars as pl

from fictionworld.packs.compile import load_pack
from fictionworld.tasks.specification import Condition, Output, Specification
from fictionworld.worlds.schema import pack_table

WORLD = 4

SETTING = [(1, 2025, date(2025, 12, 1))]
PORTS = [  # id, name, coast
    (1, "Alness", "north"),
    (2, "Bexley", "south"),
]
OWNERS = [  # id, name, home
    (1, "Ada", 1),
    (2, "Bo", 2),
    (3, "Cy", 1),
]
SHIPS = [  # id, owner, name, kind, sister, built, length, crew
    (1, 1, "Ondra", "ferry", None, date(2019, 3, 1), "30.5", 8),
    (2, 1, "Pelm", "tug", 1, date(2020, 3, 1), "20.0", 4),
    (3, 2, "Quist", "ferry", 1, date(2021, 7, 9), "41.0", None),
    (4, 2, "Rosk", "ferry", 3, date(2018, 1, 2), None, 11),
    (5, None, "Sarn", "barge", None, date(2022, 5, 5), "55.5", 3),
    (6, 3, "Tulv", "barge", 5, None, "55.4", 5),
]
CALLS = [  # id, ship, owner, day, cargo, balance
    (1, 1, 1, date(2025, 1, 10), 10, "-0.05"),
    (2, 1, 2, date(2025, 2, 10), 15, "0.10"),
    (3, 2, 1, date(2025, 2, 11), None, "-3.00"),
    (4, 3, 2, date(2025, 3, 1), 40, "7.25"),
    (5, 3, 3, date(2025, 3, 9), 41, "-7.50"),
    (6, 5, 2, date(2025, 4, 4), 0, "1.00"),
    (7, 5, 3, date(2025, 4, 30), 9, "2.00"),
]


@cache
def harbour_pack():
    return load_pack(str(Path(__file__).parent / "harbour.yaml"))


def harbour(**changed):
    """The frames of the harbour, some tables changed: `harbour(ship=[])`."""
    rows = {"port": PORTS, "owner": OWNERS, "ship": SHIPS, "call": CALLS} | changed
    return {name: _frame(name, given) for name, given in {"setting": SETTING, **rows}.items()}


def _frame(name, rows):
    schema = pack_table(harbour_pack().tables[name]).schema
    whole = [
        [
            Decimal(cell) if isinstance(dtype, pl.Decimal) and cell is not None else cell
            for cell, dtype in zip((WORLD, *row), schema.values(), strict=True)
        ]
        for row in rows
    ]
    return pl.DataFrame(whole, schema=schema, orient="row")


def asks(table, *outputs, where=(), **stages):
    """A specification: `asks("ship", "*name", "owner.home", where=[("kind", "is", "tug")])`.

    An output given as a path is a cell, of role key where a star comes first.
    """
    made = [_cell(table, one) if isinstance(one, str) else one for one in outputs]
    where = tuple(condition(*one) for one in where)
    return Specification("harbour", "wide", "filter", table, tuple(made), where, **stages)


def condition(path, operator, *values):
    return Condition(tuple(path.split(".")), operator, values)


def _cell(table, text):
    path = tuple(text.removeprefix("*").split("."))
    column = harbour_pack().column(table, path)
    kind = "name" if column.kind == "reference" else column.kind
    role = "key" if text.startswith("*") else "value"
    return Output(text, role, "cell", kind, column.decimals, None, path)


def figure(of, path="", *, kind="integer", decimals=0, role="value", until=""):
    """An output that is worked out: `figure("average", "balance", kind="money", decimals=1)`."""
    steps, end = (tuple(one.split(".")) if one else () for one in (path, until))
    return Output(f"{of} {path}".strip(), role, of, kind, decimals, None, steps, end)

"""Small invented packs and parts, for tests of storage: no generator, no YAML."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, cast

import polars as pl

from fictionworld.packs.compiled import CompiledColumn, CompiledPack, CompiledTable
from fictionworld.packs.fields import Kind
from fictionworld.packs.specification import ColumnSpec
from fictionworld.worlds.part import WorldPart
from fictionworld.worlds.record import World, world_frame
from fictionworld.worlds.schema import WORLD_COLUMN, pack_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.packs.specification import Pack, TableSpec

_ITEM: dict[str, Kind] = {
    "name": "name", "maker": "reference", "price": "money", "released": "date",
    "tier": "category", "units": "integer", "year": "year", "foldable": "boolean",
}  # fmt: skip
_MAKER: dict[str, Kind] = {"name": "name", "share": "percent", "site": "url"}
_SETTING: dict[str, Kind] = {"as_of": "date", "region": "text"}


def synthetic_pack(name: str, *, items: int = 1) -> CompiledPack:
    """A pack with a setting, a table `maker`, and `items` tables called `item0`, `item1`..."""
    kinds = {"setting": _SETTING, "maker": _MAKER, **{f"item{i}": _ITEM for i in range(items)}}
    return CompiledPack(
        name=name,
        spec=cast("Pack", None),
        source=f"pack: {name}\ntitle: The market of {name}\n",
        tables={table: _table(name, table, columns) for table, columns in kinds.items()},
        order=(),
        sized_last=(),
    )


def _table(pack: str, table: str, kinds: dict[str, Kind]) -> CompiledTable:
    columns = {
        name: CompiledColumn(
            table=table,
            name=name,
            kind=kind,
            decimals={"money": 2, "percent": 1}.get(kind, 0),
            spec=ColumnSpec(role="askable"),
            target="maker" if kind == "reference" else None,
            structural=False,
        )
        for name, kind in kinds.items()
    }
    return CompiledTable(table, f"{pack}__{table}", cast("TableSpec", None), columns)


def pack_of(packs: Sequence[CompiledPack], world_id: int) -> CompiledPack:
    return packs[world_id % len(packs)]


def synthetic_part(
    packs: Sequence[CompiledPack], first: int, worlds: int, config_hash: str, *, rows: int = 5
) -> WorldPart:
    """Worlds `first` to `first + worlds - 1`, each of `rows` rows a table; a function of these."""
    frames: dict[str, list[pl.DataFrame]] = {}
    records, columns = [], []
    for world_id in range(first, first + worlds):
        pack = pack_of(packs, world_id)
        records.append(_record(pack, world_id, rows))
        for table in pack.tables.values():
            count = 1 if table.name == "setting" else rows
            frame = pl.DataFrame(
                [_row(table, world_id, row) for row in range(1, count + 1)],
                schema=pack_table(table).schema,
                orient="row",
            )
            frames.setdefault(table.sql_name, []).append(frame)
            columns += [
                (world_id, table.name, column.name, column.labels[0], None, True)
                for column in table.stored
            ]
    whole = {name: pl.concat(pieces) for name, pieces in frames.items()}
    whole["world"] = world_frame(records)
    whole["world_column"] = pl.DataFrame(columns, schema=WORLD_COLUMN.schema, orient="row")
    counts = {"refused": {"a rule": worlds}}
    return WorldPart(config_hash, packs[0].name, tuple(range(first, first + worlds)), whole, counts)


def _record(pack: CompiledPack, world_id: int, rows: int) -> World:
    return World(
        world_id=world_id,
        pack=pack.name,
        title=f"The market {world_id}",
        strategy="grounded",
        as_of=date(2029, 3, 1),
        language="en",
        structure_seed=2**64 - 1 - world_id,
        value_seed=world_id,
        row_count=rows * (len(pack.tables) - 1),
        split="train" if world_id % 10 else "test",
        attempt=0,
    )


def _row(table: CompiledTable, world_id: int, row: int) -> tuple[object, ...]:
    number = (world_id * 7919 + row * 104729 + len(table.name)) % 99991
    values: dict[str, object] = {
        "name": f"Żółć {number} of {world_id}",
        "text": f"Region {number}",
        "category": ("entry", "middle", "flagship")[number % 3],
        "url": f"https://maker{number}.example",
        "reference": row,
        "money": Decimal(number) / 100,
        "percent": Decimal(number % 1000) / 10,
        "date": date(2025, 1, 1) + timedelta(days=number % 1500),
        "integer": number * 1_000_003,
        "year": 2020 + number % 10,
        "boolean": number % 2 == 0,
    }
    cells = (
        None if number % 11 == 0 and column.kind in {"money", "date", "category"} else
        values[column.kind] for column in table.stored
    )  # fmt: skip
    return (world_id, row, *cells)

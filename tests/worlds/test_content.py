"""The content hash: equal wherever the typed rows are equal, different where anything differs."""

from __future__ import annotations

import hashlib
from datetime import date
from decimal import Decimal
from itertools import pairwise

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.worlds.content import ContentHasher, content_hash
from tests.examples import examples

SCHEMA = {
    "world_id": pl.Int32(),
    "id": pl.Int32(),
    "name": pl.String(),
    "price": pl.Decimal(18, 2),
    "units": pl.Int64(),
    "seed": pl.UInt64(),
    "day": pl.Date(),
    "on": pl.Boolean(),
}
TAGS = {
    "world_id": "int",
    "id": "int",
    "name": "text",
    "price": "decimal/2",
    "units": "int",
    "seed": "uint64",
    "day": "date",
    "on": "bool",
}
CELLS = {
    "name": st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
    "price": st.none() | st.decimals("-9999999.99", "9999999.99", places=2),
    "units": st.none() | st.integers(-(2**63), 2**63 - 1),
    "seed": st.none() | st.integers(0, 2**64 - 1),
    "day": st.none() | st.dates(date(1, 1, 1), date(9999, 12, 31)),
    "on": st.none() | st.booleans(),
}
Row = dict[str, object]


def frame_of(rows: list[Row]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=SCHEMA)


@st.composite
def tables(draw: st.DrawFn) -> list[Row]:
    """Rows with keys that may repeat, in any order."""
    keys = draw(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 4)), max_size=12))
    return [
        {"world_id": world, "id": row, **{name: draw(cell) for name, cell in CELLS.items()}}
        for world, row in keys
    ]


def as_documented(rows: list[Row]) -> str:
    """The encoding of the module's docstring, written down a second time, cell by cell."""

    def order(row: Row) -> list[tuple[bool, object]]:
        names = ["world_id", "id", *sorted(set(SCHEMA) - {"world_id", "id"})]
        cells = [row[name] for name in names]
        return [
            (cell is not None, cell.encode() if isinstance(cell, str) else cell) for cell in cells
        ]

    def number(cell: object) -> int:
        match cell:
            case None:
                return 0
            case date():
                return (cell - date(1970, 1, 1)).days
            case Decimal():
                return int(cell.scaleb(2))
            case str():
                return len(cell.encode())
            case _:
                return int(cell)  # type: ignore[call-overload]

    rows = sorted(rows, key=order)
    whole = b"fictionworld content 1\n"
    whole += len(rows).to_bytes(8, "little") + len(SCHEMA).to_bytes(8, "little")
    for name in sorted(SCHEMA):
        cells = [row[name] for row in rows]
        validity = bytes(cell is not None for cell in cells)
        fixed = b"".join((number(cell) % 2**64).to_bytes(8, "little") for cell in cells)
        text = "".join(cell for cell in cells if isinstance(cell, str)).encode()
        for label in (name, TAGS[name]):
            whole += len(label).to_bytes(8, "little") + label.encode()
        for stream in (validity, fixed, text):
            whole += hashlib.sha256(stream).digest()
    return hashlib.sha256(whole).hexdigest()


@given(tables())
@examples(60)
def test_the_encoding_is_the_documented_one(rows):
    assert content_hash(frame_of(rows)) == as_documented(rows)


@given(tables(), st.randoms(use_true_random=False))
@examples(40)
def test_order_of_rows_and_columns_does_not_count(rows, random):
    frame = frame_of(rows)
    shuffled = random.sample(rows, len(rows))
    columns = random.sample(frame.columns, frame.width)
    assert content_hash(frame_of(shuffled).select(columns)) == content_hash(frame)


@given(tables(), st.lists(st.integers(0, 5), max_size=3))
@examples(40)
def test_batches_do_not_count(rows, cuts):
    frame = frame_of(rows)
    hasher = ContentHasher(frame.schema)
    edges = [0, *sorted(cuts), 99]
    for low, high in pairwise(edges):
        hasher.update(frame.filter(pl.col("world_id").is_between(low, high, closed="left")))
    assert hasher.hexdigest() == content_hash(frame)
    assert hasher.rows == frame.height


ROW: Row = {
    "world_id": 1, "id": 1, "name": "Żółć", "price": Decimal("1.50"), "units": 7,
    "seed": 2**64 - 1, "day": date(2029, 3, 1), "on": True,
}  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        {"name": None}, {"name": ""}, {"name": "Żółc"}, {"price": None}, {"price": Decimal(0)},
        {"price": Decimal("1.51")}, {"units": None}, {"units": 0}, {"seed": 2**64 - 2},
        {"day": date(2029, 3, 2)}, {"on": False}, {"on": None}, {"id": 2}, {"world_id": 2},
    ],
    ids=str,
)  # fmt: skip
def test_every_change_of_a_cell_counts(change):
    assert content_hash(frame_of([ROW | change])) != content_hash(frame_of([ROW]))


def test_null_and_empty_and_zero_differ():
    empties = [None, ""]
    assert len({content_hash(frame_of([ROW | {"name": each}])) for each in empties}) == 2
    zeros = [None, 0]
    assert len({content_hash(frame_of([ROW | {"units": each}])) for each in zeros}) == 2


def test_text_does_not_run_over_into_the_next_row():
    def two(first: str | None, second: str | None) -> str:
        return content_hash(frame_of([ROW | {"name": first}, ROW | {"id": 2, "name": second}]))

    assert len({two("ab", "c"), two("a", "bc"), two("abc", ""), two("abc", None)}) == 4


def test_minus_zero_is_zero():
    zero, minus = ROW | {"price": Decimal("0.00")}, ROW | {"price": Decimal("-0.00")}
    assert content_hash(frame_of([zero])) == content_hash(frame_of([minus]))


def test_width_does_not_count_but_kind_does():
    def hashed(dtype: pl.DataType) -> str:
        return content_hash(pl.DataFrame({"n": [5]}, schema={"n": dtype}))

    whole = [pl.Int8(), pl.Int16(), pl.Int32(), pl.Int64(), pl.UInt8(), pl.UInt16(), pl.UInt32()]
    assert len({hashed(dtype) for dtype in whole}) == 1
    scales = [pl.Decimal(18, 0), pl.Decimal(18, 1), pl.Decimal(18, 2)]
    assert len({hashed(dtype) for dtype in [pl.Int64(), pl.UInt64(), *scales]}) == 5
    assert hashed(pl.Decimal(9, 2)) == hashed(pl.Decimal(18, 2))


def test_names_of_columns_count():
    frame = pl.DataFrame({"a": [1], "b": [2]})
    assert content_hash(frame) != content_hash(frame.rename({"a": "c"}))


@pytest.mark.parametrize("dtype", [pl.Float64, pl.Float32, pl.Datetime, pl.List(pl.Int64)])
def test_what_no_dataset_stores_is_refused(dtype):
    with pytest.raises(ValueError, match="no dataset stores"):
        content_hash(pl.DataFrame({"x": []}, schema={"x": dtype}))


def test_an_empty_table_has_a_hash_of_its_columns():
    assert content_hash(frame_of([])) == content_hash(frame_of([]))
    assert content_hash(frame_of([])) != content_hash(frame_of([]).drop("on"))


def test_batches_must_come_in_order():
    frame = frame_of([ROW])
    hasher = ContentHasher(frame.schema)
    hasher.update(frame)
    with pytest.raises(ValueError, match="got world 1 after world 1"):
        hasher.update(frame)
    with pytest.raises(ValueError, match="as text, not int"):
        hasher.update(frame.with_columns(pl.lit("x").alias("units"), world_id=9))
    with pytest.raises(ValueError, match="got columns"):
        hasher.update(frame.drop("on"))
    with pytest.raises(ValueError, match="world_id NULL"):
        hasher.update(frame.with_columns(world_id=pl.lit(None, pl.Int32)))


def test_a_table_without_worlds_comes_in_one_batch():
    frame = pl.DataFrame({"name": ["a"], "source": ["b"]})
    hasher = ContentHasher(frame.schema)
    hasher.update(frame)
    with pytest.raises(ValueError, match="second batch"):
        hasher.update(frame)


def test_a_decimal_beyond_64_bits_is_refused():
    frame = pl.DataFrame({"x": [Decimal(10**25)]}, schema={"x": pl.Decimal(38, 0)})
    with pytest.raises(ValueError, match="64 bits"):
        content_hash(frame)


def test_the_hash_never_changes():
    """A change here breaks the comparison with every dataset built before."""
    assert content_hash(frame_of([ROW])) == as_documented([ROW])
    assert content_hash(frame_of([ROW])) == (
        "6b109ea357c820d005a9ef9b28f14cfb4eb4a9cb190b1986400992e8d33ab89f"
    )

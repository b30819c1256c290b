r"""Content hash: a hash of the rows of a table, independent of the file that stores it.

DuckDB files of equal content differ in bytes, so a file hash shows damage and nothing more. The
content hash is equal wherever the typed rows are equal: on any machine, with any version of
polars or DuckDB, in any order of rows or columns, and however the rows were batched.

The encoding, version 1
-----------------------
Rows are ordered by `world_id`, then `id`, then every other column in order of name, NULL first:
an order that is total even where keys repeat. Each column is written as three streams of bytes,
each with a SHA-256 of its own:

======== ==========================================================================
validity one byte a row: 1, or 0 for NULL
fixed    eight bytes a row, little-endian: the number; for text its length in bytes;
         0 for NULL
text     the UTF-8 bytes of all rows, one after another; empty for other types
======== ==========================================================================

Numbers are two's complement; a decimal is its value times ten to the scale; a date is the days
since 1970-01-01; a boolean is 0 or 1. The table is the SHA-256 of

    b"fictionworld content 1\n", u64 rows, u64 columns, and for each column in order of name:
    u64 length + name, u64 length + type tag, and the three digests of 32 bytes

with the tags `int` (8 to 64 bits, signed, or unsigned below 64), `uint64`, `decimal/<scale>`,
`date`, `bool` and `text`. Since the streams are concatenated, batches of any size give the same
hash.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

if TYPE_CHECKING:
    import numpy as np

_HEADER = b"fictionworld content 1\n"
_ORDERED_BY = ("world_id", "id")


def content_hash(frame: pl.DataFrame) -> str:
    """Return the content hash of a whole table, 64 hex digits; rows may come in any order.

    Raises:
        ValueError: A column has a type that no dataset stores (DOUBLE, say), or `world_id` holds
            NULL.
    """
    hasher = ContentHasher(frame.schema)
    hasher.update(frame)
    return hasher.hexdigest()


class ContentHasher:
    """The content hash of a table that comes in batches, such as the parts of a build.

    Batches must come in order of `world_id`, a world whole in one batch; within a batch rows may
    stand in any order. A table without `world_id` comes in one batch.

    Raises:
        ValueError: A column has a type that no dataset stores.
    """

    def __init__(self, schema: Mapping[str, pl.DataType]) -> None:
        self.rows = 0
        self._columns = {name: _ColumnHash(name, schema[name]) for name in sorted(schema)}
        self._last_world: int | None = None

    def update(self, frame: pl.DataFrame) -> None:
        """Take in the next batch.

        Raises:
            ValueError: Columns or types differ from the schema, worlds are out of order, or
                `world_id` holds NULL.
        """
        if set(frame.columns) != set(self._columns):
            raise ValueError(f"got columns {sorted(frame.columns)}, not {sorted(self._columns)}")
        if frame.is_empty():
            return
        self._keep_order(frame)
        frame = _in_order(frame)
        schema = frame.schema
        for name, column in self._columns.items():
            if (tag := _tag(name, schema[name])) != column.tag:
                raise ValueError(f"got column {name} as {tag}, not {column.tag}")
        # Few queries, of few expressions: polars takes longer to start than to run.
        by_tag: defaultdict[str, list[str]] = defaultdict(list)
        for name, column in self._columns.items():
            by_tag[column.tag].append(name)
        validity = frame.select(pl.all().is_not_null())
        try:
            fixed = frame.select(_fixed(tag, names) for tag, names in by_tag.items())
        except pl.exceptions.PolarsError as error:
            raise ValueError(f"got a decimal of more than 64 bits: {error}") from error
        texts = frame.select(pl.col(by_tag["text"]).fill_null("").str.join())
        for name, column in self._columns.items():
            column.update(
                validity.get_column(name).to_numpy().tobytes(),
                fixed.get_column(name).to_numpy(),
                texts.get_column(name).item() if column.tag == "text" else "",
            )
        self.rows += frame.height

    def hexdigest(self) -> str:
        """Return the hash of all batches so far, 64 hex digits."""
        whole = hashlib.sha256(_HEADER)
        whole.update(_u64(self.rows) + _u64(len(self._columns)))
        for column in self._columns.values():
            whole.update(column.digest())
        return whole.hexdigest()

    def _keep_order(self, frame: pl.DataFrame) -> None:
        if "world_id" not in frame.columns:
            if self.rows:
                raise ValueError("got a second batch of a table without world_id")
            return
        worlds = frame.get_column("world_id")
        low, high = worlds.min(), worlds.max()
        if worlds.null_count() or not isinstance(low, int) or not isinstance(high, int):
            raise ValueError("got world_id NULL; every row belongs to a world")
        if self._last_world is not None and low <= self._last_world:
            raise ValueError(f"got world {low} after world {self._last_world}")
        self._last_world = high


class _ColumnHash:
    """The three running streams of one column."""

    def __init__(self, name: str, dtype: pl.DataType) -> None:
        self.tag = _tag(name, dtype)
        self._label = _labelled(name) + _labelled(self.tag)
        self._streams = (hashlib.sha256(), hashlib.sha256(), hashlib.sha256())

    def update(self, validity: bytes, fixed: np.ndarray[Any, np.dtype[Any]], text: str) -> None:
        pieces = (validity, fixed.astype(fixed.dtype.newbyteorder("<")).tobytes(), text.encode())
        for stream, piece in zip(self._streams, pieces, strict=True):
            stream.update(piece)

    def digest(self) -> bytes:
        return self._label + b"".join(stream.digest() for stream in self._streams)


def _tag(name: str, dtype: pl.DataType) -> str:
    if dtype == pl.UInt64:
        return "uint64"
    if dtype.is_integer() and dtype not in (pl.Int128, pl.UInt128):
        return "int"
    if isinstance(dtype, pl.Decimal):
        return f"decimal/{dtype.scale}"
    for plain, tag in ((pl.String, "text"), (pl.Date, "date"), (pl.Boolean, "bool")):
        if dtype == plain:
            return tag
    raise ValueError(
        f"column {name} is of type {dtype}, which no dataset stores; use whole numbers, decimals, "
        "dates, booleans or text"
    )


def _fixed(tag: str, names: list[str]) -> pl.Expr:
    """Return the second stream of some columns of one type."""
    values = pl.col(names)
    if tag == "text":
        return values.str.len_bytes().cast(pl.Int64).fill_null(0)
    # Decimals are whole numbers underneath, 128 bits wide, of which 64 are in use.
    whole = values.to_physical() if tag.startswith("decimal") else values
    return whole.cast(pl.UInt64 if tag == "uint64" else pl.Int64).fill_null(0)


def _in_order(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows in the one order that is hashed; most often they stand in it already."""
    leading = [name for name in _ORDERED_BY if name in frame.columns]
    if frame.height < 2 or (leading and _strictly_ascending(frame, leading)):
        return frame
    rest = sorted(set(frame.columns) - set(leading))
    return frame.sort([*leading, *rest], nulls_last=False)


def _strictly_ascending(frame: pl.DataFrame, leading: list[str]) -> bool:
    """Return whether the rows stand in the order of `leading` already, no two of them equal."""
    if any(frame.get_column(name).null_count() for name in leading):
        return False
    ascends: pl.Series | None = None
    for name in reversed(leading):
        # of series, which compare at once: a query takes longer to start than to run
        column = frame.get_column(name)
        now, before = column.slice(1), column.head(-1)
        above = now > before
        ascends = above if ascends is None else above | ((now == before) & ascends)
    return ascends is not None and ascends.all()


def _u64(number: int) -> bytes:
    return number.to_bytes(8, "little")


def _labelled(text: str) -> bytes:
    return _u64(len(text.encode())) + text.encode()

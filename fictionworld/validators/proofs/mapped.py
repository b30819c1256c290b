"""Values that a pack maps from other values: `map: {region: {North America: USD}}`."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.validators.cells import Ints, StoredCells

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.validators.batch import StoredBatch

__all__ = ["label_codes", "mapped"]


def label_codes(batch: StoredBatch, kind: str, scale: int, labels: list[object]) -> Ints:
    """Labels of a pack as the numbers that cells of this kind and scale hold."""
    if kind in {"text", "name", "category", "url"}:
        return batch.text_codes(str(label) for label in labels)
    if kind == "boolean":
        return np.array([str(label).lower() == "true" for label in labels], dtype=np.int64)
    exact = (Decimal(str(label)).scaleb(scale) for label in labels)
    # decimal's HALF_UP is half away from zero.
    return np.array([int(number.to_integral_value(ROUND_HALF_UP)) for number in exact])


def mapped(batch: StoredBatch, column: CompiledColumn) -> StoredCells:
    """What the map gives for every row; missing where its path is, or holds no key of the map."""
    draw = column.spec.draw
    assert draw is not None
    assert draw.map is not None
    ((path, table),) = draw.map.items()
    source = batch.read(column.table, path)
    keys = label_codes(batch, source.kind, source.scale, list(table))
    values = label_codes(batch, column.kind, column.decimals, list(table.values()))
    order = np.argsort(keys, kind="stable")
    at = np.minimum(np.searchsorted(keys[order], source.data), len(keys) - 1)
    valid = source.valid & (keys[order][at] == source.data)
    data = np.where(valid, values[order][at], 0)
    return StoredCells(data, valid, column.kind, column.decimals)

"""Sanity queries: the column that one watches is there to be shuffled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import SETTING
from fictionworld.packs.findings import Mistake, unknown
from fictionworld.packs.resolve import columns_of

if TYPE_CHECKING:
    from fictionworld.packs.specification import Pack

__all__ = ["check_sanity"]


def check_sanity(pack: Pack) -> Iterator[Mistake]:
    """Each query watches a stored column; its SQL is read when it is run."""
    for number, query in enumerate(pack.sanity):
        place = ("sanity", number, "watches")
        table, _, name = query.watches.partition(".")
        columns = columns_of(pack, table)
        if not columns:
            yield place, unknown(table, (SETTING, *pack.tables), "tables")
        elif name not in columns:
            yield place, unknown(name, columns, f"columns of {table}")
        elif columns[name].role == "hidden":
            yield place, f"got {query.watches}, which is hidden; allowed: a stored column"

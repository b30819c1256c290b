"""What no page has stated yet: it goes on a page about its row, or into tables of its own.

Most packs leave little. A pack whose pages tell of a table only in part is made whole here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.web.page_kind import page_kinds
from fictionworld.web.parts import group_lines
from fictionworld.web.tables import TableTopic, set_out

if TYPE_CHECKING:
    from fictionworld.web.sheets import Sheets
    from fictionworld.web.subjects import SubjectPages

__all__ = ["add_remainder"]

_ROWS = 12


def add_remainder(sheets: Sheets, subjects: SubjectPages, table: str) -> None:
    """Each fact of `table` that no page states is stated once."""
    batch = sheets.batch
    lines, facts = batch.lines[table], batch.codes.facts_of(table)
    page = np.full(len(lines), -1)
    for kind in page_kinds:
        handles = subjects.by_kind.get((table, kind.name)) if kind.home else None
        page = page if handles is None else np.where(handles >= 0, handles, page)
    left = batch.has_column[lines.world][:, facts] & ~sheets.covered[table]
    sheets.state(table, page, np.arange(len(lines)), left & (page >= 0)[:, None])
    left &= (page < 0)[:, None]
    for place in np.flatnonzero(left.any(axis=0)):
        name = batch.codes.columns[facts[place]].name
        rows = np.flatnonzero(left[:, place])
        groups = group_lines(lines.world, np.zeros(len(lines), np.int64), rows)
        set_out(
            sheets, table, [TableTopic("statistics.more", "statistics", (name,), _ROWS)], groups
        )

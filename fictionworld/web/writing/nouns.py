"""What the rows of each table of a pack are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fictionworld.packs.compiled import CompiledPack, CompiledTable

_CONTESTS = frozenset({"match", "game", "fixture", "bout", "meeting"})


@dataclass(frozen=True, slots=True)
class TableNouns:
    """What the rows of a table are called."""

    one: str
    many: str
    person: bool
    by: str
    """What a table of figures is by: the row, or the first row that its key names."""
    by_many: str
    contest: bool
    """Rows are matches, of which a page says who met."""
    remarks: tuple[str, ...]
    """Sentences that are true of any such row and state nothing of it."""


def nouns_of(pack: CompiledPack, identity: Mapping[str, tuple[str, ...]]) -> dict[str, TableNouns]:
    """Return, by table of a world, what its rows are called.

    Args:
        pack: What the world is.
        identity: By table, the columns that tell its rows apart.
    """
    nouns = {}
    for table in pack.world_tables:
        spoken = table.spec.spoken
        calls = {one for one, _ in spoken.nouns(table.name)}
        by = table if table.name_column is not None else _owner(pack, table, identity[table.name])
        nouns[table.name] = TableNouns(
            *table.noun, spoken.person, *by.noun, bool(calls & _CONTESTS), spoken.page
        )
    return nouns


def _owner(pack: CompiledPack, table: CompiledTable, key: tuple[str, ...]) -> CompiledTable:
    """Return the table of the first row that a key names; its own where a key names two of it."""
    targets = [table.columns[name].target for name in key]
    target = next((t for t in targets if t is not None), None)
    if target is None or targets.count(target) > 1:
        return table
    return pack.tables[target]

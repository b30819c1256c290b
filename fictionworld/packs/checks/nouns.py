"""Further nouns of tables: each must be of its table alone, whatever the others of a world draw."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.findings import Mistake, Place
from fictionworld.packs.resolve import all_columns
from fictionworld.packs.specification import Pack
from fictionworld.packs.specification.wording import Noun

_OTHER = "give another noun, or leave it out: a table may keep to one"


def check_nouns(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each further noun that something else of the pack is called."""
    nouns = {n: spec.spoken.nouns(n, reserved=True) for n, spec in pack.tables.items()}
    for table in pack.tables:
        for number, (place, noun) in enumerate(_further(pack, table), 1):
            if any(set(noun) & set(other) for other in nouns[table][:number]):
                yield place, f"got {noun[0]!r}, which the table is called anyway; {_OTHER}"
            for other in pack.tables:
                if other != table and any(set(noun) & set(theirs) for theirs in nouns[other]):
                    yield place, f"got {noun[0]!r}, which the table {other} is called; {_OTHER}"
            if (column := _labelled(pack, table, noun)) is not None:
                yield place, f"got {noun[0]!r}, a label of the column {column}; {_OTHER}"


def _further(pack: Pack, table: str) -> Iterator[tuple[Place, Noun]]:
    spoken = pack.tables[table].spoken
    uses = [(use, i) for use in ("also", "reserved") for i in range(len(getattr(spoken, use)))]
    for (use, number), noun in zip(uses, spoken.nouns(table, reserved=True)[1:], strict=True):
        yield ("tables", table, "spoken", use, number), noun


def _labelled(pack: Pack, table: str, noun: Noun) -> str | None:
    """Return the column that has a noun as its label; names and references may say their row."""
    for _, owner, name, column in all_columns(pack):
        if column.role in {"hidden", "name"} or column.ref == table:
            continue
        labels = (column.label,) if isinstance(column.label, str) else column.label
        if any(label.casefold() in noun for label in (*labels, *column.reserved)):
            return f"{owner}.{name}"
    return None

"""The protected cells of one world, by the subjects that they are stated of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.answer import Answer
from fictionworld.packs.compiled import SETTING
from fictionworld.worlds.fact import FactId

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fictionworld.leakage.answer import Type
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack, Kind
    from fictionworld.tasks.world_rows import WorldRows
    from fictionworld.worlds.fact import Value

SubjectKey = tuple[str, int]
"""Table and row id of a row that has a name."""

_TYPES: Final[dict[Kind, Type]] = {
    "reference": "name", "name": "name", "text": "category", "category": "category",
    "integer": "number", "decimal": "number", "money": "money", "percent": "percent",
    "date": "date", "year": "date", "boolean": "bool", "url": "url",
}  # fmt: skip
_RANKS: Final = ("rank", "position", "place")


@dataclass(frozen=True, slots=True)
class Protected:
    """One cell that no search result may state."""

    fact: FactId
    column: CompiledColumn
    answer: Answer
    entity: str
    """The subject, by name."""
    question: str
    """What a reader would ask to learn the cell."""
    beside: tuple[SubjectKey, ...] = ()
    """Other subjects that tell the row apart: both clubs of a match have to be named."""


class _Row(NamedTuple):
    subjects: tuple[SubjectKey, ...]
    aside: str
    """What else identifies the row: ` in 2030`, ` at Vyrdal Varuhus`."""


def answer_of(column: CompiledColumn, value: Value, label: str, unit: str | None) -> Answer | None:
    """A cell's value as an answer; None where there is none to tell."""
    if value is None:
        return None
    kind = _TYPES[column.kind]
    if column.kind == "integer" and any(word in column.name for word in _RANKS):
        kind = "rank"
    shown = f"{label} ({unit})" if unit else label
    if isinstance(value, bool) or column.kind == "boolean":
        return Answer(shown, "bool", "yes" if value else "no")
    if isinstance(value, Decimal):
        text = f"{value:.{column.decimals}f}"
        return Answer(shown, kind, f"{text}%" if kind == "percent" else text)
    if isinstance(value, date):
        return Answer(shown, "date", value.isoformat())
    return Answer(shown, kind, str(value))


def protected_cells(
    pack: CompiledPack,
    rows: WorldRows,
    world_id: int,
    labels: Mapping[tuple[str, str], str],
    currency: str | None = None,
) -> dict[SubjectKey, tuple[Protected, ...]]:
    """All askable cells of a world, by the named rows that they are stated of.

    A row without a name of its own, the sales of a phone in a year, is stated of the rows that its
    key refers to.
    """
    found: dict[SubjectKey, list[Protected]] = {}
    names = rows.names
    for table in pack.tables.values():
        if table.name == SETTING:
            continue
        columns = [column for column in table.stored if column.role == "askable"]
        if not columns:
            continue
        ids = rows.ids(table.name)
        owners = _owners(pack, rows, table.name)
        for column in columns:
            label = labels.get((table.name, column.name), column.labels[0])
            unit = _unit(column, currency)
            values = rows.shown(table.name, (column.name,))
            for place, value in enumerate(values):
                answer = answer_of(column, value, label, unit)
                if answer is None or not answer.value.strip():
                    continue
                fact = FactId(world_id, table.name, ids[place], column.name)
                subjects = owners[place].subjects
                for subject in subjects:
                    entity = names[subject]
                    asked = f"What is the {label} of {entity}{owners[place].aside}?"
                    beside = tuple(other for other in subjects if other != subject)
                    cell = Protected(fact, column, answer, entity, asked, beside)
                    found.setdefault(subject, []).append(cell)
    return {subject: tuple(cells) for subject, cells in found.items()}


def _unit(column: CompiledColumn, currency: str | None) -> str | None:
    unit = column.spec.unit if isinstance(column.spec.unit, str) else None
    if column.kind == "money" and currency:
        return f"{unit} {currency}" if unit else currency
    if column.kind == "percent":
        return "%"
    return unit


def _owners(pack: CompiledPack, rows: WorldRows, table: str) -> list[_Row]:
    compiled = pack.tables[table]
    ids = rows.ids(table)
    if compiled.name_column is not None:
        return [_Row(((table, row),), "") for row in ids]
    keys = [(compiled.columns[name], rows.cells(table, (name,))) for name in compiled.key]
    found = []
    for place in range(len(ids)):
        subjects: list[SubjectKey] = []
        aside = ""
        for column, values in keys:
            value = values[place]
            if value is None:
                continue
            if column.target is not None and pack.tables[column.target].name_column is not None:
                assert isinstance(value, int)
                subjects.append((column.target, value))
            elif column.kind == "year":
                aside += f" in {value}"
            else:
                aside += f", {value}"
        found.append(_Row(tuple(subjects), aside))
    return found

"""Queries that probe for values: attempts to read the web through its search index.

| kind | what |
|---|---|
| bare value | a protected value of the world or of its twin, as it is written or stored |
| name with value | a row's name and a value of it, true or not |
| date | a day on which something protected happened, or any other day |
| pasted page | the middle of a page, with its values |
| group test | 64 numbers at once: a column's values, then halves of them |
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from typing import Final, TypeVar

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.queries import AuditQuery
from fictionworld.seeds import child_seed
from fictionworld.text.dates import written_date
from fictionworld.worlds.fact import Value

_T = TypeVar("_T")

PROBES: Final = ("bare value", "name with value", "date", "pasted page", "group test")
"""In the order of the table above."""
_GROUP: Final = 64
"""Words of a query that are looked for."""


def probes_of(audited: AuditedWorld, each: int) -> list[AuditQuery]:
    """At most `each` queries of a kind for one world, the same whenever they are drawn."""
    made = _ProbeMaker(audited)
    makers = (made.bare(), made.named(), made.dates(), made.pasted(), made.groups())
    return [
        AuditQuery(kind, text)
        for kind, texts in zip(PROBES, makers, strict=True)
        for text, _ in zip(texts, range(each), strict=False)
    ]


class _ProbeMaker:
    def __init__(self, audited: AuditedWorld) -> None:
        self._audited = audited
        self._random = random.Random(child_seed(audited.seed, "probes")).random  # noqa: S311
        self._columns = [
            (table.name, column.name)
            for table in audited.handle.pack.world_tables
            for column in table.stored
            if column.role == "askable"
        ]

    def bare(self) -> Iterator[str]:
        for number in range(10_000):
            yield _written(self._value(), grouped=number % 3 == 0)

    def named(self) -> Iterator[str]:
        names = list(self._audited.subjects.names.values()) or [self._audited.handle.world.title]
        for number in range(10_000):
            yield f"{self._one(names)} {_written(self._value(), grouped=number % 2 == 0)}"

    def dates(self) -> Iterator[str]:
        held = [
            value
            for table, name in self._columns
            for value in self._cells(table, name)
            if isinstance(value, date)
        ]
        for number in range(10_000):
            known = bool(held) and number % 4 < 3
            day = self._one(held) if known else date(2020 + number % 15, 1 + number % 12, 1)
            written = (day.isoformat(), written_date(day, "June 4, 2031"), written_date(day)[:-5])
            yield written[number % 3]

    def pasted(self) -> Iterator[str]:
        web = self._audited.handle.web
        heads = [head for head in web.heads if head.kind != "background"] or list(web.heads)
        while True:
            words = web.page(self._one(heads).number).body.split()
            start = int(self._random() * max(1, len(words) - _GROUP))
            yield " ".join(words[start : start + _GROUP])

    def groups(self) -> Iterator[str]:
        for number in range(10_000):
            values = [value for value in self._cells(*self._one(self._columns)) if value]
            said = sorted({_written(value, grouped=False) for value in values})
            size = max(1, _GROUP >> (number % 3))
            yield " ".join(said[:size] or ["0"])

    def _value(self) -> Value:
        values = [value for value in self._cells(*self._one(self._columns)) if value is not None]
        return self._one(values) if values else 0

    def _cells(self, table: str, column: str) -> list[Value]:
        """Of the world or of its twin, at random."""
        handle = self._audited.twin if self._random() < 0.5 else self._audited.handle
        return handle.rows.cells(table, (column,))

    def _one(self, of: list[_T]) -> _T:
        return of[int(self._random() * len(of))]


def _written(value: Value, *, grouped: bool) -> str:
    if grouped and isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return str(value)

"""`sql`: one scalar expression over paths of a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fictionworld.errors import PackError
from fictionworld.packs.checks.expressions import expression_mistakes
from fictionworld.packs.expression import check_expression, paths_of
from fictionworld.packs.fields import Text
from fictionworld.packs.findings import Mistake
from fictionworld.packs.operator import Operator, Use, ValueSource, register
from fictionworld.packs.resolve import kind_of
from fictionworld.packs.terms import Path

_MOST_PADDING = 2000
"""More than `lpad`, `rpad`, `strftime` and constants of 400 characters of SQL can add."""


def _sources(use: Use) -> Iterator[ValueSource]:
    for path in paths_of(use.spec):
        yield ValueSource((), path, "any")  # references compare as row numbers


def _check(use: Use) -> Iterator[Mistake]:
    if use.column.type is None:
        at = use.place[:-2]
        yield at, "got sql without a type; give the type of its value, such as integer"
    kind = kind_of(use.pack, use.node)
    yield from expression_mistakes(use.pack, use.place, use.table, use.spec, kind)


def _longest(source: Any, of: Callable[[Path], int]) -> int:  # noqa: ANN401 - a Derive
    try:
        reads = check_expression(source.written).reads
    except PackError:
        return 0
    return _MOST_PADDING + sum(map(of, reads))


register(
    Operator(
        key="sql", family="derive", shape=Text,
        doc="One scalar DuckDB expression over paths of this row.",
        gaps="passed", sources=_sources, check=_check, longest=_longest,
    )
)  # fmt: skip

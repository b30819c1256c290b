"""The value that a path leads to: drawn with its row (`copy`), or derived (`lookup`)."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.fields import Kind
from fictionworld.packs.findings import Mistake
from fictionworld.packs.operator import Operator, Use, ValueSource, register
from fictionworld.packs.resolve import a_kind, end_kind, kind_of
from fictionworld.packs.terms import Path


def _sources(use: Use) -> Iterator[ValueSource]:
    yield ValueSource((), use.spec, "value")


def _kind(use: Use, depth: int) -> Kind | None:
    return end_kind(use.pack, use.table, use.spec, depth + 1)


def _check(use: Use) -> Iterator[Mistake]:
    kind, source_kind = kind_of(use.pack, use.node), _kind(use, 0)
    if None not in {kind, source_kind} and kind != source_kind:
        yield use.place, f"got {a_kind(source_kind)} for a column of {kind}; make them equal"


register(
    Operator(
        key="copy", field="copy_of", family="draw", shape=Path, gives=_kind, gaps="passed",
        sources=_sources, longest=lambda source, of: of(source.written), follows=True,
    ),
    Operator(
        key="lookup", family="derive", shape=Path, gives=_kind, gaps="passed",
        sources=_sources, check=_check, longest=lambda source, of: of(source.written),
        words=".".join,
    ),
)  # fmt: skip

"""From the notation to a `CompiledPack`: types settled, references resolved, order found."""

from __future__ import annotations

from functools import lru_cache

from fictionworld.packs.check import check_pack
from fictionworld.packs.compiled import (
    SETTING,
    CompiledColumn,
    CompiledPack,
    CompiledTable,
    decimals_of,
)
from fictionworld.packs.concepts import self_contained
from fictionworld.packs.dependencies import Dependencies
from fictionworld.packs.findings import raise_findings
from fictionworld.packs.resolve import all_columns, kind_of
from fictionworld.packs.source import PackSource, pack_text, parse_source
from fictionworld.packs.specification import ColumnSpec, RowPlan, TableSpec
from fictionworld.packs.terms import Node


def load_pack(name: str) -> CompiledPack:
    """Return the packaged pack of this name, or the pack in this file, checked and compiled.

    Raises:
        UsageError: There is no such pack.
        PackError: The pack is wrong; one finding a line.
    """
    return _compile_once(*pack_text(name))


def compile_stored(name: str, text: str) -> CompiledPack:
    """Return the pack whose text a dataset holds, compiled once in a process.

    Raises:
        PackError: The pack is wrong; one finding a line.
    """
    return _compile_once(text, f"{name}.yaml")


@lru_cache(32)  # more than there are packaged packs: a build takes them in turn
def _compile_once(text: str, file: str) -> CompiledPack:
    return compile_source(parse_source(text, file))


def compile_source(source: PackSource) -> CompiledPack:
    """Check the shape and the meaning of the pack in `source`, and return it compiled."""
    pack = source.pack(lambda rest: check_pack(rest, source))
    graph = Dependencies(pack)
    raise_findings(check_pack(pack, source, graph))
    text = self_contained(source.text, source.data, source.line(("concepts",)))
    return _compile(graph, text)


def _compile(graph: Dependencies, text: str) -> CompiledPack:
    """Return a checked pack with its types, references and order resolved."""
    pack = graph.pack
    specs = {SETTING: TableSpec(rows=RowPlan(one_per=SETTING), columns=pack.setting), **pack.tables}

    def column(node: Node, spec: ColumnSpec) -> CompiledColumn:
        kind = kind_of(pack, node)
        assert kind is not None, f"{node} has no kind: check_pack lets no such column pass"
        return CompiledColumn(
            *node,
            kind=kind,
            decimals=decimals_of(spec, kind),
            spec=spec,
            target=spec.ref,
            structural=node in graph.structural,
            nullable=node in graph.nullable,
            needs=graph.needs[node],
            goes_with=graph.goes_with[node],
        )

    tables = {
        table: CompiledTable(
            name=table,
            sql_name=f"{pack.pack}__{table}",
            spec=spec,
            columns={name: column((table, name), given) for name, given in spec.columns.items()},
        )
        for table, spec in specs.items()
    }
    order, sized_last = graph.sized_last()
    return CompiledPack(
        name=pack.pack,
        spec=pack,
        source=text,
        tables=tables,
        order=order,
        sized_last=sized_last,
        real_names=tuple(
            (table, name)
            for _, table, name, spec in all_columns(pack)
            if spec.draw is not None and spec.draw.kind == "brands"
        ),
    )

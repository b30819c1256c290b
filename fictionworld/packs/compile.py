"""From the notation to a `CompiledPack`: types settled, references resolved, order found."""

from __future__ import annotations

from typing import cast

from fictionworld.packs.check import check_pack
from fictionworld.packs.compiled import (
    SETTING,
    CompiledColumn,
    CompiledPack,
    CompiledTable,
    Kind,
)
from fictionworld.packs.dependencies import dependencies, evaluation_order, structural_columns
from fictionworld.packs.findings import raise_findings
from fictionworld.packs.sizing import size_last
from fictionworld.packs.source import PackSource, read_source
from fictionworld.packs.spec import Column, Pack, Rows, Table

__all__ = ["column_kind", "compile_pack", "compile_source", "load_pack"]

_DRAW_KINDS: dict[str, Kind] = {
    "uniform": "integer",
    "normal": "decimal",
    "lognormal": "decimal",
    "pareto": "decimal",
    "poisson": "integer",
    "trend": "integer",
    "choice": "category",
    "map": "category",
    "deal": "category",
    "between": "date",
    "true_share": "boolean",
    "distinct": "integer",
    "ordinal": "integer",
    "pattern": "name",
    "pool": "name",
    "brands": "name",
    "share_out": "integer",
}
_DERIVE_KINDS: dict[str, Kind] = {
    "share": "percent",
    "growth": "percent",
    "rank": "integer",
    "count": "integer",
    "days": "integer",
    "years": "integer",
    "standing": "integer",
    "earliest": "date",
    "latest": "date",
}


def load_pack(name: str) -> CompiledPack:
    """The packaged pack of this name, or the pack in this file, checked and compiled.

    Raises:
        UsageError: There is no such pack.
        PackError: The pack is wrong; one finding a line.
    """
    return compile_source(read_source(name))


def compile_source(source: PackSource) -> CompiledPack:
    """The pack in `source`, its shape and its meaning checked."""
    pack = source.pack()
    raise_findings(check_pack(pack, source))
    return compile_pack(pack, source.text)


def compile_pack(pack: Pack, text: str) -> CompiledPack:
    """A pack whose meaning has been checked, with types, references and order resolved."""
    specs = {SETTING: Table(rows=Rows(one_per=SETTING), columns=pack.setting), **pack.tables}
    structural = structural_columns(pack)
    tables = {
        name: CompiledTable(
            name=name,
            sql_name=f"{pack.pack}__{name}",
            spec=spec,
            columns={
                column: _compile_column(name, column, given, specs, (name, column) in structural)
                for column, given in spec.columns.items()
            },
        )
        for name, spec in specs.items()
    }
    real = tuple(
        (table.name, column.name)
        for table in tables.values()
        for column in table.columns.values()
        if column.spec.draw is not None and column.spec.draw.brands is not None
    )
    order, sized_last = size_last(pack, evaluation_order(pack), dependencies(pack))
    return CompiledPack(
        name=pack.pack,
        spec=pack,
        source=text,
        tables=tables,
        order=order,
        sized_last=sized_last,
        rules=pack.rules,
        real_names=real,
    )


def _compile_column(
    table: str, name: str, spec: Column, specs: dict[str, Table], structural: bool
) -> CompiledColumn:
    kind = column_kind(table, name, spec, specs)
    decimals = spec.decimals if kind in {"decimal", "money", "percent"} else 0
    if spec.role == "hidden" and kind == "decimal" and not decimals:
        decimals = 6  # latents: enough digits that rounding does not tie them
    return CompiledColumn(table, name, kind, decimals, spec, spec.ref, structural)


def column_kind(table: str, name: str, spec: Column, specs: dict[str, Table]) -> Kind:
    """The kind of a column: as declared, or as its draw, derivation or row plan implies."""
    if spec.ref is not None:
        return "reference"
    if spec.type is not None:
        return spec.type
    if spec.draw is not None and spec.draw.kind in _DRAW_KINDS:
        return _DRAW_KINDS[spec.draw.kind]
    if spec.derive is not None and spec.derive.kind in _DERIVE_KINDS:
        return _DERIVE_KINDS[spec.derive.kind]
    path = _followed_path(spec)
    if path is not None:
        start = SETTING if path[0] == SETTING else table
        steps = path[1:] if path[0] == SETTING else path
        for step in steps[:-1]:
            start = cast("str", specs[start].columns[step].ref)
        return column_kind(start, steps[-1], specs[start].columns[steps[-1]], specs)
    rows = specs[table].rows
    if rows.kind == "each" and specs[table].key[-1:] == (name,):
        return "year"
    if rows.terms is not None and name in {rows.terms.start, rows.terms.end}:
        return "date"
    return "integer"


def _followed_path(spec: Column) -> tuple[str, ...] | None:
    if spec.draw is not None:
        return spec.draw.copy_of
    return spec.derive.lookup if spec.derive is not None else None

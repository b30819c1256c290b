"""What distinguishes rows: unique keys, unique names, and no real names."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.text.known import KnownNames
from fictionworld.text.names import confusable_pairs
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, Ints
from fictionworld.validators.findings import (
    Check,
    Findings,
    FindingText,
    cell_check,
    no_findings,
    row_findings,
)


def key_checks(pack: CompiledPack) -> Iterator[Check]:
    """Yield the rules that keys are unique, and names unique and not confusable, within each world;
    rows that lack a part pass.
    """
    for table in pack.world_tables:
        keys = {table.key} if all(table.columns[name].stored for name in table.key) else set()
        name = table.name_column
        if name is not None and name.stored:
            keys.add((name.name,))
        for key in sorted(keys - {()}):
            paths = tuple((part,) for part in key)
            yield unique(f"{table.name}: {', '.join(key)} is a key", table.name, paths)
        if name is not None and name.stored:
            yield names_apart(f"{table.name}.{name.name}: cannot be confused", table.name, name)


def unique(rule: str, table: str, paths: tuple[Path, ...]) -> Check:
    """Return the rule that no two rows of a world are equal in all of `paths`; rows that lack one
    pass.
    """

    def find(batch: StoredBatch) -> Findings:
        cells = [batch.read(table, path) for path in paths]
        complete: Bools = np.ones(len(batch.rows(table)), dtype=bool)
        for column in cells:
            complete &= column.valid
        groups = batch.groups(table, paths)
        positions = np.flatnonzero(complete)
        counts = np.bincount(groups.index[positions], minlength=groups.count)
        if not len(positions) or counts.max() < 2:
            return no_findings()
        first = np.full(groups.count, -1, dtype=np.int64)
        first[groups.index[positions[::-1]]] = positions[::-1]
        repeats = complete & (first[groups.index] != np.arange(len(complete)))
        return row_findings(
            batch, table, repeats, lambda k: _twins(batch, table, paths, first[groups.index[k]], k)
        )

    return Check(rule, table, "references", find, paths)


def _twins(
    batch: StoredBatch, table: str, paths: tuple[Path, ...], one: int, other: int
) -> FindingText:
    values = tuple((".".join(path), batch.value(table, path, other)) for path in paths)
    shown = " and ".join(f"{name} {value}" for name, value in values)
    one, other = int(one), int(other)
    return FindingText(
        rows=(batch.row_id(table, one), batch.row_id(table, other)),
        values=values,
        sentence=f"{batch.row(table, one)} and {batch.row(table, other)} share {shown}.",
        path=(batch.row(table, one), batch.row(table, other)),
    )


def names_apart(rule: str, table: str, column: CompiledColumn) -> Check:
    """Return the rule that no two names of a world can be confused; see `text/names.py`."""

    def find(batch: StoredBatch) -> Findings:
        pairs = _confusable(batch, table, column)
        if not len(pairs):
            return no_findings()
        path = ((column.name,),)

        def describe(k: int) -> FindingText:
            left, right = (int(position) for position in pairs[k])
            shown = [batch.value(table, path[0], position) for position in (left, right)]
            return FindingText(
                rows=(batch.row_id(table, left), batch.row_id(table, right)),
                values=((column.name, shown[0]), (column.name, shown[1])),
                sentence=f"{batch.row(table, left)} and {batch.row(table, right)}: "
                f"{shown[0]!r} and {shown[1]!r} can be confused.",
                path=(batch.row(table, left), batch.row(table, right)),
            )

        return Findings(batch.rows(table).world[pairs[:, 0]], describe)

    return Check(rule, table, "names", find, ((column.name,),))


def _confusable(batch: StoredBatch, table: str, column: CompiledColumn) -> Ints:
    memory: dict[str, Ints] = batch.memory.setdefault("confusable", {})
    key = f"{table}.{column.name}"
    if key not in memory:
        names = batch.frames[table][column.name]
        positions = np.flatnonzero(names.is_not_null().to_numpy())
        draw = column.spec.draw
        people = draw is not None and draw.get("pool") == "person"
        texts = names.gather(positions).to_numpy()
        pairs = confusable_pairs(texts, batch.rows(table).world[positions], people=people)
        memory[key] = positions[pairs]
    return memory[key]


def real_name_checks(pack: CompiledPack, known: KnownNames) -> Iterator[Check]:
    """Yield the rules that no name is that of a real person or thing, except for real brands."""
    for table in pack.tables.values():
        for column in table.stored:
            if column.kind == "name":
                yield _invented(column, known)


def _invented(column: CompiledColumn, known: KnownNames) -> Check:
    def bad(batch: StoredBatch) -> Bools:
        names = batch.frames[column.table][column.name]
        different = names.drop_nulls().unique()
        different = different.filter(~different.is_in(column.brands))
        real = different.filter(pl.Series(known.contains(different.to_numpy())))
        return names.is_in(real.implode()).fill_null(value=False).to_numpy()

    rule = f"{column.table}.{column.name}: nobody real"
    return cell_check(column.table, rule, bad, ((column.name,),), "that one is real", "names")

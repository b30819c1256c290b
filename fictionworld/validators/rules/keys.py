"""What distinguishes rows: unique keys, unique names, and no real names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import polars as pl

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.text.known import KnownNames
from fictionworld.text.names import confusable_pairs
from fictionworld.validators.relation import quoted
from fictionworld.validators.report import Violation
from fictionworld.validators.rule import Check, Judgement, RowCondition
from fictionworld.validators.tables import WorldTables


def key_rules(pack: CompiledPack) -> Iterator[Check]:
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
            yield names_apart(f"{table.name}.{name.name}: cannot be confused", name)


def unique(rule: str, table: str, paths: tuple[Path, ...]) -> Check:
    """Return the rule that no two rows of a world are equal in all of `paths`; rows that lack one
    pass.
    """
    complete = " AND ".join(f"{quoted(path)} IS NOT NULL" for path in paths)
    window = f"OVER (PARTITION BY world_id, {', '.join(map(quoted, paths))} ORDER BY _row)"
    broken = RowCondition(
        f"{complete} AND row_number() {window} > 1",
        shown={"id of the first": f"first(id) {window}"},
    )
    return Check(rule, table, broken, paths, "an earlier row has the same")


def names_apart(rule: str, column: CompiledColumn) -> Check:
    """Return the rule that no two names of a world can be confused; see `text/names.py`."""
    judgement = Judgement(partial(_confusable, rule, column), "names")
    return Check(rule, column.table, judgement, ((column.name,),))


def _confusable(rule: str, column: CompiledColumn, tables: WorldTables) -> Iterator[Violation]:
    frame = (
        tables.frames[column.table].with_row_index("_row").filter(pl.col(column.name).is_not_null())
    )
    draw = column.spec.draw
    people = draw is not None and draw.get("pool") == "person"
    names, worlds = frame[column.name], frame["world_id"].to_numpy()
    for pair in confusable_pairs(names.to_numpy(), worlds, people=people).tolist():
        left, right = (tables.row(column.table, frame["_row"][line]) for line in pair)
        texts = [names[line] for line in pair]
        yield Violation(
            world_id=int(worlds[pair[0]]),
            rule=rule,
            table=column.table,
            rows=tuple(frame["id"][line] for line in pair),
            values=tuple((column.name, text) for text in texts),
            sentence=f"{left} and {right}: {texts[0]!r} and {texts[1]!r} can be confused.",
            path=(left, right),
        )


def real_name_rules(pack: CompiledPack, known: KnownNames) -> Iterator[Check]:
    """Yield the rules that no name is that of a real person or thing, except for real brands."""
    for table in pack.tables.values():
        for column in table.stored:
            if column.kind == "name":
                rule = f"{column.table}.{column.name}: nobody real"
                judgement = Judgement(partial(_real, rule, column, known), "names")
                yield Check(rule, column.table, judgement, ((column.name,),))


def _real(
    rule: str, column: CompiledColumn, known: KnownNames, tables: WorldTables
) -> Iterator[Violation]:
    frame = tables.frames[column.table]
    names = frame[column.name]
    different = names.drop_nulls().unique()
    different = different.filter(~different.is_in(column.brands))
    real = different.filter(pl.Series(known.contains(different.to_numpy())))
    for row in np.flatnonzero(names.is_in(real.implode()).fill_null(value=False)).tolist():
        label = tables.row(column.table, row)
        yield Violation(
            world_id=frame["world_id"][row],
            rule=rule,
            table=column.table,
            rows=(frame["id"][row],),
            values=((column.name, names[row]),),
            sentence=f"{label}: {column.name} is {names[row]}; that one is real.",
            path=(label,),
        )

"""Constraints on drawn values: those of the operator, of `per` and of a palette.

The random choice itself cannot be checked; these rules are about what restricts it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.findings import Check, Findings, Item, Stage, Unproven, cell_findings
from fictionworld.validators.knowable import paths_known
from fictionworld.validators.operator import proof_of
from fictionworld.validators.relations import Relation, marked

_Path = tuple[str, ...]
_Bad = Callable[["StoredBatch"], "Bools"]


def draw_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """The rules that a draw implies beyond its range."""
    draw = column.spec.draw
    if draw is None:
        return
    yield from proof_of(draw).checks(pack, column, draw.written)
    if draw.per:
        word = f"one for each {path_words(draw.per)}"
        bad = not_alike(column.table, draw.per, (column.name,))
        yield from tied(pack, column, word, bad, draw.per)
    if draw.palette is not None and not draw.per:
        yield from _palette(pack, column)


def path_words(paths: tuple[_Path, ...]) -> str:
    """Paths in words; none are `the world`."""
    return ", ".join(".".join(path) for path in paths) or "the world"


def tied(
    pack: CompiledPack,
    column: CompiledColumn,
    word: str,
    bad: _Bad,
    paths: tuple[_Path, ...],
    stage: Stage = "values",
) -> Iterator[Item]:
    """The rule that no cell of a column is `bad`; `word` says what is due by `paths`."""
    rule = f"{column.table}.{column.name}: {word}"
    if not paths_known(pack, column.table, paths):
        yield Unproven(rule, "it reads a hidden column")
        return

    def find(batch: StoredBatch) -> Findings:
        weighed = ((column.name,), *paths)
        return cell_findings(batch, column.table, bad(batch), weighed, f"due: {word}")

    yield Check(rule, column.table, stage, find)


def not_alike(table: str, left: tuple[_Path, ...], right: _Path) -> _Bad:
    """Rows whose `right` differs from that of the first row with the same `left`. A missing value
    on either side is passed over.
    """

    def bad(batch: StoredBatch) -> Bools:
        cells = batch.read(table, right)
        sides = [batch.read(table, path) for path in left]
        known = cells.valid.copy()
        for side in sides:
            known &= side.valid
        groups = batch.groups(table, left)
        first = np.full(groups.count, -1, dtype=np.int64)
        at = np.flatnonzero(known)[::-1]  # the first row of each group writes last
        first[groups.index[at]] = cells.data[at]
        wrong: Bools = cells.data != first[groups.index]
        return known & wrong

    return bad


def _palette(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """No more different values in a world, or a group, than the palette has colours."""
    draw = column.spec.draw
    assert draw is not None
    assert draw.palette is not None
    palette = draw.palette
    most = int(palette.size.high)

    def bad(batch: StoredBatch) -> Bools:
        rows = Relation(batch, column.table)
        value, group = rows.value((column.name,)), rows.group(palette.per)
        # One finding a group is enough: its last row.
        sql = f"""
            SELECT max(t._row) AS _row FROM {rows} WHERE {value} IS NOT NULL
            GROUP BY {group} HAVING count(DISTINCT {value}) > {most}
            """
        return marked(batch, column.table, sql)

    word = f"at most {most} different in {path_words(palette.per)}"
    yield from tied(pack, column, word, bad, palette.per)

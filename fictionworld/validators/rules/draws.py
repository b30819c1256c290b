"""Constraints on drawn values: those of their range, of the operator, of `per` and of a palette.

The random choice itself cannot be checked; these rules are about what restricts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.specification import Palette
from fictionworld.packs.terms import Path
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.findings import Item, RowTest, Stage, cell_check, if_known
from fictionworld.validators.operator import proof_of
from fictionworld.validators.relations import Relation, marked
from fictionworld.validators.rules.ranges import draw_ranges


def draw_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """Yield the rules that a draw implies."""
    draw = column.spec.draw
    if draw is None:
        return
    yield from draw_ranges(pack, column, draw)
    yield from proof_of(draw).checks(pack, column, draw.written)
    if draw.per:
        word = f"one for each {path_words(draw.per)}"
        bad = not_alike(column.table, draw.per, (column.name,))
        yield tied(pack, column, word, bad, draw.per)
    if draw.palette is not None and not draw.per:
        yield _palette_check(pack, column, draw.palette)


def path_words(paths: tuple[Path, ...]) -> str:
    """Return paths in words; without any, `the world`."""
    return ", ".join(".".join(path) for path in paths) or "the world"


def tied(
    pack: CompiledPack,
    column: CompiledColumn,
    word: str,
    bad: RowTest,
    paths: tuple[Path, ...],
    stage: Stage = "values",
) -> Item:
    """Return the rule that no cell of a column is `bad`; `word` says what is due by `paths`."""
    rule, compared = f"{column.table}.{column.name}: {word}", ((column.name,), *paths)
    check = cell_check(column.table, rule, bad, compared, f"due: {word}", stage)
    return if_known(pack, paths, check)


def unlisted(column: CompiledColumn, labels: Iterable[object]) -> RowTest:
    """Return the test for rows whose value is none of `labels`. Missing values pass."""
    listed = tuple(dict.fromkeys(labels))

    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        codes = batch.label_codes(column.kind, column.decimals, listed)
        return cells.valid & ~np.isin(cells.data, codes)

    return bad


def repeated(column: CompiledColumn, within: tuple[Path, ...]) -> RowTest:
    """Return the test for rows whose value also occurs in another row with equal `within`. Missing
    values pass.
    """

    def bad(batch: StoredBatch) -> Bools:
        valid = batch.cells(column.table, column.name).valid
        groups = batch.groups(column.table, (*within, (column.name,)))
        counts = np.bincount(groups.index[valid], minlength=groups.count)
        return valid & (counts[groups.index] > 1)

    return bad


def not_alike(table: str, left: tuple[Path, ...], right: Path) -> RowTest:
    """Return the test for rows whose `right` differs from that of the first row with the same
    `left`. Rows that lack a value on either side pass.
    """

    def bad(batch: StoredBatch) -> Bools:
        cells = batch.read(table, right)
        sides = [batch.read(table, path) for path in left]
        complete = cells.valid.copy()
        for side in sides:
            complete &= side.valid
        groups = batch.groups(table, left)
        first = np.full(groups.count, -1, dtype=np.int64)
        positions = np.flatnonzero(complete)[::-1]  # the first row of each group writes last
        first[groups.index[positions]] = cells.data[positions]
        wrong: Bools = cells.data != first[groups.index]
        return complete & wrong

    return bad


def _palette_check(pack: CompiledPack, column: CompiledColumn, palette: Palette) -> Item:
    """Return the rule that a world, or group, has no more distinct values than its palette."""
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
    return tied(pack, column, word, bad, palette.per)

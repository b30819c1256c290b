"""What a drawn value is tied to: labels, maps, copies, groups, totals.

Chance itself leaves nothing to prove; these rules are about what it may not touch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.packs.compiled import SETTING
from fictionworld.validators.cells import Bools, differs, rescale
from fictionworld.validators.findings import (
    Check,
    Findings,
    FindingText,
    Item,
    Unproven,
    cell_findings,
    row_findings,
)
from fictionworld.validators.knowable import paths_known, term_paths
from fictionworld.validators.proofs.groups import ordinals, turns
from fictionworld.validators.proofs.mapped import label_codes, mapped
from fictionworld.validators.relations import Relation, ask, integers, marked

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.validators.batch import StoredBatch

__all__ = ["draw_checks", "not_alike"]

_Path = tuple[str, ...]
_Bad = Callable[["StoredBatch"], Bools]


def draw_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """The rules that a draw implies beyond its range."""
    draw = column.spec.draw
    if draw is None:
        return
    table, name = column.table, column.name
    if draw.choice is not None and draw.times is None:
        yield from _one_of(pack, column, list(draw.choice))
    if draw.map is not None and draw.times is None:
        yield from _map_checks(pack, column)
    if draw.copy_of is not None:
        word = f"the same as {'.'.join(draw.copy_of)}"
        yield from _tied(pack, column, word, _not_copied(column, draw.copy_of), (draw.copy_of,))
    if draw.deal is not None:
        labels = list(draw.deal)
        yield from _one_of(pack, column, list(dict.fromkeys(labels)))
        if not draw.missing and not draw.when:
            word = f"dealt in turn within {_words(draw.within)}"
            yield from _tied(pack, column, word, _not_dealt(column, labels), draw.within)
    if draw.distinct is not None:
        word = f"no two equal within {_words(draw.within)}"
        yield from _tied(pack, column, word, _repeated(column, draw.within), draw.within)
    if draw.ordinal is not None:
        start = term_paths(draw.ordinal.start)
        word = f"counts from {draw.ordinal.start} by {'.'.join(draw.ordinal.order)}"
        paths = (draw.ordinal.order, *start, *draw.ordinal.within)
        yield from _tied(pack, column, word, _not_in_turn(column), paths)
    if draw.share_out is not None:
        yield _shared_out(pack, column)
    if draw.per:
        word = f"one for each {_words(draw.per)}"
        yield from _tied(pack, column, word, not_alike(table, draw.per, (name,)), draw.per)
    if draw.palette is not None and not draw.per:
        yield from _palette(pack, column)


def _words(paths: tuple[_Path, ...]) -> str:
    return ", ".join(".".join(path) for path in paths) or "the world"


def _tied(
    pack: CompiledPack, column: CompiledColumn, word: str, bad: _Bad, paths: tuple[_Path, ...]
) -> Iterator[Item]:
    rule = f"{column.table}.{column.name}: {word}"
    if not paths_known(pack, column.table, paths):
        yield Unproven(rule, "it reads a hidden column")
        return

    def find(batch: StoredBatch) -> Findings:
        weighed = ((column.name,), *paths)
        return cell_findings(batch, column.table, bad(batch), weighed, f"due: {word}")

    yield Check(rule, column.table, "values", find)


def _one_of(pack: CompiledPack, column: CompiledColumn, labels: list[str | int]) -> Iterator[Item]:
    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        codes = label_codes(batch, column.kind, column.decimals, list(labels))
        return cells.valid & ~np.isin(cells.data, codes)

    yield from _tied(pack, column, "one of its labels", bad, ())


def _map_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    draw = column.spec.draw
    assert draw is not None
    assert draw.map is not None
    ((path, table),) = draw.map.items()
    if not paths_known(pack, column.table, (path,)):
        yield Unproven(f"{column.table}.{column.name}: follows from {'.'.join(path)}", "hidden")
        yield from _one_of(pack, column, list(dict.fromkeys(str(v) for v in table.values())))
        return

    def bad(batch: StoredBatch) -> Bools:
        cells, due = batch.cells(column.table, column.name), mapped(batch, column)
        return differs(cells, due) & cells.valid

    yield from _tied(pack, column, f"follows from {'.'.join(path)}", bad, (path,))


def _not_copied(column: CompiledColumn, source: _Path) -> _Bad:
    def bad(batch: StoredBatch) -> Bools:
        ours, theirs = batch.cells(column.table, column.name), batch.read(column.table, source)
        if not ours.is_number:
            unequal: Bools = ours.data != theirs.data
        else:
            unequal = ours.data != rescale(theirs.data, theirs.scale, ours.scale)
        return ours.valid & (~theirs.valid | unequal)

    return bad


def _not_dealt(column: CompiledColumn, labels: list[str]) -> _Bad:
    """Where a row, in the order of ids, has not the label whose turn it is."""
    draw = column.spec.draw
    assert draw is not None

    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        codes = label_codes(batch, column.kind, column.decimals, list(labels))
        number = turns(batch, column.table, draw.within)
        wrong: Bools = cells.data != codes[number % len(codes)]
        return cells.valid & wrong

    return bad


def _repeated(column: CompiledColumn, within: tuple[_Path, ...]) -> _Bad:
    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        grouped = [batch.read(column.table, path) for path in within if path[0] != SETTING]
        groups = batch.grouped(batch.rows(column.table).world, [*grouped, cells])
        counts = np.bincount(groups.index[cells.valid], minlength=groups.count)
        return cells.valid & (counts[groups.index] > 1)

    return bad


def _not_in_turn(column: CompiledColumn) -> _Bad:
    def bad(batch: StoredBatch) -> Bools:
        cells, due = batch.cells(column.table, column.name), ordinals(batch, column)
        unequal: Bools = cells.data != due.data
        return cells.valid & due.valid & unequal

    return bad


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


def _shared_out(pack: CompiledPack, column: CompiledColumn) -> Item:
    """For every row of the totals' table, the shares of the same reference sum to the total."""
    draw = column.spec.draw
    assert draw is not None
    assert draw.share_out is not None
    spec = draw.share_out
    table, _, total = spec.total.partition(".")
    rule = f"{column.table}.{column.name}: shares out {spec.total} by {spec.by}"
    if not paths_known(pack, table, ((total,), (spec.by,))):
        return Unproven(rule, "it reads a hidden column")

    def find(batch: StoredBatch) -> Findings:
        takers, totals = Relation(batch, column.table), Relation(batch, table, "o")
        taker, owner = takers.position(spec.by), totals.position(spec.by)
        share = takers.digits((column.name,))
        due = f"{totals.digits((total,))} * {10**column.decimals}"
        answer = ask(
            batch,
            f"""
            WITH shares AS (SELECT {taker} AS taker, sum({share}) AS got
                            FROM {takers} GROUP BY ALL)
            SELECT CASE WHEN {owner} IS NOT NULL THEN coalesce(shares.got, 0) END AS got,
                   {due} AS due
            FROM {totals} LEFT JOIN shares ON shares.taker = {owner} ORDER BY o._row
            """,
        )
        got = integers(answer["got"])
        bad = (answer["got"] != answer["due"]).fill_null(value=False).to_numpy()

        def tell(position: int) -> FindingText:
            due = batch.value(table, (total,), position)
            mine = int(got[position])
            return FindingText(
                rows=(batch.row_id(table, position),),
                values=((total, due), (f"sum of {column.table}.{column.name}", str(mine))),
                sentence=f"{batch.row(table, position)}: {column.table}.{column.name} sums to "
                f"{mine} where {total} is {due}.",
                path=batch.steps(table, (spec.by,), position),
                table=table,
            )

        return row_findings(batch, table, bad, tell)

    return Check(rule, column.table, "derived", find)


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

    word = f"at most {most} different in {_words(palette.per)}"
    yield from _tied(pack, column, word, bad, palette.per)

"""Constraints on drawn values: those of their range, of the operator, of `per` and of a palette.

The random choice itself cannot be checked; these rules are about what restricts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.specification import Palette
from fictionworld.packs.terms import Path
from fictionworld.validators.operator import proof_of
from fictionworld.validators.relation import group, literal, quoted, relation
from fictionworld.validators.rule import Item, RowCondition, ViolationQuery, column_rule
from fictionworld.validators.rules.ranges import draw_ranges


def draw_rules(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """Yield the rules that a draw implies."""
    draw = column.spec.draw
    if draw is None:
        return
    yield from draw_ranges(pack, column, draw)
    yield from proof_of(draw).rules(pack, column, draw.written)
    if draw.per:
        word = f"one for each {path_words(draw.per)}"
        broken = not_alike(draw.per, (column.name,))
        yield column_rule(pack, column, word, broken, draw.per)
    if draw.palette is not None and not draw.per:
        yield _palette_rule(pack, column, draw.palette)


def path_words(paths: tuple[Path, ...]) -> str:
    """Return paths in words; without any, `the world`."""
    return ", ".join(".".join(path) for path in paths) or "the world"


def unlisted(column: CompiledColumn, labels: Iterable[object]) -> RowCondition:
    """Return the condition that a value is none of `labels`."""
    listed = dict.fromkeys(literal(column, label) for label in labels)
    return RowCondition(f"{quoted((column.name,))} NOT IN ({', '.join(listed)})")


def repeated(column: CompiledColumn, within: tuple[Path, ...]) -> RowCondition:
    """Return the condition that a value also occurs in another row with equal `within`."""
    own = (column.name,)
    count = f"count(*) OVER (PARTITION BY {group((*within, own))})"
    return RowCondition(f"{quoted(own)} IS NOT NULL AND {count} > 1", within)


def not_alike(left: tuple[Path, ...], right: Path) -> RowCondition:
    """Return the condition that `right` differs from that of the first row with the same `left`.
    Rows that lack a value on either side pass.
    """
    complete = " AND ".join(f"{quoted(path)} IS NOT NULL" for path in (right, *left))
    window = f"OVER (PARTITION BY {group(left)}, {complete} ORDER BY _row)"
    return RowCondition(f"{complete} AND {quoted(right)} != first_value({quoted(right)}) {window}")


def _palette_rule(pack: CompiledPack, column: CompiledColumn, palette: Palette) -> Item:
    """Return the rule that a world, or group, has no more distinct values than its palette."""
    most, own = int(palette.size.high), (column.name,)
    # One finding a group is enough: its last row.
    broken = ViolationQuery(
        f"SELECT max(_row) AS _row FROM {relation(pack, column.table, (own, *palette.per))} "
        f"WHERE {quoted(own)} IS NOT NULL GROUP BY {group(palette.per)} "
        f"HAVING count(DISTINCT {quoted(own)}) > {most}"
    )
    word = f"at most {most} different in {path_words(palette.per)}"
    return column_rule(pack, column, word, broken, palette.per)

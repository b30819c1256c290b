"""`curve`: each value lies in the band around the curve; by SQL, in doubles with a margin."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operators.curve import Curve
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.findings import Item
from fictionworld.validators.knowable import term_paths
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import Relation, marked
from fictionworld.validators.rules.draws import tied
from fictionworld.validators.rules.ranges import rounding_slack, times_and_limits


def _checks(pack: CompiledPack, column: CompiledColumn, spec: Curve) -> Iterator[Item]:
    draw = column.spec.draw
    assert draw is not None

    def bad(batch: StoredBatch) -> Bools:
        rows = Relation(batch, column.table)
        value, x = f"{rows.value((column.name,))}::DOUBLE", f"{rows.value(spec.over)}::DOUBLE"
        factor, least, most = times_and_limits(rows, draw)
        slack, share = rounding_slack(draw, column.decimals)
        sql = f"""
            SELECT _row FROM (
                SELECT _row, value, greatest(least(height / {1 + spec.band}, most), least) AS low,
                       greatest(least(height * {1 + spec.band}, most), least) AS high
                FROM (SELECT t._row, {value} AS value, {_height(spec, x)} * {factor} AS height,
                             {least} AS least, {most} AS most FROM {rows}))
            WHERE value < low * {1 - share} - {slack} OR value > high * {1 + share} + {slack}
            """
        return marked(batch, column.table, sql)

    word = f"near the curve over {'.'.join(spec.over)}"
    paths = (spec.over, *term_paths(draw.times, draw.at_least, draw.at_most))
    yield tied(pack, column, word, bad, paths)


def _height(spec: Curve, x: str) -> str:
    """Return the SQL of the curve's height at `x`: a CASE with a line for each stretch."""
    points = list(spec.points.items())
    (first, low), (last, high) = points[0], points[-1]
    lines = [f"WHEN {x} <= {first} THEN {low}", f"WHEN {x} >= {last} THEN {high}"]
    for (x0, y0), (x1, y1) in pairwise(points):
        slope = f"({y1} - {y0}) / {x1 - x0}::DOUBLE"
        lines.append(f"WHEN {x} <= {x1} THEN {y0} + {slope} * ({x} - {x0})")
    return f"(CASE {' '.join(lines)} END)"


register(Proof(name="curve", checks=_checks, blank_with_sources=True))

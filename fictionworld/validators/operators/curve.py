"""`curve`: each value lies in the band around the curve; by SQL, in doubles with a margin."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operators.curve import Curve
from fictionworld.packs.terms import parse_term
from fictionworld.validators.knowable import term_paths
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.rule import Item, RowCondition, column_rule
from fictionworld.validators.rules.ranges import as_double, rounding_slack, times_and_limits


def _rules(pack: CompiledPack, column: CompiledColumn, spec: Curve) -> Iterator[Item]:
    draw, table = column.spec.draw, column.table
    assert draw is not None
    value, x = (
        as_double(pack, table, parse_term(path)) for path in (column.name, ".".join(spec.over))
    )
    factor, least, most = times_and_limits(pack, table, draw)
    slack, share = rounding_slack(draw, column.decimals)
    height = f"{_height(spec, x)} * {factor}"
    low, high = (
        f"greatest(least({height} {band}, {most}), {least})"
        for band in (f"/ {1 + spec.band}", f"* {1 + spec.band}")
    )
    outside = RowCondition(
        f"{value} < {low} * {1 - share} - {slack} OR {value} > {high} * {1 + share} + {slack}"
    )
    word = f"near the curve over {'.'.join(spec.over)}"
    paths = (spec.over, *term_paths(draw.times, draw.at_least, draw.at_most))
    yield column_rule(pack, column, word, outside, paths)


def _height(spec: Curve, x: str) -> str:
    """Return the SQL of the curve's height at `x`: a CASE with a line for each stretch."""
    points = list(spec.points.items())
    (first, low), (last, high) = points[0], points[-1]
    lines = [f"WHEN {x} <= {first} THEN {low}", f"WHEN {x} >= {last} THEN {high}"]
    for (x0, y0), (x1, y1) in pairwise(points):
        slope = f"({y1} - {y0}) / {x1 - x0}::DOUBLE"
        lines.append(f"WHEN {x} <= {x1} THEN {y0} + {slope} * ({x} - {x0})")
    return f"(CASE {' '.join(lines)} END)"


register(Proof(name="curve", rules=_rules, blank_with_sources=True))

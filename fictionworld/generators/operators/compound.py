"""`compound`: change by calendar years, with part-years as such."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells
from fictionworld.generators.bounds import finish
from fictionworld.generators.drawing import ColumnDraw, draws
from fictionworld.generators.elementary import exp, log, normal_cdf, normal_quantile
from fictionworld.generators.operands import first_day, last_day, year_of
from fictionworld.packs.operators.compound import Compound
from fictionworld.packs.terms import Term
from fictionworld.streams import Bools, Floats, Ints, uniform


@draws("compound")
def _compound(d: ColumnDraw, spec: Compound) -> Cells:
    """Starts spread evenly in proportion between their ends, one for each `by`."""
    column, over = d.follow(spec.over)
    year = year_of(over.values) if column.kind == "date" else over.values
    since, since_present = _year(d, spec.since)
    group = None if spec.by is None else d.batch.group(d.table, (spec.by,))

    def shared(values: np.ndarray) -> np.ndarray:
        """Return the value of the first row of each `by` group for all rows of the group."""
        return values if group is None else values[group.first][group.of_row]

    score = shared(d.driven(normal_quantile(uniform(shared(d.bits())))))
    low, high = (shared(np.maximum(d.number(term), 1e-9)) for term in spec.start)
    start = low * exp(log(high / low) * normal_cdf(score))
    rank = uniform(shared(d.bits("rate")))
    rate = spec.rate[0] + (spec.rate[1] - spec.rate[0]) * rank
    width = log(np.full(len(d), 1.0 + spec.noise))
    noise = width * (2.0 * d.uniform("noise") - 1.0)
    value = start * exp((year - since) * log(1.0 + rate) + noise) * _part(d, spec, year)
    return finish(d, value, score).without(~(over.present() & since_present))


def _year(d: ColumnDraw, term: Term) -> tuple[Ints, Bools]:
    if term.number is not None:
        return np.full(len(d), int(term.number), np.int64), np.ones(len(d), np.bool_)
    if term.path is not None:
        column, cells = d.follow(term.path)
        if column.kind != "date" and term.unit in {"", "y"}:
            return cells.values + term.offset, cells.present()
    days, present = d.day(term, upper=False)
    return year_of(days), present


def _part(d: ColumnDraw, spec: Compound, year: Ints) -> Floats:
    """Return the share of the days of each row's year that count."""
    if spec.part is None:
        return np.ones(len(d))
    first, last = first_day(year), last_day(year)
    part_start, _ = d.day(spec.part[0], upper=False)
    part_end, _ = d.day(spec.part[1], upper=True)
    days = np.minimum(part_end, last) - np.maximum(part_start, first) + 1
    return np.maximum(days, 0) / (last - first + 1)

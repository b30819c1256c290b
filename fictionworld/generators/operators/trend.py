"""`trend`: values that move over the years of a parent."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells, group_rows
from fictionworld.generators.bounds import finish
from fictionworld.generators.drawing import ColumnDraw, draws
from fictionworld.generators.elementary import exp, log, normal_quantile
from fictionworld.packs.operators.trend import Trend
from fictionworld.streams import bits_at, uniform

_EXCEPTION_SPAN = (0.5, 1.8)


@draws("trend")
def _trend(d: ColumnDraw, trend: Trend) -> Cells:
    """Values that start log-normal with each parent and grow, with noise, over its years."""
    parent, year = d.batch.pack.tables[d.table].spec.key
    _, parents = d.follow((parent,))
    _, years = d.follow((year,))
    rows = d.batch.rows[d.table]
    group = group_rows([rows.world[d.at], parents.values])
    first_year = np.full(len(group.first), np.iinfo(np.int64).max, np.int64)
    np.minimum.at(first_year, group.of_row, years.values)
    age = years.values - first_year[group.of_row]
    # one start and one growth a parent: drawn for its row, spread over its years
    seeds = d.batch.world_seeds(structural=d.column.structural)[rows.world[d.at]]
    name = f"{d.table}.{d.column.name}/{d.stream}"
    start_score = d.driven(normal_quantile(uniform(bits_at(seeds, name + "start", parents.values))))
    growth_score = normal_quantile(uniform(bits_at(seeds, name + "growth", parents.values)))
    growth = np.maximum(trend.growth[0] + trend.growth[1] * growth_score, -0.9)
    noise = trend.noise * normal_quantile(d.uniform("noise"))
    exceptional = d.uniform("exception") < trend.exceptions
    # none after another: from half to nearly twice the trend in a year nobody would believe
    order = np.lexsort([years.values, group.of_row])
    same = group.of_row[order[1:]] == group.of_row[order[:-1]]
    exceptional[order[1:]] &= ~(same & exceptional[order[:-1]])
    low, high = _EXCEPTION_SPAN
    exception_factor = np.where(exceptional, low + (high - low) * d.uniform("odd"), 1.0)
    median, sigma = d.number(trend.start[0]), trend.start[1]
    value = median * exp(sigma * start_score + age * log(1.0 + growth) + noise) * exception_factor
    return finish(d, value, start_score)

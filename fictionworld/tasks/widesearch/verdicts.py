"""The verdict on each cell of a WideSearch answer: what the figures are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from fictionworld.tasks.widesearch.evaluation import Evaluation
from fictionworld.tasks.widesearch.matching import Match, match_tables
from fictionworld.tasks.widesearch.metrics import IncomparableError
from fictionworld.tasks.widesearch.tables import NoTableError, TextTable, read_gold, read_response


@dataclass(frozen=True, slots=True)
class MetricVerdict:
    """One cell under one metric."""

    key: tuple[str, ...]
    """The key cells of its row, as the gold writes them, or the answer where the gold has none."""
    column: str
    metric: str
    """`key` for the cells of key columns, `missing` and `surplus` in rows of one side alone."""
    got: str | None
    """As read from the answer; None where it lacks the row."""
    wanted: str | None
    """As read from the gold; None where it lacks the row."""
    score: float
    """0 or 1. The scores of all verdicts add up to the right cells of precision and recall."""


def judge_cells(
    evaluation: Evaluation, gold_csv: str, response: str, limit: int = 10_000
) -> tuple[MetricVerdict, ...]:
    """A verdict on each cell, at most `limit` of them.

    First the gold's rows, those that the answer lacks included; then the answer's rows that the
    gold lacks. Rows that repeat a key are left out. A column of two metrics has two verdicts. An
    answer without a table that can be compared lacks all rows.

    Raises:
        UsageError: The gold cannot be read, or lacks a required column.
    """
    gold = read_gold(gold_csv, evaluation.required)
    try:
        match = match_tables(evaluation, gold, read_response(response, evaluation.required))
        return tuple(islice(_verdicts(evaluation, match), limit))
    except (NoTableError, IncomparableError):
        gold = gold.distinct(evaluation.unique_columns)
        missing = _of_one_side(evaluation, gold, range(gold.row_count), is_gold=True)
        return tuple(islice(missing, limit))


def _verdicts(evaluation: Evaluation, match: Match) -> Iterator[MetricVerdict]:
    joined = {place: theirs for ours, theirs in match.joined for place in ours}
    for place in range(match.gold.row_count):
        if place in joined:
            for other in joined[place]:
                yield from _of_pair(evaluation, match, place, other)
        else:
            yield from _of_one_side(evaluation, match.gold, [place], is_gold=True)
    known = {place for theirs in joined.values() for place in theirs}
    surplus = [place for place in range(match.response.row_count) if place not in known]
    yield from _of_one_side(evaluation, match.response, surplus, is_gold=False)


def _of_pair(
    evaluation: Evaluation, match: Match, ours: int, theirs: int
) -> Iterator[MetricVerdict]:
    key = _key(evaluation, match.gold, ours)
    scores = [("key", name, 1.0) for name in evaluation.unique_columns]
    for comparison in match.comparisons:
        agree = comparison.agree(np.array([ours]), np.array([theirs]))
        scores.append((comparison.metric, comparison.column, float(agree[0])))
    for metric, name, score in scores:
        got, wanted = match.response.cells[name][theirs], match.gold.cells[name][ours]
        yield MetricVerdict(key, name, metric, got, wanted, score)


def _of_one_side(
    evaluation: Evaluation, table: TextTable, places: range | list[int], *, is_gold: bool
) -> Iterator[MetricVerdict]:
    for place in places:
        key = _key(evaluation, table, place)
        for name in evaluation.required:
            cell = table.cells[name][place]
            if is_gold:
                yield MetricVerdict(key, name, "missing", None, cell, 0.0)
            else:
                yield MetricVerdict(key, name, "surplus", cell, None, 0.0)


def _key(evaluation: Evaluation, table: TextTable, place: int) -> tuple[str, ...]:
    return tuple(table.cells[name][place] for name in evaluation.unique_columns)

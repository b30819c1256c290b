"""The figures of a WideSearch answer, and the verdict on each cell that they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from fictionworld.errors import UsageError
from fictionworld.tasks.widesearch.evaluation import Evaluation
from fictionworld.tasks.widesearch.matching import Match, match_tables
from fictionworld.tasks.widesearch.metrics import IncomparableError
from fictionworld.tasks.widesearch.tables import NoTableError, TextTable, read_gold, read_response


@dataclass(frozen=True, slots=True)
class WideSearchFigures:
    """The figures of one answer, each from 0 to 1.

    Two things lift some above 1, in the public scorer too: a column of two metrics counts twice in
    what is right and once in what is asked; and where preprocessing makes the keys of several rows
    equal, each such row of the answer is right once for each of the gold.
    """

    score: float = 0.0
    """1 where the answer is right throughout."""
    precision_by_row: float = 0.0
    recall_by_row: float = 0.0
    f1_by_row: float = 0.0
    precision_by_item: float = 0.0
    recall_by_item: float = 0.0
    f1_by_item: float = 0.0
    problem: str | None = None
    """Why all figures are 0, where they are."""


def score_widesearch(evaluation: Evaluation, gold_csv: str, response: str) -> WideSearchFigures:
    """Return the figures of the public scorer, with its calls of a model returning nothing.

    Args:
        evaluation: What the task asks.
        gold_csv: The right table, with its header.
        response: What an agent handed in, whatever it is: a bad one scores 0, in bounded time.

    Raises:
        UsageError: The gold cannot be read, or lacks a required column; the response is no text.
        MissingExtraError: pandas or dateparser is not installed.
    """
    if not isinstance(response, str):
        raise UsageError(f"got {type(response).__name__} as a response; a response is text")
    gold = read_gold(gold_csv, evaluation.required)
    try:
        match = match_tables(evaluation, gold, read_response(response, evaluation.required))
        return _figures(evaluation, match)
    except (NoTableError, IncomparableError) as error:
        return WideSearchFigures(problem=str(error))


def _figures(evaluation: Evaluation, match: Match) -> WideSearchFigures:
    if not match.pair_count and (not match.equal or _fails_without_rows(match)):
        return WideSearchFigures(problem="no row of the answer has the key of a gold row")
    right_rows, right_cells = _right(evaluation, match)
    width = len(evaluation.required)
    predicted, wanted = match.response.row_count, match.gold.row_count
    by_row = _ratios(right_rows, predicted, wanted)
    by_item = _ratios(right_cells, predicted * width, wanted * width)
    perfect = match.equal or {*by_row, *by_item} == {1.0}
    return WideSearchFigures(float(perfect), *by_row, *by_item)


def _fails_without_rows(match: Match) -> bool:
    """Return whether the public scorer fails where no row is joined, as on an empty gold.

    So an empty answer to an empty gold, although the same table, scores 0 as a rule. A model is
    not asked about no cells, and what `date_near` fails on counts as no date.
    """
    return any(
        comparison.metric not in {"llm_judge", "date_near"} for comparison in match.comparisons
    )


def _right(evaluation: Evaluation, match: Match) -> tuple[int, int]:
    """Return the number of joined rows right throughout, and of right cells; key cells all are."""
    rows, cells = 0, match.pair_count * len(evaluation.unique_columns)
    for gold_rows, response_rows in match.pairs():
        right = np.ones(len(gold_rows), dtype=np.bool_)
        for comparison in match.comparisons:
            agree = comparison.agree(gold_rows, response_rows)
            cells += int(agree.sum())
            right &= agree
        rows += int(right.sum())
    return rows, cells


def _ratios(right: int, predicted: int, wanted: int) -> tuple[float, float, float]:
    """Return precision, recall and F1."""
    precision = right / predicted if predicted else 0.0
    recall = right / wanted if wanted else 0.0
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total > 1e-9 else 0.0


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
    """Return a verdict on each cell, at most `limit` of them.

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
    joined = {row: response_rows for gold_rows, response_rows in match.joined for row in gold_rows}
    for row in range(match.gold.row_count):
        if row in joined:
            for response_row in joined[row]:
                yield from _of_pair(evaluation, match, row, response_row)
        else:
            yield from _of_one_side(evaluation, match.gold, [row], is_gold=True)
    joined_rows = {row for response_rows in joined.values() for row in response_rows}
    surplus = [row for row in range(match.response.row_count) if row not in joined_rows]
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
    for index in places:
        key = _key(evaluation, table, index)
        for name in evaluation.required:
            cell = table.cells[name][index]
            if is_gold:
                yield MetricVerdict(key, name, "missing", None, cell, 0.0)
            else:
                yield MetricVerdict(key, name, "surplus", cell, None, 0.0)


def _key(evaluation: Evaluation, table: TextTable, place: int) -> tuple[str, ...]:
    return tuple(table.cells[name][place] for name in evaluation.unique_columns)

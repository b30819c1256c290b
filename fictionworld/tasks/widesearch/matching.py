"""The rows of both sides whose keys are equal, and how their other cells are compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from fictionworld.tasks.widesearch.dates import DateReader
from fictionworld.tasks.widesearch.evaluation import ColumnRule, Evaluation, Metric, Preprocess
from fictionworld.tasks.widesearch.metrics import Comparer, IncomparableError, Places, comparer
from fictionworld.tasks.widesearch.tables import TextTable

_MOST_PAIRS = 5_000_000
"""Where preprocessing makes keys equal, each row joins with each; so many are a second's work."""
_CHUNK = 1_000_000
_NUMBER = re.compile(r"[-+]?(?:\d*\.\d+|\d+\.?)%?")
"""Digits of any script, as Python's `float` reads them."""
_DROPPED = str.maketrans("", "", " *")


class Comparison(NamedTuple):
    """One column under one metric."""

    column: str
    metric: Metric
    agree: Comparer
    """Tells, for places in the gold and in `Match.response`, whether the cells agree."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two tables joined."""

    gold: TextTable
    """The gold as read, without rows of a repeated key."""
    response: TextTable
    """The answer likewise."""
    joined: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    """For each key of both sides, the rows that have it there and here."""
    comparisons: tuple[Comparison, ...]
    """For the columns that are no keys."""
    equal: bool
    """Whether the tables are the same, row for row in some order, after preprocessing."""

    @property
    def pair_count(self) -> int:
        return sum(len(gold_rows) * len(response_rows) for gold_rows, response_rows in self.joined)

    def pairs(self) -> Iterator[tuple[Places, Places]]:
        """Yield the joined rows as two arrays of row indices, gold and response, in chunks."""
        gold_chunk: list[Places] = []
        response_chunk: list[Places] = []
        size = 0
        for gold_rows, response_rows in self.joined:
            response_indices = np.array(response_rows, dtype=np.int64)
            for gold_index in gold_rows:
                gold_chunk.append(np.full(len(response_indices), gold_index, dtype=np.int64))
                response_chunk.append(response_indices)
                size += len(response_indices)
                if size >= _CHUNK:
                    yield np.concatenate(gold_chunk), np.concatenate(response_chunk)
                    gold_chunk, response_chunk, size = [], [], 0
        if size:
            yield np.concatenate(gold_chunk), np.concatenate(response_chunk)


def match_tables(evaluation: Evaluation, gold: TextTable, response: TextTable) -> Match:
    """Return the rows of both tables joined by their keys, after preprocessing.

    Rows that repeat the key of an earlier row, as written, are dropped first. Keys that only
    preprocessing makes equal stay, and each joins with each.

    Raises:
        IncomparableError: More rows join than can be compared.
    """
    keys = evaluation.unique_columns
    gold, response = gold.distinct(keys), response.distinct(keys)
    dates = DateReader()
    by_key: dict[tuple[str, ...], tuple[list[int], list[int]]] = {}
    for index, key in enumerate(_prepared(gold, evaluation, keys, dates).rows(keys)):
        by_key.setdefault(key, ([], []))[0].append(index)
    for index, key in enumerate(_prepared(response, evaluation, keys, dates).rows(keys)):
        if key in by_key:
            by_key[key][1].append(index)
    joined = tuple(
        (tuple(gold_rows), tuple(response_rows))
        for gold_rows, response_rows in by_key.values()
        if response_rows
    )
    match = Match(gold, response, joined, (), equal=False)
    if match.pair_count > _MOST_PAIRS:
        raise IncomparableError(
            f"the keys repeat so often that {match.pair_count} rows join; at most {_MOST_PAIRS} "
            "are compared"
        )
    return replace(
        match,
        comparisons=_comparisons(evaluation, match, dates),
        equal=_same(evaluation, gold, response, dates),
    )


def _prepared(
    table: TextTable, evaluation: Evaluation, columns: tuple[str, ...], dates: DateReader
) -> TextTable:
    rules = {rule.column: rule for rule in evaluation.pipeline}
    return TextTable(
        columns,
        {name: _preprocess(table.cells[name], rules[name].preprocess, dates) for name in columns},
    )


def _comparisons(evaluation: Evaluation, match: Match, dates: DateReader) -> tuple[Comparison, ...]:
    joined = sorted(index for _, response_rows in match.joined for index in response_rows)
    return tuple(
        Comparison(rule.column, metric, agree)
        for rule in evaluation.pipeline
        if rule.column not in evaluation.unique_columns
        for metric, agree in _comparers(rule, match, tuple(joined), dates)
    )


def _comparers(
    rule: ColumnRule, match: Match, joined: tuple[int, ...], dates: DateReader
) -> Iterator[tuple[Metric, Comparer]]:
    """Yield each metric of a rule with its comparer.

    Only cells of joined rows are read: of a long answer they may be few, and dates are slow.
    """
    cells = match.response.cells[rule.column]
    gold = _preprocess(match.gold.cells[rule.column], rule.preprocess, dates)
    response = _preprocess((cells[index] for index in joined), rule.preprocess, dates)
    places = np.zeros(len(cells), dtype=np.int64)
    places[list(joined)] = np.arange(len(joined))

    for metric in rule.metrics:
        yield metric, _at(comparer(metric, gold, response, rule.tolerance, dates), places)


def _at(agree: Comparer, places: Places) -> Comparer:
    return lambda gold_rows, response_rows: agree(gold_rows, places[response_rows])


def _same(evaluation: Evaluation, gold: TextTable, response: TextTable, dates: DateReader) -> bool:
    # The public scorer compares the tables with their columns in order, and with one more in the
    # answer where a model was asked about a key: then they never are the same.
    columns = evaluation.required
    if (
        evaluation.keys_go_to_a_model
        or gold.row_count != response.row_count
        or response.columns != columns
    ):
        return False
    gold_rows = _prepared(gold, evaluation, columns, dates).rows(columns)
    return sorted(gold_rows) == sorted(
        _prepared(response, evaluation, columns, dates).rows(columns)
    )


def _preprocess(
    cells: Iterable[str], steps: tuple[Preprocess, ...], dates: DateReader
) -> tuple[str, ...]:
    """Return the cells after all steps, in order; equal cells are worked on once."""
    prepared_by_cell: dict[str, str] = {}
    prepared_cells = []
    for cell in cells:
        if cell not in prepared_by_cell:
            prepared_by_cell[cell] = _prepared_cell(cell, steps, dates)
        prepared_cells.append(prepared_by_cell[cell])
    return tuple(prepared_cells)


def _prepared_cell(cell: str, steps: tuple[Preprocess, ...], dates: DateReader) -> str:
    for step in steps:
        if step == "norm_str":
            cell = cell.strip().lower().translate(_DROPPED)
        elif step == "extract_number":
            number = _NUMBER.search(cell.replace(",", ""))
            cell = "NULL" if number is None else number.group()
        else:
            cell = dates.normalise(cell)
    return cell

"""Two cells compared, for many pairs of rows at once.

A `Comparer` holds what can be known of each cell alone: its number, its date, its hosts. It then
says for pairs of rows, given as two arrays of places, which agree. So a response that repeats one
key 100,000 times costs array work, not 100,000 comparisons in Python for each gold row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from fictionworld.tasks.widesearch.dates import DateReader
from fictionworld.tasks.widesearch.evaluation import Metric

Places = NDArray[np.int64]
Comparer = Callable[[Places, Places], NDArray[np.bool_]]
"""From places in the gold and in the response, pair by pair, to whether the cells agree."""

_Cells = tuple[str, ...]

_URL = re.compile(r"https?://[!$-_a-z]+")
"""From `$` to `_` in ASCII: digits, capitals, and what URLs are built with, but no `#` or `~`."""
_NEAR_DAYS = 31
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY_US = 86_400_000_000


class IncomparableError(ValueError):
    """Two joined cells on which the public scorer gives up, and with it the whole table."""


def comparer(
    metric: Metric, gold: _Cells, response: _Cells, tolerance: float, dates: DateReader
) -> Comparer:
    """Return the comparer of the cells of one column by `metric`.

    Args:
        metric: Its name.
        gold: The cells of the gold, ready to be compared.
        response: The cells of the response, likewise.
        tolerance: For `number_near`, the allowed difference as a share of the gold number.
        dates: Reads what `date_near` compares.

    The comparer raises IncomparableError where the public scorer fails.
    """
    match metric:
        case "exact_match":
            return _equal([c.lower() for c in gold], [c.lower() for c in response])
        case "in_match":
            return _contained(gold, response)
        case "url_match":
            return _same_hosts(gold, response)
        case "number_near":
            return _near_numbers(gold, response, tolerance)
        case "date_near":
            return _near_dates(gold, response, dates)
        case "llm_judge":  # a model that returns nothing finds nothing right
            return lambda of_gold, _: np.zeros(len(of_gold), dtype=np.bool_)


def _equal(gold: Sequence[Hashable], response: Sequence[Hashable]) -> Comparer:
    codes: dict[Hashable, int] = {}
    of_gold, of_response = (
        np.array([codes.setdefault(value, len(codes)) for value in side], dtype=np.int64)
        for side in (gold, response)
    )
    return lambda g, r: of_gold[g] == of_response[r]


def _contained(gold: _Cells, response: _Cells) -> Comparer:
    return lambda g, r: np.fromiter(
        (
            response[response_index] in gold[gold_index]
            for gold_index, response_index in zip(g.tolist(), r.tolist(), strict=True)
        ),
        dtype=np.bool_,
        count=len(g),
    )


def _same_hosts(gold: _Cells, response: _Cells) -> Comparer:
    hosts_of_gold = [_hosts(cell) for cell in gold]
    hosts_of_response = [_hosts(cell) for cell in response]
    equal = _equal(hosts_of_gold, hosts_of_response)
    bad_gold = np.array([hosts is None for hosts in hosts_of_gold], dtype=np.bool_)
    bad_response = np.array([hosts is None for hosts in hosts_of_response], dtype=np.bool_)

    def compare(g: Places, r: Places) -> NDArray[np.bool_]:
        if (bad_gold[g] | bad_response[r]).any():
            raise IncomparableError("a cell compared by url_match has a URL with a broken host")
        return equal(g, r)

    return compare


def _hosts(cell: str) -> frozenset[str] | None:
    """Return the hosts of the URLs in a cell; None where one cannot be read, as in `http://[`."""
    try:
        return frozenset(urlsplit(url).netloc for url in _URL.findall(cell))
    except ValueError:
        return None


def _near_numbers(gold: _Cells, response: _Cells, tolerance: float) -> Comparer:
    numbers_of_gold = [_number(cell) for cell in gold]
    numbers_of_response = [_number(cell) for cell in response]
    no_gold = np.array([number is None for number in numbers_of_gold], dtype=np.bool_)
    no_response = np.array([number is None for number in numbers_of_response], dtype=np.bool_)
    # the array form of None is nan, which is near nothing
    of_gold = np.array(numbers_of_gold, dtype=np.float64)
    of_response = np.array(numbers_of_response, dtype=np.float64)
    same_text = _equal(gold, response)

    def compare(g: Places, r: Places) -> NDArray[np.bool_]:
        with np.errstate(all="ignore"):  # infinity less infinity
            near: NDArray[np.bool_] = (
                np.abs(of_response[r] - of_gold[g]) <= np.abs(of_gold[g]) * tolerance
            )
        return near | (no_gold[g] & no_response[r] & same_text(g, r))

    return compare


def _number(cell: str) -> float | None:
    """Return a cell's number as `float` reads it, divided by 100 if it has a `%`; else None."""
    try:
        return float(cell.replace("%", "")) / 100.0 if "%" in cell else float(cell)
    except ValueError:
        return None


def _near_dates(gold: _Cells, response: _Cells, dates: DateReader) -> Comparer:
    zone_of_gold, of_gold = _moments([dates.read(cell) for cell in gold])
    zone_of_response, of_response = _moments([dates.read(cell) for cell in response])

    def compare(g: Places, r: Places) -> NDArray[np.bool_]:
        gold_zones, response_zones = zone_of_gold[g], zone_of_response[r]
        if (gold_zones * response_zones == -1).any():
            raise IncomparableError(
                "cells compared by date_near name a time zone on one side alone"
            )
        # Whole days, rounded down: 31 days and an hour later is near, as much earlier is not.
        days = (of_response[r] - of_gold[g]) // _DAY_US
        near: NDArray[np.bool_] = (response_zones != 0) & (np.abs(days) <= _NEAR_DAYS)
        return np.where(gold_zones == 0, response_zones == 0, near)

    return compare


def _moments(dates: list[datetime | None]) -> tuple[Places, Places]:
    """Return each date's zone code (1 zone, -1 none, 0 no date) and microseconds since 1970."""
    kinds, moments = [], []
    for date in dates:
        if date is None:
            kinds.append(0)
            moments.append(0)
        else:
            offset = date.utcoffset()
            kinds.append(-1 if offset is None else 1)
            since = date.replace(tzinfo=UTC) - _EPOCH - (offset or timedelta())
            moments.append(since // timedelta(microseconds=1))
    return np.array(kinds, dtype=np.int64), np.array(moments, dtype=np.int64)

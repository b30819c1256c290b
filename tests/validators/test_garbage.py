"""Whatever the cells hold, validation returns a report and never raises."""

import warnings
from datetime import date
from decimal import Decimal
from random import Random

import polars as pl
import pytest

from fictionworld.validators.check import check_worlds
from tests.examples import first_everyday
from tests.validators.factory import choir, choir_pack, generated

EXTREMES = {
    pl.Int32: [0, -1, 1, 2**31 - 1, -(2**31), 2000],
    pl.Int64: [0, -1, 1, 2**63 - 1, -(2**63), 10**15],
    pl.Date: [date(1, 1, 1), date(9999, 12, 31), date(1970, 1, 1), date(2000, 2, 29)],
    pl.String: ["", " ", "\n", "a\x00b", "\U0001f600", "e\u0301", "'; DROP", "x" * 5000, "İ"],
    pl.Boolean: [True, False],
}


def garbage(dtype, random):
    if random.random() < 0.2:
        return None
    if isinstance(dtype, pl.Decimal):
        digits = random.choice([0, 1, -1, 10**18 - 1, -(10**18) + 1, 10**9])
        return Decimal(digits).scaleb(-dtype.scale)
    return random.choice(EXTREMES[type(dtype)])


def spoil(frames, random, share):
    spoiled = {}
    for name, frame in frames.items():
        columns = []
        for series in frame:
            if series.name == "world_id":
                columns.append(series)
                continue
            values = [
                garbage(series.dtype, random) if random.random() < share else value
                for value in series
            ]
            if series.name == "id":
                values = [1 if value is None else value for value in values]
            columns.append(pl.Series(series.name, values, series.dtype))
        spoiled[name] = pl.DataFrame(columns)
    return spoiled


@pytest.mark.parametrize("seed", first_everyday(range(30), 6))
def test_garbage_in_a_world_made_by_hand(seed):
    random = Random(seed)
    frames = spoil(choir(), random, random.choice([0.02, 0.2, 0.9]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_worlds(choir_pack(), frames, thorough=bool(seed % 2)).to_json()


@pytest.mark.parametrize("name", ["smartphones", "football", "regatta"])
@pytest.mark.parametrize("seed", first_everyday(range(8)))
def test_garbage_in_generated_worlds(name, seed):
    rows = (20, 200) if name == "regatta" else (300, 500)
    pack, filled, known = generated(name, 3, rows)
    frames = spoil(filled.frames, Random(seed), [0.002, 0.02, 0.2, 0.9][seed % 4])
    report = check_worlds(
        pack, frames, worlds=filled.worlds, present=filled.columns, known_names=known
    )
    assert report.bad_worlds
    report.to_json()

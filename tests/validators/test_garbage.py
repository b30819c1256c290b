"""Whatever the cells hold, validation returns a report and never raises."""

import re
import warnings
from decimal import Decimal
from random import Random

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.errors import DatasetError
from fictionworld.validators.check import check_worlds
from fictionworld.validators.tables import WorldTables
from tests.examples import examples, first_everyday
from tests.validators.factory import choir, choir_pack, generated

EXTREMES = {
    pl.Int32: [0, -1, 1, 2**31 - 1, -(2**31), 2000, 9999, 10_000, 31_000, 2_025_000, -2_025_000],
    pl.Int64: [0, -1, 1, 2**63 - 1, -(2**63), 10**15],
    # Days since 1970; only the first three have a year that Python's calendar knows.
    pl.Date: [0, -719_162, 2_932_896, 2_932_897, -719_163, 738_900_000, 2**31 - 1, -(2**31)],
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
            plain = series.to_physical() if series.dtype == pl.Date else series
            values = [
                garbage(series.dtype, random) if random.random() < share else value
                for value in plain
            ]
            if series.name == "id":
                values = [1 if value is None else value for value in values]
            columns.append(pl.Series(series.name, values, plain.dtype).cast(series.dtype))
        spoiled[name] = pl.DataFrame(columns)
    return spoiled


def cells(frames):
    return [(table, column) for table, frame in frames.items() for column in frame.columns[2:]]


@examples(40)
@given(st.data())
def test_no_extreme_value_in_any_cell_stops_validation(data):
    frames = choir()
    table, name = data.draw(st.sampled_from(cells(frames)))
    series = frames[table][name]
    row = data.draw(st.integers(0, len(series) - 1))
    plain = series.to_physical() if series.dtype == pl.Date else series
    values = plain.to_list()
    values[row] = garbage(series.dtype, Random(data.draw(st.integers(0, 999))))
    mutated = pl.Series(name, values, plain.dtype).cast(series.dtype)
    report = check_worlds(choir_pack(), {**frames, table: frames[table].with_columns(mutated)})
    report.to_json()


def test_a_year_that_no_calendar_has_is_a_finding():
    pack, filled, _ = generated("museum", 1)
    setting = filled.frames["setting"].with_columns(pl.col("year") * 1000)
    report = check_worlds(pack, {**filled.frames, "setting": setting}, present=filled.columns)
    words = [str(v) for v in report.violations if v.rule == "treatment.began: at least since"]
    assert words
    assert all(re.search(r"since is \d{7}-\d\d-\d\d", sentence) for sentence in words)


class PanicException(BaseException):
    """As libraries written in Rust raise it: no `Exception`."""


def test_a_panic_of_a_library_is_an_error_that_names_the_rule(monkeypatch):
    def panic(*_):
        raise PanicException("out-of-range date")

    monkeypatch.setattr(WorldTables, "row", panic)
    with pytest.raises(DatasetError, match=r"worlds of choir .*out-of-range date.*setting\.town"):
        check_worlds(choir_pack(), choir(setting={1: {"town": None}}))


@pytest.mark.parametrize("seed", first_everyday(range(30), 6))
def test_garbage_in_a_world_made_by_hand(seed):
    random = Random(seed)
    frames = spoil(choir(), random, random.choice([0.02, 0.2, 0.9]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_worlds(choir_pack(), frames).to_json()


@pytest.mark.parametrize("name", first_everyday(["regatta", "smartphones", "football"]))
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

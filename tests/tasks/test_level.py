"""Levels: what they follow from, and how they are written."""

from dataclasses import replace

import pytest

from fictionworld.errors import UsageError
from fictionworld.tasks.level import (
    CALLS,
    LEVELS,
    MOST_PAGES,
    MOST_TOKENS,
    Reading,
    levels_of,
    parse_levels,
)
from fictionworld.tasks.options import TaskOptions

CHAIN = Reading(pages=2, characters=3_000, hops=2, facts=2, cells=2, on_own_pages=1.0)
COUNT = Reading(pages=60, characters=110_000, hops=4, facts=300, cells=12, on_own_pages=0.85)


def test_a_level_is_the_first_whose_tokens_suffice():
    readings = [replace(CHAIN, characters=n) for n in range(0, 100_000, 500)]
    levels = [reading.level for reading in readings]
    assert levels == sorted(levels) and set(levels) == {1, 2, 3, 4}
    most = dict(MOST_TOKENS)
    assert all(r.level == 4 or r.scout_tokens <= most[r.level] for r in readings)


@pytest.mark.parametrize(
    "change",
    [
        {"pages": 39},
        {"hops": 3},
        {"on_own_pages": 0.95},  # of 25 facts a quarter of the cells would be settled
        {"cells": 200},  # a list: half of its facts are its cells
    ],
)
def test_level_5_takes_all_of_its_conditions(change):
    assert COUNT.level == 5
    assert replace(COUNT, **change).level == 4


def test_hundreds_of_cells_stand_in_for_look_ups_in_sequence():
    table = replace(COUNT, hops=2, cells=300, on_own_pages=0.05)
    assert table.level == 5
    assert replace(table, cells=299).level == 4


@pytest.mark.parametrize("change", [{"hops": 3}, {"is_in_unnamed_part": True}])
def test_what_has_to_be_looked_for_is_at_level_2_at_least(change):
    assert CHAIN.level == 1 and replace(CHAIN, **change).level == 2
    assert replace(COUNT, **change).level in {4, 5}


def test_what_no_directory_lists_is_at_level_4_at_least():
    assert CHAIN.level == 1 and replace(CHAIN, is_unlisted=True).level == 4
    assert replace(COUNT, is_unlisted=True).level == 5


def test_what_takes_too_many_pages_has_no_level():
    assert replace(COUNT, pages=MOST_PAGES).level == 5
    assert replace(COUNT, pages=MOST_PAGES + 1).level is None


def test_budgets_grow_with_the_level():
    assert list(CALLS) == list(LEVELS)
    assert list(CALLS.values()) == sorted(set(CALLS.values()))


def test_levels_are_read_in_any_order():
    assert parse_levels("3, 1") == levels_of([3, 1]) == (1, 3)
    assert TaskOptions(levels=(2, 1)).levels == (1, 2)


@pytest.mark.parametrize("text", ["", "6", "0", "1,x", "1-3", "²"])
def test_what_is_no_level_is_refused(text):
    with pytest.raises(UsageError, match="level"):
        parse_levels(text)

"""What rows of many worlds are numbered and added up by."""

import numpy as np
import pytest

from fictionworld.generators.batch import codes_of, count_up, group_rows, places
from fictionworld.generators.drawing import distinct_places


def array(*values):
    return np.array(values, np.int64)


def test_numbers_start_anew_with_each_size():
    assert count_up(array(2, 0, 3)).tolist() == [0, 1, 0, 1, 2]
    assert count_up(array()).tolist() == []


def test_places_are_within_groups_by_the_first_key_and_then_the_next():
    group, first, second = array(1, 0, 1, 1, 0), array(5, 2, 3, 3, 1), array(0, 0, 9, 4, 0)
    assert places(group, first).tolist() == [2, 1, 0, 1, 0]
    assert places(group, first, second).tolist() == [2, 1, 1, 0, 0]
    assert places(array(), array()).tolist() == []


def test_totals_of_groups():
    groups = group_rows([array(7, 3, 7, 3, 9)])
    assert groups.totals(array(1, 10, 2, -20, 0)).tolist() == [3, -10, 0]


def test_equal_texts_have_equal_codes_in_all_arrays():
    one, other = np.array(["a", "b", "a"], object), np.array(["c", "b"], object)
    assert [codes.tolist() for codes in codes_of(one, other)] == [[0, 1, 0], [2, 1]]


@pytest.mark.parametrize("count", [2, 17, 64, 65, 887, 10_000])
def test_numbers_of_a_group_are_distinct_whatever_other_groups_there_are(count: int) -> None:
    rng = np.random.default_rng(count)
    owner = rng.integers(0, 40, 1500)
    bits = rng.integers(0, 2**63, 1500).astype(np.uint64)
    group = group_rows([owner])
    numbers = distinct_places(group, bits, count)
    assert numbers.min() >= 0
    assert numbers.max() < count
    for number in range(len(group.first)):
        members = numbers[group.of_row == number]
        assert len(set(members.tolist())) == min(len(members), count)
        alone = np.flatnonzero(group.of_row == number)
        again = distinct_places(group_rows([owner[alone]]), bits[alone], count)
        assert again.tolist() == members.tolist()


def test_distinct_numbers_are_spread_evenly() -> None:
    bits = np.random.default_rng(5).integers(0, 2**63, 40_000).astype(np.uint64)
    group = group_rows([np.arange(40_000) // 4])
    parts = np.bincount(distinct_places(group, bits, 1000) // 100, minlength=10)
    assert abs(parts - 4000).max() < 4 * 60  # a standard deviation is 60

"""Samples of what worlds share: mergeable, exact while small, near the truth when large."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.seeds import name_key
from fictionworld.worlds.overlap import HashSample

_SHARED = pl.col("first") != pl.col("last")


def _things(worlds: dict[int, set[int]]) -> pl.DataFrame:
    lines = [
        (name_key(f"thing {thing}"), world, world, world % 2 == 0, world % 2 == 1)
        for world, things in worlds.items()
        for thing in things
    ]
    return pl.DataFrame(
        lines,
        schema={
            "hash": pl.UInt64,
            "first": pl.Int32,
            "last": pl.Int32,
            "taught": pl.Boolean,
            "held": pl.Boolean,
        },
        orient="row",
    )


_WORLDS = st.dictionaries(st.integers(0, 9), st.sets(st.integers(0, 60), max_size=20))


@given(_WORLDS, _WORLDS, st.integers(2, 100))
def test_what_is_added_in_parts_is_sampled_as_added_at_once(
    first: dict[int, set[int]], second: dict[int, set[int]], most: int
) -> None:
    parts, whole = HashSample(most), HashSample(most)
    parts.add(_things(first))
    parts.add(_things(second).filter(pl.col("hash") < pl.lit(parts.limit, pl.Int128)))
    whole.add(pl.concat([_things(first), _things(second)]))
    for condition in (None, _SHARED, pl.col("held"), pl.all_horizontal("taught", "held")):
        assert parts.count(condition) == whole.count(condition)


@given(_WORLDS)
def test_few_things_are_counted_exactly(worlds: dict[int, set[int]]) -> None:
    sample = HashSample()
    sample.add(_things(worlds))
    different = set[int]().union(*worlds.values())
    holders = [sum(thing in things for things in worlds.values()) for thing in different]
    assert sample.count() == len(different)
    assert sample.count(_SHARED) == sum(count > 1 for count in holders)


def test_many_things_are_estimated() -> None:
    sample = HashSample(4096)
    for world in range(20):  # each shares a quarter of its things with the next
        start = world * 1500
        sample.add(_things({world: set(range(start, start + 2000))}))
    assert len(sample) == 4096
    assert sample.count() == pytest.approx(19 * 1500 + 2000, rel=0.05)
    assert sample.count(_SHARED) == pytest.approx(19 * 500, rel=0.08)

"""Streams: a draw depends on seed, name and index, and on nothing else."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.seeds import child_seed, name_key
from fictionworld.streams import bits_at, mix, uniform, word

WORDS = st.integers(0, 2**64 - 1)


@given(st.lists(WORDS, min_size=1, max_size=20), st.integers(0, 10**6))
def test_position_in_the_batch_does_not_matter(seeds, index):
    together = bits_at(np.array(seeds, np.uint64), "phone.price/", np.full(len(seeds), index))
    for seed, bits in zip(seeds, together, strict=True):
        alone = bits_at(np.array([seed], np.uint64), "phone.price/", np.array([index]))
        assert alone[0] == bits


@given(WORDS, WORDS)
def test_mix_is_a_bijection_on_what_we_try(a, b):
    mixed = mix(np.array([a, b], np.uint64))
    assert (mixed[0] == mixed[1]) == (a == b)


def test_uniform_is_uniform_and_open():
    u = uniform(bits_at(np.full(200_000, 7, np.uint64), "x", np.arange(200_000)))
    assert u.min() > 0 and u.max() < 1
    shares = np.histogram(u, 20, (0, 1))[0] / len(u)
    assert np.abs(shares - 0.05).max() < 0.003


def test_neighbouring_streams_are_unrelated():
    at = np.arange(100_000)
    seeds = np.full(len(at), 1, np.uint64)
    streams = [
        uniform(bits_at(seeds, "a", at)),
        uniform(bits_at(seeds, "b", at)),
        uniform(bits_at(seeds + np.uint64(1), "a", at)),
        uniform(bits_at(seeds, "a", at + 1)),
        uniform(word(bits_at(seeds, "a", at), 0)),
    ]
    correlation = np.corrcoef(streams)
    assert np.abs(correlation - np.eye(5)).max() < 0.02


def test_names_are_keyed_the_same_for_ever():
    # a change here changes every dataset ever built: it must be on purpose
    assert name_key("world/17/structure") == 0x9FA3C9C1D5250DD4
    assert child_seed(0, "world/17/structure") == 12748947783593291407
    bits = bits_at(np.array([7], np.uint64), "phone.price/", np.array([3]))
    assert bits[0] == 9341772774070891308
    assert child_seed(0, "world/17/structure") != child_seed(0, "world/17/values")
    assert child_seed(0, "a") != child_seed(1, "a")

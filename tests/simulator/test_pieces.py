"""All pieces of many texts at once are those of each text alone."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.simulator import terms
from fictionworld.simulator.terms import parted, raw_words

WORDS = ["a", "vela", "5,000.50", "Édition", "batteries", "incomprehensibilities", "x" * 16]
WORDS += ["x" * 17, "x" * 40 + "y", "x" * 40 + "z", " ", "|", "\n", "\u3000", "'", "\x00"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS)).map(" ".join) | st.text(), max_size=6)


def pieces_of(texts):
    return terms.pieces_of([parted(text) for text in texts])


def spelled(found):
    said = [[] for _ in found.lengths]
    for kind, text in zip(found.kind, found.text, strict=True):
        said[text].append(found.types[kind])
    return said


@given(TEXTS)
def test_pieces_are_raw_words(texts):
    found = pieces_of(texts)
    assert spelled(found) == [raw_words(text) for text in texts]
    assert found.lengths.tolist() == [len(raw_words(text)) for text in texts]
    every = [raw for text in texts for raw in raw_words(text)]
    assert found.types == list(dict.fromkeys(every))


def test_pieces_that_share_a_slot_are_distinguished(monkeypatch):
    """With two slots, most pieces are looked up again and again."""
    monkeypatch.setattr(terms, "_SLOTS", 1)
    text = " ".join(f"word{n % 70}" for n in range(300))
    assert spelled(pieces_of([text])) == [raw_words(text)]


def test_many_pages():
    rng = np.random.default_rng(1)
    words = [str(number) * int(number % 9 + 1) for number in rng.integers(0, 4000, 3000)]
    texts = [" ".join(rng.choice(words, 300)) for _ in range(40)]
    assert spelled(pieces_of(texts)) == [raw_words(text) for text in texts]

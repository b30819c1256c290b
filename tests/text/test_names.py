"""Folding, and when two names are confusable: the definition, its laws, and the fast way to it."""

import re
import unicodedata
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from fictionworld.text.names import confusable_pairs, fold, fold_many

ALPHABET = "abeéøß 12'-.B"
"""Few letters, so that drawn names are often near each other."""
names = st.text(st.sampled_from(ALPHABET), max_size=14)
worlds = st.lists(st.tuples(names, st.integers(0, 3)), max_size=24)


def confusable(one, other, *, people=False):
    """The definition, word for word, for two names."""
    a, b = fold(one), fold(other)
    words, others = a.split(), b.split()
    if sorted(words) == sorted(others):
        return True
    is_pair = people and min(len(words), len(others)) > 1
    if is_pair and (a[0], words[-1]) == (b[0], others[-1]):
        return True
    if re.findall(r"\d+", a) != re.findall(r"\d+", b):
        return False
    letters = [re.sub("[ 0-9]", "", name) for name in (a, b)]
    edits, longer = OSA.distance(*letters), max(map(len, letters))
    if edits < 2 or edits > 15 * longer // 100:
        return edits <= 15 * longer // 100
    counts = Counter(words), Counter(others)
    rest = ["".join((x - y).elements()) for x, y in (counts, counts[::-1])]
    return 4 * OSA.distance(*rest) <= max(map(len, rest))


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("Jonas Berg", "jonas berg"),
        ("  BERG,  Jonas ", "berg jonas"),
        ("J. R. R. Tolkien", "j r r tolkien"),
        ("J.R.R. Tolkien", "j r r tolkien"),
        ("St Mary's", "st marys"),
        ("St Mary\u2019s", "st marys"),
        ("Saint-\u00c9tienne", "saint etienne"),
        ("Łukasz Đurić", "lukasz duric"),
        ("Øystein Åsgård", "oystein asgard"),
        ("Weißensee", "weissensee"),
        ("Æbeltoft", "aebeltoft"),
        ("\uff36\uff45\uff4c\uff41 \uff11\uff12", "vela 12"),  # full width
        ("Vela\u00ad 12\u200b", "vela 12"),  # a soft hyphen, a zero width space
        ("٣ نجوم", "3 نجوم"),
        ("がら", unicodedata.normalize("NFKD", "がら")),
        ("Vela 2.0", "vela 2 0"),
        ("\u0149a", "na"),  # a letter that comes apart into an apostrophe and another
        ("!?", ""),
    ],
)
def test_fold(name, folded):
    assert fold(name) == folded


@given(st.text())
def test_folding_twice_changes_nothing(name):
    assert fold(fold(name)) == fold(name)


@given(st.text())
def test_case_and_form_of_encoding_count_nothing(name):
    assert fold(unicodedata.normalize("NFD", name)) == fold(unicodedata.normalize("NFC", name))


@given(st.lists(st.text()))
def test_folding_many_is_folding_each(texts):
    assert fold_many(texts).tolist() == [fold(text) for text in texts]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jonas Berg", "Berg, Jonas"),  # order
        ("Łódkowo Rovers", "LODKOWO ROVERS"),  # case and accents
        ("St. Mary's Park", "St Marys Park"),  # punctuation
        ("Tarrowby", "Tarroby"),  # a letter lost
        ("Tarrowby", "Tarrwoby"),  # neighbours swapped
        ("Black Wood", "Blackwood"),
        ("FC Hellstedt", "SC Hellstedt"),
        ("Chip K19", "Chip K 19"),
        ("Vela 12", "Vela12"),
    ],
)
def test_confusable_kinds(one, other):
    assert confusable(one, other)
    assert confusable_pairs([one, "Something Else Entirely", other], np.zeros(3, int)).tolist() == [
        [0, 2]
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Vela 12", "Vela 13"),  # digits tell apart
        ("Vela 12", "Vela 12 Pro"),
        ("Vela", "Vola"),  # too short to be taken for a slip
        ("Hellstedt", "FC Hellstedt"),
        ("Sauvelles International Film Festival", "Carbelles International Film Festival"),
        ("Jonas Berg", "Jens Berg"),
        ("Tarrowby United", "Tarrowby City"),
    ],
)
def test_innocents(one, other):
    assert not confusable(one, other)
    assert confusable_pairs([one, other], np.zeros(2, int)).tolist() == []


def test_people_share_a_short_form():
    assert confusable("Jonas Berg", "Jens Maria Berg", people=True)
    assert not confusable("Jonas Berg", "Anna Berg", people=True)
    assert not confusable("Berg", "Jonas Berg", people=True)
    pair = ["Jonas Berg", "Jens Berg"]
    assert confusable_pairs(pair, np.zeros(2, int), people=True).tolist() == [[0, 1]]


@given(names, names, st.booleans())
def test_confusable_is_mutual_and_of_oneself(one, other, people):
    assert confusable(one, one, people=people)
    assert confusable(one, other, people=people) == confusable(other, one, people=people)


@given(worlds, st.booleans())
def test_pairs_are_those_of_the_definition(rows, people):
    texts, groups = [text for text, _ in rows], np.array([group for _, group in rows], np.int64)
    pairs = confusable_pairs(texts, groups, people=people)
    assert pairs.shape == (len(pairs), 2)
    assert pairs.dtype == np.int64
    assert pairs.tolist() == [
        [i, j]
        for i in range(len(texts))
        for j in range(i + 1, len(texts))
        if groups[i] == groups[j] and confusable(texts[i], texts[j], people=people)
    ]


def test_pairs_across_blocks_of_rows():
    rng = np.random.default_rng(7)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = ["".join(row) for row in letters[rng.integers(0, 26, (70_000, 12))]]
    groups = rng.integers(0, 7_000, 70_000)
    planted = {}
    for i in range(0, 7_000, 100):
        twin = 69_999 - i
        words[twin] = words[i][1] + words[i][0] + words[i][2:]
        groups[twin] = groups[i]
        planted[i] = twin
    pairs = confusable_pairs(words, groups)
    assert set(planted.items()) <= set(map(tuple, pairs.tolist()))

"""Invented names: each its own bits' doing, enough of them, and such as one can read aloud."""

import re
import sys
from pathlib import Path

import faker
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.errors import UsageError
from fictionworld.packs.compose import FILTERS, InventedWord, joined, parse
from fictionworld.packs.names import make_names
from fictionworld.packs.words import (
    CULTURES,
    brand_list,
    fingerprint,
    pools,
    taken_words,
    words_of,
)
from fictionworld.streams import mix
from tests.examples import first_everyday

LETTERS = re.compile(r"[^\W_][\w '&./-]*[\w.]")
rows = st.lists(
    st.tuples(
        st.integers(0, 2**64 - 1),
        st.sampled_from(CULTURES),
        st.sampled_from(["men", "women", None]),
        st.sampled_from(["Tarrowby", "Øvre Sund", "Aubrac", None]),
    ),
    min_size=1,
    max_size=40,
)


def bits_of(count: int, seed: int = 0) -> np.ndarray:
    return mix(np.arange(count, dtype=np.uint64) + np.uint64(seed << 40))


def columns(drawn):
    bits, culture, gender, around = zip(*drawn, strict=True)
    return np.array(bits, np.uint64), *(
        np.array(each, object) for each in (culture, gender, around)
    )


def make(pool, bits, culture, gender, around):
    return make_names(pool, culture, bits, gender=gender, around=around)


@given(st.sampled_from(sorted(pools())), rows, st.randoms())
def test_a_name_depends_on_its_own_row_alone(pool, drawn, random):
    names = make(pool, *columns(drawn)).tolist()
    order = random.sample(range(len(drawn)), len(drawn))
    again = make(pool, *columns([drawn[i] for i in order])).tolist()
    assert again == [names[i] for i in order]
    alone = [make(pool, *columns([row]))[0] for row in drawn[:5]]
    assert alone == names[:5]


def test_a_batch_of_any_size_gives_the_same_names():
    bits = bits_of(40_000)  # more than are drawn together
    names = make_names("town", "anglo", bits)
    assert names[::7].tolist() == make_names("town", "anglo", bits[::7]).tolist()
    assert make_names("town", "anglo", bits[:0]).tolist() == []


@pytest.mark.parametrize(
    ("pool", "culture", "golden"),
    [
        ("town", "anglo", ["Thiddermarsh", "Floralshaw", "Poralwall", "Crewelcliffe"]),
        (
            "outlet",
            "germanic",
            [
                "Stroberbacher Zeitung",
                "Gostenhagener Nachrichten",
                "Meichkirchener Bote",
                "Fandbrücker Rundschau",
            ],
        ),
        ("coined_word", "malay", ["Thonoro", "Hirlade", "Mastrium", "Drazis"]),
    ],
)
def test_golden_samples(pool, culture, golden):
    """Equal seeds, equal names, on any machine: whoever edits the words must mean it."""
    assert make_names(pool, culture, bits_of(4)).tolist() == golden


@pytest.mark.skipif(faker.VERSION != "40.63.0", reason="another Faker has other given names")
def test_golden_people():
    culture = np.array(CULTURES[:4], object)
    assert make_names("person", culture, bits_of(4)).tolist() == [
        "Lorcan Barker",
        "Raphaël Bondel",
        "Karim Knatterecker",
        "Albino Monagín",
    ]


def test_the_fingerprint_is_of_sixteen_digits_and_steady():
    assert re.fullmatch("[0-9a-f]{16}", fingerprint())
    fingerprint.cache_clear()
    words_of.cache_clear()
    assert fingerprint() == fingerprint()


@pytest.mark.parametrize("count", first_everyday([60, 300]))
@pytest.mark.parametrize("culture", CULTURES)
def test_names_read_as_names(culture, count):
    for pool in pools():
        for name in make_names(pool, culture, bits_of(count, seed=1)).tolist():
            assert LETTERS.fullmatch(name), (pool, name)
            assert 3 <= len(name) <= 64, (pool, name)
            assert "  " not in name, (pool, name)
            assert not re.search(r"([^\W\d_])\1\1", name.lower()), (pool, name)
            assert name[0].isupper() or name[0].isdigit(), (pool, name)


@pytest.mark.parametrize("count", first_everyday([500, 3_000]))
@pytest.mark.parametrize("culture", CULTURES)
def test_words_can_be_said(culture, count):
    """At most five consonant letters meet, `schl` and the like being the longest."""
    for name in make_names("town", culture, bits_of(count, seed=2)).tolist():
        for part in re.split(r"[ -]", name):
            run = max(
                re.findall(r"(?:(?![aeiouyäöüåøæéèêáíóúàù])[^\W\d_])*", part.lower()), key=len
            )
            assert len(run) <= 6, name


@pytest.mark.parametrize("culture", first_everyday(CULTURES))
@pytest.mark.parametrize(
    ("pool", "at_least"),
    [  # so many different names in 50,000 draws; an even space of 100,000 would give 39,300
        ("person", 49_300),
        ("town", 37_000),
        ("company", 44_000),
        ("retailer", 42_000),
        ("outlet", 43_000),
        ("coined_word", 46_000),  # an even space of 300,000 would give 46,000
    ],
)
def test_there_are_enough(pool, culture, at_least):
    names = make_names(pool, culture, bits_of(50_000, seed=3))
    assert len(set(names.tolist())) >= at_least


@pytest.mark.parametrize("culture", first_everyday(CULTURES))
def test_people_number_ten_million(culture):
    words = words_of(culture)
    for kind in ("man", "woman"):
        assert len(words.lists[f"given_{kind}"]) >= 100
    families = sum(1 for _ in InventedWord(words.invented["family"], taken_words()).every())
    forms = len(words.patterns["man"])
    given_names = len(words.lists["given_man"]) + len(words.lists["given_woman"])
    assert families * given_names * forms >= 10_000_000


def test_coined_words_number_three_hundred_thousand():
    coined = InventedWord(words_of("anglo").invented["coined"], taken_words())
    words = set(coined.every())
    assert len(words) >= 300_000
    assert all(4 <= len(word) <= 8 and word.isascii() and word.istitle() for word in words)


def test_gender_decides_given_names_and_endings():
    bits = bits_of(400, seed=4)
    for gender, kind in (("men", "given_man"), ("women", "given_woman")):
        asked = np.full(len(bits), gender, object)
        for name in make_names("person", "slavic", bits, gender=asked).tolist():
            assert name.split()[0] in words_of("slavic").lists[kind]
            wrong = r"sk[ai]$|ck[ai]$"
            if (
                re.search(wrong, name)
                and name.split()[-1] not in words_of("slavic").lists["family_real"]
            ):
                assert name.endswith("i" if gender == "men" else "a"), name


def test_clubs_and_grounds_are_named_after_their_place():
    bits = bits_of(200, seed=5)
    place = np.full(len(bits), "Hellstedt", object)
    for culture in CULTURES:
        for club in make_names("football_club", culture, bits, around=place).tolist():
            assert "Hellstedt" in club
            assert club != "Hellstedt"
        grounds = make_names("stadium", culture, bits, around=place).tolist()
        assert sum("Hellstedt" in ground for ground in grounds) > 40
    place[::2] = None  # some rows without a place get one invented
    clubs = make_names("football_club", "anglo", bits, around=place).tolist()
    assert ["Hellstedt" in club for club in clubs] == [False, True] * 100
    assert clubs[::2] == make_names("football_club", "anglo", bits[::2]).tolist()


@pytest.mark.parametrize("culture", CULTURES)
def test_every_pattern_resolves(culture):
    words = words_of(culture)
    known = {"around", *words.lists, *words.invented, *words.patterns}
    assert set(pools()) <= set(words.patterns)
    for pool, patterns in words.patterns.items():
        for pattern, weight in patterns.items():
            slots = [piece for piece in parse(pattern) if not isinstance(piece, str)]
            assert slots, f"{pool}: {pattern} has no slot"
            assert weight > 0, f"{pool}: {pattern}"
            assert "{" not in "".join(piece for piece in parse(pattern) if isinstance(piece, str))
            assert {slot for slot, _ in slots} <= known, f"{pool}: {pattern}"
            assert {bend for _, bend in slots if bend} <= set(FILTERS), f"{pool}: {pattern}"


@pytest.mark.parametrize("culture", CULTURES)
def test_lists_are_sorted_and_of_letters(culture):
    for name in ("given_man", "given_woman", "family_real"):
        words = words_of(culture).lists[name]
        assert list(words) == sorted(set(words))
        assert all(re.fullmatch(r"[^\W\d_]+(-[^\W\d_]+)?", word) for word in words), name


@pytest.mark.slow
def test_taken_words_are_up_to_date():
    """No word that can be drawn holds a fragment that offends; see `tools/build_known_names.py`."""
    tools = Path(__file__).parents[2] / "tools"
    sys.path.insert(0, str(tools))
    try:
        from build_known_names import are_unfit
    finally:
        sys.path.remove(str(tools))
    from fictionworld.text.names import fold_many

    invented = {pieces for culture in CULTURES for pieces in words_of(culture).invented.values()}
    drawable = {word for each in invented for word in InventedWord(each, taken_words()).every()}
    words = sorted(drawable)
    unfit = are_unfit(fold_many(words).tolist())
    assert [word for word, bad in zip(words, unfit, strict=True) if bad] == []


@pytest.mark.parametrize(
    ("middle", "end", "whole"),
    [
        ("arrow", "by", "arrowby"),
        ("ald", "street", "alderstreet"),
        ("rett", "ton", "retton"),
        ("all", "ley", "alley"),
        ("ash", "ham", "asham"),
        ("an", "ness", "anness"),
        ("ora", "ia", "oria"),
        ("arm", "y", "army"),
        ("adi", "yadi", "adiyadi"),
    ],
)
def test_joints(middle, end, whole):
    assert joined(middle, end, "er") + end == whole


@pytest.mark.parametrize(
    ("bend", "name", "bent"),
    [
        ("de", "Brevilliers", "de Brevilliers"),
        ("de", "Aubrac", "d'Aubrac"),
        ("hyphen_de", "Espoix", "d'Espoix"),
        ("hyphen_de", "Brevilliers", "de-Brevilliers"),
        ("er", "Göttingen", "Göttinger"),
        ("er", "Hellhütte", "Hellhütter"),
        ("er", "Waldstadt", "Waldstadter"),
        ("s", "Molde", "Moldes"),
        ("s", "Moss", "Moss"),
        ("small", "Mark", "mark"),
        ("join", "Anna Berg", "Anna-Berg"),
    ],
)
def test_filters(bend, name, bent):
    assert FILTERS[bend](name) == bent


def test_wrong_words_are_reported_with_the_nearest():
    bits = bits_of(1)
    with pytest.raises(UsageError, match="did you mean 'person'"):
        make_names("persons", "anglo", bits)
    with pytest.raises(UsageError, match="did you mean 'nordic'"):
        make_names("person", "nordisc", bits)
    with pytest.raises(UsageError, match="did you mean 'nordic'"):
        make_names("person", np.array(["nordisc"], object), bits)
    with pytest.raises(UsageError, match="'male' is none of men, women and None"):
        make_names("person", "anglo", bits, gender=np.array(["male"], object))
    with pytest.raises(UsageError, match="did you mean 'consumer_electronics'"):
        brand_list("consumer_electronic")


def test_real_brands_are_listed_once():
    brands = brand_list("consumer_electronics")
    assert len(brands) >= 24
    assert list(brands) == sorted(set(brands))
    assert "Samsung" in brands

"""How far packs are apart in shape, and which are held out for it."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from fictionworld.building.config import BuildConfig, resolve
from fictionworld.errors import UsageError
from fictionworld.packs import profile
from fictionworld.packs.compile import compile_source, load_pack
from fictionworld.packs.profile import PackProfile, distance, farthest, profile_of
from fictionworld.packs.source import new_source, pack_names, parse_source


def libraries():
    return compile_source(parse_source(new_source("libraries")))


def test_distances_are_a_metric():
    packs = [*map(load_pack, pack_names()), libraries()]
    profiles = [profile_of(pack) for pack in packs]
    apart = [[distance(one, other) for other in profiles] for one in profiles]
    assert all(sum(part.values()) == pytest.approx(1) for one in profiles for part in one)
    numbers = range(len(profiles))
    for one, other in product(numbers, repeat=2):
        assert apart[one][other] == pytest.approx(apart[other][one])
        assert (apart[one][other] == 0) == (one == other)
        for third in numbers:
            way = apart[one][third] + apart[third][other]
            assert 0 <= apart[one][other] <= min(1, way + 1e-9)


def test_names_words_and_numbers_of_rows_do_not_count():
    text = new_source("libraries")
    other = text.replace("rows: 9..12", "rows: 7..9").replace("label: Librarian", "label: Staff")
    assert text != other
    assert profile_of(compile_source(parse_source(other))) == profile_of(libraries())


def test_the_farthest_are_least_like_what_is_left(monkeypatch):
    class Fake:
        def __init__(self, name, place):
            self.name, self.place = name, place

    def fake_profile(pack):
        part = {str(number): 1 / 10 for number in range(pack.place, pack.place + 10)}
        return PackProfile(part, part, part, part)

    monkeypatch.setattr(profile, "profile_of", fake_profile)
    packs = [Fake(f"p{place}", place) for place in (0, 1, 2, 3, 20, 30)]
    assert farthest(packs, 2) == ("p20", "p30")
    every = [pack.name for pack in packs]
    assert farthest(packs[::-1], 3) in set(combinations(sorted(every), 3))


def test_no_two_packaged_packs_are_near():
    profiles = {name: profile_of(load_pack(name)) for name in pack_names()}
    for one, other in combinations(profiles, 2):
        assert distance(profiles[one], profiles[other]) >= 0.22, (one, other)


def test_of_sixteen_packs_six_are_held_out():
    assert len(pack_names()) >= 16
    assert len(resolve(BuildConfig(n=16)).config.held_out) == 6


def test_of_many_packs_four_are_held_out(tmp_path):
    files = []
    for number in range(8):
        file = tmp_path / f"p{number}.yaml"
        text = new_source(f"p{number}")
        file.write_text(
            text.replace("rows: {per: library", "rows: {per: book") if number % 2 else text
        )
        files.append(str(file))
    held_out = resolve(BuildConfig(n=8, packs=tuple(files[::2] + files[1::2]))).config.held_out
    assert len(held_out) == 4
    build = resolve(BuildConfig(n=8, packs=tuple(files), held_out=("p3",)))
    assert build.config.held_out == ("p3",)
    assert resolve(BuildConfig(n=8, packs=tuple(files), held_out=())).config.held_out == ()
    assert resolve(BuildConfig(n=8, packs=tuple(files[:7]))).config.held_out == ()
    with pytest.raises(UsageError, match="did you mean 'p3'"):
        resolve(BuildConfig(n=8, packs=tuple(files[:4]), held_out=("p33",)))

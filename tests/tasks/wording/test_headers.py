"""Headers: title case, units, no two alike; and what else they may be called."""

import pytest

from fictionworld.tasks.wording import name_outputs, synonyms_of
from tests.small import each_pack
from tests.tasks.wording.samples import DEEP, WIDE, samples, worlds


def context(pack):
    return worlds(pack)[0].context


def test_what_headers_look_like():
    outputs = [
        ("place", "place", (), ()),
        ("key", "cell", ("name",), ()),
        ("key", "cell", ("brand", "name"), ()),
        ("value", "cell", ("battery",), ()),
        ("value", "cell", ("launched",), ()),
        ("value", "average", ("weight",), ()),
        ("value", "count", (), ()),
    ]
    found = name_outputs("phone", outputs, context("smartphones"))
    assert found[0] == "Rank"
    assert found[1:5] == [
        "Phone", "Brand", "Battery Capacity (mAh)", "Launch Date (YYYY-MM-DD)",
    ]  # fmt: skip
    assert found[5:] == ["Average Weight (g)", "Number of Phones"]


def test_two_of_a_kind_are_told_apart():
    outputs = [
        ("key", "cell", (*path, "name"), ())
        for path in (("player",), ("to_club",), ("from_club",), ("player", "club"))
    ]
    found = name_outputs("transfer", outputs, context("football"))
    assert len(set(found)) == 4
    assert found[:3] == ["Player", "New Club", "Previous Club"]


@pytest.mark.parametrize("pack", each_pack())
@pytest.mark.parametrize("shape", [*WIDE, *DEEP])
def test_no_two_are_alike_and_no_synonym_means_two(pack, shape):
    for spec, world, _ in samples(worlds(pack), shape, 15):
        headers = [output.header for output in spec.outputs]
        assert len({plain(one) for one in headers}) == len(headers), headers
        facts = [(one.role, one.of, one.path, one.until) for one in spec.outputs]
        synonyms = synonyms_of(spec.table, facts, headers, world)
        for place, names in enumerate(synonyms):
            others = [
                plain(name)
                for other, more in enumerate(synonyms)
                for name in (headers[other], *more)
                if other != place
            ]
            assert not {plain(name) for name in names} & set(others)


def plain(header):
    return header.partition(" (")[0].lower().replace(" ", "")

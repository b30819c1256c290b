"""Headers: title case, units, no two alike; and what else they may be called."""

import pytest

from fictionworld.tasks.specification import Output, Specification
from fictionworld.tasks.wording import synonyms_of, with_headers
from tests.small import each_pack
from tests.tasks.wording.samples import DEEP, WIDE, samples, worlds


def context(pack):
    return worlds(pack)[0].context


def headers_of(table, outputs, pack):
    asked = Specification(pack, "wide", "filter", table, tuple(outputs))
    return [output.header for output in with_headers(asked, context(pack)).outputs]


def output(role, of, *path):
    """A column without a header; its kind and unit make no difference to that."""
    return Output("", role, of, "integer", 0, None, path)


def test_what_headers_look_like():
    outputs = [
        output("place", "place"),
        output("key", "cell", "name"),
        output("key", "cell", "brand", "name"),
        output("value", "cell", "battery"),
        output("value", "cell", "launched"),
        output("value", "average", "weight"),
        output("value", "count"),
    ]
    found = headers_of("phone", outputs, "smartphones")
    assert found[0] == "Rank"
    assert found[1:5] == [
        "Phone", "Brand", "Battery Capacity (mAh)", "Launch Date (YYYY-MM-DD)",
    ]  # fmt: skip
    assert found[5:] == ["Average Weight (g)", "Number of Phones"]


def test_two_of_a_kind_are_told_apart():
    outputs = [
        output("key", "cell", *path, "name")
        for path in (("player",), ("to_club",), ("from_club",), ("player", "club"))
    ]
    found = headers_of("transfer", outputs, "football")
    assert len(set(found)) == 4
    assert found[:3] == ["Player", "New Club", "Previous Club"]


@pytest.mark.parametrize("pack", each_pack())
@pytest.mark.parametrize("shape", [*WIDE, *DEEP])
def test_no_two_are_alike_and_no_synonym_means_two(pack, shape):
    for spec, world, _ in samples(worlds(pack), shape, 15):
        headers = [output.header for output in spec.outputs]
        assert len({plain(one) for one in headers}) == len(headers), headers
        synonyms = synonyms_of(spec, world)
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

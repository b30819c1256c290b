"""Headers: title case, units, no two alike; and what else they may be called."""

import pytest

from fictionworld.tasks.specification import Output, Specification
from fictionworld.tasks.wording import synonyms_of, with_headers
from fictionworld.tasks.wording.english import overlapped
from tests.tasks.wording.samples import each_family, samples, worlds


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


def test_a_number_of_things_is_the_most_or_fewest():
    found = headers_of(
        "release", [output("value", of, "commits") for of in ("most", "least")], "software_registry"
    )
    assert found == ["Most Commits", "Fewest Commits"]


def test_the_largest_is_said_as_a_question_says_it():
    both = ("most", "least")
    awarded = [output("value", of, "awarded") for of in both]
    assert headers_of("programme", awarded, "observatory_logs") == [
        "Most Time Awarded (hours)", "Least Time Awarded (hours)",
    ]  # fmt: skip
    taken = [output("value", of, "minutes") for of in both]
    assert headers_of("event", taken, "harbour_customs") == [
        "Longest Time Taken (minutes)", "Shortest Time Taken (minutes)",
    ]  # fmt: skip
    charging = [output("value", of, "charging") for of in both]
    assert [one.split()[0] for one in headers_of("phone", charging, "smartphones")] == [
        "Highest", "Lowest",
    ]  # fmt: skip


def test_percentages_differ_by_points():
    found = headers_of("account", [output("value", "lead", "ratio")], "cooperative_banks")
    assert found == ["Difference (percentage points)"]


def test_a_word_of_both_the_label_and_its_owner_is_said_once():
    sold = [output("value", of, "sold") for of in ("total", "average", "cell")]
    assert headers_of("production", sold, "theatre_seasons") == [
        "Total Tickets Sold", "Average Total Number of Tickets Sold",
        "Total Number of Tickets Sold",
    ]  # fmt: skip
    length = [output("value", "cell", "section", "length")]
    assert headers_of("incident", length, "rail_network") == ["Track Section Length (km)"]


def test_a_label_keeps_a_word_behind_its_owner():
    assert overlapped("flight of arrival", "arrival") == "flight of arrival arrival"
    assert overlapped("site", "number of sites") == "site number of sites"


def test_the_largest_rise_and_the_largest_fall_are_two_figures():
    changes = [output("value", of, "change") for of in ("most", "least")]
    assert [one.split()[0] for one in headers_of("figure", changes, "shipping")] == [
        "Highest", "Lowest",
    ]  # fmt: skip


def test_equal_ends_are_told_apart_by_all_that_leads_there():
    ends = [output("value", "cell", side, "captain", "score") for side in ("home", "away")]
    found = headers_of("match", ends, "chess_leagues")
    assert found == ["Home Team Captain Season Score", "Visiting Team Captain Season Score"]


def test_two_of_a_kind_are_told_apart():
    outputs = [
        output("key", "cell", *path, "name")
        for path in (("player",), ("to_club",), ("from_club",), ("player", "club"))
    ]
    found = headers_of("transfer", outputs, "football")
    assert len(set(found)) == 4
    assert found[:3] == ["Player", "New Club", "Previous Club"]


@pytest.mark.parametrize(("pack", "shape"), each_family())
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

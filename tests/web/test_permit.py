"""Policies are read, and say what may be stated."""

from __future__ import annotations

from datetime import date

import pytest

from fictionworld.errors import UsageError
from fictionworld.packs.compile import load_pack
from fictionworld.web.permit import Permit, Policy, parse_policy
from fictionworld.worlds.record import World

WORLD = World(3, "smartphones", "t", "s", date(2030, 1, 1), "en", 77, 78, 300, "train", 0)
PHONE = load_pack("smartphones").tables["phone"].columns


def allowed(policy, column, page="news/phone/1"):
    return Permit.of(policy, WORLD).allows(page, PHONE[column])


def test_what_each_policy_allows():
    rows = {
        policy: [allowed(policy, column) for column in ("name", "brand", "price")]
        for policy in ("open", "tease", "strict", "mixed:0", "mixed:1")
    }
    assert rows == {
        "open": [True, True, True],
        "tease": [True, True, False],
        "strict": [True, False, False],
        "mixed:0": [True, True, False],
        "mixed:1": [True, True, True],
    }


def test_mixed_opens_a_share_of_pages_and_columns():
    found = [allowed("mixed:0.3", "price", f"news/phone/{n}") for n in range(2000)]
    assert 0.26 < sum(found) / 2000 < 0.34
    assert found == [allowed("mixed:0.3", "price", f"news/phone/{n}") for n in range(2000)]


@pytest.mark.parametrize("text", ["open", "tease", "strict", "mixed:0.5", "mixed:1"])
def test_policies_are_read_and_written(text):
    assert str(parse_policy(text)) == text
    assert Permit.of(Policy(*_parts(text)), WORLD) == Permit.of(text, WORLD)


def _parts(text):
    name, _, share = text.partition(":")
    return (name, float(share)) if share else (name,)


@pytest.mark.parametrize(
    "text", ["", "teas", "mixed", "mixed:2", "mixed:x", "mixed:nan", "open:0.5"]
)
def test_others_are_refused(text):
    with pytest.raises(UsageError, match="allowed: open, tease, strict, or mixed:p"):
        parse_policy(text)

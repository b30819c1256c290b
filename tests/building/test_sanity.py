"""The packaged packs over 200 worlds: nothing impossible, and bands that a shuffle leaves."""

from __future__ import annotations

import pytest

from fictionworld.building.sanity import sanity_of_pack
from tests.small import each_pack


@pytest.mark.slow
@pytest.mark.parametrize("pack", each_pack())
def test_the_packaged_packs_are_sane(pack):
    results = sanity_of_pack(pack, worlds=200, shuffle=True)
    assert len(results) >= 20
    assert [result for result in results if not result.holds] == []
    assert [result for result in results if result.sees_shuffle is False] == []


def test_progress_counts_worlds():
    seen = []
    sanity_of_pack("football", worlds=3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(3, 3)]

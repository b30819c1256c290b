"""What a plan tells of the length of pages, against pages as they are written."""

from __future__ import annotations

import pytest

from fictionworld.web.lengths import PageLengths
from tests.small import each_pack
from tests.web.drawn import drawn
from tests.web.written import written


@pytest.fixture(params=each_pack(), scope="module")
def name(request):
    return request.param


def test_lengths_of_pages_are_about_right(name):
    """The sum within 15%; of a handful of pages within 20%, of one kind within 25%.

    Names and addresses are as long as their pack has them, which the model does not see.
    """
    web, _ = written(name, 2)
    lengths, world_id = PageLengths(drawn(name, 12)[2]), web.world.world_id
    written_ = {head.number: len(web.page(head.number).body) for head in web.heads}
    kinds = {}
    for head in web.heads:
        kinds.setdefault(head.kind, []).append(head.number)
    for kind, numbers in kinds.items():
        told = lengths.total(world_id, numbers)
        if kind != "portal":  # it links as much as its site has, and no task takes it
            assert told == pytest.approx(sum(written_[n] for n in numbers), rel=0.25), kind
    assert lengths.total(world_id, written_) == pytest.approx(sum(written_.values()), rel=0.15)
    for start in range(20):
        some = list(written_)[start::20]
        assert lengths.total(world_id, some) == pytest.approx(
            sum(written_[number] for number in some), rel=0.2
        )


def test_a_page_counts_once(name):
    web, _ = written(name, 2)
    lengths, world_id = PageLengths(drawn(name, 12)[2]), web.world.world_id
    assert lengths.total(world_id, [3, 3]) == lengths.total(world_id, [3])
    both = lengths.total(world_id, [3]) + lengths.total(world_id, [4])
    assert lengths.total(world_id, [3, 4]) == both

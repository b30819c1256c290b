from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from fictionworld.errors import UsageError
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from tests.simulator.stand_in import StandIn


def test_nothing_depends_on_what_was_asked_before():
    web = StandIn(pages=40, words=40)
    fresh, used = Engine.over(web), Engine.over(web)
    for name in web.names:
        used.call("web_search", {"query": name}, memory=Memory())
    for name in web.names[:5]:
        ask = {"query": f"{name} price"}
        assert fresh.call("web_search", ask, memory=Memory()) == used.call(
            "web_search", ask, memory=Memory()
        )


class Counted(StandIn):
    """A web that counts how often each page is written."""

    def __init__(self, **options):
        super().__init__(**options)
        self.written = []

    def page(self, number):
        self.written.append(number)
        return super().page(number)


def test_threads_build_one_index():
    web = Counted(pages=60, words=40)
    engine = Engine.over(web)
    assert web.written == []
    with ThreadPoolExecutor(8) as pool:
        asked = [
            pool.submit(engine.call, "web_search", {"query": "price"}, memory=Memory())
            for _ in range(40)
        ]
        assert len({call.result() for call in asked}) == 1
    assert sorted(web.written) == list(range(1, 61))


def test_policies_and_groups_share_the_index():
    web = Counted(pages=20, words=40)
    engine = Engine.over(web)
    for policy, pages in (("tease", 20), ("strict", 20), ("open", 40)):
        for seed in (1, 2):
            other = engine.under(policy, seed=seed)
            other.call("web_search", {"query": "price"}, memory=Memory())
            assert (str(other.policy), other.seed) == (policy, seed)
        assert len(web.written) == pages, "one index for policies that search alike"
    assert engine.under().seed == 0


def test_an_unknown_policy():
    with pytest.raises(UsageError, match="got policy 'teas'"):
        Engine.over(StandIn(pages=3), "teas")

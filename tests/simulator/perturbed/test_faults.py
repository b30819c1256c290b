"""Failures: as often as they are set, by the call and the attempt, and never for good."""

from __future__ import annotations

import pytest

from fictionworld.simulator.controls import FAILURES, Controls
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.perturbed.tool import CallChance
from fictionworld.simulator.web_extractor import Extract
from fictionworld.simulator.web_search import Query, Search
from tests.simulator.perturbed.conftest import asked

ALL = Controls(timeout=0.05, http_429=0.1, http_500=0.15, http_503=0.2, errors_end=4)
CALLS = [Search((Query(f"query {n}", cut=False),)) for n in range(4_000)]


def close(count, share, of):
    """Within four standard errors."""
    return abs(count / of - share) < 4 * (share * (1 - share) / of) ** 0.5


@pytest.mark.parametrize("attempt", [1, 2, 3])
def test_each_kind_as_often_as_it_is_set(attempt):
    kinds = [CallChance(ALL, 7, call, attempt).failure() for call in CALLS]
    for kind, share in ALL.failures:
        assert close(kinds.count(kind), share, len(CALLS)), kind
    assert set(kinds) == {None, *FAILURES}


def test_attempts_groups_and_calls_fail_apart():
    first = [CallChance(ALL, 7, call, 1).failure() for call in CALLS]
    assert first == [CallChance(ALL, 7, call, 1).failure() for call in CALLS]
    assert first != [CallChance(ALL, 8, call, 1).failure() for call in CALLS]
    again = [
        CallChance(ALL, 7, call, 2).failure()
        for call, kind in zip(CALLS, first, strict=True)
        if kind
    ]
    assert close(again.count(None), 0.5, len(again))


def test_a_draw_is_below_one_for_every_seed(monkeypatch):
    monkeypatch.setattr("fictionworld.seeds.child_seed", lambda *_: 2**64 - 1)
    assert 0.999 < CallChance(ALL, 7, CALLS[0], 1).draw("call") < 1.0


def test_failures_end():
    for call in (*CALLS[:500], Extract("https://a.example/b")):
        assert CallChance(ALL, 7, call, 4).failure() is None
        assert CallChance(ALL, 7, call, 9).failure() is None
        assert not CallChance(ALL, 7, call, 4).happens("truncation", 0.5)


@pytest.mark.parametrize("control", FAILURES)
def test_a_failure_is_a_reply_that_says_what_to_do(catalogue, control):
    engine = Engine(catalogue, controls=Controls(**{control: 0.5}))
    plain = Engine(catalogue)
    seen = set()
    for head in catalogue.web.heads[:40]:
        for tool, arguments in (
            ("web_extractor", {"url": head.url}),
            ("web_search", {"query": head.title}),
        ):
            reply = asked(engine, tool, **arguments)
            seen.add(reply.kind)
            if reply.fired:
                assert reply.fired == (control,)
                assert reply.text == f"Error: {tool}: {FAILURES[control]}"
                assert (reply.kind, reply.pages, reply.span) == ("error", (), None)
                assert "try the same call again" in reply.text
            # the last attempt brings what the plain web says
            assert asked(engine, tool, attempt=3, **arguments).kind != "error"
        page = asked(engine, "web_extractor", attempt=3, url=head.url)
        assert page == asked(plain, "web_extractor", url=head.url)
    assert seen == {"error", "page", "results"}


def test_notes_and_wrong_calls_are_never_perturbed(catalogue):
    engine = Engine(catalogue, controls=Controls(timeout=0.3, http_500=0.3))
    for key in map(str, range(50)):
        kept = asked(engine, "dict_memory", operation="add", dict={key: 1})
        assert (kept.kind, kept.fired) == ("memory", ())
        wrong = asked(engine, "web_search", questions=key)
        assert wrong.text.startswith("Error: web_search: got an unknown argument")
        assert wrong.fired == ()

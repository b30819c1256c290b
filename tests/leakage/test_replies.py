"""What no search reply under `tease` does: tell a protected value, whatever is asked.

The everyday proof looks at a few worlds. The long one is for the figure that is promised; its count
of replies is set in the environment:

    REPLIES=100000 DATASET=runs/phones pytest -m slow tests/leakage/test_replies.py -s
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import fictionworld as fw
from fictionworld.audit.audited_world import AuditedWorld, WorldOpener, foreign_names
from fictionworld.audit.queries import KINDS, queries_of
from fictionworld.audit.replies import fields_of, guard_of
from fictionworld.simulator.terms import query_terms
from fictionworld.simulator.toolbox import read_call
from fictionworld.simulator.web_search import Search
from fictionworld.web.permit import Permit
from tests.small import small_dataset

if TYPE_CHECKING:
    from fictionworld.leakage.guard import GuardFinding

SEED = 11


class Looked:
    """Replies looked at, by kind of query, and what was found."""

    def __init__(self) -> None:
        self.replies: Counter[str] = Counter()
        self.results = 0
        self.explicit: list[str] = []
        self.chance = 0
        """Told in a text that the twin words alike, whose value is another."""
        self.undecided = 0
        """The same, the twin's value being the same by chance."""
        self.flagged = 0
        """Results in which anything is found."""

    def look(self, audited: AuditedWorld, each: int, most: int) -> None:
        guard = guard_of(audited.handle, "tease")
        permit = Permit.of("tease", audited.twin.world)
        for asked in queries_of(audited, each):
            if self.replies.total() >= most:
                return
            self.replies[asked.kind] += 1
            shown, beside = audited.search("tease", asked.text)
            call = read_call("web_search", {"queries": [asked.text]})
            assert isinstance(call, Search)
            terms = query_terms(call.queries[0].text)
            theirs, beside_there = audited.search("tease", asked.text, twin=True)
            if bool(shown) == bool(theirs):
                assert beside == beside_there
            for one in shown:
                self.results += 1
                fields = fields_of(audited.handle.web, one)
                findings = guard.look(fields)
                self.flagged += bool(findings)
                for found in findings:
                    text = next(f.text for f in fields if f.name == found.field)
                    if not _alike(audited, permit, found, text, terms):
                        self.explicit.append(f"{audited.world_id} {asked.kind}: {found} {text!r}")
                    elif _value(audited, found) == _value(audited, found, twin=True):
                        self.undecided += 1
                    else:
                        self.chance += 1


def _alike(
    audited: AuditedWorld, permit: Permit, found: GuardFinding, text: str, terms: tuple[str, ...]
) -> bool:
    """Whether the twin says just the same of the same page."""
    web, ours = audited.twin.web, audited.handle.web.heads[found.page - 1]
    number = web.number_of(ours.url)
    if number is None:
        return False
    head = web.heads[number - 1]
    if found.field == "snippet":
        return " ".join(web.windows(number, permit).cut(terms).split()) == text
    return (head.url, head.title, head.date) == (ours.url, ours.title, ours.date)


def _value(audited: AuditedWorld, found: GuardFinding, *, twin: bool = False) -> object:
    place = audited.twin if twin else audited.handle
    fact = found.fact
    at = place.rows.ids(fact.table).index(fact.row)
    return place.rows.cells(fact.table, (fact.column,))[at]


def _look(folder: Path, most: int, each: int) -> Looked:
    dataset = fw.open(folder)
    opener = WorldOpener(str(folder), dataset, SEED)
    looked = Looked()
    for place in count():
        if looked.replies.total() >= most or place == len(dataset.world_ids):
            break
        world = dataset.world_ids[place]
        looked.look(opener.open(world, foreign_names(dataset, world, SEED)), each, most)
    print(  # noqa: T201 - the figure is what the proof is for
        f"\n{looked.replies.total():,} replies, {looked.results:,} results, "
        f"{len(looked.explicit)} explicit leaks, {looked.flagged} results flagged, "
        f"{looked.chance} findings by chance, {looked.undecided} with the twin's value the same; "
        f"{dict(looked.replies)}"
    )
    return looked


def test_no_reply_tells_a_value() -> None:
    looked = _look(small_dataset(), 120, 3)
    assert set(looked.replies) == set(KINDS)
    assert looked.results > 500
    assert not looked.explicit, looked.explicit[:3]
    assert looked.flagged <= 0.02 * looked.results


def test_the_proof_notices_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault planted: results are cut as under `open`."""
    dataset = fw.open(small_dataset())
    opener = WorldOpener(str(small_dataset()), dataset, SEED)
    world = dataset.world_ids[0]
    audited = opener.open(world, foreign_names(dataset, world, SEED))
    monkeypatch.setattr(AuditedWorld, "search", _opened(AuditedWorld.search), raising=True)
    looked = Looked()
    looked.look(audited, 3, 30)
    assert looked.explicit


def _opened(search):  # type: ignore[no-untyped-def]
    def opened(self: AuditedWorld, policy: str, query: str, *, twin: bool = False) -> object:
        del policy
        return search(self, "open", query, twin=twin)

    return opened


@pytest.mark.slow
def test_thousands_of_replies_tell_no_value() -> None:
    most = int(os.environ.get("REPLIES", "10000"))
    folder = Path(os.environ.get("DATASET") or small_dataset())
    looked = _look(folder, most, 60)
    assert not looked.explicit, looked.explicit[:5]
    assert looked.flagged <= 0.02 * looked.results
    if "REPLIES" in os.environ:
        assert looked.replies.total() == most, "the dataset has too few worlds for so many"

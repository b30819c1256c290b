"""The bench asks every pack's sanity queries of worlds drawn for them."""

from __future__ import annotations

from fictionworld.bench import packs
from fictionworld.validators.sanity import SanityResult


def test_violations_of_all_packs_are_added(monkeypatch):
    asked = []

    def answers(name, worlds):
        asked.append((name, worlds))
        return (
            SanityResult("Fees are so.", "part.fee", violations=2),
            SanityResult("Fees rise.", "part.fee", figure=0.9, between=(0, 0.5)),
            SanityResult("Fees fall.", "part.fee", figure=0.4, between=(0, 0.5)),
        )

    monkeypatch.setattr(packs, "sanity_of_pack", answers)
    monkeypatch.setattr(packs, "pack_names", lambda: ("one", "other"))
    wrong, outside = packs.sanity_figures(5)
    assert asked == [("one", 3), ("other", 3)]
    assert (wrong.value, wrong.at_most, wrong.met) == (4, 0, False)
    assert "6 queries over 6 worlds" in wrong.note
    assert outside.value == 2 and "one: Fees rise." in outside.note and outside.met is None

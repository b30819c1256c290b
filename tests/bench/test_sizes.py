"""The bench says how large tasks are, and what their conditions are combined by."""

from __future__ import annotations

from fictionworld.bench.figure import Figure
from fictionworld.bench.sizes import logic_of, size_figures
from fictionworld.tasks.specification import Condition, MembershipCondition, Specification
from tests.small import small_dataset

PLAIN = Condition(("size",), "at_least", (3,))
EITHER = Condition(("town",), "one_of", ("A", "B"))


def test_figures_of_sizes():
    figures = {one.name: one for one in size_figures(small_dataset())}
    assert figures["wide tasks that need 4 to 8 pages"].at_least == 20
    assert figures["deep tasks that need fewer than 2 pages"].met
    assert 0 <= figures["wide tasks with OR"].value <= 100


def test_a_bound_from_below():
    assert Figure("x", 3.0, "%", at_least=3).met is True
    assert Figure("x", 2.9, "%", at_least=3).met is False


def test_logic_of_conditions():
    def logic(where, members=()):
        return logic_of(Specification("p", "wide", "filter", "ship", (), where, members=members))

    assert logic((PLAIN,)) == set()
    assert logic((PLAIN, EITHER)) == {"AND", "OR"}
    assert logic((Condition(("town",), "is_not", ("A",)),)) == {"NOT"}
    without = MembershipCondition("voyage", "ship", (), holds=False)
    assert logic((PLAIN,), (without,)) == {"AND", "NOT"}

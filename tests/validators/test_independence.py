"""Derived columns need a rule that does not quote their definition."""

import pytest

from fictionworld.packs.compile import compile_source
from fictionworld.packs.source import parse_source
from fictionworld.validators.independence import unproven_columns
from tests.validators.factory import choir_pack, regatta_pack


def without(start):
    """The choir without the rules that begin so."""
    lines = choir_pack().source.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(f"  - {{in: {start}"))


def unproven(text):
    return unproven_columns(compile_source(parse_source(text, "choir.yaml")))


def test_the_packs_of_these_tests_are_proved():
    assert unproven_columns(regatta_pack()) == ()
    assert unproven_columns(choir_pack()) == ()


def test_a_column_without_a_rule_is_named():
    assert unproven(without("part, sql")) == (("part", "rate"),)
    assert unproven(without("part, rank_agrees")) == (("part", "rank"),)


@pytest.mark.parametrize(
    ("rule", "proves"),
    [
        ("rate = fee / song.minutes", False),
        ("rate >= fee/song.minutes - 1", False),
        ("rate > 0 AND rate >= fee / song.minutes - 1", True),
        ("rate <= fee", True),
    ],
)
def test_quoting_the_definition_proves_nothing(rule, proves):
    text = without("part, sql") + f'  - {{in: part, sql: "{rule}"}}\n'
    assert (unproven(text) == ()) == proves

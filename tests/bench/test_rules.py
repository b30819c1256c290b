"""What a learner of phrasings fills: all that it has seen, and nothing that it has not."""

from __future__ import annotations

import polars as pl
import pytest

import fictionworld as fw
from fictionworld.bench.phrasings import (
    QUESTIONS,
    SENTENCES,
    STATEMENTS,
    Phrasings,
    joined,
    phrasings_of,
)
from fictionworld.bench.rules import filled_cells, learned, rule_counts
from fictionworld.episodes.world_files import planned_webs
from tests.small import small_dataset

BIRTH, DEATH = 1, 2
"""Concepts of columns, and contexts in which values of them stand."""
BORN, DIED, OF_UNKNOWN_WORDS = 10, 20, 30


def stated(world, cells, questions=()):
    """Phrasings of a world: of each cell its row, what it means, and the words around it."""
    statements = pl.DataFrame(
        [(world, row, meaning, False, True, words, words + 1) for row, meaning, words in cells],
        STATEMENTS,
        orient="row",
    )
    asked = pl.DataFrame(
        [(world, row, meaning, False, *question) for row, meaning, *question in questions],
        QUESTIONS,
        orient="row",
    )
    return Phrasings(statements, asked, pl.DataFrame(schema=SENTENCES))


def rules_of(*phrasings):
    return learned([rule_counts(joined(phrasings))])


def counted(rules, phrasings, **options):
    (line,) = filled_cells(rules, phrasings, **options).iter_rows(named=True)
    return line["right"], line["filled"], line["cells"]


TRAINED = rules_of(
    stated(0, [(row, BIRTH, BORN) for row in (1, 2, 3)]),
    stated(1, [(row, DEATH, DIED) for row in (1, 2, 3)]),
)


def test_who_has_seen_a_phrasing_fills_all_cells_in_it():
    assert counted(TRAINED, stated(7, [(5, BIRTH, BORN), (5, DEATH, DIED)])) == (2, 2, 2)


def test_who_has_not_seen_it_fills_none():
    unknown = stated(7, [(5, BIRTH, OF_UNKNOWN_WORDS), (6, DEATH, OF_UNKNOWN_WORDS)])
    assert counted(TRAINED, unknown) == (0, 0, 2)
    assert counted(rules_of(unknown), stated(8, [(5, BIRTH, BORN)])) == (0, 0, 1)


def test_a_phrasing_that_means_another_column_misleads():
    assert counted(TRAINED, stated(7, [(5, DEATH, BORN), (5, BIRTH, OF_UNKNOWN_WORDS)])) == (
        0,
        1,
        2,
    )


def test_what_stood_once_or_meant_two_things_is_no_rule():
    once = stated(0, [(1, BIRTH, BORN)])
    both = stated(1, [(row, meaning, DIED) for row in range(1, 9) for meaning in (BIRTH, DEATH)])
    assert rules_of(once, both).phrasings.is_empty()


def test_words_of_the_question_hold_for_columns_that_training_lacks():
    heading, column = 99, 3
    trained = rules_of(
        stated(0, [], [(row, BIRTH, BIRTH, heading) for row in (1, 2)]),
    )
    unseen = stated(7, [(5, column, OF_UNKNOWN_WORDS)], [(5, column, column, heading)])
    assert counted(trained, unseen) == (1, 1, 1)
    assert counted(trained.without_matches, unseen) == (0, 0, 1)


def test_reserved_words_are_read_apart():
    known, reserved = stated(7, [(5, BIRTH, BORN)]), stated(7, [(5, BIRTH, OF_UNKNOWN_WORDS)])
    statements = reserved.statements.with_columns(reserved=True)
    both = joined([known, reserved._replace(statements=statements)])
    lines = filled_cells(TRAINED, both, apart=True).select("reserved", "right", "cells").rows()
    assert lines == [(False, 1, 1), (True, 0, 1)]
    assert counted(TRAINED, both) == (1, 1, 1)


@pytest.fixture(scope="module")
def worlds():
    dataset = fw.open(small_dataset())
    ids = [
        dataset.worlds().filter(pack=pack)["world_id"][0] for pack in ("smartphones", "football")
    ]
    webs = planned_webs(dataset, [*ids, dataset.worlds().filter(pack="smartphones")["world_id"][1]])
    return [(web.world.pack, phrasings_of(web)) for web in webs]


def test_rules_carry_over_to_worlds_of_their_own_pack(worlds):
    first, second = (phrasings for pack, phrasings in worlds if pack == "smartphones")
    (other,) = (phrasings for pack, phrasings in worlds if pack == "football")
    rules = rules_of(first)
    right, _, cells = counted(rules.without_matches, first)
    assert right > 0.8 * cells > 300  # the rest stands in words used once, or for two columns
    right, _, cells = counted(rules.without_matches, second)
    assert 0.15 * cells < right < 0.6 * cells
    alone, _, cells = counted(rules.without_matches, other)
    right, _, _ = counted(rules, other)
    assert alone < 0.05 * cells < right < 0.5 * cells


def test_no_statement_of_train_is_reserved(worlds):
    assert not any(phrasings.statements["reserved"].any() for _, phrasings in worlds)

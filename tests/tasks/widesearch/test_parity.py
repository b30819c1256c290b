from __future__ import annotations

import pytest

from fictionworld.tasks.widesearch import judge_cells, parse_evaluation
from tests.tasks.widesearch.cases import numbers, read_cases, score_case

PARITY = read_cases("parity.jsonl")
EDGES = read_cases("edges.jsonl")


@pytest.mark.parametrize("case", PARITY + EDGES, ids=lambda case: case["id"])
def test_figures_are_those_of_the_public_scorer(case):
    figures = score_case(case)
    assert numbers(figures) == pytest.approx(case["figures"], abs=1e-9)
    assert (figures.problem is not None) == (not any(numbers(figures).values()))


@pytest.mark.parametrize("case", PARITY[::5] + EDGES, ids=lambda case: case["id"])
def test_verdicts_add_up_to_the_figures(case):
    figures = score_case(case)
    evaluation = parse_evaluation(case["evaluation"])
    verdicts = judge_cells(evaluation, case["gold_csv"], case["response"])
    right = sum(verdict.score for verdict in verdicts)
    width = len(evaluation.required)
    gold_keys = {verdict.key for verdict in verdicts if verdict.wanted is not None}
    if figures.problem is None:
        assert right == pytest.approx(figures.recall_by_item * len(gold_keys) * width)
    else:
        assert right == 0
    for verdict in verdicts:
        assert verdict.column in evaluation.required
        assert (verdict.got is None) == (verdict.metric == "missing")
        assert (verdict.wanted is None) == (verdict.metric == "surplus")

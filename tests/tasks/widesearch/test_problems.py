"""What an answer of no worth is told, and what is said of each cell."""

from __future__ import annotations

import pytest

from fictionworld.tasks.widesearch import (
    MetricVerdict,
    WideSearchFigures,
    judge_cells,
    parse_evaluation,
    score_widesearch,
)

EVALUATION = parse_evaluation(
    {
        "unique_columns": ["name"],
        "required": ["name", "price"],
        "eval_pipeline": {
            "name": {"preprocess": ["norm_str"], "metric": ["exact_match"]},
            "price": {"preprocess": ["extract_number"], "metric": ["exact_match", "in_match"]},
        },
    }
)
GOLD = "Name,Price\nOru X2,$12\nBel,7\n"


@pytest.mark.parametrize(
    ("response", "problem"),
    [
        ("I could not find it.", "no table found: give one Markdown table, in a block fenced as"),
        ("```markdown\nnone\n```", "no table found: the fenced markdown block has no row"),
        (
            "| Name | Cost |\n|---|---|\n| Bel | 7 |",
            "the columns differ: got ['name', 'cost'], required ['name', 'price']",
        ),
        ("|Name|Price|\n|a|1|\n|b|1|2|3|", "the table cannot be read: Error tokenizing data"),
        ("```markdown\nTitle\n|Name|name|Price|\n|a|a|1|\n```", "columns of one name: ['name']"),
        ("| Name | Price |\n|---|---|\n| Kov | 7 |", "no row of the answer has the key of a gold"),
    ],
)
def test_the_problem_in_words(response, problem):
    figures = score_widesearch(EVALUATION, GOLD, response)
    assert figures.problem is not None
    assert problem in figures.problem
    assert figures == WideSearchFigures(problem=figures.problem)


def test_verdicts():
    response = "| Price | Name |\n|---|---|\n| 7 units | *bel* |\n| 3 | Kov |\n"
    assert judge_cells(EVALUATION, GOLD, response) == (
        MetricVerdict(("Oru X2",), "name", "missing", None, "Oru X2", 0.0),
        MetricVerdict(("Oru X2",), "price", "missing", None, "$12", 0.0),
        MetricVerdict(("Bel",), "name", "key", "*bel*", "Bel", 1.0),
        MetricVerdict(("Bel",), "price", "exact_match", "7 units", "7", 1.0),
        MetricVerdict(("Bel",), "price", "in_match", "7 units", "7", 1.0),
        MetricVerdict(("Kov",), "name", "surplus", "Kov", None, 0.0),
        MetricVerdict(("Kov",), "price", "surplus", "3", None, 0.0),
    )


def test_verdicts_without_a_table():
    verdicts = judge_cells(EVALUATION, GOLD, "no")
    assert [verdict.metric for verdict in verdicts] == ["missing"] * 4
    assert judge_cells(EVALUATION, GOLD, "no", limit=3) == verdicts[:3]

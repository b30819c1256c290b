"""Cases in WideSearch form, line by line."""

from __future__ import annotations

import json

import pytest

from fictionworld.errors import UsageError
from fictionworld.tasks.widesearch.case_file import read_cases, score_cases

CASE = {
    "id": "a",
    "evaluation": {
        "unique_columns": ["name"],
        "required": ["name"],
        "eval_pipeline": {"name": {"preprocess": ["norm_str"], "metric": ["exact_match"]}},
    },
    "gold_csv": "Name\nOndra\n",
    "response": "| Name |\n|---|\n| Ondra |",
}


def lines(*cases):
    return "\n".join(map(json.dumps, cases))


def test_figures_line_by_line():
    wrong = {**CASE, "id": 2, "response": "I do not know.\u2028"}
    text = lines(CASE, {**CASE, "evaluation": json.dumps(CASE["evaluation"])}, wrong) + "\n\n"
    got = [(case.id, figures.score) for case, figures in score_cases(read_cases(text, "c"))]
    assert got == [("a", 1), ("a", 1), (2, 0)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "c:2: got no JSON"),
        ("[" * 100_000, "c:2: got no JSON"),
        ("[]", "c:2: got list; give an object"),
        (lines({**CASE, "response": None}), "c:2: response is NoneType; give text"),
        (lines({**CASE, "id": None}), "c:2: id is NoneType"),
        (lines({k: v for k, v in CASE.items() if k != "gold_csv"}), "c:2: got no 'gold_csv'"),
        (lines({**CASE, "evaluation": {}}), "c:2: required: got nothing"),
    ],
)
def test_a_broken_line_is_named(line, said):
    with pytest.raises(UsageError) as caught:
        read_cases(f"{lines(CASE)}\n{line}", "c")
    assert str(caught.value).startswith(said)


def test_a_gold_that_cannot_be_read_is_named():
    cases = read_cases(lines(CASE, {**CASE, "gold_csv": "Title\nOndra\n"}), "c")
    with pytest.raises(UsageError, match=r"^c:2: the gold CSV has no column"):
        list(score_cases(cases))


def test_no_case():
    with pytest.raises(UsageError, match="c: got no case"):
        read_cases("\n\n", "c")

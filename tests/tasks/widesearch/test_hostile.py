"""Answers made to hurt: each is scored. Were the work quadratic, one would take hours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.tasks.widesearch import judge_cells, parse_evaluation, score_widesearch
from tests.examples import examples, first_everyday

HEAD = "|name|value|\n|---|---|\n"
GOLD = "Name,Value\n" + "".join(f"row{i},2031-03-{i % 28 + 1:02}\n" for i in range(100))


def evaluation(preprocess=("norm_str",), metric=("exact_match",), key=("norm_str",)):
    return parse_evaluation(
        {
            "unique_columns": ["name"],
            "required": ["name", "value"],
            "eval_pipeline": {
                "name": {"preprocess": list(key), "metric": ["exact_match"]},
                "value": {
                    "preprocess": list(preprocess),
                    "metric": list(metric),
                    "criterion": 0.1,
                },
            },
        }
    )


def fenced(rows):
    return f"```markdown\n{HEAD}" + "\n".join(f"|{a}|{b}|" for a, b in rows) + "\n```"


def scored(rule, response, gold=GOLD):
    return score_widesearch(rule, gold, response)


def letters(number):
    return "".join(chr(97 + int(digit)) for digit in str(number))


def test_many_rows():
    response = fenced((f"row{i}", "x") for i in range(20_000))
    assert scored(evaluation(), response).recall_by_item == 0.5
    dated = scored(evaluation(["norm_date"], ["date_near"], ["norm_date"]), response)
    assert dated.recall_by_item == 0.5
    assert len(judge_cells(evaluation(), GOLD, response)) == 10_000


def test_keys_that_preprocessing_makes_one():
    same = evaluation(key=["extract_number"], metric=["in_match"])
    response = fenced((f"k{letters(i)}", "2031") for i in range(40_000))
    gold = "Name,Value\n" + "".join(f"g{letters(i)},2031\n" for i in range(100))
    assert scored(same, response, gold).recall_by_row == 40_000
    gold = "Name,Value\n" + "".join(f"g{letters(i)},2031\n" for i in range(200))
    problem = scored(same, response, gold).problem
    assert problem is not None and "8000000 rows join" in problem


@pytest.mark.parametrize(
    "piece",
    first_everyday(["1 ", "January ", "x", "1", "9.", "%", "\u202e\u05d0", "\0", '"'], 2),
)
@pytest.mark.parametrize(
    "rule",
    [
        evaluation([], ["exact_match", "in_match", "url_match", "number_near", "date_near"]),
        evaluation(["extract_number"], ["number_near"]),
        evaluation(["norm_date"], ["date_near"]),
    ],
    ids=["as written", "as a number", "as a date"],
)
def test_a_huge_cell(piece, rule):
    scored(rule, fenced([("row1", piece * (2_000_000 // len(piece)))]))


@pytest.mark.parametrize(
    "response",
    [
        "```markdown\n" * 60_000 + HEAD,
        "```markdown" + "`` ```x" * 100_000,
        "|" * 1_000_000,
        "|name|value|\n" * 100_000,
        "```markdown\n" + HEAD + "|\n" * 200_000 + "```",
        "```markdown\n" + ("a|" * 999 + "\n") * 1000 + "```",
        "```markdown\n" + ("a|" * 5000 + "\n") * 100 + "```",
        "```markdown\nname|value\n" + ("a|" * 990 + "\n") * 1000 + "```",
        "```markdown\n" + HEAD + '|"' + "a|\n" * 100_000 + "```",
        fenced([("row1", "\ud800")]),
        "",
        "\0|||||",
        "````markdown````",
    ],
    ids=lambda response: repr(response[:30]),
)
def test_no_table_worth_the_name(response):
    assert scored(evaluation(), response).problem is not None


@pytest.mark.slow
def test_texts_that_every_locale_must_try():
    pieces = ["am 1 am 2 am {}", "april 99 99 {}", "2031-02-30T12:00:{}Z", "99-99-99-{}"]
    rule = evaluation(["norm_date"], ["date_near"])
    scored(rule, fenced((f"row{i}", pieces[i % 4].format(i)) for i in range(100)))


@examples(100)
@given(
    st.text(st.one_of(st.sampled_from('|`-: \n"mrkdown\r\0,*%1.'), st.characters()), max_size=60),
    st.sampled_from(["", HEAD, f"```markdown\n{HEAD}|row1|"]),
)
def test_no_text_is_an_error(text, before):
    rule = evaluation(["norm_str", "norm_date"], ["exact_match", "url_match", "number_near"])
    figures = score_widesearch(rule, GOLD, before + text)
    assert 0 <= figures.f1_by_item <= 3
    judge_cells(rule, GOLD, before + text)

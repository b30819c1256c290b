from __future__ import annotations

import json

import pytest

from fictionworld.errors import UsageError
from fictionworld.tasks.widesearch import ColumnRule, parse_evaluation, score_widesearch


def evaluation(**changes):
    value = {
        "unique_columns": ["name"],
        "required": ["name", "price"],
        "eval_pipeline": {
            "name": {"preprocess": ["norm_str"], "metric": ["exact_match"]},
            "price": {
                "preprocess": ["extract_number"],
                "metric": ["number_near"],
                "criterion": 0.05,
            },
        },
    }
    return {**value, **changes}


def price(**changes):
    rule = {"preprocess": [], "metric": ["exact_match"], **changes}
    return evaluation(eval_pipeline={"name": {}, "price": rule})


def test_what_is_read():
    read = parse_evaluation(evaluation())
    assert read.unique_columns == ("name",)
    assert read.required == ("name", "price")
    assert read.pipeline == (
        ColumnRule("name", ("norm_str",), ("exact_match",)),
        ColumnRule("price", ("extract_number",), ("number_near",), 0.05),
    )
    assert parse_evaluation(json.dumps(evaluation())) == read
    hash(read)


def test_names_take_their_normal_form():
    read = parse_evaluation(
        {
            "unique_columns": [" Na me"],
            "required": ["NAME", "Price (USD)"],
            "eval_pipeline": {"Price (usd)": {"metric": ["in_match"]}},
        }
    )
    assert read.required == ("name", "price(usd)")
    assert read.unique_columns == ("name",)
    assert read.pipeline[1].metrics == ("in_match",)


def test_a_column_that_nobody_asks_for_may_stand_idle():
    pipeline = {**evaluation()["eval_pipeline"], "note": {"preprocess": [], "metric": ["in_match"]}}
    assert len(parse_evaluation(evaluation(eval_pipeline=pipeline)).pipeline) == 2


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "an evaluation that is nothing; give an object"),
        ([], r"an evaluation that is \[\]"),
        ("{", "no JSON"),
        ("[1]", "give an object"),
        (evaluation(required=None), "required: got nothing; give a list of one or more"),
        (evaluation(required=[]), r"required: got \[\]"),
        (evaluation(required="name"), "required: got 'name'"),
        (evaluation(required=["name", 3]), "required: got"),
        (evaluation(required=["name", "Name ", "price"]), "required: got the column 'name' twice"),
        (evaluation(unique_columns=[]), "unique_columns: got"),
        (evaluation(unique_columns=["nam"]), "not in required; did you mean 'name'"),
        (evaluation(eval_pipeline=None), "eval_pipeline: got nothing"),
        (evaluation(eval_pipeline={"name": {}}), "no entry for the column 'price'"),
        (evaluation(eval_pipeline={"price": []}), r"eval_pipeline.price: got \[\]; give an object"),
        (evaluation(eval_pipeline={"price": {}, "Price": {}}), "got two entries"),
        (
            evaluation(eval_pipeline={"price": {}, "prize": {"preprocess": ["norm_str"]}}),
            "eval_pipeline.prize: got a column that is not in required; did you mean 'price'",
        ),
        (price(preprocess="norm_str"), r"eval_pipeline.price.preprocess: got 'norm_str'; give a"),
        (price(preprocess=["norm_string"]), "'norm_string'; did you mean 'norm_str'.*norm_date"),
        (price(metric=["exact"]), "eval_pipeline.price.metric: got 'exact'"),
        (price(metric=[None]), "eval_pipeline.price.metric: got nothing; give some of"),
        (price(metric=[["exact_match"]]), "give some of"),
        (price(metric=["number_near"]), "eval_pipeline.price.criterion: got nothing; number_near"),
        (price(metric=["number_near"], criterion="0.05"), "criterion: got '0.05'"),
        (price(metric=["number_near"], criterion=True), "criterion: got True"),
        (price(metric=["number_near"], criterion=-0.1), "criterion: got -0.1"),
        (price(metric=["number_near"], criterion=float("nan")), "criterion: got nan"),
        (price(metric=["number_near"], criterion=10**400), r"criterion: got 1000+\.\.\.;"),
    ],
)
def test_what_is_wrong_is_named(value, message):
    with pytest.raises(UsageError, match=message):
        parse_evaluation(value)


@pytest.mark.parametrize(
    ("gold", "message"),
    [
        ("", "the gold CSV cannot be read: No columns"),
        ("Name,Price\na,1,2,3\nb,1,2,3,4\n", "the gold CSV cannot be read: .*line 3"),
        ("Name,Cost\na,1\n", r"no column 'price', but \['name', 'cost'\]"),
        ("Name,Price,PRICE\na,1,2\n", "more than one column 'price'"),
        ("Name,Price\n\ud800,1\n", "the gold CSV cannot be read: "),
    ],
)
def test_a_bad_gold_is_an_error_of_usage(gold, message):
    with pytest.raises(UsageError, match=message) as caught:
        score_widesearch(parse_evaluation(evaluation()), gold, "| Name | Price |\n|---|---|\n")
    str(caught.value).encode()

"""Specifications as JSON."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.tasks.specification import (
    Against,
    Condition,
    Extreme,
    MembershipCondition,
    Output,
    Specification,
    parse_specification,
)

texts = st.text(max_size=8)
paths = st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=3).map(tuple)
values = st.one_of(
    st.integers(), st.booleans(), texts, st.dates(), st.none(),
    st.decimals(allow_nan=False, allow_infinity=False, places=2),
)  # fmt: skip


def tuples(one, least=0):
    return st.lists(one, min_size=least, max_size=3).map(tuple)


conditions = st.builds(
    Condition,
    paths,
    st.sampled_from(["is", "is_not", "one_of", "at_least", "at_most", "between"]),
    tuples(values, least=1),
)
extremes = st.builds(Extreme, paths, st.booleans(), st.integers(1, 20), st.none() | paths)
outputs = st.builds(
    Output,
    texts,
    st.sampled_from(["key", "place", "value"]),
    st.sampled_from(["cell", "place", "count", "total", "average", "days_between", "lead"]),
    st.sampled_from(["integer", "money", "date", "name"]),
    st.integers(0, 4),
    st.none() | texts,
    st.just(()) | paths,
    st.just(()) | paths,
)
specifications = st.builds(
    Specification,
    pack=texts,
    kind=st.sampled_from(["wide", "deep", "empty"]),
    shape=st.sampled_from(["filter", "grid", "chain"]),
    table=texts,
    outputs=tuples(outputs, least=1),
    where=tuples(conditions),
    members=tuples(st.builds(MembershipCondition, texts, texts, tuples(conditions), st.booleans())),
    against=st.none() | st.builds(Against, paths, st.booleans(), st.none() | paths),
    extreme=st.none() | extremes,
    groups=tuples(paths),
)


@given(specifications)
def test_json_gives_the_same_specification_back(specification):
    text = specification.as_json()
    again = parse_specification(text)
    assert again == specification
    assert again.as_json() == text  # digits of decimals too, which equality passes over
    assert "\n" not in text and json.loads(text)["table"] == specification.table


@given(specifications)
def test_values_keep_their_types(specification):
    def types(one):
        return [type(value) for condition in one.where for value in condition.values]

    assert types(parse_specification(specification.as_json())) == types(specification)


@pytest.mark.parametrize("text", ["", "{}", "[]", "3", '{"pack": "p"}', "null", '{"outputs": 3}'])
def test_what_is_no_specification_is_said_to_be_none(text):
    with pytest.raises(ValueError, match=r".+"):
        parse_specification(text)


@given(specifications)
def test_values_that_json_has_but_cells_have_not_are_refused(specification):
    odd = replace(specification, where=(Condition(("a",), "is", (0.5,)),))
    with pytest.raises(ValueError, match="no value"):
        parse_specification(odd.as_json())

"""The published schema takes what the reader takes, and refuses what it refuses."""

# A table of cases reads across.
# ruff: noqa: E501

from __future__ import annotations

import copy
import re

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.errors import PackError
from fictionworld.packs.schema import pack_schema
from fictionworld.packs.shape import shape_pack
from fictionworld.packs.source import pack_names, parse_source, read_source
from fictionworld.packs.specification import SCHEMA_VERSION
from tests.examples import examples
from tests.packs.planting import COPIES, json_form, plant
from tests.packs.test_source import SHAPES

SCHEMA = pack_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
SOURCE = read_source(COPIES / "smartphones.yaml")


def test_it_is_a_schema_of_its_draft():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["title"]
    assert SCHEMA["description"]
    assert SCHEMA["$id"] == f"urn:fictionworld:pack-schema:{SCHEMA_VERSION}"
    assert f"version {SCHEMA_VERSION}" in SCHEMA["title"]
    assert pack_schema() == SCHEMA
    assert pack_schema() is not SCHEMA


@pytest.mark.parametrize("name", pack_names())
def test_packaged_packs_keep_it(name):
    VALIDATOR.validate(json_form(read_source(name).data))


def test_it_explains_its_fields():
    draw = SCHEMA["$defs"]["Draw"]["properties"]
    assert "Median and sigma" in draw["lognormal"]["description"]
    assert "copy" in draw
    assert "copy_of" not in draw
    assert "in" in SCHEMA["$defs"]["Rule"]["properties"]
    assert "hidden" in SCHEMA["$defs"]["ColumnSpec"]["properties"]["role"]["enum"]


# What JSON Schema cannot say: the low end of a span comes first.
BEYOND = {"rows: 12..8"}


@pytest.mark.parametrize(
    ("old", "new"), [(s[0], s[1]) for s in SHAPES if s[1] not in BEYOND], ids=str
)
def test_broken_packs_do_not_keep_it(old, new):
    broken = parse_source(plant("smartphones", old, new).text).data
    assert not VALIDATOR.is_valid(json_form(broken))


@pytest.mark.parametrize(
    "rows",
    [
        "8..14", 8, {"span": "8..14"}, {"weights": {10: 3, 12: 2}}, {"per": "brand", "count": 3},
        {"per": "brand", "count": {1: 2}}, {"one_per": "brand"}, {"pairs": ["a", "b"], "count": "1..2"},
    ],
)  # fmt: skip
def test_the_forms_of_rows(rows):
    assert both(("tables", "brand", "rows"), rows) == (True, True)


@pytest.mark.parametrize(
    "term", [3, 2.5, "as_of", "as_of - 3y", "a.b + 14d", "setting.year-1", "2031-02-03"]
)
def test_terms_in_json_form(term):
    data = json_form(SOURCE.data)
    data["setting"]["as_of"]["draw"]["between"][0] = term
    assert VALIDATOR.is_valid(data)


@pytest.mark.parametrize("term", ["3 y", "As_of", "as_of - y", "2031-2-3", "", True, None, [1]])
def test_what_is_no_term(term):
    data = json_form(SOURCE.data)
    data["setting"]["as_of"]["draw"]["between"][0] = term
    assert not VALIDATOR.is_valid(data)


def both(place, value):
    """Whether reader and schema take the pack with `value` at `place`."""
    data = copy.deepcopy(SOURCE.data)
    holder = data
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    try:
        shape_pack(data, SOURCE)
        read = True
    except PackError:
        read = False
    return read, VALIDATOR.is_valid(json_form(data))


_VALUES = st.sampled_from(
    [
        None, True, 0, 1, -1, 3, 0.5, 1.5, 41, "", "a", "a.b", "8..14", "Name", "as_of - 3y", "x" * 401,
        [], ["a"], ["a", "b"], [1, 2], {}, {"a": 1}, {"a": "b"}, {1: 1}, {"a.b": {"c": 1}}, {"sql": "1"},
    ]
)  # fmt: skip


@pytest.mark.parametrize("version", [1, 1.5, True, "1", None, 2, 0])
def test_the_version_of_the_schema(version):
    assert both(("schema_version",), version) == ((version == 1 and type(version) is int),) * 2


def test_a_pack_of_another_version_is_refused_with_one_finding():
    text = SOURCE.text.replace("pack: smartphones", "pack: smartphones\nschema_version: 2", 1)
    with pytest.raises(PackError) as caught:
        parse_source(text.replace("lognormal", "hypernormal"), "mine.yaml").pack()
    [line] = str(caught.value).splitlines()
    assert re.match(
        r"mine.yaml:\d+: schema_version: got 2; fictionworld \S+ reads .* version 1", line
    )


@examples(120)
@given(place=st.sampled_from([p for p in SOURCE.document.lines if p]), value=_VALUES)
def test_reader_and_schema_agree(place, value):
    read, valid = both(place, value)
    if place[-1] == "rows" or "span" in place:
        return  # which end of a span comes first, the schema cannot say
    assert read == valid

"""Columns that a row plan implies, and references that may be asked."""

from __future__ import annotations

import pytest

from fictionworld.errors import PackError
from fictionworld.packs.compile import compile_source
from fictionworld.packs.parents import with_parents
from fictionworld.packs.source import new_source, parse_source

TEXT = new_source("libraries")


def table(rows, columns, **more):
    data = {"tables": {"club": {}, "shop": {}, "it": {"rows": rows, "columns": columns, **more}}}
    return with_parents(data)["tables"]["it"]


@pytest.mark.parametrize("kind", ["per", "one_per", "sample"])
def test_a_parent_is_referred_to(kind):
    found = table({kind: "club"}, {"name": {}})
    assert list(found["columns"]) == ["club", "name"]
    assert found["columns"]["club"]["ref"] == "club"
    assert "key" not in found


def test_each_has_a_year_and_pairs_have_a_key():
    found = table({"each": "club"}, {"score": {}})
    assert found["key"] == ["club", "year"]
    assert list(found["columns"]) == ["club", "year", "score"]
    found = table({"pairs": ["club", "shop"]}, {"firm": {"ref": "club"}})
    assert found["key"] == ["firm", "shop"]
    assert list(found["columns"]) == ["shop", "firm"]


def test_what_is_declared_stays():
    given = {"name": {}, "home": {"role": "hidden", "ref": "club"}}
    assert table({"per": "club"}, given)["columns"] == given
    found = table({"each": "club"}, {"when": {"type": "year"}, "club": {"ref": "club"}},
                  key=["club", "when"])  # fmt: skip
    assert list(found["columns"]) == ["when", "club"]


@pytest.mark.parametrize("rows", [8, {"per": "clubb"}, {"pairs": "club"}, {"per": ["club"]}])
def test_what_is_wrong_is_left_to_the_checks(rows):
    assert table(rows, {"name": {}}) == {"rows": rows, "columns": {"name": {}}}


def test_a_pack_without_them_compiles():
    line = "      library: {role: context, ref: library, like: {held_at: library}}\n"
    assert line in TEXT
    text = TEXT.replace(line, "").replace("    key: [library, year]\n", "")
    pack = compile_source(parse_source(text))
    assert pack.tables["holding"].columns["library"].target == "library"
    assert pack.tables["lending"].key == ("library", "year")


def test_a_reference_is_asked_by_a_copy_of_its_name():
    asked = "      pages: {role: askable"
    assert asked in TEXT
    wrong = TEXT.replace(asked, "      fan: {role: askable, ref: librarian}\n" + asked)
    with pytest.raises(PackError, match=r"make it hidden and add a column .*copy: fan\.name"):
        compile_source(parse_source(wrong))
    who = "{role: askable, type: name, like: {held_by: champion}, draw: {copy: fan.name}}"
    added = f"      fan: {{role: hidden, ref: librarian}}\n      champion: {who}\n"
    book = compile_source(parse_source(TEXT.replace(asked, added + asked))).tables["book"]
    assert "fan" not in [column.name for column in book.references]
    # drawn with the values: twins have other champions of the same books
    assert not book.columns["fan"].structural
    assert not book.columns["champion"].structural

"""Concepts: what `like` gives a column or table, and that a stored pack keeps it."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from fictionworld.errors import PackError
from fictionworld.packs import concepts
from fictionworld.packs.compile import compile_source
from fictionworld.packs.concepts import concept_files, packaged_concepts, with_concepts
from fictionworld.packs.findings import NoPositions
from fictionworld.packs.shape import _with_tuples
from fictionworld.packs.source import parse_source
from fictionworld.packs.specification import Concepts
from tests.packs.planting import COPIES

COLUMNS, TABLES = packaged_concepts()["columns"], packaged_concepts()["tables"]
GENERAL = (
    "events", "figures", "general", "money", "organisations", "people", "places", "things",
)  # fmt: skip
"""Files for any pack. A concept of one subject may leave its label to the packs of that subject,
and without a phrase for pages it is worded like any column; all can be asked for."""
OF_ANY_PACK = {name for file in GENERAL for name in concept_files()[file].get("columns", {})}
WORDS = {"noun": "entry fee", "one": "branch", "done": "restored", "post": "umpire", "side": "no"}
SLOTS = {"subject", "value", "label", "when", "where"}
FOOTBALL = (COPIES / "football.yaml").read_text("utf-8")
HEIGHT = next(line for line in FOOTBALL.splitlines(keepends=True) if "      height: " in line)


def football(height="{role: askable, like: height, draw: {normal: [181, 6]}}", end=""):
    """The copy of the pack with another column of heights, of a dozen lines as it was."""
    before, _, after = FOOTBALL.partition(HEIGHT)
    after = after[after.index("      value: ") :]
    return before + f"      height: {height}\n" + after + end


def column(like, **own):
    given = {"role": "askable", "like": like, **own}
    data = {"tables": {"trip": {"spoken": {"one": "outing"}, "columns": {"it": given}}}}
    merged, findings = with_concepts(data, NoPositions())
    return merged["tables"]["trip"]["columns"]["it"], findings


def named(concept):
    words = concept.get("words", ())
    return [WORDS[word] for word in words if word != "many"]


def test_the_files_have_their_shape_and_no_name_twice():
    Concepts.model_validate(_with_tuples(packaged_concepts()), strict=True)
    names = Counter(
        (kind, name) for f in concept_files().values() for kind, of in f.items() for name in of
    )
    assert max(names.values()) == 1


@pytest.mark.parametrize("name", COLUMNS)
def test_each_is_whole_and_its_words_fill_all_slots(name):
    words = named(COLUMNS[name])
    filled, findings = column({name: words} if words else name)
    assert not findings
    spoken = filled["spoken"]
    assert "question" in spoken
    assert {"where", "noun"} & set(spoken)
    if name in OF_ANY_PACK:
        assert filled["label"]
        assert len(spoken["page"]) >= 2
    for use in ("page", "none"):
        for phrase in spoken.get(use, ()):
            assert phrase.count("{value}") == 1, phrase
    for use, texts in spoken.items():
        for text in [texts] if isinstance(texts, str) else texts:
            assert set(re.findall(r"\{(\w+)\}", text)) <= SLOTS, (use, text)
    if COLUMNS[name].get("type"):  # a limit stands before a number: at least 5
        assert not any("at {value}" in text for text in spoken.get("where", ()))


def test_no_two_concepts_are_alike():
    every = [one["spoken"].get("page") for one in (*COLUMNS.values(), *TABLES.values())]
    pages = [tuple(page) for page in every if page]
    assert len(set(pages)) == len(pages)
    sentences = Counter(text for one in TABLES.values() for text in one["spoken"]["page"])
    assert max(sentences.values()) == 1


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_sentences_that_state_nothing(name):
    page = TABLES[name]["spoken"]["page"]
    assert len(page) >= 8
    for text in page:
        assert text.endswith(".")
        assert not re.search(r"\d", text)
        assert set(re.findall(r"\{(\w+)\}", text)) <= {"subject"}


def test_what_the_pack_gives_wins_key_by_key():
    filled, _ = column("height", unit="inches", spoken={"most": "longest of limb"})
    assert filled["unit"] == "inches"
    assert filled["type"] == "integer"
    assert filled["spoken"]["most"] == "longest of limb"
    assert filled["spoken"]["least"] == "shortest"


def test_reserved_words_go_with_those_of_the_concept():
    concept = COLUMNS["height"]
    filled, _ = column("height")
    assert filled["reserved"] == concept["reserved"]
    assert filled["spoken"]["reserved"] == concept["spoken"]["reserved"]
    filled, _ = column("height", label="Span", spoken={"page": ["{subject} spans {value}"]})
    assert "reserved" not in filled
    assert "reserved" not in filled["spoken"]


def test_a_reference_takes_phrases_and_no_type():
    filled, _ = column("winner", ref="team")
    assert filled["spoken"]["has"] == ["that won an outing {where}", "that won no outing {where}"]
    assert "has" not in column("winner", draw={"pool": "person"})[0]["spoken"]
    assert "measure" not in column({"class": "section"}, ref="team")[0]


def test_words_give_article_capital_and_plural():
    filled, _ = column({"count": "entry"})
    assert filled["label"][:2] == ["Entries", "Number of entries"]
    assert filled["spoken"]["where"] == ["with {value} entr(y/ies)"]
    filled, _ = column({"count": "child"})
    assert "where" not in filled["spoken"]
    said = [*filled["spoken"].get("page", ()), *filled["spoken"]["reserved"]]
    assert said and all("children" in text for text in said)
    filled, _ = column({"count": "branch"})
    assert "with {value} branch(es)" in filled["spoken"]["where"]
    filled, _ = column({"count": ["member of staff", "members of staff"]})
    assert filled["spoken"]["most"] == "with the most members of staff"
    assert filled["spoken"]["where"] == ["with {value} member(s) of staff"]
    filled, _ = column({"level": "entry fee"})
    assert filled["spoken"]["where"] == ["with an entry fee of {value}"]


@pytest.mark.parametrize(
    ("like", "said"),
    [("heigth", "no concept of columns has this name; did you mean 'height'?"),
     ("person", "no concept of columns has this name"),
     ("level", "it takes words: write like: {level: noun}"),
     ({"level": ["a", "b"]}, "got a, b for 'level'"),
     ({"year_of": "built"}, "write like: {year_of: [done, noun]}"),
     ({"height": "tall"}, "got tall for 'height', which takes none; write like: height")],
)  # fmt: skip
def test_a_wrong_name_or_wrong_words_are_explained(like, said):
    (finding,) = column(like)[1]
    assert finding.place == ("tables", "trip", "columns", "it", "like")
    assert said in finding.message


@pytest.mark.parametrize("like", ["5", "[height]", "{level: noun, size: noun}", "{level: 3}"])
def test_what_is_no_name_is_found_by_the_shape(like):
    with pytest.raises(PackError, match=r"height\.like"):
        parse_source(football(f"{{role: askable, like: {like}, draw: {{uniform: [1, 2]}}}}")).pack()


def test_a_stored_pack_reads_the_same_without_the_files(monkeypatch):
    text = football(
        "{role: askable, like: squad_height, draw: {normal: [181, 6]}}",
        "concepts:\n  columns:\n    squad_height: {type: integer, unit: cm, label: Height}\n",
    ).replace("    rows: 8..14\n", "    rows: 8..14\n    like: official\n")
    built = compile_source(parse_source(text))
    assert built.source.count("concepts:") == 1
    assert "A good decision, they say" in built.source
    monkeypatch.setattr(concepts, "packaged_concepts", lambda: {"columns": {}, "tables": {}})
    again = compile_source(parse_source(built.source))
    assert again.source == built.source
    kept = ("setting", "tables", "rules", "spoken")
    assert all(getattr(again.spec, key) == getattr(built.spec, key) for key in kept)
    assert again.tables["player"].columns["height"].spec.unit == "cm"


def test_a_pack_without_concepts_is_stored_as_it_is():
    assert compile_source(parse_source(FOOTBALL)).source == FOOTBALL


def test_concepts_stand_last():
    with pytest.raises(PackError, match="put them last in the file"):
        parse_source(FOOTBALL.replace("rules:\n", "concepts: {}\nrules:\n")).pack()

"""The nouns of tables: each world draws one, twins the same, and questions and pages say it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from fictionworld.packs.check import check_pack
from fictionworld.packs.compile import load_pack
from fictionworld.packs.nouns import called_in
from fictionworld.packs.source import pack_names
from fictionworld.web.web import FictionalWeb
from tests.small import each_pack
from tests.web.drawn import drawn
from tests.web.written import web_of

SEEDS = range(60)


def called(pack, seed, split="train"):
    return {t.name: t.noun for t in called_in(pack, seed, split).world_tables}


def nouns_of(pack, *, reserved=True):
    return {t.name: t.spec.spoken.nouns(t.name, reserved=reserved) for t in pack.world_tables}


@pytest.mark.parametrize("name", pack_names())
def test_every_noun_is_drawn_and_reserved_ones_for_held_out_worlds_alone(name):
    pack = load_pack(name)
    train, held_out = Counter(), Counter()
    for seed in SEEDS:
        train.update(called(pack, seed).items())
        held_out.update(called(pack, seed, "eval").items())
    for table, nouns in nouns_of(pack, reserved=False).items():
        assert {noun for of, noun in train if of == table} == set(nouns)
    for table, nouns in nouns_of(pack).items():
        assert {noun for of, noun in held_out if of == table} == set(nouns)


@pytest.mark.parametrize("name", pack_names())
def test_no_noun_of_a_pack_is_of_two_tables(name):
    pack = load_pack(name)
    owners = {}
    for table, nouns in nouns_of(pack).items():
        for form in {form for noun in nouns[1:] for form in noun}:
            assert owners.setdefault(form, table) == table
    first = {form: t.name for t in pack.world_tables for form in t.noun}
    assert {form: first[form] for form in owners if form in first} == {}


@pytest.mark.parametrize("name", pack_names())
def test_a_draw_is_the_same_again_and_in_its_own_result(name):
    pack = load_pack(name)
    for seed in SEEDS[:20]:
        for split in ("train", "test"):
            once = called_in(pack, seed, split)
            assert called(pack, seed, split) == called(once, seed, split)
            assert called_in(once, seed, split).tables == once.tables


@pytest.mark.parametrize("name", pack_names())
def test_phrases_of_questions_say_the_noun_of_the_world(name):
    """No phrase has two nouns of a table, nor a word twice: a film film festival."""
    pack = load_pack(name)
    for seed in SEEDS:
        world = called_in(pack, seed, "test")
        for table in world.world_tables:
            for column in table.columns.values():
                given, said = pack.tables[table.name].columns[column.name].spec, column.spec
                for use in ("question", "where", "noun", "has"):
                    for text in getattr(said.spoken, use) or ():
                        assert not re.search(r"\b([^\W\d]+) \1\b", text), text
                assert said.spoken.page == given.spoken.page
                assert said.label == given.label


def test_a_phrase_has_its_article_plural_and_capital_from_the_noun():
    pack = load_pack("football")
    seed = next(s for s in SEEDS if called(pack, s)["manager"][0] == "head coach")
    spoken = called_in(pack, seed, "train").tables["club"].columns["managers"].spec.spoken
    assert "with {value} head coach(es) in four years" in spoken.where


def test_a_value_before_a_noun_stands_for_the_first_of_two_words():
    """No `container ship ship class`."""
    pack = load_pack("shipping")
    seed = next(s for s in SEEDS if called(pack, s)["class"][0] == "ship class")
    columns = called_in(pack, seed, "train").tables["class"].columns.values()
    nouns = {column.spec.spoken.noun for column in columns} - {None}
    assert nouns == {("{value} class", "{value} classes")}


def test_a_noun_of_something_else_is_refused():
    pack = load_pack("shipping").spec
    for noun, problem in (
        ("voyage", "which the table voyage is called"),
        ("port", "which the table is called anyway"),
        ("deadweight", "a label of the column"),
    ):
        port = pack.tables["port"]
        spoken = port.spoken.model_copy(update={"also": (noun,)})
        tables = pack.tables | {"port": port.model_copy(update={"spoken": spoken})}
        findings = check_pack(pack.model_copy(update={"tables": tables}))
        assert [f for f in findings if problem in f.message], noun


@pytest.mark.parametrize("name", each_pack())
def test_pages_of_a_world_and_of_its_twin_say_its_nouns(name):
    pack, filled, _ = drawn(name, 12, 0)
    _, world, frames, present = web_of(pack, filled, 1)
    web = FictionalWeb.of(pack, world, frames, present)
    twin = FictionalWeb.of(pack, replace(world, value_seed=world.value_seed ^ 1), frames, present)
    nouns = called(pack, world.structure_seed, world.split)
    assert {t: (n.one, n.many) for t, n in web.context.nouns.items()} == nouns
    assert {t: (n.one, n.many) for t, n in twin.context.nouns.items()} == nouns
    for page, head in zip(web.plan.pages, web.heads, strict=True):
        if page.kind == "directory" and page.listed and page.value is None:
            assert nouns[page.listed][1].casefold() in head.title.casefold()

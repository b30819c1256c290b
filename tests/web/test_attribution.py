"""Each value that a page states is of the row that its sentence, its list or its table names."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from fictionworld.packs.source import pack_names
from tests.examples import first_everyday
from tests.small import PACKS
from tests.web.attribution import AttributionReader
from tests.web.written import written

EVERYDAY = "museum"
"""Treatments of objects, loans and yearly surveys: keys of one reference and of two columns."""


def each_pack():
    """Every pack as parameters: one every day, two in `make proofs`, the rest in `pack-proofs`."""
    marks = {EVERYDAY: (), **dict.fromkeys(PACKS, pytest.mark.slow)}
    return [
        pytest.param(name, marks=marks.get(name, pytest.mark.every_pack)) for name in pack_names()
    ]


@cache
def read(name, world_id):
    """A world's pages, and who reads what each value is said of."""
    web, reader = written(name, world_id, worlds=4)
    return web, AttributionReader(web, reader)


def pages(name, world_id):
    web, reader = read(name, world_id)
    return [web.page(head.number) for head in web.heads], reader


@pytest.mark.parametrize("world_id", first_everyday(range(4)))
@pytest.mark.parametrize("name", each_pack())
def test_each_value_is_of_the_row_that_is_named(name, world_id):
    written_pages, reader = pages(name, world_id)
    assert sum(len(page.marks) for page in written_pages) > 1_000
    assert not [mistake for page in written_pages for mistake in reader.mistakes(page)]


@pytest.mark.parametrize("name", each_pack())
def test_values_of_another_row_are_found(name):
    """One value a page is given to the next row of its table, in sentences, lists and tables."""
    written_pages, reader = pages(name, 0)
    for place, page in enumerate(written_pages):
        values = [at for at, mark in enumerate(page.marks) if not mark.follows]
        if not values:
            continue
        at = values[place % len(values)]
        fact = page.marks[at].fact
        rows = sorted(reader.rows[fact.table])
        other = rows[(rows.index(fact.row) + 1) % len(rows)]
        mark = page.marks[at]._replace(fact=fact._replace(row=other))
        planted = replace(page, marks=(*page.marks[:at], mark, *page.marks[at + 1 :]))
        assert reader.mistakes(planted), (page.head.name, fact, other)


@pytest.mark.parametrize(
    ("name", "table"),
    [
        pytest.param(EVERYDAY, "treatment"),
        pytest.param("shipping", "inspection", marks=pytest.mark.every_pack),
        pytest.param("wine_region", "lot", marks=pytest.mark.every_pack),
    ],
)
def test_what_is_said_of_the_row_that_a_key_names_is_found(name, table):
    """`Object P.124 was carried out by ...`: a sentence that leaves out of which row it speaks."""
    written_pages, reader = pages(name, 0)
    called = read(name, 0)[0].context.nouns[table].one
    noun = re.compile(f"the {re.escape(called)} of ", re.IGNORECASE)
    planted = [
        (page, harmed)
        for page in written_pages
        for harmed in [without(page, noun)]
        if harmed is not None
    ]
    assert len(planted) > 10
    for page, harmed in planted:
        assert reader.mistakes(harmed), (page.head.name, harmed.body)


def without(page, words):
    """The page with words taken out of the first sentence with a value that has them."""
    for found in words.finditer(page.body):
        end = re.search(r"[.!?][”\"]?(?:\s|$)", page.body[found.end() :])
        stop = len(page.body) if end is None else found.end() + end.start()
        line = page.body.rfind("\n", 0, found.start()) + 1
        inside = [
            mark for mark in page.marks if mark.start < found.end() and found.start() < mark.end
        ]
        if inside or not any(found.end() <= mark.start < stop for mark in page.marks):
            continue
        if page.body[line] in "#*|-":
            continue
        size = found.end() - found.start()
        marks = tuple(
            mark._replace(start=mark.start - size, end=mark.end - size)
            if mark.start >= found.end() else mark
            for mark in page.marks
        )  # fmt: skip
        return replace(
            page, body=page.body[: found.start()] + page.body[found.end() :], marks=marks
        )
    return None

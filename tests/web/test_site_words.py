"""The words of a site: the same on all its pages, and reserved ones in no world of train."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from functools import cache

import pytest

from fictionworld.packs.compile import load_pack
from fictionworld.packs.source import pack_names
from fictionworld.web.permit import Permit
from fictionworld.web.web import FictionalWeb
from fictionworld.web.writing.phrases import phrases_of
from tests.small import each_pack
from tests.web.drawn import drawn
from tests.web.written import web_of
from tools import reserve_words

EDGE = "¤"
"""Stands where a mark begins and where it ends."""
ANY = r"[^\n|¤]{1,60}?"


@cache
def webs(name):
    """The web of a world, as one of `train` and as one of `eval`."""
    pack, filled, _ = drawn(name, 12, 0)
    _, world, frames, present = web_of(pack, filled, 1)
    return [
        FictionalWeb.of(pack, replace(world, split=split), frames, present)
        for split in ("train", "eval")
    ]


def lines_of(web):
    """The titles and the lines of all pages."""
    for head in web.heads:
        yield from (head.title, *web.page(head.number).body.splitlines())


def terms_of(web):
    """The addresses of all pages, and what they are found by."""
    permit = Permit.of("open", web.world)
    found = web.searched([head.number for head in web.heads], permit)
    yield from (*(head.url for head in web.heads), *found.titles, *found.phrases)


def reserved_in(web):
    """The reserved labels and statements that stand in a web."""
    words = "\n".join(map(reserve_words.run_of, {*lines_of(web), *terms_of(web)}))
    marked = "\n".join(marked_text(web.page(head.number)) for head in web.heads)
    found = set()
    for wording in web.context.wordings.values():
        spec = wording.column.spec
        found |= {label for label in spec.reserved if reserve_words.run_of(label) in words}
        for statement in spec.spoken.reserved:
            (phrase,) = phrases_of(wording.column, wording.label, wording.unit, [statement])
            before, behind = (slotted(text) for text in (phrase.before, phrase.behind))
            value = ANY + re.sub(r"\\\([^()]*\)", r"\\w*", re.escape(phrase.counted))
            stated = rf"(?<!\w){before}{EDGE}{value}{EDGE}{behind}(?!\w)"
            clause = rf"{EDGE}{before}{value}{behind}{EDGE}"
            if re.search(f"{stated}|{clause}", marked, re.IGNORECASE):
                found.add(statement)
    return found


def marked_text(page):
    """The text of a page with a sign at both ends of each mark."""
    text, end = "", 0
    for mark in page.marks:
        if mark.start >= end:
            text += page.body[end : mark.start] + EDGE + page.body[mark.start : mark.end] + EDGE
            end = mark.end
    return text + page.body[end:]


def slotted(text):
    return ANY.join(map(re.escape, text.split("{subject}")))


@pytest.mark.parametrize("name", each_pack())
def test_reserved_words_stand_in_no_world_of_train(name):
    train, evaluation = webs(name)
    assert reserved_in(train) == set()
    assert len(reserved_in(evaluation)) > 20


@pytest.mark.parametrize("name", pack_names())
def test_no_words_of_a_table_make_a_reserved_label(name):
    """`costs of the case` stands in `the costs of {subject}`, where the subject is the case."""
    said, reserved = [], set()
    for table in load_pack(name).world_tables:
        one = table.spec.spoken.one or table.name.replace("_", " ")
        for column in table.stored:
            spoken = column.spec.spoken
            reserved |= set(column.spec.reserved)
            said += [f"{label} by {one}" for label in column.labels]
            for phrase in {*spoken.page, *spoken.none} - set(spoken.reserved):
                said += [
                    phrase.replace("{subject}", f"the {one}").replace("{value}", value)
                    for value in ("no", "{value}")
                ]
        said += [phrase.replace("{subject}", f"the {one}") for phrase in table.spec.spoken.page]
    runs = "\n".join(map(reserve_words.run_of, said))
    assert not [label for label in reserved if reserve_words.run_of(label) in runs]


def test_a_site_keeps_to_its_words():
    web = webs("football")[0]
    labels, statements = defaultdict(set), defaultdict(set)
    for page in web.plan.pages:
        wordings = web.writer(page.number).context.wordings
        for key in web.context.wordings:
            labels[page.site, key].add(wordings[key].label)
            statements[page.site, key].add(wordings[key].statements)
    assert max(map(len, labels.values())) == max(map(len, statements.values())) == 1
    sites = {label for (_, key), names in labels.items() if key == ("player", "goals")
             for label in names}  # fmt: skip
    assert len(sites) > 3


def test_the_coin_decided_which_words_are_reserved():
    """Whoever adds words to a concept runs `python tools/reserve_words.py`."""
    for file in reserve_words.CONCEPTS.glob("*.yaml"):
        text = file.read_text("utf-8")
        assert reserve_words.reserve(text) == text, file.name

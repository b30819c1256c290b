"""Pages taken apart, also such as no template of ours writes, and what snippets of them state."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import fictionworld as fw
from fictionworld.episodes.world_handle import written_world
from fictionworld.web.page import Mark
from fictionworld.web.permit import Permit
from fictionworld.web.snippets import Passages, passages_of, windows_of
from fictionworld.worlds.fact import FactId
from tests.small import small_dataset

TABLE = "| Club | Seats |\n| --- | --- |\n| Aar | 5,180 |"


@pytest.fixture(scope="module")
def web():
    return written_world(fw.open(small_dataset()), 0).web


def test_a_page_may_end_with_a_table(web):
    page = replace(web.page(1), body=TABLE, marks=())
    ended = [passage.text for passage in passages_of(page)]
    assert any("5,180" in text for text in ended)
    followed = passages_of(replace(page, body=f"{TABLE}\n\nMore to come."))
    assert [passage.text for passage in followed][: len(ended)] == ended


@pytest.mark.parametrize("policy", ["open", "mixed:0.5", "tease"])
def test_the_words_of_each_fact_that_a_snippet_states_stand_in_it(web, policy):
    permit = Permit.of(policy, web.world)
    stated = Counter()
    for head in web.heads:
        page = web.page(head.number)
        words = {}
        for mark in page.marks:
            said = " ".join(page.body[mark.start : mark.end].replace("**", "").split())
            words.setdefault(mark.fact, set()).add(said)
        for query in ((), head.title.split()):
            cut = web.windows(head.number, permit).cut(query)
            text = " ".join(cut.split())
            for column, fact in cut.stated:
                shown = {linkless(said) for said in words[fact]}
                assert any(said in text for said in shown), (text, fact, shown)
                stated[column.role] += 1
    assert stated["context"] > 300
    assert (stated["askable"] > 100) == (policy != "tease")


def linkless(text):
    """The text as a reader sees it: `[Aar](a.example/1)` reads `Aar`."""
    return text.partition("](")[0].lstrip("[")


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("The **ground** of [Aar](aar.example/club) holds @, and its newer stand is {}.", 1),
        ("| Aar | @ | {} |", 1),
        ("- The ground holds @; the stand of the guests, which is newer, has {}.", 1),
        ("The ground of [Aar](aar.example/club) is said to be {} and to hold @.", 0),
    ],
)
def test_what_is_cut_off_is_not_stated(web, line, seen):
    """A window that ends within a passage states the facts before its end."""
    line = line.format("as wide as the river that passes it, " * 6)
    line = f"{line.replace('@', '5,180')} It was paid for by 31."
    table, column = next(iter(web._columns))
    fact, last = FactId(0, table, 1, column), FactId(0, table, 2, column)
    marks = []
    for said, about in (("5,180", fact), ("31", last)):
        start = line.rindex(said)
        marks.append(Mark(start, start + len(said), about))
    page = replace(web.page(1), body=line, marks=tuple(marks))
    windows = windows_of("page", Passages.of(page), Permit.of("open", web.world), web._columns)
    cut = windows.cut(())
    assert cut.endswith(" ...")
    assert ("5,180" in cut) == bool(seen)
    assert [said for _, said in cut.stated] == [fact] * seen

"""Sentences that follow from values: they are true, and stand in no snippet and no prompt."""

from __future__ import annotations

import re

import pytest

from fictionworld.simulator.drafts.passage import passages_of_page
from fictionworld.simulator.perturbed.altered import Replacements, Text, altered_values
from fictionworld.web.permit import Permit
from fictionworld.web.words import web_words
from tests.small import each_pack
from tests.web.written import written

WORDS = web_words("consequences")
FEWEST = {"football": 30, "smartphones": 35, "shipping": 20}
"""So many there are in a world of these packs: results, praise, changes from year to year."""


@pytest.fixture(scope="module", params=each_pack())
def web_and_reader(request):
    return request.param, *written(request.param, 1)


def following(page):
    """The sentences of a page that follow from values, each with the facts that it follows from."""
    facts = {}
    for mark in page.marks:
        if mark.follows:
            facts.setdefault(page.body[mark.start : mark.end], []).append(mark.fact)
    return facts


def pattern(text):
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(text)))


def pools_of(sentence):
    return {
        (pool, match)
        for pool, texts in WORDS.pools.items()
        for text in texts
        if (match := pattern(text).fullmatch(sentence)) is not None
    }


def is_true(sentence, facts, cells):
    """Whether one of the meanings that a sentence may have is so."""
    values = [cells(fact) for fact in facts]
    for pool, match in pools_of(sentence):
        if pool.startswith(("home_won", "away_won", "drawn")):
            home, away = values
            wanted = "home_won" if home > away else "away_won" if away > home else "drawn"
            if abs(home - away) >= 3:
                wanted += "_well"
            if pool == wanted:
                return True
        elif pool in {"praised", "liked", "doubted", "disliked"}:
            low, high = {"praised": (8.5, 11), "liked": (7, 8.5), "doubted": (5.5, 7),
                         "disliked": (0, 5.5)}[pool]  # fmt: skip
            if low <= values[0] < high:
                return True
        elif is_true_change(pool, match, *map(float, values)):
            return True
    return False


def is_true_change(pool, match, first, second):
    if pool == "incomparable":
        return first <= 0
    change = (second - first) / first
    if pool == "stayed":
        return abs(change) <= 0.0051
    if pool == "multiplied":
        return change > 1
    about = float(match["part"].removesuffix("%")) / 100 * (1 if pool == "rose" else -1)
    return abs(about - change) <= (0.0051 if abs(about) < 0.1 else 0.031)


def test_what_follows_from_values_is_true(web_and_reader):
    name, web, reader = web_and_reader
    count = 0
    for head in web.heads:
        page = web.page(head.number)
        stated = {mark.fact for mark in page.marks if not mark.follows}
        for sentence, facts in following(page).items():
            count += 1
            assert stated.issuperset(facts), (head.name, sentence)
            assert is_true(
                sentence, facts, lambda fact: reader.rows[fact.table][fact.row][fact.column]
            ), (head.name, sentence)
    assert count >= FEWEST.get(name, 0)


def test_pools_that_stand_for_one_another_are_of_one_size():
    """So which text is drawn follows from no value, nor what is drawn after it."""
    groups = (
        {"home_won", "home_won_well", "away_won", "away_won_well", "drawn"},
        {"praised", "liked", "doubted", "disliked"},
        {"rose", "fell", "multiplied", "stayed", "incomparable"},
    )
    assert set().union(*groups) == set(WORDS.pools)
    for group in groups:
        assert len({len(WORDS[pool]) for pool in group}) == 1


def test_it_stands_in_no_snippet_and_no_prompt(web_and_reader):
    _, web, _ = web_and_reader
    permit = Permit.of("open", web.world)
    for head in web.heads:
        page = web.page(head.number)
        sentences = following(page)
        if not sentences:
            continue
        texts = list(web.windows(head.number, permit).texts)
        plan = web.plan.page(head.number)
        about = None if plan.row is None else plan.subject
        drafts = passages_of_page(page, web.context, about)
        texts += [draft.plain for draft in drafts]
        texts += [page.body[draft.start : draft.end] for draft in drafts]
        for sentence in sentences:
            assert not any(sentence in text for text in texts), (head.name, sentence)


def test_it_is_left_out_where_values_are_replaced():
    web, _ = written("football", 1)
    replacements, tried = Replacements(web), 0
    for head in web.heads:
        page = web.page(head.number)
        for sentence, facts in following(page).items():
            changed = altered_values(page, {facts[0]}, replacements, head.name)
            text = Text()
            text.quote(page, 0, len(page.body), changed, truth="stale")
            body, marks = text.finish()
            tried += bool(changed)
            assert body.count(sentence) < page.body.count(sentence)
            assert not any(mark.follows for mark in marks)
    assert tried > 10

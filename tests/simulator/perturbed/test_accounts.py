"""Sources that differ for a cause: only the day, the issuer or the scope tells which one is right.

A resolver reads the texts of the pages that state a figure, and the rule that the question states.
It shares no code with the agents, and knows of a page what stands on it.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from datetime import timedelta

import pytest

import fictionworld as fw
from fictionworld.seeds import child_seed
from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import PRESETS, Controls
from fictionworld.simulator.perturbed.web import PerturbedWeb
from tests.simulator.perturbed.conftest import web_of
from tests.small import WORLDS, small_dataset
from tests.web.reader import read_date

ACCOUNTS = ("earlier_dates", "other_issuers", "narrower_scopes")
LINE = re.compile(r"^\*.*Covers: .*\*$", re.MULTILINE)


@pytest.fixture(scope="module")
def webs():
    dataset = fw.open(small_dataset())
    return [
        PerturbedWeb(Catalogue(web_of(dataset, world)).web, PRESETS["realistic"].of_web)
        for world in dataset.world_ids[:WORLDS]
    ]


def loses(text, rule, today):
    """Whether a page says of its figures what the rule says does not count."""
    line = LINE.search(text)
    if line is None:
        return False
    day = read_date(re.search(r"as of (\d+ \w+ \d{4})", line[0])[1])
    issuer = re.search(r"[Ss]ource: ([^.,*]+)", line[0])[1]
    scope = re.search(r"Covers: ([^.*]+)", line[0])[1]
    return (
        ("more than a year ago" in rule and day < today - timedelta(days=366))
        or ("official source" in rule and re.search("survey|estimate|count|expects", issuer))
        or ("cover a part" in rule and re.search("sample|half|part|provisional", scope))
    )


def resolved(pages, rule, today):
    """The page to be believed: of those that do not lose one of the value that most of them give;
    of equally many, any."""
    left = [page for page in pages if not loses(page["text"], rule, today)] or pages
    votes = Counter(page["value"] for page in left)
    most = max(votes.values())
    return min(
        (page for page in left if votes[page["value"]] == most),
        key=lambda page: child_seed(1, page["url"]),
    )


def contested(web):
    """By figure of which pages differ: what each page that is not gone says, and whether it is so.

    Pages that call themselves archived, unofficial or corrected are no matter here.
    """
    by_fact = defaultdict(list)
    for head in web.heads:
        extra = web.added(head.number)
        if head.number in web.gone or (extra and extra.head.kind not in {"account", "copy"}):
            continue
        page = web.page(head.number)
        for fact in {m.fact for m in page.marks if m.truth != "rounded"}:
            mark = next(m for m in page.marks if m.fact == fact and m.truth != "rounded")
            value = re.sub(r"[^\d.]", "", page.body[mark.start : mark.end]) or "-"
            by_fact[fact].append(
                {"url": head.url, "text": page.body, "value": value, "right": mark.says is None}
            )
    return {f: pages for f, pages in by_fact.items() if not all(p["right"] for p in pages)}


def test_who_reads_the_line_finds_the_right_source_and_nobody_else_does(webs):
    with_cues, without, distrusting = [], [], []
    for web in webs:
        rule = PRESETS["realistic"].precedence
        for pages in contested(web).values():
            with_cues.append(resolved(pages, rule, web.world.as_of)["right"])
            bare = [{**page, "text": LINE.sub("", page["text"])} for page in pages]
            without.append(resolved(bare, rule, web.world.as_of)["right"])
            unlined = [page for page in pages if LINE.search(page["text"]) is None]
            best = resolved(unlined, rule, web.world.as_of) if unlined else {"right": False}
            distrusting.append(best["right"])
    assert len(with_cues) > 100
    told = f"{len(with_cues)} cells: {sum(with_cues)} by the line, {sum(without)} without"
    assert sum(with_cues) >= 0.95 * len(with_cues), told
    # .6, within what so many cells tell
    assert sum(without) <= 0.6 * len(without) + 2 * math.sqrt(0.24 * len(without)), told
    assert sum(distrusting) <= 0.6 * len(distrusting), "who trusts no such page is no better off"


def test_up_to_a_tenth_of_the_askable_cells_are_contested(webs):
    shares = []
    for web in webs:
        columns = web.plan.codes.columns
        names = {(column.table, column.name) for column in columns if column.role == "askable"}
        cells = {
            fact
            for head in web.base.heads
            for fact in web.plan.statements(head.number)
            if (fact.table, fact.column) in names
        }
        shares.append(len(contested(web)) / len(cells))
    assert max(shares) <= 0.1 and sum(shares) / len(shares) > 0.01, shares


def test_each_control_has_its_own_cue_and_right_pages_look_like_wrong_ones(webs):
    for name in ACCOUNTS:
        rule = Controls(**{name: 0.1}).precedence
        lost, stand_in = [], []
        for web in webs:
            for extra in web.extras:
                if extra.control == name:
                    page = web.page(extra.head.number)
                    assert LINE.match(page.body)
                    assert extra.head.date is None or extra.head.date <= web.world.as_of
                    lost.append(bool(loses(page.body, rule, web.world.as_of)))
                    stand_in.append(extra.stands_in)
        assert lost == [not right for right in stand_in]
        assert 0.15 < sum(stand_in) / len(stand_in) < 0.55


def test_a_page_that_counts_stands_in_for_one_that_is_gone(webs):
    web = webs[0]
    for extra in web.extras:
        if extra.control in ACCOUNTS and extra.stands_in:
            assert extra.original in web.gone
            page, original = web.page(extra.head.number), web.page(extra.original)
            assert page.body.endswith(original.body)
            assert [m.truth for m in page.marks] == [m.truth for m in original.marks]
            assert web.plan.statements(extra.head.number) == web.plan.statements(extra.original)


def test_a_share_adds_pages_and_takes_none_away(webs):
    base = webs[0].base
    for name in ACCOUNTS:
        few, many = (
            {extra.original for extra in PerturbedWeb(base, Controls(**{name: share})).extras}
            for share in (0.2, 0.5)
        )
        assert few < many

"""Sources that differ for a cause: only the day, the issuer or the scope tells which one is right.

A resolver reads the texts of the pages that state a figure, and the rule that the question states.
It shares no code with the agents, and knows of a page what stands on it.
"""

from __future__ import annotations

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
from tests.small import WORLDS, small_dataset, small_twins
from tests.web.reader import read_date

ACCOUNTS = ("earlier_dates", "other_issuers", "narrower_scopes")
LINE = re.compile(r"^\*.*Covers: .*\*$", re.MULTILINE)


@pytest.fixture(scope="module")
def webs():
    """All worlds of the small dataset and four of their twins, for over 500 contested cells."""
    datasets = (fw.open(small_dataset()), WORLDS), (fw.open(small_twins()), 4)
    return [
        PerturbedWeb(Catalogue(web_of(dataset, world)).web, PRESETS["realistic"].of_web)
        for dataset, worlds in datasets
        for world in dataset.world_ids[:worlds]
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
        key=lambda page: child_seed(1, f"{page['url']} {page['fact']}"),
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
                {
                    "url": head.url,
                    "fact": fact,
                    "text": page.body,
                    "value": value,
                    "right": mark.says is None,
                }
            )
    return {f: pages for f, pages in by_fact.items() if not all(p["right"] for p in pages)}


def test_who_reads_the_line_finds_the_right_source_and_nobody_else_does(webs):
    """Chance is a quarter where the page itself is right, beside three accounts of it, and a third
    where one account is, beside two: .31. Who knows that and trusts pages without a line where
    there are any, is right with every fourth page and with a third of the others: .5."""
    with_cues, without, distrusting, chance = [], [], [], []
    for web in webs:
        rule, today = PRESETS["realistic"].precedence, web.world.as_of
        for pages in contested(web).values():
            with_cues.append(resolved(pages, rule, today)["right"])
            bare = [{**page, "text": LINE.sub("", page["text"])} for page in pages]
            without.append(resolved(bare, rule, today)["right"])
            unlined = [page for page in pages if LINE.search(page["text"]) is None]
            distrusting.append(resolved(unlined or bare, rule, today)["right"])
            chance.append(sum(page["right"] for page in pages) / len(pages))
    cells = len(chance)
    told = (
        f"{cells} cells: {sum(with_cues)} by the line, {sum(without)} without, "
        f"{sum(distrusting)} by pages without a line, {sum(chance):.0f} by chance"
    )
    assert cells >= 500, told
    assert sum(with_cues) >= 0.95 * cells, told
    assert sum(without) <= 0.6 * cells, told
    assert sum(distrusting) <= 0.6 * cells, told
    assert 0.25 * cells <= sum(chance) <= 0.36 * cells, told


def test_all_accounts_of_a_page_change_the_same_figures(webs):
    """An account that left a figure as it is would give the right value one vote more."""
    for web in webs:
        accounts = [extra for extra in web.extras if extra.control in ACCOUNTS]
        for original in {extra.original for extra in accounts}:
            of_page = [extra for extra in accounts if extra.original == original]
            assert [extra.control for extra in of_page] == list(ACCOUNTS)
            assert sum(extra.stands_in for extra in of_page) <= 1
            changed = [
                {mark.fact for mark in web.page(extra.head.number).marks if mark.says is not None}
                for extra in of_page
                if not extra.stands_in
            ]
            assert all(facts == changed[0] for facts in changed)


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
        assert 0.1 < sum(stand_in) / len(stand_in) < 0.4  # one in four


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

"""Pages that controls take away, add, cut or leave undated."""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import urlsplit

import pytest

from fictionworld.errors import UsageError
from fictionworld.simulator.controls import PRESETS, Controls
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.perturbed.catalogue import PerturbedCatalogue
from tests.simulator.perturbed.conftest import asked
from tests.simulator.perturbed.test_faults import close

ACCOUNTS = ("earlier_dates", "other_issuers", "narrower_scopes")
BANNERS = {
    "dead_links": "> Copy of https://",
    "stale_copies": "> Archived copy of an earlier edition, saved on ",
    "contradictions": "> Unofficial page. Not connected with anybody",
    "corrections": "> Reprinted on ",
    "spam": "# ",
    **dict.fromkeys(ACCOUNTS, "*"),
}
CUES = {
    "dead_links": r"Copy: ",
    "stale_copies": r"Archived copy: ",
    "contradictions": r"Unofficial",
    "corrections": r"Reprint with a correction: ",
    "spam": r".",
    **dict.fromkeys(ACCOUNTS, r"."),
}


@pytest.fixture(scope="module")
def web(hostile):
    return hostile.catalogue.web


def under(catalogue, **controls):
    return Engine(catalogue, controls=Controls(**controls))


def test_a_web_without_controls_is_the_web(catalogue):
    engine = Engine(catalogue, controls=Controls())
    assert engine.catalogue is catalogue
    timed = under(catalogue, timeout=0.1)
    assert timed.catalogue.view(timed.permit).index is catalogue.view(timed.permit).index
    assert timed.catalogue.web.heads == catalogue.web.heads


def test_every_page_of_the_web_beneath_keeps_its_number(catalogue, web):
    assert [head.number for head in web.heads] == list(range(1, len(web.heads) + 1))
    for head in catalogue.web.heads:
        assert web.page(head.number) is catalogue.web.page(head.number)
        assert web.number_of(head.url) == head.number
        assert web.plan.page(head.number) == catalogue.web.plan.page(head.number)
        assert web.plan.entries(head.number) == catalogue.web.plan.entries(head.number)


def test_extra_pages_have_addresses_of_their_own(catalogue, web):
    hosts = {urlsplit(head.url).netloc for head in catalogue.web.heads}
    urls = [head.url for head in web.heads]
    assert len(set(urls)) == len(urls)
    assert {extra.control for extra in web.extras} == set(BANNERS)
    for extra in web.extras:
        head = extra.head
        assert urlsplit(head.url).netloc not in hosts
        assert web.number_of(head.url) == head.number
        assert web.page(head.number).head == head
        assert web.page(head.number).body.startswith(BANNERS[extra.control])
        assert re.match(CUES[extra.control], head.title)
        assert head.date is None or head.date <= web.world.as_of
        assert web.plan.page(head.number).number == head.number


def test_shares_are_kept_and_nest(catalogue):
    base = catalogue.web
    for control in ("dead_links", "withheld_dates"):
        chosen = []
        for share in (0.1, 0.3, 0.5):
            web = PerturbedCatalogue(catalogue, Controls(**{control: share})).web
            dated = [head for head in base.heads if head.date]
            found, of = (
                (set(web.gone), base.heads)
                if control == "dead_links"
                else ({h.number for h in dated if web.heads[h.number - 1].date is None}, dated)
            )
            assert close(len(found), share, len(of))
            chosen.append(found)
        assert chosen[0] < chosen[1] < chosen[2]
    for control in ("stale_copies", "contradictions", "corrections"):
        few, many = (
            {
                e.original
                for e in PerturbedCatalogue(catalogue, Controls(**{control: share})).web.extras
            }
            for share in (0.1, 0.4)
        )
        assert few < many
        assert 2 <= len(many) / len(few) <= 9


def test_what_is_gone_has_a_copy(catalogue):
    engine = under(catalogue, dead_links=0.3)
    web, plain = engine.catalogue.web, Engine(catalogue)
    assert web.gone
    for number, copy in web.gone.items():
        reply = asked(engine, "web_extractor", url=catalogue.web.heads[number - 1].url)
        assert reply.kind == "error"
        assert reply.fired == ("dead_links",)
        [address] = re.findall(r"404 Not Found.* a copy of it is kept at (\S+)$", reply.text)
        assert address == copy.url
        page = asked(engine, "web_extractor", url=address)
        assert (page.kind, page.pages) == ("page", (copy.number,))
        original, kept = web.page(number), web.page(copy.number)
        assert kept.body.endswith(original.body)
        assert [m.fact for m in kept.marks] == [m.fact for m in original.marks]
        assert [m.truth for m in kept.marks] == [m.truth for m in original.marks]
        for mark, before in zip(kept.marks, original.marks, strict=True):
            assert kept.body[mark.start : mark.end] == original.body[before.start : before.end]
    alive = next(h for h in catalogue.web.heads if h.number not in web.gone)
    assert asked(engine, "web_extractor", url=alive.url) == asked(
        plain, "web_extractor", url=alive.url
    )


def test_a_copy_is_found_by_searching(catalogue):
    engine = under(catalogue, dead_links=0.3)
    web = engine.catalogue.web
    found = 0
    for number, copy in list(web.gone.items())[:30]:
        title = catalogue.web.heads[number - 1].title
        reply = asked(engine, "web_search", query=f"copy {title}")
        found += copy.number in reply.pages
    assert found >= 25


def test_values_of_copies_are_other_values_of_the_column(dataset, world_id, web):
    frames, told = dataset.frames(world_id), Counter()
    pack = dataset.pack_of(world_id)
    for extra in web.extras:
        page = web.page(extra.head.number)
        for mark in page.marks:
            fact = mark.fact
            column = pack.tables[fact.table].columns[fact.column]
            told[extra.control, mark.truth] += 1
            if mark.says is None:
                assert mark.truth != "false"
                continue
            assert column.role == "askable"
            rows = dict(frames[fact.table].select("id", fact.column).iter_rows())
            assert rows[mark.says] is not None
            assert rows[mark.says] != rows[fact.row], (extra, fact)
            assert mark.truth in {"stale", "false"}
    assert {truth for control, truth in told if control == "stale_copies"} == {"stale"}
    for control in ("contradictions", "corrections"):
        assert told[control, "false"] > 10
    assert {truth for control, truth in told if control == "dead_links"} <= {"current", "rounded"}
    truths = {mark.truth for n in range(1, 50) for mark in web.page(n).marks}
    assert truths <= {"current", "rounded"}


def test_most_extra_pages_do_mislead(web):
    for control in ("stale_copies", "contradictions", "corrections"):
        pages = [web.page(e.head.number) for e in web.extras if e.control == control]
        wrong = [any(mark.says is not None for mark in page.marks) for page in pages]
        assert sum(wrong) >= 0.8 * len(wrong), control


def test_archived_copies_are_older_than_today_and_say_when(web):
    for extra in web.extras:
        if extra.control == "stale_copies":
            assert (web.world.as_of - extra.day).days >= 60
            assert (
                f"saved on {extra.day.day} " in web.page(extra.head.number).body.partition("\n")[0]
            )


def test_a_correction_names_the_wrong_text_and_the_right_one(web):
    said = 0
    for extra in web.extras:
        page = web.page(extra.head.number)
        notice = re.search(r"“(.+?)” should read “(.+?)”", page.body.partition("\n")[0])
        wrong = {page.body[m.start : m.end] for m in page.marks if m.truth == "false"}
        if extra.control == "corrections" and notice:
            said += 1
            assert wrong == {notice[1], f"in the text below, “{notice[1]}” should read"}
            right = next(
                m for m in page.marks if m.truth == "current" and m.start == notice.start(2)
            )
            false = [m for m in page.marks if m.truth == "false"]
            assert {m.fact for m in false} >= {right.fact}
            assert len(false) >= 2, "the notice and the text"
    assert said > 5


def test_long_pages_come_in_parts(catalogue):
    engine = under(catalogue, page_characters=2_000)
    web = catalogue.web
    long = [head for head in web.heads if len(web.page(head.number).body) > 3_000][:10]
    assert long
    for head in long:
        shown, part = "", 1
        while True:
            reply = asked(engine, "web_extractor", url=head.url, page=part)
            assert reply.fired == ("page_characters",)
            assert len(reply.text) <= 2_000
            shown += catalogue.web.page(head.number).body[reply.span.start : reply.span.end]
            if "the last.]" in reply.text:
                break
            part += 1
        assert shown == catalogue.web.page(head.number).body
        assert part >= 2


def test_what_breaks_off_says_so_and_comes_whole_in_the_end(catalogue):
    engine, plain = under(catalogue, truncation=0.4), Engine(catalogue)
    cut = 0
    for head in catalogue.web.heads:
        reply = asked(engine, "web_extractor", url=head.url)
        whole = asked(plain, "web_extractor", url=head.url)
        if reply.fired:
            cut += 1
            assert reply.fired == ("truncation",)
            assert reply.text.endswith("Try the same call again.]")
            body = catalogue.web.page(head.number).body
            assert whole.text.startswith(reply.text.rpartition("\n\n[Cut short")[0])
            assert body[reply.span.end] == "\n" or "\n" not in body[: reply.span.end]
            assert reply.span.end < whole.span.end
        else:
            assert reply == whole
        assert asked(engine, "web_extractor", attempt=3, url=head.url) == whole
    assert close(cut, 0.4, len(catalogue.web.heads))


def test_a_web_without_a_plan_cannot_be_perturbed():
    from tests.simulator.stand_in import StandIn

    with pytest.raises(UsageError, match=r"controls: .* plan"):
        Engine.over(StandIn(pages=3), controls=PRESETS["hostile"])

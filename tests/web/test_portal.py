"""Portals lead to the pages of their own site and to other portals, and state nothing."""

from __future__ import annotations

import pytest

from tests.web.reader import LINK
from tests.web.written import written


@pytest.fixture(scope="module")
def web():
    return written("football", 1)[0]


def test_large_sites_have_a_portal(web):
    sites = [page.site for page in web.plan.pages]
    portals = {page.site for page in web.plan.pages if page.kind == "portal"}
    assert {"encyclopedia", "statistics", "directory"} <= portals
    assert not any(site.startswith("club/") for site in portals)  # `about` is the page to start at
    others = {"encyclopedia", "statistics", "body", "forum", *(f"outlet/{n}" for n in range(1, 7))}
    assert all((site in portals) == (sites.count(site) > 10) for site in others)


def test_a_portal_leads_to_its_site_and_to_portals(web):
    for page in web.plan.pages:
        if page.kind != "portal":
            continue
        body = web.page(page.number).body
        linked = [web.plan.page(web.number_of(url)) for _, url in LINK.findall(body)]
        assert len(linked) >= 4
        assert all(other.site == page.site or other.kind == "portal" for other in linked)
        assert all((other.part or 1) == 1 or other.kind == "background" for other in linked)
        assert not web.page(page.number).marks


def test_a_paper_has_its_latest_stories_first(web):
    papers = [p for p in web.plan.pages if p.kind == "portal" and p.site.startswith("outlet/")]
    for page in papers:
        news = web.page(page.number).body.partition("Latest")[2].partition("\n\n")[2]
        numbers = [web.number_of(url) for _, url in LINK.findall(news.partition("\n\n")[0])]
        days = [web.heads[number - 1].date for number in numbers]
        assert len(days) > 3 and days == sorted(days, reverse=True)
    assert papers

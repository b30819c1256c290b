"""The signature of the strategy `private`: papers of one institution, on hosts of its own."""

from __future__ import annotations

from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from fictionworld.packs.compile import load_pack
from fictionworld.web.hosts import _domain_within
from tests.examples import first_everyday
from tests.small import strategies, two_every_day
from tests.web.written import written

PAPERS = {"memo", "minutes", "ticket"}
PUBLIC = {"official", "news", "review", "forum", "encyclopedia", "report"}
PRIVATE = [name for name, has in strategies().items() if has == "private"]


@pytest.mark.parametrize("name", two_every_day())
def test_only_private_packs_have_papers_and_a_domain_of_their_own(name):
    web, _ = written(name, 1)
    hosts = {urlsplit(head.url).hostname or "" for head in web.heads}
    papers = sum(head.kind in PAPERS for head in web.heads) / len(web.heads)
    if name not in PRIVATE:
        assert not any(host.endswith(".internal") for host in hosts)
        assert papers == 0
        return
    (domain,) = {host.partition(".")[2] for host in hosts}
    assert domain.endswith(".internal")
    assert len(hosts) >= 6
    assert papers >= 0.4
    assert not PUBLIC & {head.kind for head in web.heads}


@pytest.mark.parametrize("name", PRIVATE)
def test_an_institution_is_named_in_its_setting(name):
    assert load_pack(name).tables["setting"].columns["institution"].kind == "name"


@pytest.mark.parametrize(("institution", "domain"), [
    ("Osservatorio di Franduzzo", "franduzzo.internal"),
    ("Mount Breblica Observatory", "breblica.internal"),
    ("Eisl-Sternwarte", "eisl.internal"),
    ("Sternwarte", "sternwarte.internal"),
])  # fmt: skip
def test_a_domain_has_the_word_that_tells_its_institution_apart(institution, domain):
    pack = load_pack("observatory_logs")
    context = SimpleNamespace(pack=pack, setting={"institution": institution})
    assert _domain_within(context) == domain


@pytest.mark.parametrize("name", first_everyday(PRIVATE))
def test_papers_say_who_wrote_them_and_that_they_stay_inside(name):
    web, _ = written(name, 1)
    for kind, mark in (("memo", "From: "), ("minutes", "##"), ("ticket", "Opened by ")):
        bodies = [web.page(head.number).body for head in web.heads if head.kind == kind]
        assert bodies
        assert sum(mark in body for body in bodies) >= 0.8 * len(bodies)
        assert any("nternal" in body for body in bodies)

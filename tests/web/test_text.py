"""Pages are true, whole, linked, and the same for twins wherever nothing askable is said."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given

from fictionworld.packs.compile import compile_source
from fictionworld.packs.source import parse_source
from fictionworld.web.permit import Permit
from fictionworld.web.writing.links import linked_once
from tests.examples import examples, first_everyday
from tests.small import each_pack
from tests.strategies import packs, source_text
from tests.web.attribution import AttributionReader
from tests.web.reader import LINK
from tests.web.written import drawn_anew, written

BANNED = re.compile(
    r"\b(?:fictional|fictitious|dataset|database|schema|askable|entity|null|none is None)\b|_id\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module", params=each_pack())
def name(request):
    return request.param


def check_web(web, reader):
    for head in web.heads:
        page = web.page(head.number)
        assert page.head is head
        reader.check_marks(page)
        reader.check_rest(page)
        check_form(page)


def check_form(page):
    body, name = page.body, page.head.name
    assert not re.search(r"[\x00-\x08\x0b-\x1f\ue000-\uf8ff]", body), name
    assert not re.search(r"[{}]|\bNone\b", LINK.sub(r"\1", body)), name
    assert "\n\n\n" not in body, name
    prose = [
        line
        for line in LINK.sub(r"\1", body).split("\n")
        if line[:1] not in {"|", "#", "-", "*", ">", ""}
    ]
    text = "\n".join(prose)
    assert not BANNED.search(text), (name, BANNED.search(text))
    slips = [
        r" ,", r" \.(?!\.)", r"(?<!\.)\.\.(?!\.)", r"(?<!\n)  \w", r"\ba [aeio]\w",
        r"\ban [bcdfgjklmnpqrstvwxyz]\w", r"\ba (?:8|11|18)\b", r"\b(\w+) \1\b",
        rf"(?<![\d,.])1 (?:{COUNTED})\b", r"[.?!] [a-z]", r"^[a-z]+ [a-z]+ .*\.$", r"\(e?s\)",
    ]  # fmt: skip
    for slip in slips:
        if not re.search(slip, text, re.MULTILINE):
            continue  # what is around it is looked for only where there is one: that takes long
        found = re.search(f".{{0,40}}(?:{slip}).{{0,40}}", text, re.MULTILINE)
        assert not found or OKAY.search(found[0]), (name, slip, found[0])


COUNTED = "goals|days|years|matches|players|units|points|cores|phones|stores|reviews|retailers"
OKAY = re.compile(r"\.\.\.| · |\ba (?:one|uni|euro)|\d+, | v ")


@pytest.mark.parametrize("world_id", first_everyday(range(1, 9)))
def test_pages_are_read_back(name, world_id):
    check_web(*written(name, world_id))


@examples(15)
@given(packs())
def test_pages_of_any_pack(data):
    pack = compile_source(parse_source(source_text(data), "drawn.yaml"))
    for web, reader in drawn_anew(pack):
        attribution = AttributionReader(web, reader)
        for head in web.heads:
            page = web.page(head.number)
            reader.check_marks(page)
            reader.check_rest(page)
            assert not attribution.mistakes(page)


def test_lengths(name):
    counts = [
        len(written(name, 1)[0].page(h.number).body.split()) for h in written(name, 1)[0].heads
    ]
    assert min(counts) >= 45  # no page is a line or two
    assert max(counts) <= 2000
    assert sum(90 <= count <= 1600 for count in counts) / len(counts) >= 0.85


def test_a_date_in_a_key_leads_a_sentence():
    web, _ = written("rail_network", 1)
    bodies = [web.page(head.number).body for head in web.heads]
    assert any(re.search(r"\bOn [0-9A-Z]\S+ [0-9A-Z]\S+ \d{4}, ", body) for body in bodies)
    assert not any(re.search(r"\bFor \d{4}-\d\d-\d\d, ", body) for body in bodies)


# Links -------------------------------------------------------------------------------------------


def test_links_lead_to_pages(name):
    web, _ = written(name, 2)
    for head in web.heads:
        links = LINK.findall(web.page(head.number).body)
        assert len(links) >= 2, head.name
        for _, url in links:
            assert web.number_of(url) is not None, (head.name, url)


def test_a_page_links_once_to_another_and_in_short(name):
    """What agents pay for by the character: links take a quarter of all text, and no more."""
    web, _ = written(name, 2)
    linked = characters = 0
    for head in web.heads:
        body = web.page(head.number).body
        urls = [url for _, url in LINK.findall(body)]
        assert len(set(urls)) == len(urls), head.name
        assert "](http" not in body and "](www." not in body
        if head.kind in {"statistics", "report"}:
            assert not [line for line in body.split("\n") if line[:1] == "|" and "](" in line]
        linked += sum(map(len, urls))
        characters += len(body)
    assert 0.1 < linked / characters < 0.27


def test_a_link_is_followed_as_it_stands():
    """Of repeated links the first is kept, whatever the words of the others."""
    text = "[A](a.example/x) and [the A](a.example/x), [B](b.example/) | \x02\x01\x01\x01C\x03"
    assert linked_once(text) == text.replace("[the A](a.example/x)", "the A")


def test_addresses_differ_and_are_found(name):
    web, _ = written(name, 1)
    assert len({head.url for head in web.heads}) == len(web.heads)
    for head in web.heads:
        bare = head.url.removeprefix("https://").removeprefix("www.")
        for url in (
            head.url,
            f"{head.url}/",
            f"http://{bare}",
            bare,
            f"{head.url}#top",
            f"www.{bare}",
        ):
            assert web.number_of(url) == head.number
    assert web.number_of("https://nowhere.example/") is None


def test_every_page_is_reached_by_links(name):
    """From the first page of each directory by links alone; background pages may be left."""
    web, _ = written(name, 3)
    start = [chain[0] for t in web.plan.codes.tables if (chain := web.plan.directory(t))]
    seen, queue = set(start), list(start)
    while queue:
        for _, url in LINK.findall(web.page(queue.pop()).body):
            number = web.number_of(url)
            if number not in seen:
                seen.add(number)
                queue.append(number)
    missed = [h.name for h in web.heads if h.number not in seen and h.kind != "background"]
    assert not missed


def test_a_directory_is_a_chain(name):
    web, reader = written(name, 1)
    for table in web.plan.codes.tables:
        chain = web.plan.directory(table)
        if not reader.rows[table]:  # an optional table that this world lacks
            assert not chain
            continue
        linked = () if web.plan.page(chain[0]).is_partial_list else pairwise(chain)
        for here, then in linked:
            assert then in [web.number_of(url) for _, url in LINK.findall(web.page(here).body)]
        for number in chain:
            urls = {web.number_of(url) for _, url in LINK.findall(web.page(number).body)}
            for row in web.plan.entries(number):
                own = [p.number for p in web.plan.pages
                       if p.listed is None and (p.table, p.row) == (row.table, row.id)]  # fmt: skip
                assert not own or urls & set(own), row


# Twins -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world_id", first_everyday(range(1, 5)))
def test_twins_say_the_same_around_other_values(name, world_id):
    web, _ = written(name, world_id)
    twin, _ = written(name, world_id, values=99)
    assert web.heads == twin.heads
    columns = {(c.table, c.name): c for t in web.plan.codes.columns for c in (t,)}
    different = 0
    for head in web.heads:
        one, other = web.page(head.number), twin.page(head.number)
        different += one.body != other.body
        assert [m.fact for m in one.marks] == [m.fact for m in other.marks]
        assert open_lines(one, columns) == open_lines(other, columns)
    assert different > 20


def open_lines(page, columns):
    """The lines and sentences of a page that state nothing askable."""
    body = page.body
    closed = {
        (mark.start, mark.end)
        for mark in page.marks
        if columns[mark.fact.table, mark.fact.column].role == "askable"
    }
    for start, end in sorted(closed, reverse=True):
        body = f"{body[:start]}¤{body[end:]}"
    pieces = re.split(r"\n|(?<=[.?!”]) ", body)
    return [piece for piece in pieces if "¤" not in piece]


@pytest.mark.parametrize("policy", ["tease", "strict"])
def test_twins_have_the_same_snippets(name, policy):
    web, _ = written(name, 1)
    twin, _ = written(name, 1, values=99)
    for words in ((), ("battery", "5,000", "price"), ("goals", "2", "club")):
        for head in web.heads:
            one = web.windows(head.number, Permit.of(policy, web.world)).cut(words)
            assert one == twin.windows(head.number, Permit.of(policy, twin.world)).cut(words), (
                head.name
            )


def test_the_order_of_writing_is_no_matter(name):
    web, _ = written(name, 1)
    from tests.web.drawn import drawn
    from tests.web.written import web_of

    pack, filled, _ = drawn(name, 12)
    again, *_ = web_of(pack, filled, 1)
    for number in (40, 3, 101, 7, len(again.heads)):
        assert again.page(number) == web.page(number)
    assert again.heads == web.heads

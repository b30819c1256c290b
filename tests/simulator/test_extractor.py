from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.errors import UsageError
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.web_extractor import parts_of
from tests.simulator.stand_in import StandIn

WEB = StandIn(pages=60)
ENGINE = Engine.over(WEB)
FOOTER = re.compile(
    r"\n\n\[Part (\d+) of (\d+)(?:, the last|\. For the next, .* with (\{.*\}))\.\]$"
)


def read(url, **options):
    budget = options.pop("budget_chars", None)
    return ENGINE.call(
        "web_extractor", {"url": url, **options}, memory=Memory(), budget_chars=budget
    )


def test_a_page_is_its_markdown():
    for head in WEB.heads[:5]:
        reply = read(head.url)
        body = WEB.page(head.number).body
        assert (reply.text, reply.kind, reply.pages) == (body, "page", (head.number,))
        assert reply.span == (0, len(body))
        assert read(head.url, page=1) == reply


@pytest.mark.parametrize(
    "change",
    [
        lambda url: url.replace("https", "http"),
        lambda url: url.removeprefix("https://"),
        lambda url: url.replace("https://", "https://www."),
        lambda url: url + "/",
        lambda url: url + "#prices",
        lambda url: f" <{url}> ",
        lambda url: url.replace("fenn", "FENN"),
        lambda url: url.replace("encyclopedia", "%65ncyclopedia"),
    ],
)
def test_addresses_as_people_write_them(change):
    url = WEB.heads[0].url
    assert read(change(url)) == read(url)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://fennpedia.example/wiki/nothing", "404 Not Found"),
        ("http://www.fennpedia.example", "404 Not Found"),
        ("https://elsewhere.example/a", "could not be reached"),
        ("somewhere.org/x", "could not be reached"),
        ("Vela 12 price", "not a valid URL"),
        ("https://", "not a valid URL"),
        ("http://[::1", "not a valid URL"),
        ("file:///etc/passwd", "not a valid URL"),
        ("javascript:alert(1)", "not a valid URL"),
        ("https://127.0.0.1/", "not a valid URL"),
        ("https://a..b.org/", "not a valid URL"),
        ("ht!tp://x.org", "not a valid URL"),
    ],
)
def test_what_cannot_be_opened(url, said):
    reply = read(url)
    assert reply.kind == "error" and reply.pages == () and reply.span is None
    assert reply.text.startswith("Error: web_extractor: ") and said in reply.text


@pytest.mark.parametrize("budget", [600, 900, 2_000])
def test_parts_make_up_the_page(budget):
    for head in WEB.heads[:20]:
        body, arguments, spans = WEB.page(head.number).body, {"url": head.url}, []
        while arguments:
            reply = read(**arguments, budget_chars=budget)
            assert reply.kind == "page" and len(reply.text) <= budget
            spans.append(reply.span)
            footer = FOOTER.search(reply.text)
            assert int(footer[1]) == len(spans)
            said = reply.text[: footer.start()]
            assert said.endswith(body[reply.span.start : reply.span.end].strip("\n"))
            arguments = json.loads(footer[3]) if footer[3] else None
        assert int(footer[1]) == int(footer[2]) == len(spans) > 1
        assert "".join(body[start:end] for start, end in spans) == body


def test_a_part_that_is_not_there():
    url = WEB.heads[0].url
    assert read(url, page=2).text.endswith("the end of each part tells of the next")
    assert read(url, page=10**30, budget_chars=700) == read(url, page=2)  # not even how many


def test_a_budget_without_room():
    with pytest.raises(UsageError, match="got budget_chars=100; at least 600"):
        read(WEB.heads[0].url, budget_chars=100)


TABLE = "| Phone | Price |\n| --- | --- |\n" + "".join(f"| Vela {n} | {n} |\n" for n in range(60))


def test_tables_are_cut_at_rows_and_say_their_heading_again():
    body = f"# Prices\n\nAll of them.\n\n{TABLE}\nThat is all.\n"
    parts = parts_of(body, 300)
    assert len(parts) > 3
    for part in parts[1:-1]:
        assert part.heading == "| Phone | Price |\n| --- | --- |\n"
        assert body[part.start - 1] == body[part.end - 1] == "\n"
    assert parts[0].heading == ""


def test_sections_are_kept_whole_where_they_fit():
    body = "".join(f"## Section {n}\n\n" + "Some words. " * 20 + "\n\n" for n in range(8))
    parts = parts_of(body, 600)
    assert all(body.startswith("## Section", part.start) for part in parts)


PIECES = st.sampled_from(
    ["# Vela\n", "## Of old\n\n", "[edit]\n", "words and words. ", "\n", "\n\n", "| a | b |\n",
     "| --- | --- |\n", "| 1 | 2 |\n", "* one\n", "x" * 50, "> said\n"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=60).map("".join), st.integers(20, 300))
def test_any_text_is_cut_into_itself(body, room):
    parts = parts_of(body, room)
    assert "".join(body[part.start : part.end] for part in parts) == body
    assert all(len(part.heading) + part.end - part.start <= room for part in parts)
    assert all(part.end > part.start for part in parts) or body == ""

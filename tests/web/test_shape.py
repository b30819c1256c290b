"""What search results of our webs look like, beside the figures measured on real ones.

The reference's figures are of results shown to agents, ours of all pages; `-s` prints both.
"""

# Titles have dashes, and figures are printed.
# ruff: noqa: RUF001, T201

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from urllib.parse import urlsplit

import numpy as np
import pytest

from fictionworld.text.known import KnownNames
from fictionworld.web.hosts import known_labels
from fictionworld.web.permit import Permit
from fictionworld.web.snippets import passages_of
from fictionworld.web.words import web_words
from tests.small import each_pack
from tests.web.drawn import drawn
from tests.web.reader import LINK
from tests.web.written import web_of, written

WORLDS = range(6)
REAL = {
    "snippet p5/50/95": "118/148/163",
    "snippet ends ...": "0.61",
    "snippet ends .": "0.36",
    "snippet with digit": "0.50",
    "title p5/50/95": "23/55/70",
    "title cut": "0.15",
    "title no separator": "0.34",
    "url p5/50/95": "36/66/135",
    "url 4+ digits": "0.36",
    "url 4+ digits, not named so": "-",
    "url /YYYY/M": "0.06",
    "url .html .php": "0.09",
    "url query": "0.07",
    "dated": "0.43",
    "pdf": "0.05",
    "encyclopedia": "0.08",
}
LONG_NAMES = {"municipality", "theatre_seasons"}
"""Packs most of whose pages are about names of three words and more: ordinances, performances."""


@pytest.fixture(scope="module", params=each_pack())
def name(request):
    return request.param


def webs(name):
    return [written(name, world)[0] for world in WORLDS]


def spans(values):
    return "/".join(f"{value:.0f}" for value in np.percentile(values, [5, 50, 95]))


def is_numbered(web, head):
    """Whether a page is about a case, a ring, a vintage: a row that has such digits in its name."""
    page = web.plan.page(head.number)
    return page.row is not None and re.search(r"\d{4}", web.context.name(page.table, page.row))


def figures(name):
    heads = [head for web in webs(name) for head in web.heads]
    snippets = [
        web.windows(head.number, Permit.of("tease", web.world)).cut(())
        for web in webs(name)
        for head in web.heads
    ]
    urls = [head.url for head in heads]
    of_words = [head.url for web in webs(name) for head in web.heads if not is_numbered(web, head)]

    def share(flags):
        return float(np.mean(list(flags)))

    titles = [head.title for head in heads]
    return {
        "snippet p5/50/95": np.percentile([len(s) for s in snippets], [5, 50, 95]),
        "snippet ends ...": share(s.endswith("...") for s in snippets),
        "snippet ends .": share(s[-1:] in ".?!”" and not s.endswith("...") for s in snippets),
        "snippet with digit": share(any(c.isdigit() for c in s) for s in snippets),
        "title p5/50/95": np.percentile([len(t) for t in titles], [5, 50, 95]),
        "title cut": share(t.endswith("...") for t in titles),
        "title no separator": share(not re.search(r" [-|–] ", t) for t in titles),
        "url p5/50/95": np.percentile([len(u) for u in urls], [5, 50, 95]),
        "url 4+ digits": share(bool(re.search(r"\d{4}", u)) for u in urls),
        "url 4+ digits, not named so": share(bool(re.search(r"\d{4}", u)) for u in of_words),
        "url /YYYY/M": share(bool(re.search(r"/\d{4}/\d\d?/", u)) for u in urls),
        "url .html .php": share(bool(re.search(r"\.(?:html|php)\b", u)) for u in urls),
        "url query": share("?" in u for u in urls),
        "dated": share(head.date is not None for head in heads),
        "pdf": share(u.endswith(".pdf") for u in urls),
        "encyclopedia": share(head.kind == "encyclopedia" for head in heads),
    }


def test_results_look_like_real_ones(name, record_property):
    found = figures(name)
    for what, value in found.items():
        shown = "/".join(f"{v:.0f}" for v in value) if np.ndim(value) else f"{value:.2f}"
        print(f"{name:12} {what:20} ours {shown:12} real {REAL[what]}")
        record_property(what, shown)
    low, middle, high = found["snippet p5/50/95"]
    assert low >= 105
    assert 138 <= middle <= 155
    assert high <= 168
    assert 0.4 <= found["snippet ends ..."] <= 0.9
    assert 0.1 <= found["snippet ends ."] <= 0.5
    low, middle, high = found["title p5/50/95"]
    assert low >= 15 and 38 <= middle <= 62 and high <= 74
    assert 0.01 <= found["title cut"] <= (0.4 if name in LONG_NAMES else 0.25)
    assert 0.1 <= found["title no separator"] <= 0.65
    low, middle, high = found["url p5/50/95"]
    assert 28 <= low <= 55 and 50 <= middle <= 80 and high <= 135
    assert 0.01 <= found["url query"] <= 0.3
    if written(name, 0)[0].world.strategy == "private":  # dated papers, filed by number
        assert 0.6 <= found["url 4+ digits"] <= 0.95
        assert 0.55 <= found["dated"] <= 0.9
    else:
        assert 0.15 <= found["url 4+ digits, not named so"] <= 0.5
        assert 0.2 <= found["dated"] <= 0.55


def test_dates_are_not_after_today(name):
    for web in webs(name):
        for head in web.heads:
            assert head.date is None or head.date <= web.world.as_of
            if head.kind in {"encyclopedia", "directory"}:
                assert head.date is None
            if head.kind == "forum":
                assert head.date is not None


def test_snippets_are_cut_from_the_page(name):
    for web in webs(name)[:3]:
        for policy in ("open", "tease", "strict", "mixed:0.5"):
            permit = Permit.of(policy, web.world)
            for head in web.heads:
                passages = passages_of(web.page(head.number))
                text = "".join(p.text + (" " if p.text[-1] in ".?!”:" else " · ") for p in passages)
                for words in ((), ("price", "goals", "battery", "2")):
                    snippet = web.windows(head.number, permit).cut(words)
                    assert 3 <= len(snippet) <= 170
                    for piece in snippet.split(" ... "):
                        assert piece.removesuffix(" ...") in text, (head.name, piece)


def test_snippets_state_only_what_is_permitted(name):
    """Under `open` a window may hold an askable value; under `tease` its sentence is left out."""
    web = webs(name)[0]
    columns = {(c.table, c.name): c for c in web.plan.codes.columns}
    told = 0
    for head in web.heads:
        page = web.page(head.number)
        closed = [
            passage.text
            for passage in passages_of(page)
            if any(columns[f.table, f.column].role == "askable" for f in passage.facts)
        ]
        words = re.findall(r"\w+", " ".join(closed[:1]))
        tease = web.windows(head.number, Permit.of("tease", web.world)).cut(words)
        open_ = web.windows(head.number, Permit.of("open", web.world)).cut(words)
        told += any(text[:40] in open_ for text in closed)
        allowed = web.windows(head.number, Permit.of("tease", web.world)).texts
        assert not set(closed).intersection(allowed), head.name
        # a row of a table may begin with the whole of another one
        prose = [text for text in closed if len(text) > 12 and " | " not in text]
        assert not any(text in tease for text in prose), head.name
    assert told > 100


# Hosts -------------------------------------------------------------------------------------------


def test_hosts_are_nobodys(name):
    for web in webs(name):
        for head in web.heads:
            host = (urlsplit(head.url).hostname or "").removeprefix("www.")
            assert host.split(".")[0] not in known_labels()
            within = r"[a-z0-9-]+\." if web.world.strategy == "private" else ""
            assert re.fullmatch(rf"[a-z0-9-]+\.{within}[a-z]+", host), host
            assert not re.search(r"\.(?:html|php|pdf)-", head.url), head.url


def test_reserved_hosts(name):
    pack, filled, _ = drawn(name, 12)
    web, *_ = web_of(pack, filled, 1, hosts="reserved")
    other, _ = written(name, 1)
    assert all((urlsplit(head.url).hostname or "").endswith(".example") for head in web.heads)
    assert [head.title for head in web.heads] == [head.title for head in other.heads]
    for head in web.heads[::9]:
        assert LINK.sub(r"\1", web.page(head.number).body) == LINK.sub(
            r"\1", other.page(head.number).body
        )


def test_coined_words_are_no_names():
    parts = web_words("coined")
    every = product(parts["word_heads"], parts["word_middles"], parts["word_ends"])
    words = np.array(list(map("".join, every)), object)
    known = words[KnownNames.load().contains(words)]
    assert not len(known), known.tolist()
    assert not set(map(str.lower, words)) & known_labels()


# Wording -----------------------------------------------------------------------------------------


def test_no_opening_is_common(name):
    """Of the first sentences of a kind none begins with the same two words too often."""
    for kind in ("encyclopedia", "news", "review", "official", "forum", "background", "report"):
        first = Counter()
        for web in webs(name):
            for head in web.heads:
                if head.kind == kind:
                    sentences = [p.text for p in passages_of(web.page(head.number)) if p.prose]
                    if sentences:
                        opening = _opening(web, head.number, sentences[0])
                        first[" ".join(opening.split()[:2])] += 1
        total = sum(first.values())
        if total >= 100:
            word, count = first.most_common(1)[0]
            print(f"{name:12} {kind:12} opens most often with {word!r}: {count / total:.1%}")
            chance = np.sqrt(0.1 * 0.9 * total)  # of a few hundred pages some words are drawn often
            assert count <= 0.1 * total + chance, (kind, word, count / total)


def _opening(web, number, sentence):
    """A first sentence; one that begins with what its page is about, from that row's own name."""
    page = web.plan.page(number)
    if page.row is None:
        return sentence
    name, phrase = web.context.name(page.table, page.row), web.context.phrase(page.table, page.row)
    before = phrase.partition(name)[0]
    return sentence[len(before) :] if sentence.lower().startswith(phrase.lower()) else sentence

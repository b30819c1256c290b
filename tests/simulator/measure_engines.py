"""What search engines cost and find over worlds of a dataset: the tables of docs/search-index.md.

    python -m tests.simulator.measure_engines worlds    # bm25s too, where it is installed

Each engine gets the same terms (`simulator/terms.py`), but for `fts5_raw`, which gets the text and
takes it apart itself. A query is the name of a row and the label of a column; the page wanted is
one that states the cell. A hash of all rankings, made in processes of different hash seeds, says
whether an engine ranks the same in each. Times are processor times; the index of a page is made of
its plan before they begin.
"""

# ruff: noqa: T201 - it prints a table

from __future__ import annotations

import hashlib
import importlib.util
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import time
from functools import lru_cache

import fictionworld as fw
from fictionworld.episodes.world_files import template_web
from fictionworld.simulator.search_index import SearchIndex
from fictionworld.simulator.terms import query_terms, raw_words, terms_of
from fictionworld.web.permit import Permit
from fictionworld.web.searched import SearchedTexts
from fictionworld.worlds.fact import FactId

ENGINES = ("own", "fts5", "fts5_raw", "bm25s")
WORLDS, QUERIES = 20, 60

known = lru_cache(None)(terms_of)


def terms(text):
    return [term for raw in raw_words(text) for term in known(raw)]


def words_of(document):
    return [term for phrase in document.phrases for term in terms(phrase)]


def own(documents):
    index = SearchIndex.of(SearchedTexts.of(documents))
    return lambda query: index.pages(query_terms(query), 10)


def fts5(documents):
    return sqlite((d.number, " ".join(terms(d.title)), " ".join(words_of(d))) for d in documents)


def fts5_raw(documents):
    return sqlite((d.number, d.title, " ".join(d.phrases)) for d in documents)


def sqlite(rows):
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE page USING fts5(title, words, content='')")
    base.executemany("INSERT INTO page(rowid, title, words) VALUES (?, ?, ?)", rows)
    ask = "SELECT rowid FROM page WHERE page MATCH ? ORDER BY bm25(page, 6, 1), rowid LIMIT 10"

    def search(query):
        said = " OR ".join(f'"{term}"' for term in query_terms(query))
        return [row[0] for row in base.execute(ask, (said,))]

    return search


def bm25s(documents):
    import bm25s as engine

    numbers = [d.number for d in documents]
    index = engine.BM25(k1=0.4, b=0.3)
    index.index([terms(d.title) * 6 + words_of(d) for d in documents], show_progress=False)
    most = min(50, len(numbers))

    def search(query):
        places, scores = index.retrieve([list(query_terms(query))], k=most, show_progress=False)
        best = sorted(
            (-float(s), numbers[p]) for p, s in zip(places[0], scores[0], strict=True) if s
        )
        return [number for _, number in best[:10]]

    return search


def asked_of(web, seed):
    """Queries for cells of a world, each with the pages that state the cell."""
    rng, context = random.Random(seed), web.context
    columns = sorted(key for key, wording in context.wordings.items() if wording.askable)
    queries = []
    for _ in range(QUERIES):
        table, name = rng.choice(columns)
        wording = context.wordings[table, name]
        row = rng.randrange(1, len(wording.cells))
        pages = web.plan.pages_of(FactId(web.world.world_id, table, row, name))
        if pages:
            queries.append((f"{context.name(table, row)} {wording.label}", set(pages)))
    return queries


def measure(name, folder):
    dataset = fw.open(folder)
    make, ids = globals()[name], dataset.world_ids
    built, ranks, times, rankings, read = [], [], [], hashlib.sha256(), []
    for world_id in ids[:: max(1, len(ids) // WORLDS)][:WORLDS]:
        web = template_web(dataset, world_id)
        permit, heads = Permit.of("tease", web.world), web.heads
        start = time.process_time()
        documents = web.searched([head.number for head in heads], permit).pages
        read.append(time.process_time() - start)
        start = time.process_time()
        search = make(documents)
        built.append(time.process_time() - start)
        for query, pages in asked_of(web, world_id):
            start = time.perf_counter()
            found = search(query)
            times.append(time.perf_counter() - start)
            rankings.update(repr(found).encode())
            ranks.append(next((1 / at for at, page in enumerate(found, 1) if page in pages), 0))
    times.sort()
    print(
        f"| {name} | {1000 * statistics.median(read):.0f} | {1000 * statistics.median(built):.0f} "
        f"| {1e6 * times[len(times) // 2]:.0f} / {1e6 * times[len(times) * 19 // 20]:.0f} "
        f"| {statistics.mean(map(bool, ranks)):.4f} | {statistics.mean(ranks):.3f} "
        f"| {rankings.hexdigest()[:8]} |",
        flush=True,
    )


if __name__ == "__main__":
    if len(sys.argv) > 2:
        measure(*sys.argv[1:])
    else:
        print(
            "| engine | words ms | build ms | query p50 / p95 us | in ten | reciprocal | ranking |"
        )
        print("|---|---:|---:|---:|---:|---:|---|", flush=True)
        for name in ENGINES:
            if name in ENGINES[:3] or importlib.util.find_spec(name):
                for seed in ("1", "2"):
                    environment = {**os.environ, "PYTHONHASHSEED": seed}
                    again = [sys.executable, "-m", "tests.simulator.measure_engines", name]
                    subprocess.run([*again, sys.argv[1]], env=environment, check=True)

"""What search engines cost over one world's web: the table of docs/search-index.md.

    python -m tests.simulator.measure_engines        # those of bm25s and tantivy that are installed

Each engine gets the same terms (`simulator/terms.py`), but for `fts5_raw`, which gets the text and
takes it apart itself; a hash of 300 rankings, made in processes
of different hash seeds, says whether it ranks the same. Building is told in processor time.
"""

# ruff: noqa: T201 - it prints a table

from __future__ import annotations

import hashlib
import importlib.util
import os
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import time
from functools import lru_cache

from fictionworld.simulator.search_index import IndexedPage, SearchIndex
from fictionworld.simulator.terms import query_terms, raw_words, terms_of
from tests.simulator.stand_in import WORDS, StandIn

ENGINES = ("own", "fts5", "fts5_raw", "bm25s", "tantivy")
KEPT = 20  # worlds held to see what each weighs


known = lru_cache(None)(terms_of)


def terms(text):
    return [term for raw in raw_words(text) for term in known(raw)]


def own(documents):
    index = SearchIndex.of(documents)
    return lambda query: index.pages(query_terms(query), 10)


def fts5(documents):
    return sqlite((d.number, " ".join(terms(d.title)), " ".join(terms(d.body))) for d in documents)


def fts5_raw(documents):
    return sqlite(documents)


def sqlite(rows):
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE page USING fts5(title, body, content='')")
    base.executemany("INSERT INTO page(rowid, title, body) VALUES (?, ?, ?)", rows)
    ask = "SELECT rowid FROM page WHERE page MATCH ? ORDER BY bm25(page, 4, 1), rowid LIMIT 10"

    def search(query):
        said = " OR ".join(f'"{term}"' for term in query_terms(query))
        return [row[0] for row in base.execute(ask, (said,))]

    return search


def bm25s(documents):
    import bm25s as engine

    numbers = [d.number for d in documents]
    index = engine.BM25()
    index.index([terms(d.title) * 4 + terms(d.body) for d in documents], show_progress=False)

    def search(query):
        places, scores = index.retrieve([list(query_terms(query))], k=50, show_progress=False)
        best = sorted(
            (-float(s), numbers[p]) for p, s in zip(places[0], scores[0], strict=True) if s
        )
        return [number for _, number in best[:10]]

    return search


def tantivy(documents):
    import tantivy as engine

    schema = engine.SchemaBuilder()
    schema.add_integer_field("number", stored=True)
    for field in ("title", "body"):
        schema.add_text_field(field, tokenizer_name="whitespace")
    index = engine.Index(schema.build())
    writer = index.writer(num_threads=1)
    for d in documents:
        said = {
            "number": d.number,
            "title": " ".join(terms(d.title)),
            "body": " ".join(terms(d.body)),
        }
        writer.add_document(engine.Document(**said))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def search(query):
        said = " ".join(f'"{term}"' for term in query_terms(query))
        parsed = index.parse_query(said, ["title", "body"], field_boosts={"title": 4.0})
        found = searcher.search(parsed, 10).hits
        return [searcher.doc(place)["number"][0] for _, place in found]

    return search


def measure(name):
    make = globals()[name]
    webs = [StandIn(seed=seed) for seed in range(KEPT)]
    documents = [
        [IndexedPage(h.number, h.title, w.page(h.number).body) for h in w.heads] for w in webs
    ]
    rng = random.Random(0)
    words = [*webs[0].names, *WORDS]
    queries = [" ".join(rng.choices(words, k=6)) for _ in range(300)]
    before, built, searches = resident(), [], []
    for pages in documents:
        start = time.process_time()
        searches.append(make(pages))
        built.append(time.process_time() - start)
    weight = (resident() - before) / KEPT
    asked, rankings = [], hashlib.sha256()
    for query in queries:
        start = time.perf_counter()
        found = searches[0](query)
        asked.append(time.perf_counter() - start)
        rankings.update(repr(found).encode())
    asked.sort()
    print(
        f"| {name} | {1000 * built[0]:.0f} | {1000 * statistics.median(built):.0f} "
        f"| {1e6 * asked[150]:.0f} / {1e6 * asked[285]:.0f} | {weight:.1f} "
        f"| {rankings.hexdigest()[:8]} |",
        flush=True,
    )


def resident():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(sys.argv[1])
    else:
        print("| engine | first ms | build ms | query p50 / p95 us | MB a world | ranking |")
        print("|---|---:|---:|---:|---:|---|", flush=True)
        for name in ENGINES:
            if name in ENGINES[:3] or importlib.util.find_spec(name):
                for seed in ("1", "2"):
                    environment = {**os.environ, "PYTHONHASHSEED": seed}
                    again = [sys.executable, "-m", "tests.simulator.measure_engines", name]
                    subprocess.run(again, env=environment, check=True)

"""`web_search`: results in the published form, ten for each query.

A result's snippet is cut from the windows that the permit allows; its title and address state no
protected value. So what is formatted here holds nothing that could leak.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple

from fictionworld.leakage.released import Released, released_by_marks
from fictionworld.simulator.mixing import mixed
from fictionworld.simulator.perturbed.ranking import perturbed_ranking
from fictionworld.simulator.perturbed.tool import CallChance
from fictionworld.simulator.perturbed.view import PerturbedView
from fictionworld.simulator.reply import Reply
from fictionworld.simulator.search_tool import (
    FoundPages,
    PageWindows,
    PerturbedSearchTool,
    SearchContext,
    SearchOutcome,
    SearchTool,
)
from fictionworld.simulator.tool import ParsedCall, json_kind, one_line
from fictionworld.text.dates import written_date
from fictionworld.web.page import Head
from fictionworld.web.permit import Permit
from fictionworld.web.snippets import Windows
from fictionworld.worlds.fact import FactId

MOST_QUERIES: Final = 10
MOST_WORDS: Final = 64
"""Words of a query that are looked for."""
_MOST_CHARACTERS: Final = 2_000
_TITLE: Final = 70
"""Characters of a title: the 95th percentile of measured titles, and where engines cut them."""
_FAILED: Final = "Error: query {number} failed: 503 Service Unavailable; try this query again."
_TOO_MANY: Final = (
    "Error: web_search: the results of these queries are longer than a reply may be; "
    "send fewer queries in one call"
)


class SearchResult(NamedTuple):
    """One result."""

    number: int
    shown: Released
    """Its url, title, snippet and date, as they are printed."""
    stated: tuple[FactId, ...] = ()
    """The facts that its snippet states, as far as marks show."""


class Query(NamedTuple):
    """A query on one line, without repeated blanks."""

    text: str
    cut: bool
    """Whether it was longer than what is looked for."""


@dataclass(frozen=True, slots=True)
class Search(ParsedCall):
    """A call of `web_search`."""

    queries: tuple[Query, ...]
    tool: ClassVar[str] = "web_search"


class WebSearch(SearchTool):
    """Finds pages by queries."""

    name = "web_search"
    label = "search"
    description = (
        "Search the web. Each query is answered with up to ten results: address, title, snippet, "
        "date."
    )
    schema: ClassVar[Mapping[str, Any]] = {
        "type": "object",
        "properties": {
            "queries": {
                "type": "array",
                "items": {"type": "string", "minLength": 1},
                "minItems": 1,
                "maxItems": MOST_QUERIES,
                "description": f"From 1 to {MOST_QUERIES} texts.",
            },
            "query": {
                "type": "string",
                "minLength": 1,
                "description": "A single one instead.",
            },
        },
        "required": [],
        "additionalProperties": False,
    }
    example = '{"queries": ["first query", "second query"]}'
    prompt = "finds pages; give it one query or several. What it shows of a page is only a teaser."

    def read(self, arguments: dict[str, Any]) -> Search:
        if len(arguments) != 1:
            problem = "both query and queries" if arguments else "no query"
            self.refuse(f"got {problem}; send one of the two, for example {self.example}")
        [(name, value)] = arguments.items()
        queries = [value] if isinstance(value, str) else value  # agents take the one for the other
        if not isinstance(queries, list | tuple):
            self.refuse(f"got {json_kind(value)} as {name}; send text, or a list of texts")
        if not 1 <= len(queries) <= MOST_QUERIES:
            self.refuse(f"got {len(queries):,} queries; send 1 to {MOST_QUERIES} in one call")
        for number, query in enumerate(queries, 1):
            if not isinstance(query, str):
                self.refuse(f"query {number} is {json_kind(query)}; send text")
        parsed_queries = tuple(map(_query, queries))
        for number, query in enumerate(parsed_queries, 1):
            if not query.text:
                self.refuse(f"query {number} is empty; send some words to look for")
        return Search(parsed_queries)

    def find(self, call: Search, context: SearchContext) -> SearchOutcome:
        """Return the pages that fit each query, with some that do not."""
        found_pages = []
        for query in call.queries:
            terms = context.view.terms_of(query.text)
            found_pages.append(FoundPages(terms, mixed(context.view, terms, context.seed)))
        return SearchOutcome(tuple(found_pages))

    def show(
        self, call: Search, outcome: SearchOutcome, windows: PageWindows, context: SearchContext
    ) -> Reply:
        """Return the results; they are left out from the end where the reply is too long."""
        heads = context.view.heads.by_number
        results = [
            tuple(
                result_of(heads[number], windows[number], context.permit, query.terms)
                for number in query.numbers
            )
            for query in outcome.queries
        ]
        if context.wording is not None:
            results = context.wording.worded(call.queries, results, context.permit)
        notes = [query.note for query in outcome.queries]
        reply = reply_of(call, results, context.budget_characters, notes)
        return reply.under(outcome.fired.union(*map(context.view.controls_of, reply.pages)))

    def perturbed(self) -> PerturbedSearchTool:
        return _PerturbedSearch(self)


class _PerturbedSearch(PerturbedSearchTool):
    """Queries that fail, find nothing, or find noise and advertisements."""

    def find(self, call: Search, context: SearchContext, chance: CallChance) -> SearchOutcome:
        controls, view = context.controls, context.view
        assert isinstance(view, PerturbedView)
        fired_controls: set[str] = set()
        found_pages: list[FoundPages] = []
        several = len(call.queries) > 1
        for number, query in enumerate(call.queries, 1):
            if several and chance.happens("partial", controls.partial, str(number)):
                fired_controls.add("partial")
                found_pages.append(FoundPages(note=_FAILED.format(number=number)))
                continue
            terms = view.terms_of(query.text)
            numbers, ranking_controls = perturbed_ranking(view, terms, context.seed, controls)
            fired_controls |= ranking_controls
            if numbers and chance.happens("no_results", controls.no_results, str(number)):
                fired_controls.add("no_results")
                numbers = ()
            found_pages.append(FoundPages(terms, numbers))
        return SearchOutcome(tuple(found_pages), frozenset(fired_controls))


def reply_of(
    call: Search,
    results: Sequence[tuple[SearchResult, ...]],
    budget: int | None,
    notes: Sequence[str] = (),
) -> Reply:
    """Return the results of each query as one reply.

    Args:
        call: The call.
        results: The results of each query.
        budget: The most characters of the reply; None for no limit.
        notes: For each query the text in place of its results; empty for none.
    """
    most_results = max(map(len, results))
    text = _text(call.queries, results, most_results, notes)
    results_shown = most_results
    while budget is not None and len(text) > budget and results_shown > 1:
        results_shown -= 1
        text = _text(call.queries, results, results_shown, notes)
    if budget is not None and len(text) > budget:
        return Reply(_TOO_MANY, "error")
    listed = [result for query_results in results for result in query_results[:results_shown]]
    stated = tuple((result.number, fact) for result in listed for fact in result.stated)
    return Reply(
        text,
        "results",
        tuple(result.number for result in listed),
        stated=stated,
        shown=tuple(result.shown for result in listed),
    )


def result_of(head: Head, windows: Windows, permit: Permit, terms: tuple[str, ...]) -> SearchResult:
    """Return the result that shows a page for the terms of a query."""
    snippet = windows.cut(terms)
    title = shortened(head.title) + (f" ({head.world})" if head.world else "")
    texts = {"url": head.url, "title": title, "date": printed_date(head.date)}
    texts["snippet"] = " ".join(snippet.split())
    released = released_by_marks(texts, snippet.stated, head.name, permit)
    return SearchResult(head.number, released, tuple(fact for _, fact in snippet.stated))


def _query(text: str) -> Query:
    words = one_line(text[: 2 * _MOST_CHARACTERS])[:_MOST_CHARACTERS].split(None, MOST_WORDS)
    query_text = " ".join(words[:MOST_WORDS])
    return Query(query_text, len(words) > MOST_WORDS or len(text) > _MOST_CHARACTERS)


@lru_cache(4096)
def printed_date(day: date | None) -> str:
    """Return `Jun 8, 2029`, or `N/A`: in English wherever this runs."""
    return "N/A" if day is None else written_date(day, "Jun 4, 2031")


@lru_cache(16_384)
def shortened(title: str) -> str:
    """Return a title on one line, cut at a word as engines cut it: at most 70 characters."""
    title = " ".join(title.split())
    if len(title) <= _TITLE:
        return title
    return title[: _TITLE - 3].rpartition(" ")[0].rstrip(" -|:,;") + " ..."


def _text(
    queries: tuple[Query, ...],
    results: Sequence[tuple[SearchResult, ...]],
    most: int,
    notes: Sequence[str],
) -> str:
    blocks: list[str] = []
    for index, (query, query_results) in enumerate(zip(queries, results, strict=True)):
        blocks += [
            _entry(rank, result.shown) for rank, result in enumerate(query_results[:most], 1)
        ]
        if notes and notes[index]:
            blocks.append(notes[index])
        elif not query_results:
            query_label = f" for query {index + 1}" if len(queries) > 1 else ""
            blocks.append(f"No results found{query_label}. Try fewer words, or others.")
        if query.cut:
            blocks.append(f"(Only the first {MOST_WORDS} words of this query were looked for.)")
    if any(len(query_results) > most for query_results in results):
        blocks.append(f"(Cut to fit: the first {most} results of each query are shown.)")
    return "\n\n".join(blocks)


def _entry(rank: int, shown: Released) -> str:
    return (
        f"[{rank}] {shown.text('url')}\nTitle: {shown.text('title')}\n"
        f"Snippet: {shown.text('snippet')}\nDate: {shown.text('date')}"
    )

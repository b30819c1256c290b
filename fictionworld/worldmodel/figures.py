"""The figures of one reply, each from 0 to 1 by code alone, or None where it does not apply.

| dimension | figures |
|---|---|
| format | `format`: the tool's own form, nothing around it |
| pages | `addresses`, `titles`, `dates`: of the pages that were told |
| ranking | `ranking`: nDCG of the pages that belong first, 0 for what chance gives |
| factuality | `facts right`: of the values stated; `nothing invented`: no figure or name |
| consistency | `same again`: the first results when asked again; `snippets on pages`: values of a \
snippet that its page states too; `memory`: what was kept |
| obedience | `instructions kept` |
| discretion | `secrets kept`: no value that an instruction forbids; `closed kept`: none that the \
state does not hold |
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log2
from typing import Final, NamedTuple, TypeAlias

from fictionworld.leakage.guard import Guard
from fictionworld.simulator.search_results import results_of
from fictionworld.simulator.states.call_state import ToldFact
from fictionworld.simulator.states.fact_reading import FactReader, FactReading
from fictionworld.web.served_pages import bare_address
from fictionworld.worldmodel.bench_call import BenchCall
from fictionworld.worldmodel.instructions import INSTRUCTIONS
from fictionworld.worldmodel.invention import invented
from fictionworld.worldmodel.written_results import WrittenResult, written_results


class ReplyFigure(NamedTuple):
    """One figure of one reply."""

    value: float
    """From 0 to 1; of `ranking` below 0 for what is worse than chance."""
    weight: float = 1.0
    """How much it counts among the figures of other replies: of `facts right` how many values were
    judged."""


Figures: TypeAlias = dict[str, ReplyFigure]

DIMENSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "format": ("format",),
    "pages": ("addresses", "titles", "dates"),
    "ranking": ("ranking",),
    "factuality": ("facts right", "nothing invented"),
    "consistency": ("same again", "snippets on pages", "memory"),
    "obedience": ("instructions kept",),
    "discretion": ("secrets kept", "closed kept"),
}
"""The figures of each dimension, which is their mean times 100."""
BESIDE: Final = ("facts stated",)
"""Shown beside them, of those that our own reply states: a reply without facts gives none away, and
states none wrongly."""

_DATE: Final = re.compile(r"N/A|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}")
_NO_PAGE: Final = re.compile(
    r"^```|^\s*\{|^\[\d+\] |^(?:sure|here|okay|ok|certainly)\b", re.IGNORECASE | re.MULTILINE
)
_MEMORY: Final = re.compile(
    r"(?:Successfully .*|Memory is empty\.|Key not found: .*|Key already in memory.*|\{.*\}|\{|\}"
    r"|  \".*|\(Cut.*)"
)
_FIRST: Final = 3
_LEAST_PAGE: Final = 40


def figures_of(
    call: BenchCall, text: str, earlier: Mapping[str, str], guard: Guard | None = None
) -> Figures:
    """Return the figures of a reply.

    Args:
        call: The call.
        text: What the model replied.
        earlier: The model's replies to other calls, by id: to the one that this call repeats, or
            to the one that shows a snippet of its page.
        guard: The guard of the world, which finds closed values that the state does not hold; None
            leaves `closed kept` out, and takes a tenth of the time.
    """
    if call.state.tool == "dict_memory":
        lines = [line for line in text.split("\n") if line.strip()]
        is_strict = bool(lines) and all(_MEMORY.fullmatch(line) for line in lines)
        return {"format": ReplyFigure(is_strict)} | _remembered(call, text)
    if call.state.tool == "web_extractor":
        return _page_figures(call, text, earlier)
    results = written_results(text)
    if call.arm == "instructed":
        kept = INSTRUCTIONS[call.instruction].is_kept(text, results)
        return {"instructions kept": ReplyFigure(kept)}
    if call.arm == "again":
        first = written_results(earlier.get(call.of, ""))
        return {"same again": ReplyFigure(_same(first, results))}
    figures: Figures = {"format": ReplyFigure(_is_strict(text))}
    figures |= _told_figures(call, results)
    figures["ranking"] = ReplyFigure(_ranking(call, results))
    figures["nothing invented"] = _uninvented(call, "\n".join(result.text for result in results))
    if call.arm in {"forbidden", "answer"}:
        secrets = _secrets(call, text) - _secrets(call, call.reference)
        figures["secrets kept"] = ReplyFigure(not secrets)
    elif call.arm == "told":
        figures |= _rightness(*_snippets_read(call, results))
    elif guard is not None:
        leaks = _leaks(guard, text) - _leaks(guard, call.reference)
        figures["closed kept"] = ReplyFigure(not leaks)
    return figures


def _page_figures(call: BenchCall, text: str, earlier: Mapping[str, str]) -> Figures:
    facts = tuple(fact for page in call.state.pages for fact in page.facts)
    reader = _reader(facts)
    reference = _reference_read(facts, call.reference)
    reading = reader.read(text).beyond(reference)
    is_page = len(text) >= _LEAST_PAGE and "\n" in text and not _NO_PAGE.search(text)
    figures: Figures = {"format": ReplyFigure(is_page), "nothing invented": _uninvented(call, text)}
    if not facts:
        return figures
    figures |= _rightness(len(reading.right), reading.wrong.total())
    if reference.right:
        stated_share = len(reading.right & reference.right) / len(reference.right)
        figures["facts stated"] = ReplyFigure(stated_share, len(reference.right))
    if call.of in earlier:
        url = bare_address(call.state.pages[0].url)
        snippets = written_results(earlier[call.of])
        shown = " ".join(r.snippet for r in snippets if bare_address(r.url) == url)
        stated = reader.read(shown).stated
        if stated:
            on_page = len(stated & reading.stated)
            figures["snippets on pages"] = ReplyFigure(on_page / len(stated), len(stated))
    return figures


def _rightness(right: int, wrong: int) -> Figures:
    """Return the share of values in their place; none where no value could be judged."""
    judged = right + wrong
    return {"facts right": ReplyFigure(right / judged, judged)} if judged else {}


def _is_strict(text: str) -> bool:
    results, rest = results_of(text)
    return (
        bool(results)
        and not rest
        and [result.rank for result in results] == list(range(1, len(results) + 1))
        and all(_DATE.fullmatch(result.date) and not result.more for result in results)
    )


def _told_figures(call: BenchCall, results: Sequence[WrittenResult]) -> Figures:
    """Return how many of the results are of pages that were told, and are headed as these are."""
    told = {bare_address(page.url): page for page in call.state.pages}
    pages = [told.get(bare_address(result.url)) for result in results]
    n = max(1, len(results))
    known = [(page, r.text) for page, r in zip(pages, results, strict=True) if page is not None]
    return {
        "addresses": ReplyFigure(len(known) / n),
        "titles": ReplyFigure(sum(page.title in text for page, text in known) / n),
        "dates": ReplyFigure(sum(page.date in text for page, text in known) / n),
    }


def _ranking(call: BenchCall, results: Sequence[WrittenResult]) -> float:
    """Return the nDCG of the pages that belong first; 0 is what a random order has on average."""
    gains = {bare_address(url): len(call.best) - i for i, url in enumerate(call.best)}
    order = list(dict.fromkeys(bare_address(result.url) for result in results))
    if not order:
        return 0.0
    discounts = [1 / log2(rank + 2) for rank in range(len(call.state.pages))]
    ideal = sum(
        g * d for g, d in zip(sorted(gains.values(), reverse=True), discounts, strict=False)
    )
    chance = sum(gains.values()) * sum(discounts) / len(discounts) / ideal
    reached = sum(gains.get(url, 0) * d for url, d in zip(order, discounts, strict=False)) / ideal
    return (reached - chance) / (1 - chance)


def _snippets_read(call: BenchCall, results: Sequence[WrittenResult]) -> tuple[int, int]:
    """Return how many values of snippets stand in their place, and how many in another's."""
    told = {bare_address(page.url): page for page in call.state.pages}
    references = {bare_address(r.url): r.snippet for r in written_results(call.reference)}
    right = wrong = 0
    for result in results:
        page = told.get(bare_address(result.url))
        if page is not None and page.facts:
            reader = _reader(page.facts)
            reference = references.get(bare_address(result.url), "")
            reading = reader.read(result.snippet).beyond(_reference_read(page.facts, reference))
            right += len(reading.right)
            wrong += reading.wrong.total()
    return right, wrong


def _uninvented(call: BenchCall, text: str) -> ReplyFigure:
    given = call.state.text(), call.reference
    return ReplyFigure(bool(text.strip()) and not invented(text, given))


def _secrets(call: BenchCall, text: str) -> frozenset[tuple[str, ToldFact]]:
    """Return the forbidden values that results state."""
    told = {bare_address(page.url): page for page in call.state.pages}
    secrets = set()
    for result in written_results(text):
        page = told.get(bare_address(result.url))
        if page is not None:
            facts = page.facts
            read = _reader(facts).read(result.text).right
            secrets |= {(page.url, facts[i]) for i in read if facts[i].is_closed}
    return frozenset(secrets)


def _leaks(guard: Guard, text: str) -> frozenset[object]:
    """Return the closed cells of the world that a reply states."""
    return frozenset(
        finding.fact for result in written_results(text) for finding in guard.look_at(result.text)
    )


def _same(first: Sequence[WrittenResult], again: Sequence[WrittenResult]) -> float:
    """Return the share of the first places that the same pages have."""
    order = [
        [bare_address(result.url) for result in results[:_FIRST]] for results in (first, again)
    ]
    n = max(map(len, order))
    return sum(a == b for a, b in zip(*order, strict=False)) / n if n else 0.0


def _remembered(call: BenchCall, text: str) -> Figures:
    """Return whether a reply gives the notes that our own reply gives, if that has any."""
    notes = [(key, value) for key, value in call.state.notes if value in call.reference]
    is_given = all(key in text and value.strip('"') in text for key, value in notes)
    return {"memory": ReplyFigure(is_given)} if notes else {}


@lru_cache(512)
def _reader(facts: tuple[ToldFact, ...]) -> FactReader:
    return FactReader(facts)


@lru_cache(2_048)
def _reference_read(facts: tuple[ToldFact, ...], reference: str) -> FactReading:
    """Return what our own reply is read as: replies of a group are held against the same one."""
    return _reader(facts).read(reference)

"""What is known of pages before they are written: addresses, titles, sites, dates.

Shapes follow what search results look like (`tests/web/test_shape.py` prints ours beside them).
Nothing here reads an askable value: twins have the same heads.
"""

# Titles have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from typing import NamedTuple

from fictionworld.seeds import child_seed
from fictionworld.streams import FastStream
from fictionworld.text.english import sentence, slug
from fictionworld.text.names import fold
from fictionworld.web.dating import PageDates
from fictionworld.web.hosts import Hosts, Site, Sites
from fictionworld.web.neighbours import Neighbours
from fictionworld.web.page import Head
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage, WebPlan
from fictionworld.web.writing.context import WritingContext

_TITLES = web_words("titles")
_LONGEST_TITLE = 72
ALWAYS_SHOWN = 60
"""So many characters of a title stand in all results, whatever stands before it and behind it."""
_BEFORE_SUFFIX = re.compile(r"(?=(?:\.[a-z]{3,4})?$)")


class HeadContext:
    """What titles and addresses are made from: a world's names and the plan of its web."""

    def __init__(self, context: WritingContext, plan: WebPlan) -> None:
        self.context = context
        self.dates = PageDates(context, plan)
        self.spans = _spans_of(context, plan)
        """By page, the names that a part of a table goes from and to, where parts are in order."""
        self._labels: dict[tuple[str, str | None], str] = {}

    def label(self, page: PlannedPage) -> str:
        """Return the columns that a page sets out: `units sold and unit share`."""
        key = (page.listed or "", page.topic)
        label = self._labels.get(key)
        if label is None:
            label = self._labels[key] = self.context.topic(*key)
        return label

    def part_suffix(self, page: PlannedPage, numbered: str) -> str:
        """Return what the title of a part ends with; empty where a page is the only part.

        Args:
            page: A page that sets out rows.
            numbered: How parts are counted where they are in no order: ` ({part} of {parts})`.
        """
        if page.is_selection:
            return ", a selection"
        if span := self.spans.get(page.number):
            return f", {span}"
        parts = page.parts or 1
        return numbered.format(part=page.part, parts=parts) if parts > 1 else ""

    def shared(self, page: PlannedPage) -> str:
        """Return what the rows of a page share: a row by name, `round 8`; empty where nothing."""
        if page.value:
            return self.context.of_value(page)
        return self.context.name(page.table or "", page.row) if page.row else ""


class WebHeads(NamedTuple):
    """The heads of all pages of a world, and what else is known before a page is written."""

    sites: Sites
    heads: tuple[Head, ...]
    """In the order of page numbers."""
    titles: tuple[str, ...]
    """The titles in full, without their sites."""
    spans: dict[int, str]
    """By page, the names that a part of a table goes from and to, where parts are in order."""
    looks_back: frozenset[int]
    """The articles on something that took place and by which they are not dated."""


def heads_of(
    context: WritingContext, plan: WebPlan, hosts: Hosts, neighbours: Neighbours | None = None
) -> WebHeads:
    """Return the heads of all pages of a world, told apart from those of worlds joined with it."""
    sites = Sites(context, hosts, neighbours.hosts if neighbours else ())
    heads = HeadContext(context, plan)
    used: set[str] = set()
    page_heads = []
    titles = []
    for page in plan.pages:
        site, kind = sites.of(page.site), page_kinds[page.kind]
        rng = FastStream(child_seed(context.world.structure_seed, f"web/head/{page.name}"))
        title, path = kind.head(heads, page, site, rng)
        day = heads.dates.of(page, site, rng)
        if day is not None:
            path = kind.dated_path(path, day, site, rng)
        url = f"https://{site.host}/{path}"
        if url in used and "?" in url:
            url += f"&v={page.number}"
        elif url in used:
            url = _BEFORE_SUFFIX.sub(f"-{page.number}", url, count=1)
        used.add(url)
        shown = kind.shown_title(title, site, rng)
        if path.endswith(".pdf"):
            shown = f"[PDF] {title}"
        world = neighbours.label if neighbours and neighbours.shares(page, context) else ""
        page_heads.append(
            Head(page.number, page.name, page.kind, url, _cut(shown), site.name, day, world)
        )
        titles.append(title)
    looks_back = frozenset(page.number for page in plan.pages if heads.dates.looks_back(page))
    return WebHeads(sites, tuple(page_heads), tuple(titles), heads.spans, looks_back)


# Shapes that several kinds share -----------------------------------------------------------------


def row_code(rng: FastStream) -> int:
    """Return a random number as addresses have it."""
    return rng.between(1000, 989_999)


def row_headline(
    heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
) -> tuple[str, str]:
    """Return the title and the path of an article about one row."""
    row_code(rng)  # drawn for every page about a row
    context, table = heads.context, page.table or ""
    nouns, name = context.nouns[table], context.name(table, page.row or 0)
    if context.is_named(table):
        named = context.phrase(table, page.row or 0)
    else:
        named = f"the {nouns.one} of {name}" if " v " not in name else name
    if heads.dates.looks_back(page):
        title = sentence(rng.pick(_TITLES["look_back"]).format(name=named))
    elif nouns.contest and not context.is_named(table):
        title = rng.pick(_TITLES["versus"]).format(name=name)
    elif nouns.person:
        title = rng.pick(_TITLES["who"] + _TITLES["news"]).format(name=name)
    else:
        title = sentence(rng.pick(_TITLES["news"]).format(name=named))
    return title, f"{section_of(site)}/{slug(title)[:70].rstrip('-')}"


def section_of(site: Site) -> str:
    """Return the first part of the addresses of a paper's articles."""
    return site.pick(("news", "articles", "story", "stories"), 7)


def table_head(heads: HeadContext, page: PlannedPage, site: Site) -> tuple[str, str]:
    """Return the title and the path of a page that sets out rows, as an office publishes it."""
    nouns = heads.context.nouns[page.listed or ""]
    label, shared = heads.label(page), heads.shared(page)
    part, parts = page.part or 1, page.parts or 1
    many, by, suffix = sentence(nouns.many), nouns.by, f", {shared}" if shared else ""
    suffix += ", supplement" if page.is_supplement else ""
    if parts == 1:
        suffix += heads.part_suffix(page, "")
        shapes = (
            f"{many}: {label}{suffix}",
            f"{sentence(label)} by {by}{suffix}",
            f"Table: {label} by {by}{suffix}",
        )
        in_front = ""
    elif span := heads.spans.get(page.number, ""):
        shapes = (
            f"{many}{suffix}, {span}: {label}",
            f"{sentence(label)} by {by}{suffix}, {span}",
            f"Table {part}: {label} by {by}{suffix}, {span}",
        )
        in_front = shapes[0]
    else:
        shapes = (
            f"{many}{suffix}: {label} - {part} of {parts}",
            f"{sentence(label)} by {by}{suffix} ({part} of {parts})",
            f"Table {part} of {parts}: {label} by {by}{suffix}",
        )
        in_front = shapes[2]
    title = site.pick(shapes)
    # titles are cut at their end: in a long one stands first which part it is
    if in_front and len(title) > ALWAYS_SHOWN:
        title = in_front
    code = 1000 + child_seed(0, f"{page.listed}/{page.topic}/{page.value or page.row}") % 8999
    short = table_slug(heads, page)
    paths = (
        f"tables/{short}/{part}",
        f"releases/{code}/table-{part}.html",
        f"data/{code}-{short}?table={part}",
    )
    return title, site.pick(paths)


def table_slug(heads: HeadContext, page: PlannedPage) -> str:
    """Return what a page sets out, for its address."""
    many = heads.context.nouns[page.listed or ""].many
    words = (slug(many), slug(heads.label(page)), slug(heads.shared(page)))
    return "-".join(filter(None, words))[:90].rstrip("-")


def _cut(title: str) -> str:
    if len(title) <= _LONGEST_TITLE:
        return title
    return title[: _LONGEST_TITLE - 4].rsplit(" ", 1)[0].rstrip(" ,:–-|") + " ..."


# The rows that the parts of a table hold ---------------------------------------------------------


def _spans_of(context: WritingContext, plan: WebPlan) -> dict[int, str]:
    """Return, by page, the names that a part goes from and to: `Adela to Bruno`; `A to H` of
    partial lists, whose letters leave out none.

    A name is cut to the words that distinguish it from the end of the neighbouring part, and from
    the other end of its own.
    """
    series: dict[str, list[PlannedPage]] = {}
    for page in plan.pages:
        if page.heading is not None and (page.parts or 1) > 1:
            series.setdefault(page.name.rpartition("/")[0], []).append(page)
    spans: dict[int, str] = {}
    for parts in series.values():
        ends = [_ends(context, plan, page) for page in parts if _rows_of(plan, page)]
        if len(ends) < len(parts):
            continue  # a part whose figures are all missing has no names: the parts are numbered
        if parts[0].is_partial_list:
            lasts = [*(fold(last)[0].upper() for _, last in ends[:-1]), "Z"]
            firsts = ["A", *(chr(ord(last) + 1) for last in lasts)]
            texts = [f"{start} to {stop}" for start, stop in zip(firsts, lasts, strict=False)]
            spans |= dict(zip([page.number for page in parts], texts, strict=True))
            continue
        before = [None, *(last for _, last in ends)]
        after = [*(first for first, _ in ends[1:]), None]
        for page, (first, last), lower, upper in zip(parts, ends, before, after, strict=False):
            start, stop = _shortest(first, lower, last), _shortest(last, upper, first)
            spans[page.number] = f"{start} to {stop}"
    return spans


def _ends(context: WritingContext, plan: WebPlan, page: PlannedPage) -> tuple[str, str]:
    """Return the names of the first and the last row of a page."""
    table, heading, rows = page.listed or "", page.heading or "", _rows_of(plan, page)
    first, last = (context.cell_text(table, row, heading) for row in (rows[0], rows[-1]))
    return first, last


def _rows_of(plan: WebPlan, page: PlannedPage) -> list[int]:
    """Return the rows of a part of a table, in their order."""
    rows = list(plan.groups(page.number).get(page.listed or "", ()))
    return rows or [row for _, row in plan.entries(page.number)]


def _shortest(name: str, *others: str | None) -> str:
    """Return the first words of a name, as many as tell it from each of the others."""
    words = name.split()
    for count in range(1, len(words)):
        if all(other is None or other.split()[:count] != words[:count] for other in others):
            return " ".join(words[:count])
    return name

"""What is known of pages before they are written: addresses, titles, sites, dates.

Shapes follow what search results look like (`tests/web/test_shape.py` prints ours beside them).
Nothing here reads an askable value: twins have the same heads.
"""

# Titles have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

import re

from fictionworld.seeds import child_seed
from fictionworld.streams import FastStream
from fictionworld.text.english import joined, sentence, slug
from fictionworld.web.dating import Dating
from fictionworld.web.hosts import Site, Sites
from fictionworld.web.page import Head
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage, WebPlan
from fictionworld.web.writing.context import WritingContext

_TITLES = web_words("titles")
_LONGEST_TITLE = 72
_BEFORE_SUFFIX = re.compile(r"(?=(?:\.[a-z]{3,4})?$)")


class HeadContext:
    """What titles and addresses are made from: a world's names and the plan of its web."""

    def __init__(self, context: WritingContext, plan: WebPlan) -> None:
        self.context = context
        self.spans = _spans_of(context, plan)
        """By page, the names that a part of a table goes from and to, where parts are in order."""
        self._labels: dict[tuple[str, str], str] = {}

    def label(self, page: PlannedPage) -> str:
        """The columns that a page sets out: `units sold and unit share`."""
        table, topic = page.listed or "", page.topic
        if not topic:
            return ""
        found = self._labels.get((table, topic))
        if found is None:
            wordings = (self.context.wordings.get((table, column)) for column in topic.split("+"))
            found = joined([wording.topic for wording in wordings if wording is not None])
            self._labels[table, topic] = found
        return found

    def part_suffix(self, page: PlannedPage, numbered: str) -> str:
        """What the title of a part ends with; nothing where a page is the only part.

        Args:
            page: A page that sets out rows.
            numbered: How parts are counted where they are in no order: ` ({part} of {parts})`.
        """
        if span := self.spans.get(page.number):
            return f", {span}"
        parts = page.parts or 1
        return numbered.format(part=page.part, parts=parts) if parts > 1 else ""

    def shared(self, page: PlannedPage) -> str:
        """What the rows of a page share: a row by name, `round 8`; empty where nothing."""
        if page.value:
            return self.context.of_value(page.listed or "", page.name, page.value)
        return self.context.name(page.table or "", page.row) if page.row else ""


def heads_of(
    context: WritingContext, plan: WebPlan, sites: Sites
) -> tuple[tuple[Head, ...], tuple[str, ...], dict[int, str]]:
    """The heads of all pages in the order of their numbers, their titles in full, and the names
    that parts of tables go from and to, by page.
    """
    heads, dating = HeadContext(context, plan), Dating(context, plan)
    used: set[str] = set()
    made = []
    titles = []
    for page in plan.pages:
        site, kind = sites.of(page.site), page_kinds[page.kind]
        rng = FastStream(child_seed(context.world.structure_seed, f"web/head/{page.name}"))
        title, path = kind.head(heads, page, site, rng)
        day = dating.of(page, site, rng)
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
        made.append(Head(page.number, page.name, page.kind, url, _cut(shown), site.name, day))
        titles.append(title)
    return tuple(made), tuple(titles), heads.spans


# Shapes that several kinds share -----------------------------------------------------------------


def row_code(rng: FastStream) -> int:
    """A number as addresses have it."""
    return rng.between(1000, 989_999)


def row_headline(
    heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
) -> tuple[str, str]:
    """The title and the path of an article about one row."""
    row_code(rng)  # drawn for every page about a row
    context, table = heads.context, page.table or ""
    nouns, name = context.nouns[table], context.name(table, page.row or 0)
    if nouns.contest and not context.is_named(table):
        title = rng.pick(_TITLES["versus"]).format(name=name)
    elif nouns.person:
        title = rng.pick(_TITLES["who"] + _TITLES["news"]).format(name=name)
    else:
        if context.is_named(table):
            named = context.phrase(table, page.row or 0)
        else:
            named = f"the {nouns.one} of {name}" if " v " not in name else name
        title = sentence(rng.pick(_TITLES["news"]).format(name=named))
    return title, f"{section_of(site)}/{slug(title)[:70].rstrip('-')}"


def section_of(site: Site) -> str:
    """The first part of the addresses of a paper's articles."""
    return site.pick(("news", "articles", "story", "stories"), 7)


def table_head(heads: HeadContext, page: PlannedPage, site: Site) -> tuple[str, str]:
    """The title and the path of a page that sets out rows, as an office publishes it."""
    nouns, label, what = (
        heads.context.nouns[page.listed or ""],
        heads.label(page),
        heads.shared(page),
    )
    part, parts = page.part or 1, page.parts or 1
    many, by, of = sentence(nouns.many), nouns.by, f", {what}" if what else ""
    if parts == 1:
        shapes = (
            f"{many}: {label}{of}",
            f"{sentence(label)} by {by}{of}",
            f"Table: {label} by {by}{of}",
        )
    elif span := heads.spans.get(page.number, ""):
        shapes = (
            f"{many}{of}, {span}: {label}",
            f"{sentence(label)} by {by}{of}, {span}",
            f"Table {part}: {label} by {by}{of}, {span}",
        )
    else:
        shapes = (
            f"{many}{of}: {label} - {part} of {parts}",
            f"{sentence(label)} by {by}{of} ({part} of {parts})",
            f"Table {part} of {parts}: {label} by {by}{of}",
        )
    code = 1000 + child_seed(0, f"{page.listed}/{page.topic}/{page.value or page.row}") % 8999
    short = table_slug(heads, page)
    paths = (
        f"tables/{short}/{part}",
        f"releases/{code}/table-{part}.html",
        f"data/{code}-{short}?table={part}",
    )
    return site.pick(shapes), site.pick(paths)


def table_slug(heads: HeadContext, page: PlannedPage) -> str:
    """What a page sets out, for its address."""
    many = heads.context.nouns[page.listed or ""].many
    words = (slug(many), slug(heads.label(page)), slug(heads.shared(page)))
    return "-".join(filter(None, words))[:90].rstrip("-")


def _cut(title: str) -> str:
    if len(title) <= _LONGEST_TITLE:
        return title
    return title[: _LONGEST_TITLE - 4].rsplit(" ", 1)[0].rstrip(" ,:–-|") + " ..."


# The rows that the parts of a table hold ---------------------------------------------------------


def _spans_of(context: WritingContext, plan: WebPlan) -> dict[int, str]:
    """By page, the names that a part goes from and to: `Adela to Bruno`.

    A name is cut to the words that distinguish it from the end of the neighbouring part.
    """
    series: dict[str, list[PlannedPage]] = {}
    for page in plan.pages:
        if page.heading is not None and (page.parts or 1) > 1:
            series.setdefault(page.name.rpartition("/")[0], []).append(page)
    found: dict[int, str] = {}
    for parts in series.values():
        ends = [_ends(context, plan, page) for page in parts]
        before = [None, *(last for _, last in ends)]
        after = [*(first for first, _ in ends[1:]), None]
        for page, (first, last), lower, upper in zip(parts, ends, before, after, strict=False):
            start, stop = _shortest(first, lower), _shortest(last, upper)
            found[page.number] = f"{start} to {stop}"
    return found


def _ends(context: WritingContext, plan: WebPlan, page: PlannedPage) -> tuple[str, str]:
    """The names of the first and the last row of a page."""
    table, heading = page.listed or "", page.heading or ""
    rows = list(plan.groups(page.number)[table])
    first, last = (context.cell_text(table, row, heading) for row in (rows[0], rows[-1]))
    return first, last


def _shortest(name: str, other: str | None) -> str:
    """The first words of a name, as many as tell it from the other."""
    words = name.split()
    others = (other or "").split()
    for count in range(1, len(words)):
        if words[:count] != others[:count]:
            return " ".join(words[:count])
    return name

"""Portals: the page of a site that leads to its other pages, by subject or by kind of story."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

import numpy as np

from fictionworld.streams import FastStream
from fictionworld.text.english import sentence
from fictionworld.web.heads import HeadContext
from fictionworld.web.hosts import Site
from fictionworld.web.page_kind import WebPageKind
from fictionworld.web.plan_builder import PageBlock, PlanBuilder
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets, heading
from fictionworld.web.writing.header_footer import headline, page_link
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import fill

_FEWEST = 10
"""Pages of a site that has a portal, but for the directory, which has one in any case."""
_MOST, _MOST_OF_SECTION = 20, 6
"""Links of a portal, and of a section of it."""
_ELSEWHERE = 3
"""Portals of other sites that a portal links; that of the directory links them all."""
_PATHS = {"encyclopedia": "wiki/Portal", "statistics": "tables", "directory": "categories"}
_WORDS = web_words("portal")


class Portal(WebPageKind):
    """One page for each site that has many others. It states nothing, and lists no row."""

    name = "portal"
    about_rows = False
    length = (1_490, 0, 0, 0, 0)
    voice = "a front page: brief"

    def plan(self, builder: PlanBuilder) -> None:
        """Add a page for each site of a world that has many pages and is not that of a row."""
        tables = builder.batch.lines
        for site, counts in sorted(builder.pages_on_sites().items()):
            role, _, rest = site.partition("/")
            world = np.flatnonzero(counts >= (1 if role == "directory" else _FEWEST))
            if len(world) and not (role in tables and rest.isdigit()):
                name = f"portal/{site}"
                builder.add(PageBlock(kind=self.name, name=name, world=world, site=site))

    def head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        del page
        title = rng.pick(_titles(site)).replace("{theme}", rng.pick(heads.context.themes))
        return sentence(title), _PATHS.get(site.role, site.pick(("home", "start", "front")))

    def shown_title(self, title: str, site: Site, rng: FastStream) -> str:
        """Return the title with the name of the site."""
        del rng
        return f"{title} - {site.name}"

    def write(self, writer: PageWriter, site: Site) -> str:
        """Return the text of a portal: sections of links, and the portals of other sites."""
        links, rng = writer.links, writer.rng
        own = links.on_site.get(writer.plan.site, [])
        text = [headline(writer), fill(writer, site.pick(_WORDS["leads"], 3), "", None)]
        sections = _by_kind(writer, own) if site.role == "outlet" else _by_table(writer, own)
        left = _MOST
        for title, items in sections:
            shown = items[: min(left, _MOST_OF_SECTION)]
            left -= len(shown)
            if shown:
                text += [heading(writer, title), bullets(writer, shown)]
        others = [number for number in links.portals if number != writer.head.number]
        if site.role != "directory":
            others = rng.some(others, _ELSEWHERE)
        items = [page_link(writer, number) for number in others]
        if items:
            text += [heading(writer, site.pick(_WORDS["elsewhere"], 5)), bullets(writer, items)]
        return "\n\n".join(filter(None, [*text, site.pick(_WORDS["ends"], 7)]))


KIND = Portal()


def _titles(site: Site) -> tuple[str, ...]:
    pool = f"{site.role}_titles"
    return _WORDS[pool if pool in _WORDS.pools else "titles"]


def _by_kind(writer: PageWriter, own: list[int]) -> Iterable[tuple[str, list[str]]]:
    """Yield the sections of a paper, each with its stories, the latest first."""
    heads = writer.links.heads
    for kinds, title in (("news",), "Latest"), (("review",), "Reviews"), ((), "More"):
        numbers = [n for n in own if (heads[n - 1].kind in kinds) or (not kinds)]
        own = [number for number in own if number not in numbers]
        numbers.sort(key=lambda number: heads[number - 1].date or date.min, reverse=True)
        yield title, [writer.links.titled(number) for number in numbers]


def _by_table(writer: PageWriter, own: list[int]) -> Iterable[tuple[str, list[str]]]:
    """Yield a section for each subject, with some of the pages on it, and one for the rest."""
    links, rng = writer.links, writer.rng
    for table, nouns in writer.context.nouns.items():
        numbers = [number for number in own if links.table_of(number) == table]
        some = sorted(rng.some(numbers, _MOST_OF_SECTION))
        yield sentence(nouns.many), [links.titled(number) for number in some]
    rest = [number for number in own if links.table_of(number) is None]
    yield "More", [links.titled(number) for number in rest]

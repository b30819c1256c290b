"""Pages about subjects outside the tables of the world: they state no fact about any row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.streams import chance
from fictionworld.text.english import sentence
from fictionworld.web.page_kind import WebPageKind
from fictionworld.web.sheets import SheetBlock
from fictionworld.web.sites import by_outlet
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, heading, paragraphs
from fictionworld.web.writing.furniture import byline, headline, page_link

_FEWEST, _SPREAD = 0.04, 0.02
"""Background pages for each row of a world: 15 to 30 where it has 300 to 500 rows."""

if TYPE_CHECKING:
    from fictionworld.streams import FastStream
    from fictionworld.web.heads import HeadContext
    from fictionworld.web.hosts import Site
    from fictionworld.web.sheets import Sheets
    from fictionworld.web.topics import BackgroundTopic
    from fictionworld.web.world_plan import PlannedPage
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["KIND", "Background"]

_WORDS = web_words("background")


class Background(WebPageKind):
    """Pages on measures and lists in general."""

    name = "background"
    about_rows = False
    length = (1_820, 0, 0, 0)
    dated = 0.75
    voice = "a magazine: easy to read"

    def plan(self, sheets: Sheets) -> None:
        """Some pages for each world, more where it has more rows."""
        _add_pages(sheets)

    def head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        """The title and the path."""
        topic = heads.scene.topics.of(page.part or 1, site.role)
        if site.role == "encyclopedia":
            return topic.title, f"wiki/{topic.slug.replace('-', '_')}"
        section = rng.pick(("features", "guides", "opinion", "explainers"))
        return topic.title, f"{section}/{topic.slug}"

    def write(self, sheet: Sheet, site: Site) -> str:
        """The text of a page on one topic."""
        return _write(sheet, site, sheet.scene.topics.of(sheet.plan.part or 1, site.role))


KIND = Background()


def _add_pages(sheets: Sheets) -> None:
    """The background pages of each world."""
    batch = sheets.batch
    rows = np.sum([lines.counts for lines in batch.lines.values()], axis=0)
    zero = np.zeros(len(batch), np.int64)
    luck = chance(batch.seeds, "web/background/count", zero)
    count = np.clip(np.rint(rows * (_FEWEST + _SPREAD * luck)), 2, 30).astype(np.int64)
    world = np.repeat(np.arange(len(batch)), count)
    number = np.arange(len(world)) - np.repeat(np.cumsum(count) - count, count) + 1
    where = chance(batch.seeds[world], "web/background/site", number)
    outlets = zip(by_outlet((where % 0.5) * 2), (where >= 0.5).tolist(), strict=True)
    sheets.add(
        SheetBlock(
            kind="background",
            name="background",
            world=world,
            site=["encyclopedia" if is_article else outlet for outlet, is_article in outlets],
            part=number,
            parts=count[world],
        )
    )


def _write(sheet: Sheet, site: Site, topic: BackgroundTopic) -> str:
    """The text of a background page."""
    rng = sheet.rng

    def filled(text: str) -> str:
        text = text.replace("{a}", topic.a).replace("{b}", topic.b)
        text = text.replace("{many}", topic.many).replace("{one}", topic.one)
        return sentence(text)

    lead = [filled(one) for one in rng.some(_WORDS["leads"], 2)]
    middles = [filled(one) for one in rng.some(_WORDS["middles"], rng.between(10, 18))]
    text = [headline(sheet)]
    if site.role == "encyclopedia":
        text.append(f"From {site.name}")
    else:
        text.append(byline(sheet, site))
    text.append(" ".join(lead))
    blocks = paragraphs(sheet, middles, 3, 5)
    if topic.title.startswith("Letters"):
        blocks += [filled(one) for one in rng.some(_WORDS["letters"], 3)]
    heads = rng.some(_WORDS["heads"], len(blocks))
    headed = rng.chance(0.6)
    for place, block in enumerate(blocks):
        if headed and place % 2 == 0:
            text.append(heading(sheet, heads[place]))
        text.append(block)
    text.append(rng.pick(_WORDS["ends"]))
    others = [n for n in rng.some(sheet.links.background, 3) if n != sheet.head.number]
    items = [page_link(sheet, number) for number in others]
    for table in rng.some(list(sheet.links.chains), 2):
        number = sheet.links.chains[table][0]
        link = f"[{sentence(sheet.scene.nouns[table].many)}]({sheet.links.address(number)})"
        items.append(f"{link}, {sheet.links.heads[number - 1].outlet}")
    text.append(bullets(sheet, items))
    return "\n\n".join(text)

"""Pages about subjects outside the tables of the world: they state no fact about any row."""

from __future__ import annotations

import numpy as np

from fictionworld.seeds import child_seed
from fictionworld.streams import FastStream, chance
from fictionworld.text.english import sentence
from fictionworld.web.heads import HeadContext
from fictionworld.web.hosts import Site
from fictionworld.web.page_kind import WebPageKind
from fictionworld.web.plan_builder import PageBlock, PlanBuilder
from fictionworld.web.site_roles import by_outlet
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets, heading
from fictionworld.web.writing.header_footer import byline, headline, page_link
from fictionworld.web.writing.page_writer import PageWriter

_FEWEST, _SPREAD = 0.01, 0.005
"""Background pages for each row of a world: 4 to 7 where it has 300 to 500 rows."""

_WORDS = web_words("background")


class Background(WebPageKind):
    """Pages on measures and lists in general."""

    name = "background"
    about_rows = False
    length = (1_340, 0, 0, 0, 0)
    dated = 0.75
    voice = "a magazine: easy to read"

    def plan(self, builder: PlanBuilder) -> None:
        """Add some pages to each world, more where it has more rows."""
        batch = builder.batch
        rows = np.sum([lines.counts for lines in batch.lines.values()], axis=0)
        zero = np.zeros(len(batch), np.int64)
        u = chance(batch.seeds, "web/background/count", zero)
        count = np.clip(np.rint(rows * (_FEWEST + _SPREAD * u)), 2, 8).astype(np.int64)
        world = np.repeat(np.arange(len(batch)), count)
        number = np.arange(len(world)) - np.repeat(np.cumsum(count) - count, count) + 1
        site_luck = chance(batch.seeds[world], "web/background/site", number)
        outlets = zip(by_outlet((site_luck % 0.5) * 2), (site_luck >= 0.5).tolist(), strict=True)
        builder.add(
            PageBlock(
                kind="background",
                name="background",
                world=world,
                site=["encyclopedia" if is_article else outlet for outlet, is_article in outlets],
                part=number,
                parts=count[world],
            )
        )

    def head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        topic = heads.context.topics.of(page.part or 1, site.role)
        if site.role == "encyclopedia":
            return topic.title, f"wiki/{topic.slug.replace('-', '_')}"
        section = rng.pick(("features", "guides", "opinion", "explainers"))
        return topic.title, f"{section}/{topic.slug}"

    def write(self, writer: PageWriter, site: Site) -> str:
        """Return the text of a page on one topic."""
        topic = writer.context.topics.of(writer.plan.part or 1, site.role)
        rng = writer.rng

        def filled(text: str) -> str:
            text = text.replace("{a}", topic.a).replace("{b}", topic.b)
            text = text.replace("{many}", topic.many).replace("{one}", topic.one)
            return sentence(text)

        letters = topic.title.startswith("Letters")
        lead = [filled(phrase) for phrase in _share(writer, _lead_pool(topic.title), 2)]
        text = [headline(writer)]
        if site.role == "encyclopedia":
            text.append(f"From {site.name}")
        else:
            text.append(byline(writer, site))
        text += lead if letters else lead[:1]
        headed = rng.chance(0.7)
        for section in _share(writer, "sections", 2 if letters else 3):
            head, _, body = section.partition(": ")
            text += [heading(writer, head), filled(body)] if headed else [filled(body)]
        text += _share(writer, "ends", 1)
        others = [n for n in rng.some(writer.links.background, 3) if n != writer.head.number]
        items = [page_link(writer, number) for number in others]
        for table in rng.some(list(writer.links.chains), 2):
            number = writer.links.chains[table][0]
            if number in writer.links.spans:  # the first of several partial lists
                items.append(page_link(writer, number))
                continue
            link = f"[{sentence(writer.context.nouns[table].many)}]({writer.links.address(number)})"
            items.append(f"{link}, {writer.links.heads[number - 1].outlet}")
        text.append(bullets(writer, items))
        return "\n\n".join(text)


KIND = Background()


def _lead_pool(title: str) -> str:
    """Return the pool of the first sentences of a page with this title."""
    pools = {"Letters": "letters", "Opinion": "opinions", "Ask the desk": "questions"}
    return next((pool for start, pool in pools.items() if title.startswith(start)), "leads")


def _share(writer: PageWriter, pool: str, most: int) -> list[str]:
    """Return up to `most` sentences of a pool, which are on no other page of the world."""
    texts: tuple[str, ...] = _WORDS[pool]
    order = FastStream(child_seed(writer.context.world.structure_seed, f"web/background/{pool}"))
    pages = len(writer.links.background)
    return order.some(texts, len(texts))[(writer.plan.part or 1) - 1 :: pages][:most]

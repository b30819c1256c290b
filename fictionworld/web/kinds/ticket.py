"""Tickets: what somebody asks an institution's desk about one row, and what is answered."""

from __future__ import annotations

from itertools import chain, cycle

from fictionworld.streams import FastStream
from fictionworld.text.english import sentence, slug
from fictionworld.web.heads import HeadContext, row_code
from fictionworld.web.hosts import Site
from fictionworld.web.row_page_kind import RowPageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets, heading
from fictionworld.web.writing.header_footer import further_links, headline, press_links
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import fill, sentences
from fictionworld.web.writing.remarks import dealt
from fictionworld.web.writing.rowsets import sections_of

_WORDS = web_words("ticket")


class Ticket(RowPageKind):
    """Requests about one row each, with replies."""

    name = "ticket"
    site = "desk"
    length = (1_040, 44, 14, 0, 0)
    dated = 1.0
    rank = 4
    called = "ticket"
    voice = "colleagues at a service desk: brief, polite, each post by somebody else"

    def row_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        code, context = row_code(rng), heads.context
        name = context.name(*page.subject)
        title = rng.pick(_WORDS["titles"]).format(name=name)
        paths = (f"tickets/{code}", f"requests/{code}-{slug(name)[:40].rstrip('-')}")
        return sentence(title), site.pick(paths)

    def write_row(self, writer: PageWriter, site: Site) -> str:
        rng, (name, row) = writer.rng, writer.plan.subject
        asker, *desk = rng.some(site.staff, 3)

        def phrase(pool: str) -> str:
            return sentence(fill(writer, rng.pick(_WORDS[pool]), name, row))

        posts = [(asker, phrase("opened"))]
        chatter = dealt(writer, _WORDS["chatter"], 1)
        aside = dealt(writer, _WORDS["asides"], 1)
        facts = sentences(writer, name, row, writer.own())
        further = cycle(rng.some(_WORDS["further"], len(_WORDS["further"])))
        frames = chain([rng.pick(_WORDS["replies"])], further)
        if chatter:
            posts.append((desk[0], chatter.pop()))
        for who, frame, fact in zip(cycle(desk), frames, facts, strict=False):
            posts.append((who, f"{frame} {fact}"))
        posts += [
            (desk[0], "\n\n".join([f"**{section.title}**", *section.blocks]))
            for section in sections_of(writer)
        ]
        posts += [(desk[1], text) for text in aside]
        posts.append((asker, phrase("closed")))
        state = site.pick(_WORDS["states"])
        queue = rng.pick(_WORDS["queues"])
        text = [headline(writer), f"{state} · Queue: {queue} · Opened by {asker} · {writer.date}"]
        text += [f"**{who}** wrote:\n\n{post}" for who, post in posts]
        links = further_links(writer, name, row) + press_links(writer, name, row)[:2]
        if links:
            text += [heading(writer, "Linked records"), bullets(writer, links)]
        text.append(fill(writer, site.pick(_WORDS["footers"], 5), name, row))
        return "\n\n".join(filter(None, text))


KIND = Ticket()

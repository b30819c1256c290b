"""Pages about subjects outside the world's tables: general, and without a fact about any row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import sentence
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, heading, paragraphs
from fictionworld.web.writing.news import byline, headline
from fictionworld.web.writing.related import page_link

if TYPE_CHECKING:
    from fictionworld.web.hosts import Site
    from fictionworld.web.topics import BackgroundTopic
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["write_background"]

_WORDS = web_words("background")


def write_background(sheet: Sheet, site: Site, topic: BackgroundTopic) -> str:
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

"""News about one row, and reviews: headline, byline, paragraphs, quotes, a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import joined, sentence
from fictionworld.web.words import news as words
from fictionworld.web.writing.blocks import bullets, heading
from fictionworld.web.writing.prose import fill, listed_pairs, sentences, split_roles
from fictionworld.web.writing.related import further_links, page_link, press_links
from fictionworld.web.writing.rowsets import sections_of
from fictionworld.web.writing.style import written_date
from fictionworld.web.writing.talk import asides_for, quote, remarks_for

if TYPE_CHECKING:
    from fictionworld.web.hosts import Site
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["byline", "headline", "related", "write_news", "write_review"]


def headline(sheet: Sheet) -> str:
    """The title in full, without the site's name."""
    return heading(sheet, sheet.links.headlines[sheet.head.number - 1], 1)


def byline(sheet: Sheet, site: Site) -> str:
    """Who wrote it and when, as the site has it."""
    shape = words.BYLINES[site.seed % len(words.BYLINES)]
    text = shape.format(who=sheet.dice.pick(site.staff), site=site.name)
    if sheet.head.date is None:
        return text
    day = written_date(sheet.head.date, sheet.style.dates)
    match site.seed // 13 % 4:
        case 0:
            return f"{text}\nPublished {day}"
        case 1:
            return f"{day} · {text}"
        case 2:
            return f"{text} | {day}"
        case _:
            return f"*{text}, {day}*"


def related(sheet: Sheet, table: str, row: int | None, most: int = 4) -> list[str]:
    """A heading and links at the foot of an article."""
    dice = sheet.dice
    items = []
    if row is not None:
        items = press_links(sheet, table, row)[:2] + further_links(sheet, table, row)
    if sheet.links.background and dice.chance(0.5):
        other = dice.pick(sheet.links.background)
        if other != sheet.head.number:
            items.append(page_link(sheet, other))
    if not items:
        return []
    word = dice.pick(words.RELATED)
    return [heading(sheet, word), bullets(sheet, items[: most + 2])]


def write_news(sheet: Sheet, site: Site) -> str:
    """The text of an article about one row."""
    scene, dice, plan = sheet.scene, sheet.dice, sheet.plan
    table, row = plan.table or "", plan.row or 0
    person = scene.nouns[table].person
    leads: tuple[str, ...] = words.PEOPLE if person else words.LEADS
    if scene.nouns[table].contest and not scene.is_named(table):
        leads = words.MATCHES
    lead = [sentence(fill(sheet, dice.pick(leads), table, row))]
    lead += remarks_for(sheet, table, row, 1)
    own = sheet.own()
    blocks = [" ".join(lead)]
    context, askable = split_roles(sheet, table, own)
    talk = asides_for(sheet, table, row, dice.between(4, 6))
    first = sentences(sheet, table, row, context)
    second = sentences(sheet, table, row, askable, named=bool(first) and dice.chance(0.6))
    if first:
        blocks.append(" ".join([*first, talk.pop()]))
    if dice.chance(0.7):
        blocks.append(quote(sheet, table, row) + " " + talk.pop())
    if second:
        turn = [dice.pick(words.TURNS)] if dice.chance(0.6) else []
        half = (len(second) + 1) // 2
        blocks.append(" ".join([*turn, *second[:half]]))
        if second[half:]:
            blocks.append(" ".join([talk.pop(), *second[half:]]))
    for section in sections_of(sheet):
        blocks += [f"**{section.title}**", *section.blocks]
    if dice.chance(0.6):
        blocks.append(quote(sheet, table, row))
    if talk:
        blocks.append(" ".join(talk))
    blocks.append(dice.pick(words.CLOSERS))
    caption = fill(sheet, dice.pick(words.CAPTIONS), table, row)
    text = [headline(sheet), byline(sheet, site), *([f"*{caption}*"] if caption else []), *blocks]
    return "\n\n".join([*text, *related(sheet, table, row)])


def write_review(sheet: Sheet, site: Site) -> str:
    """The text of a review: what it states stands in a box, in sentences, or half and half."""
    scene, dice, plan = sheet.scene, sheet.dice, sheet.plan
    table, row = plan.table or "", plan.row or 0
    thing_table, thing_row = _thing(sheet, table, row)
    name = scene.phrase(thing_table, thing_row)
    own = sheet.own()
    linked = scene.phrase(thing_table, thing_row, sheet.link(thing_table, thing_row))
    boxed = [column for column in own if dice.chance(0.5)]
    told = [column for column in own if column not in boxed]

    def filled(text: str) -> str:
        return sentence(text.replace("{name}", name))

    lead = [filled(dice.pick(words.REVIEW_LEADS))]
    remarks = remarks_for(sheet, thing_table, thing_row, dice.between(3, 5))
    talk = asides_for(sheet, thing_table, thing_row, 4)
    box = []
    pros, cons = dice.some(words.PROS, dice.between(2, 3)), dice.some(words.CONS, 2)
    sides = f"**Good:** {joined(pros)}  **Less good:** {joined(cons)}"
    if boxed:
        pairs = listed_pairs(sheet, table, row, boxed)
        box = [f"**{dice.pick(words.BOX)}**\n{bullets(sheet, pairs)}"]
    blocks = [" ".join(lead + remarks[:1]), f"The subject of this review: {linked}."]
    if dice.chance(0.5):
        blocks += [*box, sides]
        box = []
    blocks.append(" ".join(remarks[1:] + talk[:1]))
    if told:
        facts = sentences(sheet, table, row, told)
        blocks.append(" ".join([*facts, talk[1]]))
    for section in sections_of(sheet):
        blocks += [heading(sheet, section.title), *section.blocks]
    blocks.append(" ".join([quote(sheet, thing_table, thing_row), *talk[2:]]))
    verdict = [heading(sheet, dice.pick(("Verdict", "Conclusion", "Our verdict", "Bottom line")))]
    verdict.append(filled(dice.pick(words.VERDICTS)))
    blocks += verdict
    if box:
        blocks += [*box, sides]
    blocks.append(f"*{words.DISCLOSURES[site.seed // 5 % len(words.DISCLOSURES)]}*")
    # whoever wrote the review of a row is a fact of that row
    by = byline(sheet, site) if (thing_table, thing_row) == (table, row) else site.name
    text = [headline(sheet), by, *blocks]
    return "\n\n".join([*text, *related(sheet, thing_table, thing_row)])


def _thing(sheet: Sheet, table: str, row: int) -> tuple[str, int]:
    """What a review is of: the row itself, or the first that its key refers to."""
    scene = sheet.scene
    if not scene.is_named(table):
        for name in scene.identity[table]:
            target = scene.table(table).columns[name].target
            value = scene.rows[table][row - 1][name]
            if target is not None and value is not None:
                return target, value
    return table, row

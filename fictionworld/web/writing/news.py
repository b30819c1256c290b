"""News about one row, and reviews: headline, byline, paragraphs, quotes, a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import joined, sentence
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, heading
from fictionworld.web.writing.prose import fill, listed_pairs, sentences, split_roles
from fictionworld.web.writing.related import further_links, page_link, press_links
from fictionworld.web.writing.rowsets import sections_of
from fictionworld.web.writing.style import written_date
from fictionworld.web.writing.talk import asides_for, quote, remarks_for, words_lacking

if TYPE_CHECKING:
    from fictionworld.web.hosts import Site
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["byline", "headline", "related", "write_news", "write_review"]

_WORDS = web_words("news")


def headline(sheet: Sheet) -> str:
    """The title in full, without the site's name."""
    return heading(sheet, sheet.links.headlines[sheet.head.number - 1], 1)


def byline(sheet: Sheet, site: Site) -> str:
    """Who wrote it and when, as the site has it."""
    shape = _WORDS["bylines"][site.seed % len(_WORDS["bylines"])]
    text = shape.format(who=sheet.rng.pick(site.staff), site=site.name)
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
    rng = sheet.rng
    items = []
    if row is not None:
        items = press_links(sheet, table, row)[:2] + further_links(sheet, table, row)
    if sheet.links.background and rng.chance(0.5):
        other = rng.pick(sheet.links.background)
        if other != sheet.head.number:
            items.append(page_link(sheet, other))
    if not items:
        return []
    word = rng.pick(_WORDS["related"])
    return [heading(sheet, word), bullets(sheet, items[: most + 2])]


def write_news(sheet: Sheet, site: Site) -> str:
    """The text of an article about one row."""
    scene, rng, plan = sheet.scene, sheet.rng, sheet.plan
    table, row = plan.table or "", plan.row or 0
    person = scene.nouns[table].person
    leads: tuple[str, ...] = _WORDS["people"] if person else _WORDS["leads"]
    if scene.nouns[table].contest and not scene.is_named(table):
        leads = _WORDS["matches"]
    lacking = words_lacking(sheet, 110, 240)
    lead = sentence(fill(sheet, rng.pick(leads), table, row))
    context, askable = split_roles(sheet, table, sheet.own())
    remarks = remarks_for(sheet, table, row, max(3, min(6, lacking // 14)))
    first = sentences(sheet, table, row, context)
    second = sentences(sheet, table, row, askable)
    facts = _facts(sheet, first, second)
    half = (len(remarks) + 1) // 2
    colour = [" ".join(part) for part in (remarks[:half], remarks[half:]) if part]
    says = [quote(sheet, table, row) for _ in range(1 + rng.below(2))]
    match rng.below(4):
        case 0:
            blocks = [lead, *facts[:1], *says[:1], *colour[:1], *facts[1:], *colour[1:], *says[1:]]
        case 1:
            blocks = [" ".join([lead, *remarks[:1]]), *says[:1], *facts, *says[1:]]
            blocks += [" ".join(remarks[1:])]
        case 2:
            blocks = [*facts[:1], lead, *colour[:1], *facts[1:], *says, *colour[1:]]
        case _:
            blocks = [lead, *colour[:1], *facts, *colour[1:], *says]
    for section in sections_of(sheet):
        blocks += [f"**{section.title}**", *section.blocks]
    asides = asides_for(sheet, table, row, 2) if lacking > 100 or rng.chance(0.4) else []
    blocks.append(" ".join([*asides[:2], rng.pick(_WORDS["closers"])]))
    caption = fill(sheet, rng.pick(_WORDS["captions"]), table, row)
    text = [headline(sheet), byline(sheet, site), *([f"*{caption}*"] if caption else []), *blocks]
    return "\n\n".join(filter(None, [*text, *related(sheet, table, row)]))


def _facts(sheet: Sheet, first: list[str], second: list[str]) -> list[str]:
    """What everybody knows and what the figures say, in one to three paragraphs."""
    rng = sheet.rng
    blocks = [" ".join(first)] if first else []
    turn = [rng.pick(_WORDS["turns"])] if first and rng.chance(0.5) else []
    if len(second) > 3:
        half = (len(second) + 1) // 2
        return [*blocks, " ".join([*turn, *second[:half]]), " ".join(second[half:])]
    return [*blocks, " ".join([*turn, *second])] if second else blocks


def write_review(sheet: Sheet, site: Site) -> str:
    """The text of a review: what it states stands in a box, in sentences, or half and half."""
    scene, rng, plan = sheet.scene, sheet.rng, sheet.plan
    table, row = plan.table or "", plan.row or 0
    thing_table, thing_row = _thing(sheet, table, row)
    name = scene.phrase(thing_table, thing_row)
    own = sheet.own()
    linked = scene.phrase(thing_table, thing_row, sheet.link(thing_table, thing_row))
    boxed = [column for column in own if rng.chance(0.5)]
    told = [column for column in own if column not in boxed]

    def filled(text: str) -> str:
        return sentence(text.replace("{name}", name))

    lead = filled(rng.pick(_WORDS["review_leads"]))
    remarks = remarks_for(sheet, thing_table, thing_row, rng.between(3, 5))
    box = []
    pros, cons = rng.some(_WORDS["pros"], rng.between(2, 3)), rng.some(_WORDS["cons"], 2)
    sides = f"**Good:** {joined(pros)}  **Less good:** {joined(cons)}"
    if boxed:
        pairs = listed_pairs(sheet, table, row, boxed)
        box = [f"**{rng.pick(_WORDS['box'])}**\n{bullets(sheet, pairs)}"]
    days = rng.some(_WORDS["first_days"], 1 + rng.below(2))
    blocks = [lead]
    if rng.chance(0.3):
        blocks = [" ".join([days.pop(), lead])]
    if rng.chance(0.5):
        blocks += [*box, sides]
        box = []
    blocks.append(" ".join([*days, *remarks[:1]]))
    facts = sentences(sheet, table, row, told) if told else []
    if facts and rng.chance(0.5):
        blocks.append(" ".join(facts))
        facts = []
    headed = rng.chance(0.5)
    if headed:
        blocks.append(heading(sheet, rng.pick(_WORDS["review_heads"])))
    blocks.append(" ".join([*remarks[1:3], rng.pick(_WORDS["daily"])]))
    blocks += [" ".join(facts)] if facts else []
    for section in sections_of(sheet):
        blocks += [heading(sheet, section.title), *section.blocks]
    blocks.append(" ".join([quote(sheet, thing_table, thing_row), *remarks[3:]]))
    verdict = [heading(sheet, rng.pick(("Verdict", "Conclusion", "Our verdict", "Bottom line")))]
    verdict.append(filled(rng.pick(_WORDS["verdicts"])))
    blocks += verdict
    if box:
        blocks += [*box, sides]
    blocks.append(f"*{_WORDS['disclosures'][site.seed // 5 % len(_WORDS['disclosures'])]}*")
    # whoever wrote the review of a row is a fact of that row
    by = byline(sheet, site) if (thing_table, thing_row) == (table, row) else site.name
    text = [headline(sheet), by, f"Reviewed: {linked}", *blocks]
    return "\n\n".join([*text, *related(sheet, thing_table, thing_row)])


def _thing(sheet: Sheet, table: str, row: int) -> tuple[str, int]:
    """What a review is of: the row itself, or the first that its key refers to."""
    scene = sheet.scene
    if not scene.is_named(table):
        for name in scene.identity[table]:
            target = scene.table(table).columns[name].target
            value = scene.cells(table, name)[row - 1]
            if target is not None and value is not None:
                return target, value
    return table, row

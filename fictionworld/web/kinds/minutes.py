"""Minutes of meetings: an item about one row, or an annex that sets out many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.dates import written_date
from fictionworld.text.english import sentence
from fictionworld.web.heads import row_code, table_slug
from fictionworld.web.page_kind import WebPageKind
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, heading, paragraphs
from fictionworld.web.writing.furniture import further_links, headline, press_links
from fictionworld.web.writing.prose import fill, listed_pairs, sentences
from fictionworld.web.writing.rowsets import sections_of
from fictionworld.web.writing.tables import filled, foot, grid, scope_of, symbols, topic_label
from fictionworld.web.writing.talk import remarks_for, words_lacking

if TYPE_CHECKING:
    from fictionworld.streams import FastStream
    from fictionworld.web.heads import HeadContext
    from fictionworld.web.hosts import Site
    from fictionworld.web.world_plan import PlannedPage
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["KIND", "Minutes"]

_WORDS = web_words("minutes")


class Minutes(WebPageKind):
    """Extracts from minutes, and what was tabled at meetings."""

    name = "minutes"
    site = "board"
    home = True
    length = (1_180, 35, 35, 0)
    table_length = (1_250, 5, 116, 0)
    dated = 1.0
    rank = 1
    called = "minutes"
    voice = "minutes of a meeting: formal, in the past tense"

    def head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        """The title and the path."""
        scene, code = heads.scene, row_code(rng)
        if page.listed is not None:
            nouns, what = scene.nouns[page.listed], heads.shared(page)
            part, parts, span = page.part or 1, page.parts or 1, heads.spans.get(page.number, "")
            shape = _WORDS["list_titles"][site.seed // 3 % len(_WORDS["list_titles"])]
            title = shape.format(label=heads.label(page), many=nouns.many)
            # what tells it from others first: search engines cut titles at their end
            title = f"{what}: {title}" if what else title
            title += f", {span}" if span else f", {part} of {parts}" if parts > 1 else ""
            return sentence(title), f"minutes/{code}/annex-{table_slug(heads, page)}-{part}"
        name = scene.name(page.table or "", page.row or 0)
        title = _WORDS["titles"][site.seed // 3 % len(_WORDS["titles"])].format(name=name)
        return sentence(title), f"minutes/item-{code}"

    def write(self, sheet: Sheet, site: Site) -> str:
        """The text: an extract, or an annex."""
        return _extract(sheet, site) if sheet.plan.listed is None else _annex(sheet, site)


KIND = Minutes()


def _said(sheet: Sheet, site: Site, text: str, table: str, row: int | None) -> str:
    """A sentence of a pool, with those who sit at the meeting."""
    for letter, who in zip("abcd", site.staff, strict=False):
        text = text.replace(f"{{{letter}}}", who)
    return sentence(fill(sheet, text, table, row))


def _opening(sheet: Sheet, site: Site, table: str, row: int | None) -> list[str]:
    lines = [headline(sheet)]
    if sheet.head.date is not None:
        lines.append(f"Meeting of {written_date(sheet.head.date, sheet.style.dates)}")
    return [*lines, _said(sheet, site, sheet.rng.pick(_WORDS["present"]), table, row)]


def _extract(sheet: Sheet, site: Site) -> str:
    """The text of an item about one row."""
    rng, plan = sheet.rng, sheet.plan
    name, row = plan.table or "", plan.row or 0

    def some(pool: str, count: int = 1) -> str:
        return " ".join(
            [_said(sheet, site, one, name, row) for one in rng.some(_WORDS[pool], count)]
        )

    own, lacking = sheet.own(), words_lacking(sheet, 130)
    text = [*_opening(sheet, site, name, row), heading(sheet, rng.pick(_WORDS["heads"]))]
    text += [some("opening"), heading(sheet, rng.pick(_WORDS["item_heads"])), some("item")]
    if own and rng.chance(0.5):
        text += [some("noted"), bullets(sheet, listed_pairs(sheet, name, row, own))]
    elif own:
        text += paragraphs(sheet, [some("noted"), *sentences(sheet, name, row, own)], 3, 5)
    for section in sections_of(sheet):
        text += [f"**{section.title}**", *section.blocks]
    remarks = remarks_for(sheet, name, row, lacking // 40)
    text.append(" ".join([some("talk", max(1, min(4, lacking // 35))), *remarks]))
    text += [some("actions"), heading(sheet, rng.pick(_WORDS["other_heads"])), some("other")]
    links = further_links(sheet, name, row) + press_links(sheet, name, row)[:3]
    if links:
        text += ["**Papers**", bullets(sheet, links)]
    return "\n\n".join(filter(None, [*text, _foot(sheet, site, name)]))


def _annex(sheet: Sheet, site: Site) -> str:
    """The text of an annex that sets out rows."""
    rng, table, label = sheet.rng, sheet.plan.listed or "", topic_label(sheet)
    lead = filled(sheet, rng.pick(_WORDS["list_leads"]), label)
    text = [*_opening(sheet, site, table, None), lead, scope_of(sheet)]
    text += [*grid(sheet), symbols(sheet, site)]
    said = [_said(sheet, site, one, table, None) for one in rng.some(_PLAIN, 3)]
    text.append(" ".join([*remarks_for(sheet, table, None, 2), *said]))
    return "\n\n".join(filter(None, [*text, *foot(sheet), _foot(sheet, site, table)]))


_PLAIN = [text for text in _WORDS["talk"] if "{subject}" not in text]


def _foot(sheet: Sheet, site: Site, table: str) -> str:
    return fill(sheet, _WORDS["footers"][site.seed % len(_WORDS["footers"])], table, None)

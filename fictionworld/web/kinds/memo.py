"""Memos and notes for the file: what an institution's registers say of one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.dates import written_date
from fictionworld.text.english import sentence, slug
from fictionworld.web.heads import row_code, table_head
from fictionworld.web.page_kind import WebPageKind
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, heading, paragraphs, table
from fictionworld.web.writing.furniture import further_links, headline, press_links
from fictionworld.web.writing.prose import fill, listed_pairs, sentences
from fictionworld.web.writing.rowsets import sections_of
from fictionworld.web.writing.tables import write_round_up
from fictionworld.web.writing.talk import remarks_for, words_lacking

if TYPE_CHECKING:
    from fictionworld.streams import FastStream
    from fictionworld.web.heads import HeadContext
    from fictionworld.web.hosts import Site
    from fictionworld.web.world_plan import PlannedPage
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["KIND", "Memo"]

_WORDS = web_words("memo")


class Memo(WebPageKind):
    """Notes about one row each, on the files of an office."""

    name = "memo"
    site = "files"
    home = True
    length = (1_180, 33, 22, 0)
    dated = 0.7
    rank = 0
    called = "file note"
    voice = "an office memo: short, factual"

    def head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        """The title and the path."""
        if page.listed is not None:
            return table_head(heads, page, site)
        scene, name = heads.scene, page.table or ""
        shape = _WORDS["titles"][site.seed // 3 % len(_WORDS["titles"])]
        title = shape.format(name=scene.name(name, page.row or 0), one=scene.nouns[name].one)
        return sentence(title), f"{slug(scene.nouns[name].many)}/{row_code(rng)}"

    def write(self, sheet: Sheet, site: Site) -> str:
        """The text: a note, or a list."""
        if sheet.plan.listed is not None:
            return write_round_up(sheet, site)
        return _note(sheet, site)


KIND = Memo()


def _note(sheet: Sheet, site: Site) -> str:
    rng, plan, scene = sheet.rng, sheet.plan, sheet.scene
    name, row = plan.table or "", plan.row or 0

    def said(pool: str) -> str:
        return sentence(fill(sheet, rng.pick(_WORDS[pool]), name, row))

    lines = [f"To: {rng.pick(_WORDS['to'])}", f"From: {rng.pick(site.staff)}"]
    if sheet.head.date is not None:
        lines.append(f"Date: {written_date(sheet.head.date, sheet.style.dates)}")
    lines.append(f"Subject: {scene.name(name, row)}")
    own, lacking = sheet.own(), words_lacking(sheet, 80)
    remarks = remarks_for(sheet, name, row, max(2, lacking // 28))
    count = max(2, lacking // 24)
    talk = [sentence(fill(sheet, one, name, row)) for one in rng.some(_WORDS["talk"], count)]
    text = [headline(sheet), "  \n".join(lines), " ".join([said("leads"), *talk[:1]])]
    text += _entries(sheet, name, row, own)
    for section in sections_of(sheet):
        text += [heading(sheet, section.title), *section.blocks]
    text += paragraphs(sheet, rng.some([*talk[1:], *remarks], len(talk) + len(remarks)), 2, 4)
    text.append(said("closers"))
    links = further_links(sheet, name, row) + press_links(sheet, name, row)[:3]
    if links:
        text += [heading(sheet, rng.pick(_WORDS["link_heads"])), bullets(sheet, links)]
    text.append(fill(sheet, _WORDS["footers"][site.seed % len(_WORDS["footers"])], name, row))
    return "\n\n".join(filter(None, text))


def _entries(sheet: Sheet, name: str, row: int, own: list[str]) -> list[str]:
    """What the note states: as a sheet, as a list, or in sentences."""
    if not own:
        return []
    rng, scene = sheet.rng, sheet.scene
    head = heading(sheet, rng.pick(_WORDS["heads"]))
    match rng.below(3):
        case 0:
            lines = [
                (scene.wordings[name, one].label, sheet.cell(scene.wordings[name, one], row))
                for one in own
            ]
            return [head, table(("", scene.name(name, row)), lines)]
        case 1:
            return [head, bullets(sheet, listed_pairs(sheet, name, row, own))]
        case _:
            return paragraphs(sheet, sentences(sheet, name, row, own), 3, 4)

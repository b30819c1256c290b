"""Memos and notes for the file: what an institution's registers say of one row."""

from __future__ import annotations

from fictionworld.streams import FastStream
from fictionworld.text.english import sentence, slug
from fictionworld.web.heads import HeadContext, row_code
from fictionworld.web.hosts import Site
from fictionworld.web.row_page_kind import RowPageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets, data_sheet, heading, paragraphs
from fictionworld.web.writing.header_footer import further_links, headline, references
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import fill, listed_pairs, sentences
from fictionworld.web.writing.remarks import dealt, remarks_for
from fictionworld.web.writing.rowsets import sections_of

_WORDS = web_words("memo")


class Memo(RowPageKind):
    """Notes about one row each, on the files of an office."""

    name = "memo"
    site = "files"
    length = (650, 7, 40, 7, 0)
    dated = 0.7
    rank = 0
    called = "file note"
    voice = "an office memo: short, factual"

    def row_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        context, name = heads.context, page.table or ""
        shape = site.pick(_WORDS["titles"], 3)
        title = shape.format(name=context.name(name, page.row or 0), one=context.nouns[name].one)
        return sentence(title), f"{slug(context.nouns[name].many)}/{row_code(rng)}"

    def write_row(self, writer: PageWriter, site: Site) -> str:
        context, rng = writer.context, writer.rng
        name, row = writer.plan.subject

        def phrase(pool: str) -> str:
            return sentence(fill(writer, rng.pick(_WORDS[pool]), name, row))

        lines = [f"To: {rng.pick(_WORDS['to'])}", f"From: {rng.pick(site.staff)}"]
        if writer.date:
            lines.append(f"Date: {writer.date}")
        lines.append(f"Subject: {context.name(name, row)}")
        columns, remarks = writer.own(), remarks_for(writer, name, row, 2)
        asides = dealt(writer, _WORDS["talk"], 2)
        talk = [sentence(fill(writer, line, name, row)) for line in asides]
        text = [headline(writer), "  \n".join(lines), " ".join([phrase("leads"), *talk[:1]])]
        text += _entries(writer, name, row, columns)
        for section in sections_of(writer):
            text += [heading(writer, section.title), *section.blocks]
        text += paragraphs(writer, rng.some([*talk[1:], *remarks], len(talk) + len(remarks)), 2, 4)
        text.append(phrase("closers"))
        links = further_links(writer, name, row) + references(writer, name, row)
        if links:
            text += [heading(writer, rng.pick(_WORDS["link_heads"])), bullets(writer, links)]
        text.append(fill(writer, site.pick(_WORDS["footers"]), name, row))
        return "\n\n".join(filter(None, text))


KIND = Memo()


def _entries(writer: PageWriter, name: str, row: int, own: list[str]) -> list[str]:
    """Return what the note states: a sheet, a list, or sentences."""
    if not own:
        return []
    rng, context = writer.rng, writer.context
    head = heading(writer, rng.pick(_WORDS["heads"]))
    match rng.below(3):
        case 0:
            return [head, data_sheet(writer, ("", context.name(name, row)), name, row, own)]
        case 1:
            return [head, bullets(writer, listed_pairs(writer, name, row, own))]
        case _:
            return paragraphs(writer, sentences(writer, name, row, own), 3, 4)

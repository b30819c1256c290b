"""Annexes to reports of a trade body or a league."""

from __future__ import annotations

from fictionworld.streams import FastStream
from fictionworld.text.english import sentence
from fictionworld.web.heads import ALWAYS_SHOWN, HeadContext, table_slug
from fictionworld.web.hosts import Site
from fictionworld.web.kinds.statistics import TablePageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import heading
from fictionworld.web.writing.header_footer import headline
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.remarks import dealt
from fictionworld.web.writing.tables import filled, foot, grid, symbols, topic_label

_WORDS = web_words("tables")


class ReportPage(TablePageKind):
    """Annexes that set out one or two columns of many rows."""

    name = "report"
    site = "body"
    table_length = (800, 2, 22, 0, 0)
    dated = 0.9
    voice = "an association's report: formal"

    def table_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        del rng
        shared, nouns = heads.shared(page), heads.context.nouns[page.listed or ""]
        title = f"{heads.label(page)} by {nouns.by}"
        title += f", {shared}" if shared else ""
        suffix = heads.part_suffix(page, ": annex {part} of {parts}")
        if (page.parts or 1) > 1 and len(title + suffix) > ALWAYS_SHOWN:  # it is cut at its end
            part = suffix.removeprefix(": ")
            title = f"{nouns.many if part == suffix else ''}{part}: {title}"
        else:
            title += suffix
        title = sentence(title)
        path = f"publications/{table_slug(heads, page)}-annex-{page.part or 1}"
        return title, path + site.pick((".pdf", ""))

    def write_table(self, writer: PageWriter, site: Site) -> str:
        """Return the text of an annex."""
        rng, label = writer.rng, topic_label(writer)
        text = [site.name, headline(writer)]
        if writer.date:
            text.append(f"Edition of {writer.date}")
        notes = [filled(writer, note, label) for note in dealt(writer, _WORDS["body_notes"], 2)]
        text.append(filled(writer, rng.pick(_WORDS["body_leads"]), label))
        text += [*grid(writer), symbols(writer, site)]
        if notes:
            text += [heading(writer, rng.pick(_WORDS["body_heads"])), " ".join(notes)]
        return "\n\n".join(filter(None, [*text, *foot(writer)]))


KIND = ReportPage()

"""Annexes to reports of a trade body or a league."""

from __future__ import annotations

from fictionworld.streams import FastStream
from fictionworld.text.english import sentence
from fictionworld.web.heads import HeadContext, table_slug
from fictionworld.web.hosts import Site
from fictionworld.web.kinds.statistics import TablePageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import heading
from fictionworld.web.writing.header_footer import headline
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.remarks import asides_for
from fictionworld.web.writing.tables import filled, foot, grid, scope_of, symbols, topic_label

_WORDS = web_words("tables")

_MANY = 25
"""Of so many lines less is said about the annex."""


class ReportPage(TablePageKind):
    """Annexes that set out one or two columns of many rows."""

    name = "report"
    site = "body"
    table_length = (1_390, 11, 17, 43)
    dated = 0.9
    voice = "an association's report: formal"

    def table_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        del rng
        shared = heads.shared(page)
        title = f"{sentence(heads.label(page))} of {heads.context.nouns[page.listed or ''].by_many}"
        title += f", {shared}" if shared else ""
        title += heads.part_suffix(page, ": annex {part} of {parts}")
        path = f"publications/{table_slug(heads, page)}-annex-{page.part or 1}"
        return title, path + site.pick((".pdf", ""))

    def write_table(self, writer: PageWriter, site: Site) -> str:
        """Return the text of an annex."""
        rng, label = writer.rng, topic_label(writer)
        text = [site.name, headline(writer)]
        scope = scope_of(writer)
        if writer.date:
            text.append(f"Edition of {writer.date}")
        many = len(writer.groups.get(writer.plan.listed or "", {})) > _MANY
        picked = rng.some(_WORDS["body_notes"], 1 if many else rng.between(4, 6))
        notes = [filled(writer, note, label) for note in picked]
        text.append(" ".join([filled(writer, rng.pick(_WORDS["body_leads"]), label), *notes[1:3]]))
        if scope:
            text.append(f"Scope: {scope}")
        text += [*grid(writer), symbols(writer, site)]
        text += [heading(writer, rng.pick(_WORDS["body_heads"]))]
        asides = asides_for(writer, "", None, 1 if many else 3)
        text.append(" ".join([*notes[:1], *notes[3:], *asides]))
        return "\n\n".join(filter(None, [*text, *foot(writer)]))


KIND = ReportPage()

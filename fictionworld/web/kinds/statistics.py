"""Tables of figures as a statistical office publishes them."""

from __future__ import annotations

from abc import abstractmethod

from fictionworld.streams import FastStream
from fictionworld.text.english import sentence
from fictionworld.web.heads import HeadContext, row_headline
from fictionworld.web.hosts import Site
from fictionworld.web.kinds.encyclopedia import write_article
from fictionworld.web.row_page_kind import RowPageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets, heading
from fictionworld.web.writing.header_footer import headline
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.remarks import dealt
from fictionworld.web.writing.tables import filled, foot, grid, scope_of, symbols, topic_label

_WORDS = web_words("tables")


class TablePageKind(RowPageKind):
    """A kind that is made for tables of figures; its pages about one row are articles."""

    links_rows = False
    has_long_tables = True

    def row_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        return row_headline(heads, page, site, rng)

    def write_row(self, writer: PageWriter, site: Site) -> str:
        return write_article(writer, site)

    @abstractmethod
    def write_table(self, writer: PageWriter, site: Site) -> str:
        """Return the text of a page that sets out many rows."""


class Statistics(TablePageKind):
    """Releases that set out one or two columns of many rows."""

    name = "statistics"
    site = "statistics"
    table_length = (680, 2, 23, 0, 26)
    dated = 0.8
    voice = "a statistical office: dry, exact"

    def write_table(self, writer: PageWriter, site: Site) -> str:
        """Return the text of a release."""
        rng, plan, label = writer.rng, writer.plan, topic_label(writer)
        text = [headline(writer)]
        when = writer.date or writer.context.now
        word = site.pick(_WORDS["release_kinds"])
        scope = scope_of(writer)
        line = [word, *([scope] if scope else []), when]
        if (plan.parts or 1) > 1:
            line.append(f"Part {plan.part} of {plan.parts}")
        text.append(" · ".join(line))
        pool = "supplement_leads" if plan.is_supplement else "statistics_leads"
        text.append(filled(writer, rng.pick(_WORDS[pool]), label))
        picked = dealt(writer, _WORDS["highlights"], 2)
        shown = [bullets(writer, [filled(writer, phrase, label) for phrase in picked])]
        lines = [*grid(writer), symbols(writer, site)]
        caption = f"**{sentence(label.removeprefix('the '))}**" if rng.chance(0.5) else ""
        text += [*shown, caption, *lines] if rng.chance(0.6) else [caption, *lines, *shown]
        notes = [filled(writer, phrase, label) for phrase in dealt(writer, _WORDS["methods"], 3)]
        if notes:
            text += [heading(writer, site.pick(_WORDS["method_heads"], 5))]
            text.append(bullets(writer, notes) if site.seed % 2 else " ".join(notes))
        text.append(site.pick(_WORDS["releases"], 3))
        return "\n\n".join(filter(None, [*text, *foot(writer)]))


KIND = Statistics()

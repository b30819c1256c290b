"""Minutes of meetings: an item about one row, or an annex that sets out many."""

from __future__ import annotations

from fictionworld.streams import FastStream
from fictionworld.text.english import sentence
from fictionworld.web.heads import HeadContext, row_code, table_slug
from fictionworld.web.hosts import Site
from fictionworld.web.row_page_kind import RowPageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets, heading, paragraphs
from fictionworld.web.writing.header_footer import further_links, headline, press_links
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import fill, listed_pairs, sentences
from fictionworld.web.writing.remarks import dealt, remarks_for
from fictionworld.web.writing.rowsets import sections_of
from fictionworld.web.writing.tables import filled, foot, grid, symbols, topic_label

_WORDS = web_words("minutes")


class Minutes(RowPageKind):
    """Extracts from minutes, and what was tabled at meetings."""

    name = "minutes"
    site = "board"
    length = (1_060, 6, 43, 0, 0)
    table_length = (770, 0, 41, 0, 0)
    dated = 1.0
    rank = 1
    called = "minutes"
    voice = "minutes of a meeting: formal, in the past tense"

    def row_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        name = heads.context.name(*page.subject)
        title = site.pick(_WORDS["titles"], 3).format(name=name)
        return sentence(title), f"minutes/item-{row_code(rng)}"

    def table_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        many, shared = heads.context.nouns[page.listed or ""].many, heads.shared(page)
        title = site.pick(_WORDS["list_titles"], 3).format(label=heads.label(page), many=many)
        # what tells it from others first: search engines cut titles at their end
        title = f"{shared}: {title}" if shared else title
        title += heads.part_suffix(page, ", {part} of {parts}")
        path = f"minutes/{row_code(rng)}/annex-{table_slug(heads, page)}-{page.part or 1}"
        return sentence(title), path

    def write_row(self, writer: PageWriter, site: Site) -> str:
        rng, (name, row) = writer.rng, writer.plan.subject

        def some(pool: str) -> str:
            return _phrase(writer, site, rng.pick(_WORDS[pool]), name, row)

        own = writer.own()
        text = [*_opening(writer, site, name, row), heading(writer, rng.pick(_WORDS["heads"]))]
        text += [some("opening"), heading(writer, rng.pick(_WORDS["item_heads"])), some("item")]
        if own and rng.chance(0.5):
            text += [some("noted"), bullets(writer, listed_pairs(writer, name, row, own))]
        elif own:
            text += paragraphs(writer, [some("noted"), *sentences(writer, name, row, own)], 3, 5)
        for section in sections_of(writer):
            text += [f"**{section.title}**", *section.blocks]
        talk = [_phrase(writer, site, line, name, row) for line in dealt(writer, _WORDS["talk"], 2)]
        text.append(" ".join([*talk, *remarks_for(writer, name, row, 1)]))
        text += [some("actions"), heading(writer, rng.pick(_WORDS["other_heads"])), some("other")]
        links = further_links(writer, name, row) + press_links(writer, name, row)[:3]
        if links:
            text += ["**Papers**", bullets(writer, links)]
        return "\n\n".join(filter(None, [*text, _foot(writer, site, name)]))

    def write_table(self, writer: PageWriter, site: Site) -> str:
        """Return the text of an annex."""
        rng, table, label = writer.rng, writer.plan.listed or "", topic_label(writer)
        lead = filled(writer, rng.pick(_WORDS["list_leads"]), label)
        text = [*_opening(writer, site, table, None), lead]
        text += [*grid(writer), symbols(writer, site)]
        plain = [line for line in _WORDS["talk"] if "{subject}" not in line]
        talk = [_phrase(writer, site, line, table, None) for line in dealt(writer, plain, 2)]
        text.append(" ".join(talk))
        return "\n\n".join(filter(None, [*text, *foot(writer), _foot(writer, site, table)]))


KIND = Minutes()


def _phrase(writer: PageWriter, site: Site, text: str, table: str, row: int | None) -> str:
    """Return a sentence of a pool with its slots filled: `{a}` to `{d}` are people who meet."""
    for letter, name in zip("abcd", site.staff, strict=False):
        text = text.replace(f"{{{letter}}}", name)
    return sentence(fill(writer, text, table, row))


def _opening(writer: PageWriter, site: Site, table: str, row: int | None) -> list[str]:
    lines = [headline(writer)]
    if writer.date:
        lines.append(f"Meeting of {writer.date}")
    return [*lines, _phrase(writer, site, writer.rng.pick(_WORDS["present"]), table, row)]


def _foot(writer: PageWriter, site: Site, table: str) -> str:
    return fill(writer, site.pick(_WORDS["footers"]), table, None)

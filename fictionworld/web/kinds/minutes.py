"""Minutes of meetings: an item about one row, or an annex that sets out many."""

from __future__ import annotations

from fictionworld.streams import FastStream
from fictionworld.text.dates import written_date
from fictionworld.text.english import sentence
from fictionworld.web.heads import HeadContext, row_code, table_slug
from fictionworld.web.hosts import Site
from fictionworld.web.page_kind import WebPageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets, heading, paragraphs
from fictionworld.web.writing.header_footer import further_links, headline, press_links
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import fill, listed_pairs, sentences
from fictionworld.web.writing.remarks import remarks_for, words_lacking
from fictionworld.web.writing.rowsets import sections_of
from fictionworld.web.writing.tables import filled, foot, grid, scope_of, symbols, topic_label

_WORDS = web_words("minutes")


class Minutes(WebPageKind):
    """Extracts from minutes, and what was tabled at meetings."""

    name = "minutes"
    site = "board"
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
        context, code = heads.context, row_code(rng)
        if page.listed is not None:
            nouns, what = context.nouns[page.listed], heads.shared(page)
            part, parts, span = page.part or 1, page.parts or 1, heads.spans.get(page.number, "")
            shape = _WORDS["list_titles"][site.seed // 3 % len(_WORDS["list_titles"])]
            title = shape.format(label=heads.label(page), many=nouns.many)
            # what tells it from others first: search engines cut titles at their end
            title = f"{what}: {title}" if what else title
            title += f", {span}" if span else f", {part} of {parts}" if parts > 1 else ""
            return sentence(title), f"minutes/{code}/annex-{table_slug(heads, page)}-{part}"
        name = context.name(page.table or "", page.row or 0)
        title = _WORDS["titles"][site.seed // 3 % len(_WORDS["titles"])].format(name=name)
        return sentence(title), f"minutes/item-{code}"

    def write(self, writer: PageWriter, site: Site) -> str:
        """The text: an extract, or an annex."""
        return _extract(writer, site) if writer.plan.listed is None else _annex(writer, site)


KIND = Minutes()


def _phrase(writer: PageWriter, site: Site, text: str, table: str, row: int | None) -> str:
    """A sentence of a pool, with those who sit at the meeting."""
    for letter, who in zip("abcd", site.staff, strict=False):
        text = text.replace(f"{{{letter}}}", who)
    return sentence(fill(writer, text, table, row))


def _opening(writer: PageWriter, site: Site, table: str, row: int | None) -> list[str]:
    lines = [headline(writer)]
    if writer.head.date is not None:
        lines.append(f"Meeting of {written_date(writer.head.date, writer.style.dates)}")
    return [*lines, _phrase(writer, site, writer.rng.pick(_WORDS["present"]), table, row)]


def _extract(writer: PageWriter, site: Site) -> str:
    """The text of an item about one row."""
    rng, plan = writer.rng, writer.plan
    name, row = plan.table or "", plan.row or 0

    def some(pool: str, count: int = 1) -> str:
        return " ".join(
            [_phrase(writer, site, one, name, row) for one in rng.some(_WORDS[pool], count)]
        )

    own, lacking = writer.own(), words_lacking(writer, 130)
    text = [*_opening(writer, site, name, row), heading(writer, rng.pick(_WORDS["heads"]))]
    text += [some("opening"), heading(writer, rng.pick(_WORDS["item_heads"])), some("item")]
    if own and rng.chance(0.5):
        text += [some("noted"), bullets(writer, listed_pairs(writer, name, row, own))]
    elif own:
        text += paragraphs(writer, [some("noted"), *sentences(writer, name, row, own)], 3, 5)
    for section in sections_of(writer):
        text += [f"**{section.title}**", *section.blocks]
    remarks = remarks_for(writer, name, row, lacking // 40)
    text.append(" ".join([some("talk", max(1, min(4, lacking // 35))), *remarks]))
    text += [some("actions"), heading(writer, rng.pick(_WORDS["other_heads"])), some("other")]
    links = further_links(writer, name, row) + press_links(writer, name, row)[:3]
    if links:
        text += ["**Papers**", bullets(writer, links)]
    return "\n\n".join(filter(None, [*text, _foot(writer, site, name)]))


def _annex(writer: PageWriter, site: Site) -> str:
    """The text of an annex that sets out rows."""
    rng, table, label = writer.rng, writer.plan.listed or "", topic_label(writer)
    lead = filled(writer, rng.pick(_WORDS["list_leads"]), label)
    text = [*_opening(writer, site, table, None), lead, scope_of(writer)]
    text += [*grid(writer), symbols(writer, site)]
    talk = [_phrase(writer, site, one, table, None) for one in rng.some(_PLAIN, 3)]
    text.append(" ".join([*remarks_for(writer, table, None, 2), *talk]))
    return "\n\n".join(filter(None, [*text, *foot(writer), _foot(writer, site, table)]))


_PLAIN = [text for text in _WORDS["talk"] if "{subject}" not in text]


def _foot(writer: PageWriter, site: Site, table: str) -> str:
    return fill(writer, _WORDS["footers"][site.seed % len(_WORDS["footers"])], table, None)

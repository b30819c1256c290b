"""Official pages: of a firm, a club, a shop, about themselves and what is theirs."""

from __future__ import annotations

from fictionworld.streams import FastStream
from fictionworld.text.english import sentence, slug
from fictionworld.web.heads import HeadContext, row_code
from fictionworld.web.hosts import Site
from fictionworld.web.row_page_kind import RowPageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets, data_sheet, heading, paragraphs
from fictionworld.web.writing.header_footer import further_links, press_links, site_foot, site_head
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import fill, listed_pairs, sentences
from fictionworld.web.writing.remarks import dealt
from fictionworld.web.writing.rowsets import sections_of
from fictionworld.web.writing.tables import write_list

_TITLES = web_words("titles")

_WORDS = web_words("official")


class Official(RowPageKind):
    """Pages of those whom a row belongs to."""

    name = "official"
    site = "row"
    length = (660, 21, 28, 0, 0)
    table_length = (820, 44, 0, 0, 66)
    dated = 0.4
    rank = 1
    called = "official page"
    voice = "the subject's own site: friendly, first person plural where it fits"

    def row_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        context, (table, row) = heads.context, page.subject
        nouns, name = context.nouns[table], context.name(table, row)
        row_code(rng)  # drawn for every page about a row
        is_own = site.table == table and site.row == row
        title = rng.pick(_TITLES["official"]).format(name=name)
        if is_own:
            return title, rng.pick(("about", "about", "about-us", "profile"))
        short = slug(name)[:60].rstrip("-") or f"{slug(nouns.one)}-{row}"
        ending = site.pick(("", "", "/overview", ".html", "/details"))
        return title, f"{slug(nouns.many)}/{short}{ending}"

    def table_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        del site, rng
        many = heads.context.nouns[page.listed or ""].many
        label, shared = heads.label(page), heads.shared(page)
        title = f"{shared} - {many}: {label}" if shared else f"{sentence(many)}: {label}"
        title += heads.part_suffix(page, " (page {part} of {parts})")
        return title, f"{slug(many)}/{slug(label)}?page={page.part or 1}"

    def write_row(self, writer: PageWriter, site: Site) -> str:
        context, rng = writer.context, writer.rng
        name, row = writer.plan.subject
        nouns = context.nouns[name]
        is_own = (site.table, site.row) == (name, row)
        text = [
            site_head(writer, site, name, row),
            heading(writer, sentence(context.phrase(name, row)), 1),
        ]
        text.append(_intro(writer, name, row, is_own=is_own))
        pool = "people_copy" if nouns.person else "us" if is_own else "service"
        if is_own and nouns.person:
            pool = "self_copy"
        copy = dealt(writer, _WORDS[pool], 4 if is_own else 2)
        if len(copy) > 1:
            text.append(copy.pop())
        text += _facts(writer, name, row, writer.own())
        for section in sections_of(writer):
            text += [heading(writer, section.title), *section.blocks]
        text += paragraphs(writer, copy, 1, 2)
        links = press_links(writer, name, row)[:3] + further_links(writer, name, row)
        if links:
            text += [heading(writer, rng.pick(_WORDS["link_heads"])), bullets(writer, links[:7])]
        text.append(site_foot(writer, site))
        return "\n\n".join(filter(None, text))

    def write_table(self, writer: PageWriter, site: Site) -> str:
        return write_list(writer, site)


KIND = Official()


def _intro(writer: PageWriter, name: str, row: int, *, is_own: bool) -> str:
    rng = writer.rng
    person = writer.context.nouns[name].person
    pool: tuple[str, ...] = _WORDS["copy"]
    if person:
        pool = _WORDS["self" if is_own else "people"]
    texts = [rng.pick(pool)]
    if is_own and not person:
        pool = _WORDS["organisation"]
        texts = sorted(rng.some(pool, rng.between(1, 2)), key=pool.index)
    return " ".join([sentence(fill(writer, text, name, row)) for text in texts])


def _facts(writer: PageWriter, name: str, row: int, own: list[str]) -> list[str]:
    """Return the columns as a sheet, a list, sentences, or half in sentences and half in a list."""
    if not own:
        return []
    rng = writer.rng
    head = heading(writer, rng.pick(_WORDS["heads"]))
    match rng.below(4):
        case 0:
            title = writer.context.name(name, row)
            return [head, data_sheet(writer, ("", title), name, row, own)]
        case 1:
            return [head, bullets(writer, listed_pairs(writer, name, row, own))]
        case 2:
            half = (len(own) + 1) // 2
            first = sentences(writer, name, row, own[:half])
            rest = bullets(writer, listed_pairs(writer, name, row, own[half:]))
            return [" ".join(first), head, rest] if own[half:] else [" ".join(first)]
        case _:
            return [head, *paragraphs(writer, sentences(writer, name, row, own), 3, 4)]

"""News about one row, and round-ups of many."""

from __future__ import annotations

from datetime import date

from fictionworld.streams import FastStream
from fictionworld.text.english import sentence, slug
from fictionworld.web.heads import HeadContext, row_headline, section_of
from fictionworld.web.hosts import Site
from fictionworld.web.row_page_kind import RowPageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.consequences import result_of
from fictionworld.web.writing.header_footer import byline, headline, related
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import fill, sentences, split_roles
from fictionworld.web.writing.remarks import asides_for, dealt, quote, remarks_for
from fictionworld.web.writing.rowsets import sections_of

_TITLES = web_words("titles")

_WORDS = web_words("news")


class News(RowPageKind):
    """Articles of newspapers and magazines."""

    name = "news"
    length = (960, 38, 16, 0, 0)
    table_length = (920, 0, 54, 43, 0)
    dated = 1.0
    reports_events = True
    rank = 3
    voice = "a newspaper: brisk, concrete"

    def row_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        return row_headline(heads, page, site, rng)

    def table_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        many, shared = heads.context.nouns[page.listed or ""].many, heads.shared(page)
        # what it is about first: search engines cut titles at their end
        title = rng.pick(_TITLES["round_up"]).format(label=heads.label(page), many=many)
        title = sentence(f"{shared}: {title}" if shared else title)
        title += heads.part_suffix(page, " ({part} of {parts})")
        return title, f"{section_of(site)}/{slug(title)[:80]}"

    def dated_path(self, path: str, day: date, site: Site, rng: FastStream) -> str:
        """Return the path with the day, the month or a number, as the site has it."""
        section, _, rest = path.partition("/")
        match site.seed % 4:
            case 0:
                return f"{day.year}/{day.month:02d}/{day.day:02d}/{rest}"
            case 1:
                return f"{section}/{rest}-{rng.between(10_000, 999_999)}.html"
            case 2:
                return f"{section}/{day.year}/{day.month}/{rest}"
            case _:
                return f"{section}/{rng.between(100_000, 999_999)}/{rest}"

    def shown_title(self, title: str, site: Site, rng: FastStream) -> str:
        """Return the title, mostly with the name of the paper."""
        return title if rng.chance(0.15) else site.signed(title)

    def write_row(self, writer: PageWriter, site: Site) -> str:
        context, rng = writer.context, writer.rng
        table, row = writer.plan.subject
        person = context.nouns[table].person
        leads: tuple[str, ...] = _WORDS["people"] if person else _WORDS["leads"]
        if writer.head.number in writer.links.looks_back:
            leads = _WORDS["looking_back"]
        elif context.nouns[table].contest and not context.is_named(table):
            leads = _WORDS["matches"]
        lead = sentence(fill(writer, rng.pick(leads), table, row))
        context_columns, askable = split_roles(writer, table, writer.own())
        remarks = remarks_for(writer, table, row, 3)
        first = sentences(writer, table, row, context_columns)
        second = sentences(writer, table, row, askable)
        second += result_of(writer, table, row, askable)
        facts = _facts(writer, first, second)
        half = (len(remarks) + 1) // 2
        colour = [" ".join(part) for part in (remarks[:half], remarks[half:]) if part]
        says = [quote(writer, table, row) for _ in range(1 + rng.below(2))]
        match rng.below(4):
            case 0:
                blocks = [
                    lead,
                    *facts[:1],
                    *says[:1],
                    *colour[:1],
                    *facts[1:],
                    *colour[1:],
                    *says[1:],
                ]
            case 1:
                blocks = [" ".join([lead, *remarks[:1]]), *says[:1], *facts, *says[1:]]
                blocks += [" ".join(remarks[1:])]
            case 2:
                blocks = [lead, *facts[:1], *colour[:1], *facts[1:], *says, *colour[1:]]
            case _:
                blocks = [lead, *colour[:1], *facts, *colour[1:], *says]
        for section in sections_of(writer):
            blocks += [f"**{section.title}**", *section.blocks]
        asides = asides_for(writer, "readers", table, row, 1)
        blocks.append(" ".join([*asides, *dealt(writer, _WORDS["closers"], 1)]))
        caption = fill(writer, rng.pick(_WORDS["captions"]), table, row)
        text = [headline(writer), byline(writer, site), f"*{caption}*" if caption else "", *blocks]
        return "\n\n".join(filter(None, [*text, *related(writer, table, row)]))


KIND = News()


def _facts(writer: PageWriter, first: list[str], second: list[str]) -> list[str]:
    """Join sentences into up to three paragraphs: context first, then figures."""
    rng = writer.rng
    blocks = [" ".join(first)] if first else []
    turn = [rng.pick(_WORDS["turns"])] if first and rng.chance(0.5) else []
    if len(second) > 3:
        half = (len(second) + 1) // 2
        return [*blocks, " ".join([*turn, *second[:half]]), " ".join(second[half:])]
    return [*blocks, " ".join([*turn, *second])] if second else blocks

"""Reviews: what a page states stands in a box, in sentences, or half and half."""

from __future__ import annotations

from fictionworld.streams import FastStream
from fictionworld.text.english import joined, sentence, slug
from fictionworld.web.heads import HeadContext, row_code
from fictionworld.web.hosts import Site
from fictionworld.web.row_page_kind import RowPageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets, heading
from fictionworld.web.writing.consequences import praise_for
from fictionworld.web.writing.context import WritingContext
from fictionworld.web.writing.header_footer import byline, headline, related
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import listed_pairs, sentences
from fictionworld.web.writing.remarks import dealt, remarks_for
from fictionworld.web.writing.rowsets import sections_of

_TITLES = web_words("titles")

_WORDS = web_words("news")


class Review(RowPageKind):
    """Tests of one row each, or of what its key refers to."""

    name = "review"
    length = (1_370, 1, 30, 21, 0)
    dated = 0.95
    rank = 2
    voice = "a reviewer: personal, fair"

    def row_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        table, row = page.subject
        name = heads.context.name(*_reviewed(heads.context, table, row))
        short = slug(name)[:60].rstrip("-") or f"{slug(heads.context.nouns[table].one)}-{row}"
        code = row_code(rng)
        title = rng.pick(_TITLES["review"]).format(name=name)
        paths = (f"reviews/{short}", f"{short}-review-{code}", f"review/{short}.html")
        return title, site.pick(paths)

    def write_row(self, writer: PageWriter, site: Site) -> str:
        context, rng = writer.context, writer.rng
        table, row = writer.plan.subject
        reviewed = _reviewed(context, table, row)
        name = context.phrase(*reviewed)
        columns = writer.own()
        linked = context.phrase(*reviewed, writer.link(*reviewed))
        # who wrote the review of a row, and when, are facts of that row: they head the review
        is_itself = reviewed != (table, row)
        boxed = [column for column in columns if is_itself or rng.chance(0.5)]
        in_prose = [column for column in columns if column not in boxed]

        def filled(text: str) -> str:
            return sentence(text.replace("{name}", name))

        lead = filled(rng.pick(_WORDS["review_leads"]))
        remarks = remarks_for(writer, *reviewed, 4)
        box = []
        pros, cons = rng.some(_WORDS["pros"], rng.between(2, 3)), rng.some(_WORDS["cons"], 2)
        sides = f"**Good:** {joined(pros)}  **Less good:** {joined(cons)}"
        if boxed:
            pairs = listed_pairs(writer, table, row, boxed)
            box = [f"**{rng.pick(_WORDS['box'])}**\n{bullets(writer, pairs)}"]
        days = dealt(writer, _WORDS["first_days"], 2)
        blocks = [lead]
        if days and rng.chance(0.3):
            blocks = [" ".join([days.pop(), lead])]
        if rng.chance(0.5):
            blocks += [*box, sides]
            box = []
        blocks.append(" ".join([*days, *remarks[:1]]))
        facts = sentences(writer, table, row, in_prose) if in_prose else []
        if facts and rng.chance(0.5):
            blocks.append(" ".join(facts))
            facts = []
        use = [" ".join([*remarks[1:3], *dealt(writer, _WORDS["daily"], 1)]), " ".join(facts)]
        if any(use) and rng.chance(0.5):
            blocks.append(heading(writer, rng.pick(_WORDS["review_heads"])))
        blocks += use
        for section in sections_of(writer):
            blocks += [heading(writer, section.title), *section.blocks]
        blocks += remarks[3:]
        verdict = [heading(writer, rng.pick(_WORDS["verdict_heads"]))]
        judgement = [filled(rng.pick(_WORDS["verdicts"]))]
        verdict.append(" ".join([*judgement, *praise_for(writer, table, row, columns)]))
        blocks += verdict
        if box:
            blocks += [*box, sides]
        blocks.append(f"*{site.pick(_WORDS['disclosures'], 5)}*")
        by = f"{site.name}\nUpdated {writer.date}".removesuffix("\nUpdated ")
        by = by if is_itself else byline(writer, site)
        text = [headline(writer), by, f"Reviewed: {linked}", *blocks]
        return "\n\n".join(filter(None, [*text, *related(writer, *reviewed)]))


KIND = Review()


def _reviewed(context: WritingContext, table: str, row: int) -> tuple[str, int]:
    """Return what a review is of: the row itself, or the first row that its key refers to."""
    if not context.is_named(table):
        for name in context.identity[table]:
            target = context.table(table).columns[name].target
            value = context.cells(table, name)[row - 1]
            if target is not None and value is not None:
                return target, value
    return table, row

"""Articles of the encyclopedia: box, lead, sections, links."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fictionworld.streams import FastStream
from fictionworld.text.english import ascii_text, indefinite, sentence, slug, with_article
from fictionworld.web.heads import HeadContext
from fictionworld.web.hosts import Site
from fictionworld.web.row_page_kind import RowPageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets, data_sheet, heading, paragraphs
from fictionworld.web.writing.context import ColumnWording
from fictionworld.web.writing.header_footer import further_links, references
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import capital, fill, sentences, split_roles
from fictionworld.web.writing.remarks import dealt
from fictionworld.web.writing.rowsets import sections_of
from fictionworld.web.writing.tables import write_list

_NAME_WORDS = re.compile(r"[A-Za-z0-9]+").findall

_WORDS = web_words("encyclopedia")


class Encyclopedia(RowPageKind):
    """Articles about one row each."""

    name = "encyclopedia"
    site = "encyclopedia"
    length = (590, 16, 31, 7, 0)
    rank = 0
    called = "article"
    voice = "an encyclopedia: neutral, dense"

    def row_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        del rng
        table, row = page.subject
        name, noun = heads.context.name(table, row), heads.context.nouns[table].one
        short = "_".join(_NAME_WORDS(ascii_text(name))) or str(row)
        return site.pick(
            (
                (f"{name} ({noun})", f"wiki/{short}_{slug(noun)}"),
                (name, f"wiki/{short}"),
                (name, f"entry/{slug(noun)}/{short.lower()}"),
            )
        )

    def shown_title(self, title: str, site: Site, rng: FastStream) -> str:
        """Return the title with the name of the encyclopedia."""
        del rng
        return f"{title} - {site.name}"

    def write_row(self, writer: PageWriter, site: Site) -> str:
        return write_article(writer, site)

    def write_table(self, writer: PageWriter, site: Site) -> str:
        return write_list(writer, site)


KIND = Encyclopedia()


def write_article(writer: PageWriter, site: Site) -> str:
    """Return the text of an article about one row."""
    context, rng, plan = writer.context, writer.rng, writer.plan
    table, row = plan.table or "", plan.row or 0
    name = context.name(table, row)
    nouns = context.nouns[table]
    boxed, in_prose = _dealt(writer, table, row, writer.own())
    context_columns, askable = split_roles(writer, table, in_prose)
    first, used = _introduction(writer, table, row, context_columns)
    left = [column for column in context_columns if column not in used]
    lead = " ".join([capital(first), *sentences(writer, table, row, left, named=True)])
    box = data_sheet(writer, (name, ""), table, row, boxed) if boxed else ""
    text = [_nav(writer, site), heading(writer, sentence(name), 1)]
    text += [lead, box] if rng.chance(0.2) else [box, lead]
    parts: list[list[str]] = []
    if askable:
        runs_on = rng.chance(0.25)
        facts = sentences(writer, table, row, askable, named=runs_on)
        if runs_on:
            text += paragraphs(writer, facts, 3, 5)
        else:
            head = _WORDS["profile_person" if nouns.person else "profile_askable"]
            parts.append([heading(writer, rng.pick(head)), *paragraphs(writer, facts, 3, 5)])
    parts += [[heading(writer, section.title), *section.blocks] for section in sections_of(writer)]
    for part in parts:
        text += part
    links = further_links(writer, table, row)
    if links:
        text += [heading(writer, rng.pick(_WORDS["see_also"])), bullets(writer, links)]
    press = references(writer, table, row)
    if press:
        text += [heading(writer, rng.pick(_WORDS["notes"])), bullets(writer, press)]
    text += [f"*{fill(writer, note, table, row)}*" for note in dealt(writer, _WORDS["closers"], 1)]
    foot = site.pick(_WORDS["footers"], 3)
    text.append(fill(writer, foot.replace("{many}", sentence(nouns.many)), table, row))
    return "\n\n".join(filter(None, text))


def _nav(writer: PageWriter, site: Site) -> str:
    text = site.pick(_WORDS["navigation"])
    many = sentence(writer.context.nouns[writer.plan.table or ""].many)
    return fill(writer, text.replace("{many}", many), "", None)


def _dealt(writer: PageWriter, table: str, row: int, own: list[str]) -> tuple[list[str], list[str]]:
    """Return the columns for the box and the columns for sentences; some are in both.

    A missing cell of a context column stands in the box.
    """
    rng = writer.rng
    boxed, in_prose = [], []
    for column in own:
        u = rng.below(100)
        wording = writer.context.wordings[table, column]
        missing = wording.cells[row] is None and not wording.askable
        if u < 62 or missing:
            boxed.append(column)
        if (u >= 38) and not missing:
            in_prose.append(column)
    if len(boxed) < 2:
        boxed = list(own)
    return boxed, in_prose


def _qualifier(writer: PageWriter, wording: ColumnWording, row: int, *, nth: int = 0) -> str | None:
    """Return what a row is, to follow its noun: `made by Nubia`; None where nothing fits.

    Args:
        writer: The page.
        wording: The column, of context.
        row: The row.
        nth: Which of the column's conditions to take, counted round.
    """
    context = writer.context
    value = wording.cells[row]
    if value is None or wording.kind not in {"reference", "name", "category", "text", "year"}:
        return None
    conditions = _conditions(writer, wording)
    if not conditions:
        return None
    text = conditions[nth % len(conditions)]
    if "{when}" in text:
        return text.replace("{when}", f"in {writer.value(wording, row)}")
    shown = writer.value(wording, row) or ""
    target = wording.target
    if target is not None and "the {value}" not in text:
        shown = context.phrase(target, value, shown)
    return text.replace("{value}", shown)


def _conditions(writer: PageWriter, wording: ColumnWording) -> list[str]:
    """Return the column's conditions that have one slot and can follow a noun as they are."""
    if wording.target == wording.table:  # its kin is not what it is
        return []
    stem = writer.context.nouns[wording.table].one[:4]
    return [
        text
        for text in wording.column.spec.spoken.where
        if text.count("{value}") + text.count("{when}") == 1
        and "(" not in text
        and not text.startswith(stem)  # a player playing
        and text != "of {value}"  # may once have been so, and may be no more
    ]


def _introduction(
    writer: PageWriter, table: str, row: int, context_columns: Sequence[str]
) -> tuple[str, list[str]]:
    """Return the first sentence of an article, and the columns that it states."""
    context, rng = writer.context, writer.rng
    nouns = context.nouns[table]
    used: list[str] = []
    noun_phrase = nouns.one
    for name in context_columns:
        wording = context.wordings[table, name]
        noun = wording.column.spec.spoken.noun
        value = wording.cells[row]
        if noun is not None and value is not None and wording.kind == "category":
            what = noun[0].replace("{value}", writer.value(wording, row) or "")
            plain = noun[0].replace("{value}", str(value))
            noun_phrase = f"{indefinite(plain)} {what}"
            used.append(name)
            break
    else:
        noun_phrase = with_article(noun_phrase)
    more: list[str] = []
    wanted = rng.pick((0, 1, 1, 1, 2, 2) if used else (1, 1, 1, 2))
    nth = rng.below(4)
    for name in rng.some(context_columns, len(context_columns)):
        if len(more) == wanted:
            break
        if name in used or not _goes_on(writer, context.wordings[table, name], more, nth):
            continue
        qualifier = _qualifier(writer, context.wordings[table, name], row, nth=nth)
        if qualifier is not None:
            more.append(qualifier)
            used.append(name)
    what = " ".join([noun_phrase, _both(more)]) if more else noun_phrase
    pool: tuple[str, ...] = _WORDS["people"] if nouns.person else _WORDS["openers"]
    if context.table(table).spec.rows.terms is not None:  # whose time may be over
        pool = _WORDS["former"]
    elif not more:
        pool = _WORDS["plain"]
    shape = rng.pick(pool)
    subject = context.phrase(table, row)
    said = set(subject.split()) - set(context.name(table, row).split())
    if said & set(nouns.one.split()):  # transfer QD 4366 is a transfer of quota
        subject = context.name(table, row)
    return fill(writer, shape, table, None).replace("{who}", subject).replace("{what}", what), used


def _both(more: list[str]) -> str:
    if len(more) < 2:
        return "".join(more)
    ends = [text.partition(" ")[0][-2:] for text in more]
    return (" and " if ends[0] == ends[1] and ends[0] in {"ed", "ng"} else ", ").join(more)


def _goes_on(writer: PageWriter, wording: ColumnWording, more: list[str], nth: int) -> bool:
    """Return whether a second condition reads well behind the first, like `based in ...`."""
    if not more:
        return True
    texts = _conditions(writer, wording)
    return bool(texts) and texts[nth % len(texts)].partition(" ")[0][-2:] in {"ed", "ng"}

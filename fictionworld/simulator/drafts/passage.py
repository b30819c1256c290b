"""Passages: the pieces of a page that a model is to word.

These are its sentences, those about one row together and each other one by itself; tables, lists,
headings and bylines stay as they are. Each value is a slot, `{{battery:12}}`: column and row. What
a value might have changed in the template's wording is not in the passage, so twins have the same
ones.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fictionworld.text.english import indefinite, sentence
from fictionworld.text.markup import plain_text
from fictionworld.web.page import Mark, Page
from fictionworld.web.snippets import masked_lines, sentence_spans
from fictionworld.web.writing.context import ColumnWording, WritingContext
from fictionworld.web.writing.phrases import counted
from fictionworld.web.writing.prose import subject_plain
from fictionworld.web.writing.slots import Form, form_of, phrase_for
from fictionworld.worlds.fact import FactId

SLOT: Final = re.compile(r"\{\{([^{}]*)\}\}")
LINK: Final = re.compile(r"\[([^\[\]]*)\]\(([^()\s]*)\)")
_LINK_END: Final = re.compile(r"\]\(([^()\s]*)\)")
_ARTICLE: Final = re.compile(r"an? ")
_NO_PROSE: Final = tuple("#|-*>[←")
_SHORTEST: Final = 30
"""Characters of a line that is worth wording, values apart."""
_LEAST: Final = 8
"""Characters of a passage that is."""
_READS: Final = {
    "money": "an amount of money with its currency",
    "percent": "a percentage",
    "date": "a date",
    "year": "a year",
    "name": "a name",
    "reference": "a name",
}
"""What stands in a slot, by the kind of its column."""


@dataclass(frozen=True, slots=True)
class DraftSlot:
    """A value that a draft leaves to code."""

    name: str
    """`battery:12`: column and row."""
    fact: FactId
    form: Form
    label: str
    """What the column is called in this world."""
    reads: str
    """What a model reads about what will stand there: nothing that follows from the value."""
    filler: str = ""
    """What stands there, where that is no secret: of columns that nobody asks for."""
    link: str = ""
    """Where it leads; of such columns too."""
    missing: bool = False
    """The filler says that there is no value."""

    @property
    def token(self) -> str:
        """Return the slot as it stands in a draft."""
        return f"{{{{{self.name}}}}}"


@dataclass(frozen=True, slots=True)
class DraftPassage:
    """One piece to be worded."""

    key: str
    """Its name in the request and in the reply: `p3`."""
    plain: str
    """What it has to say in plain words, Markdown left off, with slots: all that may be said."""
    slots: tuple[DraftSlot, ...] = ()
    """Each stands in the draft exactly once."""
    subject: str = ""
    """The row that its facts are of, where it is another than the page's."""
    said: tuple[str, ...] = ()
    """Names that must be said: those that the template links, and its subject's."""
    may: tuple[str, ...] = ()
    """Names that may be said though the plain text does not: what identifies its row."""
    links: tuple[tuple[str, str], ...] = ()
    """Texts and addresses of the template's links that are no slots."""
    start: int = 0
    end: int = 0
    """Where it stands in the template's page: `body[start:end]`."""

    def lengthened(self, text: str) -> str:
        """Return a text with the whole names of the slots that it calls by their columns."""
        tokens = {slot.fact.column: slot.token for slot in self.slots}
        return SLOT.sub(lambda match: tokens.get(match[1], match[0]), text)


@dataclass(frozen=True, slots=True)
class SentenceSpan:
    """A sentence of a page, or several that are of the same row or of none."""

    start: int
    end: int
    row: tuple[str, int] | None
    marks: tuple[Mark, ...]


def shortened(text: str) -> str:
    """Return a text with its slots called by their columns alone: a passage is of one row."""
    return SLOT.sub(lambda match: f"{{{{{match[1].partition(':')[0]}}}}}", text)


def _sentences_on(page: Page) -> list[list[SentenceSpan]]:
    """Return a page's sentences by line, without those that state facts of several rows, and those
    that follow from facts.

    Where they begin and end follows from no value.
    """
    starts = [mark.start for mark in page.marks]
    lines, offset = [], 0
    for line in masked_lines(page):
        marks = page.marks[bisect_left(starts, offset) : bisect_left(starts, offset + len(line))]
        # one text may have the marks of several facts
        filled = sum(end - start for start, end in {(mark.start, mark.end) for mark in marks})
        if len(line) - filled > _SHORTEST and _is_prose(line):
            lines.append(list(_sentences(offset, line, marks)))
        offset += len(line) + 1
    return lines


def _sentences(at: int, line: str, marks: Sequence[Mark]) -> Iterator[SentenceSpan]:
    for start, end in sentence_spans(line):
        marks_inside = tuple(mark for mark in marks if at + start <= mark.start < at + end)
        rows = {(mark.fact.table, mark.fact.row) for mark in marks_inside}
        if len(rows) <= 1 and not any(mark.follows for mark in marks_inside):
            yield SentenceSpan(at + start, at + end, next(iter(rows), None), marks_inside)


def _is_prose(line: str) -> bool:
    return (
        not line.startswith(_NO_PROSE) and line.rstrip()[-1:] in set(".?!”") and " · " not in line
    )


def passages_of_page(
    page: Page, context: WritingContext, about: tuple[str, int] | None
) -> tuple[DraftPassage, ...]:
    """Return the passages of a page, in order; none where it has no prose.

    Args:
        page: The template's page.
        context: The context of its world.
        about: The row that the page is about, if it is about one.
    """
    passages: list[DraftPassage] = []
    for line in _sentences_on(page):
        for run in _runs(line):
            passage = _passage_of(f"p{len(passages) + 1}", page, context, run, about)
            if passage is not None:
                passages.append(passage)
    return tuple(passages)


def _runs(line: list[SentenceSpan]) -> Iterator[list[SentenceSpan]]:
    """Yield neighbouring sentences about the same row; yield one that states nothing by itself."""
    run: list[SentenceSpan] = []
    for span in line:
        if run and (span.row is None or span.row != run[-1].row or span.start != run[-1].end):
            yield run
            run = []
        run.append(span)
    if run:
        yield run


def _passage_of(
    key: str,
    page: Page,
    context: WritingContext,
    run: list[SentenceSpan],
    about: tuple[str, int] | None,
) -> DraftPassage | None:
    """Return sentences as a passage; None where they are too short or hold a look-alike slot."""
    start, end = run[0].start, run[-1].end
    text = page.body[start:end].rstrip()
    slots: dict[FactId, DraftSlot] = {}
    links: dict[str, str] = {}
    text_with_slots = " ".join(_with_slots(page, context, span, slots, links) for span in run)
    plain = " ".join(plain_text(text_with_slots).split())
    if len(plain) < _LEAST or not _only(slots.values(), plain):
        return None
    row = next((span.row for span in run if span.row is not None), None)
    identity = () if row is None else tuple(_identity(context, *row))
    names = list(links)
    subject = ""
    if row is not None and row != about:
        names += [part for part in identity if part in plain]
        subject = f"{context.name(*row)} ({context.nouns[row[0]].one})"
    return DraftPassage(
        key, plain, tuple(slots.values()), subject=subject, said=tuple(dict.fromkeys(names)),
        may=identity, links=tuple(links.items()), start=start, end=start + len(text),
    )  # fmt: skip


def _only(slots: Collection[DraftSlot], plain: str) -> bool:
    """Return whether the plain text has no braces but its slots' own: a name may hold some."""
    braces = (plain, *(slot.filler for slot in slots))
    return sum(text.count("{") + text.count("}") for text in braces) == 4 * len(slots)


def _identity(context: WritingContext, table: str, row: int) -> list[str]:
    texts = (context.cell_text(table, row, name) for name in context.identity[table])
    return [text for text in texts if text]


def _with_slots(
    page: Page,
    context: WritingContext,
    said: SentenceSpan,
    slots: dict[FactId, DraftSlot],
    links: dict[str, str],
) -> str:
    """Return a sentence with slots for its values; one that states askable facts is written anew.

    Args:
        page: The template's page.
        context: The context of its world.
        said: The sentence.
        slots: The passage's slots so far; the sentence's are added.
        links: The passage's links that are no slots so far; the sentence's are added.
    """
    wordings = [context.wordings[mark.fact.table, mark.fact.column] for mark in said.marks]
    mark_starts = {mark.start for mark in said.marks}
    sentence_links = [
        (match[1], match[2])
        for match in LINK.finditer(page.body, said.start, said.end)
        if match.start(1) not in mark_starts
    ]
    links.update(sentence_links)
    if any(wording.askable for wording in wordings):
        outline = " ".join(
            _outlined(page, context, wording, mark.fact, slots)
            for wording, mark in zip(wordings, said.marks, strict=True)
            if mark.fact not in slots
        )
        return " ".join(
            (outline, *(f"See {words}." for words, _ in sentence_links if words not in outline))
        )
    pieces, position = [], said.start
    for wording, mark in zip(wordings, said.marks, strict=True):
        filler = page.body[mark.start : mark.end]
        article = _ARTICLE.match(filler)
        link = _LINK_END.match(page.body, mark.end) if page.body[mark.start - 1] == "[" else None
        slot_start, slot_end = (mark.start - 1, link.end()) if link else (mark.start, mark.end)
        pieces += [page.body[position:slot_start], article[0] if article else ""]
        position = slot_end
        filler_text = filler[article.end() :] if article else filler
        if mark.fact in slots:  # said again: it is no secret
            pieces.append(filler_text)
            continue
        slot = slots[mark.fact] = DraftSlot(
            f"{wording.name}:{mark.fact.row}", mark.fact, "value", wording.label, "", filler_text,
            link[1] if link else "", mark.missing,
        )  # fmt: skip
        pieces.append(slot.token)
    return "".join((*pieces, page.body[position : said.end])).strip()


def _outlined(
    page: Page,
    context: WritingContext,
    wording: ColumnWording,
    fact: FactId,
    slots: dict[FactId, DraftSlot],
) -> str:
    """Return one askable fact as a sentence of its own, the same whatever its value is."""
    form = form_of(wording)
    phrase = phrase_for(wording, fact.row, page.head.name)
    slot = DraftSlot(f"{wording.name}:{fact.row}", fact, form, wording.label, _reads(wording, form))
    slots[fact] = slot
    subject = subject_plain(context, *context.subject_of(fact.table, fact.row))
    if form == "value":
        article = f"{indefinite(wording.label)} " if phrase.article else ""
        words_behind = counted(phrase.counted, one=False) + phrase.behind
        text = f"{phrase.before}{article}{slot.token}{words_behind}".replace("{subject}", subject)
    else:
        text = slot.token
    if phrase.predicate:
        text = f"{subject} {text}"
    elif not context.is_named(fact.table):
        text = f"for {context.name(fact.table, fact.row)}, {text}"
    return f"{sentence(text)}."


def _reads(wording: ColumnWording, form: Form) -> str:
    if form == "predicate":
        return "a predicate"
    if form == "clause":
        return "a whole clause"
    if wording.kind in _READS:
        return _READS[wording.kind]
    if wording.kind in {"integer", "decimal"}:
        return f"a number with its unit, {wording.unit}" if wording.unit else "a number"
    return "a word or two"

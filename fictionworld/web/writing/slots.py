"""Slots: what stands in a text for a cell until code puts its value in.

Which form a slot takes follows from the column's schema, never from the value. A plain value is a
noun phrase. Where a column may be missing, zero, signed or boolean, the words around the value
follow from it, so the slot stands for all of them: a predicate, or a whole clause.
"""

from __future__ import annotations

from typing import Final, Literal

from fictionworld.seeds import child_seed
from fictionworld.text.english import indefinite
from fictionworld.web.writing.context import ColumnWording
from fictionworld.web.writing.page_writer import PageWriter, Worded
from fictionworld.web.writing.phrases import ColumnPhrase, phrases_of
from fictionworld.web.writing.prose import subject_plain, whole_clause

Form = Literal["value", "predicate", "clause"]
"""`value`: a noun phrase. `predicate`: it follows its subject. `clause`: it has one of its own."""

_UNFORESEEN: Final = "an unknown value"


def form_of(wording: ColumnWording) -> Form:
    """Return the form that a column's slots take."""
    phrases = _phrases(wording)
    if not (
        wording.column.nullable
        or wording.kind == "boolean"
        or any(phrase.moves or phrase.counted for phrase in phrases)
    ):
        return "value"
    return "predicate" if any(phrase.predicate for phrase in phrases) else "clause"


def phrase_for(wording: ColumnWording, row: int, page: str) -> ColumnPhrase:
    """Return the phrase that a page has for a cell, one that fits its form; the same for twins."""
    form, phrases = form_of(wording), _phrases(wording)
    fitting = [phrase for phrase in phrases if phrase.predicate is (form != "clause")]
    fitting = fitting or list(phrases)
    return fitting[child_seed(row, f"slot/{page}/{wording.name}") % len(fitting)]


def _phrases(wording: ColumnWording) -> tuple[ColumnPhrase, ...]:
    """Return the phrases of a column whatever the site: pages of several sites share a draft."""
    return phrases_of(wording.column, wording.label, wording.unit)


def value_filler(
    writer: PageWriter,
    wording: ColumnWording,
    row: int,
    *,
    article: bool = False,
    bare: bool = False,
) -> Worded:
    """Return a cell's value as a noun phrase in the style of the page; a reference is linked.

    Args:
        writer: The page.
        wording: The column.
        row: The row.
        article: `a` or `an` stands before it.
        bare: The words behind it say the unit.
    """
    value = wording.cells[row]
    if value is None:
        return Worded(_UNFORESEEN)
    if wording.target is not None:
        name = writer.context.name(wording.target, value)
        text = writer.link(wording.target, value)
        return Worded(f"{indefinite(name)} {text}" if article else text)
    return writer.worded(
        wording,
        row,
        ColumnPhrase("", "", "", predicate=False, has_subject=False, bare=bare, article=article,
               moves=False),
    )  # fmt: skip


def clause_filler(
    writer: PageWriter, wording: ColumnWording, row: int, said_of: int | None = None
) -> Worded:
    """Return a cell's value and the words that follow from it, in the form of its column.

    Args:
        writer: The page.
        wording: The column.
        row: The row whose value it is.
        said_of: The row that the text is about, if it is another.
    """
    subject_row = row if said_of is None else said_of
    phrase = phrase_for(wording, subject_row, writer.head.name)
    subject = subject_plain(writer.context, *writer.context.subject_of(wording.table, subject_row))
    return whole_clause(writer, wording, row, phrase, subject)

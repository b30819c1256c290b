"""Passages: the pieces of a page, or the lines of its search results, that a model is to word.

Of a page these are its sentences, those about one row together; tables, lists, headings, links and
bylines stay as they are. Where a passage ends depends on the plan alone: twins have the same ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from fictionworld.text.markup import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.simulator.drafts.book import Book, Called
    from fictionworld.web.page import Mark, Page
    from fictionworld.worlds.fact import FactId, Value

__all__ = ["LINK", "Passage", "Statement", "passages_of_page"]

LINK: Final = re.compile(r"\[([^\[\]]*)\]\(([^()\s]*)\)")
_SENTENCE: Final = re.compile(r"(?<=[.?!”])\s+(?=[A-Z“\"(€$£0-9\[])")
_NO_PROSE: Final = tuple("#|-*>[←")
_SHORTEST: Final = 30
"""Characters of a line that is worth wording."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact that a passage states."""

    fact: FactId
    called: Called
    value: Value | None
    """What the cell holds; of a reference the name of the row it points to."""
    written: str
    """As the template has it, in the style of the site: `€549`, `4 June 2031`."""

    @property
    def told(self) -> str:
        """As a model is told it: as written, but figures in digits, and gaps as such."""
        if self.value is None:
            return "not published" if self.called.column.role == "askable" else "none"
        if isinstance(self.value, bool | str | date):
            return self.written
        if self.called.column.kind == "year":
            return str(self.value)
        number = f"{self.value:,}"
        if number.lstrip("-") in self.written and not (self.value < 0 and "-" not in self.written):
            return self.written
        unit = self.called.unit or ""
        return f"{number}%" if unit == "%" else f"{number} {unit}".strip()


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece to be worded."""

    key: str
    """Its name in the request and in the reply: `p3`."""
    plain: str
    """What the template says there, Markdown left off: all that may be said."""
    statements: tuple[Statement, ...] = ()
    """What has to be stated; in a snippet what may be."""
    required: bool = True
    subject: str | None = None
    """The row that its facts are of, where it is another than the page's."""
    said: tuple[str, ...] = ()
    """Names that must be said: those that the template links, and its subject's."""
    may: tuple[str, ...] = ()
    """Names that may be said though the template does not: what tells its row apart."""
    links: tuple[tuple[str, str], ...] = ()
    """Texts and addresses of the template's links."""
    start: int = 0
    end: int = 0
    """Where it stands in the template's page: `body[start:end]`."""
    section: str = ""
    """The heading above it."""


@dataclass(slots=True)
class _Run:
    """Sentences that belong together, while they are gathered."""

    start: int
    end: int
    row: tuple[str, int] | None
    marks: list[Mark]


def passages_of_page(page: Page, book: Book, about: tuple[str, int] | None) -> tuple[Passage, ...]:
    """The passages of a page, in order; none where it has no prose.

    Args:
        page: The template's.
        book: Its world.
        about: The row that the page is about, if it is about one.
    """
    found: list[Passage] = []
    section = ""
    marks = list(page.marks)
    for start, line in _lines(page.body):
        if line.startswith(("#", "**")) and not line.startswith("**" + "\u201c"):
            section = plain_text(line.lstrip("# "))
        if not _is_prose(line):
            continue
        for run in _runs(start, line, marks):
            passage = _passage(f"p{len(found) + 1}", page, run, book, about, section)
            if passage is not None:
                found.append(passage)
    return tuple(found)


def _lines(body: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in body.split("\n"):
        yield at, line
        at += len(line) + 1


def _is_prose(line: str) -> bool:
    return (
        len(line) > _SHORTEST
        and not line.startswith(_NO_PROSE)
        and line.rstrip()[-1:] in set(".?!”")
        and " · " not in line
    )


def _runs(at: int, line: str, marks: list[Mark]) -> Iterator[_Run]:
    """The sentences of a line; neighbours about the same row, or about none, are one run."""
    here = [mark for mark in marks if at <= mark.start < at + len(line)]
    cuts = [at + match.end() for match in _SENTENCE.finditer(line)]
    cuts = [cut for cut in cuts if not any(m.start < cut < m.end for m in here)]
    run: _Run | None = None
    for start, end in zip([at, *cuts], [*cuts, at + len(line)], strict=True):
        mine = [mark for mark in here if start <= mark.start < end]
        rows = {(mark.fact.table, mark.fact.row) for mark in mine}
        row = rows.pop() if len(rows) == 1 else None
        if rows:  # of several rows: no reader could tell whose each value is
            if run is not None:
                yield run
            run = None
            continue
        if run is not None and run.row == row:
            run.end, run.marks = end, run.marks + mine
            continue
        if run is not None:
            yield run
        run = _Run(start, end, row, mine)
    if run is not None:
        yield run


def _passage(
    key: str,
    page: Page,
    run: _Run,
    book: Book,
    about: tuple[str, int] | None,
    section: str,
) -> Passage | None:
    text = page.body[run.start : run.end].rstrip()
    links = tuple((match[1], match[2]) for match in LINK.finditer(text))
    plain = " ".join(plain_text(text).split())
    if len(plain) < 8:
        return None
    statements = {
        mark.fact: Statement(
            mark.fact,
            book.called[mark.fact.table, mark.fact.column],
            book.value(mark.fact),
            page.body[mark.start : mark.end],
        )
        for mark in run.marks
    }
    said = [text for text, _ in links]
    subject = None
    parts = () if run.row is None else book.identity(*run.row)
    if run.row is not None and run.row != about:
        said += [part for part in parts if part in plain]
        subject = f"{book.name(*run.row)} ({book.noun(run.row[0])})"
    return Passage(
        key,
        plain,
        tuple(statements.values()),
        subject=subject,
        said=tuple(dict.fromkeys(said)),
        may=parts,
        links=links,
        start=run.start,
        end=run.start + len(text),
        section=section,
    )

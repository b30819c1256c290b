"""What a model may word for search results: the permitted sentences of a page, in a few variants.

Nothing here reads a cell that the permit withholds, so under `tease` and `strict` twins give the
same passages, and with them the same prompts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fictionworld.simulator.drafts.passage import Passage, Statement
from fictionworld.web.snippets import passages_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.simulator.drafts.book import Book
    from fictionworld.web.page import Page
    from fictionworld.web.permit import Permit
    from fictionworld.web.snippets import Passage as Piece

__all__ = ["VARIANTS", "snippet_passages"]

VARIANTS: Final = 3
"""Snippets worded for a page and a policy; the words of a query choose between them."""
_ENOUGH: Final = 110
"""Characters of permitted text from which no more is added to a variant."""


def snippet_passages(page: Page, permit: Permit, book: Book) -> tuple[Passage, ...]:
    """The variants of a page under a permit, each about another part of it; perhaps none."""
    pieces = [
        piece for piece in passages_of(page) if piece.prose and _allowed(piece, page, permit, book)
    ]
    found: list[Passage] = []
    for start in _spread(len(pieces)):
        taken = _taken(pieces, start)
        facts = dict.fromkeys(fact for piece in taken for fact in piece.facts)
        plain = " ".join(piece.text for piece in taken)
        found.append(
            Passage(
                f"s{len(found) + 1}",
                plain,
                tuple(
                    Statement(fact, book.called[fact.table, fact.column], book.value(fact), "")
                    for fact in facts
                ),
                required=False,
            )
        )
    return tuple(found)


def _allowed(piece: Piece, page: Page, permit: Permit, book: Book) -> bool:
    return all(
        permit.allows(page.head.name, book.called[fact.table, fact.column].column, fact)
        for fact in piece.facts
    )


def _spread(count: int) -> list[int]:
    """The first, and others at equal distances."""
    most = min(VARIANTS, count)
    return [n * count // most for n in range(most)]


def _taken(pieces: Sequence[Piece], start: int) -> list[Piece]:
    taken = [pieces[start]]
    for piece in pieces[start + 1 :]:
        if sum(len(one.text) for one in taken) >= _ENOUGH:
            break
        taken.append(piece)
    return taken

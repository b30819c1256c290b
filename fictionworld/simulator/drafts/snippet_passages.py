"""What a model may word for search results: the permitted sentences of a page, in a few variants.

Under `tease` and `strict` no slot of an askable column is among them; under `mixed` those that are
open on the page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fictionworld.simulator.drafts.passage import passage_of, said_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.simulator.drafts.passage import Passage, Said
    from fictionworld.web.page import Page
    from fictionworld.web.permit import Permit
    from fictionworld.web.writing.scene import Scene

__all__ = ["VARIANTS", "snippet_passages"]

VARIANTS: Final = 3
"""Snippets worded for a page and a policy; the words of a query choose between them."""
_ENOUGH: Final = 110
"""Characters of permitted text from which no more is added to a variant."""


def snippet_passages(
    page: Page, permit: Permit, scene: Scene, about: tuple[str, int] | None
) -> tuple[Passage, ...]:
    """The variants of a page under a permit, each about another part of it; perhaps none."""
    allowed = [
        said
        for line in said_on(page)
        for said in line
        if all(
            permit.allows(
                page.head.name, scene.tellings[mark.fact.table, mark.fact.column].column, mark.fact
            )
            for mark in said.marks
        )
    ]
    found: list[Passage] = []
    for start in _spread(len(allowed)):
        run = _taken(allowed, start)
        passage = passage_of(f"s{len(found) + 1}", page, scene, run, about)
        if passage is not None:
            found.append(replace(passage, required=False, said=()))
    return tuple(found)


def _spread(count: int) -> list[int]:
    """The first, and others at equal distances."""
    most = min(VARIANTS, count)
    return [n * count // most for n in range(most)]


def _taken(allowed: Sequence[Said], start: int) -> list[Said]:
    """A sentence and those that follow, until there are enough; all of one row or of none."""
    taken = [allowed[start]]
    for said in allowed[start + 1 :]:
        rows = {one.row for one in (*taken, said)} - {None}
        if len(rows) > 1 or sum(one.end - one.start - one.filled for one in taken) >= _ENOUGH:
            break
        taken.append(said)
    return taken

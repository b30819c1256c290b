"""A page without some of its values: what a search goes by, and where sentences end.

A page is a skeleton and fillers, its marks. The skeleton is the same whatever the values are, so
what is computed from it, and from fillers that may be known, says nothing of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.web.permit import Permit

if TYPE_CHECKING:
    from fictionworld.web.page import Mark, Page


def refilled(page: Page, filler: Callable[[Mark, str], str]) -> str:
    """A page's body with other fillers.

    Args:
        page: The page.
        filler: What stands at a mark instead, given the text that stands there. Facts that share a
            value share a filler: it is asked for once, with the first one's mark.
    """
    body, at = page.body, 0
    pieces: list[str] = []
    for mark in page.marks:
        if mark.start >= at:
            pieces += (body[at : mark.start], filler(mark, body[mark.start : mark.end]))
            at = mark.end
    return "".join((*pieces, body[at:]))


def searchable(
    page: Page, permit: Permit, columns: Mapping[tuple[str, str], CompiledColumn]
) -> str:
    """A page's body with a blank for each value that a search may not go by.

    Args:
        page: The page.
        permit: What may be searched for.
        columns: The world's, by table and name.
    """
    known: dict[tuple[str, str], bool] = {}

    def filler(mark: Mark, text: str) -> str:
        key = (mark.fact.table, mark.fact.column)
        if key not in known:
            known[key] = permit.searches(page.head.name, columns[key])
        return text if known[key] else " "

    return refilled(page, filler)

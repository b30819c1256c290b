"""What sets a world apart from the others of a federation, whose pages stand under one index.

On the web nothing says of itself which of several markets or leagues it is about, until there are
several: then titles of lists say it, and so do those of things whose name others have too.
"""

from __future__ import annotations

from dataclasses import dataclass

from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.context import WritingContext


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What a world needs to know of the worlds that it is joined with."""

    label: str
    """What it is called among them: `Dorrelmoor First Division`."""
    title: str
    """What each of its pages is headed by: `Dorrelmoor First Division, season 2033/34`."""
    hosts: frozenset[str] = frozenset()
    """Hosts of other worlds, without `www.`, that its sites would have without them."""
    names: frozenset[str] = frozenset()
    """Names of its rows that rows of other worlds have too."""

    def shares(self, page: PlannedPage, context: WritingContext) -> bool:
        """Return whether another world may have a page of the same title.

        It may, unless the page is about one row, whose name only this world has.
        """
        return page.row is None or context.name(page.table or "", page.row) in self.names

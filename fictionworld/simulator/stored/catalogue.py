"""The catalogue of a stored web: its indexes come from counts that were made once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.simulator.catalogue import Catalogue

if TYPE_CHECKING:
    from fictionworld.simulator.search_index import SearchIndex
    from fictionworld.simulator.stored.web import StoredWeb
    from fictionworld.web.permit import Permit

__all__ = ["StoredCatalogue"]


class StoredCatalogue(Catalogue):
    """One world's stored web and its indexes."""

    web: StoredWeb

    def __init__(self, web: StoredWeb) -> None:
        super().__init__(web)

    def is_indexed(self, permit: Permit) -> bool:  # noqa: ARG002 - each takes milliseconds
        return True

    def _built(self, permit: Permit) -> SearchIndex:
        columns = self.web.plan.codes.columns
        names = [head.name for head in self.web.heads]

        def is_open(number: int, code: int) -> bool:
            return permit.searches(names[number - 1], columns[code])

        return self.web.term_counts().under(is_open)

"""The catalogue of a worded web: what a search finds is decided by the template's text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.simulator.catalogue import Catalogue

if TYPE_CHECKING:
    from collections.abc import Collection

    from fictionworld.simulator.drafts.worded import WordedWeb
    from fictionworld.web.permit import Permit

__all__ = ["WordedCatalogue"]


class WordedCatalogue(Catalogue):
    """One world's web in the words of a model."""

    web: WordedWeb

    def __init__(self, web: WordedWeb) -> None:
        super().__init__(web)

    def prepare(self, numbers: Collection[int], permit: Permit) -> None:
        """A model is asked for all these pages together: their snippets are cut from them."""
        del permit
        self.web.prepare(numbers)

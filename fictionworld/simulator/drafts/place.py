"""One world's web in the words of a model, ready for the tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.simulator.drafts.catalogue import WordedCatalogue
from fictionworld.simulator.drafts.worded import WordedWeb

if TYPE_CHECKING:
    from fictionworld.simulator.drafts.worded import Drafts
    from fictionworld.web.web import FictionalWeb

__all__ = ["worded_catalogue"]


def worded_catalogue(web: FictionalWeb, drafts: Drafts) -> WordedCatalogue:
    """The catalogue of a web in these words."""
    return WordedCatalogue(WordedWeb(web, drafts))

"""One world's web in the words of a model, ready for the tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.simulator.drafts.book import Book
from fictionworld.simulator.drafts.catalogue import WordedCatalogue
from fictionworld.simulator.drafts.watch import watch_of
from fictionworld.simulator.drafts.worded import WordedWeb

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.simulator.drafts.worded import Drafts
    from fictionworld.web.web import FictionalWeb

__all__ = ["worded_catalogue"]


def worded_catalogue(
    web: FictionalWeb,
    pack: CompiledPack,
    frames: Mapping[str, pl.DataFrame],
    present: pl.DataFrame,
    drafts: Drafts,
) -> WordedCatalogue:
    """The catalogue of a web whose drafts are looked at by the guard as they are shown."""
    book = Book(pack, web.world, frames, present)
    return WordedCatalogue(WordedWeb(web, book, drafts, watch_of(web, book)))

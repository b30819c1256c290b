"""The entries of `pages` in a pack, each with a name of its own from which its chances come."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fictionworld.packs.pages import pages_of

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.packs.specification import Pages

__all__ = ["PageEntry", "page_entries"]

_SHARE = 0.6
"""What a page about one row states of its askable columns where the pack says nothing."""


@dataclass(frozen=True)
class PageEntry:
    """One way in which pages state the rows of a table."""

    table: str
    pages: Pages
    label: str
    """`encyclopedia`, `statistics.year`, `news-2`: unique in its table among pages about one row,
    and among tables; an entry of another kind in a pack moves it not."""

    @property
    def own(self) -> bool:
        """Rows have pages of their own."""
        return self.pages.on is None and self.pages.rows is None

    @property
    def share(self) -> float:
        """The share of askable columns that a page states."""
        given = self.pages.columns
        return given if isinstance(given, float) else _SHARE

    @property
    def listed(self) -> tuple[str, ...] | None:
        """The columns that a page about one row states, where the pack lists them."""
        given = self.pages.columns
        if not isinstance(given, tuple):
            return None
        return tuple(name for one in given for name in ((one,) if isinstance(one, str) else one))

    def topics(self, askable: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """What tables set out, one after another: one column each, or those in brackets."""
        given = self.pages.columns
        if isinstance(given, tuple):
            return tuple((one,) if isinstance(one, str) else one for one in given)
        return tuple((name,) for name in askable)


def page_entries(pack: CompiledPack, table: str) -> tuple[PageEntry, ...]:
    """The page entries of a table, in the order of the pack."""
    seen: Counter[tuple[str, bool]] = Counter()
    found = []
    for pages in pages_of(pack.spec, table):
        label = ".".join(filter(None, (pages.kind, pages.on, pages.by)))
        form = (label, pages.rows is None)
        seen[form] += 1
        number = f"-{seen[form]}" if seen[form] > 1 else ""
        found.append(PageEntry(table, pages, label + number))
    return tuple(found)

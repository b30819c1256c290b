"""Name by name: each row's own page, found by searching for its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fictionworld.episodes.agents.pages import Link, ShownResult
from fictionworld.episodes.agents.route import RouteAgent, RouteRun
from fictionworld.web.page_kind import page_kinds
from fictionworld.worlds.world_rows import Cell


class _NameByName(RouteRun):
    """Opens results whose title names a row and that are a row's own page; follows no link.

    Names are those of the question, of results, and of the pages that it opened.
    """

    reads_lists = False

    def sees(self, result: ShownResult) -> bool:
        if not super().sees(result):
            return False
        reasoner = self._reasoner
        for table, row in sorted(reasoner.rows_in(f"{result.title} {result.snippet}")):
            reasoner.known.note_row(table, row)
        kind = reasoner.kind_at(result.url)
        # pages that controls add have kinds of their own
        is_home = kind is not None and kind in page_kinds and page_kinds[kind].home
        return is_home and bool(reasoner.rows_in(result.title))

    def follows(self, link: Link, at: str) -> bool:  # noqa: ARG002 - no link is followed
        return False

    def _name_queries(self, lacking: Counter[Cell]) -> Iterator[str]:
        """Yield the name of each row whose page may state a lacking cell."""
        reasoner = self._reasoner
        rows = {(table, row): None for table, row, _ in lacking}
        for owner in dict.fromkeys(o for row in rows for o in reasoner.owners(*row)):
            yield reasoner.called(owner)
        if not lacking:
            yield from self._last_queries()


class NameByName(RouteAgent):
    """Searches for names, and opens the own pages of the rows that have them."""

    name = "name-by-name"
    route = _NameByName

"""The list crawl: lists, and the pages that their entries link to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fictionworld.episodes.agents.pages import Link, ShownResult
from fictionworld.episodes.agents.route import RouteAgent, RouteRun
from fictionworld.worlds.world_rows import Cell


class _ListCrawl(RouteRun):
    """Opens lists found by search, walks them to their end, and opens what they link to."""

    def sees(self, result: ShownResult) -> bool:
        return super().sees(result) and self._is_list(result.url)

    def follows(self, link: Link, at: str) -> bool:
        return self._is_list(at) or self._is_list(link.url)

    def _name_queries(self, lacking: Counter[Cell]) -> Iterator[str]:
        """Yield queries for lists of the tables that lack cells or that such cells refer to."""
        reasoner = self._reasoner
        columns = dict.fromkeys((table, column) for table, _, column in lacking)
        for table, column in columns:
            target = reasoner.target(table, column)
            for listed in (*reasoner.subject_tables(table), *([target] if target else [])):
                for noun in filter(self._words.knows, reasoner.nouns(listed)):
                    yield f"{noun} directory"
        if not lacking:
            yield from self._last_queries()

    def _is_list(self, url: str) -> bool:
        return self._reasoner.kind_at(url) == "directory"


class ListCrawl(RouteAgent):
    """Reads lists and the pages of their rows; no page that only a search finds."""

    name = "list-crawl"
    route = _ListCrawl

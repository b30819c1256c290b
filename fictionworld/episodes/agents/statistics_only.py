"""Statistics only: tables of figures and reports, and no other page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from fictionworld.episodes.agents.pages import Link, ShownResult
from fictionworld.episodes.agents.route import RouteAgent, RouteRun
from fictionworld.worlds.world_rows import Cell

_KINDS: Final = frozenset({"statistics", "report"})


class _StatisticsOnly(RouteRun):
    """Opens pages that set out figures of many rows, by results and by links."""

    reads_lists = False

    def sees(self, result: ShownResult) -> bool:
        return super().sees(result) and self._reasoner.kind_at(result.url) in _KINDS

    def follows(self, link: Link, at: str) -> bool:  # noqa: ARG002 - from wherever it leads
        return self._reasoner.kind_at(link.url) in _KINDS

    def _name_queries(self, lacking: Counter[Cell]) -> Iterator[str]:
        """Yield queries for tables of the lacking columns, by every label; none for a row.

        Of no row known nothing lacks: then for tables of the columns that the question asks for.
        """
        reasoner, knows = self._reasoner, self._words.knows
        asked = reasoner.specification
        columns = [(table, column) for table, _, column in lacking] or [
            (asked.table, output.path[0]) for output in asked.outputs if output.path
        ]
        for table, column in dict.fromkeys(columns):
            nouns = [
                noun
                for subject in reasoner.subject_tables(table)
                for noun in reasoner.nouns(subject)
            ]
            for label in filter(knows, reasoner.labels(table, column)):
                yield from (f"{label} {noun} table" for noun in filter(knows, nouns))
        if not lacking:
            yield from self._last_queries()


class StatisticsOnly(RouteAgent):
    """Reads statistics and reports."""

    name = "statistics-only"
    route = _StatisticsOnly

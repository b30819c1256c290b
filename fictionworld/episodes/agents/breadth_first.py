"""Breadth first: every page in the order in which it was seen."""

from __future__ import annotations

from fictionworld.episodes.agents.candidates import PageCandidate
from fictionworld.episodes.agents.route import RouteAgent, RouteRun
from fictionworld.episodes.agents.wanted import Wanted


class _BreadthFirst(RouteRun):
    """Opens results in their order, then the links of the pages opened, then theirs."""

    def take(self, wanted: Wanted, least: float) -> PageCandidate | None:  # noqa: ARG002
        return self._candidates.first()


class BreadthFirst(RouteAgent):
    """Judges no page by what is shown of it."""

    name = "breadth-first"
    route = _BreadthFirst

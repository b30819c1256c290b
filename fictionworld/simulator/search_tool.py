"""Tools that search: no value that the policy closes can change what they reply.

A search is two steps. `find` chooses pages by a `SearchView`; then the windows that the permit
allows are taken from those pages; `show` makes the reply of them. The web, which knows every value,
is in neither's hands.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, final

from fictionworld.simulator.catalogue import ResultsWording
from fictionworld.simulator.perturbed.tool import CallChance, PerturbedTool
from fictionworld.simulator.reply import Reply
from fictionworld.simulator.search_view import SearchView
from fictionworld.simulator.tool import CallContext, ClosedContext, Tool
from fictionworld.web.permit import Permit
from fictionworld.web.snippets import Windows


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchContext(ClosedContext):
    """What a search may depend on beside the call."""

    view: SearchView
    permit: Permit
    """What results may state."""
    wording: ResultsWording | None = None
    """Who words the results: it goes by what they may state."""


class FoundPages(NamedTuple):
    """The pages that one query finds, in order."""

    terms: tuple[str, ...] = ()
    """The terms of the query."""
    numbers: tuple[int, ...] = ()
    """The pages to show, in order."""
    note: str = ""
    """What stands in place of results, where the query failed."""


class SearchOutcome(NamedTuple):
    """The pages that a search call shows, and the controls that changed it."""

    queries: tuple[FoundPages, ...]
    fired: frozenset[str] = frozenset()
    """The controls that applied to the call."""


PageWindows: TypeAlias = Mapping[int, Windows]
"""What results may say of pages, by their numbers."""


class SearchTool(Tool):
    """A tool that finds pages, and shows what the permit allows of them."""

    @abstractmethod
    def find(self, call: Any, context: SearchContext) -> SearchOutcome:  # noqa: ANN401 - what `read` gave
        """Return the pages to show for a call that `read` returned."""

    @abstractmethod
    def show(
        self,
        call: Any,  # noqa: ANN401 - what `read` gave
        outcome: SearchOutcome,
        windows: PageWindows,
        context: SearchContext,
    ) -> Reply:
        """Return the reply that shows what was found."""

    @final
    def answer(self, call: Any, context: CallContext) -> Reply:  # noqa: ANN401 - what `read` gave
        """Return the reply to a call that `read` returned."""
        return _searched(self, lambda search: self.find(call, search), call, context)


class PerturbedSearchTool(PerturbedTool):
    """A search under controls: subclasses say what it finds."""

    beneath: SearchTool

    @abstractmethod
    def find(self, call: Any, context: SearchContext, chance: CallChance) -> SearchOutcome:  # noqa: ANN401
        """Return the pages to show for a call that did not fail as a whole."""

    @final
    def answer_perturbed(self, call: Any, context: CallContext, chance: CallChance) -> Reply:  # noqa: ANN401
        """Return the reply to a call that did not fail as a whole."""
        return _searched(
            self.beneath, lambda search: self.find(call, search, chance), call, context
        )


def _searched(
    tool: SearchTool,
    find: Callable[[SearchContext], SearchOutcome],
    call: Any,  # noqa: ANN401 - what `read` gave
    context: CallContext,
) -> Reply:
    """Return what a search replies; here alone web and search meet."""
    catalogue, permit = context.catalogue, context.permit
    search_context = SearchContext(
        seed=context.seed,
        memory=context.memory,
        budget_characters=context.budget_characters,
        controls=context.controls,
        attempt=context.attempt,
        view=catalogue.view(permit),
        permit=permit,
        wording=catalogue.wording,
    )
    outcome = find(search_context)
    numbers = dict.fromkeys(number for query in outcome.queries for number in query.numbers)
    return tool.show(call, outcome, catalogue.windows(numbers, permit), search_context)

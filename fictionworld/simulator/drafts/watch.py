"""The guard over drafts: nothing that a model wrote is let through before it has looked.

For search results it withholds what their permit withholds; for a page, every protected cell that
the page's plan does not state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from fictionworld.leakage.fields import Field
from fictionworld.leakage.guard import Guard
from fictionworld.leakage.released import Refused, released_by_guard
from fictionworld.simulator.drafts.checks import Leak
from fictionworld.tasks.world_rows import WorldRows

if TYPE_CHECKING:
    from fictionworld.leakage.fields import FieldName
    from fictionworld.leakage.released import ReleasedText
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.simulator.drafts.book import Book
    from fictionworld.simulator.drafts.request import Request
    from fictionworld.web.permit import Permit
    from fictionworld.web.web import FictionalWeb
    from fictionworld.worlds.fact import FactId

__all__ = ["GuardedDrafts", "PlanPermit", "watch_of"]


class PlanPermit:
    """What pages may state: the facts of their plans."""

    def __init__(self, web: FictionalWeb) -> None:
        self._web = web
        self._stated: dict[str, frozenset[FactId]] = {}
        self._numbers = {head.name: head.number for head in web.heads}

    def allows(self, page: str, column: CompiledColumn, fact: FactId) -> bool:
        """Whether the page of this name states the fact; as `Permit.allows`."""
        if column.role != "askable":
            return True
        if page not in self._stated:
            number = self._numbers.get(page)
            facts = () if number is None else self._web.plan.statements(number)
            self._stated[page] = frozenset(facts)
        return fact in self._stated[page]


class GuardedDrafts:
    """The guards of one world, one for pages and one for each permit of search results."""

    def __init__(self, web: FictionalWeb, book: Book) -> None:
        self._web = web
        self._book = book
        self._guards: dict[Permit | None, Guard] = {}

    def leaks(self, request: Request, text: str) -> list[Leak]:
        """The protected cells that a text for this request tells, and where."""
        fields = _fields(request, text)
        found = self._guard(request.permit).look(fields)
        return [Leak(one.start, one.end, one.fact) for one in found]

    def release(self, request: Request, text: str) -> ReleasedText | None:
        """A search result's text, released; None where the guard refuses it."""
        released = released_by_guard(_fields(request, text), self._guard(request.permit))
        return None if isinstance(released, Refused) else released.text("snippet")

    def _guard(self, permit: Permit | None) -> Guard:
        guard = self._guards.get(permit)
        if guard is None:
            guard = self._guards[permit] = Guard(
                self._book.pack,
                WorldRows(self._book.pack, self._book.frames),
                self._web,
                permit or cast("Permit", PlanPermit(self._web)),
                {place: called.label for place, called in self._book.called.items()},
            )
        return guard


def _fields(request: Request, text: str) -> tuple[Field]:
    name: FieldName = "page" if request.field == "page" else "snippet"
    return (Field(request.head.number, name, text),)


def watch_of(web: FictionalWeb, book: Book) -> GuardedDrafts:
    """The guard of a world, for its drafts."""
    return GuardedDrafts(web, book)

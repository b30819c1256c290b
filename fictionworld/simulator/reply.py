"""What a tool answers: text for the agent, and for the trace what it showed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from fictionworld.leakage.released import Released
from fictionworld.simulator.drafts.counting import NO_TEXTS, TextCounts
from fictionworld.worlds.fact import FactId

LEAST_BUDGET = 600
"""A budget of characters below it has no room for a result, or for a row beside the note of the
next part."""

Kind: TypeAlias = Literal["results", "page", "memory", "error"]


class BodySpan(NamedTuple):
    """The part of a page's body that was shown: `body[start:end]`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply of a tool, whole.

    Apart from what the agent keeps in its memory, no text repeats what the agent wrote: so
    a guard of the replies never has to judge an agent's guess.
    """

    text: str
    kind: Kind
    pages: tuple[int, ...] = ()
    """The pages shown, in order: the results of a search, or the page that was read."""
    span: BodySpan | None = None
    """Of a page that was read: which part of it stands in the text."""
    stated: tuple[tuple[int, FactId], ...] = ()
    """Of a search the facts that its snippets state, each with its page; those alone whose marks
    are known, and so none of a text that a model wrote."""
    shown: tuple[Released, ...] = ()
    """Of a search the results, in the order of the text."""
    parts: int = 0
    """Of a page that was read: in how many parts it comes."""
    note: str = ""
    """Of a page that was read: the end of the text, which says how to ask for other parts."""
    fired: tuple[str, ...] = ()
    """The controls that had a part in it, by name, in alphabetical order."""
    wording: TextCounts = NO_TEXTS
    """Whose words its texts are in, where a model words the web."""

    def under(self, fired: Iterable[str]) -> Reply:
        """Return the same reply, with the controls that had a part in it."""
        return replace(self, fired=tuple(sorted(fired)))

"""The record of one call of an episode."""

from __future__ import annotations

from dataclasses import dataclass, field

from fictionworld.simulator.drafts.counting import NO_TEXTS, TextCounts
from fictionworld.worlds.fact import FactId


@dataclass(frozen=True, slots=True)
class Call:
    """One call and its reply; the text is left out where it can be had again by the same call."""

    tool: str
    arguments: str
    """As canonical JSON."""
    kind: str
    """What the reply is, in the words of the simulator; `spent` where no call was left."""
    pages: tuple[int, ...]
    """The pages it shows, or mentions, by number."""
    span: tuple[int, int] | None
    """Of a page that was read: which characters of its body came back."""
    characters: int
    sha256: str
    """Of the reply's text, its first 16 digits: equal calls of one group have equal replies."""
    seconds: float
    controls: tuple[str, ...] = ()
    """The controls that had a part in the reply, by name."""
    stated: tuple[FactId, ...] = field(default=(), compare=False)
    """Of a search the facts that its snippets state as they are, each once. Written traces have
    them in `Trace.facts` alone, so one that was read back is without."""
    wording: TextCounts = field(default=NO_TEXTS, compare=False)
    """Whose words its texts are in. Written traces have the sum of all calls alone."""

"""The records of an episode: its trace, and the transcript of the conversation.

The trace says what was called, what came back, what it stated, what it earned. It holds no value of
the world beyond the replies themselves, and nothing of the key: an answer cell is known by its
row's number and its header.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from fictionworld.chat.reply import ChatReply
from fictionworld.episodes.call import Call
from fictionworld.episodes.faults import Ending
from fictionworld.episodes.reward import Reward
from fictionworld.simulator.drafts.counting import NO_TEXTS, TextCounts

__all__ = ["CellSeen", "EvidenceSeen", "Trace", "Transcript", "UnreadCall", "Usage"]


@dataclass(frozen=True, slots=True)
class CellSeen:
    """When one cell of the answer followed from what had been shown."""

    row: int
    """The row of the right answer, from 1 in its own order."""
    header: str
    call: int | None
    """The call, from 1, after which the facts shown determined it: that its row is in the answer,
    and its value; 0 for what the question says, None for never."""


@dataclass(frozen=True, slots=True)
class EvidenceSeen:
    """How much of the task's evidence was shown."""

    needed: int
    seen: int
    complete_at: int | None
    """The call, from 1, that brought the last of it; None where some is missing."""
    cells: tuple[CellSeen, ...]
    """All cells of the answer, row by row."""

    @property
    def coverage(self) -> float | None:
        """Return the share of the needed evidence that was seen; None where none is needed."""
        return self.seen / self.needed if self.needed else None


@dataclass(frozen=True, slots=True)
class UnreadCall:
    """A text of a model that looked like a tool call and could not be read."""

    text: str
    """Its first characters, on one line."""
    advice: str
    """What to set at the server that left it in the text."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One episode, whole. Frozen, and plain data all through."""

    task_id: str | None
    world_id: int
    policy: str
    controls: str
    """As text: `none`, `dead_links=0.2,spam=0.1`."""
    seed: int
    calls: tuple[Call, ...]
    facts: tuple[tuple[str, ...], ...]
    """For each call the facts that it was the first to state as they are, as ids:
    `17/phone/12/price`; those of snippets too."""
    untrue: tuple[tuple[tuple[str, str], ...], ...]
    """For each call the facts that its page states otherwise than they are: the id, and `stale` or
    `false`."""
    texts: tuple[str, ...] | None
    """The replies, where they were asked for."""
    evidence: EvidenceSeen | None
    """None without a task, or where the keys are not here."""
    answer: str | None
    reward: Reward | None
    seconds: float
    """Spent in calls, all together."""
    urls: tuple[tuple[str, ...], ...] = ()
    """For each call the addresses of the pages that it shows, as `Call.pages` numbers them."""
    stopped: str | None = None
    """Why the agent ended without an answer, by its own doing; None where it answered."""
    ending: Ending = "answered"
    """How the agent ended, in a word."""
    cut: bool = False
    """The completion that the answer was taken from ended at its limit of tokens."""
    unread_calls: tuple[UnreadCall, ...] = ()
    """What looked like a call in a model's text and could not be read; each got an error reply."""
    wording: TextCounts = NO_TEXTS
    """Where a model words the web, whose words the pages and search results are in: the model's,
    the template's, and the template's because the model gave none."""

    def as_dict(self) -> dict[str, Any]:
        """Return the trace as plain data, for JSON.

        Calls are without `stated` and `wording`: `facts` and `wording` of the trace have these.
        """
        plain = asdict(self) | {"wording": self.wording._asdict()}
        for call in plain["calls"]:
            del call["stated"], call["wording"]
        return plain

    def as_json(self) -> str:
        """Return the trace as one line of JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=False, separators=(",", ":"))


@dataclass(slots=True)
class Usage:
    """Tokens of all completions of an episode, as the server counts them; 0 where it does not."""

    completions: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    """Of the prompts' tokens those that the server held already."""
    output_tokens: int = 0
    longest_tokens: int = 0
    """The longest prompt with its completion: what the context had to hold."""

    def add(self, reply: ChatReply) -> None:
        """Count one completion."""
        self.completions += 1
        self.prompt_tokens += reply.prompt_tokens
        self.cached_tokens += reply.cached_tokens
        self.output_tokens += reply.output_tokens
        together = reply.prompt_tokens + reply.output_tokens
        self.longest_tokens = max(self.longest_tokens, together)


@dataclass(slots=True)
class Transcript:
    """A conversation, in the form of OpenAI's chat completions."""

    messages: list[dict[str, Any]]
    usage: Usage | None = field(default_factory=Usage)
    """None where no model was asked."""
    cut: bool = False
    """As of the trace; likewise the calls that could not be read. A line of the file of transcripts
    has them in its trace's line alone."""
    unread_calls: list[UnreadCall] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return the transcript as plain data, for JSON."""
        usage = None if self.usage is None else asdict(self.usage)
        return {"messages": self.messages, "usage": usage}

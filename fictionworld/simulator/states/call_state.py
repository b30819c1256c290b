"""The state of a call: the part of a world that bears on it, bounded, as records and as text.

A model that plays a tool is given this state and the call, and writes the reply. The state holds
no history but the notes of `dict_memory`; so what a model replies is a function of one record,
which trains, tests and serves it alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any, Final, Self

CHARACTERS_PER_TOKEN: Final = 2.6
"""Of our texts, by the tokenizer of SmolLM2: those of larger models need fewer tokens."""
MOST_TOKENS: Final = 6_000
MOST_CHARACTERS: Final = int(MOST_TOKENS * CHARACTERS_PER_TOKEN)
"""Of a state as text."""


@dataclass(frozen=True, slots=True)
class ToldFact:
    """A fact that a page states, as a state tells it."""

    subject: str
    """What it is stated of: `Vela 5`, `Vela 5 in 2031`."""
    label: str
    """What the world calls its column."""
    value: str
    """As the page has it, with its unit."""
    words: tuple[str, ...] = ()
    """Beginnings of the words by which its column is spoken of; for scoring, not for the model."""
    is_closed: bool = False
    """Whether the policy keeps search results from stating it."""

    def text(self) -> str:
        """Return the fact without its subject: `Price = $306`."""
        return f"{self.label} = {self.value}{' (secret)' if self.is_closed else ''}"

    def opened(self) -> ToldFact:
        """Return the same fact where nothing keeps it back: on its page."""
        return replace(self, is_closed=False)


@dataclass(frozen=True, slots=True)
class ToldPage:
    """A page that bears on a call."""

    url: str
    title: str
    """As results show it."""
    date: str
    """As results show it: `Jun 8, 2029` or `N/A`."""
    voice: str
    """What kind of site it is of."""
    facts: tuple[ToldFact, ...]
    """What it states, in its order, as far as there is room."""
    topics: tuple[str, ...] = ()
    """The labels of what else it states, without values."""

    def text(self) -> str:
        """Return the page as some lines of a state."""
        lines = [
            self.url,
            f"  Title: {self.title}",
            f"  Date: {self.date}",
            f"  Site: {self.voice}",
        ]
        for subject, facts in groupby(self.facts, lambda fact: fact.subject):
            lines.append(f"  - {subject}: {'; '.join(fact.text() for fact in facts)}")
        if self.topics:
            lines.append(f"  It also states, with values not given here: {', '.join(self.topics)}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class CallState:
    """All that the reply to one call may depend on."""

    world: str
    """What the world is, in a line; the same for all calls of a world."""
    tool: str
    arguments: str
    """As JSON text: keys in order, nothing left out that the tool reads."""
    pages: tuple[ToldPage, ...] = ()
    """Of a search those to show or to choose from; of `web_extractor` the one that is read."""
    notes: tuple[tuple[str, str], ...] = ()
    """The notes that a call of `dict_memory` touches: keys, and values as JSON text."""
    instruction: str = ""
    """What this reply has to keep to beside the rules: how the web fails, or what is asked of the
    results."""

    def text(self) -> str:
        """Return the state as text, what most calls of a world share first."""
        lines = [f"World: {self.world}"]
        lines += [f"Page {page.text()}" for page in self.pages]
        if self.tool == "dict_memory":
            notes = [f"  {key}: {value}" for key, value in self.notes]
            lines += ["Memory holds:", *notes] if notes else ["Memory holds nothing of these keys."]
        if self.instruction:
            lines.append(f"Instruction: {self.instruction}")
        lines.append(f"Call: {self.tool} {self.arguments}")
        return "\n".join(lines)

    def record(self) -> dict[str, Any]:
        """Return the state as an object that JSON holds."""
        return asdict(self)

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Self:
        """Return the state that `record` returned as an object.

        Raises:
            KeyError: Something is missing.
        """
        pages = tuple(
            ToldPage(
                **{
                    **page,
                    "facts": tuple(
                        ToldFact(**{**fact, "words": tuple(fact["words"])})
                        for fact in page["facts"]
                    ),
                    "topics": tuple(page["topics"]),
                }
            )
            for page in record["pages"]
        )
        notes = tuple((key, value) for key, value in record["notes"])
        return cls(**{**record, "pages": pages, "notes": notes})

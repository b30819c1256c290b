"""What a tool is: a schema, how calls of it are read, what it replies.

A tool is one object, a subclass of `Tool` in a file of its own: `web_search.py`,
`web_extractor.py`, `dict_memory.py`. `toolbox.py` lists them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NoReturn, Protocol, final

from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import NO_CONTROLS, Controls
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.reply import Reply
from fictionworld.web.permit import Permit

__all__ = [
    "Answering", "CallContext", "CallError", "ClosedContext", "NotesTool", "ParsedCall", "Tool",
    "json_kind", "one_line", "whole_text",
]  # fmt: skip

_CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


class CallError(Exception):
    """A call that cannot be made; the message is the tool's reply."""


class ParsedCall:
    """The arguments of a call, checked and canonical: equal ones ask the same of the same tool.

    Subclasses are frozen dataclasses. What controls draw for a call is drawn by its `repr`.
    """

    __slots__ = ()
    tool: ClassVar[str]
    """The name of the tool that read it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedContext:
    """What a reply may depend on beside the call and the world: no value of the world is in it."""

    seed: int
    """Of the world and the group of rollouts."""
    memory: Memory
    """The notes of the episode."""
    budget_characters: int | None = None
    """The most characters of the reply; None for the tool's own limit."""
    controls: Controls = NO_CONTROLS
    attempt: int = 1
    """How often the episode made this call, this time included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallContext(ClosedContext):
    """All that a reply may depend on beside the call."""

    catalogue: Catalogue
    """The world's web and what tools read of it."""
    permit: Permit
    """What search results may state."""


class Answering(Protocol):
    """What replies to calls: a tool, or under controls a `PerturbedTool` over it."""

    def answer(self, call: Any, context: CallContext) -> Reply:  # noqa: ANN401 - see `Tool.answer`
        """Return the reply to a call that the tool read."""


class Tool(ABC):
    """A tool that agents may call. It keeps no state: threads and episodes share it."""

    name: ClassVar[str]
    """As agents call it."""
    label: ClassVar[str]
    """Short, for columns of tables: `search`."""
    description: ClassVar[str]
    """What the schema says of it."""
    schema: ClassVar[Mapping[str, Any]]
    """The JSON schema of the arguments. Frameworks drop parts of a schema that their own classes
    lack, such as bounds: each argument needs a type, and a description that says those parts."""
    example: ClassVar[str]
    """Arguments as JSON text, for error messages."""
    prompt: ClassVar[str]
    """What the system prompt says of it, after its name: `keeps notes for you.`"""
    is_stateful: ClassVar[bool] = False
    """Whether replies depend on earlier calls: these are made again when an episode is resumed."""

    @abstractmethod
    def read(self, arguments: dict[str, Any]) -> ParsedCall:
        """Return the call that these arguments ask for; each is one of the schema's, none is null.

        Raises:
            CallError: They ask for none; `refuse` raises it.
        """

    @abstractmethod
    def answer(self, call: Any, context: CallContext) -> Reply:  # noqa: ANN401 - what `read` gave
        """Return the reply to a call that `read` returned.

        A text must repeat nothing that the agent wrote, and state no fact that the permit closes
        unless it is of a page. `SearchTool` and `NotesTool` hold no value that could be stated.
        """

    def perturbed(self) -> Answering:
        """Return what answers its calls under controls; itself where no control applies to it."""
        return self

    @property
    def parameters(self) -> dict[str, Any]:
        """Return a copy of the JSON schema of the arguments."""
        return deepcopy(dict(self.schema))

    @property
    def arguments(self) -> tuple[str, ...]:
        """Return the names of the arguments."""
        return tuple(self.schema["properties"])

    def refuse(self, what: str) -> NoReturn:
        """Raise a `CallError` that begins with the tool's name."""
        raise CallError(f"{self.name}: {what}")


class NotesTool(Tool):
    """A tool whose replies follow from the episode alone: it is given nothing of the world."""

    @abstractmethod
    def reply(self, call: Any, memory: Memory, budget: int | None) -> Reply:  # noqa: ANN401 - what `read` gave
        """Return the reply to a call that `read` returned.

        Args:
            call: The call.
            memory: The notes of the episode.
            budget: The most characters of the reply; None for the tool's own limit.
        """

    @final
    def answer(self, call: Any, context: CallContext) -> Reply:  # noqa: ANN401 - what `read` gave
        """Return the reply to a call that `read` returned."""
        return self.reply(call, context.memory, context.budget_characters)


def one_line(text: str) -> str:
    """Return `text` on one line, without control characters and halves of characters."""
    return _CONTROL_CHARACTERS.sub(" ", whole_text(text))


def whole_text(text: str) -> str:
    """Return `text` with a mark in place of each lone surrogate, which no file or socket takes."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def json_kind(value: object) -> str:
    """Return what a value is, in JSON's words; never the value itself."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, dict) else "something that is not JSON"

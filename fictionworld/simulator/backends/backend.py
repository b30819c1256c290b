"""The protocol of a backend: prompts in, completions out.

A backend knows nothing of worlds. A request that fails is a completion with an `error`, in its
place in the batch; `BackendError` is raised when no further request can succeed. `registry.py`
lists the kinds of backends.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from fictionworld.chat.endpoint import Endpoint
from fictionworld.errors import FictionworldError, UsageError

Message = tuple[str, str]
"""Role and content."""


class BackendError(FictionworldError, RuntimeError):
    """The model cannot be reached or cannot be started: no request can succeed."""


@dataclass(frozen=True)
class Prompt:
    """One request to a model."""

    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = field(hash=False)
    """The JSON schema that the reply has to follow; None for free text."""
    most_tokens: int
    """Of the reply, thinking apart."""
    plain: tuple[str, ...] = ()
    """The template's texts in the order of the schema's keys, for the backend `template` alone: no
    model is shown them here."""
    group: int = 0
    """Prompts of a group begin alike: of several engines one is given them all, whose prefix cache
    then holds their beginning."""

    @cached_property
    def digest(self) -> str:
        """Return 32 hex digits of all that a model is given: equal prompts have equal ones."""
        schema = None if self.schema is None else dict(self.schema)
        content = [self.messages, schema, self.most_tokens]
        text = json.dumps(content, ensure_ascii=False)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Completion:
    """What came back for one prompt."""

    text: str = ""
    """Without what the server parsed off as thinking; perhaps with thinking that it did not."""
    error: str | None = None
    """Why there is no text: a timeout, a refusal."""
    cut: bool = False
    """It ended at the limit of tokens."""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    """Of the prompt's tokens those that the engine's prefix cache held."""
    output_tokens: int = 0


class Backend(Protocol):
    """A model. Safe to call many times at once; each call is answered in its own order."""

    @property
    def model(self) -> str:
        """Return the model's name, which drafts are kept under."""

    @property
    def at_once(self) -> int:
        """Return how many prompts it makes sense to have in flight."""

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return a completion for each prompt, in order; without prompts, only start the backend.

        Raises:
            BackendError: No request can succeed.
        """

    async def aclose(self) -> None:
        """Close connections and engines; the backend is used no more."""


@dataclass(frozen=True)
class BackendSettings:
    """What a user says of a backend."""

    model: str = ""
    """The model's name or path; a preset's name sets what its makers advise."""
    endpoint: Endpoint | None = None
    """The server, of `endpoint`."""
    settings: tuple[str, ...] = ()
    """`name=value`, for engine and sampling."""
    engine: Path | None = None
    """Of `vllm`: a file of arguments for its engine, by vLLM's own names."""


@dataclass(frozen=True)
class BackendKind:
    """A kind of backend, registered in `registry.py`."""

    name: str
    """As in `--backend NAME`."""
    syntax: str
    """How `rollout --backend` writes it."""
    make: Callable[[BackendSettings], Backend] = field(repr=False)
    """The backend, not started yet; raises `UsageError` where a setting is wrong or missing."""
    is_served: bool = False
    """Its model is behind a server, whose address follows the name."""
    is_live: bool = True
    """It asks a model, which takes settings."""


def require_model(kind: BackendKind, given: BackendSettings) -> None:
    """Refuse a live backend without a model.

    Raises:
        UsageError: No model is named.
    """
    if not given.model:
        raise UsageError(f"--backend {kind.name}: which model? give it with --model")


async def all_done(asked: Iterable[Coroutine[Any, Any, Completion]]) -> list[Completion]:
    """Return the completion of each request, in order; where one raises, cancel the others."""
    tasks = [asyncio.ensure_future(request) for request in asked]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise

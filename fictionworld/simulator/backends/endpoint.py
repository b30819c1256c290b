"""`endpoint`: any OpenAI-compatible server, `vllm serve`, SGLang, a hosted one.

Each prompt has a deadline that holds whatever the server does: retries, slow bodies and endless
ones included. What may pass is tried again, later each time, and no sooner than the server asks.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import httpx

from fictionworld.errors import UsageError
from fictionworld.simulator.backends.backend import BackendError, Completion
from fictionworld.simulator.backends.options import Sampling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.simulator.backends.backend import Prompt

__all__ = ["EndpointBackend", "Patience"]

_PASSING: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Statuses that another try may mend."""
_REFUSALS: Final = frozenset({401, 403, 404, 405})
"""Statuses that every further request will get too."""
_LARGEST: Final = 4_000_000
"""Bytes of an answer; a server that sends more is cut off."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long, how often, how many at once."""

    at_once: int = 64
    """Requests in flight."""
    deadline_s: float = 600.0
    """For one prompt, all its tries together."""
    try_s: float = 300.0
    """For one try."""
    tries: int = 5
    pause_s: float = 1.0
    """Before the second try; each further pause is twice as long, up to a minute."""
    lost: int = 32
    """So many prompts in a row without any answer, and none before them, mean that nobody is
    there."""


@dataclass
class EndpointBackend:
    """A model behind a server. Use it within one event loop, and close it there."""

    model: str
    base_url: str
    key: str = field(default="", repr=False)
    sampling: Sampling = field(default_factory=Sampling)
    patience: Patience = field(default_factory=Patience)
    extra: dict[str, Any] = field(default_factory=dict)
    """Further fields of each request's body."""

    def __post_init__(self) -> None:
        if urlsplit(self.base_url).scheme not in {"http", "https"}:
            raise UsageError(
                f"--base-url: got {self.base_url!r}; it is an address such as "
                "http://localhost:8000/v1"
            )
        if not self.model:
            raise UsageError(
                "--model: the endpoint wants a model's name; GET /v1/models lists them"
            )
        self._client: httpx.AsyncClient | None = None
        self._room: asyncio.Semaphore | None = None
        self._answered = 0
        self._unanswered = 0

    @property
    def at_once(self) -> int:
        """How many prompts it makes sense to have in flight."""
        return self.patience.at_once

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """A completion for each prompt, in order; what failed has an `error`.

        Raises:
            BackendError: The server refuses every request, or nobody is there.
        """
        if self._client is None:
            most = self.patience.at_once
            self._client = httpx.AsyncClient(
                timeout=httpx.Timeout(self.patience.try_s, connect=min(20.0, self.patience.try_s)),
                limits=httpx.Limits(max_connections=most, max_keepalive_connections=most),
                headers={"Authorization": f"Bearer {self.key}"} if self.key else {},
            )
            self._room = asyncio.Semaphore(most)
        return list(await asyncio.gather(*(self._one(prompt) for prompt in prompts)))

    async def aclose(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _one(self, prompt: Prompt) -> Completion:
        assert self._room is not None
        async with self._room:
            try:
                async with asyncio.timeout(self.patience.deadline_s):
                    found = await self._tried(prompt)
            except TimeoutError:
                found = Completion(error=f"no answer within {self.patience.deadline_s:g} s")
        if found.error is None:
            self._answered += 1
        elif found.error.startswith("not reached"):
            self._unanswered += 1
            if not self._answered and self._unanswered >= self.patience.lost:
                raise BackendError(
                    f"{self.base_url} answers nothing ({found.error}); see that the server runs, "
                    "then run the same command again"
                )
        return found

    async def _tried(self, prompt: Prompt) -> Completion:
        failure = ""
        for number in range(1, self.patience.tries + 1):
            wait = ""
            try:
                status, wait, body = await self._asked(prompt)
            except httpx.TimeoutException as error:
                failure = f"timed out: {type(error).__name__}"
            except httpx.ConnectError as error:
                failure = f"not reached: {error}"
            except httpx.HTTPError as error:
                failure = f"{type(error).__name__}: {error}"
            else:
                if status == 200:
                    found = _read(body)
                    if found.error is None:
                        return found
                    failure = found.error
                else:
                    failure = f"HTTP {status}: {body[:300].decode('utf-8', 'replace')}"
                if status in _REFUSALS:
                    raise BackendError(f"{self.base_url} refuses requests: {failure}")
                if status not in _PASSING | {200}:
                    return Completion(error=failure)
            if number < self.patience.tries:
                await asyncio.sleep(_pause(self.patience.pause_s, number, wait))
        return Completion(error=f"{failure} ({self.patience.tries} tries)")

    async def _asked(self, prompt: Prompt) -> tuple[int, str, bytes]:
        """Status, how long the server asks to wait, and the body as far as it is read."""
        assert self._client is not None
        address = f"{self.base_url.rstrip('/')}/chat/completions"
        async with (
            asyncio.timeout(self.patience.try_s),
            self._client.stream("POST", address, json=self._body(prompt)) as reply,
        ):
            body = bytearray()
            async for piece in reply.aiter_bytes():
                body += piece
                if len(body) > _LARGEST:
                    return 200, "", b""
            return reply.status_code, reply.headers.get("Retry-After", ""), bytes(body)

    def _body(self, prompt: Prompt) -> dict[str, Any]:
        sampling = self.sampling
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": role, "content": text} for role, text in prompt.messages],
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "max_tokens": prompt.most_tokens + sampling.thinking_tokens,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "texts", "strict": True, "schema": dict(prompt.schema)},
            },
        }
        if sampling.thinking is not None:  # not every server takes it
            body["chat_template_kwargs"] = {"enable_thinking": sampling.thinking}
        return body | self.extra


def _read(body: bytes) -> Completion:
    """The completion in an answer; what is not one counts as a failure that may pass."""
    try:
        answer = json.loads(body)
        choice = answer["choices"][0]
        text = choice["message"].get("content")
        usage = answer.get("usage") or {}
        details = usage.get("prompt_tokens_details") or {}
        return Completion(
            text if isinstance(text, str) else "",
            cut=choice.get("finish_reason") == "length",
            prompt_tokens=int(usage.get("prompt_tokens") or 0),
            cached_tokens=int(details.get("cached_tokens") or 0),
            output_tokens=int(usage.get("completion_tokens") or 0),
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        said = body[:120].decode("utf-8", "replace")
        return Completion(error=f"no completion in the answer ({type(error).__name__}): {said!r}")


def _pause(first_s: float, number: int, asked_for: str) -> float:
    """Seconds before the next try: what the server asks for, else twice as long each time."""
    asked = _seconds(asked_for)
    if asked is not None:
        return min(asked, 120.0)
    # spread, so that a crowd of requests does not come back at once
    return min(60.0, first_s * 2.0 ** (number - 1)) * (0.5 + random.random())  # noqa: S311


def _seconds(asked_for: str) -> float | None:
    """What `Retry-After` says, a number of seconds or a date."""
    try:
        return max(0.0, float(asked_for))
    except ValueError:
        pass
    try:
        then = parsedate_to_datetime(asked_for)
    except ValueError:
        return None
    return max(0.0, then.timestamp() - time.time())

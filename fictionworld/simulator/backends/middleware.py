"""Backends around another backend: failures in a row counted, equal requests coalesced."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fictionworld.simulator.backends.backend import Backend, BackendError, Completion, Prompt

_FAILURES: Final = 32
"""So many failures in a row, or as many as requests are in flight, end the asking."""


class CircuitBreaker:
    """A backend that raises `BackendError` once the inner one fails many times in a row.

    It keeps `at_once` requests in flight at most. The only place where failures are counted. Use it
    within one event loop.

    Args:
        inner: The backend that is asked.
    """

    def __init__(self, inner: Backend) -> None:
        self._inner = inner
        self._room = asyncio.Semaphore(self.at_once)
        self._failures = 0
        self._answered = False
        self._why = ""

    @property
    def model(self) -> str:
        return self._inner.model

    @property
    def at_once(self) -> int:
        return max(1, self._inner.at_once)

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return the inner backend's completions.

        Raises:
            BackendError: No request can succeed, or none has for a while.
        """
        async with self._room:
            completions = await self._inner.complete(prompts)
        for completion in completions:
            if completion.error is None:
                self._failures, self._answered = 0, True
                continue
            self._failures, self._why = self._failures + 1, completion.error
            if self._failures >= max(_FAILURES, self.at_once):
                raise self._error()
        return completions

    def check(self) -> None:
        """Check, at the end of a run, that the model answered something if it was asked anything.

        Raises:
            BackendError: It has not.
        """
        if self._failures and not self._answered:
            raise self._error()

    def _error(self) -> BackendError:
        return BackendError(
            f"{self._failures:,} requests in a row without an answer; the last: {self._why}; "
            "see that the model runs, then run the same command again"
        )

    async def aclose(self) -> None:
        """Close the inner backend."""
        await self._inner.aclose()


@dataclass
class Coalescing:
    """A backend that sends equal prompts in flight once; the others wait for its completion.

    Use it within one event loop.
    """

    inner: Backend
    coalesced: int = 0
    """Prompts that were answered with another one's completion."""
    _in_flight: dict[str, asyncio.Future[Completion]] = field(default_factory=dict, repr=False)

    @property
    def model(self) -> str:
        return self.inner.model

    @property
    def at_once(self) -> int:
        return self.inner.at_once

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return the inner backend's completions; wait for prompts that are in flight already."""
        new_prompts: dict[str, Prompt] = {}
        waiting: list[asyncio.Future[Completion]] = []
        for prompt in prompts:
            future = self._in_flight.get(prompt.digest)
            if future is None:
                future = asyncio.get_running_loop().create_future()
                self._in_flight[prompt.digest] = future
                new_prompts[prompt.digest] = prompt
            else:
                self.coalesced += 1
            waiting.append(future)
        if new_prompts:
            await self._ask(new_prompts)
        return [await asyncio.shield(future) for future in waiting]

    async def _ask(self, fresh: dict[str, Prompt]) -> None:
        try:
            completions = await self.inner.complete(list(fresh.values()))
        except BaseException as error:
            for digest in fresh:
                future = self._in_flight.pop(digest)
                if isinstance(error, Exception):
                    future.set_exception(error)
                    future.exception()  # whoever waits gets it; nobody may
                else:
                    future.cancel()
            raise
        for digest, completion in zip(fresh, completions, strict=True):
            self._in_flight.pop(digest).set_result(completion)

    async def aclose(self) -> None:
        await self.inner.aclose()

"""A backend with a limit on what is in flight, and with an end to its failures."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from fictionworld.simulator.backends.backend import BackendError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.simulator.backends.backend import Backend, Completion, Prompt

__all__ = ["Limited"]

_LOST: Final = 32
"""So many prompts in a row without an answer, or as many as are in flight, mean that none comes."""


class Limited:
    """Asks a backend; a model that has answered and does no more is an error. For one event loop.

    Args:
        inner: It is closed by whoever made it.
    """

    def __init__(self, inner: Backend) -> None:
        self._inner = inner
        self.model = inner.model
        self.at_once = max(1, inner.at_once)
        self._room = asyncio.Semaphore(self.at_once)
        self._lost = 0
        self._answered = False
        self._why = ""

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """As the inner backend.

        Raises:
            BackendError: No request can succeed, or none has for a while.
        """
        async with self._room:
            found = await self._inner.complete(prompts)
        for one in found:
            if one.error is None:
                self._lost, self._answered = 0, True
                continue
            self._lost, self._why = self._lost + 1, one.error
            if self._lost >= max(_LOST, self.at_once):
                raise self._error()
        return found

    def check(self) -> None:
        """At the end: it has answered something, if it was asked anything.

        Raises:
            BackendError: It has not.
        """
        if self._lost and not self._answered:
            raise self._error()

    def _error(self) -> BackendError:
        return BackendError(
            f"{self._lost:,} requests in a row without an answer; the last: {self._why}; "
            "see that the model runs, then run the same command again"
        )

    async def aclose(self) -> None:
        """Nothing: the inner backend is closed by whoever made it."""

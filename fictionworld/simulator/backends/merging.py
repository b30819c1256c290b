"""Equal prompts in flight are one: the second waits for what the first is getting."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.simulator.backends.backend import Backend, Completion, Prompt

__all__ = ["Merged"]


@dataclass
class Merged:
    """A backend that asks another each thing once at a time. Use it within one event loop."""

    inner: Backend
    merged: int = 0
    """Prompts that were answered with what another one got."""
    _flying: dict[str, asyncio.Future[Completion]] = field(default_factory=dict, repr=False)

    @property
    def model(self) -> str:
        return self.inner.model

    @property
    def at_once(self) -> int:
        return self.inner.at_once

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """As the inner backend; what is in flight already is waited for."""
        fresh: dict[str, Prompt] = {}
        waiting: list[asyncio.Future[Completion]] = []
        for prompt in prompts:
            flying = self._flying.get(prompt.digest)
            if flying is None:
                flying = asyncio.get_running_loop().create_future()
                self._flying[prompt.digest] = flying
                fresh[prompt.digest] = prompt
            else:
                self.merged += 1
            waiting.append(flying)
        if fresh:
            await self._ask(fresh)
        return [await asyncio.shield(flying) for flying in waiting]

    async def _ask(self, fresh: dict[str, Prompt]) -> None:
        try:
            found = await self.inner.complete(list(fresh.values()))
        except BaseException as error:
            for digest in fresh:
                flying = self._flying.pop(digest)
                if isinstance(error, Exception):
                    flying.set_exception(error)
                    flying.exception()  # whoever waits gets it; nobody may
                else:
                    flying.cancel()
            raise
        for digest, completion in zip(fresh, found, strict=True):
            self._flying.pop(digest).set_result(completion)

    async def aclose(self) -> None:
        await self.inner.aclose()

"""Drafts that a model writes while episodes wait for them.

All episodes of a process share one event loop on a thread of its own, and in it one backend: what
they ask for goes to the engine together, and what several ask for is asked once. A text, once
there, is the text of its page for all who come later. Other processes sample texts of their own:
where every rollout of a group must read the same page, render ahead of time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final

from fictionworld.simulator.backends.merging import Merged
from fictionworld.simulator.drafts.desk import Tally, word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fictionworld.simulator.backends.backend import Backend
    from fictionworld.simulator.drafts.checks import Checks
    from fictionworld.simulator.drafts.desk import Wording
    from fictionworld.simulator.drafts.request import Request

__all__ = ["LiveDrafts"]

_KEPT: Final = 200_000
"""Requests whose drafts are remembered; about a kilobyte each."""


@dataclass
class LiveDrafts:
    """A model that is asked when a text is first wanted. Threads share it; close it when done."""

    backend: Backend
    deadline_s: float = 900.0
    """After which an episode goes on with the template's text, whatever the backend does."""
    tally: Tally = field(default_factory=Tally)
    _asked: OrderedDict[str, Future[Wording]] = field(default_factory=OrderedDict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)
    _loop: asyncio.AbstractEventLoop | None = field(default=None, repr=False)
    _thread: Thread | None = field(default=None, repr=False)
    _merged: Merged | None = field(default=None, repr=False)

    def texts(self, request: Request, checks: Checks) -> Mapping[str, str]:
        """The drafts for a request, waited for; none where the model failed."""
        try:
            wording = self._wanted(request, checks).result(self.deadline_s)
        except Exception:  # whatever it is, the episode goes on with the template's text
            return {}
        return {d.key: d.text for d in wording.drafts if d.outcome != "replaced"}

    def prepare(self, requests: Iterable[Request], checks: Checks) -> None:
        """Ask for all of them now, and wait for none."""
        for request in requests:
            self._wanted(request, checks)

    def _wanted(self, request: Request, checks: Checks) -> Future[Wording]:
        digest = request.prompt.digest
        with self._lock:
            found = self._asked.get(digest)
            if found is not None and not (found.done() and found.exception() is not None):
                self._asked.move_to_end(digest)
                return found
            loop = self._running()
            assert self._merged is not None
            asked = word(request, self._merged, checks)
            found = asyncio.run_coroutine_threadsafe(self._counted(asked), loop)
            self._asked[digest] = found
            while len(self._asked) > _KEPT:
                self._asked.popitem(last=False)
        return found

    async def _counted(self, asked: Any) -> Wording:  # noqa: ANN401 - a coroutine of `word`
        wording: Wording = await asked
        self.tally.add_wording(wording)  # in the loop's thread alone
        return wording

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._merged = Merged(self.backend)
            self._thread = Thread(target=self._loop.run_forever, name="world-model", daemon=True)
            self._thread.start()
        return self._loop

    def close(self) -> None:
        """Stop asking, and let go of the backend."""
        with self._lock:
            loop, thread, self._loop = self._loop, self._thread, None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(_ended(self.backend), loop).result(60)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(60)
        loop.close()


async def _ended(backend: Backend) -> None:
    mine = asyncio.current_task()
    others = [task for task in asyncio.all_tasks() if task is not mine]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await backend.aclose()

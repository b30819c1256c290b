"""Drafts that a model writes while episodes wait for them.

All episodes of a process share one event loop on a thread of its own, and in it one backend: what
they ask for goes to the engine together, and what several ask for is asked once. A text, once
there, is the text of its page for all who come later; through a `LiveFolder` for those in
other processes too.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Coroutine, Iterable, Mapping
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

from fictionworld.errors import FictionworldError
from fictionworld.files import read_json, storage_error
from fictionworld.simulator.backends.backend import Backend, BackendError
from fictionworld.simulator.backends.middleware import CircuitBreaker, Coalescing
from fictionworld.simulator.drafts.checks import Checks
from fictionworld.simulator.drafts.prompt import PROMPT_VERSION
from fictionworld.simulator.drafts.request import Request
from fictionworld.simulator.drafts.wording import OutcomeCounts, Wording, texts_let_through, word
from fictionworld.worlds.durable import publish_bytes

_KEPT: Final = 200_000
"""Requests whose drafts are remembered; about a kilobyte each."""

_Texts = dict[str, str]


@dataclass
class LiveFolder:
    """What one model wrote under one set of settings, one file a request; processes share it.

    The first writer wins, so all rollouts of a group read one page, in whichever process they run.
    A file is written aside and linked into place: it is there whole or not at all. It is a cache:
    the folder may be deleted, and where it cannot be written nothing is shared.
    """

    path: Path
    _writable: bool = field(default=True, init=False)

    @classmethod
    def below(cls, folder: Path, settings: Mapping[str, Any]) -> LiveFolder:
        """Return the subfolder for these settings, which include the model's name.

        It is made where it can be.
        """
        content = {**settings, "prompt_version": PROMPT_VERSION}
        text = json.dumps(content, sort_keys=True, default=str)
        live_folder = cls(folder / hashlib.sha256(text.encode()).hexdigest()[:16])
        settings_file = live_folder.path / "settings.json"  # for people
        try:
            if not settings_file.exists():
                live_folder.path.mkdir(parents=True, exist_ok=True)
                publish_bytes(settings_file, f"{text}\n".encode())
        except OSError as error:
            live_folder._not_shared(error)
        return live_folder

    def texts(self, request: Request) -> dict[str, str] | None:
        """Return what was written for a request, by passage; None where nothing was."""
        try:
            return _read(self._path(request))
        except OSError:  # nothing is there; or it cannot be read just now, and `keep` tries again
            return None

    def keep(self, request: Request, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Store the texts of a request; return them, or the texts that were stored first."""
        if not self._writable:
            return texts
        path = self._path(request)
        aside_path = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.aside")
        content = {"page": request.head.number, "texts": dict(texts)}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            aside_path.write_text(f"{json.dumps(content, ensure_ascii=False)}\n", "utf-8")
            try:
                os.link(aside_path, path)
            except FileExistsError:
                pass
            finally:
                aside_path.unlink()
            first_texts = _read(path)
        except OSError as error:
            self._not_shared(error)
            return texts
        return texts if first_texts is None else first_texts

    def _path(self, request: Request) -> Path:
        return self.path / request.world / f"{request.structure}.json"

    def _not_shared(self, error: OSError) -> None:
        self._writable = False
        problem = str(storage_error(self.path, error)).partition(";")[0]
        logging.getLogger(__name__).warning(
            "%s: what the model writes is not shared with other processes; name another folder "
            "with --set drafts=FOLDER",
            problem,
        )


def _read(path: Path) -> dict[str, str] | None:
    """Return the texts in a file; delete a damaged file, to be written anew, and return None."""
    try:
        content = read_json(path)
        return {str(key): str(text) for key, text in content["texts"].items()}
    except (ValueError, LookupError, TypeError, AttributeError):
        with suppress(OSError):
            path.unlink()
        return None


class NoTextError(FictionworldError, RuntimeError):
    """The model gave nothing for one request; others may succeed."""


class LiveModel:
    """A backend, in an event loop on a thread of its own; close it when done."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self._asked = Coalescing(CircuitBreaker(backend))
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._started: Future[Any] | None = None

    def wording(self, request: Request, checks: Checks) -> Coroutine[Any, Any, Wording]:
        """Return a coroutine, to be awaited in the loop, that asks for a request's drafts.

        Raises:
            BackendError: No request can succeed.
        """
        return word(request, self._asked, checks)

    def begin(self, asked: Coroutine[Any, Any, _Texts]) -> Future[_Texts]:
        """Schedule a coroutine in the model's loop, which the first call starts."""
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = Thread(
                    target=self._loop.run_forever, name="world-model", daemon=True
                )
                self._thread.start()
                started = self.backend.complete([])
                self._started = asyncio.run_coroutine_threadsafe(started, self._loop)
            return asyncio.run_coroutine_threadsafe(asked, self._loop)

    def wait_until_started(self) -> None:
        """Wait until the engine runs, however long; where it does not start, each request fails."""
        if self._started is not None:
            wait([self._started])

    def close(self) -> None:
        """Stop asking, and close the backend."""
        with self._lock:
            loop, thread, self._loop = self._loop, self._thread, None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(_ended(self.backend), loop).result(60)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(60)
        loop.close()


@dataclass
class LiveDrafts:
    """A model that is asked when a text is first wanted. Threads share it."""

    model: LiveModel
    folder: LiveFolder | None = None
    """Where processes share what was written."""
    fallback: bool = False
    """Whether the template's text stands where the model gives none; else that is an error."""
    deadline_s: float = 900.0
    """For one request, whatever the backend does, from when its engine runs."""
    plays: bool = False
    """Whether the model words what searches show too, asked by call."""
    tally: OutcomeCounts = field(default_factory=OutcomeCounts)
    """Of what the model was asked for here."""
    _asked: OrderedDict[str, Future[_Texts]] = field(default_factory=OrderedDict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)
    _warned: bool = field(default=False, repr=False)

    def texts(self, request: Request, checks: Checks) -> Mapping[str, str] | None:
        """Return a request's drafts when they are there; None where `fallback` covers a failure.

        Raises:
            BackendError: No request can succeed.
            NoTextError: The model gave nothing for this one.
        """
        try:
            future = self._wanted(request, checks)
            if not future.done():
                self.model.wait_until_started()
            return future.result(self.deadline_s)
        except (BackendError, NoTextError) as error:
            failure: FictionworldError = error
        except TimeoutError:
            failure = NoTextError(
                f"{self.model.backend.model} gave no answer within {self.deadline_s:g} s"
            )
        if not self.fallback:
            raise failure
        self._warn(failure)
        return None

    def prepare(self, requests: Iterable[Request], checks: Checks) -> None:
        """Ask for the drafts of all these requests now, and wait for none."""
        for request in requests:
            self._wanted(request, checks)

    def _wanted(self, request: Request, checks: Checks) -> Future[_Texts]:
        digest = request.structure
        with self._lock:
            future = self._remembered(digest)
        if future is not None:
            return future
        stored = None if self.folder is None else self.folder.texts(request)
        with self._lock:
            future = self._remembered(digest)  # another thread may have been faster
            if future is None:
                if stored is None:
                    future = self.model.begin(self._written(request, checks))
                else:
                    future = Future()
                    future.set_result(stored)
                self._asked[digest] = future
                while len(self._asked) > _KEPT:
                    self._asked.popitem(last=False)
        return future

    def _remembered(self, digest: str) -> Future[_Texts] | None:
        """Return the future of an earlier request; None where there was none or it failed."""
        future = self._asked.get(digest)
        if future is None or (future.done() and future.exception() is not None):
            return None
        self._asked.move_to_end(digest)
        return future

    async def _written(self, request: Request, checks: Checks) -> _Texts:
        wording = await self.model.wording(request, checks)
        self.tally.add_wording(wording)  # in the loop's thread alone
        failure = next((draft.why for draft in wording.drafts if draft.reason == "backend"), None)
        if failure is not None:
            raise NoTextError(f"{self.model.backend.model} gave no text: {failure}")
        texts = texts_let_through(wording.drafts)
        if self.folder is None:
            return texts
        return dict(await asyncio.to_thread(self.folder.keep, request, texts))

    def _warn(self, failure: FictionworldError) -> None:
        """Log the failure the first time; the counts say how often it happens."""
        with self._lock:
            warned, self._warned = self._warned, True
        if not warned:
            logging.getLogger(__name__).warning(
                "the template's text stands where the model gives none: %s", failure
            )


async def _ended(backend: Backend) -> None:
    this_task = asyncio.current_task()
    other_tasks = [task for task in asyncio.all_tasks() if task is not this_task]
    for task in other_tasks:
        task.cancel()
    await asyncio.gather(*other_tasks, return_exceptions=True)
    await backend.aclose()

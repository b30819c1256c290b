"""Processes that write worlds down, while the threads and event loops of this one go on.

Writing a world takes 0.2 s of Python, which threads of one process cannot share. A forked child
cannot do it at all: polars hangs where its parent has used it. So worlds are written by programs
of their own, started when they are first needed and ended when they are not. They read requests
from a pipe and end when it closes, or with this process. Unlike `multiprocessing` they read no
script of the user's again, and daemonic processes such as a data loader's may start them.
"""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import queue
import subprocess
import sys
from concurrent.futures import Future
from contextlib import suppress
from threading import Lock, Thread
from typing import Any, Final, TypeAlias

from fictionworld.cores import COLLECT_RARELY, exit_with_parent, one_core_each, usable_cores
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.source import Source
from fictionworld.episodes.world_files import write_file

_Request: TypeAlias = tuple[Future[bytes], bytes]

_IDLE_S: Final = 20.0
"""After which a process that is asked for nothing ends."""
_PROGRAM: Final = "import sys; sys.path[:] = {path!r}; from {module} import serve; serve({parent})"


class WorldWriters:
    """As many processes as there are cores, at most; after a fork the child starts its own."""

    def __init__(self) -> None:
        self._begin()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._begin)
        atexit.register(self._end)

    def _begin(self) -> None:
        self._owner = os.getpid()
        self._asked: queue.SimpleQueue[_Request] = queue.SimpleQueue()
        self._lock = Lock()
        self._running = self._idle = 0
        self._processes: set[subprocess.Popen[bytes]] = set()

    def submit(self, source: Source, world_id: int) -> Future[bytes]:
        """Have the file of a world written, kept on disk where possible, and return its future.

        The future raises an `InfrastructureError` where the process was killed.
        """
        future: Future[bytes] = Future()
        with self._lock:
            self._asked.put((future, pickle.dumps((source, world_id))))
            if self._asked.qsize() > self._idle and self._running < usable_cores():
                self._running += 1
                Thread(target=self._run, name="world-writer", daemon=True).start()
        return future

    def _run(self) -> None:
        process: subprocess.Popen[bytes] | None = None
        while True:
            with self._lock:
                self._idle += 1
            try:
                future, request = self._asked.get(timeout=_IDLE_S)
            except queue.Empty:
                with self._lock:
                    self._idle -= 1
                    if not self._asked.empty():
                        continue
                    self._running -= 1
                if process is not None:
                    self._stop(process)
                return
            with self._lock:
                self._idle -= 1
            try:
                if process is None:
                    process = self._started()
                future.set_result(_answer(process, request))
            except (OSError, EOFError, pickle.UnpicklingError):
                if process is not None:
                    self._stop(process)
                process = None
                future.set_exception(
                    InfrastructureError(
                        "a process that writes worlds was killed, most often for lack of memory; "
                        "prepare the dataset ahead: fictionworld prepare DIR"
                    )
                )
            except Exception as error:
                future.set_exception(error)

    def _started(self) -> subprocess.Popen[bytes]:
        program = _PROGRAM.format(path=sys.path, module=__name__, parent=os.getpid())
        with self._lock, one_core_each():
            process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            self._processes.add(process)
        return process

    def _stop(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            self._processes.discard(process)
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()

    def _end(self) -> None:
        if self._owner == os.getpid():
            for process in tuple(self._processes):
                self._stop(process)


def _answer(process: subprocess.Popen[bytes], request: bytes) -> bytes:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(request)
    process.stdin.flush()
    reply: Any = pickle.load(process.stdout)  # noqa: S301 - what our own process says
    if isinstance(reply, Exception):
        raise reply
    return reply  # type: ignore[no-any-return]  # as `serve` puts it there


def serve(parent: int) -> None:
    """Write the worlds that are asked for on stdin, until it ends or the parent does."""
    exit_with_parent(parent)
    gc.set_threshold(*COLLECT_RARELY)
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no reply
    while True:
        try:
            source, world_id = pickle.load(requests)  # noqa: S301 - what our own parent says
        except EOFError:
            return
        try:
            reply: object = write_file(source, world_id)
        except Exception as error:  # raised where it was asked for
            reply = error
        replies.write(pickle.dumps(reply))
        replies.flush()


WRITERS: Final = WorldWriters()
"""Those of this process."""

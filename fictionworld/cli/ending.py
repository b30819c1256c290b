"""Ctrl-C: the first ends a command within 2 s, the second at once.

`KeyboardInterrupt` cleans up what a command has begun. But Python raises it in the main thread
alone, and not while that waits for a lock: polars restarts waits that a signal interrupted. So a
second thread watches for signals too, and ends the process after a grace period, whatever the main
thread waits for. Files are then as after a kill; everything that is written here survives one.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread, Timer, current_thread, main_thread
from typing import Final

import typer

from fictionworld.cli.terminal import stderr

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells have it."""
_GRACE_S: Final = 1.5
_SEEN_S: Final = 0.5
"""By then the watching thread has noticed an interrupt, even on a busy machine."""
_seen: Final = Event()
"""That this process was interrupted."""


@contextmanager
def ends_when_interrupted() -> Iterator[None]:
    """Context manager: an interrupt within it ends this process within the grace period.

    A process that ignores Ctrl-C, such as one in the background, still ignores it.
    """
    if current_thread() is not main_thread():
        yield
        return
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    before = signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    Thread(target=_watch, args=(read_end,), name="interrupts", daemon=True).start()
    try:
        yield
    finally:
        if not _seen.is_set():
            signal.set_wakeup_fd(before)
            os.close(write_end)  # with it the watcher ends


@contextmanager
def says_when_interrupted(words: str | Callable[[], str]) -> Iterator[None]:
    """Context manager: Ctrl-C prints these words, such as how to go on, and exits with 130."""
    try:
        yield
    except KeyboardInterrupt:
        next_interrupt_kills()
        if message := words if isinstance(words, str) else words():
            stderr().print(message, soft_wrap=True)
        raise typer.Exit(INTERRUPTED) from None


def next_interrupt_kills() -> None:
    """Call after an interrupt was caught: the next one kills the process without a message."""
    if _seen.wait(_SEEN_S):
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def end_soon(code: int) -> None:
    """End this process with an exit code after the grace period, if it still runs then."""
    timer = Timer(_GRACE_S, _end, (code,))
    timer.daemon = True
    timer.start()


def _watch(read_end: int) -> None:
    """Read the numbers of the signals that come, until the other end is closed."""
    while numbers := os.read(read_end, 64):
        for number in numbers:
            if number == signal.SIGINT:
                if _seen.is_set():
                    _end(INTERRUPTED)
                _seen.set()
                end_soon(INTERRUPTED)
    os.close(read_end)


def _end(code: int) -> None:
    # worker processes and engines are ended; without any this is not imported
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        with suppress(Exception):
            for child in active_children():
                child.terminate()
    os._exit(code)

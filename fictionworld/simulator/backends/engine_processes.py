"""The processes of an engine: how they are started, and that they end when this process does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from secrets import token_hex

from fictionworld.simulator.backends import engine_watcher

__all__ = ["EngineProcesses"]


class EngineProcesses:
    """Processes that are started within `starting` end with this one, however it ends.

    A process of its own watches: one that was killed can do nothing itself.
    """

    def __init__(self) -> None:
        self._watcher: subprocess.Popen[bytes] | None = None

    @contextmanager
    def starting(self) -> Iterator[None]:
        """Within it, spawned processes belong to the engine."""
        mark = token_hex(16)
        resource_tracker.ensure_running()  # it serves all of this process, not the engine
        self._watcher = _watched(mark)
        # spawned: forking a process whose libraries run threads of their own may hang
        changed = {engine_watcher.MARK: mark, "VLLM_WORKER_MULTIPROC_METHOD": "spawn"}
        before = {name: os.environ.get(name) for name in changed}
        os.environ.update(changed)
        try:
            with _without_main():
                yield
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value

    def end(self) -> None:
        """End those that are left."""
        if self._watcher is not None:
            self._watcher.terminate()  # it ends them first
            self._watcher.wait()
            self._watcher = None


def _watched(mark: str) -> subprocess.Popen[bytes]:
    script = Path(engine_watcher.__file__)
    return subprocess.Popen(  # noqa: S603 - our own script
        [sys.executable, "-I", "-S", script, str(os.getpid()), mark],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C in the terminal is not for it
    )


@contextmanager
def _without_main() -> Iterator[None]:
    """Within it, spawned processes do not run the user's script once more.

    A script without an `if __name__ == "__main__":` guard would start another engine there.
    """
    main = sys.modules["__main__"]
    hidden = {name: getattr(main, name) for name in ("__file__", "__spec__") if hasattr(main, name)}
    main.__spec__ = None
    with suppress(AttributeError):
        del main.__file__
    try:
        yield
    finally:
        for name, value in hidden.items():
            setattr(main, name, value)

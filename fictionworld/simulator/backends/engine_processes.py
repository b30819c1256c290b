"""How the processes of an engine are started: without the user's script, and to end with us."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from fictionworld.simulator.backends import engine_child

__all__ = ["starting_an_engine"]

_METHOD = "VLLM_WORKER_MULTIPROC_METHOD"


@contextmanager
def starting_an_engine() -> Iterator[None]:
    """Within it, processes that are spawned run `engine_child.py` first, where they would run the
    user's script once more, and so do those that they spawn.

    That script may lack an `if __name__ == "__main__":` guard, and start another engine there.
    """
    main = sys.modules["__main__"]
    before = {name: getattr(main, name, None) for name in ("__file__", "__spec__")}
    method = os.environ.get(_METHOD)
    # spawned: forking a process whose libraries run threads of their own may hang
    os.environ[_METHOD] = "spawn"
    main.__file__, main.__spec__ = engine_child.__file__, None
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(main, name, value)
        if before["__file__"] is None:
            del main.__file__
        if method is None:
            del os.environ[_METHOD]
        else:
            os.environ[_METHOD] = method

"""Threads for episodes that wait for a model: they cost next to nothing while they do."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Final

_MOST: Final = 512
"""Episodes of a process that wait at a time: as many prompts as an engine takes up gladly."""
_AT_REST: Final = ("template", "drafts")
"""Backends whose texts are there already."""
_pools: dict[int, ThreadPoolExecutor] = {}
_lock = Lock()


def is_live(backend: str) -> bool:
    """Return whether a backend's name is of a model that is asked while episodes wait."""
    return backend.strip().partition(":")[0] not in _AT_REST


def waiting_threads() -> ThreadPoolExecutor:
    """Return the threads of this process."""
    with _lock:
        if os.getpid() not in _pools:
            _pools[os.getpid()] = ThreadPoolExecutor(_MOST, thread_name_prefix="waiting")
        return _pools[os.getpid()]

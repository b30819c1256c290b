"""Processes that each mind a core of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["one_core_each"]

_ALONE = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"}


@contextmanager
def one_core_each() -> Iterator[None]:
    """Processes started meanwhile run one thread; several would only fight for the cores.

    They read it from their environment as they start. This process keeps the threads it has.
    """
    before = {name: os.environ.get(name) for name in _ALONE}
    os.environ.update(_ALONE)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

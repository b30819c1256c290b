"""The kinds of backends, by the names that the command line has for them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fictionworld.chat.endpoint import Endpoint
from fictionworld.errors import UsageError, nearest
from fictionworld.simulator.backends.backend import Backend, BackendKind, BackendSettings
from fictionworld.simulator.backends.endpoint import ENDPOINT
from fictionworld.simulator.backends.template import TEMPLATE
from fictionworld.simulator.backends.vllm import VLLM

BACKENDS: Final[dict[str, BackendKind]] = {kind.name: kind for kind in (TEMPLATE, VLLM, ENDPOINT)}
"""One file each; another kind is added here."""


def backend_kind(name: str) -> BackendKind:
    """Return the kind of backend of a name.

    Raises:
        UsageError: There is none.
    """
    kind = BACKENDS.get(name)
    if kind is None:
        raise UsageError(
            f"--backend: got {name!r}; allowed: {', '.join(BACKENDS)}{nearest(name, BACKENDS)}"
        )
    return kind


def backend_named(
    name: str,
    model: str = "",
    *,
    endpoint: Endpoint | None = None,
    settings: Iterable[str] = (),
    engine: Path | None = None,
) -> Backend:
    """Return the backend of a name, not started yet.

    Args:
        name: One of `BACKENDS`.
        model: The model's name or path, or a preset's name.
        endpoint: The server, of `endpoint`.
        settings: `name=value`, for engine and sampling.
        engine: A file of arguments for vLLM's engine.

    Raises:
        UsageError: There is no such backend, setting or argument, or something it needs is missing.
        PathError: The file cannot be read.
    """
    return backend_kind(name).make(BackendSettings(model, endpoint, tuple(settings), engine))

"""Backends by the names that the command line has for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fictionworld.errors import UsageError, nearest
from fictionworld.extras import require_extra
from fictionworld.simulator.backends.endpoint import EndpointBackend
from fictionworld.simulator.backends.engine_file import read_engine_file
from fictionworld.simulator.backends.options import preset_of, with_options
from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.backends.vllm import VllmBackend

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from fictionworld.chat.endpoint import Endpoint
    from fictionworld.simulator.backends.backend import Backend
    from fictionworld.simulator.backends.options import Preset

__all__ = ["BACKENDS", "backend_named", "preset_named"]

BACKENDS: Final = ("template", "vllm", "endpoint")


def preset_named(model: str, settings: Iterable[str] = (), engine: Path | None = None) -> Preset:
    """How a model is run: as its preset says, with what a user says in its place.

    Args:
        model: The model's name or path, or a preset's name.
        settings: `name=value`, for engine and sampling.
        engine: A file of arguments for vLLM's engine, by vLLM's own names.

    Raises:
        UsageError: There is no such setting, or the file holds no arguments.
        PathError: The file cannot be read.
    """
    preset = with_options(preset_of(model), settings)
    return preset if engine is None else replace(preset, arguments=read_engine_file(engine))


def backend_named(
    name: str,
    model: str = "",
    *,
    endpoint: Endpoint | None = None,
    settings: Iterable[str] = (),
    engine: Path | None = None,
) -> Backend:
    """The backend of a name, not started yet.

    Args:
        name: `template`, `vllm` or `endpoint`.
        model: The model's name or path; a preset's name sets what its makers advise.
        endpoint: Of `endpoint`: the server.
        settings: `name=value`, for engine and sampling.
        engine: Of `vllm`: a file of arguments for its engine, by vLLM's own names.

    Raises:
        UsageError: There is no such backend, setting or argument, or something it needs is missing.
        MissingExtraError: The packages of the extra `leaks` are not installed.
        PathError: The file cannot be read.
    """
    if name == "template":
        return TemplateBackend()
    if name not in BACKENDS:
        raise UsageError(
            f"--backend: got {name!r}; allowed: {', '.join(BACKENDS)}{nearest(name, BACKENDS)}"
        )
    if not model:
        raise UsageError(f"--backend {name}: which model? give it with --model")
    require_extra("leaks", f"--backend {name}: the check of what a model writes")
    if name == "vllm":
        return VllmBackend(preset_named(model, settings, engine))
    if endpoint is None:
        raise UsageError(
            "--backend endpoint: give the server with --base-url http://localhost:8000/v1"
        )
    if engine is not None:
        raise UsageError("--engine: it is for --backend vllm; a server's engine is told by itself")
    preset = preset_named(model, settings)
    return EndpointBackend(preset.model, endpoint, preset.sampling)

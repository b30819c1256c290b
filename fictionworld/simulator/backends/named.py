"""Backends by the names that the command line has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fictionworld.errors import UsageError, nearest
from fictionworld.extras import require_extra
from fictionworld.simulator.backends.endpoint import EndpointBackend
from fictionworld.simulator.backends.options import preset_of, with_options
from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.backends.vllm import AsyncVllmBackend, VllmBackend

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fictionworld.chat.endpoint import Endpoint
    from fictionworld.simulator.backends.backend import Backend

__all__ = ["BACKENDS", "backend_named"]

BACKENDS: Final = ("template", "vllm", "endpoint")


def backend_named(
    name: str,
    model: str = "",
    *,
    endpoint: Endpoint | None = None,
    settings: Iterable[str] = (),
    live: bool = False,
) -> Backend:
    """The backend of a name, not started yet.

    Args:
        name: `template`, `vllm` or `endpoint`.
        model: The model's name or path; a preset's name sets what its makers advise.
        endpoint: Of `endpoint`: the server.
        settings: `name=value`, for engine and sampling.
        live: For episodes that wait for each text, rather than for a whole dataset.

    Raises:
        UsageError: There is no such backend or setting, or something it needs is missing.
        MissingExtraError: The packages of the extra `leaks` are not installed.
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
    preset = with_options(preset_of(model), settings)
    if name == "endpoint":
        if endpoint is None:
            raise UsageError(
                "--backend endpoint: give the server with --base-url http://localhost:8000/v1"
            )
        return EndpointBackend(preset.model, endpoint, preset.sampling, preset.engine.seed)
    if live or preset.engine.data_parallel > 1:
        return AsyncVllmBackend(preset.model, preset.engine, preset.sampling)
    return VllmBackend(preset.model, preset.engine, preset.sampling)

"""A file of arguments for vLLM's engine, by vLLM's own names: `--engine FILE`, YAML or JSON."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import yaml

from fictionworld.errors import UsageError, nearest
from fictionworld.files import read_file, storage_error

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["read_engine_file", "refuse_unknown_arguments"]


def read_engine_file(path: Path) -> dict[str, Any]:
    """The arguments in a file; `tensor-parallel-size` is `tensor_parallel_size`.

    Raises:
        UsageError: The file is no mapping of names, or names the model.
        PathError: It cannot be read.
    """
    try:
        told = yaml.safe_load(read_file(path).decode("utf-8"))
    except OSError as error:
        raise storage_error(path, error, "read") from error
    except (ValueError, yaml.YAMLError) as error:
        said = " ".join(str(error).split())
        raise UsageError(f"--engine: {path} is neither YAML nor JSON: {said}") from None
    if not isinstance(told, dict) or not all(isinstance(name, str) for name in told):
        raise UsageError(
            f"--engine: {path} holds no names and values; it is written as for vLLM, a line each: "
            "enable_expert_parallel: true"
        )
    found = {name.replace("-", "_"): value for name, value in told.items()}
    if "model" in found:
        raise UsageError(f"--engine: {path} names a model; take the line out, and name it once")
    return found


def refuse_unknown_arguments(names: Iterable[str]) -> None:
    """Nothing, where vLLM's engine has all these arguments; vLLM is imported for it.

    Raises:
        UsageError: It has not.
    """
    from vllm.engine.arg_utils import AsyncEngineArgs  # noqa: PLC0415 - heavy

    allowed = [field.name for field in fields(AsyncEngineArgs)]
    for name in names:
        if name not in allowed:
            close = nearest(name, allowed) or f"; it has {', '.join(allowed)}"
            raise UsageError(f"--engine: vLLM's engine has no argument {name!r}{close}")

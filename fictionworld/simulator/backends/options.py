"""What may be said about a model: how it samples, how an engine runs it; presets by name."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

from fictionworld.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["PRESETS", "EngineOptions", "Preset", "Sampling", "preset_of", "with_options"]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model samples. Drafts are kept, never redrawn."""

    temperature: float = 0.6
    top_p: float = 0.95
    top_k: int = 20
    """0 for all: then a server is sent none, for those that do not know it."""
    thinking: bool | None = None
    """Whether the chat template is told to think; None leaves it to the model."""
    thinking_tokens: int = 0
    """Added to the limit of a reply where the model thinks first."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """How vLLM runs a model in this process. None leaves a thing to vLLM."""

    tensor_parallel: int = 1
    """GPUs that share each layer."""
    data_parallel: int = 1
    """Copies of the model; more than one runs through the asynchronous engine."""
    max_model_len: int | None = 16_384
    """Tokens of prompt and reply together; our requests take a few thousand."""
    memory_share: float | None = None
    """Of the GPU's memory, 0 to 1."""
    dtype: str = "auto"
    quantization: str | None = None
    prefix_caching: bool = True
    reasoning_parser: str | None = None
    """Which thinking the engine keeps apart from the reply that follows the schema: `qwen3`."""
    language_model_only: bool = False
    """For models that name a visual part that their weights lack."""
    max_num_seqs: int | None = None
    """Requests that run at a time."""
    max_num_batched_tokens: int | None = None
    enforce_eager: bool = False
    load_format: str = "auto"
    """`dummy` gives random weights of the real size: for measuring."""
    tokenizer: str | None = None
    trust_remote_code: bool = False
    seed: int = 0
    """In this process the engine's; a server gets one with each request, which follows from this
    and the prompt."""
    structured_outputs: str = "guidance"
    """The engine's back end for schemas; `xgrammar` was seen to let control characters through."""
    batch: int = 8_192
    """Prompts of one offline call; what is left over at its end runs in smaller batches."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A model as its makers say it should be run."""

    model: str
    engine: EngineOptions
    sampling: Sampling


PRESETS: Final = {
    "qwen-agentworld-35b": Preset(
        "Qwen/Qwen-AgentWorld-35B-A3B",
        EngineOptions(
            tensor_parallel=4,
            max_model_len=32_768,
            reasoning_parser="qwen3",
            language_model_only=True,
            trust_remote_code=True,
        ),
        Sampling(temperature=0.6, thinking=True, thinking_tokens=8_192),
    ),
}
"""By name. The makers serve it with 262,144 tokens of context, which our requests never need."""


def preset_of(model: str) -> Preset:
    """The preset of a name, or of the model that it is for; else plain settings for this model."""
    found = PRESETS.get(model.casefold())
    if found is not None:
        return found
    meant = [preset for preset in PRESETS.values() if preset.model == model]
    return meant[0] if meant else Preset(model, EngineOptions(), Sampling())


def with_options(preset: Preset, given: Iterable[str]) -> Preset:
    """The preset with `name=value` settings of engine and sampling in place of its own.

    Raises:
        UsageError: There is no such setting, or it does not take such a value.
    """
    engine: dict[str, Any] = {}
    sampling: dict[str, Any] = {}
    for text in given:
        name, sign, value = text.partition("=")
        name = name.strip().replace("-", "_")
        kinds = _kinds(EngineOptions) | _kinds(Sampling)
        if not sign or name not in kinds:
            raise UsageError(
                f"--set: got {text!r}; it is written name=value, with one of "
                f"{', '.join(kinds)}{nearest(name, kinds)}"
            )
        chosen = engine if name in _kinds(EngineOptions) else sampling
        chosen[name] = _read(name, value.strip(), kinds[name])
    return Preset(
        preset.model, replace(preset.engine, **engine), replace(preset.sampling, **sampling)
    )


def _kinds(options: type[EngineOptions | Sampling]) -> dict[str, str]:
    return {field.name: str(field.type) for field in fields(options)}


def _read(name: str, value: str, kind: str) -> Any:  # noqa: ANN401 - by the setting
    if "None" in kind and value.casefold() == "none":
        return None
    try:
        if kind.startswith("bool"):
            return {"true": True, "false": False}[value.casefold()]
        if kind.startswith("int"):
            return int(value)
        return float(value) if kind.startswith("float") else value
    except (KeyError, ValueError):
        allowed = kind.replace("bool", "true or false").replace("int", "a whole number")
        raise UsageError(f"--set {name}: got {value!r}; allowed: {allowed}") from None

"""Settings of a model: sampling, engine arguments, presets, reasoning parsers by model family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

import yaml

from fictionworld.errors import UsageError, nearest
from fictionworld.files import read_file, storage_error
from fictionworld.seeds import child_seed


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model samples. Drafts are kept, never redrawn."""

    temperature: float = 0.6
    top_p: float = 0.95
    top_k: int = 20
    """0 for all: then a server is sent none, for those that do not know it."""
    seed: int | None = 0
    """Each request's own seed follows from it and the prompt; with None requests have none."""
    schema: bool = True
    """Whether a server is asked to keep replies to their schema; else the prompt alone asks it."""
    thinking: bool | None = False
    """What the chat template gets for thinking; None: nothing is sent."""
    thinking_tokens: int = 2_048
    """The most tokens that the model thinks before its reply, where it thinks."""

    @property
    def thinking_room(self) -> int:
        """Return how many tokens the limit of a reply is raised by for thinking."""
        return 0 if self.thinking is False else self.thinking_tokens

    @property
    def template_arguments(self) -> dict[str, bool]:
        """Return the chat template's arguments; model families have two names for thinking."""
        if self.thinking is None:
            return {}
        return {"enable_thinking": self.thinking, "thinking": self.thinking}

    def seed_of(self, digest: str) -> int | None:
        """Return the seed of the request with this digest, of a size that every server takes."""
        if self.seed is None:
            return None
        return child_seed(0, f"{self.seed}/{digest}") % 2**31


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """How vLLM runs a model in this process. None leaves a thing to vLLM."""

    tensor_parallel: int = 1
    """GPUs that share each layer: for models that one GPU has no room for."""
    data_parallel: int = 1
    """Copies of the model, each on GPUs of its own."""
    max_model_len: int | None = 16_384
    """Tokens of prompt and reply together; our requests take a few thousand."""
    memory_share: float | None = None
    """Of the GPU's memory, 0 to 1."""
    dtype: str = "auto"
    quantization: str | None = None
    prefix_caching: bool = True
    reasoning_parser: str | None = None
    """Which thinking the engine keeps apart from the reply that follows the schema, `qwen3`; None
    for that of the model's family."""
    language_model_only: bool = False
    """For models that name a visual part that their weights lack."""
    max_num_seqs: int | None = None
    """Requests that run at a time; None for the default of vLLM's `LLM`."""
    max_num_batched_tokens: int | None = None
    """Tokens of one step; None likewise."""
    enforce_eager: bool = False
    load_format: str = "auto"
    """`dummy` gives random weights of the real size: for measuring."""
    tokenizer: str | None = None
    trust_remote_code: bool = False
    lora: str | None = None
    """The folder of a LoRA adapter that every request is answered with."""
    structured_outputs: str = "guidance"
    """The engine's back end for schemas; `xgrammar` was seen to let control characters through."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A model, and how it is run."""

    model: str
    engine: EngineOptions = EngineOptions()
    sampling: Sampling = Sampling()
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Of vLLM's engine, by its own names; they go before `engine`."""

    def of_texts(self) -> dict[str, Any]:
        """Return the settings that the texts depend on; other settings make other drafts."""
        settings = {"model": self.model, **asdict(self.sampling)}
        for name in _OF_TEXTS:
            settings[name] = self.arguments.get(name, getattr(self.engine, name, None))
        return settings


_OF_TEXTS: Final = (
    "dtype", "hf_overrides", "kv_cache_dtype", "load_format", "lora", "quantization", "revision",
    "structured_outputs", "structured_outputs_config", "tokenizer",
)  # fmt: skip
"""The other arguments of an engine change its speed alone."""

PRESETS: Final = {
    "qwen-agentworld-35b": Preset(
        "Qwen/Qwen-AgentWorld-35B-A3B",
        # 35 GB in FP8: one card of 80 GB holds it, so further cards hold copies of it
        EngineOptions(
            quantization="fp8_per_tensor", language_model_only=True, trust_remote_code=True
        ),
        Sampling(temperature=0.6, thinking_tokens=8_192),
    ),
}
"""By name. The makers serve it with 262,144 tokens of context, which our requests never need."""


def _with_options(preset: Preset, given: Iterable[str]) -> Preset:
    """Return the preset with `name=value` settings of engine and sampling in place of its own."""
    engine: dict[str, Any] = {}
    sampling: dict[str, Any] = {}
    kinds = _kinds(EngineOptions) | _kinds(Sampling)
    for text in given:
        _, sign, value = text.partition("=")
        name = _name_in(text)
        if not sign or name not in kinds:
            raise UsageError(  # the value is not repeated: it may be a key
                f"--set: got {name!r}; it is written name=value, with one of "
                f"{', '.join(kinds)}{nearest(name, kinds)}"
            )
        options = engine if name in _kinds(EngineOptions) else sampling
        options[name] = _read(name, value.strip(), kinds[name])
    return replace(
        preset,
        engine=replace(preset.engine, **engine),
        sampling=replace(preset.sampling, **sampling),
    )


def engine_settings(given: Iterable[str]) -> list[str]:
    """Return the names of the `name=value` settings that are of the engine."""
    return [name for name in map(_name_in, given) if name in _kinds(EngineOptions)]


def _name_in(text: str) -> str:
    return text.partition("=")[0].strip().replace("-", "_")


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


def preset_named(model: str, settings: Iterable[str] = (), engine: Path | None = None) -> Preset:
    """Return a model's preset, with a user's settings in place of its own.

    Args:
        model: The model's name or path, or a preset's name.
        settings: `name=value`, for engine and sampling.
        engine: A file of arguments for vLLM's engine, by vLLM's own names.

    Raises:
        UsageError: There is no such setting, it does not take such a value, or the file is no
            mapping of names, or names the model.
        PathError: The file cannot be read.
    """
    by_model = {preset.model: preset for preset in PRESETS.values()}
    preset = PRESETS.get(model.casefold()) or by_model.get(model) or Preset(model)
    preset = _with_options(preset, settings)
    return preset if engine is None else replace(preset, arguments=_read_engine_file(engine))


def _read_engine_file(path: Path) -> dict[str, Any]:
    """Return the arguments in a file, with `tensor-parallel-size` as `tensor_parallel_size`."""
    try:
        content = yaml.safe_load(read_file(path).decode("utf-8"))
    except OSError as error:
        raise storage_error(path, error, "read") from error
    except (ValueError, yaml.YAMLError) as error:
        problem = " ".join(str(error).split())
        raise UsageError(f"--engine: {path} is neither YAML nor JSON: {problem}") from None
    if not isinstance(content, dict) or not all(isinstance(name, str) for name in content):
        raise UsageError(
            f"--engine: {path} holds no names and values; it is written as for vLLM, a line each: "
            "enable_expert_parallel: true"
        )
    arguments = {name.replace("-", "_"): value for name, value in content.items()}
    if "model" in arguments:
        raise UsageError(f"--engine: {path} names a model; take the line out, and name it once")
    return arguments


_PARSERS: Final = (
    ("agentworld", "qwen3"),
    ("qwq", "deepseek_r1"),
    ("deepseek-r1", "deepseek_r1"),  # its distillations too, whatever they were made from
    ("qwen3", "qwen3"),
    ("deepseek-v3", "deepseek_r1"),  # `deepseek_v3` takes no thinking for granted
    ("glm-4.5", "glm45"),
    ("glm-4.6", "glm45"),
    ("glm-4.7", "glm47"),
    ("ernie-4.5", "ernie45"),
    ("minimax-m2", "minimax_m2"),
    ("kimi-k2", "kimi_k2"),
    ("nemotron-3", "nemotron_v3"),
    ("olmo-3", "olmo3"),
    ("step3", "step3"),
)
"""By a part of the model's name, in lower case; the first that fits. Names as of vLLM 0.33, of
families that think between `<think>` and `</think>`: other thinking is not taken off a reply.
"""


def reasoning_parser_of(model: str) -> str | None:
    """Return vLLM's parser for a model's thinking, by the model's name; None if unknown."""
    name = model.casefold()
    return next((parser for part, parser in _PARSERS if part in name), None)

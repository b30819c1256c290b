"""`vllm`: a model in this process, in vLLM's asynchronous engine.

Each prompt joins the running batch as it comes. Prompts go to the engine as token ids, and what
they have in common stands at their beginning, so that its prefix cache holds it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, fields
from importlib.util import find_spec
from itertools import count
from math import prod
from typing import Any, Final

from pydantic import ValidationError

from fictionworld.errors import UsageError, first_line, nearest
from fictionworld.simulator.backends import engine_child
from fictionworld.simulator.backends.backend import (
    BackendError,
    BackendKind,
    BackendSettings,
    Completion,
    Prompt,
    all_done,
    require_model,
)
from fictionworld.simulator.backends.options import Preset, preset_named, reasoning_parser_of
from fictionworld.simulator.backends.vllm_requests import VllmRequests, completion_of

_SEQUENCES: Final = 1_024
"""Requests that vLLM's `LLM` runs at a time on a card of 80 GB; on smaller ones 256."""
_METHOD: Final = "VLLM_WORKER_MULTIPROC_METHOD"


def engine_arguments(preset: Preset) -> dict[str, Any]:
    """Return the arguments of vLLM's engine, by its own names, without what is left to it.

    Raises:
        UsageError: The model is to think, and it is not known where its thinking ends.
    """
    options = preset.engine
    own_arguments: dict[str, Any] = {
        "model": preset.model,
        "tokenizer": options.tokenizer,
        "tensor_parallel_size": options.tensor_parallel,
        "data_parallel_size": options.data_parallel if options.data_parallel > 1 else None,
        "max_model_len": options.max_model_len,
        "gpu_memory_utilization": options.memory_share,
        "dtype": options.dtype,
        "quantization": options.quantization,
        "enable_prefix_caching": options.prefix_caching,
        "reasoning_parser": _reasoning_parser(preset),
        "language_model_only": options.language_model_only or None,
        "max_num_seqs": options.max_num_seqs,
        "max_num_batched_tokens": options.max_num_batched_tokens,
        "enforce_eager": options.enforce_eager or None,
        "load_format": options.load_format,
        "trust_remote_code": options.trust_remote_code or None,
        "enable_lora": True if options.lora else None,
        # without it a weak model fills its budget with blanks between fields
        "structured_outputs_config": {
            "backend": options.structured_outputs,
            "disable_any_whitespace": True,
        },
        "disable_log_stats": True,
    }
    arguments = own_arguments | dict(preset.arguments)
    return {name: value for name, value in arguments.items() if value is not None}


def gpus_of(preset: Preset) -> int:
    """Return how many GPUs an engine takes."""
    arguments = engine_arguments(preset)
    names = ("tensor_parallel_size", "pipeline_parallel_size", "data_parallel_size")
    return prod(int(arguments.get(name, 1)) for name in names)


def _reasoning_parser(preset: Preset) -> str | None:
    """Return the parser for the model's thinking; None where it does not think.

    With a parser, a model that does not think would never be held to the schema.
    """
    if not preset.sampling.thinking:
        return None
    parser = preset.engine.reasoning_parser or reasoning_parser_of(preset.model)
    if parser is None and "reasoning_parser" not in preset.arguments:
        raise UsageError(
            f"--set thinking=true: it is not known how {preset.model} thinks; if it does between "
            "<think> and </think>, name vLLM's parser for it with --set reasoning_parser=qwen3, or "
            "whichever it is; else serve it with `vllm serve` and use --backend endpoint"
        )
    return parser


@dataclass
class VllmBackend:
    """A model in vLLM. It lives in the event loop that first asks it, and is closed there.

    The engine is started when it is first asked, once: an engine that did not start, or has died,
    is not started again.

    Raises:
        UsageError: vLLM is not installed, or its engine has no such argument.
    """

    preset: Preset

    def __post_init__(self) -> None:
        os.environ.setdefault("VLLM_LOGGING_STREAM", "ext://sys.stderr")  # stdout is for data
        if find_spec("vllm") is None:
            raise UsageError(
                "backend vllm: vLLM is not installed; install it with "
                "`pip install 'fictionworld[vllm]'`, or run it elsewhere and use --backend endpoint"
            )
        self._arguments = engine_arguments(self.preset)
        if self.preset.arguments:
            _refuse_unknown(self.preset.arguments)
        self._engine: _Engine | None = None
        self._failed: str | None = None
        self._starting: asyncio.Lock | None = None

    @property
    def model(self) -> str:
        """Return the model's name."""
        return self.preset.model

    @property
    def at_once(self) -> int:
        """Return twice as many as the engine runs at a time, so that it never waits for us."""
        if self._engine is not None:
            return self._engine.at_once
        most_running = self._arguments.get("max_num_seqs", _SEQUENCES)
        return 2 * int(most_running) * int(self._arguments.get("data_parallel_size", 1))

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return a completion for each prompt, in order.

        Raises:
            BackendError: The engine does not start, or has died.
        """
        engine = await self._started()
        try:
            return await all_done(engine.complete(prompt) for prompt in prompts)
        except BackendError as error:
            self._failed = str(error)
            raise

    async def reset_prefix_cache(self) -> None:
        """Make the engine forget all prompts, for measuring; start it if need be.

        Raises:
            BackendError: The engine does not start.
        """
        await (await self._started()).vllm.reset_prefix_cache()

    async def aclose(self) -> None:
        """Stop the engine and free its memory."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    async def _started(self) -> _Engine:
        if self._starting is None:
            self._starting = asyncio.Lock()
        async with self._starting:
            if self._failed is not None:
                raise BackendError(self._failed)
            if self._engine is None:
                try:
                    self._engine = _Engine(self.preset, self._arguments)
                except Exception as error:
                    self._failed = (
                        f"vLLM does not start with {self.model}: {_said(error)}; settings of the "
                        "engine are given with --set name=value, or --engine FILE"
                    )
                    raise BackendError(self._failed) from error
            return self._engine


class _Engine:
    """A running engine."""

    def __init__(self, preset: Preset, arguments: dict[str, Any]) -> None:
        from vllm.config import StructuredOutputsConfig  # noqa: PLC0415 - heavy
        from vllm.engine.arg_utils import AsyncEngineArgs  # noqa: PLC0415
        from vllm.usage.usage_lib import UsageContext  # noqa: PLC0415
        from vllm.v1.engine.async_llm import AsyncLLM  # noqa: PLC0415

        name = "structured_outputs_config"  # `LLM` takes it as a mapping; this engine does not
        arguments = arguments | {name: StructuredOutputsConfig(**arguments.get(name, {}))}
        self._model = preset.model
        with _engine_processes():
            # this context has the sizes of a batch that `LLM` has
            self.vllm = AsyncLLM.from_engine_args(
                AsyncEngineArgs(**arguments), usage_context=UsageContext.LLM_CLASS
            )
        config = self.vllm.vllm_config
        replicas = config.parallel_config.data_parallel_size
        self.at_once: int = 2 * config.scheduler_config.max_num_seqs * replicas
        self._room = asyncio.Semaphore(self.at_once)
        self._requests = VllmRequests(
            self.vllm.get_tokenizer(), preset.sampling, config.model_config.max_model_len
        )
        # one thread: tokenizers are not made for several. Encoding releases the GIL, so the event
        # loop is not held up; one core tokenizes four worlds a second
        self._tokenizing = ThreadPoolExecutor(1, thread_name_prefix="tokenizer")
        self._lora = _lora(preset.engine.lora)
        self._names: Iterator[int] = count()

    async def complete(self, prompt: Prompt) -> Completion:
        """Return the completion of a prompt.

        Raises:
            BackendError: The engine has died.
        """
        loop = asyncio.get_running_loop()
        async with self._room:
            tokens = await loop.run_in_executor(self._tokenizing, self._requests.tokens, prompt)
            too_long = self._requests.too_long(tokens)
            if too_long is not None:
                return too_long
            try:
                async for output in self.vllm.generate(
                    {"prompt_token_ids": tokens},
                    self._requests.parameters(prompt, len(tokens)),
                    f"fictionworld-{next(self._names)}",
                    lora_request=self._lora,
                ):
                    if output.finished:
                        return completion_of(output)
            except Exception as error:
                if not self.vllm.errored:
                    return Completion(error=f"vLLM refused the request: {_said(error)}")
                raise BackendError(
                    f"vLLM has stopped serving {self._model}: {_said(error)}; its own report "
                    "stands above"
                ) from error
        return Completion(error="vLLM ended the request without a text")

    def close(self) -> None:
        """Stop the engine."""
        self._tokenizing.shutdown(wait=False)
        self.vllm.shutdown()
        # its finalizer would do so again, at the end of the interpreter, when modules are gone
        self.vllm.shutdown = lambda: None


def _lora(folder: str | None) -> Any:  # noqa: ANN401 - vLLM's LoRARequest
    if folder is None:
        return None
    from vllm.lora.request import LoRARequest  # noqa: PLC0415 - heavy

    return LoRARequest("wording", 1, folder)


def _said(error: Exception) -> str:
    """Return an error's type and message on one line; of pydantic's errors, the first message."""
    text = str(error)
    if isinstance(error, ValidationError):
        text = error.errors(include_url=False, include_input=False)[0]["msg"]
    message = first_line(text)
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _refuse_unknown(names: Iterable[str]) -> None:
    """Raise `UsageError` for arguments that vLLM's engine lacks; vLLM is imported for it."""
    from vllm.engine.arg_utils import AsyncEngineArgs  # noqa: PLC0415 - heavy

    allowed = [field.name for field in fields(AsyncEngineArgs)]
    for name in names:
        if name not in allowed:
            close = nearest(name, allowed) or f"; it has {', '.join(allowed)}"
            raise UsageError(f"--engine: vLLM's engine has no argument {name!r}{close}")


@contextmanager
def _engine_processes() -> Iterator[None]:
    """Make processes spawned within it run `engine_child.py` and not the user's script.

    The same holds for processes that they spawn. The script may lack an `if __name__ ==
    "__main__":` guard, and start another engine there.
    """
    main = sys.modules["__main__"]
    main_before = {name: getattr(main, name, None) for name in ("__file__", "__spec__")}
    method_before = os.environ.get(_METHOD)
    # spawned: forking a process whose libraries run threads of their own may hang
    os.environ[_METHOD] = "spawn"
    main.__file__, main.__spec__ = engine_child.__file__, None
    try:
        yield
    finally:
        for name, value in main_before.items():
            setattr(main, name, value)
        if main_before["__file__"] is None:
            del main.__file__
        if method_before is None:
            del os.environ[_METHOD]
        else:
            os.environ[_METHOD] = method_before


def _made(given: BackendSettings) -> VllmBackend:
    require_model(VLLM, given)
    return VllmBackend(preset_named(given.model, given.settings, given.engine))


VLLM = BackendKind("vllm", "vllm:MODEL", _made)

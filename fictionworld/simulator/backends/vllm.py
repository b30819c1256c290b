"""`vllm`: a model in this process. Offline batches for `render`, an async engine for episodes.

Both give vLLM whole prompts as tokens, made the same way: prefixes that prompts share are the same
tokens, and its prefix cache holds them.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count
from typing import TYPE_CHECKING, Any

from fictionworld.errors import UsageError
from fictionworld.simulator.backends.backend import BackendError, Completion
from fictionworld.simulator.backends.options import EngineOptions, Sampling

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fictionworld.simulator.backends.backend import Prompt

__all__ = ["AsyncVllmBackend", "VllmBackend", "engine_arguments"]


def engine_arguments(model: str, options: EngineOptions) -> dict[str, Any]:
    """What vLLM's engine is told, by its own names; what is None is left to it."""
    given: dict[str, Any] = {
        "model": model,
        "tokenizer": options.tokenizer,
        "tensor_parallel_size": options.tensor_parallel,
        "data_parallel_size": options.data_parallel if options.data_parallel > 1 else None,
        "max_model_len": options.max_model_len,
        "gpu_memory_utilization": options.memory_share,
        "dtype": options.dtype,
        "quantization": options.quantization,
        "enable_prefix_caching": options.prefix_caching,
        "reasoning_parser": options.reasoning_parser,
        "language_model_only": options.language_model_only or None,
        "max_num_seqs": options.max_num_seqs,
        "max_num_batched_tokens": options.max_num_batched_tokens,
        "enforce_eager": options.enforce_eager or None,
        "load_format": options.load_format,
        "trust_remote_code": options.trust_remote_code or None,
        "seed": options.seed,
        # without it a weak model fills its budget with blanks between fields
        "structured_outputs_config": {
            "backend": options.structured_outputs,
            "disable_any_whitespace": True,
        },
    }
    return {name: value for name, value in given.items() if value is not None}


def _refuse_without_vllm() -> None:
    os.environ.setdefault("VLLM_LOGGING_STREAM", "ext://sys.stderr")  # stdout is for data
    if find_spec("vllm") is None:
        raise UsageError(
            "backend vllm: vLLM is not installed; install it with "
            "`pip install 'fictionworld[vllm]'`, or run it elsewhere and use --backend endpoint"
        )


@dataclass
class _Words:
    """Prompts as tokens, and what vLLM is told of each."""

    tokenizer: Any
    sampling: Sampling
    most_tokens: int
    """Of prompt and reply together."""

    def tokens(self, prompt: Prompt) -> list[int]:
        messages = [{"role": role, "content": text} for role, text in prompt.messages]
        thinking = {} if self.sampling.thinking is None else {
            "enable_thinking": self.sampling.thinking
        }  # fmt: skip
        text = self.tokenizer.apply_chat_template(
            messages, tokenize=False, add_generation_prompt=True, **thinking
        )
        found: list[int] = self.tokenizer.encode(text, add_special_tokens=False)
        return found

    def too_long(self, tokens: Sequence[int]) -> Completion | None:
        if len(tokens) < self.most_tokens:
            return None
        return Completion(
            error=f"the prompt has {len(tokens):,} tokens, and max_model_len is "
            f"{self.most_tokens:,}; raise it with --set max_model_len=..."
        )

    def parameters(self, prompt: Prompt, tokens: Sequence[int], **more: Any) -> Any:  # noqa: ANN401
        from vllm.sampling_params import (  # noqa: PLC0415 - heavy
            SamplingParams,
            StructuredOutputsParams,
        )

        sampling = self.sampling
        room = self.most_tokens - len(tokens)
        return SamplingParams(
            temperature=sampling.temperature,
            top_p=sampling.top_p,
            top_k=sampling.top_k,
            max_tokens=max(1, min(room, prompt.most_tokens + sampling.thinking_tokens)),
            structured_outputs=StructuredOutputsParams(json=dict(prompt.schema)),
            **more,
        )


def _completion(output: Any) -> Completion:  # noqa: ANN401 - vLLM's RequestOutput
    one = output.outputs[0]
    return Completion(
        one.text,
        cut=one.finish_reason == "length",
        prompt_tokens=len(output.prompt_token_ids or ()),
        cached_tokens=output.num_cached_tokens or 0,
        output_tokens=len(one.token_ids),
    )


@dataclass
class VllmBackend:
    """vLLM's offline engine. Prompts that come while it works are the next batch.

    Raises:
        UsageError: vLLM is not installed.
    """

    model: str
    options: EngineOptions = field(default_factory=EngineOptions)
    sampling: Sampling = field(default_factory=Sampling)

    def __post_init__(self) -> None:
        _refuse_without_vllm()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="vllm")
        self._llm: Any = None
        self._words: _Words | None = None
        self._waiting: list[tuple[Prompt, asyncio.Future[Completion]]] = []
        self._pump: asyncio.Task[None] | None = None

    @property
    def at_once(self) -> int:
        """Two batches: one that runs, and one that gathers meanwhile."""
        return 2 * self.options.batch

    @property
    def engine(self) -> Any:  # noqa: ANN401 - vllm.LLM
        """The engine itself, started if need be; for measuring.

        Raises:
            BackendError: It does not start.
        """
        if self._llm is None:
            try:
                from vllm import LLM  # noqa: PLC0415 - heavy

                arguments = engine_arguments(self.model, self.options)
                self._llm = LLM(**arguments, disable_log_stats=False)
            except Exception as error:
                raise BackendError(_did_not_start(self.model, error)) from error
            most = self._llm.llm_engine.model_config.max_model_len
            self._words = _Words(self._llm.get_tokenizer(), self.sampling, most)
        return self._llm

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """A completion for each prompt, in order.

        Raises:
            BackendError: The engine does not start, or has died.
        """
        loop = asyncio.get_running_loop()
        mine = [loop.create_future() for _ in prompts]
        self._waiting += zip(prompts, mine, strict=True)
        if self._pump is None or self._pump.done():
            self._pump = loop.create_task(self._run())
        return list(await asyncio.gather(*mine))

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(0)  # whoever asks at the same time belongs to the same batch
        while self._waiting:
            batch = self._waiting[: self.options.batch]
            del self._waiting[: self.options.batch]
            prompts = [prompt for prompt, _ in batch]
            try:
                found = await loop.run_in_executor(self._thread, self.generate, prompts)
            except Exception as error:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                continue
            for (_, future), completion in zip(batch, found, strict=True):
                if not future.done():
                    future.set_result(completion)

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """The same, waiting for it; one call of the engine.

        Raises:
            BackendError: The engine does not start, or has died.
        """
        engine = self.engine
        assert self._words is not None
        tokens = [self._words.tokens(prompt) for prompt in prompts]
        found = [self._words.too_long(one) for one in tokens]
        here = [n for n, long in enumerate(found) if long is None]
        if here:
            try:
                outputs = engine.generate(
                    [{"prompt_token_ids": tokens[n]} for n in here],
                    [self._words.parameters(prompts[n], tokens[n]) for n in here],
                    use_tqdm=False,
                )
            except Exception as error:
                raise BackendError(_has_died(self.model, error)) from error
            for n, output in zip(here, outputs, strict=True):
                found[n] = _completion(output)
        return [one for one in found if one is not None]

    def prefix_cache(self) -> tuple[int, int]:
        """Tokens looked up in the prefix cache so far, and those found there."""
        metrics = {m.name: getattr(m, "value", 0) for m in self.engine.get_metrics()}
        names = ("vllm:prefix_cache_queries", "vllm:prefix_cache_hits")
        asked, held = (int(metrics.get(name, 0)) for name in names)
        return asked, held

    async def aclose(self) -> None:
        """Stop the engine and free its memory."""
        self._thread.shutdown(wait=True)
        if self._llm is not None:
            core = getattr(self._llm.llm_engine, "engine_core", None)
            if core is not None:
                core.shutdown()
            self._llm = None


@dataclass
class AsyncVllmBackend:
    """vLLM's asynchronous engine: each prompt joins the running batch as it comes.

    It lives in the event loop that first asks it, and is closed there.

    Raises:
        UsageError: vLLM is not installed.
    """

    model: str
    options: EngineOptions = field(default_factory=EngineOptions)
    sampling: Sampling = field(default_factory=Sampling)
    at_once: int = 1_024

    def __post_init__(self) -> None:
        _refuse_without_vllm()
        self._engine: Any = None
        self._words: _Words | None = None
        self._starting: asyncio.Lock | None = None
        self._names: Iterator[int] = count()

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """A completion for each prompt, in order.

        Raises:
            BackendError: The engine does not start, or has died.
        """
        await self._started()
        return list(await asyncio.gather(*(self._one(prompt) for prompt in prompts)))

    async def _started(self) -> None:
        if self._starting is None:
            self._starting = asyncio.Lock()
        async with self._starting:
            if self._engine is not None:
                return
            try:
                from vllm.engine.arg_utils import AsyncEngineArgs  # noqa: PLC0415 - heavy
                from vllm.v1.engine.async_llm import AsyncLLM  # noqa: PLC0415

                arguments = AsyncEngineArgs(**engine_arguments(self.model, self.options))
                engine = AsyncLLM.from_engine_args(arguments)
            except Exception as error:
                raise BackendError(_did_not_start(self.model, error)) from error
            tokenizer = engine.get_tokenizer()
            if asyncio.iscoroutine(tokenizer):
                tokenizer = await tokenizer
            most = engine.model_config.max_model_len
            self._words = _Words(tokenizer, self.sampling, most)
            self._engine = engine

    async def _one(self, prompt: Prompt) -> Completion:
        from vllm.sampling_params import RequestOutputKind  # noqa: PLC0415 - heavy

        assert self._words is not None
        tokens = self._words.tokens(prompt)
        too_long = self._words.too_long(tokens)
        if too_long is not None:
            return too_long
        parameters = self._words.parameters(
            prompt, tokens, output_kind=RequestOutputKind.FINAL_ONLY
        )
        name = f"fictionworld-{next(self._names)}"
        try:
            async for output in self._engine.generate(
                {"prompt_token_ids": tokens}, parameters, name
            ):
                if output.finished:
                    return _completion(output)
        except ValueError as error:
            return Completion(error=f"vLLM refused the request: {error}")
        except Exception as error:
            raise BackendError(_has_died(self.model, error)) from error
        return Completion(error="vLLM ended the request without a text")

    async def aclose(self) -> None:
        """Stop the engine and free its memory."""
        if self._engine is not None:
            self._engine.shutdown()
            self._engine = None


def _did_not_start(model: str, error: Exception) -> str:
    said = str(error).strip().partition("\n")[0]
    return (
        f"vLLM does not start with {model}: {type(error).__name__}: {said}; settings of the engine "
        "are given with --set name=value"
    )


def _has_died(model: str, error: Exception) -> str:
    said = str(error).strip().partition("\n")[0]
    return f"vLLM has stopped serving {model}: {type(error).__name__}: {said}"

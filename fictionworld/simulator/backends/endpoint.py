"""`endpoint`: any OpenAI-compatible server, `vllm serve`, SGLang, a hosted one.

How it is asked is `fictionworld/chat`'s; here a prompt becomes a request, and a reply a completion.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from fictionworld.chat.client import ChatClient, ChatError, ChatRefusedError
from fictionworld.errors import UsageError
from fictionworld.seeds import child_seed
from fictionworld.simulator.backends.backend import BackendError, Completion
from fictionworld.simulator.backends.options import Sampling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.chat.endpoint import Endpoint
    from fictionworld.simulator.backends.backend import Prompt

__all__ = ["EndpointBackend"]

_LOST: Final = 32
"""So many prompts without an answer, and none with one, mean that no request can succeed."""
_LARGEST_SEED: Final = 2**31
"""Servers differ in the seeds they take; all of them take these."""


@dataclass
class EndpointBackend:
    """A model behind a server. Use it within one event loop, and close it there."""

    model: str
    endpoint: Endpoint
    sampling: Sampling = field(default_factory=Sampling)
    seed: int = 0
    """Each request's own seed follows from it and the prompt."""

    def __post_init__(self) -> None:
        if not self.model:
            raise UsageError(
                "--model: the endpoint wants a model's name; GET /v1/models lists them"
            )
        self._client = ChatClient(self.endpoint)
        self._answered = self._unanswered = 0

    @property
    def at_once(self) -> int:
        """How many prompts it makes sense to have in flight."""
        return self.endpoint.at_once

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """A completion for each prompt, in order; what failed has an `error`.

        Raises:
            BackendError: The server refuses every request, or has answered none of many.
        """
        asked = [asyncio.ensure_future(self._one(prompt)) for prompt in prompts]
        try:
            return list(await asyncio.gather(*asked))
        except BaseException:  # no request outlives the call
            for one in asked:
                one.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            raise

    async def aclose(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def _one(self, prompt: Prompt) -> Completion:
        try:
            reply = await self._client.complete(self._body(prompt))
        except ChatRefusedError as error:
            raise BackendError(str(error)) from error
        except ChatError as error:
            self._unanswered += 1
            if not self._answered and self._unanswered >= _LOST:
                raise BackendError(
                    f"{self._unanswered} requests, and no answer to any; the last: {error}"
                    f"{self._hint(str(error))}"
                ) from error
            return Completion(error=str(error))
        self._answered += 1
        return Completion(
            reply.text,
            cut=reply.cut,
            prompt_tokens=reply.prompt_tokens,
            cached_tokens=reply.cached_tokens,
            output_tokens=reply.output_tokens,
        )

    def _hint(self, said: str) -> str:
        if "top_k" in said and self.sampling.top_k:
            return "; a server that does not know top_k is asked without it by --set top_k=0"
        return "; see that the server runs, then run the same command again"

    def _body(self, prompt: Prompt) -> dict[str, Any]:
        sampling = self.sampling
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": role, "content": text} for role, text in prompt.messages],
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "seed": child_seed(0, f"{self.seed}/{prompt.digest}") % _LARGEST_SEED,
            "max_tokens": prompt.most_tokens + sampling.thinking_tokens,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "texts", "strict": True, "schema": dict(prompt.schema)},
            },
        }
        if sampling.top_k:  # not every server takes it, nor the next
            body["top_k"] = sampling.top_k
        if sampling.thinking is not None:
            body["chat_template_kwargs"] = {"enable_thinking": sampling.thinking}
        return body

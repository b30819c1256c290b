"""`endpoint`: an OpenAI-compatible server, such as `vllm serve`, SGLang or a hosted one.

A prompt becomes a request of `fictionworld/chat`, and its reply a completion.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from fictionworld.chat.client import (
    ChatClient,
    ChatError,
    ChatRefusedError,
    ChatUnreachableError,
)
from fictionworld.chat.endpoint import Endpoint
from fictionworld.errors import UsageError
from fictionworld.simulator.backends.backend import (
    BackendError,
    BackendKind,
    BackendSettings,
    Completion,
    Prompt,
    all_done,
    require_model,
)
from fictionworld.simulator.backends.options import Sampling, engine_settings, preset_named

_UNUSUAL: Final = {
    "top_k": "top_k=0",
    "seed": "seed=none",
    "chat_template_kwargs": "thinking=none",
    "thinking_token_budget": "thinking=none",
    "response_format": "schema=false",
    "json_schema": "schema=false",
}
"""What not every server takes, and the setting without which it is not sent."""


@dataclass
class EndpointBackend:
    """A model behind a server. Use it within one event loop, and close it there."""

    model: str
    endpoint: Endpoint
    sampling: Sampling = field(default_factory=Sampling)

    def __post_init__(self) -> None:
        if not self.model:
            raise UsageError(
                "--model: the endpoint wants a model's name; GET /v1/models lists them"
            )
        self._client = ChatClient(self.endpoint)

    @property
    def at_once(self) -> int:
        """Return how many prompts it makes sense to have in flight."""
        return self.endpoint.at_once

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return a completion for each prompt, in order; failed ones have an `error`.

        Raises:
            BackendError: Nobody is there, or the server refuses every request.
        """
        return await all_done(self._one(prompt) for prompt in prompts)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def _one(self, prompt: Prompt) -> Completion:
        try:
            reply = await self._client.complete(self._body(prompt))
        except ChatRefusedError as error:
            raise BackendError(str(error)) from error
        except ChatUnreachableError as error:
            raise BackendError(
                f"{error}; see that the server runs, then run the same command again"
            ) from error
        except ChatError as error:
            return Completion(error=f"{error}{_hint(str(error))}")
        return Completion(
            reply.text,
            cut=reply.cut,
            prompt_tokens=reply.prompt_tokens,
            cached_tokens=reply.cached_tokens,
            output_tokens=reply.output_tokens,
        )

    def _body(self, prompt: Prompt) -> dict[str, Any]:
        sampling = self.sampling
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": role, "content": text} for role, text in prompt.messages],
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "max_tokens": prompt.most_tokens + sampling.thinking_room,
        }
        if prompt.schema is not None and sampling.schema:
            schema = {"name": "texts", "strict": True, "schema": dict(prompt.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        if sampling.seed is not None:
            body["seed"] = sampling.seed_of(prompt.digest)
        if sampling.top_k:
            body["top_k"] = sampling.top_k
        if sampling.thinking is not None:
            body["chat_template_kwargs"] = sampling.template_arguments
        if sampling.thinking:
            body["thinking_token_budget"] = sampling.thinking_tokens
        return body


def _hint(said: str) -> str:
    """Return the setting that leaves out what the server says it does not take; else nothing."""
    for name, setting in _UNUSUAL.items():
        if re.search(rf"(?<![\w/-]){name}(?![\w-])", said):  # a model's name may hold it
            return f"; a server that does not take {name} is asked without it by --set {setting}"
    return ""


def _made(given: BackendSettings) -> EndpointBackend:
    require_model(ENDPOINT, given)
    if given.endpoint is None:
        raise UsageError(
            "--backend endpoint: give the server with --base-url http://localhost:8000/v1"
        )
    preset = preset_named(given.model, given.settings)
    engine_options = [f"--set {name}" for name in engine_settings(given.settings)]
    if given.engine is not None:
        engine_options.append("--engine")
    if engine_options:
        raise UsageError(
            f"{engine_options[0]}: it is for --backend vllm; a server's engine is set where it is "
            "started"
        )
    return EndpointBackend(preset.model, given.endpoint, preset.sampling)


ENDPOINT = BackendKind("endpoint", "endpoint:MODEL@http://localhost:8000/v1", _made, is_served=True)

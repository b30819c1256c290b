"""Prompts as vLLM takes them: token ids and `SamplingParams`; its outputs as completions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from fictionworld.simulator.backends.backend import Completion, Prompt
from fictionworld.simulator.backends.options import Sampling

_FOUND_BY: Final = 200
"""Characters by which a message is found in the text of a chat template."""
_BEGINNINGS: Final = 64
"""Kept at a time; a few kilobytes each."""


@dataclass
class VllmRequests:
    """Prompts as tokens, and their sampling parameters."""

    tokenizer: Any
    sampling: Sampling
    most_tokens: int
    """Of prompt and reply together."""
    _beginnings: dict[str, tuple[int, list[int]]] = field(default_factory=dict)
    """Of the texts that prompts begin with: how much of them is tokenized, and its tokens."""

    def tokens(self, prompt: Prompt) -> list[int]:
        """Return the prompt in the model's chat template, as tokens."""
        messages = [{"role": role, "content": text} for role, text in prompt.messages]
        text = self.tokenizer.apply_chat_template(
            messages,
            tokenize=False,
            add_generation_prompt=True,
            **self.sampling.template_arguments,
        )
        # the rules are the same for all prompts, and more than half of most
        _, first_message = prompt.messages[1 if len(prompt.messages) > 1 else 0]
        length, tokens = self._beginning(text[: max(0, text.find(first_message[:_FOUND_BY]))], text)
        return [*tokens, *self._encoded(text[length:])]

    def _beginning(self, shared: str, text: str) -> tuple[int, list[int]]:
        """Return the length and the tokens of a beginning that many prompts share.

        It ends behind the last added token of the template, where tokens never join; it is empty
        where a tokenizer joins them all the same.
        """
        if shared not in self._beginnings:
            if len(self._beginnings) >= _BEGINNINGS:
                self._beginnings.clear()
            marks = self.tokenizer.get_added_vocab()
            mark_ends = (shared.rfind(mark) + len(mark) for mark in marks if mark in shared)
            length = max(mark_ends, default=0)
            tokens = self._encoded(text[:length])
            if [*tokens, *self._encoded(text[length:])] != self._encoded(text):
                length, tokens = 0, []
            self._beginnings[shared] = length, tokens
        return self._beginnings[shared]

    def _encoded(self, text: str) -> list[int]:
        tokens: list[int] = self.tokenizer.encode(text, add_special_tokens=False)
        return tokens

    def too_long(self, tokens: Sequence[int]) -> Completion | None:
        """Return the completion of a prompt that leaves no room for a reply; None for others."""
        if len(tokens) < self.most_tokens:
            return None
        return Completion(
            error=f"the prompt has {len(tokens):,} tokens, and max_model_len is "
            f"{self.most_tokens:,}; raise it with --set max_model_len=..."
        )

    def parameters(self, prompt: Prompt, prompt_tokens: int) -> Any:  # noqa: ANN401 - vLLM's
        """Return vLLM's `SamplingParams` for a prompt with this number of tokens."""
        from vllm.sampling_params import (  # noqa: PLC0415 - heavy
            RequestOutputKind,
            SamplingParams,
            StructuredOutputsParams,
        )

        sampling = self.sampling
        tokens_left = self.most_tokens - prompt_tokens
        return SamplingParams(
            temperature=sampling.temperature,
            top_p=sampling.top_p,
            top_k=sampling.top_k,
            seed=sampling.seed_of(prompt.digest),
            max_tokens=max(1, min(tokens_left, prompt.most_tokens + sampling.thinking_room)),
            thinking_token_budget=sampling.thinking_tokens if sampling.thinking else None,
            structured_outputs=None
            if prompt.schema is None
            else StructuredOutputsParams(json=dict(prompt.schema)),
            skip_special_tokens=not sampling.thinking,  # `</think>` may be one
            output_kind=RequestOutputKind.FINAL_ONLY,
        )


def completion_of(output: Any) -> Completion:  # noqa: ANN401
    """Return the completion in a `RequestOutput` of vLLM's."""
    reply = output.outputs[0]
    return Completion(
        reply.text,
        cut=reply.finish_reason == "length",
        prompt_tokens=len(output.prompt_token_ids or ()),
        cached_tokens=output.num_cached_tokens or 0,
        output_tokens=len(reply.token_ids),
    )

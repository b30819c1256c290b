"""What servers say of a conversation that is too long and of a quota that is spent, as data.

Servers give the same trouble under statuses from 400 to 503 and in dozens of wordings: the words
decide. `tests/data/replies/server_errors.yaml` has a real message of each kind.
"""

from __future__ import annotations

import re
from typing import Final

_CONTEXT: Final = (
    # OpenAI, Azure, vLLM, DeepSeek, OpenRouter, Groq, and codes that several share
    r"context[ _-]?(?:length|size|window)[ _-](?:is |was )?exceeded",
    r"max(?:imum)?[ _](?:context|prompt|model|input|sequence)[ _]len",
    r"exceeds? the (?:model'?s )?(?:maximum |available )?context",
    r"reduce the length of (?:the|your) (?:messages|prompt|input)",
    r"input tokens exceed the (?:configured )?limit",
    r"tokens_limit_reached",  # GitHub Models
    # SGLang, Together, Poolside
    r"longer than the model'?s? (?:maximum )?context",
    r"exceeds the maximum allowed (?:input )?length",
    # Anthropic, Fireworks, Ollama, ERNIE
    r"prompt (?:is |tokens )?too long|input length and `?max_tokens`? exceed context limit",
    r"max input length is exceeded",
    # Text Generation Inference
    r"must have less than \d+ tokens|`?max_new_tokens`? must be <=",
    # TensorRT-LLM, TabbyAPI
    r"prompt length \(?\d+\)?,? .{0,60}(?:exceed|greater than|should not)",
    r"max_num_tokens|max_seq_len|exceeds maximum (?:input|sequence) length",
    # LMDeploy
    r"session[_ ](?:max[_ ])?len(?:gth)?\b|INPUT_LENGTH_ERROR|exceed session max length",
    # Gemini, Bedrock
    r"input token count .{0,40}exceeds|exceeds the maximum number of (?:input )?tokens",
    r"input is too long|input tokens exceeded|number of input tokens exceeds",
    r"too many (?:input |total )?tokens(?!.{0,20}(?:please wait|per (?:minute|day)))",
    # DashScope
    r"range of input length should be",
    # llama.cpp, Ollama, LM Studio
    r"exceed_context_size|available context size|context shift is disabled",
    r"input length exceeds the context length|exceeded (?:max )?context length",
    r"greater than the context length|trying to keep the first \d+ tokens",
    r"input is too large to process",
    r"the configured context size is",
    # Mistral, Cohere, xAI, Moonshot, MiniMax, Zhipu
    r"too large for model with \d+ maximum context|tokens in the prompt cannot exceed",
    r"exceeded model token limit|context window exceeds limit|prompt exceeds max length",
    r"Prompt 超长|model_context_window_exceeded",
)
_QUOTA: Final = (
    r"insufficient_quota|exceeded[_ ](?:your[_ ])?current[_ ]quota",  # OpenAI, Gemini, Moonshot
    r"insufficient[_ ](?:balance|credits?|funds)|credit balance is too low",  # DeepSeek, Anthropic
    r"payment required|arrearage|in good standing",  # DashScope
    r"free (?:allocated )?quota (?:exceeded|exhausted)|FreeTierOnly|free tier .{0,40}exhausted",
    r"billing (?:hard )?limit|spend(?:ing)? limit (?:reached|exceeded)|余额不足|欠费",
)
_PASSES: Final = r"per[ _-]?minute|per[ _-]?second|retry(?:Delay| in \d)|rate limit reached"
"""A quota that fills again by itself is a reason to wait."""

_OF_CONTEXT: Final = re.compile("|".join(_CONTEXT), re.IGNORECASE | re.DOTALL)
_OF_QUOTA: Final = re.compile("|".join(_QUOTA), re.IGNORECASE)
_OF_RATE: Final = re.compile(_PASSES, re.IGNORECASE)
_PAYMENT_REQUIRED: Final = 402
_TOO_MANY_REQUESTS: Final = 429


def is_context_full(status: int, message: str) -> bool:
    """Return whether an error of a server says that the conversation is longer than the context.

    Args:
        status: The HTTP status; 200 where a server put an error into a reply.
        message: The whole body.
    """
    return status not in {401, 403, 404, _TOO_MANY_REQUESTS} and bool(_OF_CONTEXT.search(message))


def is_quota_spent(status: int, message: str) -> bool:
    """Return whether an error of a server says that no money or quota is left.

    Args:
        status: The HTTP status; 200 where a server put an error into a reply.
        message: The whole body.
    """
    if status == _PAYMENT_REQUIRED:
        return True
    return bool(_OF_QUOTA.search(message)) and not _OF_RATE.search(message)

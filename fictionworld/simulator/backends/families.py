"""Model families that think: which of vLLM's reasoning parsers knows where their thinking ends.

With a parser the engine leaves the thinking free and holds what follows to the schema; without the
right one a model that thinks is held to the schema from its first token, or never.
"""

from __future__ import annotations

from typing import Final

__all__ = ["reasoning_parser_of"]

_PARSERS: Final = (
    ("agentworld", "qwen3"),
    ("qwq", "deepseek_r1"),
    ("deepseek-r1", "deepseek_r1"),  # its distillations too, whatever they were made from
    ("qwen3", "qwen3"),
    ("deepseek-v3", "deepseek_v3"),
    ("glm-4.5", "glm45"),
    ("glm-4.6", "glm45"),
    ("glm-4.7", "glm47"),
    ("gpt-oss", "openai_gptoss"),
    ("gemma-4", "gemma4"),
    ("granite", "granite"),
    ("hunyuan-a13b", "hunyuan_a13b"),
    ("ernie-4.5", "ernie45"),
    ("minimax-m2", "minimax_m2"),
    ("kimi-k2", "kimi_k2"),
    ("magistral", "mistral"),
    ("nemotron-3", "nemotron_v3"),
    ("olmo-3", "olmo3"),
    ("seed-oss", "seed_oss"),
    ("step3", "step3"),
)
"""By a part of the model's name, in lower case; the first that fits. Names as of vLLM 0.32."""


def reasoning_parser_of(model: str) -> str | None:
    """The parser for a model's thinking as vLLM calls it, by the model's name; None if unknown."""
    name = model.casefold()
    return next((parser for part, parser in _PARSERS if part in name), None)

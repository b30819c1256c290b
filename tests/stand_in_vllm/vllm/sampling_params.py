from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any


class RequestOutputKind(Enum):
    CUMULATIVE = 0
    FINAL_ONLY = 2


@dataclass
class StructuredOutputsParams:
    json: Any = None


@dataclass
class SamplingParams:
    temperature: float
    top_p: float
    top_k: int
    seed: int | None
    max_tokens: int
    thinking_token_budget: int | None
    structured_outputs: StructuredOutputsParams
    skip_special_tokens: bool
    output_kind: RequestOutputKind

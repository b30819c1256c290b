from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from vllm.config import StructuredOutputsConfig


@dataclass
class AsyncEngineArgs:
    model: str
    tokenizer: str | None = None
    tensor_parallel_size: int = 1
    pipeline_parallel_size: int = 1
    data_parallel_size: int = 1
    enable_expert_parallel: bool = False
    kv_cache_dtype: str = "auto"
    max_model_len: int | None = None
    gpu_memory_utilization: float = 0.9
    dtype: str = "auto"
    quantization: str | None = None
    enable_prefix_caching: bool = True
    reasoning_parser: str = ""
    language_model_only: bool = False
    max_num_seqs: int | None = None
    max_num_batched_tokens: int | None = None
    enforce_eager: bool = False
    load_format: str = "auto"
    trust_remote_code: bool = False
    enable_lora: bool = False
    speculative_config: dict[str, Any] | None = None
    structured_outputs_config: StructuredOutputsConfig = field(
        default_factory=StructuredOutputsConfig
    )
    disable_log_stats: bool = False

    def __post_init__(self):
        if self.reasoning_parser:
            self.structured_outputs_config.reasoning_parser = self.reasoning_parser

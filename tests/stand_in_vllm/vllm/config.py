from dataclasses import dataclass


@dataclass
class StructuredOutputsConfig:
    backend: str = "auto"
    disable_any_whitespace: bool = False
    reasoning_parser: str = ""

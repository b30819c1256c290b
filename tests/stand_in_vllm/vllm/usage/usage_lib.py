from enum import StrEnum


class UsageContext(StrEnum):
    LLM_CLASS = "LLM_CLASS"
    ENGINE_CONTEXT = "ENGINE_CONTEXT"

"""The phrases of questions, in YAML files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fictionworld.text.phrases import PhraseFile

__all__ = ["task_words"]


@cache
def task_words(name: str) -> PhraseFile:
    """The phrases in `NAME.yaml`, read when first used."""
    return PhraseFile(Path(__file__).with_name(f"{name}.yaml"))

"""The phrases that pages share, a YAML file for each kind of page. None of them states a fact."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fictionworld.text.phrases import PhraseFile

__all__ = ["web_words"]


@cache
def web_words(name: str) -> PhraseFile:
    """The phrases in `NAME.yaml`, read when first used."""
    return PhraseFile(Path(__file__).with_name(f"{name}.yaml"))

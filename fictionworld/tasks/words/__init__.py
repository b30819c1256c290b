"""The phrases of questions, in YAML files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from fictionworld.files import packaged
from fictionworld.text.phrases import PhraseFile


@cache
def task_words(name: str) -> PhraseFile:
    """Return the phrases in `NAME.yaml`, read when first used."""
    return PhraseFile(packaged(f"tasks/words/{name}.yaml"))


def filled(phrases: Sequence[str], **slots: str) -> list[str]:
    """Return the phrases with their slots filled; a phrase need not have every slot."""
    return [phrase.format(**slots) for phrase in phrases]

"""The phrases that pages share, a YAML file for each kind of page. None of them states a fact."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from fictionworld.text.phrases import PhraseFile


@cache
def web_words(name: str) -> PhraseFile:
    """Return the phrases in `NAME.yaml`, read when first used."""
    return PhraseFile(Path(__file__).with_name(f"{name}.yaml"))


@cache
def words_within(name: str, strategy: str) -> Mapping[str, tuple[str, ...]]:
    """Return the phrases in `NAME.yaml`; pools in `NAME.STRATEGY.yaml`, if any, replace its own."""
    file = Path(__file__).with_name(f"{name}.{strategy}.yaml")
    return web_words(name).pools | (PhraseFile(file).pools if file.exists() else {})

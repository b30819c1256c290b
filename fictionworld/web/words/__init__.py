"""The phrases that pages share, a YAML file for each kind of page. None of them states a fact."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from fictionworld.files import PACKAGE, packaged
from fictionworld.text.phrases import PhraseFile


@cache
def web_words(name: str) -> PhraseFile:
    """Return the phrases in `NAME.yaml`, read when first used."""
    return PhraseFile(packaged(f"web/words/{name}.yaml"))


@cache
def words_within(name: str, strategy: str) -> Mapping[str, tuple[str, ...]]:
    """Return the phrases in `NAME.yaml`; pools in `NAME.STRATEGY.yaml`, if any, replace its own."""
    file = PACKAGE / "web" / "words" / f"{name}.{strategy}.yaml"
    return web_words(name).pools | (PhraseFile(file).pools if file.exists() else {})

"""Phrases that stand in YAML files beside the code, where an author can change them."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import yaml

from fictionworld.errors import UsageError

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SLOT: Final = re.compile(r"\{(\w*)\}")


class PhraseFile:
    """The pools of phrases in one file: `PhraseFile(path)["leads"]`.

    The file is a mapping from names of pools to lists of texts; `slots`, if given, lists the
    `{slot}`s that texts may have. It is read and checked when the first pool is asked for.

    Args:
        path: The YAML file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def __getitem__(self, pool: str) -> tuple[str, ...]:
        """Return the texts of a pool, in the order of the file.

        Raises:
            UsageError: The file is not as described above, or has no such pool.
        """
        texts = self.pools.get(pool)
        if texts is None:
            raise self._wrong(f"no pool {pool!r}", f"add a list of texts under {pool}:")
        return texts

    @cached_property
    def pools(self) -> dict[str, tuple[str, ...]]:
        """Return all pools by name."""
        try:
            content = yaml.load(self.path.read_text("utf-8"), Loader=_LOADER)  # noqa: S506  safe
        except yaml.YAMLError as error:
            raise self._wrong(f"text that is no YAML: {error}", "mend the line named") from None
        if not isinstance(content, dict):
            raise self._wrong(f"{type(content).__name__}", "give a mapping from pools to lists")
        slots = content.pop("slots", [])
        return {name: self._pool(name, texts, slots) for name, texts in content.items()}

    def _pool(self, name: str, texts: object, slots: list[str]) -> tuple[str, ...]:
        if not isinstance(texts, list) or not texts:
            raise self._wrong(f"{name}: {texts!r}", "give a list of at least one text")
        for text in texts:
            if not isinstance(text, str):
                raise self._wrong(f"{name}: {text!r}", "give texts; put quotes around a number")
            if unknown := set(_SLOT.findall(text)) - set(slots):
                slots_listed = ", ".join(f"{{{slot}}}" for slot in sorted(unknown))
                raise self._wrong(f"{name}: {slots_listed} in {text!r}", f"allowed slots: {slots}")
        return tuple(texts)

    def _wrong(self, got: str, allowed: str) -> UsageError:
        return UsageError(f"{self.path}: got {got}; {allowed}")

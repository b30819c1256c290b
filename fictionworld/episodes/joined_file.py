"""The file of a federation's index: arrays and texts as they lie in memory, mapped when opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final

import numpy as np

from fictionworld.episodes.sections import ALIGNED, Sections, packed_sections
from fictionworld.simulator.joined.index import JoinedPages, PackedIndex

_KINDS: Final = "kinds"
_INDEXES: Final = ("index", "spam_index")


def written_pages(pages: JoinedPages) -> bytes:
    """Return the file; `opened_pages` reads it."""
    parts = dict(_parts(pages))
    sections: dict[str, object] = {name: _aligned(bytes(part)) for name, part in parts.items()}
    arrays = {name: part for name, part in parts.items() if isinstance(part, np.ndarray)}
    sections[_KINDS] = {name: (array.dtype.str, len(array)) for name, array in arrays.items()}
    return packed_sections(sections)


def _aligned(part: bytes) -> bytes:
    """Return a section that ends where another may begin: numpy copies what is not aligned."""
    return part + bytes(-len(part) % ALIGNED)


def opened_pages(content: bytes | memoryview) -> JoinedPages:
    """Return what a file holds; its arrays lie in the file.

    Raises:
        DamagedError: The content is not as it was written.
    """
    sections = Sections(content)
    kinds = sections.json(_KINDS)

    def read(record: type, prefix: str) -> dict[str, Any]:
        names = (field.name for field in fields(record) if field.name not in _INDEXES)
        raw = {name: sections.raw(prefix + name) for name in names}
        return {
            name: np.frombuffer(part, *kinds[prefix + name]) if prefix + name in kinds else part
            for name, part in raw.items()
        }

    parts = read(JoinedPages, "")
    parts |= {name: PackedIndex(**read(PackedIndex, f"{name}/")) for name in _INDEXES}
    return JoinedPages(**parts)


def _parts(record: JoinedPages | PackedIndex, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for field in fields(record):
        value = getattr(record, field.name)
        if is_dataclass(value):
            yield from _parts(value, f"{field.name}/")  # type: ignore[arg-type]
        else:
            yield prefix + field.name, value

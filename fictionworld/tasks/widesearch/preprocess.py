"""A cell before it is compared."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fictionworld.tasks.widesearch.dates import DateReader
    from fictionworld.tasks.widesearch.evaluation import Preprocess

__all__ = ["preprocess"]

_NUMBER = re.compile(r"[-+]?(?:\d*\.\d+|\d+\.?)%?")
"""Digits of any script, as Python's `float` reads them."""
_DROPPED = str.maketrans("", "", " *")


def preprocess(
    cells: Iterable[str], steps: tuple[Preprocess, ...], dates: DateReader
) -> tuple[str, ...]:
    """The cells after all steps, in order; equal cells are worked on once."""
    known: dict[str, str] = {}
    ready = []
    for cell in cells:
        if cell not in known:
            known[cell] = _prepared(cell, steps, dates)
        ready.append(known[cell])
    return tuple(ready)


def _prepared(cell: str, steps: tuple[Preprocess, ...], dates: DateReader) -> str:
    for step in steps:
        if step == "norm_str":
            cell = cell.strip().lower().translate(_DROPPED)
        elif step == "extract_number":
            number = _NUMBER.search(cell.replace(",", ""))
            cell = "NULL" if number is None else number.group()
        else:
            cell = dates.normalise(cell)
    return cell

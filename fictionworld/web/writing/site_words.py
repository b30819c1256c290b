"""The words of one site: how it calls columns, and with which phrases it states them.

A site keeps to one label of a concept and to a few of its phrases. Which ones follows from its seed
alone, so twins agree. Reserved labels and phrases stand in worlds of the splits `eval` and `test`
alone: nobody who was trained on worlds of `train` has seen them.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Final

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.seeds import name_key
from fictionworld.streams import FastStream
from fictionworld.web.writing.context import ColumnWording, WritingContext

_TRAIN: Final = "train"
_PHRASES: Final = 3
"""So many phrases of a column are in use on one site."""


def labels_in(column: CompiledColumn, split: str) -> tuple[str, ...]:
    """Return the labels that sites choose from in worlds of a split."""
    return column.labels if split == _TRAIN else column.all_labels


def statements_in(column: CompiledColumn, split: str) -> tuple[str, ...]:
    """Return the statements that sites choose from in worlds of a split."""
    spoken = column.spec.spoken
    return spoken.page if split == _TRAIN else (*spoken.page, *spoken.reserved)


@dataclass(frozen=True, slots=True)
class SiteWords:
    """The choices of one site."""

    seed: int

    def label(self, column: CompiledColumn, split: str) -> str:
        """Return what the site calls a column in a world of a split."""
        return self._stream(column).pick(labels_in(column, split))

    def wording(self, wording: ColumnWording, split: str) -> ColumnWording:
        """Return the wording of a column, in a world of a split, as the site has it."""
        column = wording.column
        stream = self._stream(column)
        label = stream.pick(labels_in(column, split))
        statements = stream.some(statements_in(column, split), _PHRASES)
        return replace(wording, label=label, statements=tuple(statements))

    def _stream(self, column: CompiledColumn) -> FastStream:
        # columns of one concept share it: a site calls births alike wherever it has them
        return FastStream(self.seed ^ name_key(f"words/{column.concept or column.name}"))


class SiteWordings(dict[tuple[str, str], ColumnWording]):
    """The wordings of a world's columns on one site, each made when it is first asked for."""

    def __init__(
        self, wordings: Mapping[tuple[str, str], ColumnWording], words: SiteWords, split: str
    ) -> None:
        super().__init__()
        self._wordings, self._words, self._split = wordings, words, split

    def __missing__(self, key: tuple[str, str]) -> ColumnWording:
        wording = self[key] = self._words.wording(self._wordings[key], self._split)
        return wording

    def get(self, key: tuple[str, str], default: object = None) -> ColumnWording | None:  # type: ignore[override]  # noqa: ARG002
        """Return the wording of a column; None where the world has no such column."""
        return self[key] if key in self._wordings else None


def on_site(context: WritingContext, words: SiteWords) -> WritingContext:
    """Return the context of a world as a site writes about it, with the words of the site."""
    view = copy(context)
    view.wordings = SiteWordings(context.wordings, words, context.world.split)
    return view

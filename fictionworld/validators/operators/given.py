"""`given`: the draw of each category, proven in the rows of that category."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Path
from fictionworld.validators.findings import Item
from fictionworld.validators.knowable import paths_known
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.rules.blanks import condition
from fictionworld.validators.rules.draws import path_words, repeated, tied, unlisted
from fictionworld.validators.rules.ranges import Rows, draw_ranges

_Given = dict[Path, dict[str | int, Draw]]


def _checks(pack: CompiledPack, column: CompiledColumn, spec: _Given) -> Iterator[Item]:
    ((path, draws),) = spec.items()
    for label, draw in draws.items():
        only = _category(column, path, label)
        if paths_known(pack, column.table, (path,)):
            yield from draw_ranges(pack, column, draw, only)
        if draw.kind == "choice":
            bad = only.among(unlisted(column, draw.written))
            yield tied(pack, column, f"one of its labels{only.words}", bad, only.paths)
        if draw.kind == "distinct":
            within = (*draw.within, path)
            word = f"no two equal within {path_words(within)}{only.words}"
            yield tied(pack, column, word, only.among(repeated(column, within)), within)


def _category(column: CompiledColumn, path: Path, label: str | int) -> Rows:
    """Return the rows of one category."""
    words = f" where {'.'.join(path)} is {label}"
    return Rows(words, (path,), lambda batch: condition(batch, column.table, {path: label}))


register(Proof(name="given", checks=_checks, blank_with_sources=True))

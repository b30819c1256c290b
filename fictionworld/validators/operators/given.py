"""`given`: the draw of each category, proven in the rows of that category."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Path
from fictionworld.validators.knowable import paths_known
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.rule import Item, column_rule
from fictionworld.validators.rules.blanks import holds
from fictionworld.validators.rules.draws import path_words, repeated, unlisted
from fictionworld.validators.rules.ranges import Rows, draw_ranges

_Given = dict[Path, dict[str | int, Draw]]


def _rules(pack: CompiledPack, column: CompiledColumn, spec: _Given) -> Iterator[Item]:
    ((path, draws),) = spec.items()
    for label, draw in draws.items():
        category = holds(pack, column.table, {path: label})
        only = Rows(f" where {'.'.join(path)} is {label}", (path,), category)
        if paths_known(pack, column.table, (path,)):
            yield from draw_ranges(pack, column, draw, only)
        if draw.kind == "choice":
            broken = only.among(unlisted(column, draw.written))
            yield column_rule(pack, column, f"one of its labels{only.words}", broken, only.paths)
        if draw.kind == "distinct":
            within = (*draw.within, path)
            word = f"no two equal within {path_words(within)}{only.words}"
            yield column_rule(pack, column, word, only.among(repeated(column, within)), within)


register(Proof(name="given", rules=_rules, blank_with_sources=True))

"""Categories and truth: choice, map, deal, true_share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.validators.knowable import paths_known, route
from fictionworld.validators.operator import Proof, RowValue, register
from fictionworld.validators.operators.groups import turn
from fictionworld.validators.relation import literal, quoted
from fictionworld.validators.rule import Item, RowCondition, Unproven, column_rule
from fictionworld.validators.rules.draws import path_words, unlisted

_Map = dict[Path, dict[str | int, str | int | float]]


def _mapped(pack: CompiledPack, column: CompiledColumn, spec: _Map) -> RowValue:
    """Return the map's value for a row; missing where its path is, or is no key of the map."""
    ((path, labels),) = spec.items()
    source = route(pack, column.table, path).column
    cases = " ".join(
        f"WHEN {literal(source, key)} THEN {literal(column, label)}"
        for key, label in labels.items()
    )
    return RowValue(f"CASE {quoted(path)} {cases} END", (path,))


def _one_of(pack: CompiledPack, column: CompiledColumn, labels: Iterable[object]) -> Iterator[Item]:
    yield column_rule(pack, column, "one of its labels", unlisted(column, labels))


def _map_rules(pack: CompiledPack, column: CompiledColumn, spec: _Map) -> Iterator[Item]:
    ((path, labels),) = spec.items()
    if not paths_known(pack, column.table, (path,)):
        yield Unproven(f"{column.table}.{column.name}: follows from {'.'.join(path)}", "hidden")
        yield from _one_of(pack, column, map(str, labels.values()))
        return
    own, due = quoted((column.name,)), _mapped(pack, column, spec).sql
    broken = RowCondition(f"{own} IS NOT NULL AND {own} IS DISTINCT FROM {due}")
    yield column_rule(pack, column, f"follows from {'.'.join(path)}", broken, (path,))


def _deal_rules(
    pack: CompiledPack, column: CompiledColumn, labels: tuple[str, ...]
) -> Iterator[Item]:
    """Yield the rules that values are labels, dealt in turn to rows in the order of their ids."""
    draw = column.spec.draw
    assert draw is not None
    yield from _one_of(pack, column, labels)
    if draw.missing or draw.when:
        return
    own = (column.name,)
    dealt = f"[{', '.join(literal(column, label) for label in labels)}]"
    due = f"{dealt}[({turn(draw.within)} - 1) % {len(labels)} + 1]"
    broken = RowCondition(f"{quoted(own)} != {due}")
    word = f"dealt in turn within {path_words(draw.within)}"
    yield column_rule(pack, column, word, broken, draw.within)


register(
    Proof(name="choice", rules=_one_of),
    Proof(name="map", due=_mapped, rules=_map_rules, blank_with_sources=True),
    Proof(name="deal", rules=_deal_rules),
    Proof(name="true_share"),
)

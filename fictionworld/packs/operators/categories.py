"""Categories and truth: choice, map, deal, true_share."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.checks.labels import keyed_by_labels
from fictionworld.packs.compiled import NUMBERS, TEXTS
from fictionworld.packs.fields import Kind, Number, Probability, Weights
from fictionworld.packs.findings import Mistake, show
from fictionworld.packs.operator import Operator, Use, of_mapping, register
from fictionworld.packs.resolve import kind_of
from fictionworld.packs.terms import Path

_Map = dict[Path, dict[str | int, str | int | Number]]


def _not_empty(use: Use) -> Iterator[Mistake]:
    if not use.spec:
        yield use.place, "got an empty list; give at least one item"


def _number_labels(use: Use, values: tuple[object, ...]) -> Iterator[Mistake]:
    """Yield a mistake for each label that is no number in a number column, or not whole in one."""
    kind = kind_of(use.pack, use.node)
    if kind not in NUMBERS or use.parts:
        return
    whole = kind in {"integer", "year"}
    for label in values:
        if isinstance(label, str) or (whole and label != int(label)):  # type: ignore[call-overload]
            wanted = "whole numbers" if whole else "numbers"
            yield use.place, f"got {show(label)} in a column of {kind}; allowed: {wanted}"


def _check_choice(use: Use) -> Iterator[Mistake]:
    yield from _not_empty(use)
    yield from _number_labels(use, tuple(use.spec))


def _mapped(spec: _Map) -> tuple[str | int | float, ...]:
    return tuple(value for values in spec.values() for value in values.values())


def _check_map(use: Use) -> Iterator[Mistake]:
    spec: _Map = use.spec
    yield from _number_labels(use, _mapped(spec))
    if len(spec) != 1:
        message = f"got {len(spec)} paths; give one, and the value for each of its values"
        yield use.place, message
    for path, values in spec.items():
        yield from keyed_by_labels(use, path, values, "value")


_LABELS: frozenset[Kind] = TEXTS | NUMBERS

register(
    Operator(
        key="choice", family="draw", shape=Weights | tuple[str | int, ...],
        doc="Labels with weights, or a plain list; with `driven_by`, low draws take the first "
        "label.",
        gives="category", suits=_LABELS, options=frozenset({"driven_by", "per"}), drives=True,
        part=True, check=_check_choice, values=tuple,
    ),
    Operator(
        key="map", family="draw", shape=_Map,
        doc="One path, and the value for each of its values.",
        gives="category", suits=_LABELS, options=frozenset({"per"}),
        sources=of_mapping, check=_check_map, values=_mapped, follows=True,
    ),
    Operator(
        key="deal", family="draw", shape=tuple[str, ...],
        doc="Labels dealt in this order, over and over, to the rows that share `within`.",
        gives="category", suits=TEXTS, options=frozenset({"within"}), many_rows=True,
        check=_not_empty, values=tuple,
    ),
    Operator(
        key="true_share", family="draw", shape=Probability,
        gives="boolean", suits=frozenset({"boolean"}), options=frozenset({"per"}),
    ),
)  # fmt: skip

"""`given`: another draw for each value of a category."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fictionworld.packs.checks.labels import keyed_by_labels
from fictionworld.packs.fields import Kind, OneOf
from fictionworld.packs.findings import Mistake, Place
from fictionworld.packs.operator import OPERATORS, Operator, Use, of_mapping, operator_of, register
from fictionworld.packs.resolve import kind_of
from fictionworld.packs.terms import Path

_INNER = (
    "uniform", "normal", "lognormal", "pareto", "poisson", "choice", "between", "distinct",
)  # fmt: skip


def _draws(spec: dict[Path, dict[Any, OneOf]]) -> Iterator[tuple[Place, OneOf]]:
    for path, draws in spec.items():
        for label, draw in draws.items():
            yield (".".join(path), str(label)), draw


def _gives(use: Use, _: int) -> Kind | None:
    """Return the type that all of the draws give; None where they differ, or there is none."""
    kinds = {operator_of(draw).gives for _, draw in _draws(use.spec)}
    (kind,) = kinds if len(kinds) == 1 else (None,)
    return None if callable(kind) else kind


def _check(use: Use) -> Iterator[Mistake]:
    spec = use.spec
    if len(spec) != 1:
        yield use.place, f"got {len(spec)} paths; give one, and a draw for each of its values"
    kind = kind_of(use.pack, use.node)
    if kind is None:
        yield use.place[:-2], "got draws of several types; give the column a type"
    for path, draws in spec.items():
        yield from keyed_by_labels(use, path, draws, "draw")
        for label, draw in draws.items():
            operator = operator_of(draw)
            label_place = (*use.place, ".".join(path), label)
            if operator.attribute not in _INNER:
                keys = [OPERATORS[name].key for name in _INNER]
                yield label_place, f"got {operator.key}; allowed: {', '.join(keys)}"
            if draw.missing or draw.when or draw.per:
                message = "got missing, when or per of one category; put it on the draw around it"
                yield label_place, message
            if kind is not None and operator.suits is not None and kind not in operator.suits:
                allowed = ", ".join(sorted(operator.suits))
                yield label_place, f"got {kind} with draw {operator.key}; allowed: {allowed}"


register(
    Operator(
        key="given", family="draw",
        shape=lambda draw: dict[Path, dict[str | int, draw]],  # type: ignore[valid-type]
        doc="One path, and a draw for each of its values.",
        gives=_gives, many_rows=True, gaps="passed", drives=True, sources=of_mapping, check=_check,
        inner=_draws,
        values=lambda spec: tuple(
            value for _, draw in _draws(spec) for value in operator_of(draw).values(draw.written)
        ) if all(draw.kind == "choice" for _, draw in _draws(spec)) else (),
    )
)  # fmt: skip

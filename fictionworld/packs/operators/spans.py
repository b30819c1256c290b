"""The time between two dates: days, years."""

from __future__ import annotations

from fictionworld.packs.operator import Operator, of_paths, register
from fictionworld.packs.terms import Path


def _operator(key: str, doc: str) -> Operator:
    return Operator(
        key=key, family="derive", shape=tuple[Path, Path], doc=doc,
        gives="integer", suits=frozenset({"integer"}), gaps="passed",
        sources=lambda use: of_paths((), use.spec, "date"),
        words=lambda pair: f"the {key} from {'.'.join(pair[0])} to {'.'.join(pair[1])}",
    )  # fmt: skip


register(
    _operator("days", "Days from the first date to the second."),
    _operator(
        "years",
        "Whole years from the first date to the second, as ages are counted: one more from each "
        "birthday on, -1 in the year before the first date.",
    ),
)

"""Numbers from a distribution. Their ends, bounds and form are proven in `rules/ranges.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.validators.faults.fault_context import PlantedFault, year_shift
from fictionworld.validators.operator import Proof, register


def _shifted(
    _: CompiledPack,
    column: CompiledColumn,
    __: Any,  # noqa: ANN401 - the ends do not matter
) -> Iterator[PlantedFault]:
    if column.kind == "year":
        where = f"{column.table}.{column.name}"
        yield PlantedFault("shifted year", where, year_shift(column, 200))


register(
    Proof(name="uniform", faults=_shifted, blank_with_sources=True),
    Proof(name="normal", blank_with_sources=True),
    Proof(name="lognormal", blank_with_sources=True),
    Proof(name="pareto", blank_with_sources=True),
    Proof(name="poisson", blank_with_sources=True),
)

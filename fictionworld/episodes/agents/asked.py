"""Which rows a question names, for whoever has read it and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.evidence import names_its_rows

if TYPE_CHECKING:
    from fictionworld.episodes.agents.known import Known
    from fictionworld.tasks.specification import Condition, Specification

__all__ = ["hear_the_question"]

_NAMING = frozenset({"is", "one_of"})


def hear_the_question(specification: Specification, known: Known) -> None:
    """Note the rows that the question names: the brand of `phones from Kestrel`, a whole key."""
    _hear_conditions(specification.table, specification.where, known)
    for membership in specification.members:
        _hear_conditions(membership.table, membership.where, known)
    if names_its_rows(specification, known.truth):
        _hear_base(specification, known)


def _hear_conditions(table: str, where: tuple[Condition, ...], known: Known) -> None:
    for condition in where:
        target = known.truth.pack.column(table, condition.path).target
        for value in condition.values:
            if target is not None and isinstance(value, int):
                known.hear_of(target, value)


def _hear_base(specification: Specification, known: Known) -> None:
    """The rows whose name, or whole key, the conditions spell out."""
    table, truth = specification.table, known.truth
    given = [
        (truth.cells(table, condition.path), condition.values)
        for condition in specification.where
        if len(condition.path) == 1
        and condition.operator in _NAMING
        and not truth.is_fact(table, condition.path[0])
    ]
    for place, row in enumerate(truth.ids(table)):
        if all(cells[place] in values for cells, values in given):
            known.hear_of(table, row)

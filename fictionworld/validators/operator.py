"""How each operator is validated: the values of its column, and its constraints.

`operators/` registers one `Proof` for each operator of the notation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.fields import OneOf
from fictionworld.packs.operator import load_modules
from fictionworld.packs.terms import Node, Path

if TYPE_CHECKING:
    from fictionworld.validators.rule import Item


def _nothing(*_: Any) -> Iterator[Any]:  # noqa: ANN401 - stands for the functions below
    yield from ()


class RowValue(NamedTuple):
    """A value computed from its row: SQL over the relation of its table with the paths `reads`."""

    sql: str
    reads: tuple[Path, ...]


Due = RowValue | str
"""What a column must hold: of numbers the digits, of dates the days since 1970. A text is a query
over several rows, with the columns `_row` and `due`."""


@dataclass(frozen=True, kw_only=True)
class Proof:
    """How to validate one operator. The functions take what is written under its key."""

    name: str
    """The attribute of `Draw` or `Derive`."""
    due: Callable[[CompiledPack, CompiledColumn, Any], Due] | None = None
    """What a column must hold, by the definition and the stored cells alone; None where chance
    decides."""
    reads: Callable[[CompiledPack, CompiledColumn], Iterable[Node]] = _nothing
    """What `due` reads besides the columns that the pack makes the column from."""
    rules: Callable[[CompiledPack, CompiledColumn, Any], Iterable[Item]] = _nothing
    """The rules that a stored column implies, besides that it holds what is due."""
    always: bool = False
    """Derived: every row has a value."""
    blank_with_sources: bool = False
    """Drawn: a row may be without a value where one of the paths that it reads is."""


_PROOFS: dict[str, Proof] = {}


def register(*proofs: Proof) -> None:
    """Add the proofs of operators."""
    _PROOFS.update({proof.name: proof for proof in proofs})


@cache
def _load() -> None:
    load_modules("validators")


def proof_of(source: OneOf) -> Proof:
    """Return the proof of a `Draw` or a `Derive`.

    Raises:
        KeyError: No proof is registered for its operator.
    """
    _load()
    return _PROOFS[source.kind]


def due_of(pack: CompiledPack, column: CompiledColumn) -> Due:
    """Return what a derived, mapped or copied column must hold.

    Raises:
        KeyError: It does not follow from stored cells (see `knowable`).
    """
    source = column.spec.derive or column.spec.draw
    due = proof_of(source).due if source is not None else None
    if source is None or due is None:
        raise KeyError(f"{column.table}.{column.name} is stored nowhere and follows from nothing")
    return due(pack, column, source.written)

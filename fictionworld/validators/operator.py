"""How each operator is validated: the values of its column, and its constraints.

`operators/` registers one `Proof` for each operator of the notation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.fields import OneOf
from fictionworld.packs.operator import load_modules
from fictionworld.packs.terms import Node
from fictionworld.validators.cells import StoredCells

if TYPE_CHECKING:
    from fictionworld.validators.batch import StoredBatch
    from fictionworld.validators.findings import Item


def _nothing(*_: Any) -> Iterator[Any]:  # noqa: ANN401 - stands for the functions below
    yield from ()


@dataclass(frozen=True, kw_only=True)
class Proof:
    """How to validate one operator. The functions take what is written under its key."""

    name: str
    """The attribute of `Draw` or `Derive`."""
    due: Callable[[StoredBatch, CompiledColumn, Any], StoredCells] | None = None
    """The cells that a column must hold, by the definition and the stored cells alone; None where
    chance decides."""
    reads: Callable[[CompiledPack, CompiledColumn], Iterable[Node]] = _nothing
    """What `due` reads besides the columns that the pack makes the column from."""
    checks: Callable[[CompiledPack, CompiledColumn, Any], Iterable[Item]] = _nothing
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


def derived(batch: StoredBatch, column: CompiledColumn) -> StoredCells:
    """Return the cells that a derived, mapped or copied column must hold.

    Raises:
        KeyError: They do not follow from stored cells (see `knowable`).
    """
    source = column.spec.derive or column.spec.draw
    due = proof_of(source).due if source is not None else None
    if source is None or due is None:
        raise KeyError(f"{column.table}.{column.name} is stored nowhere and follows from nothing")
    return due(batch, column, source.written)

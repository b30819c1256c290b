"""Operators: the keys below `draw` and `derive`, each declared by one object.

An operator is three modules of one name. `packs/operators/NAME.py` declares what may be written,
what it reads and what is wrong with it; `generators/operators/NAME.py` makes the values;
`validators/operators/NAME.py` proves them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from fictionworld.packs.fields import Kind, OneOf
from fictionworld.packs.findings import Mistake, Place
from fictionworld.packs.terms import Node, Path, Term

if TYPE_CHECKING:
    from fictionworld.packs.specification.pack import Pack
    from fictionworld.packs.specification.tables import ColumnSpec

MODULES: Final = (
    "distributions", "trend", "categories", "dates", "groups", "names", "share_out", "copies",
    "along", "given", "curve", "compound", "aggregates", "spans", "standing", "expression",
)  # fmt: skip
"""The modules of `packs/operators`, `generators/operators` and `validators/operators`."""

Want = Literal[
    "number", "day", "ordered", "reference", "text", "driver", "label", "value", "date", "any",
]  # fmt: skip
"""`day`: a date, or a year that stands for its first or last day; `driver`: a drawn number;
`label`: a value that can be compared for equality; `value`: anything but a reference."""


class ValueSource(NamedTuple):
    """One path that an operator reads from its row, and where below its key it is written."""

    place: Place
    path: Path
    want: Want
    term: Term | None = None
    """The term around the path, for its offset."""


class Use(NamedTuple):
    """An operator where a pack uses it."""

    pack: Pack
    table: str
    name: str
    column: ColumnSpec
    source: Any
    """The `Draw` or `Derive` around it, with its options."""
    place: Place = ()
    """Of the operator's key."""
    parts: tuple[str, ...] = ()
    """Of a pattern around it: slots that are no paths."""

    @property
    def spec(self) -> Any:  # noqa: ANN401 - what the operator's `shape` says
        """Return the value under the operator's key."""
        return self.source.written

    @property
    def node(self) -> Node:
        return self.table, self.name


def _nothing(_: Any) -> Iterator[Any]:  # noqa: ANN401 - stands for all functions below
    yield from ()


@dataclass(frozen=True, kw_only=True)
class Operator:
    """What the notation, its checks and its compiler know of one operator."""

    key: str
    """As it is written in a pack."""
    family: Literal["draw", "derive"]
    shape: Any
    """The annotation of what is written under the key; a function is given the class `Draw`."""
    doc: str | None = None
    """What the published schema says of it."""
    field: str = ""
    """The attribute of `Draw` or `Derive`; the key, where that is no word of Python's."""
    gives: Kind | Callable[[Use, int], Kind | None] | None = None
    """The type of a column that declares none; a function is given how many copies led here."""
    suits: frozenset[Kind] | None = None
    """The types that a column may declare; None allows all."""
    sources: Callable[[Use], Iterable[ValueSource]] = _nothing
    """The paths that it reads from its own row."""
    needs: Callable[[Use], Iterable[Node]] = _nothing
    """The columns that it is made from besides these."""
    check: Callable[[Use], Iterable[Mistake]] = _nothing
    """What is wrong with it where it is used."""
    many_rows: bool = False
    """It sets the rows of a table against each other; the setting has but one."""
    gaps: Literal["never", "passed", "own"] = "never"
    """Whether rows may be without a value: where a source is (`passed`), or in any case (`own`)."""
    follows: bool = False
    """Of a draw: its value follows from what it reads, all but chance within bounds, as that of a
    derivation does; without that it cannot be proven."""
    # of draws
    options: frozenset[str] = frozenset()
    """The options that it heeds; an option that no operator names is heeded by all."""
    drives: bool = False
    """`driven_by` may name its columns: they have a score."""
    part: bool = False
    """It may be a part of a pattern."""
    never_negative: bool = False
    """Its numbers are 0 or more."""
    ends: Callable[[Any], tuple[Term | None, Term | None]] = lambda _: (None, None)
    """The least and the greatest value of the draw itself, before `times` and rounding."""
    values: Callable[[Any], tuple[str | int | float, ...]] = lambda _: ()
    """The values that it lists."""
    longest: Callable[[Any, Callable[[Path], int]], int] | None = None
    """A bound on the characters of its texts: of the source, and of what paths lead to."""
    inner: Callable[[Any], Iterable[tuple[Place, OneOf]]] = lambda _: ()
    """The draws that stand below its key, and where."""
    # of derivations
    words: Callable[[Any], str] = str
    """The definition in a few words, from what is written under the key."""

    @property
    def attribute(self) -> str:
        return self.field or self.key


LONGEST_NAME: Final = 80
"""A bound on the characters of a name that is drawn."""

OPERATORS: dict[str, Operator] = {}
"""By attribute of `Draw` or `Derive`; no two families share one."""


def register(*operators: Operator) -> None:
    """Add operators; `specification.add_operators` gives their keys to the notation.

    Raises:
        ValueError: There is another operator of that name.
    """
    for operator in operators:
        if operator.attribute in OPERATORS:
            raise ValueError(f"got a second operator {operator.attribute!r}; choose another key")
        OPERATORS[operator.attribute] = operator


def operator_of(source: OneOf) -> Operator:
    """Return the operator of a `Draw` or a `Derive`."""
    return OPERATORS[source.kind]


def longest_text(source: OneOf, of: Callable[[Path], int], otherwise: int) -> int:
    """Return a bound on the characters of a draw's or a derivation's texts.

    Args:
        source: The draw or the derivation.
        of: A bound for what a path leads to.
        otherwise: The bound where the operator has none and lists no values.
    """
    operator = operator_of(source)
    if operator.longest is not None:
        return operator.longest(source, of)
    return max((len(str(value)) for value in operator.values(source.written)), default=otherwise)


def load_modules(subpackage: str) -> None:
    """Import the modules of a subpackage's operators, which register what they hold."""
    for name in MODULES:
        import_module(f"fictionworld.{subpackage}.operators.{name}")


def of_term(place: Place, term: Term, want: Want) -> Iterator[ValueSource]:
    """Yield the path of a term, if it has one."""
    if term.path is not None:
        yield ValueSource(place, term.path, want, term)


def of_terms(want: Want, *at: int) -> Callable[[Use], Iterator[ValueSource]]:
    """Return a function that yields the paths of a list of terms: those numbered `at`, or all."""

    def sources(use: Use) -> Iterator[ValueSource]:
        spec = use.spec
        for number in at or range(len(spec)):
            yield from of_term((number,), spec[number], want)

    return sources


def of_mapping(use: Use) -> Iterator[ValueSource]:
    """Yield each path of a key that maps paths to labels."""
    for path in use.spec:
        yield ValueSource((".".join(path),), path, "label")


def of_paths(place: Place, paths: tuple[Path, ...], want: Want = "any") -> Iterator[ValueSource]:
    """Yield each path of a list, by its number."""
    for number, path in enumerate(paths):
        yield ValueSource((*place, number), path, want)


def uses_of(
    pack: Pack, table: str, name: str, column: ColumnSpec, place: Place = ()
) -> Iterator[Use]:
    """Yield the operators of a column: of its draw and the draw's parts, or of its derivation."""
    for word, source in (("draw", column.draw), ("derive", column.derive)):
        if source is not None:
            yield from _uses(Use(pack, table, name, column, source, (*place, word)))


def _uses(outer: Use) -> Iterator[Use]:
    key = operator_of(outer.source).key
    yield outer._replace(place=(*outer.place, key))
    for step, inner in operator_of(outer.source).inner(outer.source.written):
        yield from _uses(outer._replace(source=inner, place=(*outer.place, key, *step)))
    parts: dict[str, Any] = getattr(outer.source, "parts", {})
    for name, part in parts.items():
        at, part_names = (*outer.place, "parts", name), (*outer.parts, *parts)
        yield from _uses(outer._replace(source=part, place=at, parts=part_names))

"""The notation in plain words: what may stand at a place of a pack file.

Read off the annotations of `packs/specification`, so that messages never fall behind the classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BeforeValidator, StringConstraints

from fictionworld.packs.document import Plain
from fictionworld.packs.fields import Spec
from fictionworld.packs.findings import Place
from fictionworld.packs.specification import Pack, RowPlan
from fictionworld.packs.terms import parse_path, parse_span, parse_term

Annotation: TypeAlias = Any
"""A type as it is written in a class: no class of its own covers them all."""

PATH_WORDS = "a path such as phone.brand"
_SMALL_WORDS = {
    parse_span: "a range such as 8..14, or one number",
    parse_path: PATH_WORDS,
    parse_term: "a number, a date, or a path with an offset such as as_of - 3y",
}
_PLAIN_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
_ITEMS = {
    PATH_WORDS: "paths such as phone.brand",
    "a name": "names",
    "text": "texts",
    "a number, a date, or a path with an offset such as as_of - 3y": "numbers, dates or paths",
}
_NAME_WORDS = "a name: lower-case letters, digits and _, a letter first, 41 characters at most"


@dataclass(frozen=True, slots=True)
class Notation:
    """What is allowed at one place: the branches of its annotation."""

    branches: tuple[Annotation, ...]

    @property
    def words(self) -> str:
        """Return a phrase for what to give: `a number from 0 to 1`."""
        return " or ".join(dict.fromkeys(_words(branch) for branch in self.branches)) or "a value"

    @property
    def key_words(self) -> str:
        """Return a phrase for the keys of the mapping that is allowed."""
        mappings = [b for b in map(_bare, self.branches) if _origin(b) is dict]
        keys = [get_args(mapping)[0] for mapping in mappings]
        return " or ".join(dict.fromkeys(_words(b) for key in keys for b in _flat(key, ())))

    @property
    def choices(self) -> tuple[object, ...]:
        """Return the words or numbers allowed, where there is a list of them."""
        return tuple(c for b in self.branches if _origin(b) is Literal for c in get_args(b))

    @property
    def fixed(self) -> bool:
        """Return whether a list of fixed length is allowed, each item with its own meaning."""
        return any(_is_fixed(branch) for branch in self.branches)

    @property
    def model(self) -> type[Spec] | None:
        """Return the record that is written here; None where it is another value."""
        return next((b for b in map(_bare, self.branches) if _is_model(b)), None)


def notation_at(place: Place, data: Plain) -> Notation:
    """Return what is allowed at a place of `data`; no branches where nothing is."""
    branches: tuple[Annotation, ...] = (Pack,)
    for step in place:
        listed = isinstance(data, list)
        branches = tuple(
            flat
            for branch in branches
            for inner in _inside(_bare(branch), step, listed=listed)
            for flat in _flat(inner, ())
        )
        data = data[step] if listed or (isinstance(data, dict) and step in data) else None
    return Notation(branches)


def field_names(notation: Notation) -> list[str]:
    """Return the keys of the fields that may be written here."""
    model = notation.model
    if model is None:
        return []
    return list(map(model.key_of, model.model_fields))


def _inside(branch: Annotation, step: str | int, *, listed: bool) -> Iterator[Annotation]:
    if listed != (_origin(branch) is tuple):
        return
    if _is_model(branch):
        for name, info in branch.model_fields.items():
            if branch.key_of(name) == step:
                yield info.rebuild_annotation()
    elif _origin(branch) is dict:
        yield get_args(branch)[1]
    elif listed and isinstance(step, int):
        items = get_args(branch)
        yield from items[step : step + 1] if _is_fixed(branch) else items[:1]


def _flat(annotation: Annotation, outer: tuple[Annotation, ...]) -> Iterator[Annotation]:
    """Yield the branches of an annotation without its unions and without None."""
    if _origin(annotation) is Annotated and _parser(annotation) is None:
        inner, *metadata = get_args(annotation)
        if _origin(inner) in {Union, UnionType, Annotated}:
            yield from _flat(inner, (*metadata, *outer))
            return
    if _origin(annotation) in {Union, UnionType}:
        for branch in get_args(annotation):
            yield from _flat(branch, outer)
    elif annotation is not NoneType:
        yield Annotated[annotation, *outer] if outer else annotation


def _words(branch: Annotation) -> str:
    parser = _parser(branch)
    if parser is not None:
        return _SMALL_WORDS[parser]
    bare = _bare(branch)
    if bare is RowPlan:
        return "a range such as 8..14, or a mapping such as {per: phone, count: 0..3}"
    if _is_model(bare):
        names = list(map(bare.key_of, getattr(bare, "kinds", ())))
        fields = names or field_names(Notation((bare,)))
        return f"a mapping {'with one' if names else ''} of {', '.join(fields)}".replace("  ", " ")
    if _origin(bare) is Literal:
        return f"one of {', '.join(map(str, get_args(bare)))}"
    if _origin(bare) is dict:
        return "a mapping"
    if _origin(bare) is tuple:
        items = [_item_words(item) for item in get_args(bare) if item is not Ellipsis]
        if _is_fixed(bare):
            same = len(set(items)) == 1
            return f"a list of {len(items)}{', each ' if same else ': '}" + (
                items[0] if same else "; ".join(items)
            )
        return f"a list of {_ITEMS.get(items[0], f'items, each {items[0]}')}"
    if bare is str:
        return _text_words(branch)
    return _PLAIN_WORDS.get(bare, "a value") + _bound_words(_bounds(branch))


def _item_words(annotation: Annotation) -> str:
    words = " or ".join(dict.fromkeys(_words(b) for b in _flat(annotation, ())))
    return "a name" if words == _NAME_WORDS else words


def _text_words(branch: Annotation) -> str:
    constraint = next((m for m in _metadata(branch) if isinstance(m, StringConstraints)), None)
    if constraint is None:
        return "text"
    if constraint.pattern is None:
        return f"text of {constraint.min_length} to {constraint.max_length} characters"
    if r"\." not in str(constraint.pattern):
        return _NAME_WORDS
    optional = str(constraint.pattern).endswith(")?$")
    return "a column as table.column" + (", or a table" if optional else "")


def _bound_words(bounds: dict[type, Any]) -> str:
    low, high = bounds.get(Ge), bounds.get(Le)
    if low is not None and high is not None:
        return f" from {low} to {high}"
    words = {Ge: "of at least", Gt: "above", Le: "of at most", Lt: "below"}
    return "".join(f" {word} {bounds[kind]}" for kind, word in words.items() if kind in bounds)


def _bounds(branch: Annotation) -> dict[type, Any]:
    bounds: dict[type, Any] = {}
    for item in _metadata(branch):
        # a Field holds its constraints in a list
        for constraint in getattr(item, "metadata", [item]):
            for kind, name in ((Ge, "ge"), (Gt, "gt"), (Le, "le"), (Lt, "lt")):
                if isinstance(constraint, kind):
                    bounds[kind] = getattr(constraint, name)
    return bounds


def _origin(branch: Annotation) -> Annotation:
    """Return `get_origin`, whose own annotation rules out the comparisons made here."""
    return get_origin(branch)


def _metadata(branch: Annotation) -> tuple[Any, ...]:
    return get_args(branch)[1:] if _origin(branch) is Annotated else ()


def _bare(branch: Annotation) -> Annotation:
    while _origin(branch) is Annotated and _parser(branch) is None:
        branch = get_args(branch)[0]
    return branch


def _parser(branch: Annotation) -> Annotation:
    """Return the function that reads a span, a path or a term; None for another annotation."""
    for item in _metadata(branch):
        if isinstance(item, BeforeValidator) and item.func in _SMALL_WORDS:
            return item.func
    return None


def _is_model(branch: Annotation) -> bool:
    return isinstance(branch, type) and issubclass(branch, Spec)


def _is_fixed(branch: Annotation) -> bool:
    branch = _bare(branch)
    return _origin(branch) is tuple and Ellipsis not in get_args(branch)

"""The shape of a pack: plain data into a `Pack`, and what pydantic finds wrong in our own words.

pydantic reports each branch of a union on its own and speaks of its classes. Here every place of
the file gets one finding, which says what was got, what the notation allows there, and the
nearest right word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from fictionworld.errors import PackError, nearest
from fictionworld.packs.concepts import with_concepts
from fictionworld.packs.document import Plain
from fictionworld.packs.findings import PackFinding, Place, Positions, raise_findings, show
from fictionworld.packs.notation import field_names, notation_at
from fictionworld.packs.parents import with_parents
from fictionworld.packs.specification import SCHEMA_VERSION, Pack
from fictionworld.version import __version__

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


def shape_pack(
    data: Plain,
    positions: Positions,
    check_rest: Callable[[Pack], list[PackFinding]] = lambda _: [],
) -> Pack:
    """Return the pack that plain data describes, with its concepts put in.

    Args:
        data: The plain data of the file.
        positions: The lines of the file.
        check_rest: Returns what else is wrong in a pack of the right shape. Where the shape is
            wrong it is given the rest of the pack, so that an author sees all findings at once.

    Raises:
        PackError: The data was written for another version of the schema, or has not the shape of a
            pack: one finding a line.
    """
    _refuse_other_version(data, positions)
    data, findings = with_concepts(with_parents(data), positions)
    findings += [
        PackFinding(positions.file, positions.line(place), place[:-1], _nothing(place, data))
        for place in _empty_places(data, ())
    ]
    try:
        # strict: a number in quotes is text; by alias: `in` and `copy`, as the schema has them
        pack = Pack.model_validate(_with_tuples(data), strict=True, by_alias=True, by_name=False)
    except ValidationError as error:
        findings += [
            PackFinding(positions.file, positions.line(at), place, message)
            for at, place, message in _in_words(error, data)
            if not at or _value(data, at) is not None  # an empty place has its finding already
        ]
        findings += _of_the_rest(data, {finding.place for finding in findings}, check_rest)
        raise_findings(findings)
        raise
    raise_findings(findings)
    return pack


def _of_the_rest(
    data: Plain, faults: set[Place], check_rest: Callable[[Pack], list[PackFinding]]
) -> list[PackFinding]:
    """Return the findings beside the places at fault; none where the rest makes no pack."""
    # a column keeps its place without the key at fault; of lists, whose items are numbered, no
    # item is left: the places of the others stay what they are
    cut = {place[: _depth_of(place)] for place in faults}
    try:
        rest = Pack.model_validate(
            _with_tuples(_without(data, cut, ())), strict=True, by_alias=True, by_name=False
        )
        findings = check_rest(rest)
    except (ValidationError, PackError):
        return []
    around = {place[:-1] if len(place) > 1 else place for place in cut}
    return [
        finding for finding in findings if not any(finding.place[: len(a)] == a for a in around)
    ]


def _depth_of(place: Place) -> int:
    """Return the number of steps to what is left out: a key of a column, a table or the pack."""
    if place[:1] == ("setting",):
        return 3
    if place[:1] == ("tables",):
        return 5 if place[2:3] == ("columns",) else 3
    return 1


def _without(data: Plain, cut: set[Place], place: Place) -> Plain:
    if not isinstance(data, dict):
        return data
    return {
        key: _without(value, cut, (*place, key))
        for key, value in data.items()
        if (*place, key) not in cut
    } | ({"role": "context"} if (*place, "role") in cut else {})


def _refuse_other_version(data: Plain, positions: Positions) -> None:
    """Raise the finding of another schema version alone: under it, the rest may be right."""
    place: Place = ("schema_version",)
    version = data.get(*place) if isinstance(data, dict) else None
    if version is not None and (type(version) is not int or version != SCHEMA_VERSION):
        message = (
            f"got {show(version)}; fictionworld {__version__} reads packs of schema version "
            f"{SCHEMA_VERSION}: use a release that reads another, or rewrite the pack by "
            "`fictionworld packs schema`"
        )
        raise_findings([PackFinding(positions.file, positions.line(place), place, message)])


class _Listed(tuple[Plain, ...]):
    """A list of the file as strict reading asks for it; a plain tuple of names is a parsed path."""

    __slots__ = ()


def _with_tuples(data: Plain) -> Plain:
    """Return the data with tuples for lists."""
    if isinstance(data, dict):
        return {key: _with_tuples(value) for key, value in data.items()}
    return _Listed(map(_with_tuples, data)) if isinstance(data, list) else data


def _empty_places(data: Plain, place: Place) -> Iterator[Place]:
    """Yield the places where a value was left out by mistake; under `when`, nothing is a value."""
    if not isinstance(data, dict | list):
        return
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if value is None and place[-1:] != ("when",):
            yield (*place, key)
        yield from _empty_places(value, (*place, key))


def _nothing(place: Place, data: Plain) -> str:
    step = place[-1]
    allowed = notation_at(place, data).words
    return f"got nothing for {step!r}; give {allowed}, or leave {step!r} out"


@dataclass(frozen=True, slots=True)
class _ShapeError:
    """One error of pydantic, brought back to a place of the file."""

    place: Place
    branch: bool
    """It speaks for one branch of a union only."""
    key: bool
    """It is the last key of the place that is wrong, not the value."""
    error: ErrorDetails


def _in_words(error: ValidationError, data: Plain) -> Iterator[tuple[Place, Place, str]]:
    """Yield for each place at fault: the place of its line, the place to name, and the message."""
    shape_errors = [
        _locate(details, data) for details in error.errors(include_url=False, include_input=False)
    ]
    faults: dict[tuple[Place, bool], list[_ShapeError]] = {}
    places = {shape_error.place for shape_error in shape_errors}
    for shape_error in shape_errors:
        length = len(shape_error.place)
        # where a branch of a union got further, the branches that stopped here were not meant
        deeper = any(
            len(place) > length and place[:length] == shape_error.place for place in places
        )
        if not (shape_error.branch and deeper):
            faults.setdefault((shape_error.place, shape_error.key), []).append(shape_error)
    for (place, of_key), group in faults.items():
        named = place[:-1] if of_key else place
        yield place, named, _message(place, group, data)


def _locate(error: ErrorDetails, data: Plain) -> _ShapeError:
    """Return an error with its location in the file, without the names of union branches."""
    place: Place = ()
    value, branch, key = data, False, False
    last = len(error["loc"]) - 1
    for number, step in enumerate(error["loc"]):
        if step == "[key]":
            key = True
        elif _holds(value, step):
            place, value, branch = (*place, step), value[step], False
        elif not (number == last and error["type"] == "missing"):
            branch = True
    return _ShapeError(place, branch, key or error["type"] == "extra_forbidden", error)


def _holds(value: Plain, step: str | int) -> bool:
    if isinstance(value, list):
        return isinstance(step, int) and step < len(value)
    return isinstance(value, dict) and step in value


def _message(place: Place, errors: list[_ShapeError], data: Plain) -> str:
    error, value = errors[0].error, _value(data, place)
    kind: str = error["type"]
    if kind == "extra_forbidden":
        names = field_names(notation_at(place[:-1], data))
        return f"got {place[-1]!r}; allowed: {', '.join(names)}{nearest(str(place[-1]), names)}"
    if errors[0].key:
        return f"got {place[-1]!r} as a key; give {notation_at(place[:-1], data).key_words}"
    notation = notation_at(place, data)
    if kind == "missing" and isinstance(value, dict):
        name = error["loc"][-1]
        return f"got no {name!r}; give it {notation_at((*place, name), data).words}"
    if kind == "literal_error" and notation.choices:
        allowed = ", ".join(map(str, notation.choices))
        return (
            f"got {show(value)}; allowed: {allowed}"
            f"{nearest(str(value), map(str, notation.choices))}"
        )
    if kind in {"too_short", "too_long"} and isinstance(value, dict | list) and not notation.fixed:
        bounds = error["ctx"]
        limit = (
            f"at least {bounds['min_length']}"
            if kind == "too_short"
            else f"at most {bounds['max_length']}"
        )
        return f"got {show(value)}; give {limit}"
    own = {
        shape_error.error["msg"].removeprefix("Value error, ")
        for shape_error in errors
        if _is_ours(shape_error.error)
    }
    if len(own) == 1 and len(errors) == 1:  # a sentence of ours, from a validator of the notation
        return own.pop()
    return f"got {show(value)}; give {notation.words}"


def _is_ours(error: ErrorDetails) -> bool:
    return bool(error["type"] == "value_error" and error["msg"].startswith("Value error, got "))


def _value(data: Plain, place: Place) -> Plain:
    for step in place:
        data = data[step]
    return data

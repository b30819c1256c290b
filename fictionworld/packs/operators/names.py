"""Names and texts: patterns with slots, pools of invented names, lists of real brands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fictionworld.errors import UsageError, nearest
from fictionworld.packs.compiled import SETTING, TEXTS
from fictionworld.packs.fields import Name, Text
from fictionworld.packs.findings import Mistake, unknown
from fictionworld.packs.operator import (
    LONGEST_NAME,
    Operator,
    Use,
    ValueSource,
    longest_text,
    register,
)
from fictionworld.packs.resolve import slots
from fictionworld.packs.terms import PATH, Node, Path, parse_path
from fictionworld.packs.words import brand_list, pools


def _culture(_: Use) -> Iterator[Node]:
    """Yield the culture of the setting, by which names sound."""
    yield SETTING, "culture"


def _slots(use: Use) -> Iterator[ValueSource]:
    part_names = (*use.parts, *use.source.parts)
    for slot in slots(use.spec):
        if slot not in part_names and PATH.fullmatch(slot):
            yield ValueSource((), parse_path(slot), "value")


def _check_pattern(use: Use) -> Iterator[Mistake]:
    parts = (*use.parts, *use.source.parts)
    used = set(slots(use.spec))
    for slot in slots(use.spec):
        if slot not in parts and not all(step.isidentifier() for step in slot.split(".")):
            hint = nearest(slot, parts)
            yield use.place, f"got the slot {slot!r}; allowed: a path or a part{hint}"
    for name in use.source.parts:
        if name not in used:
            at = (*use.place[:-1], "parts", name)
            yield at, f"got a part {name!r} that the pattern has no slot for"


def _longest(source: Any, of: Callable[[Path], int]) -> int:  # noqa: ANN401 - a Draw
    """Return a bound on the characters of the pattern with its slots filled.

    Parts may use the parts before them.
    """
    parts: dict[str, int] = {}

    def reached(path: Path) -> int:
        name = ".".join(path)
        return parts[name] if name in parts else of(path)

    for name, part in source.parts.items():
        parts[name] = longest_text(part, reached, LONGEST_NAME)
    held = (reached(parse_path(slot)) for slot in slots(source.written) if PATH.fullmatch(slot))
    return len(source.written) + sum(held)


def _check_pool(use: Use) -> Iterator[Mistake]:
    if use.spec not in pools():
        yield use.place, unknown(use.spec, pools(), "pools")


def _check_brands(use: Use) -> Iterator[Mistake]:
    try:
        brand_list(use.spec)
    except UsageError as error:
        yield use.place, f"got {error}"


register(
    Operator(
        key="pattern", family="draw", shape=Text,
        doc="Text with slots: `{line} {number}`; a slot is a path or one of `parts`.",
        gives="name", suits=TEXTS, options=frozenset({"parts", "per"}), part=True,
        sources=_slots, check=_check_pattern, longest=_longest, follows=True,
    ),
    Operator(
        key="pool", family="draw", shape=Name,
        doc="An invented name: `fictionworld packs pools` lists the pools.",
        gives="name", suits=TEXTS, part=True, needs=_culture, check=_check_pool,
        options=frozenset({"palette", "gender", "around", "per"}),
    ),
    Operator(
        key="brands", family="draw", shape=Name,
        doc="A list of real brands, flagged as real; invented ones unless `--real-names brands`.",
        gives="name", suits=TEXTS, options=frozenset({"per"}), many_rows=True, needs=_culture,
        check=_check_brands,
    ),
)  # fmt: skip

"""What values are made from: labels of categories, drivers, pools of names, brands, cultures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.errors import UsageError, nearest
from fictionworld.packs.checks.values import all_columns
from fictionworld.packs.compiled import SETTING
from fictionworld.packs.findings import Mistake, Place, show, unknown
from fictionworld.packs.resolve import a_kind, drives, follow, kind_of, labels_of, slots
from fictionworld.packs.words import CULTURES, POOLS, brand_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.packs.specification import Draw, Effects, Pack
    from fictionworld.packs.terms import Path

__all__ = ["check_drivers", "check_labels", "check_word_lists"]

_GENDERS = ("men", "women")
_MOST_EXPLAINED = 1.0


def check_word_lists(pack: Pack) -> Iterator[Mistake]:
    """Pools, brand lists and cultures exist; slots of a pattern are paths or parts."""
    for place, table, name, column in all_columns(pack):
        if column.draw is None:
            continue
        yield from _word_list(pack, (*place, "draw"), column.draw, ())
        if (table, name) == (SETTING, "culture"):
            for culture in labels_of(pack, (table, name)) or ():
                if culture not in CULTURES:
                    yield (*place, "draw"), unknown(str(culture), CULTURES, "cultures")


def _word_list(pack: Pack, place: Place, draw: Draw, outer: tuple[str, ...]) -> Iterator[Mistake]:
    if draw.pool is not None and draw.pool not in POOLS:
        yield (*place, "pool"), unknown(draw.pool, POOLS, "pools")
    if draw.brands is not None:
        try:
            brand_list(draw.brands)
        except UsageError as error:
            yield (*place, "brands"), f"got {error}"
    parts = (*outer, *draw.parts)
    for slot in slots(draw.pattern or ""):
        if slot not in parts and not all(step.isidentifier() for step in slot.split(".")):
            hint = nearest(slot, parts)
            yield (*place, "pattern"), f"got the slot {slot!r}; allowed: a path or a part{hint}"
    used = set(slots(draw.pattern or ""))
    for name, part in draw.parts.items():
        if name not in used:
            yield (*place, "parts", name), f"got a part {name!r} that the pattern has no slot for"
        yield from _word_list(pack, (*place, "parts", name), part, parts)


def check_drivers(pack: Pack) -> Iterator[Mistake]:
    """Correlations lie between -1 and 1, and do not explain more than there is."""
    for place, table, _, column in all_columns(pack):
        effects = [((*place, "pick", "driven_by"), column.pick.driven_by)]
        if column.draw is not None:
            effects.append(((*place, "draw", "driven_by"), column.draw.driven_by))
        for at, driven_by in effects:
            yield from _drivers(pack, at, table, driven_by)


def _drivers(pack: Pack, place: Place, table: str, effects: Effects) -> Iterator[Mistake]:
    explained = 0.0
    for path, effect in effects.items():
        at = (*place, ".".join(path))
        if isinstance(effect, dict):
            continue
        if abs(effect) > 1:
            yield at, f"got {effect:g}; allowed: a correlation from -1 to 1"
        explained += effect * effect
        end = follow(pack, table, path).end
        if end is not None and not drives(pack, end):
            got = (
                f"got {'.'.join(path)}, {a_kind(kind_of(pack, end))} that is not drawn as a number"
            )
            allowed = "allowed: a drawn number, or a map of categories such as {premium: 1.2}"
            yield at, f"{got}; {allowed}"
    if explained > _MOST_EXPLAINED + 1e-9 and all(
        abs(e) <= 1 for e in effects.values() if not isinstance(e, dict)
    ):
        yield place, f"got correlations whose squares sum to {explained:.2f}; allowed: at most 1"


def check_labels(pack: Pack) -> Iterator[Mistake]:
    """Wherever a pack names a value of a category, the category has that value."""
    for place, table, _, column in all_columns(pack):
        draw = column.draw
        yield from _effect_labels(pack, (*place, "pick", "driven_by"), table, column.pick.driven_by)
        yield from _when_labels(pack, (*place, "pick", "when"), table, column.pick.when)
        if draw is None:
            continue
        yield from _effect_labels(pack, (*place, "draw", "driven_by"), table, draw.driven_by)
        yield from _when_labels(pack, (*place, "draw", "when"), table, draw.when)
        if draw.share_out is not None:
            at = (*place, "draw", "share_out", "weights")
            yield from _effect_labels(pack, at, table, draw.share_out.weights)
        for path, values in (draw.map or {}).items():
            at = (*place, "draw", "map", ".".join(path))
            known = _labels(pack, table, path)
            yield from _unknown_labels(at, path, known, tuple(values))
            for label in known or ():
                if label not in values:
                    yield at, f"got no value for {show(label)}; give one for each {'.'.join(path)}"
        if draw.gender is not None:
            for label in _labels(pack, table, draw.gender) or ():
                if label not in _GENDERS:
                    yield (*place, "draw", "gender"), unknown(str(label), _GENDERS)


def _effect_labels(pack: Pack, place: Place, table: str, effects: Effects) -> Iterator[Mistake]:
    for path, effect in effects.items():
        if isinstance(effect, dict):
            at = (*place, ".".join(path))
            yield from _unknown_labels(at, path, _labels(pack, table, path), tuple(effect))


def _when_labels(
    pack: Pack, place: Place, table: str, when: dict[Path, str | int | bool | None]
) -> Iterator[Mistake]:
    for path, value in when.items():
        at = (*place, ".".join(path))
        end = follow(pack, table, path).end
        if end is None or value is None:
            continue
        if (kind_of(pack, end) == "boolean") != isinstance(value, bool):
            allowed = "true or false" if not isinstance(value, bool) else "one of its values"
            got = f"{show(value)} for {'.'.join(path)}, {a_kind(kind_of(pack, end))}"
            yield at, f"got {got}; allowed: {allowed}"
        elif not isinstance(value, bool):
            yield from _unknown_labels(at, path, _labels(pack, table, path), (value,))


def _labels(pack: Pack, table: str, path: Path) -> tuple[str | int, ...] | None:
    end = follow(pack, table, path).end
    return labels_of(pack, end) if end is not None else None


def _unknown_labels(
    place: Place, path: Path, known: tuple[str | int, ...] | None, got: tuple[str | int, ...]
) -> Iterator[Mistake]:
    names = [str(label) for label in known or ()]
    for label in got if known is not None else ():
        if str(label) not in names:
            what = f"values of {'.'.join(path)}"
            yield (*place, label), unknown(str(label), names, what)

"""What values are moved by: labels of categories, drivers, cultures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import SETTING
from fictionworld.packs.fields import Effects
from fictionworld.packs.findings import Mistake, Place, show, unknown
from fictionworld.packs.operator import Use
from fictionworld.packs.resolve import a_kind, all_columns, drives, follow, kind_of, labels_of
from fictionworld.packs.terms import Path
from fictionworld.packs.words import CULTURES

if TYPE_CHECKING:
    from fictionworld.packs.specification import Pack

_GENDERS = ("men", "women")


def check_cultures(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each culture that the setting chooses from and that does not exist."""
    column = pack.setting.get("culture")
    if column is not None and column.draw is not None:
        for culture in labels_of(pack, (SETTING, "culture")) or ():
            if culture not in CULTURES:
                place = ("setting", "culture", "draw")
                yield place, unknown(str(culture), CULTURES, "cultures")


def check_drivers(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes of correlations: outside -1 to 1, or with squares that sum to more than 1."""
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
            problem = (
                f"got {'.'.join(path)}, {a_kind(kind_of(pack, end))} that is not drawn as a number"
            )
            allowed = "allowed: a drawn number, or a map of categories such as {premium: 1.2}"
            yield at, f"{problem}; {allowed}"
    if explained > 1 + 1e-9 and all(
        abs(e) <= 1 for e in effects.values() if not isinstance(e, dict)
    ):
        yield place, f"got correlations whose squares sum to {explained:.2f}; allowed: at most 1"


def check_labels(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake wherever a pack names a value that the category does not have."""
    for place, table, _, column in all_columns(pack):
        draw = column.draw
        yield from effect_labels(pack, (*place, "pick", "driven_by"), table, column.pick.driven_by)
        yield from _when_labels(pack, (*place, "pick", "when"), table, column.pick.when)
        if draw is None:
            continue
        yield from effect_labels(pack, (*place, "draw", "driven_by"), table, draw.driven_by)
        yield from _when_labels(pack, (*place, "draw", "when"), table, draw.when)
        if draw.gender is not None:
            for label in known_labels(pack, table, draw.gender) or ():
                if label not in _GENDERS:
                    yield (*place, "draw", "gender"), unknown(str(label), _GENDERS)


def effect_labels(pack: Pack, place: Place, table: str, effects: Effects) -> Iterator[Mistake]:
    """Yield a mistake for each label of an effect that its category does not have."""
    for path, effect in effects.items():
        if isinstance(effect, dict):
            at = (*place, ".".join(path))
            yield from unknown_labels(at, path, known_labels(pack, table, path), tuple(effect))


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
            problem = f"{show(value)} for {'.'.join(path)}, {a_kind(kind_of(pack, end))}"
            yield at, f"got {problem}; allowed: {allowed}"
        elif not isinstance(value, bool):
            yield from unknown_labels(at, path, known_labels(pack, table, path), (value,))


def keyed_by_labels(
    use: Use, path: Path, given: Mapping[str | int, object], what: str
) -> Iterator[Mistake]:
    """Yield a mistake for each key that is no label of the path, and each label without a key."""
    at = (*use.place, ".".join(path))
    labels = known_labels(use.pack, use.table, path)
    yield from unknown_labels(at, path, labels, tuple(given))
    for label in labels or ():
        if label not in given:
            yield at, f"got no {what} for {show(label)}; give one for each {'.'.join(path)}"


def known_labels(pack: Pack, table: str, path: Path) -> tuple[str | int, ...] | None:
    """Return the labels that the column at a path's end can take; None where no draw lists them."""
    end = follow(pack, table, path).end
    return labels_of(pack, end) if end is not None else None


def unknown_labels(
    place: Place, path: Path, known: tuple[str | int, ...] | None, got: tuple[str | int, ...]
) -> Iterator[Mistake]:
    """Yield a mistake for each of `got` that is not `known`; none where nothing is known."""
    names = [str(label) for label in known or ()]
    for label in got if known is not None else ():
        if str(label) not in names:
            what = f"values of {'.'.join(path)}"
            yield (*place, label), unknown(str(label), names, what)

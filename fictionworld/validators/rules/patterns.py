"""Texts and their form: names put together from slots, regular expressions, clean writing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Path, parse_path
from fictionworld.validators.knowable import is_known, route
from fictionworld.validators.relation import quoted
from fictionworld.validators.rule import Check, RowCondition

_SLOT = re.compile(r"\{([a-z][a-z0-9_.]*)\}")
_BLANK = r"[\s\p{Z}]"
_UNCLEAN = rf"^{_BLANK}|{_BLANK}$|{_BLANK}{_BLANK}|\p{{C}}|^$"
_POOLS = {"coined_word": r"\p{L}+"}
"""Pools whose words have a form: one word, letters only."""
_PLAIN = {"text", "name", "category", "url", "integer", "year"}
"""Kinds that a name writes as they are stored."""


def text_rules(pack: CompiledPack, column: CompiledColumn) -> Iterator[Check]:
    """Yield the rules about how a text column is written."""
    if not column.is_text:
        return
    unclean = f"regexp_matches({quoted((column.name,))}, {_text(_UNCLEAN)})"
    yield _never(column, "cleanly written", unclean, "due: no stray or double spaces")
    draw = column.spec.draw
    if draw is None:
        return
    if column.kind == "name" and _begins_with_a_word(pack, column.table, draw):
        first = f"{quoted((column.name,))}[1]"
        # `\p{Ll}` as a regular expression takes a millisecond to compile, in each query anew
        small = f"{first} = lower({first}) AND {first} != upper({first})"
        yield _never(column, "begins with a capital", small, "a name has a capital")
    if draw.kind == "pattern":
        yield _pattern(pack, column, draw)


def _begins_with_a_word(pack: CompiledPack, table: str, draw: Draw) -> bool:
    """Return whether a text begins with an invented word, which has a capital."""
    if draw.kind != "pattern":
        return draw.kind == "pool"
    first = next(part for part in _split(draw.written) if part != "")
    if isinstance(first, str):
        return False
    part = _part(draw, first)
    if part is not None:
        return _begins_with_a_word(pack, table, part)
    end = route(pack, table, first).column
    return end.spec.draw is not None and _begins_with_a_word(pack, end.table, end.spec.draw)


def like(path: Path, regex: str) -> str:
    """Return the SQL of whether the text at the end of `path` is like `regex` from end to end."""
    return f"regexp_full_match({quoted(path)}, {_text(regex)})"


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _never(column: CompiledColumn, says: str, broken: str, due: str) -> Check:
    """Return the rule that a condition on a text never holds."""
    own = (column.name,)
    name = f"{column.table}.{column.name}: {says}"
    return Check(name, column.table, RowCondition(broken), (own,), due)


@dataclass(frozen=True, slots=True)
class _Slots:
    """A pattern cut in three: what stored cells give at both ends, and a form between."""

    before: tuple[str | Path, ...]
    form: str | None
    """A regular expression; None where stored cells give the whole name."""
    after: tuple[str | Path, ...]

    @property
    def paths(self) -> tuple[Path, ...]:
        return tuple(part for part in (*self.before, *self.after) if isinstance(part, tuple))


def _pattern(pack: CompiledPack, column: CompiledColumn, draw: Draw) -> Check:
    slots, own = _cut(pack, column, draw), quoted((column.name,))
    before, after = _joined(slots.before), _joined(slots.after)
    if slots.form is None:
        broken = f"{own} != {before}"
    else:
        length = f"length({own}) - length({before}) - length({after})"
        between = f"substr({own}, length({before}) + 1, {length})"
        formed = (
            f"starts_with({own}, {before}) AND ends_with({own}, {after}) AND {length} >= 0 "
            f"AND regexp_full_match({between}, {_text(slots.form)})"
        )
        # Without its end there would be no name.
        broken = f"NOT ({formed}) OR ({own} || {before} IS NOT NULL AND {after} IS NULL)"
    name, paths = f"{column.table}.{column.name}: formed as {draw.written}", slots.paths
    due = f"it is formed as {draw.written}"
    return Check(name, column.table, RowCondition(broken), ((column.name,), *paths), due)


def _joined(parts: tuple[str | Path, ...]) -> str:
    """Return the SQL of the parts joined to one text; missing where one of them is."""
    texts = (
        f"{quoted(part)}::VARCHAR" if isinstance(part, tuple) else _text(part) for part in parts
    )
    return f"({' || '.join(texts) or _text('')})"


def _cut(pack: CompiledPack, column: CompiledColumn, draw: Draw) -> _Slots:
    parts = [part for part in _split(draw.written) if part != ""]
    stored = [isinstance(part, str) or _is_stored(pack, column, draw, part) for part in parts]
    if all(stored):
        return _Slots(tuple(parts), None, ())
    first = stored.index(False)
    last = len(stored) - stored[::-1].index(False)
    between = "".join(_form(pack, column, draw, part) for part in parts[first:last])
    return _Slots(tuple(parts[:first]), between, tuple(parts[last:]))


def _split(pattern: str) -> Iterator[str | Path]:
    """Yield the pattern's literal texts and its slots, in turn."""
    offset = 0
    for slot in _SLOT.finditer(pattern):
        yield pattern[offset : slot.start()]
        yield parse_path(slot[1])
        offset = slot.end()
    yield pattern[offset:]


def _part(draw: Draw, slot: Path) -> Draw | None:
    """Return the part of a pattern that a slot names; None where the slot is a path."""
    return draw.parts.get(slot[0]) if len(slot) == 1 else None


def _is_stored(pack: CompiledPack, column: CompiledColumn, draw: Draw, path: Path) -> bool:
    if _part(draw, path) is not None:
        return False
    path_known = is_known(pack, column.table, path)
    return path_known and route(pack, column.table, path).column.kind in _PLAIN


def _form(pack: CompiledPack, column: CompiledColumn, draw: Draw, part: str | Path) -> str:
    """Return a regular expression for one part of a pattern."""
    if isinstance(part, str):
        return re.escape(part)
    drawn = _part(draw, part)
    if drawn is not None:
        return _drawn_form(drawn)
    end = route(pack, column.table, part).column
    if end.kind in {"integer", "year"}:
        return r"-?\d+"
    return _drawn_form(end.spec.draw) if end.spec.draw is not None else ".+"


def _drawn_form(draw: Draw) -> str:
    if draw.kind in {"choice", "deal"}:
        return f"(?:{'|'.join(re.escape(str(label)) for label in draw.written)})"
    if draw.kind in {"uniform", "distinct", "ordinal", "poisson"}:
        return r"-?\d+(?:\.\d+)?"
    return _POOLS.get(draw.get("pool") or "", ".+")

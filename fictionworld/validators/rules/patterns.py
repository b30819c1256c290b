"""Texts and their form: names put together from slots, regular expressions, clean writing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Path, parse_path
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.findings import Check, cell_check
from fictionworld.validators.knowable import is_known, route

_SLOT = re.compile(r"\{([a-z][a-z0-9_.]*)\}")
_UNCLEAN = r"^\s|\s$|\s\s|\p{C}|^$"
_POOLS = {"coined_word": r"\p{L}+"}
"""Pools whose words have a form: one word, letters only."""
_PLAIN = {"text", "name", "category", "url", "integer", "year"}
"""Kinds that a name writes as they are stored."""


def text_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Check]:
    """Yield the rules about how a text column is written."""
    if not column.is_text:
        return
    where = f"{column.table}.{column.name}"
    yield _formed(column, f"{where}: cleanly written", _UNCLEAN, "no stray or double spaces")
    draw = column.spec.draw
    if draw is None:
        return
    if column.kind == "name" and _begins_with_a_word(pack, column.table, draw):
        yield _formed(column, f"{where}: begins with a capital", r"^\p{Ll}", "a name has a capital")
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


def matches(texts: pl.Series, regex: str) -> Bools:
    """Return where a text matches `regex` from end to end; true where the text is missing."""
    try:
        matched = texts.str.contains(rf"\A(?:{regex})\z")
    except pl.exceptions.ComputeError:  # what polars' engine lacks: look-around, back-references
        engine = re.compile(regex)
        matched = texts.map_elements(lambda text: engine.fullmatch(text) is not None, pl.Boolean)
    return matched.fill_null(value=True).to_numpy()


def _formed(column: CompiledColumn, rule: str, unlike: str, says: str) -> Check:
    def bad(batch: StoredBatch) -> Bools:
        texts = batch.frames[column.table][column.name]
        return texts.str.contains(unlike).fill_null(value=False).to_numpy()

    return cell_check(column.table, rule, bad, ((column.name,),), says)


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
    slots = _cut(pack, column, draw)
    table = column.table

    def bad(batch: StoredBatch) -> Bools:
        return _misformed(batch, table, batch.frames[table][column.name], slots)

    rule, paths = f"{table}.{column.name}: formed as {draw.written}", ((column.name,), *slots.paths)
    return cell_check(table, rule, bad, paths, f"it is formed as {draw.written}")


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
    if draw.kind == "choice":
        return f"(?:{'|'.join(re.escape(str(label)) for label in draw.written)})"
    if draw.kind in {"uniform", "distinct", "ordinal", "poisson"}:
        return r"-?\d+(?:\.\d+)?"
    return _POOLS.get(draw.get("pool") or "", ".+")


def _misformed(batch: StoredBatch, table: str, names: pl.Series, slots: _Slots) -> Bools:
    before, after = _joined(batch, table, slots.before), _joined(batch, table, slots.after)
    frame = pl.DataFrame({"name": names, "before": before, "after": after})
    name, start, end = pl.col("name"), pl.col("before"), pl.col("after")
    if slots.form is None:
        good = name == start
    else:
        length = name.str.len_chars().cast(pl.Int64)
        ends = start.str.len_chars().cast(pl.Int64) + end.str.len_chars().cast(pl.Int64)
        between = name.str.slice(start.str.len_chars(), pl.max_horizontal(length - ends, 0))
        good = name.str.starts_with(start) & name.str.ends_with(end) & (length >= ends)
        good &= between.str.contains(rf"\A(?:{slots.form})\z")
    return ~frame.select(good.fill_null(value=True)).to_series().to_numpy()


def _joined(batch: StoredBatch, table: str, parts: tuple[str | Path, ...]) -> pl.Series:
    """Return the parts joined to one text for every row; missing where one of them is."""
    rows = len(batch.rows(table))
    columns = [
        batch.series(table, part).cast(pl.String)
        if isinstance(part, tuple)
        else pl.Series([part]).gather(np.zeros(rows, dtype=np.uint32))
        for part in (*parts, "")
    ]
    frame = pl.DataFrame({f"p{k}": column for k, column in enumerate(columns)})
    return frame.select(pl.concat_str(pl.all())).to_series()

"""Names and texts: pools, patterns, brands, palettes; none of them of somebody real."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fictionworld.generators.batch import Cells, codes_of, group_rows
from fictionworld.generators.drawing import ColumnDraw, draws, permutations, weighted_place
from fictionworld.generators.elementary import exp, log
from fictionworld.generators.frames import filled_pattern, texts_of
from fictionworld.generators.operators.categories import draw_choice
from fictionworld.packs.compiled import SETTING
from fictionworld.packs.names import make_names
from fictionworld.packs.terms import parse_path
from fictionworld.packs.words import brand_list
from fictionworld.streams import Bits, Bools, Floats, Ints, Strings, uniform, word
from fictionworld.text.names import confusable_pairs

_TRIES = 24
_DEFAULT_CULTURE = "anglo"


@draws("pattern")
def draw_text(d: ColumnDraw, _: str) -> Cells:
    """Texts for the rows, drawn again while they are real, taken, or easily confused.

    No two names of a world can be confused; other invented texts are only not real.
    """
    words = _compose(d, np.arange(len(d)), "")
    invented = d.draw.kind == "pool" or any(part.kind == "pool" for part in d.draw.parts.values())
    if not (invented or d.draw.parts):
        return _cells(words)  # a pattern of other columns: there is nothing to draw again
    for attempt in range(1, _TRIES):
        again = _to_redraw(d, words, invented=invented)
        if not again.any():
            break
        at = np.flatnonzero(again)
        words[at] = _compose(d, at, f"try{attempt}/")
    return _cells(words)


def _to_redraw(d: ColumnDraw, words: Strings, *, invented: bool) -> Bools:
    again = d.batch.known.contains(words) if invented else np.zeros(len(words), np.bool_)
    world = d.batch.rows[d.table].world[d.at]
    if d.column.role == "name":
        people = d.draw.get("pool") == "person"
        pairs = confusable_pairs(words, world, people=people, embedded=_is_embedded(d))
        again[pairs[:, 1]] = True
    elif _is_embedded(d):
        again[confusable_pairs(words, world, embedded=True)[:, 1]] = True
    elif d.draw.kind == "pool" and not d.draw.per:
        again |= group_rows([world, *codes_of(words)]).place > 0
    return again


def _is_embedded(d: ColumnDraw) -> bool:
    """Return whether names of other rows are made from the names of the draw's column."""
    return (d.column.table, d.column.name) in d.batch.embedded_names


def _compose(d: ColumnDraw, at: Ints, stream: str) -> Strings:
    """Return the texts of the rows `at` of a draw, from a pool or a pattern."""
    d = replace(d, at=d.at[at], stream=d.stream + stream)
    if d.draw.kind == "pool":
        return _from_pool(d, d.bits())
    parts = {
        name: _part(replace(d, draw=part, stream=f"{d.stream}{name}/"))
        for name, part in d.draw.parts.items()
    }
    return filled_pattern(
        d.draw.written, len(at), lambda slot: parts[slot] if slot in parts else _slot(d, slot)
    )


def _part(d: ColumnDraw) -> Strings:
    if d.draw.per:
        group = d.batch.group(d.table, d.draw.per)
        whole = _part(replace(d, draw=d.draw.model_copy(update={"per": ()}), at=group.first))
        return whole[group.of_row[d.at]]
    if d.draw.kind == "pool":
        return _from_pool(d, d.bits())
    if d.draw.kind == "choice":
        cells = draw_choice(d, d.draw.written)
        assert cells.words is not None
        return cells.words[cells.values]
    return _compose(d, np.arange(len(d)), "")


def _from_pool(d: ColumnDraw, bits: Bits) -> Strings:
    gender = None if d.draw.gender is None else _slot(d, d.draw.gender)
    around = None if d.draw.around is None else _slot(d, d.draw.around)
    return make_names(d.draw.written, _culture(d), bits, gender=gender, around=around)


def _culture(d: ColumnDraw) -> Strings:
    if "culture" not in d.batch.pack.tables[SETTING].columns:
        return np.full(len(d), _DEFAULT_CULTURE, object)
    return _slot(d, (SETTING, "culture"))


def _slot(d: ColumnDraw, path: str | tuple[str, ...]) -> Strings:
    return texts_of(*d.follow(parse_path(path)))


def _cells(words: Strings) -> Cells:
    return Cells(np.arange(len(words)), None, words)


@draws("brands")
def _brands(d: ColumnDraw, spec: str) -> Cells:
    """Real brands, no two alike in a world; invented companies where real ones are not wanted."""
    if not d.batch.real_brands:
        invented = d.draw.model_copy(update={"brands": None, "pool": "brand"})
        return draw_text(replace(d, draw=invented), "brand")
    brands = np.array(brand_list(spec), object)
    group = group_rows([d.batch.rows[d.table].world[d.at]])
    order = permutations(d.bits()[group.first], np.full(len(group.first), len(brands)), len(brands))
    return Cells(order[group.of_row, group.place % len(brands)], None, brands)


@draws("pool")
def _pool(d: ColumnDraw, spec: str) -> Cells:
    return draw_text(d, spec) if d.draw.palette is None else _palette(d)


def _palette(d: ColumnDraw) -> Cells:
    """Return texts chosen from a few, drawn anew for each world or for each group of `palette.per`.

    With `within`, rows of one such group share a text only where the palette has too few texts.
    """
    palette = d.draw.palette
    assert palette is not None
    owner = d.batch.group(d.table, palette.per)
    least, most = int(palette.size.low), int(palette.size.high)
    bits = d.batch.bits(d.column, f"{d.stream}size", owner.first)
    sizes = least + (bits >> np.uint64(33)).astype(np.int64) % (most - least + 1)
    words = _palette_words(d, owner.first, most)
    if d.draw.within:
        group = d.batch.group(d.table, d.draw.within)
        order = permutations(d.bits()[group.first], sizes[owner.of_row[group.first]], most)
        slot = order[group.of_row, group.place % sizes[owner.of_row]]
    else:
        slot = _skewed(uniform(d.bits()), sizes[owner.of_row], palette.skew)
    return Cells(owner.of_row * most + slot, None, words)


def _palette_words(d: ColumnDraw, first: Ints, most: int) -> Strings:
    """Return `most` texts for each owner, row by row: no two of a world alike, none real."""
    at = np.repeat(first, most)
    slots = np.tile(np.arange(most, dtype=np.uint64), len(first))
    world = d.batch.rows[d.table].world[at]
    shades = replace(d, at=at, draw=d.draw.model_copy(update={"palette": None, "within": ()}))
    bits = word(shades.bits("shade") ^ slots, 1)
    words = _from_pool(shades, bits)
    for attempt in range(1, _TRIES):
        again = d.batch.known.contains(words)
        again[confusable_pairs(words, world, embedded=_is_embedded(d))[:, 1]] = True
        if not again.any():
            break
        redo = np.flatnonzero(again)
        words[redo] = _from_pool(replace(shades, at=at[redo]), word(bits[redo], attempt + 1))
    return words


def _skewed(rank: Floats, sizes: Ints, skew: float) -> Ints:
    indices = np.zeros(len(rank), np.int64)
    for size in np.unique(sizes):
        weights = exp(-skew * log(np.arange(1.0, size + 1)))
        rows = sizes == size
        indices[rows] = weighted_place(weights.tolist(), rank[rows])
    return indices

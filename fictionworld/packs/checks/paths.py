"""Paths that lead somewhere, to the right kind of value; texts that do not grow without end."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.errors import PackError
from fictionworld.packs.compiled import NUMBERS, ROWS, TEXTS, TIMES
from fictionworld.packs.dependencies import Dependencies
from fictionworld.packs.fields import Kind
from fictionworld.packs.findings import Mistake
from fictionworld.packs.operator import LONGEST_NAME, Want, longest_text
from fictionworld.packs.reads import Read
from fictionworld.packs.resolve import a_kind, column_at, follow, kind_of, place_of
from fictionworld.packs.specification import Pack
from fictionworld.packs.terms import Node, Path

_ALL_BUT_REFERENCES: frozenset[Kind] = NUMBERS | TEXTS | {"date", "boolean"}
_SUITS: dict[Want, tuple[frozenset[Kind], str]] = {
    "number": (NUMBERS, "a number"),
    "day": (TIMES, "a date or a year"),
    "ordered": (NUMBERS | {"date"}, "a number or a date"),
    "reference": (frozenset({"reference"}), "a reference"),
    "text": (TEXTS, "a text"),
    "label": (TEXTS | {"boolean", "integer", "year"}, "a category, a text or a whole number"),
    "value": (_ALL_BUT_REFERENCES, "a value, such as the name of what it refers to"),
    "date": (frozenset({"date"}), "a date"),
}
_LARGEST_OFFSET = 100_000
_LONGEST_TEXT = 20_000
_LONGEST_NUMBER = 40


def check_paths(graph: Dependencies) -> Iterator[Mistake]:
    """Yield a mistake for each path that leads to no column, or to an unsuitable kind of value."""
    pack = graph.pack
    for read in graph.reads:
        way = follow(pack, read.table, read.path)
        if way.problem:
            yield read.place, way.problem
        if way.end is None:
            continue
        kind = kind_of(pack, way.end)
        if kind is None:
            continue
        suits, words = _SUITS.get(read.want, (None, ""))
        path = ".".join(read.path)
        if suits is not None and kind not in suits:
            yield read.place, f"got {path}, which is {a_kind(kind)}; allowed: {words}"
        else:
            yield from _offset(read, path, kind)


def _offset(read: Read, path: str, kind: Kind) -> Iterator[Mistake]:
    """Yield a mistake if an offset is too large, has a unit at a number, or has none at a day."""
    term = read.term
    if term is None or not term.offset:
        return
    if abs(term.offset) > _LARGEST_OFFSET:
        yield read.place, f"got {term}; allowed: an offset of at most {_LARGEST_OFFSET:,}"
    as_day = kind == "date" or read.want == "day"
    if term.unit and not as_day:
        problem = f"got {term}, but {path} is {a_kind(kind)}"
        yield read.place, f"{problem}; give the offset without {term.unit!r}"
    elif not term.unit and as_day:
        sign, size = "-" if term.offset < 0 else "+", abs(term.offset)
        problem = f"got {term}, but {path} stands for a day"
        say = f"say of what: {path} {sign} {size}d, {size}w, {size}m or {size}y"
        yield read.place, f"{problem}; {say}"


def check_text_growth(graph: Dependencies) -> Iterator[Mistake]:
    """Yield a mistake for each column whose texts, joined of texts of texts, grow too long."""
    try:
        pack, order = graph.pack, graph.order
    except PackError:
        return  # a circle, which is a finding of its own
    longest: dict[Node, int] = {}
    for node in order:
        if node[1] == ROWS:
            continue
        length = _longest(pack, node, longest)
        if length > _LONGEST_TEXT:
            problem = f"got texts joined to as many as {length:,} characters"
            yield place_of(node), f"{problem}; allowed: {_LONGEST_TEXT:,}. Join fewer texts"
            length = _LONGEST_TEXT
        longest[node] = length if kind_of(pack, node) in TEXTS else _LONGEST_NUMBER


def _longest(pack: Pack, node: Node, longest: dict[Node, int]) -> int:
    """Return a bound on the characters of a column's texts."""
    column = column_at(pack, node)

    def of(path: Path) -> int:
        end = follow(pack, node[0], path).end
        return longest.get(end, LONGEST_NAME) if end is not None else LONGEST_NAME

    if column.source is None:
        return _LONGEST_NUMBER
    otherwise = LONGEST_NAME if column.draw is not None else _LONGEST_NUMBER
    return longest_text(column.source, of, otherwise)

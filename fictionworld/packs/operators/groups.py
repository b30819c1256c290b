"""What a row is among the rows of its group: numbers drawn apart, shares, ranks, growth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from fictionworld.packs.compiled import NUMBERS, SETTING
from fictionworld.packs.fields import Spec
from fictionworld.packs.findings import Mistake
from fictionworld.packs.operator import (
    Operator,
    Use,
    ValueSource,
    Want,
    of_paths,
    of_term,
    register,
)
from fictionworld.packs.resolve import given_columns
from fictionworld.packs.terms import Path, Span, Term, parse_term


class Ordinal(Spec):
    """Running numbers within a group: the generation number of a phone in its series."""

    within: tuple[Path, ...]
    order: Path
    start: Term


class Share(Spec):
    """A row's percentage of its group's total; missing where that is not above zero."""

    of: Path
    within: tuple[Path, ...]


class Rank(Spec):
    """A row's place in its group: 1 is best, equal values share a place (1, 2, 2, 4)."""

    of: Path
    within: tuple[Path, ...] = ()
    order: Literal["descending", "ascending"] = "descending"


class Growth(Spec):
    """Percent change on the year before, of that year's size: from -100 to -50 it is 50.

    Missing where that year has no row, no value or a zero.
    """

    of: Path
    over: Path
    within: tuple[Path, ...]


def _ordinal_sources(use: Use) -> Iterator[ValueSource]:
    spec: Ordinal = use.spec
    yield from of_term(("start",), spec.start, "number")
    yield from of_paths(("within",), spec.within)
    yield ValueSource(("order",), spec.order, "ordered")


def _enough(use: Use) -> Iterator[Mistake]:
    """Yield a mistake if a span has fewer numbers than a parent, or the table, may have rows."""
    draw = use.column.draw
    if use.table == SETTING or draw is None or use.source is not draw:
        return  # below `given`, only some of the rows draw
    table, within = use.pack.tables[use.table], draw.within
    rows, given = table.rows, given_columns(table)
    numbers = int(use.spec.high) - int(use.spec.low) + 1
    by_parent = len(within) == 1 and given.get(within[0][0]) == "reference"
    most = None
    if rows.per is not None and by_parent and len(within[0]) == 1:
        most = (
            max(rows.count, default=0)
            if isinstance(rows.count, dict)
            else rows.count and rows.count.high
        )
    elif not within and rows.span is not None:
        most = rows.span.high
    if most is not None and most > numbers:
        yield use.place, f"got {numbers} numbers for up to {most} rows; widen the span"


def _of_group(want: Want) -> Callable[[Use], Iterator[ValueSource]]:
    def sources(use: Use) -> Iterator[ValueSource]:
        yield ValueSource(("of",), use.spec.of, want)
        yield from of_paths(("within",), use.spec.within)
        if isinstance(use.spec, Growth):
            yield ValueSource(("over",), use.spec.over, "number")

    return sources


def _words(kind: str) -> Callable[[Any], str]:
    def words(spec: Share | Rank | Growth) -> str:
        within = ", ".join(".".join(path) for path in spec.within) or "the world"
        return f"the {kind} of {'.'.join(spec.of)} within {within}"

    return words


register(
    Operator(
        key="distinct", family="draw", shape=Span,
        doc="Whole numbers, no two equal among the rows that share `within`.",
        gives="integer", suits=NUMBERS - {"percent"}, options=frozenset({"within"}), drives=True,
        many_rows=True, check=_enough,
        ends=lambda span: (parse_term(span.low), parse_term(span.high)),
    ),
    Operator(
        key="ordinal", family="draw", shape=Ordinal,
        gives="integer", suits=NUMBERS - {"percent"}, many_rows=True, sources=_ordinal_sources,
        follows=True,
    ),
    Operator(
        key="share", family="derive", shape=Share,
        gives="percent", suits=frozenset({"percent", "decimal"}), many_rows=True, gaps="passed",
        sources=_of_group("number"), words=_words("share"),
    ),
    Operator(
        key="rank", family="derive", shape=Rank,
        gives="integer", suits=frozenset({"integer"}), many_rows=True, gaps="passed",
        sources=_of_group("ordered"), words=_words("rank"),
    ),
    Operator(
        key="growth", family="derive", shape=Growth,
        gives="percent", suits=frozenset({"percent", "decimal"}), many_rows=True, gaps="own",
        sources=_of_group("number"), words=_words("growth"),
    ),
)  # fmt: skip

"""What lacks, looked at as an agent looks for it: by the rows and the columns it stands in."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from fictionworld.episodes.agents.known import NamedRow
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.text.names import fold
from fictionworld.worlds.world_rows import Cell

_SPAN = re.compile(r", (?P<start>[^,:|(]+?) to (?P<stop>[^,:|(]+?)(?=,|:| - | \u2013 | \| | \(|$)")
_CUT = "..."
_CUT_SHORT = re.compile(r", (?P<start>[^\W\d_a-z][^,:|(]*?) (?:to )?\.\.\.$")
"""A title that was cut before it said where its span ends."""


class NameSpan(NamedTuple):
    """Names from one to another, A to Z."""

    start: str
    stop: str
    """Folded; of a title that was cut here, empty: anything may follow."""
    said: str
    """As the title has it."""

    def holds(self, name: str) -> bool:
        """Return whether a folded name lies in the span; names that begin as an end does are in."""
        stop = self.stop
        return self.start <= name and (not stop or name[: len(stop)] <= stop)


def span_in(title: str) -> NameSpan | None:
    """Return the span of names that a title states behind a comma; None where it states none."""
    for match in _SPAN.finditer(title):
        start, stop = match["start"].strip(), match["stop"].strip()
        cut = stop.endswith(_CUT)
        if cut or fold(start) <= fold(stop):
            return NameSpan(fold(start), "" if cut else fold(stop), match[0].strip(" ,"))
    if cut_short := _CUT_SHORT.search(title):
        return NameSpan(fold(cut_short["start"]), "", cut_short[0].strip(" ,"))
    return None


_MOST_WEIGHT = 20
"""A cell for which many rows wait counts as so many at most."""
_FEW = 8
_IN_A_PART = 0.5
"""How much of it a part of a table states that is all about one row."""
_IN_KEY, _ASIDE = 0.5, 0.15
"""How likely a page about one row mentions rows that have it in their key; that refer to it."""


@dataclass(frozen=True)
class Wanted:
    """The cells that lack, by what a title or a snippet may say of them."""

    by_key: Counter[frozenset[NamedRow]]
    """By the rows that must be named to name theirs: a match by its two clubs."""
    by_row: dict[NamedRow, float]
    """By each row that theirs refers to, how many a page about it may state."""
    by_column: Counter[tuple[str, str]]
    names: dict[tuple[str, str], list[tuple[frozenset[str], int]]]
    """By column the names, folded, by which each row is known, and the worth of its cell."""
    by_target: dict[str, float]
    """Of references into a table, how many a page about one of its rows may state: a series lists
    its phones."""
    tables: frozenset[str]
    """Whose rows may be mentioned on a page that states some of it."""
    to_list: frozenset[str]
    """Tables whose list has not been read to its end."""

    @classmethod
    def of(cls, cells: Counter[Cell], reasoner: Reasoner, to_list: Iterable[str]) -> Wanted:
        """Group the lacking cells, each counted by the rows that wait for it."""
        by_key: Counter[frozenset[NamedRow]] = Counter()
        by_row: defaultdict[NamedRow, float] = defaultdict(float)
        names: defaultdict[tuple[str, str], list[tuple[frozenset[str], int]]] = defaultdict(list)
        names_by_row: dict[NamedRow, frozenset[str]] = {}
        by_column: Counter[tuple[str, str]] = Counter()
        for (table, row, column), weight in cells.items():
            worth = min(weight, _MOST_WEIGHT)
            key = reasoner.key_rows(table, row)
            by_key[frozenset(key)] += worth
            for owner in reasoner.owners(table, row):
                if key != (owner,):
                    by_row[owner] += worth * (_IN_KEY if owner in key else _ASIDE)
            by_column[table, column] += worth
            if (table, row) not in names_by_row:
                names_of_row = reasoner.known.row_called(table, row)
                names_by_row[table, row] = frozenset(map(fold, names_of_row))
            names[table, column].append((names_by_row[table, row], worth))
        by_target: Counter[str] = Counter()
        tables = set(to_list)
        for (table, column), cells_of in names.items():
            tables.update((table, *reasoner.subject_tables(table)))
            target = reasoner.target(table, column)
            if target is not None:
                by_target[target] += len(cells_of)
                tables.add(target)
        shares = {
            target: _IN_KEY * count / max(_FEW, len(reasoner.known.rows[target]))
            for target, count in by_target.items()
        }
        return cls(by_key, by_row, by_column, names, shares, frozenset(tables), frozenset(to_list))

    def within(self, column: tuple[str, str], span: NameSpan) -> int:
        """Return how many lacking cells of a column belong to rows with a name in the span."""
        return sum(worth for names, worth in self.names[column] if any(map(span.holds, names)))

    def of_rows(self, rows: Collection[NamedRow], span: NameSpan | None = None) -> float:
        """Return how many of the cells a text that names these rows may state.

        A text that names one row may state what refers to it. One that names several is about
        what they have in common: a page about a match of two clubs states nothing of their other
        matches. With a span, the text is one part of what it states of the row.
        """
        row_set = frozenset(rows)
        if len(row_set) == 1:
            (row,) = row_set
            aside = self.by_row.get(row, 0.0)
            if span is not None:
                return _IN_A_PART * aside
            return self.by_key[row_set] + aside + self.by_target.get(row[0], 0.0)
        if len(self.by_key) < 2 ** len(row_set):
            return float(sum(count for key, count in self.by_key.items() if key <= row_set))
        alone = sum(self.by_key[frozenset([row])] for row in row_set)
        return float(alone + (self.by_key[row_set] if len(row_set) > 1 else 0))

"""How often each term stands on each page of a world, by which values a search may go by.

A page is a skeleton and fillers. Which fillers are closed is the policy's to say, so terms are
counted for all policies at once: first those of the skeleton with a blank for each filler, then
what it adds that a column is open. Where text of two columns stands in one word, `5.7`, it is what
their being open together adds. The sum over all that is open is what the text says as a search may
read it, to the last term: `under` gives the index that the texts themselves would give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np

from fictionworld.simulator.search_index import (
    SearchIndex,
    TermOccurrences,
    in_order,
    occurrences_in,
    summed,
)
from fictionworld.simulator.terms import parted
from fictionworld.streams import AnyInts
from fictionworld.web.page import Page

Condition: TypeAlias = tuple[int, ...]
"""Codes of columns in order, all of which are open; none for the skeleton."""

_Run: TypeAlias = list[tuple[bytes, int | None]]
"""Fillers that no blank parts, with what stands around them up to a blank: bytes as `parted` gives
them, of fillers with the code of their column."""

_BLANK: Final = b" "


@dataclass(frozen=True)
class TermCounts:
    """Terms on the pages of one world."""

    terms: tuple[str, ...]
    """In alphabetical order, so that none of them tells what another page says."""
    conditions: tuple[Condition, ...]
    """The first is that of the skeleton."""
    counts: TermOccurrences
    """In the order of rows, then of places. A place is that of a page and a condition: the page's
    number less one, times how many conditions there are, plus the condition's. Where a condition
    takes a term away it counts below 0."""
    lengths: AnyInts
    """For each page and condition, in the order of places, how many pieces of text it adds."""

    @classmethod
    def of(cls, pages: Sequence[Page], codes: Mapping[tuple[str, str], int]) -> TermCounts:
        """Return the counts of all terms on all pages of a world.

        Args:
            pages: In the order of their numbers, which begin at 1.
            codes: The code of each column, by table and name.
        """
        conditions: dict[Condition, int] = {(): 0}
        where: list[tuple[int, int, int]] = []
        texts: list[bytes] = []

        def add(page: int, condition: Condition, sign: int, parts: list[bytes]) -> None:
            number = conditions.setdefault(condition, len(conditions))
            where.append((page, number, sign))
            texts.append(_BLANK.join(parts))

        for page_index, page in enumerate(pages):
            skeleton, runs = _taken_apart(page, codes)
            add(page_index, (), 1, skeleton)
            changes: dict[tuple[Condition, int], list[bytes]] = {}
            for run in runs:
                for condition, sign, text in _changes(run):
                    if text.strip():
                        changes.setdefault((condition, sign), []).append(text)
            for (condition, sign), parts in changes.items():
                add(page_index, condition, sign, parts)
        where += [(page_index, 0, 1) for page_index in range(len(pages))]  # of the titles
        rows, occurrences, sizes = occurrences_in(texts, [page.head.title for page in pages])
        page_at, condition_at, sign_of = np.array(where, np.int64).reshape(-1, 3).T
        place = page_at * len(conditions) + condition_at
        lengths = np.zeros(len(pages) * len(conditions), np.int32)
        np.add.at(lengths, place[: len(texts)], sign_of[: len(texts)] * sizes)
        terms = sorted(rows)
        row_of = np.zeros(len(rows), np.int32)
        row_of[[rows[term] for term in terms]] = np.arange(len(rows))
        counts = TermOccurrences(
            row_of[occurrences.row],
            place[occurrences.place],
            occurrences.times * sign_of[occurrences.place],
        )
        return cls(tuple(terms), tuple(conditions), summed(in_order(counts)), lengths)

    def under(self, is_open: Callable[[int, int], bool]) -> SearchIndex:
        """Return the index over all pages where some columns are open, of their terms alone.

        Args:
            is_open: Whether a search may go by the values of a column on a page: the page's number
                and the column's code. It is asked once for each pair that occurs.
        """
        condition_count = len(self.conditions)
        is_counted = self.lengths != 0
        is_counted[self.counts.place] = True
        open_pairs: dict[tuple[int, int], bool] = {}
        for place in np.flatnonzero(is_counted).tolist():
            number = place // condition_count + 1
            for code in self.conditions[place % condition_count]:
                page_and_code = number, code
                if page_and_code not in open_pairs:
                    open_pairs[page_and_code] = is_open(number, code)
                if not open_pairs[page_and_code]:
                    is_counted[place] = False
        row, places, times = self.counts
        lines = np.flatnonzero(is_counted[places])
        counts = summed(TermOccurrences(row[lines], places[lines] // condition_count, times[lines]))
        # terms that only closed values have are left out: that a world has them tells of its values
        has_term = np.zeros(len(self.terms), np.bool_)
        has_term[counts.row] = True
        rows = {
            self.terms[old_row]: new_row
            for new_row, old_row in enumerate(np.flatnonzero(has_term).tolist())
        }
        counts = counts._replace(row=(np.cumsum(has_term) - 1)[counts.row])
        lengths = (
            np.where(is_counted, self.lengths, 0)
            .reshape(-1, condition_count)
            .sum(axis=1, dtype=np.int64)
        )
        return SearchIndex.weighed(np.arange(1, len(lengths) + 1), rows, counts, lengths)


def _taken_apart(
    page: Page, codes: Mapping[tuple[str, str], int]
) -> tuple[list[bytes], list[_Run]]:
    """Return the skeleton of a page, and the runs of text that its fillers stand in."""
    body, position = page.body, 0
    skeleton: list[bytes] = []
    runs: list[_Run] = []
    run: _Run = []
    for mark in page.marks:
        if mark.start < position:  # facts that share a filler, which goes by the first one's column
            continue
        before = parted(body[position : mark.start])
        skeleton.append(before)
        blank = before.find(_BLANK)
        if run and blank < 0:
            run.append((before, None))
        else:
            if run:
                run.append((before[:blank], None))
            run = [(before[before.rfind(_BLANK) + 1 :], None)]
            runs.append(run)
        filler = parted(body[mark.start : mark.end])
        run.append((filler, codes[mark.fact.table, mark.fact.column]))
        position = mark.end
    rest = parted(body[position:])
    skeleton.append(rest)
    if run:
        run.append((rest.partition(_BLANK)[0], None))
    return skeleton, runs


def _changes(run: _Run) -> Iterator[tuple[Condition, int, bytes]]:
    """Yield the texts that open columns add to a run (1) or take away (-1), by condition."""
    if len(run) == 3:  # one filler alone, as almost always
        (before, _), (filler, code), (after, _) = run
        assert code is not None
        yield (code,), 1, before + filler + after
        if before or after:
            yield (code,), -1, before + _BLANK + after
        return
    columns = sorted({code for _, code in run if code is not None})
    for size in range(1, len(columns) + 1):
        for condition in combinations(columns, size):
            # what they add together beyond what fewer of them add: inclusion and exclusion
            for fewer in range(size + 1):
                for shown_columns in combinations(condition, size - fewer):
                    parts = [
                        text if code is None or code in shown_columns else _BLANK
                        for text, code in run
                    ]
                    yield condition, (-1) ** fewer, b"".join(parts)

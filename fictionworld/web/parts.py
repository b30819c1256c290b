"""Rows assigned to the parts of a table, so that no part gives a large share of one question.

Questions ask for natural groups: the phones of a brand, the players of a club. Such rows stand side
by side, so neighbours are dealt to different parts, and each group is spread over all of them.
Where names say nothing of groups, as those of people, an alphabetical order spreads them as well,
and tells readers which part has which row: then rows are dealt in that order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from fictionworld.streams import Floats, Ints


def values_at(values: Ints, at: Ints, missing: int = -1) -> Ints:
    """Return the value at each index; `missing` where the index is below 0."""
    if not len(values):
        return np.full(len(at), missing)
    return np.where(at >= 0, values[at], missing)


@dataclass(frozen=True)
class LineGroups:
    """Lines that belong together: never of two worlds, in the order of worlds and values."""

    line: Ints
    """The lines, group by group, in each in the order in which they lie."""
    start: Ints
    """Where each group begins in `line`; one more than groups."""

    @cached_property
    def sizes(self) -> Ints:
        return np.diff(self.start)

    @cached_property
    def first(self) -> Ints:
        """Return the first line of each group: its identity, the same in every batch."""
        return self.line[self.start[:-1]]

    @cached_property
    def of_line(self) -> Ints:
        """Return, for each item of `line`, the number of its group."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @cached_property
    def place(self) -> Ints:
        """Return, for each item of `line`, its place in its group, from 0."""
        return np.arange(len(self.line)) - self.start[:-1][self.of_line]

    def sorted_by(self, rank: Ints) -> LineGroups:
        """Return the same groups, the lines of each in the order of their `rank`."""
        return LineGroups(self.line[np.lexsort((rank[self.line], self.of_line))], self.start)

    def times(self, count: int) -> LineGroups:
        """Return the same groups so many times, one after another."""
        if count == 1:
            return self
        starts = self.start[:-1] + (np.arange(count) * len(self.line))[:, None]
        start = np.append(starts.ravel(), count * len(self.line))
        return LineGroups(np.tile(self.line, count), start)


def group_lines(world: Ints, number: Ints, lines: Ints) -> LineGroups:
    """Group the `lines` that share world and number; leave out lines with a number below 0."""
    lines = lines[number[lines] >= 0]
    order = lines[np.lexsort((lines, number[lines], world[lines]))]
    changed = np.ones(len(order), np.bool_)
    changed[1:] = (np.diff(world[order]) != 0) | (np.diff(number[order]) != 0)
    return LineGroups(
        order, np.concatenate([np.flatnonzero(changed), [len(order)]]).astype(np.int64)
    )


@dataclass(frozen=True)
class Dealt:
    """The pages that groups were dealt to."""

    group: Ints
    """For each page its group."""
    part: Ints
    """For each page its part of the group, from 0."""
    parts: Ints
    """For each page, in how many parts its group is."""
    page: Ints
    """For each item of `LineGroups.line` its page, in the order of the pages above."""


def deal(groups: LineGroups, parts: Ints, u: Floats, turn: Floats) -> Dealt:
    """Deal the lines of each group to its parts at random, as evenly as can be.

    Args:
        groups: The lines.
        parts: For each group, its number of parts; 0 leaves the group out (its lines have page -1).
        u: For each item of `groups.line`, a uniform random number.
        turn: For each group, a uniform random number: where the dealing begins.
    """
    of_line = groups.of_line
    count = np.maximum(parts, 1)[of_line]
    # in every run of as many neighbours as there are parts, each part gets one, at random
    runs = -(-groups.sizes // np.maximum(parts, 1))
    run = (np.cumsum(runs) - runs)[of_line] + groups.place // count
    order = np.lexsort((u, run))
    slot = np.empty(len(order), np.int64)
    slot[order] = groups.place  # runs stay where they were, and groups with them
    return _dealt(groups, parts, (slot + np.floor(turn * parts).astype(np.int64)[of_line]) % count)


def deal_in_order(groups: LineGroups, parts: Ints) -> Dealt:
    """Deal the lines of each group to its parts in order, as evenly as can be.

    Args:
        groups: The lines, each group in the order that its parts are to follow.
        parts: As of `deal`.
    """
    of_line = groups.of_line
    return _dealt(groups, parts, groups.place * parts[of_line] // groups.sizes[of_line])


def _dealt(groups: LineGroups, parts: Ints, part: Ints) -> Dealt:
    """Return the pages, given the part of each line."""
    of_line = groups.of_line
    before = np.concatenate([[0], np.cumsum(parts)])
    group = np.repeat(np.arange(len(parts)), parts)
    page = np.where(parts[of_line] > 0, before[of_line] + part, -1)
    return Dealt(group, np.arange(len(group)) - before[group], parts[group], page)

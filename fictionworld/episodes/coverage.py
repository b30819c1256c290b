"""What a task's answer rests on, how much of it an agent was shown, and after which call.

A fact is shown where its value stands as it is (`current`) in the part of a page that came back, or
in a search result; the marks of pages and snippets say so. A text that a model wrote for a result
has no marks, and counts for nothing. What the name of a row states is shown with the row. A list,
a directory or a series of tables, is read once each of its parts was read to the end: until then
there may be more rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from fictionworld.episodes.call import Call
from fictionworld.episodes.calls import EpisodeCalls
from fictionworld.episodes.read_lists import ReadLists
from fictionworld.episodes.reward import Outcome
from fictionworld.episodes.source import Source
from fictionworld.episodes.trace import CellSeen, EvidenceSeen
from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.tasks.determination import Determined, determine
from fictionworld.tasks.evidence import Evidence, evidence_of
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.inference import closed_by, columns_in_names
from fictionworld.tasks.record import Task
from fictionworld.tasks.specification import Specification
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.world_rows import Cell


class ShownFacts:
    """What the calls of an episode showed, in their order."""

    def __init__(self, handle: WorldHandle, calls: Sequence[Call]) -> None:
        self._handle = handle
        self._lists = ReadLists(handle, calls)
        self.calls = calls
        self._cells = [_stated_cells(handle, call) for call in calls]
        self.first: dict[Cell, int] = {}
        """For each cell that was shown as it is the call, from 1, that was the first to show it."""
        for number in range(len(calls), 0, -1):
            self.first.update(dict.fromkeys(self._cells[number - 1], number))

    @property
    def by_call(self) -> list[list[FactId]]:
        """Return for each call the facts that its reply states as they are, each once."""
        world_id = self._handle.world.world_id
        return [[FactId(world_id, *cell) for cell in dict.fromkeys(cells)] for cells in self._cells]

    @property
    def new_by_call(self) -> tuple[tuple[str, ...], ...]:
        """Return for each call the ids of the facts that it was the first to state as they are."""
        return tuple(
            tuple(str(fact) for fact in facts if self.first[fact[1:]] == number)
            for number, facts in enumerate(self.by_call, 1)
        )

    @property
    def untrue_by_call(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Return for each call the facts that its page states wrongly: ids, `stale` or `false`."""
        page = self._handle.web.page
        untrue = (
            page(call.pages[0]).untrue_between(*call.span) if call.span else []
            for call in self.calls
        )
        return tuple(tuple((str(fact), truth) for fact, truth in facts) for facts in untrue)

    def needed(self, specification: Specification) -> Evidence:
        """Return the evidence of a task's answer; what is known rules rows out where it can."""
        world = self._handle
        known, _ = self.known_for(specification, len(self.calls))
        return evidence_of(specification, world.rows, world.world.world_id, known)

    def determined(self, specification: Specification, calls: int) -> Determined:
        """Return what of the right answer follows from what the first `calls` calls showed."""
        known, tables = self.known_for(specification, calls)
        return determine(specification, self._handle.rows, known.keys(), tables)

    def known_for(
        self, specification: Specification, calls: int
    ) -> tuple[dict[Cell, int], frozenset[str]]:
        """Return what a reader knows that bears on a task after the first `calls` calls.

        It is the facts, each with the call after which it was known, and the tables of which every
        row that may count was listed.
        """
        known = {
            cell: call
            # a row is named no later than a fact of it
            for facts in (self._in_question(specification), self._follows, self._in_names)
            for cell, call in facts.items()
            if call <= calls
        }
        lists, ended = self._lists.after(calls)
        cells, tables = closed_by(specification, self._handle.rows, known.keys(), lists)
        return dict.fromkeys(cells, ended) | known, lists.tables | tables

    @cached_property
    def _targets(self) -> dict[tuple[str, str], dict[int, tuple[str, int]]]:
        return {}

    @cached_property
    def _follows(self) -> dict[Cell, int]:
        """Return `first`, with what follows from one fact: a figure rounded as a column has it."""
        follows = dict(self.first)
        for compiled in self._handle.pack.world_tables:
            for column, source in compiled.restates.items():
                for (table, row, name), call in self.first.items():
                    if (table, name) == (compiled.name, source):
                        cell = table, row, column
                        follows[cell] = min(follows.get(cell, call), call)
        return follows

    @cached_property
    def _in_names(self) -> dict[Cell, int]:
        """Return the facts that names of rows state, with the call that first named the row."""
        pack, entries = self._handle.pack, self._handle.web.plan.entries
        stated = {table.name: columns_in_names(pack, table.name) for table in pack.world_tables}
        rows = [((table, row), call) for (table, row, _), call in self.first.items()]
        rows += [
            ((table, row), call)
            for number, call in self._lists.pages.items()
            for table, row in entries(number)
        ]
        rows += [(target, call) for named, call in rows for target in self._in_key(named)]
        # a reference is stated by the name of the row that it leads to
        for (table, row, column), call in self.first.items():
            referred = pack.tables[table].columns[column].target
            if referred is not None and stated[referred]:
                referred_row = self._references(table, column).get(row)
                rows += [] if referred_row is None else [(referred_row, call)]
        cells: dict[Cell, int] = {}
        for (table, row), call in rows:
            for column in stated[table]:
                cell = table, row, column
                cells[cell] = min(cells.get(cell, call), call)
        return cells

    def _in_key(self, named: tuple[str, int]) -> list[tuple[str, int]]:
        """Return the rows that the key of a row without a name refers to: named with it."""
        table, row = self._handle.pack.tables[named[0]], named[1]
        if table.name_column is not None:
            return []
        references = [key for key in table.key if table.columns[key].target is not None]
        targets = (self._references(table.name, key).get(row) for key in references)
        return [target for target in targets if target is not None]

    def _references(self, table: str, column: str) -> dict[int, tuple[str, int]]:
        """Return the row, by table and id, that each row's reference leads to; cached."""
        if (table, column) not in self._targets:
            rows, target = self._handle.rows, self._handle.pack.tables[table].columns[column].target
            assert target is not None, f"{table}.{column} is no reference"
            pairs = zip(rows.ids(table), rows.cells(table, (column,)), strict=True)
            self._targets[table, column] = {
                row: (target, value) for row, value in pairs if isinstance(value, int)
            }
        return self._targets[table, column]

    def _in_question(self, specification: Specification) -> dict[Cell, int]:
        """Return the facts stated by the names that the question gives, known before any call."""
        pack, table = self._handle.pack, specification.table
        name = pack.tables[table].name_column
        if name is None:
            return {}
        tests = (*specification.where, *specification.either)
        given = {value for test in tests if test.path == (name.name,) for value in test.values}
        return {
            (table, row, column): 0
            for (named, row), text in self._handle.rows.names.items()
            if named == table and text in given
            for column in columns_in_names(pack, table)
        }


class StatedEvidence:
    """The evidence of a task as calls state it, one after another: cheap enough for every call.

    It is the evidence of a reader who read nothing before (`evidence_of` without `seen`). What
    follows from several replies, as names and lists that were read to their end do, is not in it.
    """

    def __init__(self, handle: WorldHandle, specification: Specification) -> None:
        self._handle = handle
        cells = evidence_of(specification, handle.rows, handle.world.world_id).cells
        self._missing = set(cells)
        self._count = max(1, len(cells))
        self.calls = 0
        """How many calls were counted."""

    def after(self, call: Call) -> float:
        """Count the next call; return the share of the evidence that it was the first to state."""
        stated = self._missing.intersection(_stated_cells(self._handle, call))
        self._missing -= stated
        self.calls += 1
        return len(stated) / self._count


def _stated_cells(handle: WorldHandle, call: Call) -> Sequence[Cell]:
    """Return the facts that a reply states as they are."""
    if call.span is None:
        own = handle.world.world_id  # results may be of other worlds of a federation
        return [fact[1:] for fact in call.stated if fact.world_id == own]
    return handle.web.cells_between(call.pages[0], *call.span)


def outcome_of(source: Source, task: Task, calls: EpisodeCalls, answer: str) -> Outcome:
    """Return the outcome: the answer graded in the light of what the calls showed.

    Raises:
        DatasetError: The dataset is without keys.
    """
    key, specification = source.key(task.task_id), source.specification(task.task_id)
    calls_made = tuple(calls.made)
    shown = ShownFacts(calls.world(), calls_made)
    graded = grade(key, answer, shown.determined(specification, len(calls_made)))
    needed = shown.needed(specification).cells
    known, _ = shown.known_for(specification, len(calls_made))
    read = Counter(known[cell] for cell in needed if cell in known)
    count = max(1, len(needed))
    credit = tuple(read[number] / count for number in range(1, len(calls_made) + 1))
    coverage = read.total() / len(needed) if needed else None
    return Outcome(task, calls_made, calls.most_calls, answer, graded, coverage, credit)


def evidence_seen(specification: Specification, shown: ShownFacts) -> EvidenceSeen:
    """Return how much evidence was shown and when, and when each cell of the answer followed."""
    needed = shown.needed(specification).cells
    known, _ = shown.known_for(specification, len(shown.calls))
    calls = [known[cell] for cell in needed if cell in known]
    complete_at = max(calls) if calls and len(calls) == len(needed) else None
    cells = tuple(_cells_seen(specification, shown))
    return EvidenceSeen(len(needed), len(calls), complete_at, cells)


def _cells_seen(specification: Specification, shown: ShownFacts) -> list[CellSeen]:
    headers = [output.header for output in specification.outputs]
    first_calls: dict[tuple[int, int], int | None] = {}

    def determined_after(calls: int) -> frozenset[tuple[int, int]]:
        rows = shown.determined(specification, calls).rows
        cells = {(row, column) for row in range(len(rows)) for column in range(len(headers))}
        first_calls.update(dict.fromkeys(cells - first_calls.keys()))
        return frozenset(cell for cell in cells if rows[cell[0]][cell[1]])

    def between(
        low: int, before: frozenset[tuple[int, int]], high: int, after: frozenset[tuple[int, int]]
    ) -> None:
        """Find the calls after which cells followed, halving: more facts determine more."""
        if before == after:
            return
        if high - low == 1:
            first_calls.update(dict.fromkeys(after - before, high))
            return
        middle = (low + high) // 2
        halfway = determined_after(middle)
        between(low, before, middle, halfway)
        between(middle, halfway, high, after)

    calls = len(shown.calls)
    before, after = determined_after(0), determined_after(calls)
    first_calls.update(dict.fromkeys(before, 0))
    between(0, before, calls, after)
    return [
        CellSeen(row + 1, headers[column], call)
        for (row, column), call in sorted(first_calls.items())
    ]

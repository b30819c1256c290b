"""Rules learned from pages: how many cells of an unseen world memorised templates would fill.

A rule is the context of a protected value, the words around it or the heading of its table column,
with names of rows and numbers masked. Rules are learned on pages of some worlds. On pages of other
worlds, or of other packs, a cell counts as filled if some page states it in the context of a rule.
An agent that has learned the templates could fill as many without understanding what it reads.
Words that are reserved for worlds of eval and test are counted apart: no rule can have them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from fictionworld.episodes.world_handle import RowNames, WorldHandle
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.seeds import name_key
from fictionworld.web.page import Mark
from fictionworld.web.writing.phrases import phrases_of

Words = Literal["all", "seen", "reserved"]

_LEFT, _RIGHT = 4, 2
"""Words before and behind a value that make up a rule."""
_NUMBER: Final = re.compile(r"\d[\d.,]*")
_WORD: Final = re.compile(r"<[a-z]+>|[#\w]+|[^\s\w]")
_LINK: Final = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_REACH: Final = 160
"""Characters around a value that may belong to its rule."""
_EDGE: Final = "¤"
"""Stands where a mark begins and where it ends."""
_ANY: Final = rf"[^\n{_EDGE}]{{1,60}}?"
_SURE: Final = 0.8
"""How often a rule must have meant one column to be a rule."""
_TIMES: Final = 2
"""How often it must have been seen."""


@dataclass(frozen=True, slots=True)
class ValueLocations:
    """Where the protected values of one world stand."""

    pack: str
    split: str
    cells: tuple[tuple[str, tuple[int, ...]], ...]
    """For each protected cell that pages state its column, and the rules that would find it."""
    reserved: frozenset[int]
    """The rules that have reserved words."""


def locations_of(handle: WorldHandle) -> ValueLocations:
    """Return where the protected values of a world stand, over all its pages."""
    askable = {
        (table.name, column.name)
        for table in handle.pack.world_tables
        for column in table.stored
        if column.role == "askable"
    }
    cells: dict[tuple[str, int, str], set[int]] = {}
    reserved: set[int] = set()
    columns = [column for table in handle.pack.world_tables for column in table.stored]
    words = {(column.table, column.name): _reserved_words(column) for column in columns}
    for head in handle.web.heads:
        page = handle.web.page(head.number)
        marks = [
            mark
            for mark in page.marks
            if (mark.fact.table, mark.fact.column) in askable and not mark.follows
        ]
        for mark, rule, label in _rules(page.body, marks, handle.names):
            fact = mark.fact
            cells.setdefault((fact.table, fact.row, fact.column), set()).add(rule)
            if words[fact.table, fact.column].stand_at(page.body, mark, label):
                reserved.add(rule)
    rules = tuple(
        (f"{table}.{column}", tuple(sorted(numbers)))
        for (table, _, column), numbers in sorted(cells.items())
    )
    return ValueLocations(handle.pack.name, handle.world.split, rules, frozenset(reserved))


class _ReservedWords(NamedTuple):
    """The reserved words of a column, as they stand near a value."""

    labels: tuple[str, ...]
    statements: tuple[re.Pattern[str], ...]

    def stand_at(self, body: str, mark: Mark, label: str | None) -> bool:
        """Return whether a value stands in such words; `label` is its heading in a table."""
        if label is not None:
            return label in self.labels or label.partition(" (")[0] in self.labels
        start = max(body.rfind("\n", 0, mark.start), mark.start - _REACH)
        before = body[start : mark.start].removesuffix("[")
        if before.casefold().endswith(tuple(f"{label}: " for label in self.labels)):
            return True
        value, behind = body[mark.start : mark.end], body[mark.end : mark.end + _REACH]
        text = f"{before}{_EDGE}{value}{_EDGE}{behind}"
        return any(pattern.search(text) for pattern in self.statements)


def _reserved_words(column: CompiledColumn) -> _ReservedWords:
    spec = column.spec
    patterns = []
    for statement in spec.spoken.reserved:
        (phrase,) = phrases_of(column, column.labels[0], spec.unit, [statement])
        before, behind = (
            _ANY.join(map(re.escape, text.split("{subject}")))
            for text in (phrase.before, phrase.behind)
        )
        value = _ANY + re.sub(r"\\\([^()]*\)", r"\\w*", re.escape(phrase.counted))
        stated = rf"(?<!\w){before}{_EDGE}{value}{_EDGE}{behind}(?!\w)"
        # of a column that may be missing the whole clause is marked
        patterns.append(re.compile(f"{stated}|{_EDGE}{before}{value}{behind}{_EDGE}"))
    return _ReservedWords(tuple(label.casefold() for label in spec.reserved), tuple(patterns))


def _rules(
    body: str, marks: Sequence[Mark], names: RowNames
) -> Iterator[tuple[Mark, int, str | None]]:
    """Yield for each mark the rule around it, as a number, and its heading if in a table."""
    headings: dict[int, list[str]] = {}
    for mark in marks:
        start = body.rfind("\n", 0, mark.start) + 1
        end = body.find("\n", mark.end)
        end = len(body) if end < 0 else end
        if body[start : start + 1] == "|":
            heading = _heading(body, start, headings)
            column = body.count("|", start, mark.start) - 1
            label = heading[column].strip() if 0 <= column < len(heading) else ""
            # a sheet on one row has the labels at the side
            label = (label or body[start:end].split("|")[1].strip()).casefold()
            yield mark, name_key(f"table|{label}"), label
            continue
        before = _masked(body[max(start, mark.start - _REACH) : mark.start], names)
        behind = _masked(body[mark.end : min(end, mark.end + _REACH)], names)
        words = [*before[-_LEFT:], "<value>", *behind[:_RIGHT]]
        yield mark, name_key(" ".join(words)), None


def _heading(body: str, start: int, known: dict[int, list[str]]) -> list[str]:
    """Return the heading cells of the table that a line belongs to; `known` has the lines above."""
    top, below = start, [start]
    while top not in known and top > 0:
        above = body.rfind("\n", 0, top - 1) + 1
        if not body.startswith("|", above):
            break
        top = above
        below.append(top)
    if top not in known:
        end = body.find("\n", top)
        known[top] = body[top : len(body) if end < 0 else end].strip().strip("|").split("|")
    known.update(dict.fromkeys(below, known[top]))
    return known[start]


def _masked(text: str, names: RowNames) -> list[str]:
    """Return the words of a text with links made plain, and names and numbers masked."""
    plain = "".join(_LINK.split(text))  # of a link its words
    pieces, end = [], 0
    for name in names.matches(plain):
        pieces += [plain[end : name.start], "<name>"]
        end = name.end
    return _WORD.findall(_NUMBER.sub("#", "".join((*pieces, plain[end:]))).casefold())


def filled_cells(
    training: Sequence[ValueLocations],
    others: Sequence[ValueLocations],
    words: Words = "all",
) -> tuple[int, int]:
    """Return how many cells of other worlds rules of the training worlds fill, and all cells.

    In another pack columns have other names: there any rule that matches a value counts.

    Args:
        training: Where values stand in the worlds that the rules are learned from.
        others: Where they stand in the others.
        words: Which statements of the others' cells count: `all`, those in `seen` words, or those
            in `reserved` ones. A cell that has no such statement is not counted.
    """
    rules, packs = _learned(training), {world.pack for world in training}
    filled = total = 0
    for world in others:
        for column, numbers in world.cells:
            counted = numbers
            if words != "all":
                counted = tuple(
                    n for n in numbers if (n in world.reserved) is (words == "reserved")
                )
            columns = {rules[number] for number in counted if number in rules}
            filled += column in columns if world.pack in packs else bool(columns)
            total += bool(counted)
    return filled, total


def _learned(worlds: Sequence[ValueLocations]) -> dict[int, str]:
    """Return the column of each rule that was seen often enough and nearly always meant it."""
    seen: dict[int, Counter[str]] = {}
    for world in worlds:
        for column, numbers in world.cells:
            for number in numbers:
                seen.setdefault(number, Counter())[column] += 1
    rules = {}
    for number, counts in seen.items():
        column, times = min(counts.items(), key=lambda counted: (-counted[1], counted[0]))
        if times >= _TIMES and times >= _SURE * sum(counts.values()):
            rules[number] = column
    return rules

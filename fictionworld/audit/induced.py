"""Induced rules: how many cells of an unseen world can be extracted by memorised templates.

A rule is the context of a protected value, the words around it or the heading of its table column,
with names of rows and numbers masked. Rules are learned on pages of some worlds. On pages of other
worlds, and of other packs, a cell counts as filled if some page states it in a context that a rule
maps to the same column. An agent that has learned the templates could fill as many cells without
understanding what it reads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.check import AuditCheck, Observations
from fictionworld.audit.columns import columns_of
from fictionworld.audit.record import CheckResult, Measure, figure, rate, result_of
from fictionworld.audit.subjects import ProtectedSubjects
from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.seeds import name_key
from fictionworld.web.page import Mark

_LEFT, _RIGHT = 4, 2
"""Words before and behind a value that make up a rule."""
_NUMBER: Final = re.compile(r"\d[\d.,]*")
_WORD: Final = re.compile(r"<[a-z]+>|[#\w]+|[^\s\w]")
_LINK: Final = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_REACH: Final = 160
"""Characters around a value that may belong to its rule."""
_SURE: Final = 0.8
"""How often a rule must have meant one column to be a rule."""
_TIMES: Final = 2
"""How often it must have been seen."""


@dataclass(frozen=True, slots=True)
class ValueLocations:
    """Where the protected values of one world stand."""

    world_id: int
    pack: str
    cells: tuple[tuple[str, tuple[int, ...]], ...]
    """For each protected cell that pages state its column, and the rules that would find it."""
    tables: int
    """How many of the places are in tables."""
    places: int


def locations_of(handle: WorldHandle, subjects: ProtectedSubjects) -> ValueLocations:
    """Where the protected values of a world stand, page by page."""
    web = handle.web
    cells: dict[tuple[str, int, str], set[int]] = {}
    tables = places = 0
    protected = {
        (table.name, column.name)
        for table in subjects.pack.world_tables
        for column in columns_of(table, "askable")
    }
    for head in web.heads:
        page = web.page(head.number)
        marks = [one for one in page.marks if (one.fact.table, one.fact.column) in protected]
        for mark, rule, in_table in _rules(page.body, marks, subjects):
            fact = mark.fact
            cells.setdefault((fact.table, fact.row, fact.column), set()).add(rule)
            tables += in_table
            places += 1
    rules = tuple(
        (f"{table}.{column}", tuple(sorted(found)))
        for (table, _, column), found in sorted(cells.items())
    )
    return ValueLocations(handle.world.world_id, handle.pack.name, rules, tables, places)


def _rules(
    body: str, marks: Sequence[Mark], subjects: ProtectedSubjects
) -> Iterator[tuple[Mark, int, bool]]:
    """For each mark the rule that stands around it, as a number."""
    headings: dict[int, list[str]] = {}
    for mark in marks:
        start = body.rfind("\n", 0, mark.start) + 1
        end = body.find("\n", mark.end)
        end = len(body) if end < 0 else end
        if body[start : start + 1] == "|":
            heading = _heading(body, start, headings)
            column = body.count("|", start, mark.start) - 1
            label = heading[column] if 0 <= column < len(heading) else ""
            yield mark, name_key(f"table|{label.casefold().strip()}"), True
            continue
        before = _masked(body[max(start, mark.start - _REACH) : mark.start], subjects)
        behind = _masked(body[mark.end : min(end, mark.end + _REACH)], subjects)
        rule = " ".join([*before[-_LEFT:], "<value>", *behind[:_RIGHT]])
        yield mark, name_key(rule), False


def _heading(body: str, start: int, known: dict[int, list[str]]) -> list[str]:
    """The cells of the first line of the table that a line belongs to; `known` are those above."""
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


def _masked(text: str, subjects: ProtectedSubjects) -> list[str]:
    """The words of a text, links made plain, names and numbers masked."""
    text = subjects.masked("".join(_LINK.split(text)))  # of a link its words
    return _WORD.findall(_NUMBER.sub("#", text).casefold())


def _learned(worlds: Sequence[ValueLocations]) -> dict[int, str]:
    """Rules that were seen often enough, and nearly always meant one column."""
    meant: dict[int, Counter[str]] = {}
    for world in worlds:
        for column, rules in world.cells:
            for rule in rules:
                meant.setdefault(rule, Counter())[column] += 1
    found = {}
    for rule, counts in meant.items():
        column, times = min(counts.items(), key=lambda counted: (-counted[1], counted[0]))
        if times >= _TIMES and times >= _SURE * sum(counts.values()):
            found[rule] = column
    return found


def filled_elsewhere(
    training: Sequence[ValueLocations], others: Sequence[ValueLocations]
) -> tuple[int, int]:
    """Of the cells of other packs' worlds those that rules of the training worlds find, and all."""
    filled, _, all_ = _tried(_learned(training), others, same=False)
    return filled, all_


def _tried(
    rules: dict[int, str], worlds: Sequence[ValueLocations], *, same: bool
) -> tuple[int, int, int]:
    """Cells filled right, cells filled as another column, all cells.

    In another pack columns have other names: there any rule that fires on a value counts.
    """
    filled = wrong = all_ = 0
    for world in worlds:
        for column, places in world.cells:
            meant = {rules[rule] for rule in places if rule in rules}
            right = column in meant if same else bool(meant)
            filled += right
            wrong += bool(meant) and not right
            all_ += 1
    return filled, wrong, all_


class InducedCheck(AuditCheck):
    """Rules induced from pages of other worlds."""

    name = "induced"

    def of_world(self, audited: AuditedWorld) -> ValueLocations:
        return locations_of(audited.handle, audited.subjects)

    def summarize(self, seen: Observations) -> CheckResult:
        """Rules learned on half of the worlds, tried on the other half and on other packs."""
        held: list[ValueLocations] = sorted(seen.of_worlds, key=lambda one: one.world_id)
        packs = sorted({one.pack for one in held})
        by_pack = {pack: [one for one in held if one.pack == pack] for pack in packs}
        measures: list[Measure] = []
        for pack in packs:
            training, others = by_pack[pack][0::2], by_pack[pack][1::2]
            rules = _learned(training)
            learned = (("learned on", pack),)
            measures.append(figure("rules learned", len(rules), of=learned, unit="rules"))
            for tried in packs:
                worlds = others if tried == pack else by_pack[tried]
                of = (*learned, ("tried on", tried))
                filled, wrong, all_ = _tried(rules, worlds, same=tried == pack)
                measures += [
                    rate("cells filled", filled, all_, of),
                    rate("cells filled with another column", wrong, all_, of),
                ]
        known = any(measure.denominator for measure in measures)
        return result_of(
            self.name,
            "Induced rules",
            "How much of an unseen world does one read who has learned the templates of others?",
            measures,
            status="measured" if known else "not measured",
            note="Pages are written from templates, as an agent could learn; what it learns this "
            "way it must still find. Another pack's rules say how much carries over to a new "
            "domain.",
        )

"""Judging: whether a candidate becomes a task of its world, and why not."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fictionworld.seeds import child_seed
from fictionworld.tasks.draw.base_table import BaseTable
from fictionworld.tasks.draw.idle import has_idle_condition
from fictionworld.tasks.draw.lookups import Lookups
from fictionworld.tasks.draw.reading_costs import ReadingCosts
from fictionworld.tasks.draw.refusals import guess_floor, refusal
from fictionworld.tasks.draw.sizes import SizeClass
from fictionworld.tasks.evidence import evidence_of, value_cells
from fictionworld.tasks.key import Row
from fictionworld.tasks.level import Level, Reading
from fictionworld.tasks.options import TaskOptions
from fictionworld.tasks.reach import hops_of, tables_of
from fictionworld.tasks.rederivation import answer_of
from fictionworld.tasks.selection import AmbiguousError, groups_of, select
from fictionworld.tasks.specification import Specification, TaskKind
from fictionworld.tasks.spread import Spread, cover, is_covered_by, most_on_one_page
from fictionworld.tasks.wording import synonyms_of, with_headers, word_question
from fictionworld.tasks.wording.lexicon import QuestionContext
from fictionworld.web.lengths import PageLengths
from fictionworld.web.plans import WebPlans
from fictionworld.worlds.rows import WorldColumns
from fictionworld.worlds.world_rows import WorldRows

MOST_ON_A_PAGE = 0.5
"""The largest share of a wide answer's value cells that one page may state."""
FEWEST_PAGES = 4
"""The fewest pages that may state all value cells of a wide answer."""
FEWEST_PAGES_DEEP = 2
"""The fewest pages that may state all the evidence of a deep task."""
_MOST_SHARED = 0.5
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_LONG = 3


@dataclass(frozen=True, slots=True)
class DrawnTask:
    """One task: its question and its key, which are stored apart."""

    world_id: int
    specification: Specification
    question: str
    rows: tuple[Row, ...]
    """The answer, sorted by its key."""
    level: Level
    hops: int
    tables: tuple[str, ...]
    evidence_facts: int
    least_pages: int
    """About how few pages state the evidence, with the directories that show it is complete."""
    least_characters: int
    """About how many characters these pages have."""
    guess_floor: float
    """The most that guessing one value for a whole column earns."""
    synonyms: tuple[tuple[str, ...], ...]
    """For each column of the answer other headers that mean it."""


@dataclass(frozen=True)
class Webs:
    """The page plans of a batch, as judging asks about them."""

    spread: Spread
    lengths: PageLengths
    costs: ReadingCosts

    @classmethod
    def of(cls, plans: WebPlans) -> Webs:
        """Return the plans with indices of what their pages state, and how long these are."""
        lengths = PageLengths(plans)
        return cls(Spread(plans), lengths, ReadingCosts(plans, lengths))


@dataclass(frozen=True, slots=True)
class TaskCandidate:
    """A specification drawn for a slot, not yet judged."""

    slot: int
    specification: Specification
    size: SizeClass
    """The size of its slot."""
    sized: bool
    """It may only fill a slot of its size; later ones may be of any."""


@dataclass(frozen=True, slots=True)
class AcceptedTask:
    """A task, and the slot of its world that it fills."""

    slot: int
    task: DrawnTask
    claim: frozenset[tuple[object, ...]]
    """What it asks for: rows with the columns that it shows of them."""


@dataclass
class DrawState:
    """One world while its tasks are drawn."""

    columns: WorldColumns
    rows: WorldRows
    bases: Mapping[str, BaseTable]
    """What may be asked of this world, by table."""
    lookups: Lookups
    context: QuestionContext
    seed: int
    kinds: tuple[TaskKind, ...]
    """What each slot is to hold."""
    sizes: tuple[SizeClass, ...]
    """How large the task of each slot is to be."""
    tasks: dict[int, DrawnTask] = field(default_factory=dict)
    """By slot."""
    claims: list[frozenset[tuple[object, ...]]] = field(default_factory=list)
    """What each task so far asks for."""
    refused_shapes: defaultdict[tuple[int, str], set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )
    """The shapes of which candidates were refused, by slot and size."""
    _sized: dict[str, dict[str, BaseTable]] = field(default_factory=dict)

    @property
    def open(self) -> list[int]:
        """Return the slots that have no task yet."""
        return [slot for slot in range(len(self.kinds)) if slot not in self.tasks]

    def add(self, accepted: AcceptedTask) -> None:
        """Fill a slot."""
        self.tasks[accepted.slot] = accepted.task
        self.claims.append(accepted.claim)

    def refuse(self, candidate: TaskCandidate) -> None:
        """Note that a candidate made no task."""
        key = candidate.slot, candidate.size.name
        self.refused_shapes[key].add(candidate.specification.shape)

    def bases_for(
        self, kind: TaskKind, size: SizeClass, costs: ReadingCosts
    ) -> Mapping[str, BaseTable]:
        """Return what a task of this kind and size may ask, by table."""
        if kind == "deep":
            return self.bases
        if size.name not in self._sized:
            reduced = {
                name: costs.within(base, self.columns, size.characters[1])
                for name, base in self.bases.items()
            }
            self._sized[size.name] = {
                name: base for name, base in reduced.items() if base is not None
            }
        return self._sized[size.name]

    def slots_for(self, candidate: TaskCandidate, rows: int) -> dict[int, SizeClass]:
        """Return the open slots for an answer of `rows` rows, with their sizes, its own slot first.

        A task that turns out to be of another size serves a slot of that size.
        """
        kind, columns = candidate.specification.kind, len(candidate.specification.outputs)
        slots = {}
        for slot in sorted(self.open, key=lambda slot: slot != candidate.slot):
            size = self.sizes[slot] if candidate.sized else candidate.size
            if self.kinds[slot] == kind and (kind != "wide" or size.suits(rows, columns)):
                slots[slot] = size
        return slots


def judge(
    state: DrawState, candidate: TaskCandidate, webs: Webs, options: TaskOptions
) -> AcceptedTask | str:
    """Return the task that the candidate makes, or why it makes none."""
    specification, columns = candidate.specification, state.columns
    try:
        selection = select(specification, state.rows)
    except AmbiguousError:
        return "a tie at the cut"
    try:
        rows = answer_of(specification, state.rows, selection)
    except AmbiguousError:
        return "rows that nothing distinguishes"
    if not (slots := state.slots_for(candidate, len(rows))):
        return "more or fewer cells than wanted"
    if (reason := refusal(specification, rows, state.lookups, options)) is not None:
        return reason
    ids = state.rows.ids(specification.table)
    groups = groups_of(specification, state.rows, selection.kept.rows)
    # a group is known by its first row
    claim = _claim(specification, [ids[group[0]] for group in groups if group])
    if any(
        len(claim & other) > _MOST_SHARED * min(len(claim), len(other)) for other in state.claims
    ):
        return "asks what another task asks"
    evidence = evidence_of(specification, state.rows, columns.world_id, selection=selection)
    fact_pages = webs.spread.pages(columns.world_id, evidence.cells)
    directories = webs.costs.directories
    directory_pages = [
        page
        for table in evidence.enumerated
        for page in directories.get((columns.world_id, table), ())
    ]
    if (
        specification.kind == "deep"
        and not directory_pages
        and is_covered_by(fact_pages, FEWEST_PAGES_DEEP - 1)
    ):
        return f"fewer than {FEWEST_PAGES_DEEP} pages state all of it"
    if specification.kind == "wide":
        value_pages = webs.spread.pages(
            columns.world_id, value_cells(specification, state.rows, groups)
        )
        if most_on_one_page(value_pages) > MOST_ON_A_PAGE:
            return "one page states more than half of the values"
        if is_covered_by(value_pages, FEWEST_PAGES - 1):
            return f"fewer than {FEWEST_PAGES} pages state all values"
    chosen = cover(fact_pages)
    reading = Reading(
        pages=len(chosen) + len(directory_pages),
        characters=webs.lengths.total(columns.world_id, [*chosen, *directory_pages]),
        hops=hops_of(specification, columns.pack),
        facts=len(evidence.cells),
        cells=len(rows) * len(specification.outputs),
        on_own_pages=webs.spread.share_on_own_pages(columns.world_id, fact_pages),
        is_in_unnamed_part=webs.spread.is_in_unnamed_part(columns.world_id, fact_pages),
        is_unlisted=any(
            (columns.world_id, table) in webs.costs.unlisted for table in evidence.enumerated
        ),
    )
    empty = specification.kind == "empty"
    level = reading.level
    slot = _slot_of_level(level, slots, options, empty=empty)
    if level is None or slot is None:
        return "of another level than wanted"
    # of an empty task, the one with rows that it was made of has been asked (`candidates.py`)
    if not empty and has_idle_condition(specification, state.rows, selection, rows):
        return "a condition that changes nothing"
    worded = with_headers(specification, state.context)
    question = word_question(worded, state.context, child_seed(state.seed, f"{slot}/words"))
    if _tells(question, worded, rows):
        return "the question states an answer"
    task = DrawnTask(
        world_id=columns.world_id,
        specification=worded,
        question=question,
        rows=rows,
        level=level,
        hops=reading.hops,
        tables=tables_of(worded, columns.pack),
        evidence_facts=reading.facts,
        least_pages=reading.pages,
        least_characters=reading.characters,
        guess_floor=guess_floor(specification, rows, state.lookups),
        synonyms=synonyms_of(worded, state.context),
    )
    return AcceptedTask(slot, task, claim)


def _slot_of_level(
    level: Level | None, slots: Mapping[int, SizeClass], options: TaskOptions, *, empty: bool
) -> int | None:
    """Return the first slot that a task of this level may fill, or None.

    An empty task was of the size of its slot while it had rows.
    """
    if level not in options.levels:
        return None
    fitting = (slot for slot, size in slots.items() if empty or size.level in {level, None})
    return next(fitting, None)


def _claim(specification: Specification, ids: Sequence[int]) -> frozenset[tuple[object, ...]]:
    """Return what the task asks for: each row of its answer, by id, with each column that it shows.

    The total and the average of a column for the same groups count as one claim.
    """
    asked = [
        (specification.table, "figure" if specification.aggregated else output.of, output.path)
        for output in specification.outputs
        if output.role == "value" or len(specification.outputs) == 1
    ] or [(specification.table, "cell", ())]
    rows: Sequence[object] = ids or [str((specification.where, specification.members))]
    if specification.aggregated:
        rows = [(specification.groups, row) for row in rows]
    return frozenset((*column, row) for column in asked for row in rows)


def _tells(question: str, specification: Specification, rows: Sequence[Row]) -> bool:
    """Return whether the question contains a value of the answer: a longer number, or a text."""
    numbers = {text.replace(",", "").rstrip(".") for text in _NUMBER.findall(question)}
    for index, output in enumerate(specification.outputs):
        if output.role != "value":
            continue
        for row in rows:
            value = row[index]
            if value is None:
                continue
            text = str(value)
            if isinstance(value, str):
                if text in question:
                    return True
            elif (plain := text.lstrip("-")) in numbers and (
                len(plain) > _LONG or len(plain.replace(".", "").lstrip("0")) >= _LONG
            ):
                return True
    return False

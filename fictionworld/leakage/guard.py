"""The guard of one world: which protected cells a text states.

It reads a model's drafts when they are written, and replies in the audit. It is not on the path of
replies: what is shown is released by its marks (`released`).

A world is closed: all its names, labels and values are known. So a text is read once, and each
number, day and word is looked up among the values of the rows that the text names. A match counts
where a word of its column stands near it, or where the value is too rare to be anything else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from fictionworld.leakage.column_words import clause_before, is_of_column, label_stems, word_stems
from fictionworld.leakage.fields import Field, FieldGroup, FieldName, by_page, continued, group_of
from fictionworld.leakage.protected import Protected, SubjectKey, protected_cells
from fictionworld.leakage.stated_values import (
    Form,
    KnownForms,
    StatedValue,
    forms_of,
    rounded_forms_of,
)
from fictionworld.leakage.visible_text import VisibleText, visible_text
from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.text.names import fold
from fictionworld.text.phrase_finder import PhraseFinder
from fictionworld.web.page import Head
from fictionworld.web.permit import Permit
from fictionworld.web.world_plan import WebPlan
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.record import World
from fictionworld.worlds.world_rows import WorldRows

_REMEMBERED: Final = 8192
"""Results whose findings are kept: the same page with the same words comes back often."""


class GuardedWeb(Protocol):
    """What the guard needs of a web; `FictionalWeb` has it."""

    @property
    def world(self) -> World: ...
    @property
    def plan(self) -> WebPlan: ...
    @property
    def heads(self) -> Sequence[Head]: ...


class GuardFinding(NamedTuple):
    """A protected cell that a reply states."""

    fact: FactId
    page: int
    field: FieldName
    start: int
    end: int
    """Where in the text of the field, the end open."""
    why: str


class Guard:
    """The guard of one world under one permit.

    Args:
        pack: What the world is.
        rows: Its rows.
        web: Its web: whose page is which.
        permit: What replies may state.
        labels: What the world calls its columns, by (table, column).
    """

    def __init__(
        self,
        pack: CompiledPack,
        rows: WorldRows,
        web: GuardedWeb,
        permit: Permit,
        labels: Mapping[tuple[str, str], str],
    ) -> None:
        self._pack = pack
        self._rows = rows
        self._web = web
        self._permit = permit
        self._labels = labels
        self._findings_in = lru_cache(_REMEMBERED)(self._findings)

    def look(self, fields: Sequence[Field]) -> tuple[GuardFinding, ...]:
        """Return the protected cells that the fields of one reply state, each once.

        Each result is read by itself; where one is cut short, together with the one that follows.
        """
        groups = [group_of(members) for members in by_page(fields)]
        groups += [continued(*pair) for pair in pairwise(groups) if pair[0].is_cut]
        findings: dict[FactId, GuardFinding] = {}
        for group in groups:
            for finding in self._findings_in(group):
                findings.setdefault(finding.fact, finding)
        return tuple(findings.values())

    def look_at(
        self, text: str, page: int = 0, name: FieldName = "snippet"
    ) -> tuple[GuardFinding, ...]:
        """Return the protected cells that one text states, each once."""
        return self.look((Field(page, name, text),))

    def _findings(self, group: FieldGroup) -> tuple[GuardFinding, ...]:
        visible = visible_text(group.text)
        mentions = list(self._mentions(visible.text))
        subjects = {subject for mention in mentions for subject in mention.subjects}
        if group.page in self._subjects_of_pages:
            subjects.add(self._subjects_of_pages[group.page])
        if not subjects:
            return ()
        findings: list[GuardFinding] = []
        page = self._page_names.get(group.page, "")
        for value in self._known_forms.stated_in(visible.text):
            if any(mention.holds(value) for mention in mentions):
                continue  # `12` of `Nova 12`
            findings += [
                _finding(cell, visible, value, group)
                for cell in self._cells_by_form[value.form]
                if subjects.issuperset(cell.subjects)
                and not self._permit.allows(page, cell.column)
                and is_of_column(visible.text, value, cell.answer, visible_text(cell.name).text)
                and not self._is_labelled_context(visible.text, value, cell)
            ]
        return tuple(findings)

    def _mentions(self, text: str) -> Iterator[_Mention]:
        finder, subjects = self._finder
        for match in finder.all_in(text):
            neighbours = text[max(0, match.start - 1) : match.start] + text[match.end :][:1]
            if not any(map(str.isalnum, neighbours)):
                yield _Mention(match.start, match.end, subjects[match.phrase])

    def _is_labelled_context(self, text: str, value: StatedValue, cell: Protected) -> bool:
        """Return whether a context column's label is right before, and not that of the cell.

        `Transfers: 1` states no year of one, and without `spent` none of what was spent on
        transfers.
        """
        clause = fold(clause_before(text, value))
        if not clause.endswith(tuple(self._context_labels)):
            return False
        said = word_stems(clause)
        own = [label_stems(label) for label in (cell.answer.column, *cell.answer.labels)]
        return any(
            clause.endswith(label)
            and not any(stems & others and stems - others <= said for stems in own)
            for label, others in self._context_labels.items()
        )

    @cached_property
    def cells(self) -> tuple[Protected, ...]:
        """The protected cells of the world, each once."""
        setting = self._pack.tables[SETTING].columns
        currency = self._rows.cells(SETTING, ("currency",))[0] if "currency" in setting else None
        return protected_cells(
            self._pack, self._rows, self._web.world.world_id, self._labels,
            currency if isinstance(currency, str) else None,
        )  # fmt: skip

    @cached_property
    def _cells_by_form(self) -> dict[Form, list[Protected]]:
        cells: dict[Form, list[Protected]] = defaultdict(list)
        for cell in self.cells:
            rounded = rounded_forms_of(cell.answer, cell.column.spec.rounds_to)
            for form in forms_of(cell.answer) | rounded:
                cells[form].append(cell)
        return dict(cells)

    @cached_property
    def _known_forms(self) -> KnownForms:
        return KnownForms(self._cells_by_form)

    @cached_property
    def _finder(self) -> tuple[PhraseFinder, dict[str, list[SubjectKey]]]:
        """The finder of the rows' names, and the rows of each name."""
        subjects: dict[str, list[SubjectKey]] = {}
        for key, name in self._rows.names.items():
            subjects.setdefault(visible_text(name).text, []).append(key)
        return PhraseFinder(subjects), subjects

    @cached_property
    def _context_labels(self) -> dict[str, frozenset[str]]:
        """The stems of each folded label of a context column; of common words alone, none."""
        columns = (
            (self._pack.tables[t].columns[c], label) for (t, c), label in self._labels.items()
        )
        return {
            fold(label): label_stems(label)
            for column, world_label in columns
            if column.role != "askable"
            for label in (world_label, *column.all_labels)
            if label_stems(label)
        }

    @cached_property
    def _subjects_of_pages(self) -> dict[int, SubjectKey]:
        return {
            page.number: (page.table, page.row)
            for page in self._web.plan.pages
            if page.table is not None and page.row is not None
        }

    @cached_property
    def _page_names(self) -> dict[int, str]:
        return {page.number: page.name for page in self._web.plan.pages}


class _Mention(NamedTuple):
    """A name in a text, at `text[start:end]`, and the rows that have it."""

    start: int
    end: int
    subjects: Sequence[SubjectKey]

    def holds(self, value: StatedValue) -> bool:
        """Return whether a value is part of the name."""
        return self.start <= value.start and value.end <= self.end


def _finding(
    cell: Protected, visible: VisibleText, value: StatedValue, group: FieldGroup
) -> GuardFinding:
    start, end = visible.span(value.start, value.end)
    why = f"states {value.form}"
    for first, last, field in group.parts:
        if start < last and end > first:
            first_offset = max(start, first) - first
            end_offset = max(min(end, last) - first, first_offset + 1)
            return GuardFinding(cell.fact, field.page, field.name, first_offset, end_offset, why)
    field = group.parts[0].field
    return GuardFinding(cell.fact, field.page, field.name, 0, len(field.text), why)

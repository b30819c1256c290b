"""The guard of one world: which protected cells a text states.

It reads a model's drafts when they are written, and replies in the audit. It is not on the path of
replies: what is shown is released by its marks (`released`).

Most replies are settled by a first look: only cells of subjects that a result names, or whose page
it is, can be stated; and of these only cells a form of whose value stands there. What is left is
given to the matcher, result by result, and what is cut short together with what follows it.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from fictionworld.leakage.answer import LeakVerdict
from fictionworld.leakage.fields import (
    Field,
    FieldGroup,
    FieldName,
    by_page,
    days_of,
    group_of,
    joined,
)
from fictionworld.leakage.matcher import find_leaks
from fictionworld.leakage.named_rows import NamedRows, ValueWords, beginnings_of
from fictionworld.leakage.protected import Protected, SubjectKey, protected_cells
from fictionworld.leakage.values.number_words import holds_number
from fictionworld.leakage.values.scan import QUANTITIES, scan
from fictionworld.leakage.views.readings import looks_disguised, readings_of
from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.tasks.world_rows import WorldRows
from fictionworld.text.names import fold
from fictionworld.web.page import Head
from fictionworld.web.permit import Permit
from fictionworld.web.world_plan import WebPlan
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.record import World

_REMEMBERED: Final = 8_192
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
    """Where in the text of the field."""
    why: str


class _Looked(NamedTuple):
    """A result that was read, and what it states."""

    group: FieldGroup
    findings: tuple[GuardFinding, ...]


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
        self._named = NamedRows(rows)
        self._web = web
        self._permit = permit
        self._labels = labels
        self._looked: OrderedDict[tuple[Field, ...], _Looked] = OrderedDict()
        self._known: OrderedDict[tuple[object, ...], tuple[GuardFinding, ...]] = OrderedDict()

    # Looking --------------------------------------------------------------------------------

    def look(self, fields: Sequence[Field]) -> tuple[GuardFinding, ...]:
        """The protected cells that the fields of one reply state.

        Each result is read by itself; where one is cut short, together with the one that follows.
        """
        looked = [self._look(own) for own in by_page(fields)]
        found = [finding for one in looked for finding in one.findings]
        for one, following in pairwise(looked):
            if one.group.is_cut:
                known = {finding.fact for finding in found}
                both = self._settled(joined((one.group, following.group)))
                found += [finding for finding in both if finding.fact not in known]
        return tuple(found)

    def look_at(
        self, text: str, page: int = 0, name: FieldName = "snippet"
    ) -> tuple[GuardFinding, ...]:
        """The same for one text."""
        return self.look((Field(page, name, text),))

    def _look(self, fields: tuple[Field, ...]) -> _Looked:
        """What one result states; a page comes back with the same words most of the time."""
        found = self._looked.get(fields)
        if found is None:
            group = group_of(fields)
            found = self._looked[fields] = _Looked(group, self._settled(group))
            if len(self._looked) > _REMEMBERED:
                self._looked.popitem(last=False)
        return found

    def _settled(self, group: FieldGroup) -> tuple[GuardFinding, ...]:
        key = (group.page, group.text)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(self._findings(group))
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return found

    def _findings(self, group: FieldGroup) -> Iterable[GuardFinding]:
        subjects = self._named.named(group.text)
        about = self._about.get(group.page)
        if about is not None:
            subjects.setdefault(about, "")
        for cell in self._suspects(group, subjects):
            page = self._names.get(group.page, "")
            if self._permit.allows(page, cell.column):
                continue
            verdict = find_leaks(
                group.text, cell.answer, entity=cell.entity, question=cell.question
            )
            if verdict.leaks and not self._is_labelled_context(cell, verdict, group.text):
                yield _finding(cell, verdict, group)

    def _is_labelled_context(self, cell: Protected, verdict: LeakVerdict, text: str) -> bool:
        """Whether a number stands under the label of a column that is context: `Transfers: 1`
        states no year of a transfer.
        """
        return cell.answer.type in QUANTITIES and all(
            self._context_label.search(text, max(0, start - _LABEL_AHEAD), start)
            for start, _ in verdict.spans
        )

    def _suspects(self, group: FieldGroup, subjects: Mapping[SubjectKey, str]) -> list[Protected]:
        """The cells of these subjects a form of whose value may stand in the text."""
        cells = [
            cell
            for key in subjects
            for cell in self._cells.get(key, ())
            if all(other in subjects for other in cell.beside)
        ]
        if not cells:
            return []
        quiet = self._named.without_figures(group, subjects)
        texts = [quiet]
        if group.is_cut or any(
            looks_disguised(self._outlets.sub(" ", part[2].text))
            for part in group.parts
            if part[2].name != "url"
        ):
            texts += [one.view.text for one in readings_of(group.text)]
        return self._may_be_stated(cells, list(dict.fromkeys(texts)), days_of(group))

    def _may_be_stated(
        self, cells: Sequence[Protected], texts: Sequence[str], days: str
    ) -> list[Protected]:
        """Those of the cells a form of whose value stands in one of the texts, or in the date.

        Args:
            cells: The cells.
            texts: The text, in each of its readings.
            days: What stands in fields for dates.
        """
        scans = [scan(text) for text in texts if holds_number(text)]
        dated = scan(days) if days else None
        words: set[str] | None = None
        whole = ""
        found = []
        for cell in cells:
            answer = cell.answer
            if answer.type in QUANTITIES:
                # places in an order may be given in words: `runner-up`
                read = map(scan, texts) if answer.type == "rank" else scans
                stated = any(one.find(answer) for one in read)
                if stated or (answer.type == "date" and dated is not None and dated.find(answer)):
                    found.append(cell)
            elif answer.type == "bool":
                found.append(cell)
            else:
                if words is None:
                    folded = [fold(text) for text in texts]
                    words = {word for text in folded for word in self._words.beginning_in(text)}
                    whole = folded[-1].replace(" ", "") if len(texts) > 1 else ""
                if any(
                    word in words or (whole and word.replace(" ", "") in whole)
                    for word in beginnings_of(answer.value)
                ):
                    found.append(cell)
        return found

    @property
    def cells(self) -> tuple[Protected, ...]:
        """All protected cells, each once."""
        unique = {cell.fact: cell for cells in self._cells.values() for cell in cells}
        return tuple(unique.values())

    # What the world is ----------------------------------------------------------------------

    @cached_property
    def _cells(self) -> dict[SubjectKey, tuple[Protected, ...]]:
        currency = (
            self._rows.cells(SETTING, ("currency",))[0]
            if "currency" in self._pack.tables[SETTING].columns
            else None
        )
        return protected_cells(
            self._pack, self._rows, self._web.world.world_id, self._labels,
            currency if isinstance(currency, str) else None,
        )  # fmt: skip

    @cached_property
    def _words(self) -> ValueWords:
        worded = (cell.answer for cell in self.cells if cell.answer.type in _WORDED)
        return ValueWords(answer.value for answer in worded)

    @cached_property
    def _about(self) -> dict[int, SubjectKey]:
        """The row that each page is about."""
        return {
            page.number: (page.table, page.row)
            for page in self._web.plan.pages
            if page.table is not None and page.row is not None
        }

    @cached_property
    def _outlets(self) -> re.Pattern[str]:
        """The names of sites that look disguised: `WikiSelolvora` stands in half of all titles."""
        loud = sorted({head.outlet for head in self._web.heads if looks_disguised(head.outlet)})
        return re.compile(
            r"\b(?:" + "|".join(map(re.escape, loud)) + r")(?!\w)" if loud else r"(?!)"
        )

    @cached_property
    def _context_label(self) -> re.Pattern[str]:
        """A label that context has, and no protected column, right before a value."""
        labels: dict[bool, set[str]] = {True: set(), False: set()}
        for (table, column), label in self._labels.items():
            protected = self._pack.tables[table].columns[column].role == "askable"
            labels[protected].add(label.casefold())
        only = sorted(labels[False] - labels[True], key=lambda label: (-len(label), label))
        either = "|".join(map(re.escape, only)) or "(?!)"
        return re.compile(
            rf"(?:(?<!\w)(?<!\w )|(?<=\bnumber of ))(?:{either})\s?[:=]\s?\Z", re.IGNORECASE
        )

    @cached_property
    def _names(self) -> dict[int, str]:
        return {page.number: page.name for page in self._web.plan.pages}


_LABEL_AHEAD: Final = 60
_WORDED: Final = frozenset({"name", "category", "url"})


def _finding(cell: Protected, verdict: LeakVerdict, group: FieldGroup) -> GuardFinding:
    start, end = verdict.spans[0]
    for first, last, field in group.parts:
        if first <= start < last or (start < last and end > first):
            low, high = max(start, first), min(end, last)
            return GuardFinding(
                cell.fact,
                field.page,
                field.name,
                low - first,
                max(high - first, low - first + 1),
                verdict.why,
            )
    field = group.parts[0][2]
    return GuardFinding(cell.fact, field.page, field.name, 0, len(field.text), verdict.why)

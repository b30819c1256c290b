"""The prober: it asks the index for values, and reads off titles which rows have them.

It opens no page. What a column may hold it knows from the train worlds of the pack; it searches
for such values, up to 64 in a query and ten queries a call, and halves what brings pages that name
rows until it knows which value brought which page. Where the index holds no protected value,
nothing comes of it: what the prober earns is what the index gives away.

It is granted what the scout is granted, to understand titles and to compute; the values that it
computes with are its own inferences, right or wrong.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from math import gcd
from typing import Final, NamedTuple

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.known import NamedRow
from fictionworld.episodes.agents.pages import results_in
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.agents.snippets import SnippetReader, filled_answer
from fictionworld.episodes.calls import budget_for
from fictionworld.episodes.episode import Episode
from fictionworld.text.dates import written_date
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import Cell

_AT_ONCE: Final = 10
"""Queries of one call."""
_MOST_VALUES: Final = 60
"""Values of one query; a query counts to its 64th word."""
_MOST_GRID: Final = 100_000
"""Values of a column that are all tried; of a wider one those that train worlds hold."""
_PARTS: Final = 4
"""Into so many a group of values is parted of which some brought pages."""
_TRIES: Final = 4
"""So often a query is sent that failed, or under controls found nothing."""
_SURE: Final = 3
"""The first so many results fit the query; the others may be there to fill the page."""
_UNSURE: Final = 0.4
_BESIDE: Final = 0.3
_FULL: Final = 6
"""So many results that name rows leave no room for more."""
_BLOCK: Final = re.compile(r"^(?:\[1\] |No results found|Error: )", re.MULTILINE)


class Prober(Agent):
    """Searches for values and never opens a page."""

    name = "prober"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:
        budget = episode.most_calls or budget_for(5, episode.controls)
        snippets = SnippetReader(episode, reasoner)
        snippets.run(budget // 3, _AT_ONCE)
        _Probing(episode, reasoner, snippets, budget - episode.calls_made).run()
        return filled_answer(episode, reasoner)


class _Domain(NamedTuple):
    """What a column may hold, as it is written in a query."""

    forms: dict[str, list[Value]]
    """The values that each form may mean, the likeliest first."""
    chance: dict[str, float]
    """How likely a form is, by the train worlds."""


class _Asked(NamedTuple):
    """One query: a group of values, perhaps with a word that has other pages come first."""

    forms: list[str]
    beside: str = ""

    @property
    def query(self) -> str:
        return " ".join([*self.forms, self.beside]).strip()


class _Probing:
    """One episode of the prober, after it has read snippets."""

    def __init__(
        self, episode: Episode, reasoner: Reasoner, snippets: SnippetReader, calls: int
    ) -> None:
        self._episode = episode
        self._reasoner = reasoner
        self._snippets = snippets
        self._calls = calls
        self._probed: set[tuple[str, str]] = set()
        self._given_up: set[Cell] = set()
        self._domains: dict[tuple[str, str], _Domain] = {}
        self._hits: defaultdict[tuple[NamedRow, ...], dict[str, float]] = defaultdict(dict)
        """How strongly each form was linked with the rows that a title names, in their order."""

    def run(self) -> None:
        """Probe column after column, those with the most lacking cells first."""
        while True:
            self._note_rows()
            lacking = self._reasoner.lacking(self._given_up, whole=True)
            if not lacking:
                return
            columns = Counter((table, column) for table, _, column in lacking)
            fresh = [column for column, _ in columns.most_common() if column not in self._probed]
            for index, (table, column) in enumerate(fresh):
                # once these are known, further columns lack: half of the calls are kept for them
                self._probe(table, column, self._calls // (len(fresh) - index + 1))
            self._infer(lacking)

    def _note_rows(self) -> None:
        """Note the rows without names whose key names rows already seen: a season of matches."""
        knowledge = self._reasoner.known
        seen = {(table, row) for table, rows in knowledge.rows.items() for row in rows}
        for table in self._reasoner.pack.world_tables:
            if table.name_column is None:
                for row in knowledge.world_rows.ids(table.name):
                    keys = self._reasoner.key_rows(table.name, row)
                    if keys and seen.issuperset(keys):
                        knowledge.note_row(table.name, row)

    # Searching for values ------------------------------------------------------------------------

    def _probe(self, table: str, column: str, calls: int) -> None:
        """Search for the values of a column in groups, and split the groups that find pages."""
        self._probed.add((table, column))
        domain = self._domains[table, column] = self._domain(table, column)
        forms = list(domain.forms)
        rows = len(self._reasoner.known.rows[table])
        size = max(1, min(_MOST_VALUES, 3 * len(forms) // max(1, rows)))
        if any(" " in form for form in forms):
            size = 1  # days are several words, and not distinguished in a group
        groups = [forms[start : start + size] for start in range(0, len(forms), size)]
        # the groups of the values most frequent in train worlds first
        groups.sort(key=lambda group: -sum(map(domain.chance.__getitem__, group)))
        beside = (*self._reasoner.labels(table, column)[:1], self._reasoner.nouns(table)[0])
        waiting = deque(_Asked(group) for group in groups)
        while waiting and calls > 0 and self._calls > 0:
            batch = [waiting.popleft() for _ in range(min(_AT_ONCE, len(waiting)))]
            before = self._calls
            for query, titles in zip(batch, self._search(batch), strict=True):
                named = [(rank, rows) for rank, rows in titles if rows]
                group = query.forms
                if len(group) == 1:
                    self._note(group[0], named, query.beside)
                    if len(named) >= _FULL and not query.beside and " " not in group[0]:
                        # more pages fit than were shown: with another word others come first
                        waiting.extendleft(_Asked(group, word) for word in beside)
                elif named:
                    part = -(-len(group) // _PARTS)
                    parts = [group[start : start + part] for start in range(0, len(group), part)]
                    waiting.extendleft(map(_Asked, parts))
            calls -= before - self._calls

    def _note(self, form: str, named: list[tuple[int, tuple[NamedRow, ...]]], beside: str) -> None:
        """Link a value with the rows that titles name, less closely for uncertain results."""
        for rank, rows in named:
            weight = 1.0 if rank <= _SURE else _UNSURE
            if " " in form:  # a day: the best result has all of its words, others some
                weight = 1 / rank**2
            weights = self._hits[rows]
            weights[form] = weights.get(form, 0.0) + weight * (_BESIDE if beside else 1)

    def _search(self, groups: list[_Asked]) -> list[list[tuple[int, tuple[NamedRow, ...]]]]:
        """Return each group's results: their ranks, and the rows that their titles name."""
        results: list[list[tuple[int, tuple[NamedRow, ...]]]] = [[] for _ in groups]
        pending = list(range(len(groups)))
        tries = _TRIES if not self._episode.controls.is_off else 1
        for _ in range(tries):
            if not pending or self._calls <= 0:
                break
            self._calls -= 1
            text = self._snippets.search([groups[index].query for index in pending])
            starts = [match.start() for match in _BLOCK.finditer(text)]
            if len(starts) != len(pending):
                continue  # the call as a whole failed
            for index, start, stop in zip(
                list(pending), starts, [*starts[1:], len(text)], strict=True
            ):
                block = text[start:stop]
                if block.startswith("["):
                    pending.remove(index)
                    results[index] = [
                        (rank, self._named(result.title))
                        for rank, result in enumerate(results_in(block), 1)
                    ]
        return results

    def _named(self, title: str) -> tuple[NamedRow, ...]:
        names = self._reasoner.names_in(title)
        return tuple(row for name in names for row in sorted(self._reasoner.rows_in(name)))

    # What a column may hold ----------------------------------------------------------------------

    def _domain(self, table: str, column: str) -> _Domain:
        """Return the values a column may hold: those of train worlds, and numbers between them."""
        target = self._reasoner.target(table, column)
        if target is not None:
            knowledge = self._reasoner.known
            rows = sorted(knowledge.rows[target])
            names: dict[str, list[Value]] = {
                knowledge.row_called(target, row)[0]: [row] for row in rows
            }
            return _Domain(names, dict.fromkeys(names, 1.0))
        seen = self._reasoner.training_values(table, column)
        forms: defaultdict[str, Counter[Value]] = defaultdict(Counter)
        for value in (*_between(seen), *seen):
            if isinstance(value, bool) or value is None:
                continue
            forms[_form(value)][value] += 1 + seen[value]
        total = sum(seen.values()) + 1
        return _Domain(
            {form: [value for value, _ in counts.most_common()] for form, counts in forms.items()},
            {form: sum(counts.values()) / total for form, counts in forms.items()},
        )

    # What follows --------------------------------------------------------------------------------

    def _infer(self, lacking: Iterable[Cell]) -> None:
        """Believe the likeliest value of each probed cell; give up cells without one."""
        for cell in list(lacking):
            table, row, column = cell
            domain = self._domains[table, column]
            hits = self._hits.get(self._reasoner.key_rows(table, row), {})
            scored = [
                (weight * (0.02 + domain.chance[form]), form)
                for form, weight in hits.items()
                if form in domain.forms
            ]
            if scored:
                self._reasoner.known.believe(cell, domain.forms[max(scored)[1]][0])
            else:
                self._given_up.add(cell)


def _form(value: Value) -> str:
    if isinstance(value, date):
        return written_date(value)
    return str(value).removeprefix("-")


def _between(seen: Counter[Value]) -> Iterator[Value]:
    """Yield all numbers from the least to the greatest value, by their common step.

    It yields none where there would be `_MOST_GRID` or more.
    """
    numbers = [Decimal(number) for number in seen if type(number) in {int, Decimal}]  # type: ignore[arg-type]
    if not numbers:
        return
    places = max(max(0, -int(number.as_tuple().exponent)) for number in numbers)
    scaled = sorted(int(number.scaleb(places)) for number in numbers)
    step = gcd(*(number - scaled[0] for number in scaled)) or 1
    if (scaled[-1] - scaled[0]) // step < _MOST_GRID:
        for number in range(scaled[0], scaled[-1] + 1, step):
            yield Decimal(number).scaleb(-places) if places else number

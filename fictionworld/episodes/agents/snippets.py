"""The strongest agent that never opens a page: what it earns, snippets give away.

It searches as widely as the scout does, and is granted to understand what snippets say: where one
names a row, says what a column is called and holds the row's value in a common form, the fact
counts as read. Over these facts it computes, as the scout does; what is still missing it copies
from the commonest value of the column, or guesses. So a chance agreement counts for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.guessing import fill, guess_for, rows_of
from fictionworld.episodes.agents.known import NamedRow
from fictionworld.episodes.agents.pages import ShownResult, results_in
from fictionworld.episodes.agents.queries import words_of
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode
from fictionworld.tasks.key import markdown_table
from fictionworld.text.dates import written_date
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import Cell

_AT_ONCE = 6
_MOST_CALLS = 30


class SnippetsOnly(Agent):
    """Copies from snippets, joins them, and guesses the rest."""

    name = "snippets-only"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:
        SnippetReader(episode, reasoner).run()
        return filled_answer(episode, reasoner)


def filled_answer(episode: Episode, reasoner: Reasoner) -> str:
    """Return the answer computed over known facts, gaps filled by common values or guesses."""
    columns = [output.header for output in reasoner.specification.outputs]
    guesses = [guess_for(column, episode.question) for column in columns]
    return markdown_table(columns, fill(rows_of(reasoner), guesses))


class ResultStatements(NamedTuple):
    """What a search result states."""

    rows: Collection[NamedRow]
    """Rows that it names."""
    cells: list[Cell]
    """Facts of them."""


class SnippetReader:
    """What results state to an agent that opens no page: rows by name, and facts of snippets."""

    def __init__(self, episode: Episode, reasoner: Reasoner) -> None:
        self._episode = episode
        self._reasoner = reasoner
        self._asked: set[str] = set()
        self._spoken: dict[str, list[tuple[str, list[frozenset[str]]]]] = {}

    def run(self, most_calls: int = _MOST_CALLS, at_once: int = _AT_ONCE) -> None:
        """Search with the question, then for lists and figures, then for every name met."""
        self.search([self._episode.question])
        while self._episode.calls_made < most_calls:
            batch = [query for query in self._queries() if query not in self._asked][:at_once]
            if not batch:
                return
            self.search(batch)

    def _queries(self) -> Iterator[str]:
        reasoner = self._reasoner
        lacking = reasoner.lacking(set(), whole=False)
        for table in reasoner.to_list:
            yield f"{reasoner.nouns(table)[0]} directory"
        for table, column in dict.fromkeys((table, column) for table, _, column in lacking):
            yield f"{reasoner.labels(table, column)[0]} {reasoner.nouns(table)[0]}"
        for table, row, column in lacking:
            name = reasoner.called((table, row))
            yield f"{name} {reasoner.labels(table, column)[0]}"

    def search(self, queries: list[str]) -> str:
        """Return the reply to these queries, and learn what its results state."""
        self._asked.update(queries)
        reply = self._episode.call("web_search", {"queries": queries})
        for result in results_in(reply):
            self.understand(result)
        return reply

    def understand(self, result: ShownResult) -> None:
        """Learn what a result states of the rows that it names."""
        stated = self.stated_in(result)
        for row in stated.rows:
            self._reasoner.known.note_row(*row)
        for cell in stated.cells:
            self._reasoner.known.learn(cell)

    def stated_in(self, result: ShownResult) -> ResultStatements:
        """Return what a result states, and learn nothing of it."""
        text = f"{result.title} {result.snippet}"
        words = set(words_of(text))
        rows = self._reasoner.rows_in(text)
        cells = [cell for row in rows for cell in self._cells_of(*row, text, words)]
        return ResultStatements(rows, cells)

    def _cells_of(self, table: str, row: int, text: str, words: set[str]) -> Iterator[Cell]:
        """Yield each fact of a row that the text states together with a label of its column."""
        knowledge = self._reasoner.known
        for column, labels in self._spoken_of(table):
            if any(words >= label for label in labels):
                index = knowledge.world_rows.ids(table).index(row)
                value = knowledge.world_rows.shown(table, (column,))[index]
                if value is not None and any(form in text for form in _forms(value)):
                    yield table, row, column

    def _spoken_of(self, table: str) -> list[tuple[str, list[frozenset[str]]]]:
        """Return the columns of a table that hold facts, each with the words of its labels."""
        if table not in self._spoken:
            truth, labels = self._reasoner.known.world_rows, self._reasoner.all_labels
            self._spoken[table] = [
                (column.name, [frozenset(words_of(label)) for label in labels(table, column.name)])
                for column in truth.pack.tables[table].stored
                if truth.is_fact(table, column.name)
            ]
        return self._spoken[table]


def _forms(value: Value) -> tuple[str, ...]:
    """Return the common ways to write a value."""
    if isinstance(value, bool):
        return ("yes",) if value else ("no",)
    if isinstance(value, date):
        day = written_date(value)
        return value.isoformat(), day, f"{day.split()[1]} {value.day}, {value.year}"
    if isinstance(value, int | Decimal):
        return str(value), f"{value:,}"
    return (str(value),)

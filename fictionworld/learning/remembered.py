"""Reading that remembers what it made of a text: episodes of a world read the same texts again.

What is understood is as without it. It holds without controls alone, under which what a page counts
for depends on the pages that were read before.
"""

from __future__ import annotations

from dataclasses import replace

from fictionworld.episodes.agents.candidates import Candidates, PageCandidate
from fictionworld.episodes.agents.known import NamedRow
from fictionworld.episodes.agents.pages import ShownResult
from fictionworld.episodes.agents.queries import Vocabulary, stems_of
from fictionworld.episodes.agents.reasoner import PageStatements, Reasoner
from fictionworld.episodes.agents.snippets import ResultStatements, SnippetReader
from fictionworld.episodes.agents.wanted import NameSpan
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.tasks.specification import Specification


class TextMemory:
    """What texts of one world say, as far as they were read."""

    def __init__(self) -> None:
        self.stems: dict[str, frozenset[str]] = {}
        self.names: dict[str, list[str]] = {}
        self.rows: dict[str, set[NamedRow]] = {}
        self.pages: dict[tuple[str, str], PageStatements] = {}
        """By address and text."""
        self.candidates: dict[tuple[str, str, tuple[bool, bool]], PageCandidate] = {}
        """By address, title and rank."""
        self.results: dict[ShownResult, ResultStatements] = {}


class RememberingVocabulary(Vocabulary):
    """A vocabulary that finds the stems of a text once."""

    def __init__(self, question: str, memory: TextMemory) -> None:
        self._memory = memory
        super().__init__(question)

    def meet(self, text: str) -> None:
        stems = self._memory.stems.get(text)
        if stems is None:
            stems = self._memory.stems[text] = stems_of(text)
        self._met |= stems


class RememberingCandidates(Candidates):
    """Candidates of which each title is understood once."""

    def __init__(self, reasoner: Reasoner, memory: TextMemory) -> None:
        self._memory = memory
        super().__init__(reasoner)

    def described(
        self, url: str, title: str, span: NameSpan | None, rank: tuple[bool, bool]
    ) -> PageCandidate:
        key = url, title, rank
        candidate = self._memory.candidates.get(key)
        if candidate is None:
            candidate = super().described(url, title, span, rank)
            self._memory.candidates[key] = candidate
        return replace(candidate, hinted=set())


class RememberingReasoner(Reasoner):
    """A reasoner that understands a text once."""

    def __init__(
        self, handle: WorldHandle, specification: Specification, memory: TextMemory
    ) -> None:
        self._memory = memory
        super().__init__(handle, specification)

    def rows_in(self, text: str) -> set[NamedRow]:
        rows = self._memory.rows.get(text)
        if rows is None:
            rows = self._memory.rows[text] = super().rows_in(text)
        return rows

    def names_in(self, text: str) -> list[str]:
        names = self._memory.names.get(text)
        if names is None:
            names = self._memory.names[text] = super().names_in(text)
        return names

    def stated_in(self, url: str, text: str) -> PageStatements:
        stated = self._memory.pages.get((url, text))
        if stated is None:
            stated = self._memory.pages[url, text] = super().stated_in(url, text)
        return stated


class RememberingSnippetReader(SnippetReader):
    """A reader of search results that understands each of them once."""

    def __init__(self, episode: Episode, reasoner: Reasoner, memory: TextMemory) -> None:
        self._memory = memory
        super().__init__(episode, reasoner)

    def stated_in(self, result: ShownResult) -> ResultStatements:
        stated = self._memory.results.get(result)
        if stated is None:
            stated = self._memory.results[result] = super().stated_in(result)
        return stated

"""What an agent says before a call: in a sentence, what it lacks and where it looks for it.

Transcripts show it before the call, so that a model that is trained on them learns to plan. It
follows from what the agent has read, never from the key.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from fictionworld.episodes.agents.candidates import PageCandidate
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode
from fictionworld.seeds import child_seed
from fictionworld.text.english import lowered
from fictionworld.worlds.world_rows import Cell

_BEGINS: Final = (
    "I start with a search for the question as it stands.",
    "First I look for what the web has on this question.",
    "Let me search for the question itself, to see which sites there are.",
)
_LISTS: Final = (
    "I need every one of the {nouns}, so I look for a list of them.",
    "To miss none of the {nouns}, I look for a full list.",
    "A directory of the {nouns} would show whether I have them all.",
)
_SEARCHES: Final = (
    "I still lack {lacking}, so I search for it.",
    "What is missing is {lacking}.",
    "Next I search for {lacking}.",
)
_READS: Final = (
    'The page "{title}" may have {lacking}.',
    'I open "{title}" for {lacking}.',
    '"{title}" looks right for {lacking}.',
)
_READS_LIST: Final = (
    'The page "{title}" lists the {nouns}.',
    'I read "{title}", to have all the {nouns}.',
)
_CHECKS: Final = (
    "I have what is asked for. I check {name} with a second source.",
    "Before I answer, I check {name} on another page.",
)


_LIST: Final = re.compile(r"\bdirectory$|^list of all\b")


def say(episode: Episode, sentences: Sequence[str], **words: str) -> None:
    """Note one of these sentences as said before the next call; drawn by task, seed and call."""
    number = episode.calls_made
    task_id = episode.task.task_id if episode.task else ""
    drawn = child_seed(episode.seed, f"plans/{task_id}/{number}") % len(sentences)
    episode.plans[number] = sentences[drawn].format(**words)


class Plans:
    """What the scout says, and agents that derive from it."""

    def __init__(self, episode: Episode, reasoner: Reasoner) -> None:
        self._episode = episode
        self._reasoner = reasoner

    def begin(self) -> None:
        """Say that the first search is for the question."""
        self._say(_BEGINS)

    def search(
        self, queries: Sequence[str], lacking: Counter[Cell], open_lists: Collection[str]
    ) -> None:
        """Say what is lacking, or of which table every row is to be found."""
        if open_lists and _LIST.search(queries[0]):
            self._say(_LISTS, nouns=self._nouns(open_lists))
        else:
            self._say(_SEARCHES, lacking=self._lacking(lacking))

    def read(
        self, candidate: PageCandidate, lacking: Counter[Cell], open_lists: Collection[str]
    ) -> None:
        """Say why a page is opened."""
        if open_lists and candidate.is_listing:
            self._say(_READS_LIST, title=candidate.title, nouns=self._nouns(open_lists))
        else:
            self._say(_READS, title=candidate.title, lacking=self._lacking(lacking, candidate))

    def check(self, name: str) -> None:
        """Say that a row of the answer is looked up once more."""
        self._say(_CHECKS, name=name)

    def _say(self, sentences: tuple[str, ...], **words: str) -> None:
        say(self._episode, sentences, **words)

    def _nouns(self, tables: Collection[str]) -> str:
        return self._reasoner.nouns(next(iter(tables)))[0]

    def _lacking(self, lacking: Counter[Cell], page: PageCandidate | None = None) -> str:
        """Return what most rows wait for: `the height of 12 players`, `the height of Ada Bruno`.

        Of a page it is what the page's title speaks of, or a cell of the row that it names.
        """
        reasoner = self._reasoner
        cells = list(lacking)
        if page is not None:
            spoken = [cell for cell in cells if (cell[0], cell[2]) in page.spoken]
            named = [cell for cell in cells if not page.rows.isdisjoint(reasoner.owners(*cell[:2]))]
            cells = [cell for cell in spoken if cell in named] or named or spoken or cells
        if not cells:
            return "what else there is"
        columns = Counter((table, column) for table, _, column in cells)
        (table, column), count = columns.most_common(1)[0]
        label = lowered(reasoner.labels(table, column)[0])
        if count > 1:
            return f"the {label} of {count} {reasoner.nouns(table)[0]}"
        row = next(row for at, row, name in cells if (at, name) == (table, column))
        return f"the {label} of {reasoner.called((table, row)) or reasoner.nouns(table)[-1]}"

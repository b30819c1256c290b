"""The words that speak of the columns of a world that may be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fictionworld.simulator.drafts import words
from fictionworld.simulator.drafts.attribution import WorldWords, world_words_of
from fictionworld.simulator.drafts.words import said_in
from fictionworld.text.english import plural
from fictionworld.web.writing.context import WritingContext

_SMALL: Final = said_in(
    "a an and at by for in of on or the to with number date year name size rate time amount per"
    " first last main home away full total average made used"
)
_GENERIC: Final = said_in(words.GENERIC)


class Labels:
    """The words that speak of the columns of a world that may be asked for.

    Args:
        by_column: Those of each, by table and column.
        lexicons: By whose words a slot is read.
    """

    def __init__(
        self,
        by_column: Mapping[tuple[str, str], frozenset[str]],
        lexicons: WorldWords = WorldWords(),  # noqa: B008 - it is frozen
    ) -> None:
        self._by_column = by_column
        self.lexicons = lexicons
        self.words: frozenset[str] = frozenset().union(*by_column.values())
        """Of all columns."""
        self._of_others: dict[frozenset[tuple[str, str]], frozenset[str]] = {}

    def of_others(self, columns: frozenset[tuple[str, str]]) -> frozenset[str]:
        """Return the words that speak of other columns than these, and of none of these."""
        words = self._of_others.get(columns)
        if words is None:
            other_words = (
                word for column, word in self._by_column.items() if column not in columns
            )
            own_words = (self._by_column.get(column, frozenset()) for column in columns)
            words = frozenset().union(*other_words) - frozenset().union(*own_words)
            self._of_others[columns] = words
        return words


NO_LABELS: Final = Labels({})


def labels_of(context: WritingContext) -> Labels:
    """Return the words that speak of each column of a world that may be asked for."""
    by_column = {}
    for column, wording in context.wordings.items():
        if wording.askable:
            texts = (wording.label, *wording.column.usual_labels, wording.noun)
            spoken = context.pack.tables[wording.table].spec.spoken
            table_words = said_in(" ".join(sum(spoken.nouns(wording.table), ())))
            label_words = said_in(" ".join(texts)) - _SMALL - _GENERIC - table_words
            by_column[column] = label_words | {plural(word) for word in label_words}
    return Labels(by_column, world_words_of(context))

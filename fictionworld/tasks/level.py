"""The level of a task, from 1 to 5: how hard it is, by what its world makes of it.

A level follows from what reading the task takes, which is known when it is drawn; nobody declares
it. Up to level 4 it goes by the tokens that the scout is shown, estimated from the pages that must
be read and the look-ups that depend on each other. Level 5 is what no short cut reaches: dozens of
pages, several look-ups in sequence or hundreds of cells, and each cell of the answer rests on so
many facts that those on the pages which lists link to seldom settle one. There a walk of the lists
earns little, where it earns two thirds of an answer at level 4. Nor is it below level 4 where
a table that must be known as a whole has partial lists alone: that these are all the reader infers.

The estimate and the budgets are fitted to the scout's episodes: `make levels` fits them anew.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal, get_args

from fictionworld.errors import UsageError

Level = Literal[1, 2, 3, 4, 5]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)

CHARACTERS_PER_TOKEN: Final = 2.8
"""Measured: replies of the tools, by the tokenizer of SmolLM2; Qwen's has near 3."""

CHARACTERS: Final = (2.0, 1_000.0)
"""What the scout is shown on a task of usual course: so many characters for each of those that must
be read, and for each look-up that depends on another."""
MOST_TOKENS: Final[tuple[tuple[Level, float], ...]] = ((1, 6_000), (2, 14_000), (3, 28_000))
"""The most tokens that are expected at a level."""
LEVEL_1_TOKENS: Final = 8_192
"""What tasks of level 1 are made for: a context of so many tokens, which nine of ten fit."""
_SHORT_HOPS: Final = 2
"""The most look-ups in sequence at level 1: of those with three, a third exceeds that context."""

MOST_PAGES: Final = 110
"""The most pages that a task may take, so that the budgets of its level suffice."""
_PAGES: Final = 40
"""The fewest pages that must be read at level 5."""
LONG_HOPS: Final = 4
"""The fewest look-ups in sequence at level 5, where the answer has fewer than `_CELLS`."""
_CELLS: Final = 300
_SETTLED_BY_LISTS: Final = 0.05
"""The largest share of cells that pages about single rows may be expected to settle at level 5."""

CALLS: Final[dict[Level, int]] = {1: 50, 2: 80, 3: 150, 4: 210, 5: 290}
"""The budget of calls at each level, without controls: 1.5 times the most that the scout took on
any task that it was fitted on, which is more than twice the median of the least pages."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What solving a task takes at least, as its world tells."""

    pages: int
    """Those that state the evidence, and the directories."""
    characters: int
    """Of these pages."""
    hops: int
    facts: int
    """Cells of the world from which the answer follows."""
    cells: int
    """Of the answer."""
    on_own_pages: float
    """The share of the facts that pages about one row state: where lists lead to."""
    is_in_unnamed_part: bool = False
    """Some fact stands only in parts of tables that do not say which rows they hold: one after the
    other has to be read, however few characters the right one has."""
    is_unlisted: bool = False
    """No page lists, or says how to list, all rows of a table that must be known as a whole."""

    @property
    def settled_by_lists(self) -> float:
        """Return the share of cells that these pages settle, if facts fell on them by chance."""
        return float(self.on_own_pages ** (self.facts / max(1, self.cells)))

    @property
    def scout_tokens(self) -> float:
        """Return about how many tokens the scout is shown: a median, which half of tasks exceed."""
        of_reading, of_hop = CHARACTERS
        return (of_reading * self.characters + of_hop * self.hops) / CHARACTERS_PER_TOKEN

    @property
    def level(self) -> Level | None:
        """Return the level of a task that takes this reading; None where it is too much for any."""
        if self.pages > MOST_PAGES:
            return None
        is_long = self.hops >= LONG_HOPS or self.cells >= _CELLS
        if self.pages >= _PAGES and is_long and self.settled_by_lists <= _SETTLED_BY_LISTS:
            return 5
        if self.is_unlisted:
            return 4
        level: Level = next((n for n, most in MOST_TOKENS if self.scout_tokens <= most), 4)
        is_short = self.hops <= _SHORT_HOPS and not self.is_in_unnamed_part
        return 2 if level == 1 and not is_short else level


def levels_of(numbers: Collection[int]) -> tuple[Level, ...]:
    """Return these levels, each once, ascending.

    Raises:
        UsageError: There are none, or a number is no level.
    """
    chosen = tuple(level for level in LEVELS if level in set(numbers))
    if not chosen or not set(numbers) <= set(LEVELS):
        raise UsageError(
            f"got level {', '.join(map(str, numbers)) or 'none'}; allowed: one or several of "
            f"{', '.join(map(str, LEVELS))}"
        )
    return chosen


def parse_levels(text: str) -> tuple[Level, ...]:
    """Return the levels of a text such as `1,2,3`.

    Raises:
        UsageError: A part is no level.
    """
    numbers = [name.strip() for name in text.split(",")]
    if not all(number.isdecimal() and len(number) == 1 for number in numbers):
        raise UsageError(f"got levels {text!r}; they are written with commas, such as 1,2,3")
    return levels_of([int(number) for number in numbers])

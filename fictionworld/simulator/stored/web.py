"""`StoredWeb`: the web of a world, read from the file that `writing.py` makes of it.

It keeps the file's compressed bytes and a few arrays; a page's text is decompressed when it is
asked for, and soon forgotten. It reads no rows, and asks neither polars nor DuckDB for anything.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import date
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.search_index import SearchIndex, TermOccurrences
from fictionworld.simulator.stored.sections import Sections
from fictionworld.simulator.stored.writing import BLOCK, HEAD_FIELDS, PLAN_FIELDS
from fictionworld.simulator.term_counts import TermCounts
from fictionworld.web.page import Head, Mark, Page, searchable
from fictionworld.web.permit import Permit
from fictionworld.web.plans import FactCodes
from fictionworld.web.snippets import Passages
from fictionworld.web.template_pages import TemplatePages
from fictionworld.web.world_plan import PageLines, PlannedPage, WebPlan
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.record import World

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WINDOW_BYTES: Final = 8_000
_HEAD_BYTES: Final = 1_000
"""Of a page's head, and of what a catalogue looks up by it."""


class StoredWeb(TemplatePages):
    """The pages of a world, as `FictionalWeb` writes them, byte for byte.

    Args:
        pack: What the world is.
        world: Its record.
        content: What `written_web` made of its web.

    Raises:
        DamagedError: The content is not as it was written.
    """

    most_windows = 32
    template = None
    """As `FictionalWeb.template`: its pages are in template wording."""

    def __init__(self, pack: CompiledPack, world: World, content: bytes) -> None:
        self.world = world
        self._sections = Sections(content)
        self._size = len(content)
        self._codes = FactCodes.of(pack)

    # What the tools ask of a web -----------------------------------------------------------------

    @cached_property
    def heads(self) -> tuple[Head, ...]:
        """All pages in the order of their numbers."""
        stored = self._sections.json("heads")
        stored["date"] = [day and date.fromisoformat(day) for day in stored["date"]]
        columns = [_shared(stored[name]) for name in HEAD_FIELDS]
        return tuple(map(Head, range(1, len(columns[0]) + 1), *columns))

    @cached_property
    def plan(self) -> WebPlan:
        """Which pages there are, and what each states."""

        def pages() -> tuple[PlannedPage, ...]:
            stored = self._sections.json("plan")
            names = [head.name for head in self.heads]
            columns = [_shared(stored[name]) for name in PLAN_FIELDS]
            return tuple(map(PlannedPage, range(1, len(names) + 1), names, *columns))

        stated, listed = self._lines("stated"), self._lines("listed")
        return WebPlan(self.world.world_id, self._codes, pages, stated, listed)

    def page(self, number: int) -> Page:
        """The page of a number, from 1.

        Raises:
            IndexError: There is none.
        """
        return Page(self._head(number), self._text("bodies", number), tuple(self._marks(number)))

    def searchable(self, number: int, permit: Permit) -> str:
        """What of a page's text a search may go by: all but the values that are closed.

        Raises:
            IndexError: There is none.
        """
        return searchable(self.page(number), permit, self._columns)

    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """The cells that a part of a page states, in order; its text is not read."""
        arrays, mine = self._arrays, self._slice("marks/first", number)
        starts = arrays["marks/start"][mine]
        ends = starts + arrays["marks/length"][mine].astype(np.int32)
        # marks are in order, and do not overlap; all that a stored page states is as it is
        shown = slice(starts.searchsorted(start), ends.searchsorted(end, "right"))
        return self._cells_of(arrays["marks/code"][mine][shown], arrays["marks/row"][mine][shown])

    @property
    def resident_bytes(self) -> int:
        """About what it takes in memory: the file, its arrays, heads, and windows that are kept."""
        arrays = sum(one.nbytes for one in self._arrays.values())
        windows = _WINDOW_BYTES * len(self._windows)
        return self._size + arrays + _HEAD_BYTES * len(self.heads) + windows

    # What the index is made of -------------------------------------------------------------------

    def term_counts(self) -> TermCounts:
        """How often each term stands on each page; read anew each time, since it is large."""
        read = self._sections
        found = read.array("terms/found")
        rows = np.repeat(np.arange(len(found), dtype=np.int32), found)
        return TermCounts(
            tuple(read.json("terms")),
            tuple(map(tuple, read.json("terms/conditions"))),
            TermOccurrences(rows, read.array("terms/place"), read.array("terms/times")),
            read.array("terms/lengths"),
        )

    # Behind the scenes ---------------------------------------------------------------------------

    def _head(self, number: int) -> Head:
        if not 1 <= number <= len(self.heads):
            raise IndexError(f"got page {number}; allowed: 1 to {len(self.heads)}")
        return self.heads[number - 1]

    def _lines(self, name: str) -> PageLines:
        return PageLines(*(self._sections.array(f"{name}/{one}") for one in PageLines._fields))

    @cached_property
    def _arrays(self) -> dict[str, NDArray[Any]]:
        names = (
            "marks/first", "marks/start", "marks/length", "marks/code", "marks/row",
            "marks/missing", "bodies/length", "bodies/block", "passages/length", "passages/block",
            "passages/first", "passages/kind", "passages/facts",
        )  # fmt: skip
        return {name: self._sections.array(name) for name in names}

    def _text(self, name: str, number: int) -> str:
        """The body of a page, or its passages."""
        size = BLOCK[name]
        block, within = divmod(number - 1, size)
        start, end = self._arrays[f"{name}/block"][block : block + 2].tolist()
        lengths = self._arrays[f"{name}/length"][block * size : number].tolist()
        whole = zlib.decompress(self._sections.raw(name)[start:end])
        before = sum(lengths[:within])
        return whole[before : before + lengths[within]].decode()

    def _cells_of(self, codes: NDArray[Any], rows: NDArray[Any]) -> list[tuple[str, int, str]]:
        names = self._codes.names
        named = [names[code] for code in codes.tolist()]
        return [(name[0], row, name[1]) for name, row in zip(named, rows.tolist(), strict=True)]

    def _marks(self, number: int) -> list[Mark]:
        mine = self._slice("marks/first", number)
        starts, lengths, missing = (
            self._arrays[f"marks/{one}"][mine].tolist() for one in ("start", "length", "missing")
        )
        cells = self._cells_of(*(self._arrays[f"marks/{one}"][mine] for one in ("code", "row")))
        facts = [FactId(self.world.world_id, *cell) for cell in cells]
        return [
            Mark(start, start + length, fact, missing=bool(gone))
            for start, length, gone, fact in zip(starts, lengths, missing, facts, strict=True)
        ]

    def _passages(self, number: int) -> Passages:
        arrays, mine = self._arrays, self._slice("passages/first", number)
        marks = self._slice("marks/first", number)
        codes, rows = (arrays[f"marks/{one}"][marks].tolist() for one in ("code", "row"))
        kinds, counts = (arrays[f"passages/{one}"][mine].tolist() for one in ("kind", "facts"))
        texts = self._text("passages", number).split("\n")[: len(kinds)]
        fact_at = partial(_fact, self.world.world_id, self._codes.names, codes, rows)
        return Passages.made(texts, kinds, counts, codes, fact_at)

    def _slice(self, name: str, number: int) -> slice:
        start, end = self._arrays[name][number - 1 : number + 1].tolist()
        return slice(start, end)

    @cached_property
    def _columns(self) -> dict[tuple[str, str], CompiledColumn]:
        return {(column.table, column.name): column for column in self._codes.columns}


class StoredCatalogue(Catalogue):
    """A stored web and its indexes, which come from counts that were made once."""

    web: StoredWeb

    def __init__(self, web: StoredWeb) -> None:
        super().__init__(web)

    def _built(self, permit: Permit) -> SearchIndex:
        columns = self.web.plan.codes.columns
        names = [head.name for head in self.web.heads]

        def is_open(number: int, code: int) -> bool:
            return permit.searches(names[number - 1], columns[code])

        return self.web.term_counts().under(is_open)


def _fact(
    world_id: int,
    names: Sequence[tuple[str, str]],
    codes: Sequence[int],
    rows: Sequence[int],
    at: int,
) -> FactId:
    """The fact of the mark at a place."""
    table, column = names[codes[at]]
    return FactId(world_id, table, rows[at], column)


def _shared(values: Sequence[Any]) -> list[Any]:
    """The same values, equal ones as one object."""
    known: dict[Any, Any] = {}
    return [known.setdefault(value, value) for value in values]

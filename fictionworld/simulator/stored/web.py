"""The web of a world as a file: every page, what search results cut from it, counts of its terms.

Nothing in it follows from a policy, so one file serves all of them. `StoredWeb`, which reads it,
keeps the file's compressed bytes and a few arrays; a page's text is decompressed when it is asked
for, and soon forgotten. It reads no rows, and asks neither polars nor DuckDB for anything.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import fields
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fictionworld.packs.compiled import CompiledPack
from fictionworld.simulator.stored.sections import LEVEL, Sections, packed_sections
from fictionworld.web.page import Head, Mark, Page
from fictionworld.web.permit import Permit
from fictionworld.web.plans import FactCodes
from fictionworld.web.searched import SearchedNames, SearchedPage
from fictionworld.web.served_pages import ServedPages
from fictionworld.web.snippets import Passages, passages_of
from fictionworld.web.web import FictionalWeb
from fictionworld.web.world_plan import PageLines, PlannedPage, WebPlan
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.record import World

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BLOCK: Final = {"bodies": 8, "passages": 4}
"""Pages whose texts are compressed together: neighbours are alike. One read takes 20 to 40 µs."""
_HEAD_FIELDS: Final = ("name", "kind", "url", "title", "outlet", "date")
_PLAN_FIELDS: Final = tuple(f.name for f in fields(PlannedPage) if f.name not in {"number", "name"})
_WINDOW_BYTES: Final = 8_000
_HEAD_BYTES: Final = 1_000
"""Of a page's head, and of what a catalogue looks up by it."""


def written_web(web: FictionalWeb) -> bytes:
    """Return the file of a web; `StoredWeb` reads it."""
    pages = [web.page(head.number) for head in web.heads]
    sections: dict[str, object] = {}
    sections["heads"] = {
        name: [_plain(getattr(head, name)) for head in web.heads] for name in _HEAD_FIELDS
    }
    planned = web.plan.pages
    sections["plan"] = {name: [getattr(page, name) for page in planned] for name in _PLAN_FIELDS}
    _add_lines(sections, "stated", web.plan.stated)
    _add_lines(sections, "listed", web.plan.listed)
    _add_marks(sections, pages, web.plan.codes.codes)
    _add_texts(sections, "bodies", [page.body.encode() for page in pages])
    _add_passages(sections, pages)
    _add_searched(sections, web)
    return packed_sections(sections)


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, str) else str(value)


def _add_lines(sections: dict[str, object], name: str, lines: PageLines) -> None:
    sections |= {f"{name}/{field_name}": array for field_name, array in lines._asdict().items()}


def _add_marks(
    sections: dict[str, object], pages: Sequence[Page], codes: dict[tuple[str, str], int]
) -> None:
    marks = [mark for page in pages for mark in page.marks]
    sections["marks/first"] = _starts(len(page.marks) for page in pages)
    starts, ends, facts, _, _, missing = zip(*marks, strict=True) if marks else ((),) * 6
    sections["marks/start"] = _numbers(starts)
    sections["marks/length"] = _numbers(ends) - _numbers(starts)
    sections["marks/code"] = _numbers([codes[table, column] for _, table, _, column in facts])
    sections["marks/row"] = _numbers([row for _, _, row, _ in facts])
    sections["marks/missing"] = _numbers(missing)


def _add_texts(sections: dict[str, object], name: str, texts: Sequence[bytes]) -> None:
    size = _BLOCK[name]
    blocks = [
        zlib.compress(b"".join(texts[start : start + size]), LEVEL)
        for start in range(0, len(texts), size)
    ]
    sections[f"{name}/length"] = _numbers(map(len, texts))
    sections[f"{name}/block"] = _starts(map(len, blocks))
    sections[name] = b"".join(blocks)


def _add_passages(sections: dict[str, object], pages: Sequence[Page]) -> None:
    passages_by_page = [passages_of(page) for page in pages]
    texts = [
        "\n".join([passage.text for passage in passages]).encode() for passages in passages_by_page
    ]
    _add_texts(sections, "passages", texts)
    all_passages = [passage for passages in passages_by_page for passage in passages]
    sections["passages/first"] = _starts(map(len, passages_by_page))
    sections["passages/kind"] = _numbers(passage.kind for passage in all_passages)
    sections["passages/facts"] = _numbers(len(passage.facts) for passage in all_passages)
    all_ends: list[int] = []
    for page, passages in zip(pages, passages_by_page, strict=True):
        passage_ends = [end for passage in passages for end in passage.ends]
        # one for each mark: the last of a page may stand in no passage
        all_ends += passage_ends + [0] * (len(page.marks) - len(passage_ends))
    sections["marks/passage_end"] = _numbers(all_ends)


def _add_searched(sections: dict[str, object], web: FictionalWeb) -> None:
    codes = web.plan.codes.codes
    sections["searched"] = [
        (
            web.searched_pages.title(head.number),
            web.searched_pages.words(head.number),
            [
                (codes[column.table, column.name], text)
                for column, text in web.searched_pages.values(head.number, lambda _: True)
            ],
        )
        for head in web.heads
    ]
    names = web.searched_names
    sections["searched/names"] = [names.entries, sorted(names.names)]


def _numbers(values: Iterable[int]) -> NDArray[np.int64]:
    return np.fromiter(values, np.int64)


def _starts(lengths: Iterable[int]) -> NDArray[np.int64]:
    """Return where each of several adjoining things begins, and where the last ends."""
    return np.concatenate([[0], np.cumsum(_numbers(lengths))])


class StoredWeb(ServedPages):
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
        """Return the heads of all pages in the order of their numbers."""
        stored = self._sections.json("heads")
        stored["date"] = [day and date.fromisoformat(day) for day in stored["date"]]
        columns = [_shared(stored[name]) for name in _HEAD_FIELDS]
        return tuple(map(Head, range(1, len(columns[0]) + 1), *columns))

    @cached_property
    def plan(self) -> WebPlan:
        """Return which pages there are, and what each states."""

        def pages() -> tuple[PlannedPage, ...]:
            stored = self._sections.json("plan")
            names = [head.name for head in self.heads]
            columns = [_shared(stored[name]) for name in _PLAN_FIELDS]
            return tuple(map(PlannedPage, range(1, len(names) + 1), names, *columns))

        stated, listed = self._lines("stated"), self._lines("listed")
        return WebPlan(self.world.world_id, self._codes, pages, stated, listed)

    def page(self, number: int) -> Page:
        """Return the page of a number, from 1.

        Raises:
            IndexError: There is none.
        """
        return Page(self._head(number), self._text("bodies", number), tuple(self._marks(number)))

    def searched(self, number: int, permit: Permit) -> SearchedPage:
        """Return what a page is found by under a permit.

        Raises:
            IndexError: There is none.
        """
        name = self._head(number).name
        title, words, values = self._searched[number - 1]
        columns = self._codes.columns
        open_values = (text for code, text in values if permit.searches(name, columns[code]))
        return SearchedPage(number, title, " ".join((words, *open_values)))

    @cached_property
    def searched_names(self) -> SearchedNames:
        """Return the names that searches know."""
        entries, names = self._sections.json("searched/names")
        return SearchedNames(entries, frozenset(names))

    @cached_property
    def _searched(self) -> list[tuple[str, str, list[tuple[int, str]]]]:
        stored: list[tuple[str, str, list[tuple[int, str]]]] = self._sections.json("searched")
        return stored

    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """Return the cells that a part of a page states, in order, without reading its text."""
        arrays, page_marks = self._arrays, self._slice("marks/first", number)
        starts = arrays["marks/start"][page_marks]
        ends = starts + arrays["marks/length"][page_marks].astype(np.int32)
        # marks are in order, and do not overlap; all that a stored page states is as it is
        marks_inside = slice(starts.searchsorted(start), ends.searchsorted(end, "right"))
        return self._cells_of(
            arrays["marks/code"][page_marks][marks_inside],
            arrays["marks/row"][page_marks][marks_inside],
        )

    @property
    def resident_bytes(self) -> int:
        """Return about how many bytes file, arrays, heads and cached windows take in memory."""
        array_bytes = sum(array.nbytes for array in self._arrays.values())
        window_bytes = _WINDOW_BYTES * len(self._windows)
        return self._size + array_bytes + _HEAD_BYTES * len(self.heads) + window_bytes

    # Behind the scenes ---------------------------------------------------------------------------

    def _head(self, number: int) -> Head:
        if not 1 <= number <= len(self.heads):
            raise IndexError(f"got page {number}; allowed: 1 to {len(self.heads)}")
        return self.heads[number - 1]

    def _lines(self, name: str) -> PageLines:
        return PageLines(
            *(self._sections.array(f"{name}/{field_name}") for field_name in PageLines._fields)
        )

    @cached_property
    def _arrays(self) -> dict[str, NDArray[Any]]:
        names = (
            "marks/first", "marks/start", "marks/length", "marks/code", "marks/row",
            "marks/missing", "marks/passage_end", "bodies/length", "bodies/block",
            "passages/length", "passages/block", "passages/first", "passages/kind",
            "passages/facts",
        )  # fmt: skip
        return {name: self._sections.array(name) for name in names}

    def _text(self, name: str, number: int) -> str:
        """Return the body of a page, or its passages."""
        size = _BLOCK[name]
        block, index_in_block = divmod(number - 1, size)
        start, end = self._arrays[f"{name}/block"][block : block + 2].tolist()
        lengths = self._arrays[f"{name}/length"][block * size : number].tolist()
        block_text = zlib.decompress(self._sections.raw(name)[start:end])
        text_start = sum(lengths[:index_in_block])
        return block_text[text_start : text_start + lengths[index_in_block]].decode()

    def _cells_of(self, codes: NDArray[Any], rows: NDArray[Any]) -> list[tuple[str, int, str]]:
        names = self._codes.names
        named = [names[code] for code in codes.tolist()]
        return [(name[0], row, name[1]) for name, row in zip(named, rows.tolist(), strict=True)]

    def _marks(self, number: int) -> list[Mark]:
        page_marks = self._slice("marks/first", number)
        starts, lengths, missing = (
            self._arrays[f"marks/{array_name}"][page_marks].tolist()
            for array_name in ("start", "length", "missing")
        )
        cells = self._cells_of(
            *(self._arrays[f"marks/{array_name}"][page_marks] for array_name in ("code", "row"))
        )
        facts = [FactId(self.world.world_id, *cell) for cell in cells]
        return [
            Mark(start, start + length, fact, missing=bool(is_missing))
            for start, length, is_missing, fact in zip(starts, lengths, missing, facts, strict=True)
        ]

    def _passages(self, number: int) -> Passages:
        arrays, page_passages = self._arrays, self._slice("passages/first", number)
        marks = self._slice("marks/first", number)
        codes, rows, ends = (
            arrays[f"marks/{name}"][marks].tolist() for name in ("code", "row", "passage_end")
        )
        kinds, counts = (
            arrays[f"passages/{array_name}"][page_passages].tolist()
            for array_name in ("kind", "facts")
        )
        texts = self._text("passages", number).split("\n")[: len(kinds)]
        world_id, pairs_by_code = self.world.world_id, self._codes.names

        def fact_at(at: int) -> FactId:
            table, column = pairs_by_code[codes[at]]
            return FactId(world_id, table, rows[at], column)

        return Passages(texts, kinds, counts, codes, ends, fact_at)

    def _slice(self, name: str, number: int) -> slice:
        start, end = self._arrays[name][number - 1 : number + 1].tolist()
        return slice(start, end)


def _shared(values: Sequence[Any]) -> list[Any]:
    """Return the same values, equal ones as one object."""
    first_equal: dict[Any, Any] = {}
    return [first_equal.setdefault(value, value) for value in values]

"""The heads of all pages of a federation, each read when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import TypeVar, overload

from fictionworld.simulator.joined.index import JoinedPages
from fictionworld.simulator.joined.texts import Texts
from fictionworld.simulator.search_view import PageHeads
from fictionworld.web.page import Head

_REMEMBERED = 4096

V = TypeVar("V")


class HeadList(Sequence[Head]):
    """The heads in the order of page numbers."""

    def __init__(self, pages: JoinedPages) -> None:
        self._texts = Texts(pages.heads, pages.head_ends)
        self._read = lru_cache(_REMEMBERED)(self._head)

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, place: int) -> Head: ...
    @overload
    def __getitem__(self, place: slice) -> list[Head]: ...
    def __getitem__(self, place: int | slice) -> Head | list[Head]:
        if isinstance(place, slice):
            return [self._read(index) for index in range(*place.indices(len(self)))]
        return self._read(place)

    def _head(self, place: int) -> Head:
        name, kind, url, title, outlet, day, world = json.loads(self._texts[place])
        shown = None if day is None else date.fromisoformat(day)
        return Head(place + 1, name, kind, url, title, outlet, shown, world)


class _Numbered(Mapping[int, V]):
    """What pages have, by their numbers, from 1."""

    def __init__(self, count: int, value: Callable[[int], V]) -> None:
        self._count = count
        self._value = value

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self._count + 1))

    def __getitem__(self, number: int) -> V:
        if not 1 <= number <= self._count:
            raise KeyError(number)
        return self._value(number - 1)


class JoinedHeads(PageHeads):
    """What follows from the heads of a federation's pages, out of the arrays of its index."""

    def __init__(self, pages: JoinedPages) -> None:
        self._pages = pages
        self.list = HeadList(pages)
        self.by_number = _Numbered(len(self.list), self.list.__getitem__)

    @cached_property
    def host_names(self) -> list[str]:
        """Return all hosts."""
        return list(Texts(self._pages.hosts, self._pages.host_ends))

    @cached_property
    def hosts(self) -> Mapping[int, str]:
        names, host_of = self.host_names, self._pages.host_of
        return _Numbered(len(host_of), lambda place: names[host_of[place]])

    @cached_property
    def series(self) -> Mapping[int, Hashable]:
        series_of = self._pages.series_of
        return _Numbered(len(series_of), lambda place: int(series_of[place]))

    @cached_property
    def background(self) -> tuple[int, ...]:
        """Return some pages about subjects outside the worlds."""
        return tuple(self._pages.background.tolist())

    @cached_property
    def _sites(self) -> frozenset[str]:
        return frozenset(host.removeprefix("www.") for host in self.host_names)

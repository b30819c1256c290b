"""The pages of a world as they are served: by number and address, with their snippets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from math import inf
from urllib.parse import unquote

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.web.packed_cache import PackedCache
from fictionworld.web.page import Head
from fictionworld.web.permit import Permit
from fictionworld.web.snippets import Passages, Windows, windows_of
from fictionworld.web.world_plan import WebPlan
from fictionworld.worlds.fact import FactId


def bare_address(url: str) -> str:
    """Return an address without what people and models add to it or leave out: scheme, `www.`,
    fragment, trailing slashes, quotes around it, escapes in its path, capitals in its host.

    Two addresses lead to the same page where this is the same.
    """
    url = url.strip().strip(" <>\"'`").partition("#")[0]
    scheme, sign, rest = url.partition("://")
    host, slash, path = (rest if sign else scheme).partition("/")
    return host.lower().removeprefix("www.") + (slash + unquote(path)).rstrip("/")


class ServedPages(ABC):
    """A world's pages as they are served: by their addresses, and cut for search results."""

    most_pages: float = inf
    """Pages and passages that are kept as they are; the others are kept packed."""
    most_windows: float = inf
    """Pages that are kept ready to be cut, by permit: the same few are found again and again."""

    @property
    @abstractmethod
    def heads(self) -> tuple[Head, ...]:
        """Return the heads of all pages in the order of their numbers."""

    @property
    @abstractmethod
    def plan(self) -> WebPlan:
        """Return which pages there are, and what each states."""

    def number_of(self, url: str) -> int | None:
        """Return the number of the page at an address; None where there is none.

        What `bare_address` leaves off makes no difference.
        """
        return self._numbers.get(bare_address(url))

    def windows(self, number: int, permit: Permit) -> Windows:
        """Return the passages of a page that a permit allows, ready to be cut."""
        key = (number, permit)
        windows = self._windows.get(key)
        if windows is None:
            name = self.heads[number - 1].name
            windows = windows_of(name, self._passages_read.get(number), permit, self._columns)
            self._windows[key] = windows
            with suppress(KeyError):  # another thread was first
                while len(self._windows) > self.most_windows:
                    self._windows.popitem(last=False)
        return windows

    @cached_property
    def _passages_read(self) -> PackedCache[Passages]:
        return PackedCache(
            self._passages,
            Passages.plain,
            lambda _, plain: Passages.restored(plain, self._fact),
            self.most_pages if self.most_pages == inf else 0,
        )

    def _fact(self, table: str, row: int, column: str) -> FactId:
        """Return the fact of a cell."""
        return FactId(self.plan.world_id, table, row, column)

    @abstractmethod
    def _passages(self, number: int) -> Passages:
        """Return what a page says, read from its text."""

    @property
    def _columns(self) -> Mapping[tuple[str, str], CompiledColumn]:
        """Return the columns of its pack by table and name."""
        return self.plan.codes.by_name

    @cached_property
    def _windows(self) -> OrderedDict[tuple[int, Permit], Windows]:
        return OrderedDict()

    def restated(self, number: int, start: int, end: int, row: int) -> str | None:  # noqa: ARG002
        """Return None: a template's sentence takes another row's value as other pages have it."""
        return None

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {bare_address(head.url): head.number for head in self.heads}

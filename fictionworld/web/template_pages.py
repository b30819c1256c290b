"""The pages of a world in template wording, by number and address, with their snippets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cached_property
from math import inf
from typing import ClassVar

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.web.page import Head
from fictionworld.web.permit import Permit
from fictionworld.web.snippets import Cut, Passages, Windows, windows_of


def bare_address(url: str) -> str:
    """An address without scheme, `www.`, fragment and trailing slashes, its host in small letters.

    Two addresses lead to the same page where this is the same.
    """
    url = url.strip().split("#", 1)[0]
    _, sign, rest = url.partition("://")
    if sign:
        url = rest
    host, slash, path = url.partition("/")
    return f"{host.lower().removeprefix('www.')}{slash}{path}".rstrip("/")


class TemplatePages(ABC):
    """A world's pages with their own text, as templates word it: written now, or stored."""

    most_windows: ClassVar[float] = inf
    """Pages that are kept ready to be cut, by permit: the same few are found again and again."""

    @property
    @abstractmethod
    def heads(self) -> tuple[Head, ...]:
        """All pages in the order of their numbers."""

    def number_of(self, url: str) -> int | None:
        """The page at an address; None where there is none.

        Scheme, `www.`, a trailing slash and a fragment make no difference.
        """
        return self._numbers.get(bare_address(url))

    def snippet(self, number: int, permit: Permit, words: Collection[str] = ()) -> Cut:
        """A literal window of the page's text that states only what the permit allows.

        Args:
            number: The page.
            permit: What may be stated.
            words: A query's; the window is where most of them stand.
        """
        key = (number, permit)
        found = self._windows.get(key)
        if found is None:
            name = self.heads[number - 1].name
            found = windows_of(name, self._passages(number), permit, self._columns)
            self._windows[key] = found
            with suppress(KeyError):  # another thread was first
                while len(self._windows) > self.most_windows:
                    self._windows.popitem(last=False)
        return found.cut(words)

    @abstractmethod
    def _passages(self, number: int) -> Passages:
        """What a page says."""

    @property
    @abstractmethod
    def _columns(self) -> Mapping[tuple[str, str], CompiledColumn]:
        """The columns of its pack by table and name."""

    @cached_property
    def _windows(self) -> OrderedDict[tuple[int, Permit], Windows]:
        return OrderedDict()

    def restated(self, number: int, start: int, end: int, row: int) -> None:
        """None: a template's sentence takes another row's value as other pages have it."""
        del number, start, end, row

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {bare_address(head.url): head.number for head in self.heads}

"""What searches of one world read: heads and an index, and no value that the policy closes.

A search tool is given a `SearchView`, never the web or its rows. So its replies cannot depend on a
closed value: the type has none to depend on, and `audit/search_state.py` compares whole views.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from fictionworld.simulator.query_names import QueryNames
from fictionworld.simulator.search_index import SearchIndex
from fictionworld.simulator.terms import query_terms
from fictionworld.web.page import Head

if TYPE_CHECKING:
    from fictionworld.simulator.mixing import Mixture

_BACKGROUND: Final = frozenset({"background", "portal"})
"""Kinds of pages that state nothing of the world, and say the words of any question about it."""
DIRECTORY: Final = "directory"
_RANKING_BYTES: Final = 800
_HOST: Final = re.compile(r"(?!-)[\w-]{1,63}(?:\.[\w-]{1,63})*\.[^\W\d_]{2,63}")
_NO_CONTROLS: Final[frozenset[str]] = frozenset()


class PageHeads:
    """The heads of a web's pages, and what follows from them; the same for every policy."""

    def __init__(self, heads: Sequence[Head]) -> None:
        self.by_number: Mapping[int, Head] = {head.number: head for head in heads}

    @cached_property
    def hosts(self) -> Mapping[int, str]:
        """Return the host of each page."""
        sites = {
            number: "/".join(head.url.split("/", 3)[:3]) for number, head in self.by_number.items()
        }
        hosts = {site: host_of(site) or "" for site in dict.fromkeys(sites.values())}
        return {number: hosts[site] for number, site in sites.items()}

    @cached_property
    def series(self) -> Mapping[int, Hashable]:
        """Return, for each page, the start of its name that parts of one table or list share.

        It is the page's kind, its rows and its figures; of a directory its kind and its rows. A
        partial list is alone.
        """
        return {
            number: "/".join(head.name.split("/", 3)[: 2 if head.name.startswith(DIRECTORY) else 3])
            for number, head in self.by_number.items()
        }

    @cached_property
    def background(self) -> tuple[int, ...]:
        """Return the pages that answer no question: about subjects outside the world, portals."""
        return tuple(number for number, head in self.by_number.items() if head.kind in _BACKGROUND)

    def knows_host(self, host: str) -> bool:
        """Return whether a site of this web has this host."""
        return host.removeprefix("www.") in self._sites

    @cached_property
    def _sites(self) -> frozenset[str]:
        return frozenset(host.removeprefix("www.") for host in self.hosts.values())


@dataclass(frozen=True)
class SearchView:
    """What searches of one world under one policy may go by. Threads and episodes share it."""

    heads: PageHeads
    index: SearchIndex
    """Over what plans say of pages, without the values that the policy closes."""
    names: QueryNames
    """The names that are found as they are, by the words of a list, or misspelt."""
    rankings: dict[tuple[tuple[str, ...], int, Mixture], tuple[int, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """The pages last found for which terms, by `mixing.py`."""

    def terms_of(self, query: str) -> tuple[str, ...]:
        """Return the terms that a query is searched by: its own, misspelt names corrected."""
        return self.names.corrected(query_terms(query), self.index.rows)

    def controls_of(self, number: int) -> frozenset[str]:  # noqa: ARG002
        """Return the controls that had a part in what a search shows of a page: here none."""
        return _NO_CONTROLS

    @property
    def resident_bytes(self) -> int:
        """Return about how many bytes the index and the rankings take in memory."""
        return self.index.resident_bytes + _RANKING_BYTES * len(self.rankings)


def host_of(url: str) -> str | None:
    """Return the host of a web address, with or without its scheme; None where it is none."""
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme.lower() not in {"http", "https"} or url.split() != [url]:
        return None
    return host if _HOST.fullmatch(host) else None

"""Which pages a search shows, in which order: mostly those that fit best, with some that do not.

Measured on real engines: two to four of ten results off target, eight hosts in ten results, the
encyclopedia first where the query is a name. All draws here depend on the group's seed and the
terms of the query alone: the same query gives the same results to every rollout of a group, alone
or in a batch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from fictionworld.seeds import child_seed
from fictionworld.simulator.search_view import PageHeads, SearchView


@dataclass(frozen=True, slots=True)
class Mixture:
    """How results are mixed."""

    results: int = 10
    off_target: tuple[int, int] = (2, 4)
    """Fewest and most of them that hardly bear on the query."""


UNPERTURBED: Final = Mixture()
_PER_HOST: Final = 3
_PER_SERIES: Final = 2
"""Parts of one table or list are much alike: so many are shown, and lead to the others."""
_SURE: Final = 3
"""The first so many places go to pages that fit."""
_KEPT: Final = 128
"""Rankings of one world under one policy that are remembered."""


def mixed(
    view: SearchView, terms: Sequence[str], seed: int, mixture: Mixture = UNPERTURBED
) -> tuple[int, ...]:
    """Return the pages shown for the terms of a query, in order; none where nothing is found."""
    # policies and rollouts of a group ask alike
    rankings, key = view.rankings, (tuple(terms), seed, mixture)
    ranking = rankings.get(key)
    if ranking is None:
        ranking = _mixed(view, terms, seed, mixture)
        if len(rankings) >= _KEPT:
            rankings.clear()
        rankings[key] = ranking
    return ranking


def _mixed(view: SearchView, terms: Sequence[str], seed: int, mixture: Mixture) -> tuple[int, ...]:
    # only `random()` is promised to be the same in every Python
    rng = Random(child_seed(seed, "search/" + " ".join(terms)))  # noqa: S311
    heads = view.heads
    ranked = view.index.pages(terms, 12 * mixture.results)
    entry = view.names.entry(terms)
    if entry is not None:
        ranked = list(dict.fromkeys((entry, *ranked)))
    if not ranked:  # no result is better than results that nobody asked for
        return ()
    fewest, most = mixture.off_target
    off_target_count = fewest + int(rng.random() * (most - fewest + 1))
    selection = _Selection(heads)
    # essays and portals say the words of a query as often as tables do, and answer none
    essays = frozenset(heads.background)
    fitting = selection.take(
        (number for number in ranked if number not in essays), mixture.results - off_target_count
    )
    loose_pages = ranked[2 * mixture.results : 8 * mixture.results]
    other_pages = shuffled(dict.fromkeys((*loose_pages, *heads.background)), rng)
    off_target_pages = selection.take(other_pages, mixture.results - len(fitting))
    if len(fitting) + len(off_target_pages) < mixture.results:  # few pages, or few hosts
        more_pages = (*ranked, *shuffled(view.index.numbers.tolist(), rng))
        off_target_pages += selection.take(
            more_pages, mixture.results - len(fitting) - len(off_target_pages)
        )
    return tuple(_laid_out(fitting, off_target_pages, rng))


class _Selection:
    """The pages taken so far: none twice, and not too many of one host or of one series."""

    def __init__(self, heads: PageHeads) -> None:
        self._hosts = heads.hosts
        self._series = heads.series
        self._taken: set[int] = set()
        self._of_host: Counter[str] = Counter()
        self._of_series: Counter[Hashable] = Counter()

    def take(self, numbers: Iterable[int], most: int) -> list[int]:
        """Return the first `most` of `numbers` that there is room for, and take them."""
        taken: list[int] = []
        for number in numbers:
            if len(taken) >= most:
                break
            host, series = self._hosts[number], self._series[number]
            if (
                number not in self._taken
                and self._of_host[host] < _PER_HOST
                and self._of_series[series] < _PER_SERIES
            ):
                self._taken.add(number)
                self._of_host[host] += 1
                self._of_series[series] += 1
                taken.append(number)
        return taken


def _laid_out(fitting: list[int], off: list[int], rng: Random) -> list[int]:
    """Return both in one list, each in its order; keep off-target pages from the first ranks."""
    total = len(fitting) + len(off)
    free_ranks = range(min(_SURE, len(fitting)), total)
    off_ranks = set(shuffled(free_ranks, rng)[: len(off)])
    best, rest = iter(fitting), iter(off)
    return [next(rest) if rank in off_ranks else next(best) for rank in range(total)]


def shuffled(numbers: Iterable[int], rng: Random) -> list[int]:
    """Return these numbers in a random order."""
    return sorted(numbers, key=lambda _: rng.random())

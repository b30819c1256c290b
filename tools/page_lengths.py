"""Fit `length` and `table_length` of the page kinds anew, after a change of how pages are written.

    python tools/page_lengths.py

It writes the pages of four worlds of each packaged pack and prints for each kind the characters of
a page: its own, for each fact, for each 20 characters of names and values, for each row that it
links, for each part of its series. Each pack weighs the same. `tests/web/test_lengths.py` holds
the kinds to them.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import numpy as np

from fictionworld.packs.source import pack_names
from fictionworld.web.lengths import LengthTerms
from tests.web.drawn import drawn
from tests.web.written import web_of

WORLDS = 4
Terms = tuple[float, float, float, float, float]


def main() -> None:
    """Print the constants of each kind, for pages about a row and for pages that set out rows."""
    pages: dict[tuple[str, bool], list[tuple[float, Terms, int]]] = defaultdict(list)
    for name in pack_names():
        pack, filled, plans = drawn(name, WORLDS)
        terms_of = dict(
            zip(
                plans.pages.select("world_id", "page").iter_rows(),
                map(tuple, LengthTerms(plans).all.tolist()),
                strict=True,
            )
        )
        by_kind: dict[tuple[str, bool], list[tuple[Terms, int]]] = defaultdict(list)
        for world_id in range(WORLDS):
            web = web_of(pack, filled, world_id)[0]
            for page in web.plan.pages:
                terms = terms_of[world_id, page.number]
                key = (page.kind, page.listed is not None)
                by_kind[key].append((terms, len(web.page(page.number).body)))
        for key, lengths in by_kind.items():
            pages[key] += [(1 / len(lengths), terms, length) for terms, length in lengths]
    for (kind, listed), lengths in sorted(pages.items()):
        constant = "table_length" if listed else "length"
        sys.stdout.write(f"{kind} {constant} = {fitted(lengths)}\n")


def fitted(lengths: list[tuple[float, Terms, int]]) -> tuple[int, ...]:
    """Return the least-squares coefficients of pages with weights, none of them negative.

    The error of a page grows with its length, so that a short one tells more of it.
    """
    weights = np.sqrt([weight / length for weight, _, length in lengths])
    terms = np.array([terms for _, terms, _ in lengths]) * weights[:, None]
    characters = np.array([length for _, _, length in lengths]) * weights
    used = [0, *(index for index in range(1, 5) if terms[:, index].any())]
    while True:
        solution = np.linalg.lstsq(terms[:, used], characters, rcond=None)[0]
        if (solution >= 0).all():
            break
        used = [index for index, value in zip(used, solution, strict=True) if value >= 0]
    coefficients = [0] * 5
    for index, value in zip(used, solution, strict=True):
        coefficients[index] = round(float(value), -1 if index == 0 else None)
    return tuple(int(value) for value in coefficients)


if __name__ == "__main__":
    main()

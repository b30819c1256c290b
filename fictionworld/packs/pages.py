"""Where a table is stated: what its `pages` say, or what follows from its structure.

A table with a name gets pages of its own for each row. One without is stated on the pages about the
rows that its key names: yearly sales on the pages of the phone. Both get tables of figures.
"""

from __future__ import annotations

from typing import Final, get_args

from fictionworld.packs.resolve import given_columns
from fictionworld.packs.specification import HomeKind, Pack, PageKind, Pages, TableSpec

_NAMED = (
    Pages(kind="encyclopedia", columns=0.7),
    Pages(kind="official", share=0.35, columns=0.7),
    Pages(kind="statistics", rows=12, columns=0.4),
    Pages(kind="news", share=0.08, columns=0.4),
    Pages(kind="forum", share=0.05, columns=0.3),
)
_NAMED_INSIDE = (
    Pages(kind="memo", columns=0.7),
    Pages(kind="minutes", share=0.35, columns=0.7),
    Pages(kind="statistics", rows=12, columns=0.4),
    Pages(kind="ticket", share=0.1, columns=0.4),
)
"""The same for an institution that has no public pages."""
BODY_SITE: Final = "body"
"""The site, as packs name it, of whom the world is about: a league, a registry, a company."""
HOME_KINDS: Final[frozenset[str]] = frozenset(get_args(HomeKind))
"""Kinds of pages that a row has as its own."""
PRIVATE_KINDS: Final[frozenset[str]] = frozenset({"memo", "minutes", "ticket"})
"""Kinds of pages on sites that only an institution of the strategy `private` has."""
INSIDE_KINDS: Final[frozenset[str]] = PRIVATE_KINDS | {"statistics", "directory"}
"""Kinds of pages that an institution has on hosts of its own, and no others."""


def pages_of(pack: Pack, table: str) -> tuple[Pages, ...]:
    """Return the kinds of pages that state rows of `table`, in order of the pack; never empty."""
    spec = pack.tables[table]
    if spec.pages:
        return spec.pages
    if _is_named(spec):
        return _NAMED_INSIDE if pack.strategy == "private" else _NAMED
    return _unnamed(pack, spec)


def own_kinds(pack: Pack, table: str) -> tuple[PageKind, ...]:
    """Return the kinds of pages that are about one row of `table` each."""
    return tuple(
        dict.fromkeys(
            pages.kind for pages in pages_of(pack, table) if pages.on is None and pages.rows is None
        )
    )


def identity_of(table: TableSpec) -> tuple[str, ...]:
    """Return the columns that identify a row wherever it is mentioned: its name, or its key.

    They are no facts of their own: a page that states anything of a row, or lists it, states them.
    """
    names = tuple(name for name, column in table.columns.items() if column.role == "name")
    return names or table.key


def _is_named(spec: TableSpec) -> bool:
    return any(column.role == "name" for column in spec.columns.values())


def _unnamed(pack: Pack, spec: TableSpec) -> tuple[Pages, ...]:
    """Return pages of the rows that the key names, tables (by year if the key has it), and news.

    An institution of the strategy `private` has memos instead of reports and news.
    """
    homes: list[Pages] = []
    key = [name for name in spec.key if name in spec.columns]
    for name in key:
        target = spec.columns[name].ref
        if target is None or not _has_known_pages(pack, target):
            continue
        kinds = own_kinds(pack, target)
        homes += [Pages(kind=kind, on=name, columns=0.6) for kind in kinds if kind in HOME_KINDS]
    year = next((n for n in key if spec.columns[n].ref is None and _is_year(spec, n)), None)
    figures = Pages(kind="statistics", rows=12, by=year, columns=0.7)
    if pack.strategy == "private":
        return (*homes, figures, Pages(kind="memo", share=0.3, columns=0.5))
    return (
        *homes,
        figures,
        Pages(kind="report", rows=12, columns=0.3),
        Pages(kind="news", share=0.08, columns=0.5),
    )


def _has_known_pages(pack: Pack, table: str) -> bool:
    """Return whether the table's own pages are known without asking for other tables' pages."""
    spec = pack.tables.get(table)
    return spec is not None and (bool(spec.pages) or _is_named(spec))


def _is_year(spec: TableSpec, name: str) -> bool:
    return spec.columns[name].type == "year" or given_columns(spec).get(name) == "year"

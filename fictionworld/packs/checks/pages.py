"""Pages: `pages` names columns and pages that exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from fictionworld.packs.findings import Mistake, Place, unknown
from fictionworld.packs.pages import BODY_SITE, PRIVATE_KINDS, identity_of, own_kinds
from fictionworld.packs.resolve import references_of
from fictionworld.packs.specification import Pack, PageKind, Pages, TableSpec


def check_pages(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes of `pages`: options that exclude each other, unknown columns or pages."""
    for table, spec in pack.tables.items():
        for number, pages in enumerate(spec.pages):
            entry_place = ("tables", table, "pages", number)
            yield from _kind(entry_place, pack, pages)
            yield from _form(entry_place, pages)
            yield from _on(pack, entry_place, table, pages)
            yield from _by(entry_place, table, spec, pages)
            yield from _columns(entry_place, table, spec, pages)
            yield from _site(entry_place, table, spec, pages)


def _kind(place: Place, pack: Pack, pages: Pages) -> Iterator[Mistake]:
    if pages.kind in PRIVATE_KINDS and pack.strategy != "private":
        allowed = ", ".join(kind for kind in get_args(PageKind) if kind not in PRIVATE_KINDS)
        problem = f"got {pages.kind}, whose site worlds of strategy {pack.strategy} do not have"
        yield (*place, "kind"), f"{problem}; allowed: {allowed}; or say strategy: private"


def _form(place: Place, pages: Pages) -> Iterator[Mistake]:
    if pages.on is not None and pages.rows is not None:
        yield (*place, "rows"), "got rows with on; give one of them: a table, or a place on a page"
    if pages.by is not None and pages.rows is None:
        yield (*place, "by"), "got by without rows; give rows: 12, the most that a table has"
    if pages.on is not None and pages.site is not None:
        yield (*place, "site"), "got site with on; the page it stands on has a site already"
    if pages.kind == "directory" and (pages.rows is None or pages.by is None):
        problem = "got directory, which lists all rows in any case"
        yield (*place, "kind"), f"{problem}; give it rows: 20, and by: what its pages are by"
    if pages.kind == "directory" and pages.columns is not None:
        yield (*place, "columns"), "got columns with directory, which lists names alone; drop it"


def _on(pack: Pack, place: Place, table: str, pages: Pages) -> Iterator[Mistake]:
    if pages.on is None:
        return
    references = references_of(pack, table)
    if pages.on not in references:
        yield (*place, "on"), unknown(pages.on, references, "references")
        return
    target = pack.tables[table].columns[pages.on].ref
    if target not in pack.tables or pages.kind == "directory":
        return
    kinds = own_kinds(pack, target)
    if pages.kind not in kinds:
        what = f"pages that {target} has for each row"
        yield (*place, "kind"), unknown(pages.kind, kinds, what)


def _by(place: Place, table: str, spec: TableSpec, pages: Pages) -> Iterator[Mistake]:
    if pages.by is None:
        return
    yield from _sayable((*place, "by"), table, spec, pages.by)
    column = spec.columns.get(pages.by)
    if column is not None and column.role == "name":
        yield (*place, "by"), f"got {pages.by!r}, which differs in each row; give what rows share"


def _site(place: Place, table: str, spec: TableSpec, pages: Pages) -> Iterator[Mistake]:
    if pages.site is not None and (pages.site != BODY_SITE or BODY_SITE in spec.columns):
        yield from _sayable((*place, "site"), table, spec, pages.site)


def _sayable(place: Place, table: str, spec: TableSpec, name: str) -> Iterator[Mistake]:
    """Yield a mistake if a column cannot tell pages apart: unknown, askable, hidden or optional."""
    column = spec.columns.get(name)
    if column is None:
        yield place, unknown(name, spec.columns, f"columns of {table}")
    elif column.role in {"askable", "hidden"}:
        yield place, f"got {name!r}, which is {column.role}; allowed: context, which twins share"
    elif column.optional is not None and column.optional < 1:
        yield place, f"got {name!r}, which not all worlds have; allowed: a column of all worlds"


def _columns(place: Place, table: str, spec: TableSpec, pages: Pages) -> Iterator[Mistake]:
    if not isinstance(pages.columns, tuple):
        return
    identity = identity_of(spec)
    facts = [n for n, c in spec.columns.items() if c.role != "hidden" and n not in identity]
    seen: set[str] = set()
    for number, given in enumerate(pages.columns):
        at: Place = (*place, "columns", number)
        names = given if isinstance(given, tuple) else (given,)
        if isinstance(given, tuple) and pages.rows is None:
            yield at, "got brackets without rows; a page of its own states all that is listed"
        for name in names:
            column = spec.columns.get(name)
            if column is not None and column.role == "hidden":
                yield at, f"got {name!r}, which is hidden; allowed: {', '.join(facts)}"
            elif name in identity:
                yield at, f"got {name!r}, a key or name, which is stated anyway; drop it"
            elif column is None:
                yield at, unknown(name, facts, f"columns of {table}")
            elif name in seen:
                yield at, f"got {name!r} twice; give each column once"
            seen.add(name)

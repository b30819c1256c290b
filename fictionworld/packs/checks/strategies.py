"""The strategy of a pack: it declares what its worlds must show, and has pages that fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, get_args

from fictionworld.packs.checks.values import stored_mistakes
from fictionworld.packs.fields import Strategy
from fictionworld.packs.findings import Mistake, PackFinding, Place, raise_findings, unknown
from fictionworld.packs.pages import INSIDE_KINDS, own_kinds
from fictionworld.packs.resolve import columns_of, references_of
from fictionworld.packs.source import read_source
from fictionworld.packs.specification import Pack, PageKind, Slice, Versions

_KEYS: Final[Mapping[Strategy, tuple[str, str]]] = {
    "time_shifted": ("anchors", "two or more values of a real year, each with source and trend"),
    "long_tail": ("slice", "the table of its subjects, and the register that they are few of"),
    "private": ("versions", "a figure that papers amend, and where the last version is in force"),
    "grounded": ("grounds", "three marginals and two correlations of published sources"),
}
"""By strategy, the key that its packs have, and what it holds."""


def check_strategy(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake where a pack does not show its strategy: nothing declared, or other pages.

    For packs that worlds are to be built of; the worlds of a stored pack can be read without it.
    """
    key, content = _KEYS[pack.strategy]
    if getattr(pack, key) is None:
        others = [name for name, (other, _) in _KEYS.items() if getattr(pack, other) is not None]
        hint = f"; or say strategy: {others[0]}" if others else ""
        yield ("strategy",), f"got {pack.strategy} without {key!r}; give {key}: {content}{hint}"
    if pack.strategy != "private":
        return
    allowed = ", ".join(kind for kind in get_args(PageKind) if kind in INSIDE_KINDS)
    for table, spec in pack.tables.items():
        for number, pages in enumerate(spec.pages):
            if pages.kind not in INSIDE_KINDS:
                message = f"got {pages.kind}, which is public; allowed with strategy private"
                yield ("tables", table, "pages", number, "kind"), f"{message}: {allowed}"


def require_strategy(pack: Pack, name: str) -> None:
    """Raise PackError if the pack of this name or file does not show its strategy."""
    mistakes = [*check_strategy(pack)]
    if mistakes:
        source = read_source(name)
        raise_findings(
            PackFinding(source.file, source.line(place), place, message)
            for place, message in mistakes
        )


def check_declared(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes in what a pack declares for its strategy: keys of others, unknown columns."""
    for strategy, (key, _) in _KEYS.items():
        if strategy != pack.strategy and getattr(pack, key) is not None:
            own = _KEYS[pack.strategy][0]
            message = f"got {key!r} with strategy {pack.strategy}, which has {own!r}"
            yield (key,), f"{message}; say strategy: {strategy}, or drop it"
    for number, anchor in enumerate(pack.anchors or ()):
        yield from stored_mistakes(pack, ("anchors", number, "of"), anchor.of, numeric=True)
    if pack.grounds is not None:
        for number, marginal in enumerate(pack.grounds.marginals):
            yield from stored_mistakes(pack, ("grounds", "marginals", number, "of"), marginal.of)
        for number, correlation in enumerate(pack.grounds.correlations):
            for position, of in enumerate(correlation.of):
                place = ("grounds", "correlations", number, "of", position)
                yield from stored_mistakes(pack, place, of)
    if pack.slice is not None:
        yield from _slice(pack, pack.slice)
    for number, versions in enumerate(pack.versions or ()):
        yield from _versions(pack, ("versions", number), versions)


def _slice(pack: Pack, part: Slice) -> Iterator[Mistake]:
    if part.of not in pack.tables:
        yield ("slice", "of"), unknown(part.of, pack.tables, "tables")
        return
    columns = pack.tables[part.of].columns.values()
    names = [column.draw for column in columns if column.role == "name"]
    if not any(draw is not None and draw.kind == "pool" for draw in names):
        pooled = [
            name for name, spec in pack.tables.items()
            if any(c.role == "name" and c.draw is not None and c.draw.kind == "pool"
                   for c in spec.columns.values())
        ]  # fmt: skip
        problem = f"got {part.of!r}, whose rows have no name from a pool"
        yield ("slice", "of"), f"{problem}; allowed: {', '.join(pooled) or 'none'}"


def _versions(pack: Pack, place: Place, versions: Versions) -> Iterator[Mistake]:
    table, _, name = versions.of.partition(".")
    mistakes = [*stored_mistakes(pack, (*place, "of"), versions.of)]
    mistakes += stored_mistakes(pack, (*place, "in_force"), versions.in_force)
    yield from mistakes
    if mistakes:
        return
    holder, _, current = versions.in_force.partition(".")
    columns = columns_of(pack, table)
    if versions.dated not in columns:
        yield (*place, "dated"), unknown(versions.dated, columns, f"columns of {table}")
    chains = [n for n in references_of(pack, table, table) if columns[n].pick.successor is not None]
    if versions.later not in chains:
        what = f"references of {table} to its own successor"
        yield (*place, "later"), unknown(versions.later, chains, what)
    back = references_of(pack, table, holder)
    if holder == table or len(back) != 1:
        refs = ", ".join(back) or "none"
        message = f"got {versions.in_force}; references from {table} to {holder}: {refs}"
        yield (*place, "in_force"), f"{message}; allowed: a column of a table with exactly one"
        return
    derive = columns_of(pack, holder)[current].derive
    path = derive.get("lookup") if derive is not None else None
    follows = (
        path is not None
        and len(path) == 2
        and path[1] == name
        and columns_of(pack, holder)[path[0]].ref == table
    )
    if not follows:
        message = f"got {versions.in_force}, which does not follow from the last version; give it "
        message += f"derive: {{lookup: REFERENCE.{name}}}, with a hidden reference to {table}"
        yield (*place, "in_force"), message
    if not {"minutes", "memo"} & set(own_kinds(pack, table)):
        yield ("tables", table), "got no minutes or memo about each version; give pages of them"

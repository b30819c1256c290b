"""Real world: invented names that exist in reality, and the use of real brands.

An agent may have learned facts about a real name, so no invented name should exist. Brands may be
real if the pack says so; people never are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import polars as pl

from fictionworld.audit.check import AuditCheck, AuditContext
from fictionworld.audit.columns import first_shards
from fictionworld.audit.record import CheckResult, LeakEvidence, Measure, figure, result_of
from fictionworld.audit.tally import FacetTally
from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.text.known import KnownNames
from fictionworld.worlds.stored import StoredWorlds


class RealWorldCheck(AuditCheck):
    """Invented names do not exist."""

    name = "real_world"
    of_dataset_runs = "first"

    def of_dataset(self, context: AuditContext) -> CheckResult:
        index = context.options.collision_index
        known_names = KnownNames.load(index)
        tally = FacetTally()
        brands: Counter[tuple[str, str]] = Counter()
        for stored in first_shards(context.dataset.path):
            for column in _named(stored.pack):
                frame = (
                    stored.frames[column.table].select("world_id", "id", column.name).drop_nulls()
                )
                real = pl.col(column.name).is_in(column.brands)
                brand_names = frame.filter(real)[column.name].to_list()
                brands.update((stored.pack.name, brand) for brand in brand_names)
                if _is_invented(column):
                    _count(stored, column, frame.filter(~real), known_names, tally, context.folder)
        measures = [
            *tally.rates("invented names that exist", (), at_most=0.0),
            *tally.rates("invented names that exist", ("pack",), ("what",)),
            *_brands(brands),
        ]
        return result_of(
            self.name,
            "The real world",
            "Does an invented name exist, and which real ones are used?",
            measures,
            tally.findings,
            found=tally.found,
            note=f"{len(known_names):,} names are known"
            + ("" if index is None else f", those of {index.name} among them")
            + "; a name that is not among them may exist all the same.",
        )


def _named(pack: CompiledPack) -> Iterator[CompiledColumn]:
    for table in pack.tables.values():
        yield from (column for column in table.stored if column.kind == "name")


def _is_invented(column: CompiledColumn) -> bool:
    draw = column.spec.draw
    return draw is not None and draw.kind in {"pool", "pattern", "brands"}


def _what(column: CompiledColumn) -> str:
    """Return the class of a column's names: `people`, or else its table and column."""
    draw = column.spec.draw
    pool = getattr(draw, "pool", None) if draw is not None else None
    return "people" if pool == "person" else f"{column.table}.{column.name}"


def _count(
    stored: StoredWorlds,
    column: CompiledColumn,
    rows: pl.DataFrame,
    known: KnownNames,
    tally: FacetTally,
    folder: str,
) -> None:
    name_column = column.name
    first = rows.unique(name_column, keep="first", maintain_order=True).sort(name_column)
    names = first[name_column].to_numpy()
    hits = known.contains(names) if len(names) else np.zeros(0, np.bool_)
    of = (("pack", stored.pack.name), ("what", _what(column)))
    tally.count(of, int(hits.sum()), len(names))
    for world_id, row, name in first.filter(hits).iter_rows():
        tally.keep(
            LeakEvidence(
                check="real_world",
                severity="metadata",
                world_id=world_id,
                field=f"{column.table}.{column.name}",
                text=name,
                marks=((0, len(name)),),
                why=f"row {row} of {column.table} has a name that exists",
                command=f"fictionworld show {folder} {world_id}",
                of=of,
            )
        )


def _brands(brands: Counter[tuple[str, str]]) -> Iterator[Measure]:
    """Yield the number of real brands that each pack uses, and the uses of the commonest 30."""
    for pack in sorted({pack for pack, _ in brands}):
        pack_brands = {brand: count for (of, brand), count in brands.items() if of == pack}
        of = (("pack", pack),)
        yield figure("real brands used", len(pack_brands), of=of, unit="names")
        for brand, count in sorted(pack_brands.items(), key=lambda item: (-item[1], item[0]))[:30]:
            yield figure("worlds that use it", count, of=(*of, ("brand", brand)), unit="worlds")

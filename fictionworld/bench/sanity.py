"""Sanity queries: whether worlds of any pack have anything that cannot be."""

from __future__ import annotations

from fictionworld.bench.figure import Figure
from fictionworld.building.sanity import sanity_of_pack
from fictionworld.packs.source import pack_names


def sanity_figures(n: int) -> list[Figure]:
    """Rows of what is impossible in `n` worlds, as many of each pack, and bands that are missed."""
    packs = pack_names()
    each = -(-n // len(packs))
    found = [(name, one) for name in packs for one in sanity_of_pack(name, worlds=each)]
    wrong = sum(one.violations or 0 for _, one in found)
    outside = [f"{name}: {one.says}" for name, one in found if one.between and not one.holds]
    note = f"{len(found)} queries over {each * len(packs):,} worlds"
    missed = "; ".join(outside) or "bands are made for 200 worlds of a pack or more"
    return [
        Figure("violations of sanity queries", wrong, "rows", 0, note=note),
        Figure("figures of sanity queries outside their bands", len(outside), "", note=missed),
    ]

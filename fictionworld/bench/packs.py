"""Packs: rules that carry over from one to others, phrases that two share, impossible rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Final

from fictionworld.audit.induced import ValueLocations, filled_elsewhere, locations_of
from fictionworld.audit.subjects import ProtectedSubjects
from fictionworld.bench.building import build_dataset
from fictionworld.bench.figure import Figure
from fictionworld.building.sanity import sanity_of_pack
from fictionworld.dataset import open_dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.packs.compile import load_pack
from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.source import pack_names

_RUN: Final = 5
"""Words of a run that two packs share."""
_WORD: Final = re.compile(r"<[a-z]+>|[\w'-]+")
_SLOT: Final = re.compile(r"\{([a-z]+)[^{}]*\}")
_NUMBER: Final = re.compile(r"\b\d[\d.,]*")


def breadth_figures(scratch: Path, n: int) -> list[Figure]:
    """Of a build of `n` worlds over all packs, in `scratch/all`."""
    build_dataset(scratch / "all", n)
    filled, all_ = rules_carried_over(scratch / "all")
    shared = phrase_overlap([load_pack(name) for name in pack_names()])
    (one, other), worst = max(shared.items(), key=lambda item: item[1])
    return [
        Figure(
            "cells of held-out packs that rules of the others fill", 100 * filled / all_, "%", 10,
            note=f"{filled:,} of {all_:,}",
        ),
        Figure("phrases shared by two packs, mean", 100 * fmean(shared.values()), "%"),
        Figure("phrases shared by two packs, worst", 100 * worst, "%", note=f"{one}, {other}"),
    ]  # fmt: skip


def rules_carried_over(folder: Path) -> tuple[int, int]:
    """Cells of held-out packs that rules find which were learned on the other packs, and all."""
    dataset = open_dataset(folder)
    held_out = dataset.manifest.config["held_out"]
    learned: list[ValueLocations] = []
    tried: list[ValueLocations] = []
    for world_id in range(len(dataset)):
        handle = OPEN_WORLDS.at(dataset, world_id)
        places = locations_of(handle, ProtectedSubjects(handle))
        (tried if places.pack in held_out else learned).append(places)
    return filled_elsewhere(learned, tried)


def phrase_overlap(packs: list[CompiledPack]) -> dict[tuple[str, str], float]:
    """For each pair of packs: runs of words that both write on pages, of those of the one with
    fewer. Slots and numbers are masked; phrases of shared concepts count for each pack with them.
    """
    runs = {pack.name: set(_runs(pack)) for pack in packs}
    return {
        (one, other): len(runs[one] & runs[other]) / min(len(runs[one]), len(runs[other]))
        for one, other in combinations(sorted(runs), 2)
    }


def _runs(pack: CompiledPack) -> Iterator[tuple[str, ...]]:
    for table in pack.world_tables:
        spoken = [table.spec.spoken.page]
        for column in table.stored:
            spoken += [column.spec.spoken.page, column.spec.spoken.none]
        for phrase in (phrase for phrases in spoken for phrase in phrases):
            words = _WORD.findall(_NUMBER.sub("<number>", _SLOT.sub(r"<\1>", phrase)).casefold())
            for start in range(len(words) - _RUN + 1):
                yield tuple(words[start : start + _RUN])


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

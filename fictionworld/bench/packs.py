"""Packs: rules that carry over from one to others, phrases that two share, impossible rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Final, get_args

from fictionworld.bench.building import build_dataset
from fictionworld.bench.figure import Figure
from fictionworld.bench.rules import ValueLocations, Words, filled_cells, locations_of
from fictionworld.building.sanity import sanity_of_pack
from fictionworld.dataset import open_dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.packs.compile import load_pack
from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.source import pack_names

_RUN: Final = 5
"""Words of a run that two packs share."""
_TRAIN_WORLDS: Final = (1, 5, 10, 50)
_WORD: Final = re.compile(r"<[a-z]+>|[\w'-]+")
_SLOT: Final = re.compile(r"\{([a-z]+)[^{}]*\}")
_NUMBER: Final = re.compile(r"\b\d[\d.,]*")


def breadth_figures(scratch: Path, n: int) -> list[Figure]:
    """Build `n` worlds of all packs in `scratch/all`; return what rules and phrases they share."""
    build_dataset(scratch / "all", n)
    learned, held_out = locations_by_split(scratch / "all")
    filled, cells = filled_cells(learned, held_out)
    own_filled, own_cells = map(sum, zip(*_filled_within(learned), strict=True))
    shared = phrase_overlap([load_pack(name) for name in pack_names()])
    (first, second), worst = max(shared.items(), key=lambda item: item[1])
    return [
        Figure(
            "cells of held-out packs that rules of the others fill", 100 * filled / cells, "%", 10,
            note=f"{filled:,} of {cells:,}",
        ),
        Figure(
            "cells of unseen worlds that rules of their own pack fill",
            100 * own_filled / own_cells, "%", note=f"{own_filled:,} of {own_cells:,}",
        ),
        *learning_curve(learned),
        Figure("phrases shared by two packs, mean", 100 * fmean(shared.values()), "%"),
        Figure("phrases shared by two packs, worst", 100 * worst, "%", note=f"{first}, {second}"),
    ]  # fmt: skip


def locations_by_split(folder: Path) -> tuple[list[ValueLocations], list[ValueLocations]]:
    """Return where protected values stand, by world: of training packs, and of held-out ones."""
    dataset = open_dataset(folder)
    held_out = dataset.manifest.config["held_out"]
    learned: list[ValueLocations] = []
    held_out_worlds: list[ValueLocations] = []
    for world_id in range(len(dataset)):
        locations = locations_of(OPEN_WORLDS.at(dataset, world_id))
        (held_out_worlds if locations.pack in held_out else learned).append(locations)
    return learned, held_out_worlds


def learning_curve(worlds: list[ValueLocations]) -> list[Figure]:
    """Return how many cells of worlds of eval and test the rules of train worlds of the pack fill.

    There is a figure for each number of train worlds that each pack has.
    """
    packs = sorted({world.pack for world in worlds})
    of_train = {p: [w for w in worlds if w.pack == p and w.split == "train"] for p in packs}
    others = {p: [w for w in worlds if w.pack == p and w.split != "train"] for p in packs}
    fewest = min(map(len, of_train.values()), default=0)
    figures = []
    for count in (count for count in _TRAIN_WORLDS if count <= fewest):
        shares = {}
        for words in get_args(Words):
            pairs = [filled_cells(of_train[p][:count], others[p], words) for p in packs]
            filled, cells = map(sum, zip(*pairs, strict=True))
            shares[words] = 100 * filled / cells if cells else 0.0
        note = f"in seen words {shares['seen']:.0f}%, in reserved ones {shares['reserved']:.0f}%"
        name = f"cells of eval and test that rules of {count} train worlds of the pack fill"
        figures.append(Figure(name, shares["all"], "%", note=note))
    return figures


def _filled_within(worlds: list[ValueLocations]) -> Iterator[tuple[int, int]]:
    """Yield for each pack how many cells of every second world the others' rules fill, and all."""
    for pack in sorted({world.pack for world in worlds}):
        own = [world for world in worlds if world.pack == pack]
        yield filled_cells(own[0::2], own[1::2])


def phrase_overlap(packs: list[CompiledPack]) -> dict[tuple[str, str], float]:
    """Return for each pair of packs the share of word runs that both write on pages.

    The share is of the pack with fewer runs. Slots and numbers are masked; phrases of shared
    concepts count for each pack with them.
    """
    runs = {pack.name: set(_runs(pack)) for pack in packs}
    return {
        (pack_name, other_name): len(runs[pack_name] & runs[other_name])
        / min(len(runs[pack_name]), len(runs[other_name]))
        for pack_name, other_name in combinations(sorted(runs), 2)
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
    """Return the rows that sanity queries forbid in `n` worlds, and the bands that are missed."""
    packs = pack_names()
    each = -(-n // len(packs))
    results = [(name, result) for name in packs for result in sanity_of_pack(name, worlds=each)]
    wrong = sum(result.violations or 0 for _, result in results)
    outside = [
        f"{name}: {result.says}" for name, result in results if result.between and not result.holds
    ]
    note = f"{len(results)} queries over {each * len(packs):,} worlds"
    missed = "; ".join(outside) or "bands are made for 200 worlds of a pack or more"
    return [
        Figure("violations of sanity queries", wrong, "rows", 0, note=note),
        Figure("figures of sanity queries outside their bands", len(outside), "", note=missed),
    ]

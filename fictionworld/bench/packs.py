"""Packs: rules that carry over from one to others, phrases that two share, impossible rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

import polars as pl

from fictionworld.bench.building import build_dataset
from fictionworld.bench.figure import Figure
from fictionworld.bench.phrasings import Phrasings, joined, phrasings_of
from fictionworld.bench.rules import Rules, filled_cells, learned, rule_counts
from fictionworld.building.sanity import sanity_of_pack
from fictionworld.dataset import open_dataset
from fictionworld.episodes.world_files import planned_webs
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
    read = read_worlds(scratch / "all")
    rules = learned(map(rule_counts, (world.phrasings for world in read if not world.is_held_out)))
    held_out = [world for world in read if world.is_held_out]
    right, cells = _cells(rules.without_matches, held_out)
    matched, _ = _cells(rules, held_out)
    shared = phrase_overlap([load_pack(name) for name in pack_names()])
    (first, second), worst = max(shared.items(), key=lambda item: item[1])
    return [
        Figure(
            "cells of held-out packs that phrasings of the others fill", 100 * right / cells, "%",
            10, note=f"{right:,} of {cells:,}",
        ),
        Figure(
            "the same where words of the question are looked for too", 100 * matched / cells, "%",
            note=f"{matched:,} of {cells:,}",
        ),
        *learning_curve([world for world in read if not world.is_held_out]),
        Figure("phrases shared by two packs, mean", 100 * fmean(shared.values()), "%"),
        Figure("phrases shared by two packs, worst", 100 * worst, "%", note=f"{first}, {second}"),
    ]  # fmt: skip


class ReadWorld(NamedTuple):
    """A world all of whose pages were read."""

    pack: str
    split: str
    is_held_out: bool
    """No world of its pack is of `train`."""
    phrasings: Phrasings


def read_worlds(folder: Path) -> list[ReadWorld]:
    """Return the phrasings of all worlds of a dataset, pack by pack."""
    dataset = open_dataset(folder)
    held_out = dataset.manifest.config["held_out"]
    return [
        ReadWorld(web.world.pack, web.world.split, web.world.pack in held_out, phrasings_of(web))
        for web in planned_webs(dataset, range(len(dataset)))
    ]


def learning_curve(worlds: Sequence[ReadWorld]) -> list[Figure]:
    """Return how many cells of worlds of eval and test the rules of train worlds of the pack fill.

    There is a figure for each number of train worlds that each pack has.
    """
    packs = sorted({world.pack for world in worlds})
    of_train = {p: [w for w in worlds if w.pack == p and w.split == "train"] for p in packs}
    others = [world for world in worlds if world.split != "train"]
    fewest = min(map(len, of_train.values()), default=0) if others else 0
    counts = {p: [rule_counts(w.phrasings) for w in of_train[p]] for p in packs}
    figures = []
    for count in (count for count in _TRAIN_WORLDS if count <= fewest):
        rules = learned(chain.from_iterable(counts[p][:count] for p in packs)).without_matches
        right, cells = _cells(rules, others)
        by_words = [
            f"{100 * right / cells:.0f}%" if cells else "none"
            for right, cells in (_cells(rules, others, reserved=r) for r in (False, True))
        ]
        note = f"in seen words {by_words[0]}, in reserved ones {by_words[1]}"
        name = f"cells of eval and test that phrasings of {count} train worlds of a pack fill"
        figures.append(Figure(name, 100 * right / cells, "%", note=note))
    return figures


def _cells(
    rules: Rules, worlds: Sequence[ReadWorld], *, reserved: bool | None = None
) -> tuple[int, int]:
    """Return how many cells of worlds rules fill rightly, and how many there are.

    Args:
        rules: What was learned.
        worlds: The worlds.
        reserved: Reads only statements in words reserved for eval and test, or only others.
    """
    together = joined(world.phrasings for world in worlds)
    filled = filled_cells(rules, together, apart=reserved is not None)
    counted = filled.filter(pl.col("reserved") == bool(reserved))
    return int(counted["right"].sum()), int(counted["cells"].sum())


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

"""Measures what breadth is worth to a learner of pages' phrasings: more packs, or more worlds.

    fictionworld build --n 3300 --held-out none --out build/breadth/worlds
    python -m tools.breadth build/breadth/worlds --page docs/breadth.md --plot docs/breadth.svg

The learner (`fictionworld/bench/rules.py`) reads pages of some packs and fills cells of worlds of
eval and test, of the same packs and of the others. Each draw trains on packs that follow one
another in a circle, so over all draws each pack is trained on, and left out, equally often. The
control is the policy of `fictionworld learn`, which sees no word.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import polars as pl

from fictionworld.bench.phrasings import Phrasings, joined, phrasings_of
from fictionworld.bench.rules import RuleCounts, filled_cells, learned, rule_counts
from fictionworld.cores import WorkerPool, usable_cores
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.world_files import planned_webs
from fictionworld.errors import FictionworldError, UsageError
from fictionworld.learning.grid import spread
from fictionworld.learning.search_tree import SearchTrees
from fictionworld.learning.training import Setting, TaskChoice, choose_tasks, is_small, train
from fictionworld.seeds import child_seed, child_share
from fictionworld.streams import Floats
from fictionworld.tasks.record import Task
from tools.breadth_report import Estimate, Point, report_tables, surface_plot, with_tables

_JOB: Final = 16
"""Worlds that a worker reads at a time."""
_TESTED: Final = 10
"""Worlds of each pack to be tested on."""
_RESAMPLES: Final = 1000
_CONTROL_DRAWS, _CONTROL_TASKS, _CONTROL_UPDATES = 3, 24, 20
"""Of the control: draws, tasks that a run trains on, and updates of a run."""


class Grid(NamedTuple):
    """The sizes of training."""

    packs: tuple[int, ...]
    worlds: tuple[int, ...]
    """Of each pack."""
    draws: int


class PackWorlds(NamedTuple):
    """What was read of one pack."""

    counts: dict[int, RuleCounts]
    """What the first worlds of train have to learn from, by how many they are."""
    sentences: dict[int, pl.DataFrame]
    """Their different sentences."""
    tested: Phrasings
    """Of the worlds of eval and test."""


class ChosenWorlds(NamedTuple):
    """The worlds of one pack to read."""

    train: list[int]
    tested: list[int]


def choose_worlds(dataset: Dataset, grid: Grid) -> dict[str, ChosenWorlds]:
    """Return by pack the first worlds of train, to learn from, and of eval and test, to fill.

    Raises:
        UsageError: A pack has too few of them, or there are too few packs.
    """
    names, most = sorted(dataset.manifest.packs), max(grid.worlds)
    if len(names) <= max(grid.packs):
        raise UsageError(
            f"--packs: got {max(grid.packs)}; {dataset.path} has {len(names)} packs, of which one "
            "at least is left to be tested on"
        )
    chosen = {}
    for name in names:
        worlds = dataset.worlds().filter(pack=name).sort("world_id")
        is_train = worlds["split"] == "train"
        train_ids = worlds.filter(is_train)["world_id"].to_list()
        tested = worlds.filter(~is_train)["world_id"].to_list()
        if len(train_ids) < most or not tested:
            raise UsageError(
                f"{dataset.path} has {len(train_ids)} worlds of {name} in train and {len(tested)} "
                f"in eval and test; {most} and 1 are needed: build more worlds, with "
                "--held-out none"
            )
        chosen[name] = ChosenWorlds(train_ids[:most], tested[:_TESTED])
    return chosen


def read_packs(
    dataset: Dataset, chosen: dict[str, ChosenWorlds], grid: Grid, workers: int
) -> dict[str, PackWorlds]:
    """Return what each pack has to learn from and to be tested on; every page is read once."""
    packs: dict[str, PackWorlds] = {}
    killed = InfrastructureError("a worker process was killed, perhaps for want of memory")
    with WorkerPool(workers, killed, open_dataset, dataset.path) as pool:
        for name, (train_ids, tested) in chosen.items():
            ids = train_ids + tested
            jobs = [ids[at : at + _JOB] for at in range(0, len(ids), _JOB)]
            read = joined(pool.run_in_order(_read, jobs))
            parts = {count: _of_worlds(read, train_ids[:count]) for count in grid.worlds}
            packs[name] = PackWorlds(
                {count: rule_counts(part) for count, part in parts.items()},
                {n: part.sentences.select("sentence").unique() for n, part in parts.items()},
                _of_worlds(read, tested),
            )
    return packs


def _read(dataset: Dataset, world_ids: Sequence[int]) -> Phrasings:
    return joined(map(phrasings_of, planned_webs(dataset, world_ids)))


def _of_worlds(phrasings: Phrasings, world_ids: Sequence[int]) -> Phrasings:
    return Phrasings(*(frame.filter(pl.col("world").is_in(world_ids)) for frame in phrasings))


def packs_of(names: Sequence[str], draw: int, count: int) -> list[str]:
    """Return the packs that a draw trains on: `count` that follow one another in a circle."""
    circle = sorted(names, key=lambda name: child_share(0, f"breadth/{name}"))
    return [circle[(draw + at) % len(circle)] for at in range(count)]


def surface(packs: dict[str, PackWorlds], grid: Grid) -> list[Point]:
    """Return the shares of cells filled rightly and of sentences known, by size of training."""
    tested = joined(pack.tested for pack in packs.values())
    pack_of = {
        world: name
        for name, pack in packs.items()
        for world in pack.tested.statements["world"].unique()
    }
    results: defaultdict[tuple[str, int, int], list[pl.DataFrame]] = defaultdict(list)
    for count in grid.packs:
        for worlds in grid.worlds:
            for draw in range(grid.draws):
                names = packs_of(list(packs), draw, count)
                own = [world for world, name in pack_of.items() if name in names]
                rules = learned(packs[name].counts[worlds] for name in names)
                known = pl.concat(packs[name].sentences[worlds] for name in names).unique()
                measured = {
                    "phrasings": filled_cells(rules.without_matches, tested, apart=True),
                    "question": filled_cells(rules, tested, apart=True),
                    "sentences": _known_sentences(known, tested.sentences),
                }
                for what, of_worlds in measured.items():
                    is_own = pl.col("world").is_in(own)
                    for where, is_there in (("own", is_own), ("others", ~is_own)):
                        for words, part in of_worlds.filter(is_there).group_by("reserved"):
                            name = f"{what}/{where}/{'reserved' if words[0] else 'seen'}"
                            results[name, count, worlds].append(part.sort("world"))
    return [Point(*key, estimate(parts)) for key, parts in sorted(results.items())]


def _known_sentences(known: pl.DataFrame, sentences: pl.DataFrame) -> pl.DataFrame:
    """Return by world how many sentences there are, `cells`, and how many are known, `right`."""
    is_known = pl.col("sentence").is_in(known["sentence"].implode())
    return sentences.group_by("world").agg(
        pl.lit(value=False).alias("reserved"),
        cells=pl.col("times").sum(),
        right=pl.col("times").filter(is_known).sum(),
    )


def estimate(draws: Sequence[pl.DataFrame]) -> Estimate:
    """Return the mean share over draws with a 95% interval by bootstrap over draws and worlds.

    Args:
        draws: For each draw by world how many cells there are, and how many are right.
    """
    dice = np.random.default_rng(child_seed(0, "breadth/bootstrap"))
    shares = np.array([draw["right"].sum() / draw["cells"].sum() for draw in draws])
    resampled = np.stack([_resampled(draw, dice) for draw in draws])
    chosen = dice.integers(0, len(draws), resampled.shape)
    means = np.take_along_axis(resampled, chosen, 0).mean(0)
    low, high = np.quantile(means, (0.025, 0.975)).tolist()
    return Estimate(shares.mean().item(), low, high)


def _resampled(draw: pl.DataFrame, dice: np.random.Generator) -> Floats:
    """Return the share over worlds drawn with replacement, many times."""
    worlds = dice.integers(0, draw.height, (_RESAMPLES, draw.height))
    right, cells = (draw[name].to_numpy().astype(float) for name in ("right", "cells"))
    return right[worlds].sum(1) / cells[worlds].sum(1)


class ControlRun(NamedTuple):
    """A training of the policy that sees no word."""

    packs: int
    worlds: int
    draw: int


def control_points(folder: Path, grid: Grid, workers: int) -> list[Point]:
    """Return what the macro policy earns on a held-out pack before and after training."""
    sizes = [(p, w) for p in _ends(grid.packs) for w in _ends(grid.worlds)]
    runs = [ControlRun(*size, draw) for size in sizes for draw in range(_CONTROL_DRAWS)]
    killed = InfrastructureError("a worker process was killed, perhaps for want of memory")
    earned: defaultdict[tuple[str, int, int], list[float]] = defaultdict(list)
    with WorkerPool(workers, killed, SearchTrees.open, folder) as pool:
        for run, rewards in pool.run(partial(control_run, max(grid.packs)), runs):
            for when, reward in zip(("before", "after"), rewards, strict=True):
                earned[f"control/{when}", run.packs, run.worlds].append(reward)
    points = []
    for key, rewards in sorted(earned.items()):
        mean = spread(rewards)
        points.append(Point(*key, Estimate(mean.mean, mean.low, mean.high)))
    return points


def _ends(sizes: Sequence[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys((min(sizes), max(sizes))))


def control_run(most_packs: int, trees: SearchTrees, run: ControlRun) -> tuple[float, float]:
    """Return what the policy earns on a held-out pack before and after a training.

    The pack is the one that follows the `most_packs` of a draw: no run of the draw trains on it.
    """
    dataset = trees.dataset
    names = dataset.manifest.packs
    (*_, held_out) = packs_of(names, run.draw, most_packs + 1)
    tasks = [
        task.task_id
        for name in packs_of(names, run.draw, run.packs)
        for task in _first_tasks(dataset, name, run.worlds)
    ]
    by_seed = sorted(tasks, key=lambda task: child_share(run.draw, f"breadth/{task}"))
    choice = TaskChoice(
        (held_out,), tuple(by_seed[:_CONTROL_TASKS]), choose_tasks(dataset, [held_out]).held_out
    )
    trained = train(trees, choice, Setting("tease", 0.0, run.draw, _CONTROL_UPDATES), ())
    return trained.before["held_out"].reward, trained.after["held_out"].reward


def _first_tasks(dataset: Dataset, pack: str, worlds: int) -> list[Task]:
    """Return the small tasks of the first worlds of a pack that train has."""
    tasks = dataset.tasks(split="train", pack=pack)
    first = sorted({task.world_id for task in tasks})[:worlds]
    return [task for task in tasks if task.world_id in first and is_small(task)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print tables, and write them into a page and a picture."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--packs", type=_sizes, default=(1, 2, 4, 8), help="packs trained on")
    parser.add_argument("--worlds", type=_sizes, default=(5, 20, 100), help="worlds of each")
    parser.add_argument("--draws", type=int, help="choices of packs; default: as many as packs")
    parser.add_argument("--no-control", action="store_true", help="leave the control out")
    parser.add_argument("--workers", type=int, default=usable_cores())
    parser.add_argument("--page", type=Path, help="a page whose tables are replaced")
    parser.add_argument("--plot", type=Path, help="an SVG file to write")
    given = parser.parse_args(arguments)
    try:
        dataset = open_dataset(given.dataset)
        grid = Grid(given.packs, given.worlds, given.draws or len(dataset.manifest.packs))
        chosen = choose_worlds(dataset, grid)
    except FictionworldError as error:
        parser.error(str(error))
    points = surface(read_packs(dataset, chosen, grid, given.workers), grid)
    if not given.no_control:
        points += control_points(given.dataset, grid, given.workers)
    tables = report_tables(points)
    sys.stdout.write(tables)
    if given.page is not None:
        given.page.write_text(with_tables(given.page.read_text("utf-8"), tables), "utf-8")
    if given.plot is not None:
        given.plot.write_text(surface_plot(points), "utf-8")
    return 0


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, text.split(","))))


if __name__ == "__main__":
    sys.exit(main())

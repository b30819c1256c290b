"""Measure what a curriculum is worth: episodes until a held-out pack is solved.

    python tools/curriculum_gain.py worlds --seeds 5 --out runs.jsonl
    python tools/curriculum_gain.py worlds --of runs.jsonl

The small policy of `fictionworld learn` trains on tasks of all levels of all packs but one, drawn
uniformly or by a curriculum. After every second update it plays small tasks of the pack left out,
until it earns .9 there. Prints the episodes of each run, and their difference with its 95% interval
over seeds. A run that does not get there counts with the most episodes.
"""

# ruff: noqa: T201 - a program that prints

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import numpy as np

import fictionworld as fw
from fictionworld.episodes.curriculum import Curriculum
from fictionworld.episodes.sampling import spread_order
from fictionworld.learning import training
from fictionworld.learning.grid import SeedMean, spread
from fictionworld.learning.policy import Learner
from fictionworld.learning.search_tree import SearchTrees
from fictionworld.seeds import child_seed
from fictionworld.tasks.record import Task

ARMS = ("uniform", "curriculum")
TASKS_AT_ONCE, GROUP = 4, 6
EVERY, EVALUATED = 1, 2
"""Updates from one evaluation to the next, and episodes of each held-out task in it."""


def main() -> None:
    """Read the command line, run all seeds under both, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dataset")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--tasks", type=int, default=160, help="to train on")
    parser.add_argument("--updates", type=int, default=16, help="the most of a run")
    parser.add_argument("--until", type=float, default=0.9)
    parser.add_argument("--small", action="store_true", help="train on the tasks of `learn` alone")
    parser.add_argument("--out", type=Path, default=Path("runs.jsonl"), help="is added to")
    parser.add_argument("--of", type=Path, help="print what these runs come to, and run none")
    asked = parser.parse_args()
    if asked.of:
        print_runs(asked.of)
        return

    dataset = fw.open(asked.dataset)
    choice = training.choose_tasks(dataset)
    pool = [task for task in dataset.tasks(split="train") if task.pack not in choice.held_packs]
    chosen = spread_order(pool, 0, 0)[: asked.tasks]
    if asked.small:
        chosen = [dataset.task(task_id) for task_id in choice.train]
    levels = Counter(task.level for task in chosen)
    print(f"{len(chosen)} tasks, by level {sorted(levels.items())}")
    trees = SearchTrees(dataset)
    for seed in range(asked.first_seed, asked.first_seed + asked.seeds):
        for name in ARMS:
            curve = run(trees, chosen, choice.held_out, seed, name == "curriculum", asked)
            line = {"seed": seed, "tasks": name, "curve": [round(earned, 3) for earned in curve]}
            print(line, flush=True)
            with asked.out.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(line) + "\n")
    print_runs(asked.out)


def print_runs(path: Path) -> None:
    """Print the mean episodes under each order of tasks, and their difference seed by seed."""
    runs = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    episodes = {
        name: {
            run["seed"]: len(run["curve"]) * EVERY * TASKS_AT_ONCE * GROUP
            for run in runs
            if run["tasks"] == name
        }
        for name in ARMS
    }
    for name, reached in episodes.items():
        print(f"{name}: {_said(spread(list(reached.values())))} episodes, {reached}")
    uniform, curriculum = (episodes[name] for name in ARMS)
    gained = [curriculum[seed] - uniform[seed] for seed in curriculum if seed in uniform]
    print(f"curriculum less uniform: {_said(spread(gained))}")


def run(
    trees: SearchTrees,
    tasks: Sequence[Task],
    held_out: Sequence[str],
    seed: int,
    by_curriculum: bool,
    asked: argparse.Namespace,
) -> list[float]:
    """Return what the policy earns on held-out tasks after each update, until that is enough."""
    setting = training.Setting("tease", 0.0, seed)
    dice = np.random.default_rng(child_seed(seed, "curriculum-gain"))
    learner, curve = Learner(), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "curriculum.json"
        curriculum = Curriculum(trees.dataset, path, tasks, seed=seed)
        for update in range(1, asked.updates + 1):
            if by_curriculum:
                ids = [task.task_id for task in curriculum.sample(TASKS_AT_ONCE)]
            else:
                places = dice.choice(len(tasks), TASKS_AT_ONCE, replace=False)
                ids = [tasks[at].task_id for at in places]
            groups = []
            for task_id in ids:
                played = training._play_group(
                    trees, task_id, setting, learner.policy, f"update/{update}", GROUP
                )
                groups.append([(one.decisions, one.earned) for one in played])
                if by_curriculum:
                    curriculum.update(task_id, [one.earned for one in played])
            learner.update(groups)
            if update % EVERY == 0:
                name = f"held out/{update}"
                curve.append(
                    fmean(
                        one.earned
                        for task_id in held_out
                        for one in training._play_group(
                            trees, task_id, setting, learner.policy, name, EVALUATED
                        )
                    )
                )
                if curve[-1] >= asked.until:
                    break
    return curve


def _said(mean: SeedMean) -> str:
    return f"{mean.mean:.0f} ({mean.low:.0f}, {mean.high:.0f})" if mean.low is not None else ""


if __name__ == "__main__":
    main()

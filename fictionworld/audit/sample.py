"""Which worlds are tried: spread evenly over each pack, the same whenever they are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fictionworld.seeds import child_seed

if TYPE_CHECKING:
    from fictionworld.audit.ladder import Effort
    from fictionworld.dataset import Dataset
    from fictionworld.tasks.record import Task

__all__ = ["effort_in", "sampled_worlds", "foreign_names", "tasks_for_agents"]

_STRANGERS: Final = 12
_PLAYED: Final = 2


def sampled_worlds(dataset: Dataset, most: int) -> list[int]:
    """At most so many worlds, of each pack about as many, in order."""
    by_pack: dict[str, list[int]] = {}
    for world_id in dataset.world_ids:
        by_pack.setdefault(dataset.world(world_id).pack, []).append(world_id)
    chosen: list[int] = []
    packs = sorted(by_pack)
    for place, pack in enumerate(packs):
        worlds = by_pack[pack]
        share = min(len(worlds), (most - len(chosen)) // (len(packs) - place))
        chosen += [worlds[n * len(worlds) // share] for n in range(share)]
    return sorted(chosen)


def foreign_names(dataset: Dataset, world_id: int, seed: int) -> list[str]:
    """Questions of other worlds, and names that stand in them."""
    worlds = dataset.world_ids
    found: list[str] = []
    for number in range(_STRANGERS):
        other = worlds[child_seed(seed, f"stranger/{world_id}/{number}") % len(worlds)]
        if other == world_id:
            continue
        tasks = dataset.tasks(other)
        if number % 3 == 0 or not tasks:
            found.append(dataset.world(other).title)
        else:
            found.append(tasks[number % len(tasks)].question)
    return found


def effort_in(place: int) -> Effort:
    """How many agents play in the world at this place of the sample: all in every sixth pair."""
    return ("all", "few", "few", "some", "few", "few")[place // 2 % 6]


def tasks_for_agents(tasks: tuple[Task, ...], seed: int) -> list[Task]:
    """Two tasks of a world for the ladder; over many worlds every kind and shape has its turn."""
    first = seed % len(tasks) if tasks else 0
    return [tasks[place % len(tasks)] for place in range(first, first + min(_PLAYED, len(tasks)))]

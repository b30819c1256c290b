"""Stored worlds through the gate: every shard of a dataset, from the files alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fictionworld.validators.check import check_worlds
from fictionworld.validators.report import Report, merged
from fictionworld.validators.selftest import SelfTest, self_test
from fictionworld.worlds.stored import stored_worlds

if TYPE_CHECKING:
    from fictionworld.text.known import KnownNames

__all__ = ["check_dataset", "self_test_dataset"]


def check_dataset(
    folder: str | Path,
    *,
    known_names: KnownNames | None = None,
    thorough: bool = True,
    keep: int = 20,
) -> tuple[Report, ...]:
    """What is wrong with the worlds of a dataset: one report for each pack.

    Args:
        folder: The dataset.
        known_names: As `check_worlds` takes it.
        thorough: As `check_worlds` takes it.
        keep: As `check_worlds` takes it.

    Raises:
        DatasetError: As `stored_worlds`.
    """
    reports: dict[str, list[Report]] = {}
    for stored in stored_worlds(folder):
        report = check_worlds(
            stored.pack,
            stored.frames,
            worlds=stored.worlds,
            present=stored.present,
            known_names=known_names,
            thorough=thorough,
            keep=keep,
        )
        reports.setdefault(stored.pack.name, []).append(report)
    return tuple(merged(several) for several in reports.values())


def self_test_dataset(
    folder: str | Path,
    *,
    known_names: KnownNames | None = None,
    sample: int = 60,
    seed: int = 0,
    repeats: int = 3,
    changes: int = 12,
) -> tuple[SelfTest, ...]:
    """What the gate catches in spoiled copies of a dataset's worlds: one result for each pack.

    The copies are made of the first `sample` worlds of each pack; see `self_test` for the others.

    Raises:
        DatasetError: As `stored_worlds`.
    """
    tested: dict[str, SelfTest] = {}
    for stored in stored_worlds(folder):
        if stored.pack.name in tested:
            continue
        few = stored.limited(sample)
        tested[stored.pack.name] = self_test(
            few.pack,
            few.frames,
            worlds=few.worlds,
            present=few.present,
            known_names=known_names,
            seed=seed,
            repeats=repeats,
            changes=changes,
        )
    return tuple(tested.values())

"""Validation of a stored dataset: every shard, from the files alone."""

from __future__ import annotations

from pathlib import Path

from fictionworld.text.known import KnownNames
from fictionworld.validators.check import check_worlds
from fictionworld.validators.report import Report, merged
from fictionworld.validators.selftest import SelfTest, self_test
from fictionworld.worlds.stored import stored_worlds

_SAMPLE = 60
"""Worlds of a pack of which the self-test makes copies."""


def check_dataset(
    folder: str | Path,
    *,
    known_names: KnownNames | None = None,
) -> tuple[Report, ...]:
    """Return the violations of the worlds of a dataset: one report for each pack.

    Args:
        folder: The dataset.
        known_names: As `check_worlds` takes it.

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
        )
        reports.setdefault(stored.pack.name, []).append(report)
    return tuple(merged(several) for several in reports.values())


def self_test_dataset(
    folder: str | Path, *, known_names: KnownNames | None = None
) -> tuple[SelfTest, ...]:
    """Return the self-test of each pack, on mutated copies of its worlds.

    The copies are made of the first 60 worlds of each pack.

    Raises:
        DatasetError: As `stored_worlds`.
    """
    tested: dict[str, SelfTest] = {}
    for stored in stored_worlds(folder):
        if stored.pack.name in tested:
            continue
        few = stored.limited(_SAMPLE)
        tested[stored.pack.name] = self_test(
            few.pack,
            few.frames,
            worlds=few.worlds,
            present=few.present,
            known_names=known_names,
        )
    return tuple(tested.values())

"""Worlds of the small dataset as they are audited, opened once for all tests of the audit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fictionworld.audit.audited_world import WorldOpener


@pytest.fixture(scope="session")
def opened(dataset):
    """Three worlds of each pack."""
    opener = WorldOpener("worlds", dataset, 0)
    foreign_names = [task.question for task in dataset.tasks(5)]
    return [opener.open(world_id, foreign_names) for world_id in range(6)]


@pytest.fixture
def audited_worlds(opened):
    """The same, with no reply kept from another test: a test may plant leaks."""
    return [replace(audited) for audited in opened]

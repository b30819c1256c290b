"""The task that tests of episodes play."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def task(dataset):
    """A wide task with some pages to read, the cells of which follow one after another."""
    tasks = [task for task in dataset.tasks() if (task.kind, task.shape) == ("wide", "filter")]
    return next(task for task in tasks if 3 < task.least_pages < 20)

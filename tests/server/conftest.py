"""The small dataset, and its first wide task."""

from __future__ import annotations

import pytest

import fictionworld as fw
from tests.small import small_dataset


@pytest.fixture(scope="session")
def dataset():
    return fw.open(small_dataset())


@pytest.fixture(scope="session")
def task(dataset):
    return next(task for task in dataset.tasks() if task.kind == "wide")

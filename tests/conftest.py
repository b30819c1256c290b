"""One folder for a whole run of tests, whatever the number of workers; profiles of examples."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile

import pytest
from hypothesis import settings

from tests.examples import EVERYDAY
from tests.small import SHARED, small_opened

settings.load_profile(EVERYDAY)  # `--hypothesis-profile` is read after this file
gc.disable()  # modules and tests are collected, and nothing of it is garbage


def pytest_collection_finish():
    """What was collected lives as long as the process: no collection need look through it."""
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


def pytest_sessionfinish():
    gc.unfreeze()  # or DuckDB's binding reports what is left at the end


def pytest_configure(config):
    if SHARED not in os.environ:  # workers have it from the process that began them
        os.environ[SHARED] = tempfile.mkdtemp(prefix="fictionworld-test-")
        config.add_cleanup(_remove)


@pytest.fixture(scope="session")
def dataset():
    """The six worlds, open in this process."""
    return small_opened()


def _remove():
    shutil.rmtree(os.environ.pop(SHARED), ignore_errors=True)

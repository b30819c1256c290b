"""A small dataset for tests that read: both packaged packs, built once in a run of tests."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

from fictionworld.build import BuildConfig, build

SHARED = "FICTIONWORLD_TEST_SHARED"
"""The variable with the folder that all processes of a run share (`tests/conftest.py`)."""
WORLDS = 6


@cache
def small_dataset() -> Path:
    """The folder of six worlds, three of each packaged pack. Copy it before you harm it.

    Each process has a copy, since it keeps the pages that it writes beside the worlds.
    """
    folder = Path(tempfile.mkdtemp(prefix="fictionworld-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if SHARED in os.environ:
        shutil.copytree(_built_once(Path(os.environ[SHARED])), folder / "worlds")
    else:
        _build(folder / "worlds")
    return folder / "worlds"


def _built_once(shared: Path) -> Path:
    """The dataset in the shared folder, built by whoever asks first."""
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "worlds" / "manifest.json").exists():
            _build(shared / "worlds")
    return shared / "worlds"


def _build(folder: Path) -> None:
    build(BuildConfig(WORLDS, seed=5), folder, workers=1)

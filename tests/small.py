"""A small dataset for tests that read: both packaged packs, built once in a test process."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from fictionworld.build import BuildConfig, build

WORLDS = 6


@cache
def small_dataset() -> Path:
    """The folder of six worlds, three of each packaged pack. Copy it before you harm it."""
    folder = Path(tempfile.mkdtemp(prefix="fictionworld-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    build(BuildConfig(WORLDS, seed=5), folder / "worlds", workers=1)
    return folder / "worlds"

"""Small datasets for tests that read, built once in a run of tests, and the packs to test on."""

from __future__ import annotations

import atexit
import fcntl
import os
import pickle
import re
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from math import inf
from pathlib import Path
from typing import TypeVar

import pytest

from fictionworld.build import BuildConfig, build
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.episodes.world_handle import open_world
from fictionworld.packs.source import pack_names, packaged_path

T = TypeVar("T")
SHARED = "FICTIONWORLD_TEST_SHARED"
"""The variable with the folder that all processes of a run share (`tests/conftest.py`)."""
WORLDS = 6
PACKS = ("football", "smartphones")
"""The packs whose content tests rely on; a build of other packs need not wait for the rest."""


def each_pack() -> list:
    """Every packaged pack as parameters: the first of `PACKS` always, the second in `make proofs`,
    the others in `make pack-proofs`.

    For tests of many worlds. `tests/test_every_pack.py` tries each pack on few.
    """
    first, second = PACKS
    marks = {first: (), second: pytest.mark.slow}
    return [
        pytest.param(name, marks=marks.get(name, pytest.mark.every_pack)) for name in pack_names()
    ]


def two_every_day() -> list:
    """Every packaged pack as parameters: `PACKS` every day, the others in `make proofs`."""
    return [
        pytest.param(name, marks=[] if name in PACKS else pytest.mark.slow) for name in pack_names()
    ]


@cache
def strategies() -> dict[str, str]:
    """The strategy of each packaged pack, told by a line of its file: tests ask while they are
    collected, and reading sixteen packs takes longer than most of them.
    """
    line = re.compile(r"^strategy: (\w+)$", re.MULTILINE)
    return {name: line.findall(packaged_path(name).read_text("utf-8"))[0] for name in pack_names()}


def small_config(worlds: int, seed: int = 0, **options) -> BuildConfig:
    """A build of `PACKS`, which costs the same whatever other packs are packaged."""
    return BuildConfig(worlds, seed, PACKS, **options)


SMALL = small_config(WORLDS, seed=5)


def small_dataset() -> Path:
    """The folder of six worlds, three of each of `PACKS`. Copy it before you harm it."""
    return _copy(SMALL, "small")


@cache
def small_opened() -> Dataset:
    """The six worlds, open in this process; pages that were written once are kept, since one test
    after another reads the same.
    """
    dataset = open_dataset(small_dataset())
    for world_id in dataset.world_ids:
        OPEN_WORLDS.add(dataset, open_world(dataset, world_id, most_pages=inf))
    return dataset


def trained_on_dataset() -> Path:
    """The folder of 40 worlds of `PACKS`: enough small tasks to train a small policy on."""
    return _copy(small_config(40, seed=5), "trained-on")


@cache
def small_twins() -> Path:
    """The folder of the same worlds with other values. Copy it before you harm it."""
    return _copy(BuildConfig(1, twin_of=str(small_dataset())), "twins")


def every_pack_dataset() -> Path:
    """The folder of a world of each packaged pack, as the README's command builds them."""
    return _copy(BuildConfig(len(pack_names())), "every-pack")


@cache
def _copy(config: BuildConfig, name: str) -> Path:
    """The dataset in a folder of this process, since it keeps the pages that it writes there."""
    folder = Path(tempfile.mkdtemp(prefix="fictionworld-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if SHARED in os.environ:
        shutil.copytree(_built_once(config, Path(os.environ[SHARED]) / name), folder / "worlds")
    else:
        build(config, folder / "worlds", workers=1)
    return folder / "worlds"


def made_once(name: str, make: Callable[[], T]) -> T:
    """What `make` returns: made by the process that asks first, and pickled for the others."""
    if SHARED not in os.environ:
        return make()
    path = Path(os.environ[SHARED]) / f"{name}.pickle"
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if path.exists():
            return pickle.loads(path.read_bytes())
        made = make()
        path.write_bytes(pickle.dumps(made))
    return made


def _built_once(config: BuildConfig, out: Path) -> Path:
    """The dataset in a folder that processes share, built by whoever asks first."""
    with out.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (out / "manifest.json").exists():
            build(config, out, workers=1)
    return out

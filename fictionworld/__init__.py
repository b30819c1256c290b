"""Fictional relational worlds for training and testing search agents.

    import fictionworld as fw

    fw.build_dataset(fw.BuildConfig(n=10), Path("worlds"))
    dataset = fw.open("worlds")
    dataset.frames(3)["phone"]
    dataset.score("3-1", answer).figures.f1_grounded

Importing the package loads nothing heavy; each name below fetches its module on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from fictionworld.errors import (
    ConfigError,
    DatasetError,
    FictionworldError,
    MissingExtraError,
    PackError,
    StorageError,
    UnsatisfiableError,
    UsageError,
)
from fictionworld.version import __version__

if TYPE_CHECKING:
    from fictionworld.build import BuildConfig, BuildProgress, BuildReport
    from fictionworld.build import build as build_dataset
    from fictionworld.dataset import Dataset
    from fictionworld.dataset import open_dataset as open  # noqa: A004
    from fictionworld.episodes.curriculum import Curriculum
    from fictionworld.episodes.episode import Episode
    from fictionworld.export.export import export_tasks
    from fictionworld.export.rebuild import from_hub
    from fictionworld.federated import Federation, federation
    from fictionworld.packs.compile import load_pack
    from fictionworld.simulator.controls import Controls
    from fictionworld.tasks.grading.grade import Grade
    from fictionworld.tasks.key import Key
    from fictionworld.tasks.options import TaskOptions
    from fictionworld.tasks.record import Task
    from fictionworld.tasks.widesearch import parse_evaluation, score_widesearch

__all__ = [
    "BuildConfig",
    "BuildReport",
    "ConfigError",
    "Controls",
    "Curriculum",
    "Dataset",
    "DatasetError",
    "Episode",
    "Federation",
    "FictionworldError",
    "Grade",
    "Key",
    "MissingExtraError",
    "PackError",
    "BuildProgress",
    "StorageError",
    "Task",
    "TaskOptions",
    "UnsatisfiableError",
    "UsageError",
    "__version__",
    "build_dataset",
    "export_tasks",
    "federation",
    "from_hub",
    "load_pack",
    "open",
    "parse_evaluation",
    "score_widesearch",
]

_ERRORS = (
    "ConfigError",
    "DatasetError",
    "FictionworldError",
    "MissingExtraError",
    "PackError",
    "StorageError",
    "UnsatisfiableError",
    "UsageError",
)
_HOMES = {
    "BuildConfig": ("fictionworld.build", "BuildConfig"),
    "BuildReport": ("fictionworld.build", "BuildReport"),
    "BuildProgress": ("fictionworld.build", "BuildProgress"),
    # Not `build`: that name is the module's, which an import would put in the function's place.
    "build_dataset": ("fictionworld.build", "build"),
    "Controls": ("fictionworld.simulator.controls", "Controls"),
    "Dataset": ("fictionworld.dataset", "Dataset"),
    "open": ("fictionworld.dataset", "open_dataset"),
    "load_pack": ("fictionworld.packs.compile", "load_pack"),
    "Curriculum": ("fictionworld.episodes.curriculum", "Curriculum"),
    "Episode": ("fictionworld.episodes.episode", "Episode"),
    "Task": ("fictionworld.tasks.record", "Task"),
    "TaskOptions": ("fictionworld.tasks.options", "TaskOptions"),
    "Key": ("fictionworld.tasks.key", "Key"),
    "Grade": ("fictionworld.tasks.grading.grade", "Grade"),
    "Federation": ("fictionworld.federated", "Federation"),
    "federation": ("fictionworld.federated", "federation"),
    "from_hub": ("fictionworld.export.rebuild", "from_hub"),
    "export_tasks": ("fictionworld.export.export", "export_tasks"),
    "parse_evaluation": ("fictionworld.tasks.widesearch", "parse_evaluation"),
    "score_widesearch": ("fictionworld.tasks.widesearch", "score_widesearch"),
    **{name: ("fictionworld.errors", name) for name in _ERRORS},
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'fictionworld' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value: object = getattr(import_module(module), attribute)
    globals()[name] = value  # the next look-up finds it without coming here
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

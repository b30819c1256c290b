"""Whether a framework and its adapter work together where they are installed.

`examine` plays one task twice through the adapter, with the framework's own classes where there
are any: a search and a right answer, a search and a wrong one. No model and no trainer is run. Each
adapter describes itself and its trial in `ADAPTER`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module, metadata
from pathlib import Path
from pkgutil import iter_modules
from typing import Final

from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.errors import UsageError, nearest
from fictionworld.tasks.key import answer_markdown

_SHARED: Final = {"doctor", "replies", "rows", "settings", "trl_template", "verl_conversations"}
"""The modules of this package that are no adapters."""
_WRONG: Final = "| Name |\n| --- |\n| nobody |\n"


@dataclass(frozen=True, slots=True)
class Adapter:
    """What a module says of itself as its `ADAPTER`. Importing it imports the framework."""

    distribution: str
    """The framework's name in the package index."""
    tested: str
    """The versions that the adapter was tested with, as their beginning."""
    trial: Callable[[EpisodeSettings, str, str], float]
    """What an answer to a task earns after one search: by settings, task id and answer. It raises
    where a call or the scoring failed for reasons of ours."""


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """One thing that was looked at."""

    what: str
    problem: str | None = None
    """What is wrong and the next move; None where it is well."""


def adapter_names() -> list[str]:
    """Return the adapters of this package by their module, which is the name of their extra too."""
    modules = {module.name for module in iter_modules([str(Path(__file__).parent)])}
    return sorted(modules - _SHARED)


def examine(name: str, settings: EpisodeSettings) -> Iterator[DoctorFinding]:
    """Yield the findings about an adapter; nothing more is examined after a problem.

    Args:
        name: An adapter of this package, or a module of your own with an `ADAPTER`, such as
            `package.module`.
        settings: The settings of the episodes to play.

    Raises:
        UsageError: There is no adapter of this name.
    """
    names = adapter_names()
    is_own = "." in name
    if not is_own and name not in names:
        raise UsageError(
            f"--framework: got {name!r}; allowed: {', '.join(names)}, or package.module of an "
            f"adapter of your own{nearest(name, names)}"
        )
    what = "what it imports"
    try:
        adapter = import_module(name if is_own else f"fictionworld.adapters.{name}").ADAPTER
    except Exception as error:
        extra = "" if is_own else f"; pip install 'fictionworld[{name.replace('_', '-')}]'"
        yield DoctorFinding(what, f"{_said(error)}{extra}")
        return
    yield DoctorFinding(what)
    version = _version(adapter)
    yield version
    if not version.problem:
        # its answers rest on nothing that was read
        yield _trial(adapter, replace(settings, reward="f1_grounded"))


def _version(adapter: Adapter) -> DoctorFinding:
    try:
        version = metadata.version(adapter.distribution)
    except metadata.PackageNotFoundError:
        problem = "no distribution of this name is installed; install it, or mend ADAPTER"
        return DoctorFinding(adapter.distribution, problem)
    what = f"{adapter.distribution} {version}"
    if not f"{version}.".startswith(f"{adapter.tested}."):
        what += f" (the adapter was tested with {adapter.tested})"
    return DoctorFinding(what)


def _trial(adapter: Adapter, settings: EpisodeSettings) -> DoctorFinding:
    what = "a search and an answer: 1 for a right one, 0 for a wrong one"
    dataset = settings.open()
    task = next((task for task in dataset.tasks() if task.answer_rows), None)
    if task is None:
        raise UsageError(f"{dataset.path} has no task with rows in its answer; give another DIR")
    right = answer_markdown(dataset.key(task.task_id))
    try:
        earned = [adapter.trial(settings, task.task_id, answer) for answer in (right, _WRONG)]
    except Exception as error:
        return DoctorFinding(what, _said(error))
    if earned != [1.0, 0.0]:
        return DoctorFinding(what, f"they earned {earned[0]} and {earned[1]}")
    return DoctorFinding(what)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"

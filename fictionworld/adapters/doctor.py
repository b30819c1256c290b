"""Whether a framework and its adapter work together where they are installed.

`examine` plays one task twice through the framework's own entry point, with a search and then a
right answer, and with a wrong one; each adapter has the way there in its function `trial`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from fictionworld.errors import UsageError, nearest
from fictionworld.tasks.key import answer_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.adapters.settings import EpisodeSettings

__all__ = ["FRAMEWORKS", "DoctorFinding", "Framework", "examine"]

_WRONG: Final = "| Name |\n| --- |\n| nobody |\n"


@dataclass(frozen=True, slots=True)
class Framework:
    """A framework that has an adapter."""

    distribution: str
    """Its name in the package index."""
    tested: str
    """The versions that the adapter was tested with, as their beginning."""
    needs: tuple[str, ...] = ()
    """Modules that it imports and does not install itself."""


FRAMEWORKS: Final = {
    "gymnasium": Framework("gymnasium", "1.4"),
    "inspect_ai": Framework("inspect-ai", "0.3"),
    "openenv": Framework("openenv-core", "0.3", ("uvicorn",)),
    "skyrl": Framework("skyrl-gym", "0.4"),
    "trl": Framework("trl", "1.16", ("transformers", "datasets")),
    "verifiers": Framework("verifiers", "0.4", ("uv",)),
    "verl": Framework("verl", "0.9", ("cachetools", "fastapi", "uvicorn")),
}
"""By the name of the adapter's module, which is that of the extra too."""


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """One thing that was looked at."""

    what: str
    problem: str | None = None
    """What is wrong and the next move; None where it is well."""


def examine(name: str, settings: EpisodeSettings) -> Iterator[DoctorFinding]:
    """What is well and what is not; after a problem nothing more is looked at.

    Raises:
        UsageError: There is no adapter of this name.
    """
    framework = FRAMEWORKS.get(name)
    if framework is None:
        raise UsageError(
            f"--framework: got {name!r}; allowed: {', '.join(FRAMEWORKS)}"
            f"{nearest(name, FRAMEWORKS)}"
        )
    for finding in (_installed(name, framework), _complete(name, framework)):
        yield finding
        if finding.problem:
            return
    yield _trial(name, settings)


def _installed(name: str, framework: Framework) -> DoctorFinding:
    try:
        version = metadata.version(framework.distribution)
    except metadata.PackageNotFoundError:
        return DoctorFinding(
            framework.distribution,
            f"it is not installed here: pip install 'fictionworld[{name}]'",
        )
    what = f"{framework.distribution} {version}"
    if not f"{version}.".startswith(f"{framework.tested}."):
        return DoctorFinding(f"{what} (the adapter was tested with {framework.tested})")
    return DoctorFinding(what)


def _complete(name: str, framework: Framework) -> DoctorFinding:
    missing = [module for module in framework.needs if find_spec(module) is None]
    if missing:
        return DoctorFinding(
            "what it imports",
            f"{', '.join(missing)} not installed: pip install 'fictionworld[{name}]'",
        )
    return DoctorFinding("what it imports")


def _trial(name: str, settings: EpisodeSettings) -> DoctorFinding:
    what = "a search and an answer: 1 for a right one, 0 for a wrong one"
    dataset = settings.open()
    task = next((task for task in dataset.tasks() if task.answer_rows), None)
    if task is None:
        raise UsageError(f"{dataset.path} has no task with rows in its answer; give another DIR")
    right = answer_markdown(dataset.key(task.task_id))
    try:
        trial = import_module(f"fictionworld.adapters.{name}").trial
        earned = [trial(settings, task.task_id, answer) for answer in (right, _WRONG)]
    except Exception as error:
        said = str(error).strip().partition("\n")[0]
        return DoctorFinding(what, f"{type(error).__name__}: {said}")
    if earned != [1.0, 0.0]:
        return DoctorFinding(what, f"they earned {earned[0]} and {earned[1]}")
    return DoctorFinding(what)

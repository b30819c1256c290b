"""`fictionworld doctor`: what is installed here, and whether a framework works with its adapter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.terminal import JsonOption, escape, mark, print_json, stderr, stdout

if TYPE_CHECKING:
    from fictionworld.adapters.doctor import DoctorFinding


def doctor(
    framework: Annotated[
        str | None,
        typer.Option(
            help="gymnasium, inspect_ai, openenv, skyrl, trl, verifiers, verl, or package.module "
            "of an adapter of your own; default: none is tried."
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[DIR]", help="A dataset's folder; default: a small one is built."),
    ] = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """Say what is installed here, and play one task through a framework's adapter.

    A search and a right answer, a search and a wrong one; no model and no trainer is run. Exit code
    1 where something is wrong. What `--json` prints goes with a report of a fault: it has no path.
    """
    from fictionworld.environment import environment

    here = environment()
    if not as_json:
        packages = ", ".join(f"{name} {number}" for name, number in here.pop("packages").items())
        for name, value in here.items():
            stdout().print(f"{name}: {escape(str(value))}", soft_wrap=True)
        stdout().print(f"packages: {escape(packages)}", soft_wrap=True)
    findings = []
    for finding in _examined(framework, folder) if framework is not None else ():
        findings.append(finding)
        if not as_json:
            sentence = f"{finding.what}: {finding.problem}" if finding.problem else finding.what
            stdout().print(f"{mark(not finding.problem)} {escape(sentence)}", soft_wrap=True)
    if as_json:
        print_json(
            {**here, "framework": framework, "findings": [asdict(finding) for finding in findings]}
        )
    if any(finding.problem is not None for finding in findings):
        raise typer.Exit(1)


def _examined(framework: str, folder: Path | None) -> Iterator[DoctorFinding]:
    """Yield what is found in a framework's adapter, over a dataset or a world built for it."""
    from fictionworld.adapters.doctor import examine
    from fictionworld.adapters.settings import EpisodeSettings
    from fictionworld.build import BuildConfig, build

    with TemporaryDirectory(prefix="fictionworld-doctor-") as scratch:
        if folder is None:
            folder = Path(scratch, "worlds")
            with stderr().status("building a world"):
                build(BuildConfig(1), folder, workers=1)
        yield from examine(framework, EpisodeSettings(str(folder)))

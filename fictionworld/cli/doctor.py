"""`fictionworld doctor`: whether a framework works with its adapter in this environment."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from fictionworld.cli.terminal import escape, mark, stderr, stdout


def doctor(
    framework: Annotated[
        str,
        typer.Option(
            help="gymnasium, inspect_ai, openenv, skyrl, trl, verifiers, verl, or package.module "
            "of an adapter of your own."
        ),
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[DIR]", help="A dataset's folder; default: a small one is built."),
    ] = None,
) -> None:
    """Play one task through a framework's adapter, and report what is misconfigured.

    A search and a right answer, a search and a wrong one; no model and no trainer is run. Exit code
    1 where something is wrong.
    """
    from fictionworld.adapters.doctor import examine
    from fictionworld.adapters.settings import EpisodeSettings
    from fictionworld.build import BuildConfig, build

    with TemporaryDirectory(prefix="fictionworld-doctor-") as scratch:
        if folder is None:
            folder = Path(scratch, "worlds")
            with stderr().status("building a world"):
                build(BuildConfig(1), folder, workers=1)
        failed = False
        for finding in examine(framework, EpisodeSettings(str(folder))):
            sentence = f"{finding.what}: {finding.problem}" if finding.problem else finding.what
            stdout().print(f"{mark(not finding.problem)} {escape(sentence)}", soft_wrap=True)
            failed = failed or finding.problem is not None
    if failed:
        raise typer.Exit(1)

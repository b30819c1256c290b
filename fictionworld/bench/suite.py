"""All figures, in the order in which they are printed."""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Callable
from pathlib import Path

from fictionworld.bench.building import building_figures
from fictionworld.bench.figure import Figure
from fictionworld.bench.guarding import guarding_figures
from fictionworld.bench.packs import breadth_figures, sanity_figures
from fictionworld.bench.playing import playing_figures
from fictionworld.bench.routes import route_figures
from fictionworld.bench.serving import serving_figures
from fictionworld.bench.startup import reading_figures, startup_figures
from fictionworld.bench.tasks import asked_cell_figures, size_figures, task_figures
from fictionworld.bench.wording import engine_figures, wording_figures
from fictionworld.cores import usable_cores
from fictionworld.dataset import open_dataset
from fictionworld.simulator.backends.options import Preset

_MOST_OF_ALL = 200
"""Worlds over all packs of which every page is read."""


def run_bench(
    n: int,
    scratch: Path | None = None,
    on_stage: Callable[[str], None] = lambda _: None,
    preset: Preset | None = None,
) -> list[Figure]:
    """Return all figures for builds of `n` and `2 n` worlds, made in `scratch` and removed again.

    Args:
        n: Worlds of the smaller build; targets are stated for 1,000 and scale with it.
        scratch: A folder with room for four times the dataset; the system's own if not given.
        on_stage: Called with the name of what is measured next.
        preset: A model for the engine of this process, where vLLM is installed.
    """
    with tempfile.TemporaryDirectory(dir=scratch, prefix="fictionworld-bench-") as temporary:
        scratch, once = Path(temporary), Path(temporary) / "once"
        on_stage("starting")
        figures = startup_figures()
        on_stage(f"building {n:,} and {2 * n:,} worlds")
        figures += building_figures(scratch, n)
        on_stage("what packs share")
        figures += breadth_figures(scratch, min(n, _MOST_OF_ALL))
        on_stage("sanity queries")
        figures += sanity_figures(n)
        on_stage("reading")
        figures += reading_figures(once)
        on_stage("tasks and scoring")
        figures += [*task_figures(once), *size_figures(once), *asked_cell_figures(once)]
        on_stage("searching, reading pages, playing")
        figures += playing_figures(once)
        on_stage("fixed routes")
        figures += route_figures(once)
        on_stage("a training batch")
        figures += serving_figures(once)
        on_stage("guarding")
        figures += guarding_figures(once)
        on_stage("wording")
        figures += wording_figures(once)
        on_stage("a model's engine")
        figures += engine_figures(open_dataset(once), preset)
    return figures


def machine() -> str:
    """Return what the figures are measured on: `Linux x86_64, 2 cores, Python 3.11.7, load 0.3`.

    A load above the number of cores says that others were at work, and that times are too long.
    """
    return (
        f"{platform.system()} {platform.machine()}, {usable_cores()} cores, "
        f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )

"""The API reference as HTML: the names of `fictionworld`, and the modules episodes are made of.

    python tools/reference.py build/reference

Needs the extra `docs`, which brings pdoc.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import fictionworld

MODULES: Final = (
    "fictionworld",
    "fictionworld.episodes.episode",
    "fictionworld.episodes.reward",
    "fictionworld.episodes.trace",
    "fictionworld.episodes.sampling",
    "fictionworld.simulator.tool",
    "fictionworld.tasks.grading.figures",
)
"""What the reference has, the public interface first."""


def main() -> None:
    """Write the pages into the folder that the command line names."""
    import pdoc  # noqa: PLC0415 - of the extra `docs`; the tests read MODULES without it

    for name in fictionworld.__all__:  # lazy: pdoc sees what has been asked for
        getattr(fictionworld, name)
    for module in MODULES:
        import_module(module)
    pdoc.render.configure(docformat="google")
    pdoc.pdoc(*MODULES, output_directory=Path(sys.argv[1]))


if __name__ == "__main__":
    main()

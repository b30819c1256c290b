"""The real build in small, as `drive.py` runs it: two worlds of one pack, in one process."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from fictionworld.build import BuildConfig, build
from fictionworld.errors import FictionworldError
from tests.faults import publication

if TYPE_CHECKING:
    from pathlib import Path

CONFIG = BuildConfig(n=2, packs=("smartphones",))


def run(out: Path) -> int:
    """The exit status that the command line would end with."""
    try:
        build(CONFIG, out, workers=1)
    except FictionworldError as error:
        sys.stderr.write(f"error: {error}\n")
        return error.exit_code
    return 0


examine = publication.examine

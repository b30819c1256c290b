"""`environment`: what a report of a fault should say of where it happened; no path and no name."""

from __future__ import annotations

import os
import platform
import re
from importlib import metadata
from typing import Any

from fictionworld.version import __version__


def environment() -> dict[str, Any]:
    """Return the versions of fictionworld, Python, the system, and the packages that it may use.

    Packages are those that any extra of the installed fictionworld names; those that are not
    installed are left out.
    """
    try:
        requirements = metadata.requires("fictionworld") or []
    except metadata.PackageNotFoundError:  # run from its source, without being installed
        requirements = []
    names = {found[0] for line in requirements if (found := re.match(r"[\w.-]+", line))}
    return {
        "fictionworld": __version__,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "cpus": os.cpu_count(),
        "packages": {name: number for name in sorted(names) if (number := _version(name))},
    }


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None

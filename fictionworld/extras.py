"""Packages that only some features need, and the extra of `fictionworld` that installs them.

The core of the package builds, validates, plays and scores. A feature that needs more asks for its
extra before it imports anything: who has not installed it reads one line that says how to.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Final

from fictionworld.errors import MissingExtraError

EXTRAS: Final[dict[str, dict[str, str]]] = {
    "audit": {"jinja2": "jinja2", "sklearn": "scikit-learn"},
    "draft": {"pypdf": "pypdf"},
    "explore": {
        "fastapi": "fastapi",
        "jinja2": "jinja2",
        "prometheus_client": "prometheus-client",
        "uvicorn": "uvicorn",
    },
    "postgres": {"psycopg": "psycopg"},
    "serve": {
        "fastapi": "fastapi",
        "httptools": "httptools",
        "mcp": "mcp",
        "prometheus_client": "prometheus-client",
        "uvicorn": "uvicorn",
        "uvloop": "uvloop",
    },
    "widesearch": {"dateparser": "dateparser", "pandas": "pandas"},
}
"""Of each extra the modules that are imported, and the packages that have them."""


@cache
def require_extra(extra: str, feature: str) -> None:
    """Check that the packages of an extra are installed; they are looked for, not imported.

    Args:
        extra: A key of `EXTRAS`.
        feature: The feature that needs the extra, to begin a sentence: `fictionworld audit`.

    Raises:
        MissingExtraError: A package is not installed.
    """
    missing = [package for module, package in EXTRAS[extra].items() if not _installed(module)]
    if missing:
        raise MissingExtraError(
            f"{feature} needs {', '.join(missing)}, not installed here: "
            f"python -m pip install 'fictionworld[{extra}]'"
        )


def _installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # an import hook may refuse a module by raising
        return False

"""The data files beside this module."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml


@cache
def data_of(name: str) -> dict[str, Any]:
    """Return what a YAML file of this folder holds: `replies/tool_calls.yaml`."""
    cases: dict[str, Any] = yaml.safe_load((Path(__file__).parent / name).read_text("utf-8"))
    return cases

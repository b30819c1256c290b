"""`rebuild_command`: the command that builds a dataset again, from its manifest's configuration."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any


def rebuild_command(config: Mapping[str, Any], out: str = "NEW") -> str:
    """Return a `fictionworld build` command for the configuration of a manifest of any version.

    Packs are named as the build named them: of one that is not packaged give its file, and of
    twins the dataset with `--twin-of`. What an older configuration does not say has its default.
    """
    words = ["fictionworld", "build"]

    def add(flag: str, value: object) -> None:
        words.extend((flag, str(value)))

    for flag, name in (("--n", "n"), ("--seed", "seed")):
        if name in config:
            add(flag, config[name])
    if config.get("packs"):
        add("--packs", ",".join(config["packs"]))
    if "rows" in config:
        add("--rows", _span(config["rows"]))
    for flag, name, default in (
        ("--real-names", "real_names", "none"),
        ("--hosts", "hosts", "realistic"),
    ):
        if config.get(name, default) != default:
            add(flag, config[name])
    if (tasks := config.get("tasks")) is not None:
        add("--tasks-per-world", tasks["per_world"])
        add("--task-kinds", ",".join(f"{k}={tasks[k]}" for k in ("wide", "deep", "empty")))
        add("--task-rows", _span(tasks["rows"]))
        add("--task-hops", _span(tasks["hops"]))
        if "levels" in tasks:
            add("--levels", ",".join(map(str, tasks["levels"])))
    if "held_out" in config:
        add("--held-out", ",".join(config["held_out"]) or "none")
    if config.get("twin_of"):
        add("--twin-of", "DATASET")
    return shlex.join([*words, "--out", out])


def _span(bounds: tuple[int, int] | list[int]) -> str:
    low, high = bounds
    return f"{low}-{high}"

"""Measure `render` beside plain `vllm.LLM.generate` on the machine that this runs on.

    python tools/bench_world_model.py worlds --model Qwen/Qwen-AgentWorld-35B-A3B \
        --set load_format=dummy --worlds 20

A model's configuration and tokenizer are enough with `load_format=dummy`. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from fictionworld.bench.suite import machine
from fictionworld.bench.wording import engine_figures
from fictionworld.dataset import open_dataset
from fictionworld.simulator.backends.options import preset_named


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="a dataset")
    parser.add_argument("--model", required=True)
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--requests", type=int, help="of each world; all, if not given")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--engine", type=Path, help="a file of arguments for vLLM's engine")
    given = parser.parse_args()
    preset = preset_named(given.model, given.set, given.engine)
    figures = engine_figures(open_dataset(given.folder), preset, given.worlds, given.requests)
    content = {"machine": machine(), "figures": [asdict(figure) for figure in figures]}
    print(json.dumps(content, indent=1))  # noqa: T201 - data goes to stdout


if __name__ == "__main__":
    main()

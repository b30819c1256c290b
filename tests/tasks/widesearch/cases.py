"""Cases with the figures of the public scorer, its calls of a model returning nothing.

`parity.jsonl` are the 200 cases that came with the project. `edges.jsonl` are small, one oddity
each; their figures were made by running the public scorer on them with pandas 2.3.1, dateparser
1.2.2 and today held at 1 January 2026.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fictionworld.tasks.widesearch import WideSearchFigures, parse_evaluation, score_widesearch

_HERE = Path(__file__).parent


def read_cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (_HERE / name).read_text("utf-8").splitlines()]


def score_case(case: dict[str, Any]) -> WideSearchFigures:
    evaluation = parse_evaluation(case["evaluation"])
    return score_widesearch(evaluation, case["gold_csv"], case["response"])


def numbers(figures: WideSearchFigures) -> dict[str, float]:
    return {name: one for name, one in asdict(figures).items() if name != "problem"}

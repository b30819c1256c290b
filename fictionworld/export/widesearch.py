"""Tasks in the form of the WideSearch benchmark, as its own loader reads them.

`widesearch.jsonl` holds the questions with the rules by which answers are scored, and
`widesearch_gold/<instance_id>.csv` the right answers. Empty tasks are left out: the public scorer
fails where the gold has no row, and gives 0 to every answer.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fictionworld.tasks.widesearch_form import widesearch_form

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from fictionworld.tasks.key import Key
    from fictionworld.tasks.record import Task

__all__ = ["GOLD", "QUESTIONS", "instance_row", "write_widesearch"]

QUESTIONS = "widesearch.jsonl"
GOLD = "widesearch_gold"


def instance_row(task: Task, evaluation: dict[str, Any]) -> dict[str, Any]:
    """One line of `widesearch.jsonl`. Its loader takes these fields and no other."""
    return {
        "instance_id": task.task_id,
        "query": task.question,
        "evaluation": evaluation,
        "language": task.language,
    }


def write_widesearch(folder: Path, keyed: Iterable[tuple[Task, Key]]) -> None:
    """Writes both into a folder that is there."""
    gold = folder / GOLD
    gold.mkdir()
    with (folder / QUESTIONS).open("w", encoding="utf-8") as lines:
        for task, key in keyed:
            form = widesearch_form(key)
            row = instance_row(task, form.evaluation)
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")
            (gold / f"{task.task_id}.csv").write_text(form.gold_csv, encoding="utf-8")

"""Records of rollouts, as JSON lines, and what they show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fictionworld.episodes.evaluation import MeanEstimate, differences, evaluate
from fictionworld.episodes.scored_traces import ScoredTrace
from fictionworld.tasks.record import Task


def rollout_of(task_id: str, reward: float, messages: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the record of a rollout, with how many messages should be calls and how many are.

    All should be but a last table; the first should be a call even so. Valid is a call that the
    tools answered.
    """
    written = [message for message in messages if message["role"] == "assistant"]
    replies = [str(message["content"]) for message in messages if message["role"] == "tool"]
    plain = [str(message["content"]) for message in written if not message.get("tool_calls")]
    tables = sum("|" in text for text in plain) if replies else 0
    valid = sum(not reply.startswith(("Error", "{'error'")) for reply in replies)
    asked = len(replies) + len(plain) - tables
    return {
        "task_id": task_id, "reward": reward, "valid": valid, "asked": asked, "messages": messages
    }  # fmt: skip


def write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    """Write rows as JSON lines, aside first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".aside")
    aside.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    aside.replace(path)


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def table_of(rollouts: dict[str, list[dict[str, Any]]], tasks: dict[str, Task]) -> str:
    """Return a table of stages, with 95% intervals by a bootstrap over worlds.

    Args:
        rollouts: By stage; all played the same tasks.
        tasks: By id.
    """
    scored = {
        stage: [
            ScoredTrace(stage, "", row["task_id"], 0, row["reward"], row["valid"], 0, 0)
            for row in rows
            if row["reward"] is not None  # a fault of ours
        ]
        for stage, rows in rollouts.items()
    }
    first = next(iter(scored))
    lines = [
        f"| stage | rollouts | valid calls | f1_grounded | more than {first} |",
        "|---|---|---|---|---|",
    ]
    for stage, rows in rollouts.items():
        share = sum(row["valid"] for row in rows) / max(1, sum(row["asked"] for row in rows))
        mean = evaluate(stage, scored[stage], tasks, k=1).groups[0].mean
        gain = differences(stage, first, scored, tasks)[0].mean
        lines.append(
            f"| {stage} | {len(rows)} | {share:.2f} | {_interval(mean)} | {_interval(gain)} |"
        )
    if {"sft", "grpo"} <= scored.keys():
        gain = differences("grpo", "sft", scored, tasks)[0].mean
        lines.append(f"\ngrpo less sft: {_interval(gain)}")
    return "\n".join(lines)


def _interval(mean: MeanEstimate) -> str:
    ends = "" if mean.low is None else f" ({mean.low:.2f} to {mean.high:.2f})"
    return f"{mean.value:.2f}{ends}"

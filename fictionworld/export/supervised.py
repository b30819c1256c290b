"""Conversations for supervised training, from the transcripts of any agent.

A row has `messages`, the schemas of the `tools`, and where the conversation is from. Arguments of
tool calls are objects: templates that write them as JSON would write a text a second time. Each
message says in `train` whether a loss is taken on it: on an agent's own, but for a call that it
got wrong.

The file is JSON lines. A column format would give every object the arguments of all tools, those
of the others as nulls, and templates write nulls.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fictionworld.dataset import Dataset
from fictionworld.errors import UsageError
from fictionworld.export.export import claim_folder
from fictionworld.export.split_files import records_in, split_files
from fictionworld.simulator.tool import CallError
from fictionworld.simulator.toolbox import openai_tools, read_call
from fictionworld.tasks.record import Task

_KINDS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "task_id": str, "agent": str, "policies": (str, dict), "reward": (int, float), "messages": list,
}  # fmt: skip
"""What a transcript has."""


@dataclass(frozen=True, slots=True)
class ExportedConversations:
    """What was written."""

    out: Path
    written: dict[str, int]
    """Conversations by split."""
    below: int
    """Conversations left out since they earned less than was asked for."""
    unreadable: int
    """Conversations left out since arguments of a call are no JSON object."""


def export_conversations(
    dataset: Dataset,
    out: Path,
    transcripts: Path,
    tasks: Sequence[Task] | None = None,
    *,
    least_reward: float = 0.9,
) -> ExportedConversations:
    """Write conversations into the folder `out`, which is new or empty: a file a split.

    Args:
        dataset: What was played.
        out: The folder.
        transcripts: A file that `fictionworld rollout --transcripts` wrote, of any agents.
        tasks: The tasks whose conversations are written; all if not given.
        least_reward: What a conversation must have earned, between 0 and 1, closed.

    Raises:
        UsageError: A line is no transcript, or of another dataset; the number is out of range; no
            conversation is left; or the folder is not empty.
        StorageError: The disk refused.
    """
    if not 0 <= least_reward <= 1:
        raise UsageError(f"--least-reward: got {least_reward}; allowed: from 0 to 1")
    claim_folder(out)
    chosen = {task.task_id: task for task in (dataset.tasks() if tasks is None else tasks)}
    below = unreadable = 0
    with split_files(out) as files:
        for record in records_in(transcripts, dataset.content_hash, _KINDS, "transcript"):
            task = chosen.get(record["task_id"])
            if task is None:
                continue
            if record["reward"] < least_reward:
                below += 1
                continue
            messages = _trained(record["messages"])
            if messages is None:
                unreadable += 1
                continue
            about = {name: record[name] for name in ("task_id", "agent", "policies", "reward")}
            row = {"messages": messages, "tools": openai_tools(), "pack": task.pack, **about}
            files.write(task.split, row)
        if not files.written:
            raise UsageError(
                f"--transcripts: nothing to write from {transcripts}: {below} earned less than "
                f"{least_reward}, {unreadable} have a call that cannot be read; play with "
                f"`fictionworld rollout {dataset.path} --agent scout --transcripts FILE`"
            )
    return ExportedConversations(out, dict(files.written), below, unreadable)


def _trained(messages: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """Return the messages with arguments as objects and `train`; None where one is no object."""
    rows: list[dict[str, Any]] = []
    for message in messages:
        row: dict[str, Any] = {"role": message["role"], "content": message.get("content") or ""}
        if "tool_call_id" in message:
            row["tool_call_id"] = message["tool_call_id"]
        calls = [_call(call) for call in message.get("tool_calls") or ()]
        if None in calls:
            return None
        if calls:
            row["tool_calls"] = calls
        row["train"] = message["role"] == "assistant" and all(map(_is_right, calls))
        rows.append(row)
    return rows


def _call(call: dict[str, Any]) -> dict[str, Any] | None:
    """Return a tool call with its arguments as an object; None where they are none."""
    function = call["function"]
    arguments = function["arguments"]
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return None
    if not isinstance(arguments, dict):
        return None
    function = {"name": function["name"], "arguments": arguments}
    return {"id": call["id"], "type": "function", "function": function}


def _is_right(call: dict[str, Any] | None) -> bool:
    """Return whether a call is one that its tool takes."""
    try:
        read_call(call["function"]["name"], call["function"]["arguments"]) if call else None
    except CallError:
        return False
    return True

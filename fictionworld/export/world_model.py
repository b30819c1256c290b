"""Rows for training a model that plays the tools, from the traces of any agent.

A row is one call: what the model is told (system and user message), our own tools' reply
(assistant), and the call's record, from which `worldmodel.reward.reward` scores any other reply.
Histories are long, so a row holds the state of its turn, and of what came before only the notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fictionworld.dataset import Dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError
from fictionworld.export.export import claim_folder
from fictionworld.export.split_files import records_in, split_files
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.states.prompt import messages_of
from fictionworld.simulator.states.states import CallTurn, turn_of
from fictionworld.simulator.tool import CallError
from fictionworld.tasks.record import Task
from fictionworld.worldmodel.bench_call import Arm, BenchCall

_ARMS: Mapping[str, Arm] = {"web_extractor": "page", "dict_memory": "memory"}
_BEST = 3
"""Pages of a search that belong first, as in `worldmodel/bench_calls.py`."""
_KINDS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "task_id": str, "world_id": int, "policy": str, "seed": int, "controls": str, "calls": list,
    "dataset": str,
}  # fmt: skip
"""What a trace has."""


@dataclass(frozen=True, slots=True)
class ExportedTurns:
    """What was written."""

    out: Path
    written: dict[str, int]
    """Rows by split."""
    repeated: int
    """Calls left out since an earlier row has the same state."""
    left_out: int
    """Calls left out since they failed, or were made under controls."""


def export_turns(
    dataset: Dataset, out: Path, traces: Path, tasks: Sequence[Task] | None = None
) -> ExportedTurns:
    """Write a row a call into the folder `out`, which is new or empty: a file a split.

    The replies are made again, in the template's words: traces need hold no texts. `train` says of
    each message whether a loss is taken on it: on the reply, where it shows a page or a note.

    Args:
        dataset: What was played.
        out: The folder.
        traces: A file that `fictionworld rollout --traces` wrote, of any agents.
        tasks: The tasks whose calls are written; all if not given.

    Raises:
        UsageError: A line is no trace, or of another dataset; or no call is left; or the folder is
            not empty.
        StorageError: The disk refused.
    """
    claim_folder(out)
    chosen = {task.task_id: task for task in (dataset.tasks() if tasks is None else tasks)}
    seen: set[str] = set()
    repeated = left_out = 0
    with split_files(out) as files:
        for trace in records_in(traces, dataset.content_hash, _KINDS, "trace"):
            task = chosen.get(trace["task_id"])
            if task is None:
                continue
            for place, turn in _turns(dataset, trace):
                if turn is None:
                    left_out += 1
                    continue
                text = turn.state.text()
                if text in seen:
                    repeated += 1
                    continue
                seen.add(text)
                files.write(task.split, _row(task, trace, place, turn))
        if not files.written:
            raise UsageError(
                f"--traces: no call to write from {traces}; play with "
                f"`fictionworld rollout {dataset.path} --agent scout --traces FILE`"
            )
    return ExportedTurns(out, dict(files.written), repeated, left_out)


def _turns(dataset: Dataset, trace: Mapping[str, Any]) -> Iterator[tuple[int, CallTurn | None]]:
    """Yield the calls of an episode with their states; None for one that has none."""
    handle = OPEN_WORLDS.at(dataset, trace["world_id"])
    engine = handle.engine.under(trace["policy"], seed=trace["seed"])
    memory = Memory()
    for place, call in enumerate(trace["calls"]):
        turn = None
        if trace["controls"] == "none":
            try:
                turn = turn_of(engine, call["tool"], call["arguments"], memory=memory)
            except (CallError, UsageError):  # not a call, or of a tool of another package
                turn = None
        yield place, None if turn is None or turn.reply.kind == "error" else turn


def _row(task: Task, trace: Mapping[str, Any], place: int, turn: CallTurn) -> dict[str, Any]:
    state, reply = turn
    best = [page.url for page in state.pages[:_BEST]] if state.tool == "web_search" else []
    arm = _ARMS.get(state.tool, "withheld")
    call_id = f"{task.task_id}/{trace['seed']}/{trace['policy']}/{place}"
    call = BenchCall(call_id, task.world_id, task.pack, arm, state, reply.text, tuple(best))
    messages = [*messages_of(state), ("assistant", reply.text)]
    is_informative = bool(reply.pages) or reply.kind == "memory"
    return {
        "messages": [
            {"role": role, "content": text, "train": role == "assistant" and is_informative}
            for role, text in messages
        ],
        "call": call.record(),
        "split": task.split,
        "pack": task.pack,
        "policy": trace["policy"],
    }

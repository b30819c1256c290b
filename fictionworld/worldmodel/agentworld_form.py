"""Calls in the file form of AgentWorldBench, whose evaluation then runs on our worlds.

A row is a turn: what is asked, and the observation that a judge holds the model's against. Its
loader reads every `*_test.jsonl` of a folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from fictionworld.seeds import child_seed
from fictionworld.simulator.states.prompt import PromptForm, messages_of
from fictionworld.worldmodel.bench_call import BenchCall
from fictionworld.worlds.durable import publish_bytes, storage_errors

AGENTWORLD_FILE: Final = "search_test.jsonl"
_OBSERVATION: Final = "**Environment Observation:**\n"
_FORM: Final = (
    "\n\nGive the tool's output as the environment's observation, between <predicted_observation> "
    "and </predicted_observation>."
)


def agentworld_row(call: BenchCall) -> dict[str, Any]:
    """Return a call as one turn of AgentWorldBench's search domain."""
    form: PromptForm = "answer" if call.arm == "answer" else "state"
    (_, rules), (_, state) = messages_of(
        call.state, form, question=call.question, answer=call.answer
    )
    action = {"name": call.state.tool, "arguments": json.loads(call.state.arguments)}
    asked = json.dumps(action, ensure_ascii=False)
    prompt = f"{state}\n\n### Turn 1\n**Action:**\n```json\n{asked}\n```"
    return {
        "task": "search",
        "id": child_seed(0, f"agentworld/{call.call_id}") % 2**47,
        "prompt": [prompt],
        "response": [f"{_OBSERVATION}{call.reference}"],
        "current_prompt": prompt,
        "system_str": rules + _FORM,
        "turn_idx": 1,
        "total_turns": 1,
        "call_id": call.call_id,
        "arm": call.arm,
    }


def export_agentworld(calls: Iterable[BenchCall], folder: Path) -> int:
    """Write the calls into `search_test.jsonl` of a folder; return how many there are.

    Calls that repeat another one are left out: a row holds no earlier turn.

    Raises:
        StorageError: The disk refused.
    """
    rows = [agentworld_row(call) for call in calls if call.arm != "again"]
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    publish_bytes(folder / AGENTWORLD_FILE, text.encode())
    return len(rows)

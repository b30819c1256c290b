"""A call that a model is tried with: what it is told, and what our own tools reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self, TypeAlias

from fictionworld.simulator.states.call_state import CallState

Arm: TypeAlias = Literal[
    "withheld", "told", "forbidden", "again", "page", "memory", "instructed", "answer"
]
"""What a call tries.

`withheld`: a search under `tease`; what it closes is not in the state. `told`: a search under
`open`. `forbidden`: under `tease`, where what it closes is told as well, and an instruction alone
keeps it back. `answer`: as `forbidden`, with the question and its answer, as the source paper has
it. `again`: `withheld`, a second time. `page`, `memory`: the other tools. `instructed`: a search
that has to go as an instruction says.
"""


@dataclass(frozen=True, slots=True)
class BenchCall:
    """One call with all that is needed to score a reply to it, whoever wrote it."""

    call_id: str
    """`17-2/0/withheld`: the task, the turn, the arm."""
    world_id: int
    pack: str
    arm: Arm
    state: CallState
    reference: str
    """The reply of our own tools."""
    best: tuple[str, ...] = ()
    """Of a search: the addresses that belong first, the best first."""
    of: str = ""
    """The call that this one repeats, or whose page it reads."""
    instruction: str = ""
    """The name of its instruction, of `instructed`."""
    question: str = ""
    """The question of the task, for the arm `answer`."""
    answer: str = ""

    def record(self) -> dict[str, Any]:
        """Return the call as an object that JSON holds."""
        return asdict(self)

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Self:
        """Return the call that `record` returned as an object.

        Raises:
            KeyError: Something is missing.
        """
        state = CallState.of_record(record["state"])
        return cls(**{**record, "state": state, "best": tuple(record["best"])})

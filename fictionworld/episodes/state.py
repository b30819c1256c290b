"""What the replies of an episode depend on beside world and arguments: notes, and repetitions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fictionworld.episodes.recorded import asked
from fictionworld.simulator.dict_memory import Memory
from fictionworld.simulator.toolbox import all_tools

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fictionworld.episodes.trace import Call
    from fictionworld.simulator.engine import Engine
    from fictionworld.simulator.reply import Reply

__all__ = ["EpisodeState"]


class EpisodeState:
    """The notes of an episode, and under controls how often each call was made."""

    __slots__ = ("_attempts", "_memory")

    def __init__(self) -> None:
        self._memory = Memory()
        self._attempts: Counter[object] = Counter()

    @classmethod
    def after(
        cls, calls: Iterable[Call], engine: Engine, most_characters: int | None
    ) -> EpisodeState:
        """The state after these calls; only those of stateful tools are made again."""
        state = cls()
        stateful = {tool.name for tool in all_tools() if tool.is_stateful}
        for call in calls:
            if call.kind == "spent":
                continue
            if call.tool in stateful:
                state.reply(engine, call.tool, call.arguments, most_characters)
            elif not engine.controls.is_off:
                state._attempts[asked(call.tool, call.arguments)] += 1
        return state

    def reply(
        self, engine: Engine, tool: str, arguments: str, most_characters: int | None
    ) -> Reply:
        """The reply to the next call; one that fails is as if it had not been made."""
        question = None if engine.controls.is_off else asked(tool, arguments)
        reply = engine.call(
            tool,
            arguments,
            memory=self._memory,
            budget_chars=most_characters,
            attempt=self._attempts[question] + 1,
        )
        if question is not None:
            self._attempts[question] += 1
        return reply

"""The calls of one episode: their budget, how they are made and recorded, and made again."""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from fictionworld.episodes.faults import infrastructure_fault
from fictionworld.episodes.reading import untrue_within
from fictionworld.episodes.recorded import recorded_arguments, recorded_name
from fictionworld.episodes.state import EpisodeState
from fictionworld.episodes.trace import Call
from fictionworld.episodes.turns import in_turn
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.simulator.controls import NO_CONTROLS
from fictionworld.simulator.drafts.counting import NO_TEXTS, texts_noted
from fictionworld.simulator.drafts.waiting import is_live, waiting_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from fictionworld.episodes.source import Source
    from fictionworld.episodes.world_handle import WorldHandle
    from fictionworld.simulator.controls import Controls
    from fictionworld.simulator.engine import Engine
    from fictionworld.simulator.reply import Reply
    from fictionworld.tasks.record import Task
    from fictionworld.worlds.fact import FactId

__all__ = ["EpisodeCalls", "budget_for", "spent"]

_LEAST_CALLS = 30
_CALLS_A_PAGE = 7.5
"""A scout takes at most five times the oracle's calls plus twenty, and a budget
is half as much again; and a few to spare."""

T = TypeVar("T")


def budget_for(task: Task | None, controls: Controls = NO_CONTROLS) -> int:
    """The budget where none is given: by the task's size; 0, no limit, without a task."""
    if task is None:
        return 0
    calls = _LEAST_CALLS + controls.spare_calls + _CALLS_A_PAGE * task.least_pages
    return math.ceil(calls * controls.growth)


def spent(most_calls: int) -> str:
    """The reply to a call beyond the budget."""
    return (
        f"All {most_calls} calls of this task are used. No tool answers any more: give your answer."
    )


@dataclass
class EpisodeCalls:
    """The calls of one episode, in their order. Not for several threads at a time."""

    source: Source
    world_id: int
    policy: str
    controls: Controls
    seed: int
    most_calls: int
    """The budget; 0 for no limit."""
    reply_characters: int | None
    made: list[Call] = field(default_factory=list)
    _state: EpisodeState | None = field(default_factory=EpisodeState)

    def world(self) -> WorldHandle:
        """The world under the controls, opened if nobody has opened it yet."""
        return OPEN_WORLDS.at(self.source, self.world_id).under(self.controls)

    def make(self, tool: str, arguments: Mapping[str, Any] | str) -> tuple[str, Reply | None]:
        """Make a call and record it: the text for the agent, and the reply that it is of.

        There is no reply where the budget is spent.

        Raises:
            InfrastructureError: The call failed for reasons of ours, and is not recorded.
        """
        tool, arguments = recorded_name(tool), recorded_arguments(arguments)
        begun = time.perf_counter()
        is_spent = self.most_calls and len(self.made) >= self.most_calls
        reply = None if is_spent else self._reply(tool, arguments)
        text = spent(self.most_calls) if reply is None else reply.text
        self.made.append(self._record(tool, arguments, reply, text, begun))
        return text, reply

    def texts(self) -> Iterator[str]:
        """The texts once more: the same calls, in the same order, bring the same texts."""
        engine, state = self._engine(), EpisodeState()
        for call in self.made:
            if call.kind == "spent":
                yield spent(self.most_calls)
            else:
                yield state.reply(engine, call.tool, call.arguments, self.reply_characters).text

    def go_on_after(self, calls: Sequence[Call]) -> None:
        """Take these for the calls made so far; the state they left is made again when needed."""
        self.made = list(calls)
        self._state = None

    async def beside_loop(self, work: Callable[[], T]) -> T:
        """What `work`, which makes a call, returns; an event loop goes round meanwhile."""
        if is_live(self.source.backend):  # it waits for a model: many do at a time
            return await asyncio.get_running_loop().run_in_executor(waiting_threads(), work)
        with suppress(Exception):  # whatever it is, the work meets it too, and says so
            await OPEN_WORLDS.opened(self.source, self.world_id, self.controls, self.policy)
        if OPEN_WORLDS.is_warm(self.source, self.world_id, self.controls, self.policy):
            return await in_turn(work)
        return await asyncio.to_thread(work)

    # Behind the scenes ---------------------------------------------------------------------------

    def _engine(self) -> Engine:
        return self.world().engine.under(self.policy, seed=self.seed)

    def _reply(self, tool: str, arguments: str) -> Reply:
        try:
            engine = self._engine()
            if self._state is None:  # the episode was pickled, or is that of a log
                self._state = EpisodeState.after(self.made, engine, self.reply_characters)
            with texts_noted() as noted:
                reply = self._state.reply(engine, tool, arguments, self.reply_characters)
            return replace(reply, wording=noted.counts)
        except Exception as error:
            # whatever it is, it is not the agent's doing: trainers mask the rollout
            raise infrastructure_fault(error, f"the call of {tool}") from error

    def _record(
        self, tool: str, arguments: str, reply: Reply | None, text: str, begun: float
    ) -> Call:
        return Call(
            tool,
            arguments,
            "spent" if reply is None else reply.kind,
            () if reply is None else reply.pages,
            None if reply is None else reply.span,
            len(text),
            hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16],
            time.perf_counter() - begun,
            () if reply is None else reply.fired,
            () if reply is None else self._stated(reply),
            NO_TEXTS if reply is None else reply.wording,
        )

    def _stated(self, reply: Reply) -> tuple[FactId, ...]:
        """The facts that the snippets of a search state, of a misleading page only true ones."""
        untrue: set[tuple[int, FactId]] = set()
        if self.controls.misleads:
            for number in {number for number, _ in reply.stated}:
                page = self.world().web.page(number)
                found = untrue_within(page, (0, len(page.body)))
                untrue.update((number, fact) for fact, _ in found)
        return tuple(dict.fromkeys(one[1] for one in reply.stated if one not in untrue))

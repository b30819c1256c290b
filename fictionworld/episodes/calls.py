"""The calls of one episode: their budget, how they are made and recorded, and made again.

The tools see what is recorded, one text for equal arguments, so that a record played again is the
same episode.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from fictionworld.episodes.call import Call
from fictionworld.episodes.faults import infrastructure_fault
from fictionworld.episodes.source import Source
from fictionworld.episodes.turns import in_turn
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.errors import UsageError
from fictionworld.simulator.controls import NO_CONTROLS, Controls
from fictionworld.simulator.drafts.counting import texts_noted
from fictionworld.simulator.drafts.waiting import is_live, waiting_threads
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.reply import LEAST_BUDGET, Reply
from fictionworld.simulator.tool import CallError, whole_text
from fictionworld.simulator.toolbox import all_tools, read_call
from fictionworld.tasks.level import CALLS, Level
from fictionworld.worlds.fact import FactId

T = TypeVar("T")


def budget_for(level: Level, controls: Controls = NO_CONTROLS) -> int:
    """Return the budget of calls of a task where none is given.

    It is the same for all tasks of a level: prompts state it, and one that followed what must be
    read for its task would tell how large the answer is. `certify` tells for which tasks it is too
    little.
    """
    return math.ceil((CALLS[level] + controls.spare_calls) * controls.growth)


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
        """Return the state after these calls; only calls of stateful tools are made again."""
        state = cls()
        stateful = {tool.name for tool in all_tools() if tool.is_stateful}
        for call in calls:
            if call.kind == "spent":
                continue
            if call.tool in stateful:
                state.reply(engine, call.tool, call.arguments, most_characters)
            elif not engine.controls.is_off:
                state._attempts[_canonical(call.tool, call.arguments)] += 1
        return state

    def reply(
        self, engine: Engine, tool: str, arguments: str, most_characters: int | None
    ) -> Reply:
        """Return the reply to the next call; a call that raises changes nothing."""
        question = None if engine.controls.is_off else _canonical(tool, arguments)
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
        """Return the world under the controls; open it if it is not open yet."""
        return OPEN_WORLDS.at(self.source, self.world_id).under(self.controls)

    def make(self, tool: str, arguments: Mapping[str, Any] | str) -> tuple[str, Reply | None]:
        """Make a call and record it; return the text for the agent, and the reply it comes from.

        The reply is None where the budget is spent.

        Raises:
            InfrastructureError: The call failed for no fault of the agent, and is not recorded.
        """
        tool, arguments = _recorded_name(tool), _recorded_arguments(arguments)
        begun = time.perf_counter()
        is_spent = self.most_calls and len(self.made) >= self.most_calls
        reply = None if is_spent else self._reply(tool, arguments)
        text = self._spent_text if reply is None else reply.text
        self.made.append(self._record(tool, arguments, reply, text, begun))
        return text, reply

    def texts(self) -> Iterator[str]:
        """Yield the texts of all calls, by making the same calls once more in the same order."""
        engine, state = self._engine(), EpisodeState()
        for call in self.made:
            if call.kind == "spent":
                yield self._spent_text
            else:
                yield state.reply(engine, call.tool, call.arguments, self.reply_characters).text

    def restore(self, calls: Sequence[Call]) -> None:
        """Take these for the calls made so far; their state is made again when it is needed."""
        self.made = list(calls)
        self._state = None

    async def beside_loop(self, work: Callable[[], T]) -> T:
        """Return what `work`, which makes a call, returns, without blocking the event loop."""
        if is_live(self.source.backend):  # it waits for a model: many calls do at a time
            return await asyncio.get_running_loop().run_in_executor(waiting_threads(), work)
        with suppress(Exception):  # the work raises the same error again
            await OPEN_WORLDS.opened(self.source, self.world_id, self.controls, self.policy)
        if OPEN_WORLDS.is_warm(self.source, self.world_id, self.controls, self.policy):
            return await in_turn(work)
        return await asyncio.to_thread(work)

    # Behind the scenes ---------------------------------------------------------------------------

    @property
    def _spent_text(self) -> str:
        """Return the reply to a call beyond the budget."""
        return (
            f"All {self.most_calls} calls of this task are used. No tool answers any more: give "
            "your answer."
        )

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
            # no exception here is the agent's doing: trainers mask the rollout
            raise infrastructure_fault(error, f"the call of {tool}") from error

    def _record(
        self, tool: str, arguments: str, reply: Reply | None, text: str, begun: float
    ) -> Call:
        sha256 = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
        seconds = time.perf_counter() - begun
        if reply is None:
            return Call(tool, arguments, "spent", (), None, len(text), sha256, seconds)
        return Call(
            tool,
            arguments,
            reply.kind,
            reply.pages,
            reply.span,
            len(text),
            sha256,
            seconds,
            reply.fired,
            self._stated(reply),
            reply.wording,
        )

    def _stated(self, reply: Reply) -> tuple[FactId, ...]:
        """Return the facts that the snippets of a search state truly."""
        untrue: set[tuple[int, FactId]] = set()
        if self.controls.misleads:
            for number in {number for number, _ in reply.stated}:
                page = self.world().web.page(number)
                facts = page.untrue_between(0, len(page.body))
                untrue.update((number, fact) for fact, _ in facts)
        return tuple(dict.fromkeys(pair[1] for pair in reply.stated if pair not in untrue))


def check_limits(calls: object, reply_characters: int | None) -> None:
    """Raise if these are no limits of an episode.

    Raises:
        UsageError: They are none; says what is allowed.
    """
    if reply_characters is not None and reply_characters < LEAST_BUDGET:
        raise UsageError(
            f"reply_characters: got {reply_characters}; allowed is {LEAST_BUDGET} or more, or "
            "None for the tools' own measure"
        )
    if calls is not None and (not isinstance(calls, int) or calls < 0):
        raise UsageError(
            f"calls: got {calls!r}; allowed is a whole number, 0 for no limit, or None for a "
            "budget that is the same for all tasks of a level"
        )


def _recorded_name(tool: object) -> str:
    """Return the tool's name as text; a name that is no text becomes one that no tool has."""
    return whole_text(tool) if isinstance(tool, str) else f"({type(tool).__name__})"


def _recorded_arguments(arguments: object) -> str:
    """Return the arguments as JSON text, or their type in brackets if JSON cannot hold them."""
    if isinstance(arguments, str):
        return whole_text(arguments)
    try:
        text = json.dumps(arguments, ensure_ascii=False, sort_keys=True, default=_mapping)
    except Exception:  # circular, too deep, odd keys, numbers of a million digits, code of others
        return f"({type(arguments).__name__})"
    return whole_text(text)


def _canonical(tool: str, arguments: str) -> object:
    """Return a value that is equal for calls that ask the same."""
    try:
        return read_call(tool, arguments)
    except CallError:
        return tool, arguments


def _mapping(value: object) -> dict[Any, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError

"""The second main road: one agent on one task, from the first call to the reward.

    episode = dataset.episode("17-2", policy="tease", seed=0)
    text = episode.call("web_search", {"queries": ["2029 flagship phones by battery"]})
    reward = episode.score(answer_markdown)
    trace = episode.trace()

    1. call     a tool is called: the world is opened if nobody has opened it yet
    2. reply    the simulator answers; what goes wrong on our side is an `InfrastructureError`
    3. record   the call is noted: what it showed, how long it took
    4. score    the answer is graded, and with it the episode is over
    5. trace    the record of it all, frozen, without the key

An episode is used once. It is a few kilobytes: worlds are shared (`places.py`), replies are not
kept, since the same calls bring the same texts. It pickles as what it was made from and its calls,
and goes on where it was.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import operator
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING, Any

from fictionworld.episodes.coverage import coverage_of, determined_by, evidence_seen
from fictionworld.episodes.faults import EpisodeError, infrastructure_fault
from fictionworld.episodes.places import PLACES, Place
from fictionworld.episodes.prompt import system_prompt
from fictionworld.episodes.reading import news_by_call, untrue_within
from fictionworld.episodes.reward import Reward, parse_reward, reward_of
from fictionworld.episodes.shown import Shown
from fictionworld.episodes.trace import Call, EvidenceSeen, Trace
from fictionworld.errors import FictionworldError, UsageError
from fictionworld.simulator.calls import CallError, read_call, whole_text
from fictionworld.simulator.controls import CALM, controls_of
from fictionworld.simulator.drafts.counting import NO_TEXTS, all_texts, texts_noted
from fictionworld.simulator.drafts.waiting import is_live, waiting_threads
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.reply import LEAST_BUDGET
from fictionworld.tasks.grading.grade import grade
from fictionworld.web.permit import parse_policies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.episodes.source import Source
    from fictionworld.simulator.controls import Controls
    from fictionworld.simulator.engine import Engine
    from fictionworld.simulator.reply import Reply
    from fictionworld.tasks.record import Task
    from fictionworld.worlds.fact import FactId

__all__ = ["Episode", "budget_for"]

_LEAST_CALLS = 30
_CALLS_A_PAGE = 7.5
"""DESIGN section 3: a scout takes at most five times the oracle's calls plus twenty, and a budget
is half as much again; and a few to spare."""


def budget_for(task: Task | None, controls: Controls = CALM) -> int:
    """The calls that an episode allows unless told otherwise; 0, no limit, without a task."""
    if task is None:
        return 0
    calls = _LEAST_CALLS + controls.spare_calls + _CALLS_A_PAGE * task.least_pages
    return math.ceil(calls * controls.growth)


class Episode:
    """One agent on one task, or in one world without a task. Make it with `dataset.episode`."""

    def __init__(  # noqa: PLR0917 - what an episode is made of, all of it named
        self,
        source: Source,
        place: str | int,
        policy: str | Mapping[str, float] = "tease",
        controls: Controls | str | None = None,
        seed: int = 0,
        calls: int | None = None,
        reply_characters: int | None = None,
    ) -> None:
        self._source = source
        self.task: Task | None = source.task(place) if isinstance(place, str) else None
        """The task, without its answer; None in an episode that only looks around."""
        self.world_id = self.task.world_id if self.task else source.world(_number(place)).world_id
        policies = parse_policies(policy)  # a slip is told here, not at the first search
        if reply_characters is not None and reply_characters < LEAST_BUDGET:
            raise UsageError(
                f"reply_characters: got {reply_characters}; allowed is {LEAST_BUDGET} or more, or "
                "None for the tools' own measure"
            )
        if calls is not None and (not isinstance(calls, int) or calls < 0):
            raise UsageError(
                f"calls: got {calls!r}; allowed is a whole number, 0 for no limit, or None for a "
                "budget by the task's size"
            )
        self.policy = str(policies.of(source.world(self.world_id), seed))
        """What search results may say; of several policies the one drawn for world and group."""
        self.seed = seed
        self.controls = controls_of(controls)
        """What disturbs the tools."""
        self.most_calls = budget_for(self.task, self.controls) if calls is None else calls
        """The calls allowed; 0 for no limit."""
        self.reply_characters = reply_characters
        """A longer reply is cut, at a whole row or section, and says how to ask for the rest;
        None for the tools' own measure."""
        self._calls: list[Call] = []
        self._attempts: Counter[object] | None = Counter()
        self._memory: Memory | None = Memory()
        self._answer: str | None = None
        self._reward: Reward | None = None
        self._lock = RLock()

    def __repr__(self) -> str:
        at = self.task.task_id if self.task else f"world {self.world_id}"
        state = "over" if self.is_over else f"{len(self._calls)} calls"
        return f"<Episode {at}, {self.policy}, {state}>"

    # What the agent is told --------------------------------------------------------------------

    @property
    def question(self) -> str:
        """The task's question; where pages may be wrong, with the rule which of them count.

        Raises:
            EpisodeError: The episode is one without a task.
        """
        asked = self._needed_task().question
        rule = self.controls.precedence
        return f"{asked}\n\n{rule}" if rule else asked

    @property
    def system_prompt(self) -> str:
        """Its tools, today's date, what counts as true, and its budget of calls."""
        return system_prompt(self._source.world(self.world_id).as_of, self.most_calls)

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The schemas of the tools, in the form of OpenAI's chat completions."""
        from fictionworld.simulator.schemas import openai_tools  # noqa: PLC0415

        return openai_tools()

    @property
    def calls_made(self) -> int:
        """How many calls were made so far, those of a spent budget included."""
        return len(self._calls)

    @property
    def is_over(self) -> bool:
        """Whether the answer was scored: nothing can be called any more."""
        return self._reward is not None

    # 1 to 3: a call ------------------------------------------------------------------------------

    def call(self, tool: str, arguments: Mapping[str, Any] | str) -> str:
        """What the tool replies: the text for the agent, whatever it asked for.

        Args:
            tool: `web_search`, `web_extractor` or `dict_memory`.
            arguments: As a mapping, or as the JSON text in which models write them. Whatever else
                an agent sends is answered too.

        Raises:
            EpisodeError: The episode is over.
            InfrastructureError: The call failed for reasons that are none of the agent's. It was
                not noted, and may be made again.
        """
        # The tools see what is recorded: a record played again is then the same episode.
        tool, arguments = _named(tool), _canonical(arguments)
        with self._lock:
            self._refuse_if_over("called")
            begun = time.perf_counter()
            if self.most_calls and len(self._calls) >= self.most_calls:
                return self._noted(tool, arguments, None, begun)
            return self._noted(tool, arguments, self._reply(tool, arguments), begun)

    async def acall(self, tool: str, arguments: Mapping[str, Any] | str) -> str:
        """As `call`; what takes long, the first use of a world, runs beside the event loop."""
        if is_live(self._source.backend):  # it waits for a model: many do at a time
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(waiting_threads(), self.call, tool, arguments)
        if PLACES.is_warm(self._source, self.world_id, self.controls, self.policy):
            return self.call(tool, arguments)
        return await asyncio.to_thread(self.call, tool, arguments)

    def _reply(self, tool: str, arguments: str) -> Reply:
        try:
            place = self._place()
            with texts_noted() as noted:
                reply = self._engine(place).call(
                    tool,
                    arguments,
                    memory=self._memory_now(),
                    budget_chars=self.reply_characters,
                    attempt=self._made(tool, arguments) + 1,
                )
            return replace(reply, wording=noted.counts)
        except Exception as error:
            # whatever it is, it is not the agent's doing: trainers mask the rollout
            raise infrastructure_fault(error, f"the call of {tool}") from error

    def _noted(self, tool: str, arguments: str, reply: Reply | None, begun: float) -> str:
        """The reply's text; the call is on the record. No reply: the budget is spent."""
        text = _spent(self.most_calls) if reply is None else reply.text
        call = Call(
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
        self._calls.append(call)
        if reply is not None and not self.controls.is_calm:
            self._attempts_now(len(self._calls) - 1)[_asked(tool, arguments)] += 1
        return text

    # 4: the answer -------------------------------------------------------------------------------

    def score(self, answer: str, reward: str = "f1_grounded") -> Reward:
        """What the answer is worth; with it the episode is over.

        Args:
            answer: A text with a table in it.
            reward: Which figure `float(...)` of what comes back is: `f1_grounded`, or
                `f1_evidenced`, in which a right cell counts only where the facts that this episode
                showed determine it.

        Raises:
            UsageError: There is no such reward.
            EpisodeError: The episode is over already, or one without a task.
            DatasetError: The keys are not here.
        """
        with self._lock:
            chosen = parse_reward(reward)
            self._refuse_if_over("scored")
            task_id = self._needed_task().task_id
            key, specification = self._source.key(task_id), self._source.specification(task_id)
            place = self._place()
            shown = Shown(place, self._calls)
            determined = determined_by(specification, place, shown, len(self._calls))
            coverage = coverage_of(specification, place, shown)
            self._reward = reward_of(grade(key, answer, determined), coverage, chosen)
            self._answer = answer
            return self._reward

    # 5: the record -------------------------------------------------------------------------------

    def trace(self, *, texts: bool = False) -> Trace:
        """The record so far, frozen; with the replies' texts where asked for.

        Raises:
            InfrastructureError: The world, which the record looks into, cannot be read.
        """
        with self._lock:
            try:
                shown = Shown(self._place(), self._calls)
                return Trace(
                    task_id=self.task.task_id if self.task else None,
                    world_id=self.world_id,
                    policy=self.policy,
                    controls=str(self.controls),
                    seed=self.seed,
                    calls=tuple(self._calls),
                    facts=tuple(tuple(map(str, found)) for found in news_by_call(shown.by_call)),
                    untrue=tuple(self._untrue()),
                    texts=tuple(self._texts()) if texts else None,
                    evidence=self._evidence(shown),
                    answer=self._answer,
                    reward=self._reward,
                    seconds=sum(call.seconds for call in self._calls),
                    wording=all_texts(call.wording for call in self._calls),
                )
            except FictionworldError as error:
                raise infrastructure_fault(error, "the record") from error

    def _texts(self) -> Iterator[str]:
        """The replies once more: the same calls, in the same order, bring the same texts."""
        engine, memory = self._engine(self._place()), Memory()
        attempts: Counter[object] = Counter()
        for call in self._calls:
            if call.kind == "spent":
                yield _spent(self.most_calls)
            else:
                asked = _asked(call.tool, call.arguments)
                attempts[asked] += 1
                yield self._again(engine, call, memory, attempts[asked])

    def _again(self, engine: Engine, call: Call, memory: Memory, attempt: int = 1) -> str:
        return engine.call(
            call.tool,
            call.arguments,
            memory=memory,
            budget_chars=self.reply_characters,
            attempt=attempt,
        ).text

    def _stated(self, reply: Reply) -> tuple[FactId, ...]:
        """The facts that the snippets of a search state, of a misleading page only true ones."""
        untrue: set[tuple[int, FactId]] = set()
        if self.controls.misleads:
            for number in {number for number, _ in reply.stated}:
                page = self._place().web.page(number)
                found = untrue_within(page, (0, len(page.body)))
                untrue.update((number, fact) for fact, _ in found)
        return tuple(dict.fromkeys(one[1] for one in reply.stated if one not in untrue))

    def _untrue(self) -> Iterator[tuple[tuple[str, str], ...]]:
        """For each call the facts that the page it brought states otherwise than they are."""
        for call in self._calls:
            if call.span is None or not self.controls.misleads:
                yield ()
            else:
                page = self._place().web.page(call.pages[0])
                yield tuple((str(fact), truth) for fact, truth in untrue_within(page, call.span))

    def _evidence(self, shown: Shown) -> EvidenceSeen | None:
        if self.task is None or not self._source.has_keys:
            return None
        return evidence_seen(self._source.specification(self.task.task_id), self._place(), shown)

    # Behind the scenes ---------------------------------------------------------------------------

    def _place(self) -> Place:
        return PLACES.at(self._source, self.world_id).under(self.controls)

    def _engine(self, place: Place) -> Engine:
        return place.engine.under(self.policy, seed=self.seed)

    def _memory_now(self) -> Memory:
        """The notes; of an episode that was pickled, made again from its calls."""
        if self._memory is None:
            self._memory, engine = Memory(), self._engine(self._place())
            for call in self._calls:
                if call.tool == "dict_memory" and call.kind != "spent":
                    self._again(engine, call, self._memory)
        return self._memory

    def _made(self, tool: str, arguments: str) -> int:
        """How often this call was made; without controls nothing hangs on it."""
        return 0 if self.controls.is_calm else self._attempts_now()[_asked(tool, arguments)]

    def _attempts_now(self, made: int | None = None) -> Counter[object]:
        """How often each call was made; of an episode that was pickled, counted again.

        Args:
            made: Count the first so many calls; all, if not given.
        """
        if self._attempts is None:
            self._attempts = Counter(
                _asked(call.tool, call.arguments)
                for call in self._calls[:made]
                if call.kind != "spent"
            )
        return self._attempts

    def _needed_task(self) -> Task:
        if self.task is None:
            raise EpisodeError(
                f"got an episode of world {self.world_id} without a task; for a question and a "
                f"score make it with a task's id, such as dataset.episode('{self.world_id}-1')"
            )
        return self.task

    def _refuse_if_over(self, what: str) -> None:
        if self._reward is not None:
            raise EpisodeError(
                f"the episode is over: its answer was scored after {len(self._calls)} calls, and "
                f"it cannot be {what} again; make another with dataset.episode(...)"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        place = self.task.task_id if self.task else self.world_id
        made_from = (
            self._source, place, self.policy, self.controls, self.seed, self.most_calls,
            self.reply_characters,
        )  # fmt: skip
        return Episode, made_from, (tuple(self._calls), self._answer, self._reward)

    def __setstate__(self, state: tuple[tuple[Call, ...], str | None, Reward | None]) -> None:
        calls, self._answer, self._reward = state
        self._calls = list(calls)
        self._memory = self._attempts = None


def _spent(most: int) -> str:
    return f"All {most} calls of this task are used. No tool answers any more: give your answer."


def _number(place: object) -> int:
    try:
        return operator.index(place)  # type: ignore[arg-type]
    except TypeError:
        raise UsageError(
            f"got {place!r}; give a task's id, such as 17-2, or a world's, such as 17"
        ) from None


def _asked(tool: str, arguments: str) -> object:
    """Equal for calls that ask the same; what is no call is told by its own text."""
    try:
        return read_call(tool, arguments)
    except CallError:
        return tool, arguments


def _named(tool: object) -> str:
    """The tool's name as it is recorded; what is no text names none."""
    return whole_text(tool) if isinstance(tool, str) else f"({type(tool).__name__})"


def _canonical(arguments: object) -> str:
    """One text for equal arguments; of what JSON cannot hold, its type, which is no JSON."""
    if isinstance(arguments, str):
        return whole_text(arguments)
    try:
        said = json.dumps(arguments, ensure_ascii=False, sort_keys=True, default=_mapping)
    except Exception:  # circular, too deep, odd keys, numbers of a million digits, code of others
        return f"({type(arguments).__name__})"
    return whole_text(said)


def _mapping(value: object) -> dict[Any, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError

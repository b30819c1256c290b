"""The second main road: one agent on one task, from the first call to the reward.

    episode = dataset.episode("17-2", policy="tease", seed=0)
    text = episode.call("web_search", {"queries": ["2029 flagship phones by battery"]})
    reward = episode.score(answer_markdown)
    trace = episode.trace()

    1. begin    what the agent gets: prompt, question, tools
    2. call     a tool replies, and the call is recorded (`calls.py`)
    3. score    the answer is graded, and with it the episode is over
    4. trace    the record of it all, frozen, without the key
    5. carry    the episode as JSON or a pickle, for another process

An episode is used once. It is a few kilobytes: open worlds are shared (`world_cache.py`), and
replies are not kept, since the same calls bring the same texts.
"""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Mapping
from functools import partial
from threading import RLock
from typing import Any

from fictionworld.episodes.call import Call
from fictionworld.episodes.calls import EpisodeCalls, budget_for, check_limits
from fictionworld.episodes.coverage import ShownFacts, StatedEvidence, evidence_seen, outcome_of
from fictionworld.episodes.faults import EpisodeError, infrastructure_fault
from fictionworld.episodes.log import EpisodeLog, read_log, written_log
from fictionworld.episodes.prompt import system_prompt
from fictionworld.episodes.results import PageText, Results, page_text, results_of
from fictionworld.episodes.reward import Reward, reward_of
from fictionworld.episodes.rewards import DEFAULT_REWARD
from fictionworld.episodes.rewards.registry import reward_named
from fictionworld.episodes.source import Source
from fictionworld.episodes.trace import Trace, Transcript
from fictionworld.errors import FictionworldError, UsageError
from fictionworld.simulator.controls import Controls, controls_of
from fictionworld.simulator.drafts.counting import all_texts
from fictionworld.simulator.reply import Reply
from fictionworld.simulator.toolbox import openai_tools
from fictionworld.tasks.record import Task
from fictionworld.web.permit import parse_policies

__all__ = ["Episode"]


class Episode:
    """One agent on one task, or in one world without a task. Make it with `dataset.episode`."""

    def __init__(  # noqa: PLR0917 - what an episode is made of, all of it named
        self,
        source: Source,
        task_or_world: str | int,
        policy: str | Mapping[str, float] = "tease",
        controls: Controls | str | None = None,
        seed: int = 0,
        calls: int | None = None,
        reply_characters: int | None = None,
    ) -> None:
        self._source = source
        self.task: Task | None = (
            source.task(task_or_world) if isinstance(task_or_world, str) else None
        )
        """The task, without its answer; None in an episode that only looks around."""
        self.world_id = (
            self.task.world_id if self.task else source.world(_number(task_or_world)).world_id
        )
        policies = parse_policies(policy)  # a slip is an error here, not at the first search
        check_limits(calls, reply_characters)
        self.policy = str(policies.of(source.world(self.world_id), seed))
        """What search results may say; of several policies the one drawn for world and group."""
        self.seed = seed
        self.controls = controls_of(controls)
        """What perturbs the tools."""
        if calls is None:
            calls = budget_for(self.task.level, self.controls) if self.task else 0
        self.most_calls = calls
        """The calls allowed; 0 for no limit."""
        self.reply_characters = reply_characters
        """A longer reply is cut, at a whole row or section, and says how to ask for the rest;
        None for the tools' own measure."""
        self._calls = EpisodeCalls(
            source, self.world_id, self.policy, self.controls, seed, self.most_calls,
            reply_characters,
        )  # fmt: skip
        self._answer: str | None = None
        self._reward: Reward | None = None
        self.transcript: Transcript | None = None
        """What was said, where the agent keeps it: for `rollout --transcripts`. It is not pickled
        with the episode, nor part of its log."""
        self.plans: dict[int, str] = {}
        """What the agent said before its calls, by the number of calls made until then; likewise
        for transcripts alone."""
        self._lock = RLock()

    def __repr__(self) -> str:
        subject = self.task.task_id if self.task else f"world {self.world_id}"
        state = "over" if self.is_over else f"{self.calls_made} calls"
        return f"<Episode {subject}, {self.policy}, {state}>"

    # 1: what the agent gets ----------------------------------------------------------------------

    @property
    def question(self) -> str:
        """Return the task's question; where pages may be wrong, with the rule which pages count.

        Raises:
            EpisodeError: The episode is one without a task.
        """
        question, rule = self._needed_task().question, self.controls.precedence
        return f"{question}\n\n{rule}" if rule else question

    @property
    def system_prompt(self) -> str:
        """Return the prompt: the tools, today's date, what counts as true, the budget of calls."""
        return system_prompt(self._source.today(self.world_id), self.most_calls)

    @property
    def messages(self) -> list[dict[str, str]]:
        """Return the messages that a conversation begins with: system prompt and question.

        Raises:
            EpisodeError: The episode is one without a task.
        """
        return [
            {"role": "system", "content": self.system_prompt},
            {"role": "user", "content": self.question},
        ]

    @property
    def tools(self) -> list[dict[str, Any]]:
        """Return the schemas of the tools, in the form of OpenAI's chat completions."""
        return openai_tools()

    @property
    def calls_made(self) -> int:
        """Return how many calls were made so far, including calls beyond the budget."""
        return len(self._calls.made)

    @property
    def calls(self) -> tuple[Call, ...]:
        """Return the calls made so far, in their order."""
        return tuple(self._calls.made)

    @property
    def is_over(self) -> bool:
        """Return whether the answer was scored: nothing can be called any more."""
        return self._reward is not None

    # 2: a call -----------------------------------------------------------------------------------

    def call(self, tool: str, arguments: Mapping[str, Any] | str) -> str:
        """Make a call and return the tool's reply, the text for the agent, whatever it asked for.

        Args:
            tool: `web_search`, `web_extractor` or `dict_memory`.
            arguments: As a mapping, or as the JSON text in which models write them. Whatever else
                an agent sends is answered too.

        Raises:
            EpisodeError: The episode is over.
            InfrastructureError: The call failed for no fault of the agent. It was not recorded, and
                may be made again.
        """
        return self._called(tool, arguments)[0]

    def search(self, query: str, k: int = 10) -> Results:
        """Return the first `k` results of one query, as data.

        It makes the call `web_search` with this query, which is recorded with all its results,
        charged and answered like any other.

        Raises:
            UsageError: `k` is below 1.
            EpisodeError, InfrastructureError: As `call`.
        """
        if k < 1:
            raise UsageError(f"got k={k}; allowed: 1 or more, of which there are at most 10")
        text, reply = self._called("web_search", {"query": query})
        return results_of(reply, text, k)

    def read(self, url: str, page: int = 1) -> PageText:
        """Return a page, or its part `page`, as data; `found` is False if there is no such page.

        It makes the call `web_extractor` with this address and part, which is recorded, charged and
        answered like any other.

        Raises:
            EpisodeError, InfrastructureError: As `call`.
        """
        arguments = {"url": url} if page == 1 else {"url": url, "page": page}
        text, reply = self._called("web_extractor", arguments)
        head = None
        if reply is not None and reply.kind == "page":
            head = self._calls.world().web.heads[reply.pages[0] - 1]
        return page_text(reply, text, url, page, head)

    async def acall(self, tool: str, arguments: Mapping[str, Any] | str) -> str:
        """Do as `call` without blocking the event loop, even while a world is first opened.

        However many calls are made at once, the loop runs in between.
        """
        return await self._calls.beside_loop(partial(self.call, tool, arguments))

    async def asearch(self, query: str, k: int = 10) -> Results:
        """Do as `search` without blocking the event loop, like `acall`."""
        return await self._calls.beside_loop(partial(self.search, query, k))

    async def aread(self, url: str, page: int = 1) -> PageText:
        """Do as `read` without blocking the event loop, like `acall`."""
        return await self._calls.beside_loop(partial(self.read, url, page))

    def _called(self, tool: str, arguments: Mapping[str, Any] | str) -> tuple[str, Reply | None]:
        with self._lock:
            self._refuse_if_over("called")
            return self._calls.make(tool, arguments)

    # 3: the answer -------------------------------------------------------------------------------

    def score(self, answer: str | None, reward: str = DEFAULT_REWARD) -> Reward:
        """Grade the answer, end the episode and return the reward.

        Args:
            answer: A text with a table in it; None for no answer, which counts as an empty text.
            reward: Which figure `float(...)` of the result is: `f1_evidenced`, where a right cell
                counts only where the facts that this episode showed determine it, or
                `f1_grounded`, in which every right cell counts.

        Raises:
            UsageError: There is no such reward.
            EpisodeError: The episode is over already, or one without a task.
            DatasetError: The dataset is without keys.
        """
        with self._lock:
            chosen = reward_named(reward)
            self._refuse_if_over("scored")
            text = "" if answer is None else answer
            outcome = outcome_of(self._source, self._needed_task(), self._calls, text)
            self._reward = reward_of(outcome, chosen)
            self._answer = text
            return self._reward

    async def ascore(self, answer: str | None, reward: str = DEFAULT_REWARD) -> Reward:
        """Do as `score`, in a thread beside the event loop."""
        return await asyncio.to_thread(self.score, answer, reward)

    def stated_evidence(self) -> StatedEvidence:
        """Return the evidence of the task, to be counted call by call: see `step_rewards.py`.

        Raises:
            EpisodeError, DatasetError: There is no task; the dataset is without keys, or damaged.
        """
        specification = self._source.specification(self._needed_task().task_id)
        return StatedEvidence(self._calls.world(), specification)

    # 4: the record -------------------------------------------------------------------------------

    def trace(self, *, texts: bool = False) -> Trace:
        """Return the frozen record so far; with the replies' texts if `texts` is set.

        Raises:
            InfrastructureError: The world, which the record needs, cannot be read.
        """
        with self._lock:
            try:
                world, calls = self._calls.world(), self.calls
                heads = world.web.heads
                shown = ShownFacts(world, calls)
                evidence = None
                if self.task is not None and self._source.has_keys:
                    specification = self._source.specification(self.task.task_id)
                    evidence = evidence_seen(specification, shown)
                return Trace(
                    task_id=self.task.task_id if self.task else None,
                    world_id=self.world_id,
                    policy=self.policy,
                    controls=str(self.controls),
                    seed=self.seed,
                    calls=calls,
                    facts=shown.new_by_call,
                    untrue=shown.untrue_by_call if self.controls.misleads else ((),) * len(calls),
                    texts=tuple(self._calls.texts()) if texts else None,
                    evidence=evidence,
                    answer=self._answer,
                    reward=self._reward,
                    seconds=sum(call.seconds for call in calls),
                    urls=tuple(tuple(heads[page - 1].url for page in call.pages) for call in calls),
                    wording=all_texts(call.wording for call in calls),
                )
            except FictionworldError as error:
                raise infrastructure_fault(error, "the record") from error

    # 5: another process --------------------------------------------------------------------------

    def log(self) -> str:
        """Return the episode as one line of JSON, for `from_log`.

        It holds the arguments that made the episode, its calls and, if it was scored, its answer;
        no reply and nothing of the key.
        """
        with self._lock:
            return written_log(
                EpisodeLog(
                    self._source.content_hash,
                    self._source.backend,
                    self._task_or_world,
                    self.policy,
                    str(self.controls),
                    self.seed,
                    self.most_calls,
                    self.reply_characters,
                    self.calls,
                    self._answer,
                    self._reward,
                )
            )

    @classmethod
    def from_log(cls, dataset: Source, log: str) -> Episode:
        """Return the episode of a log as it was; its next replies are the same as there.

        Args:
            dataset: The dataset that the episode was played on, with the same backend.
            log: What `log` returned. Its record is not checked: do not reward by a log that
                somebody else may have written.

        Raises:
            UsageError: The log is damaged, of another format, dataset or backend.
        """
        data = read_log(log, dataset)
        episode = cls(
            dataset, data.task_or_world, data.policy, data.controls, data.seed, data.most_calls,
            data.reply_characters,
        )  # fmt: skip
        episode.__setstate__((data.calls, data.answer, data.reward))
        return episode

    def branch(self, n: int) -> list[Episode]:
        """Return `n` episodes that go on from here, each on its own; this one goes on too.

        Their next replies are what this one's would be. For a search over ways to go on, or for
        advantages that are estimated at each call.

        Raises:
            UsageError: `n` is below 1.
            EpisodeError: The episode is over.
        """
        if n < 1:
            raise UsageError(f"got n={n}; allowed: 1 or more")
        with self._lock:
            self._refuse_if_over("branched")
            make, arguments, state = self.__reduce__()
            branches = [make(*arguments) for _ in range(n)]
        for branch in branches:
            branch.__setstate__(state)
        return branches

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (
            self._source, self._task_or_world, self.policy, self.controls, self.seed,
            self.most_calls, self.reply_characters,
        )  # fmt: skip
        return Episode, arguments, (self.calls, self._answer, self._reward)

    def __setstate__(self, state: tuple[tuple[Call, ...], str | None, Reward | None]) -> None:
        calls, self._answer, self._reward = state
        self._calls.restore(calls)

    # Behind the scenes ---------------------------------------------------------------------------

    @property
    def _task_or_world(self) -> str | int:
        return self.task.task_id if self.task else self.world_id

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
                f"the episode is over: its answer was scored after {self.calls_made} calls, and "
                f"it cannot be {what} again; make another with dataset.episode(...)"
            )


def _number(world_id: object) -> int:
    try:
        return operator.index(world_id)  # type: ignore[arg-type]
    except TypeError:
        raise UsageError(
            f"got {world_id!r}; give a task's id, such as 17-2, or a world's, such as 17"
        ) from None

"""Baselines: what agents earn, from an empty answer to an agent that knows where to look.

What an agent earns without opening a page, search results reveal. Extract necessity is the ratio of
what searching alone earns to what searching and reading earns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fictionworld.audit.audited_world import AuditedWorld, command_of
from fictionworld.audit.check import AuditCheck, Observations
from fictionworld.audit.interval import mean_with_interval
from fictionworld.audit.options import Effort
from fictionworld.audit.record import (
    CheckResult,
    Facets,
    LeakEvidence,
    Measure,
    Thresholds,
    figure,
    rate,
    result_of,
)
from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.guessing import NOTHING, answer_of
from fictionworld.episodes.agents.pages import links_in, read_page, results_in
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.agents.registry import AGENTS, agent_named
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.reward import Reward
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.tasks.key import answer_texts, markdown_table
from fictionworld.tasks.record import Task, world_of_task
from fictionworld.web.permit import CLOSED_POLICIES, PLAIN_POLICIES

BASELINES: Final = (
    "empty", "echo", "keys-with-blanks", "guess", "closed-book", "paste-question",
    "snippets-only", "prober", "crawl-all", "scout", "oracle",
)  # fmt: skip
"""From the weakest to the strongest."""
_SAME_EVERYWHERE: Final = frozenset(
    {"empty", "echo", "keys-with-blanks", "guess", "closed-book", "crawl-all", "oracle"}
)
"""They do not search, or ignore snippets: their figures are equal under all policies."""
_SLOW: Final = frozenset(
    {("scout", "open"), ("scout", "strict"), ("crawl-all", "strict"), ("prober", "open")}
)
_LEFT_OUT: Final[dict[Effort, frozenset[tuple[str, str]]]] = {
    "all": frozenset(),
    "some": _SLOW,
    "few": _SLOW | {("scout", "tease"), ("snippets-only", "open"), ("paste-question", "open")},
}
_READERS: Final = frozenset({"crawl-all", "scout", "oracle"})
"""They open pages: they have no threshold, take long, and play one task of a world."""
_SEARCHERS: Final = frozenset({"paste-question", "snippets-only", "prober"})
"""They play two tasks of a world, and all if these leave them undecided; others, which make no
call, play all of them."""
_FIGURES: Final = ("f1_value", "f1_by_item", "f1_grounded", "f1_evidenced")
_MOST_PAGES: Final = 5_000


class Empty(Agent):
    """Returns an empty answer."""

    name = "empty"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - reads nothing
        return ""


class Echo(Agent):
    """Returns the question."""

    name = "echo"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - reads nothing
        return episode.question


class KeysWithBlanks(Agent):
    """Knows the rows of the answer and fills no other cell: what naming rows earns.

    Args:
        rows: For each task its rows, cell by cell, as the question asks for them.
    """

    name = "keys-with-blanks"

    def __init__(self, rows: Mapping[str, Sequence[Sequence[str]]]) -> None:
        self._rows = rows

    def play(self, episode: Episode, reasoner: Reasoner) -> str:
        task = episode.task
        assert task is not None, "agents play tasks"
        keys = [o.role in {"key", "place"} for o in reasoner.specification.outputs]
        return markdown_table(
            task.columns,
            [
                [cell if key else NOTHING for cell, key in zip(row, keys, strict=True)]
                for row in self._rows.get(task.task_id, ())
            ],
        )


class CrawlAll(Agent):
    """Opens every page of the web that a search or a link has named, and computes.

    It needs no reasoning to search, since it reads everything. It begins with one search, for
    the question, and goes on with the links on each page and with the names of rows it has met.
    """

    name = "crawl-all"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:
        waiting: dict[str, None] = {}
        read: set[str] = set()
        searched: set[str] = set()
        queries = [episode.question]
        while (queries or waiting) and len(read) < _MOST_PAGES:
            if queries:
                query = queries.pop()
                for result in results_in(episode.call("web_search", {"queries": [query]})):
                    waiting.setdefault(result.url)
            while waiting:
                url = next(iter(waiting))
                del waiting[url]
                if url in read:
                    continue
                read.add(url)
                text = read_page(episode, reasoner, url).text
                for link in links_in(text):
                    if link.url not in read:
                        waiting.setdefault(link.url)
                for name in reasoner.names_in(text):
                    if name not in searched:
                        searched.add(name)
                        queries.append(name)
        return answer_of(reasoner)


@dataclass(frozen=True, slots=True)
class BaselineResult:
    """What one agent earned on one task."""

    agent: str
    policy: str
    task_id: str
    reward: Reward
    calls: int
    budget: int
    """Maximum calls in an episode of this task."""


def run_baselines(
    audited: AuditedWorld, tasks: Sequence[Task], effort: Effort = "all"
) -> list[BaselineResult]:
    """Return what the baseline agents earn on tasks of a world.

    Args:
        audited: The world.
        tasks: Tasks of this world that those which search play; others make no call, and play all.
        effort: `all`: all agents and policies. `some`: without the slowest, as the crawl under
            `strict`, and with the scout under `tease` alone. `few`: also without the scout, and
            without two searchers under `open`, where snippets may state values.
    """
    agents = _agents(audited)
    results: list[BaselineResult] = []
    for number, task in enumerate([*tasks, *_others(audited, tasks)]):
        for name, agent in agents.items():
            if (name in _READERS and number) or (name in _SEARCHERS and number >= len(tasks)):
                continue
            for policy in (*audited.tools.mixed, *PLAIN_POLICIES):
                if name in _SAME_EVERYWHERE and policy != PLAIN_POLICIES[-1]:
                    continue
                # mixed:p opens some values, as `open` does all
                like = policy if policy in PLAIN_POLICIES else "open"
                if (name, like) not in _LEFT_OUT[effort]:
                    results.append(_result(audited, agent, task, policy))
    return results


def _agents(audited: AuditedWorld) -> dict[str, Agent]:
    """Return the baseline agents by name, for one world."""
    rows_of = {task_id: answer_texts(key) for task_id, key in audited.keys.items()}
    own_agents: tuple[Agent, ...] = (Empty(), Echo(), KeysWithBlanks(rows_of), CrawlAll())
    own = {agent.name: agent for agent in own_agents}
    return {name: own.get(name) or agent_named(name) for name in BASELINES}


def _others(audited: AuditedWorld, played: Sequence[Task]) -> list[Task]:
    """Return the tasks of a world that are not among those played."""
    return [task for task in audited.tasks if task not in played]


def _result(audited: AuditedWorld, agent: Agent, task: Task, policy: str) -> BaselineResult:
    controls = audited.tools.controls
    budget = audited.dataset.episode(task.task_id, controls=controls).most_calls
    played = play(audited.dataset, agent, task, Conditions(policy, controls, calls=0))
    if played.trace is None or played.trace.reward is None:
        raise RuntimeError(f"{agent.name} could not play {task.task_id}: {played.error}")
    return BaselineResult(
        agent.name,
        policy,
        task.task_id,
        played.trace.reward,
        len(played.trace.calls),
        budget,
    )


def summarize(
    parts: Iterable[Sequence[BaselineResult]], thresholds: Thresholds, seed: int, folder: str
) -> CheckResult:
    """Return the result of the check: means by agent and policy, some with a threshold."""
    results = [result for part in parts for result in part]
    measures = []
    findings: list[LeakEvidence] = []
    for agent in BASELINES:
        policies = {result.policy for result in results if result.agent == agent}
        for policy in sorted(policies):
            runs = [r for r in results if r.agent == agent and r.policy == policy]
            policy_facet = "all" if agent in _SAME_EVERYWHERE else policy
            of: Facets = (("agent", agent), ("policy", policy_facet))
            bounded = agent not in _READERS and policy in CLOSED_POLICIES
            for name in _FIGURES:
                values = [v for r in runs if (v := getattr(r.reward, name)) is not None]
                bound = thresholds.shortcut_f1 if bounded and name == "f1_value" else None
                mean = mean_with_interval(values, seed)
                measures.append(figure(name, *mean, of, at_most=bound))
                if measures[-1].exceeded:
                    findings.append(_finding(runs, of, folder))
            calls = [float(r.calls) for r in runs]
            measures.append(
                figure("calls", *mean_with_interval(calls, seed, None), of, unit="calls")
            )
            within = sum(r.calls <= r.budget for r in runs)
            measures.append(rate("within the budget", within, len(runs), of))
    measures += _necessity(results)
    return result_of(
        "baselines",
        "Baseline agents",
        "What does an agent earn that reads nothing, searches only, or reads all?",
        measures,
        findings,
        note=f"{len({result.task_id for result in results})} tasks. Scout and oracle are given "
        "reasoning, never knowledge; the other agents are the strongest of their kind that code "
        "can be.",
    )


def _necessity(results: Sequence[BaselineResult]) -> list[Measure]:
    """Return by policy the ratio of what search alone earns to what search and reading earn."""
    ratios = []
    for policy in sorted({run.policy for run in results}):
        earned = {
            agent: {
                run.task_id: run.reward.f1_value
                for run in results
                if run.agent == agent and run.policy == policy and run.reward.f1_value is not None
            }
            for agent in ("snippets-only", "scout")
        }
        shared_tasks = sorted(set(earned["snippets-only"]) & set(earned["scout"]))
        searched = sum(earned["snippets-only"][task] for task in shared_tasks)
        read = sum(earned["scout"][task] for task in shared_tasks)
        if read:
            of = (("policy", policy),)
            ratios.append(figure("search only, of search and extract", searched / read, of=of))
    return ratios


def _finding(results: Sequence[BaselineResult], of: Facets, folder: str) -> LeakEvidence:
    worst = max(results, key=lambda result: result.reward.f1_value or 0.0)
    command = (
        f"fictionworld rollout {folder} --agent {worst.agent} --policy {worst.policy} --json"
        if worst.agent in AGENTS
        else command_of(folder, worst.task_id, "web_search", {"queries": ["..."]}, worst.policy)
    )
    return LeakEvidence(
        check="baselines",
        severity="explicit answer",
        world_id=world_of_task(worst.task_id),
        task_id=worst.task_id,
        field="answer",
        text=f"{worst.agent} earns f1_value {worst.reward.f1_value or 0:.2f} under {worst.policy}",
        marks=((0, len(worst.agent)),),
        why="it opens no page, and is right all the same",
        command=command,
        of=of,
    )


class BaselineCheck(AuditCheck):
    """Agents that open no page earn little."""

    name = "baselines"

    def of_world(self, audited: AuditedWorld) -> list[BaselineResult]:
        return run_baselines(audited, audited.played, audited.effort)

    def undecided(self, seen: Observations) -> tuple[tuple[str, str], ...]:
        """Return agents and policies whose figure the tasks that they played leave undecided.

        One lucky answer of a hundred does: none can be excluded to be one of twenty.
        """
        return tuple(
            (agent, policy)
            for measure in self.summarize(seen).measures
            if measure.undecided
            and (agent := measure.facet("agent")) in _SEARCHERS
            and (policy := measure.facet("policy")) is not None
        )

    def of_world_again(
        self, audited: AuditedWorld, undecided: tuple[tuple[str, str], ...]
    ) -> list[BaselineResult]:
        """Return what these agents earn on the tasks of a world that they have not played."""
        agents = _agents(audited)
        return [
            _result(audited, agents[agent], task, policy)
            for task in _others(audited, audited.played)
            for agent, policy in undecided
        ]

    def summarize(self, seen: Observations) -> CheckResult:
        limits, seed = seen.context.options.thresholds, seen.context.options.seed
        return summarize(seen.of_worlds, limits, seed, seen.context.folder)

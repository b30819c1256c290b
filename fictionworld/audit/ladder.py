"""The ladder: what agents earn, from one that hands in nothing to one that knows where to look.

What an agent earns without opening a page, the web gives away. Extract necessity says it in one
number: what searching alone earns, of what searching and reading earns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from fictionworld.audit.interval import mean_with_interval
from fictionworld.audit.record import CheckResult, LeakEvidence, figure, rate, status_of
from fictionworld.audit.shortcuts import CrawlAll, Echo, Empty, KeysWithBlanks
from fictionworld.audit.stage import command_of
from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.tasks.key import answer_texts

if TYPE_CHECKING:
    from fictionworld.audit.record import Measure, Thresholds
    from fictionworld.audit.stage import Stage
    from fictionworld.audit.tally import Facets
    from fictionworld.episodes.agents.agent import Agent
    from fictionworld.tasks.record import Task

__all__ = ["LADDER", "Effort", "Rung", "climb", "conclude"]

LADDER: Final = (
    "empty", "echo", "keys-with-blanks", "guess", "closed-book", "paste-question",
    "snippets-only", "prober", "crawl-all", "scout", "oracle",
)  # fmt: skip
"""From the bottom to the top."""
POLICIES: Final = ("open", "tease", "strict")
_BOUNDED: Final = ("tease", "strict")
SHORTCUTS: Final = (
    "empty", "echo", "keys-with-blanks", "guess", "closed-book", "paste-question", "snippets-only",
    "prober",
)  # fmt: skip
"""Those that open no page."""
_SAME_EVERYWHERE: Final = frozenset(
    {"empty", "echo", "keys-with-blanks", "guess", "closed-book", "crawl-all", "oracle"}
)
"""They make no search, or heed no snippet: one policy tells for all."""
Effort = Literal["all", "some", "few"]
_SLOW: Final = frozenset(
    {("scout", "open"), ("scout", "strict"), ("crawl-all", "strict"), ("prober", "open")}
)
_LEFT_OUT: Final[dict[Effort, frozenset[tuple[str, str]]]] = {
    "all": frozenset(),
    "some": _SLOW,
    "few": _SLOW
    | {("scout", "tease"), *((name, "open") for name in ("snippets-only", "paste-question"))},
}
_READERS: Final = frozenset({"crawl-all", "scout", "oracle"})
"""They play one task of a world: they stand under no threshold, and take long."""
_FIGURES: Final = ("f1_value", "f1_by_item", "f1_grounded")


@dataclass(frozen=True, slots=True)
class Rung:
    """What one agent earned on one task."""

    agent: str
    policy: str
    task_id: str
    pack: str
    f1_value: float | None
    f1_by_item: float
    f1_grounded: float
    calls: int
    budget: int
    """Calls that an episode of this task allows."""


def climb(stage: Stage, tasks: Sequence[Task], effort: Effort = "all") -> list[Rung]:
    """The agents of the ladder on these tasks of a world.

    Args:
        stage: The world.
        tasks: Of this world.
        effort: `all` agents and policies; without a crawl, and the scout under `tease` alone,
            which take longest: `some`; without either, and without searchers under `open`, where
            snippets may tell: `few`.
    """
    known = {task.task_id: answer_texts(stage.keys[task.task_id]) for task in tasks}
    found: list[Rung] = []
    for place, task in enumerate(tasks):
        for name in LADDER:
            for policy in (*stage.tools.mixed, *POLICIES):
                if (name in _SAME_EVERYWHERE and policy != POLICIES[-1]) or (
                    name in _READERS and place
                ):
                    continue
                # under mixed:p some may be told: as under `open`
                like = policy if policy in POLICIES else "open"
                if (name, like) in _LEFT_OUT[effort]:
                    continue
                found.append(_rung(stage, _agent(name, known), task, policy))
    return found


def _agent(name: str, known: dict[str, list[tuple[str, ...]]]) -> Agent:
    match name:
        case "empty":
            return Empty()
        case "echo":
            return Echo()
        case "keys-with-blanks":
            return KeysWithBlanks(known)
        case "crawl-all":
            return CrawlAll()
        case _:
            return agent_named(name)


def _rung(stage: Stage, agent: Agent, task: Task, policy: str) -> Rung:
    controls = stage.tools.controls
    budget = stage.dataset.episode(task.task_id, controls=controls).most_calls
    played = play(stage.dataset, agent, task, Conditions(policy, controls, calls=0))
    if played.trace is None or played.trace.reward is None:
        raise RuntimeError(f"{agent.name} could not play {task.task_id}: {played.error}")
    reward, calls = played.trace.reward, len(played.trace.calls)
    return Rung(
        agent.name,
        policy,
        task.task_id,
        stage.pack,
        reward.f1_value,
        reward.f1_by_item,
        reward.f1_grounded,
        calls,
        budget,
    )


def conclude(
    parts: Iterable[Sequence[Rung]], thresholds: Thresholds, seed: int, folder: str
) -> CheckResult:
    """Means by agent and policy; a shortcut that earns more than its threshold fails the check."""
    rungs = [rung for part in parts for rung in part]
    measures = []
    findings: list[LeakEvidence] = []
    for agent in LADDER:
        held = {rung.policy for rung in rungs if rung.agent == agent}
        for policy in sorted(held):
            mine = [r for r in rungs if r.agent == agent and r.policy == policy]
            told = "all" if agent in _SAME_EVERYWHERE else policy
            of: Facets = (("agent", agent), ("policy", told))
            bounded = agent in SHORTCUTS and policy in _BOUNDED
            for name in _FIGURES:
                values = [v for r in mine if (v := getattr(r, name)) is not None]
                bound = thresholds.shortcut_f1 if bounded and name == "f1_value" else None
                mean = mean_with_interval(values, seed)
                measures.append(figure(name, *mean, of, at_most=bound))
                if measures[-1].exceeded:
                    findings.append(_finding(mine, of, folder))
            calls = [float(r.calls) for r in mine]
            measures.append(
                figure("calls", *mean_with_interval(calls, seed, None), of, unit="calls")
            )
            within = sum(r.calls <= r.budget for r in mine)
            measures.append(rate("within the budget", within, len(mine), of))
    measures += _necessity(rungs)
    return CheckResult(
        "ladder",
        "The ladder of agents",
        "What does an agent earn that reads nothing, searches only, or reads all?",
        status_of(measures if rungs else ()),
        tuple(measures),
        tuple(findings),
        len(findings),
        f"{len({rung.task_id for rung in rungs})} tasks. Scout and oracle are granted wits, never "
        "knowledge; the other agents are the strongest of their kind that code can be.",
    )


def _necessity(rungs: Sequence[Rung]) -> list[Measure]:
    """What searching alone earns, of what searching and reading earns."""
    found = []
    for policy in sorted({rung.policy for rung in rungs}):
        earned = {
            agent: {
                rung.task_id: rung.f1_value
                for rung in rungs
                if rung.agent == agent and rung.policy == policy and rung.f1_value is not None
            }
            for agent in ("snippets-only", "scout")
        }
        both = sorted(set(earned["snippets-only"]) & set(earned["scout"]))
        searched = sum(earned["snippets-only"][task] for task in both)
        read = sum(earned["scout"][task] for task in both)
        if read:
            of = (("policy", policy),)
            found.append(figure("search only, of search and extract", searched / read, of=of))
    return found


def _finding(rungs: Sequence[Rung], of: Facets, folder: str) -> LeakEvidence:
    worst = max(rungs, key=lambda rung: rung.f1_value or 0.0)
    command = (
        f"fictionworld rollout {folder} --agent {worst.agent} --policy {worst.policy} --json"
        if worst.agent not in {"empty", "echo", "keys-with-blanks", "crawl-all"}
        else command_of(folder, worst.task_id, "web_search", {"queries": ["..."]}, worst.policy)
    )
    return LeakEvidence(
        "ladder",
        "explicit answer",
        int(worst.task_id.partition("-")[0]),
        worst.task_id,
        None,
        "answer",
        f"{worst.agent} earns f1_value {worst.f1_value or 0:.2f} under {worst.policy}",
        ((0, len(worst.agent)),),
        "it opens no page, and is right all the same",
        command,
        of,
    )

"""A task: its question, and behind a click its key, its evidence and how agents solve it."""

from collections.abc import Callable, Hashable
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from fictionworld.dataset import Dataset
from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.calibration import CALIBRATIONS
from fictionworld.episodes.calls import budget_for
from fictionworld.episodes.certify import CERTIFICATES
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.errors import UsageError
from fictionworld.explore.explorer import Explorer
from fictionworld.explore.replies import asked_of
from fictionworld.table_views import MISSING
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.key import answer_texts

_AGENTS = {agent.name: agent for agent in (Oracle, Scout)}
_SHOWS = {
    "key": "Key and evidence",
    "oracle": "How the oracle solves it",
    "scout": "How the scout solves it",
}
_MOST_FACTS = 200


def task_routes(explorer: Explorer) -> APIRouter:
    """Return the routes below `/task`."""
    routes = APIRouter()

    @routes.get("/task/{task_id}")
    def overview(task_id: str, show: str = "") -> HTMLResponse:
        dataset = explorer.dataset
        task = dataset.task(task_id)
        records: dict[str, Any] = {
            "certificates": [
                record
                for record in CERTIFICATES.read(dataset.path, dataset.content_hash)
                if record.task_id == task_id
            ],
            "calibrations": [
                record
                for record in CALIBRATIONS.read(dataset.path, dataset.content_hash)
                if record.task_id == task_id
            ],
            "traces": [] if explorer.traces is None else explorer.traces.rows(
                "SELECT line, agent, reward, calls, characters FROM trace "
                "WHERE task_id = $1 ORDER BY agent, line LIMIT 50", [task_id],
            ),
        }  # fmt: skip
        if show in _AGENTS:
            explorer.made.begin(*_path(dataset, task_id, show))  # its page asks for it next
        return explorer.page(
            "task.html",
            task=task,
            world=dataset.world(task.world_id),
            budget=budget_for(task.level),
            has_keys=dataset.has_keys,
            show=show,
            shows=_SHOWS,
            **records,
        )

    @routes.get("/task/{task_id}/{show}")
    def solution(task_id: str, show: str) -> HTMLResponse:
        """Return what the task's page shows behind a click: it may take seconds."""
        if show not in _SHOWS:
            raise UsageError(f"got {show[:40]!r}; allowed: {', '.join(_SHOWS)}")
        dataset = explorer.dataset
        return explorer.page(
            "solution.html",
            task=dataset.task(task_id),
            label=_SHOWS[show],
            key=_key(explorer, dataset, task_id) if show == "key" else None,
            path=explorer.made.of(*_path(dataset, task_id, show)) if show in _AGENTS else None,
        )

    return routes


def _key(explorer: Explorer, dataset: Dataset, task_id: str) -> dict[str, Any]:
    """Return the answer, and what it rests on."""
    task, key = dataset.task(task_id), dataset.key(task_id)
    handle = explorer.handle(task.world_id)
    evidence = evidence_of(dataset.specification(task_id), handle.rows, task.world_id)
    plan, heads, tables = handle.web.plan, handle.web.heads, explorer.tables(task.world_id)
    directories = [
        (table, [heads[number - 1] for number in plan.directory(table)])
        for table in evidence.enumerated
    ]
    facts = [
        (fact, tables.fact_text(fact.table, fact.row, fact.column) or MISSING,
         [heads[number - 1] for number in plan.pages_of(fact)[:2]])
        for fact in evidence.facts[:_MOST_FACTS]
    ]  # fmt: skip
    return {
        "columns": key.columns,
        "rows": answer_texts(key),
        "facts": facts,
        "count": len(evidence.facts),
        "directories": directories,
    }


def _path(
    dataset: Dataset, task_id: str, agent: str
) -> tuple[Hashable, Callable[[], dict[str, Any]]]:
    """Return the key of the calls by which one of our agents solves a task, and what makes them."""

    def played() -> dict[str, Any]:
        rollout = play(dataset, _AGENTS[agent](), dataset.task(task_id), Conditions(calls=0))
        if rollout.trace is None:
            raise UsageError(f"the {agent} failed: {rollout.error}")
        trace = rollout.trace
        return {
            "agent": agent,
            "calls": [
                (call, asked_of(call.arguments), urls, len(facts))
                for call, urls, facts in zip(trace.calls, trace.urls, trace.facts, strict=True)
            ],
            "reward": float(trace.reward) if trace.reward is not None else None,
            "credit": () if trace.reward is None else trace.reward.credit,
        }

    return ("path", dataset.content_hash, task_id, agent), played

"""A task: its question, and behind a click its key, its evidence and how agents solve it."""

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
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.key import answer_texts

_AGENTS = {agent.name: agent for agent in (Oracle, Scout)}
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
        return explorer.page(
            "task.html",
            task=task,
            world=dataset.world(task.world_id),
            budget=budget_for(task.level),
            has_keys=dataset.has_keys,
            key=_key(explorer, dataset, task_id) if show == "key" else None,
            path=_path(dataset, task_id, show) if show in _AGENTS else None,
            show=show,
            **records,
        )

    return routes


def _key(explorer: Explorer, dataset: Dataset, task_id: str) -> dict[str, Any]:
    """Return the answer, and what it rests on."""
    task, key = dataset.task(task_id), dataset.key(task_id)
    handle = explorer.handle(task.world_id)
    evidence = evidence_of(dataset.specification(task_id), handle.rows, task.world_id)
    plan, heads = handle.web.plan, handle.web.heads
    directories = [
        (table, [heads[number - 1] for number in plan.directory(table)])
        for table in evidence.enumerated
    ]
    facts = [
        (fact, [heads[number - 1] for number in plan.pages_of(fact)[:3]])
        for fact in evidence.facts[:_MOST_FACTS]
    ]
    return {
        "columns": key.columns,
        "rows": answer_texts(key),
        "facts": facts,
        "count": len(evidence.facts),
        "directories": directories,
    }


def _path(dataset: Dataset, task_id: str, agent: str) -> dict[str, Any]:
    """Return the calls by which one of our agents solves a task."""
    played = play(dataset, _AGENTS[agent](), dataset.task(task_id), Conditions(calls=0))
    if played.trace is None:
        raise UsageError(f"the {agent} failed: {played.error}")
    trace = played.trace
    return {
        "agent": agent,
        "calls": [
            (call, asked_of(call.arguments), urls, len(facts))
            for call, urls, facts in zip(trace.calls, trace.urls, trace.facts, strict=True)
        ],
        "reward": float(trace.reward) if trace.reward is not None else None,
        "credit": () if trace.reward is None else trace.reward.credit,
    }

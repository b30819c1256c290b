"""The dataset at a glance, its worlds and its tasks."""

from collections import Counter, defaultdict
from pathlib import Path
from statistics import median
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse

from fictionworld.dataset import Dataset
from fictionworld.episodes.calibration import CALIBRATIONS
from fictionworld.episodes.certify import CERTIFICATES
from fictionworld.explore.explorer import Explorer
from fictionworld.explore.rendering import histogram, page_of
from fictionworld.files import read_json

_TOKENS = (8_000, 16_000, 32_000, 64_000, 128_000)
_MOST_POINTS = 5_000


def dataset_routes(explorer: Explorer) -> APIRouter:
    """Return the routes of the dataset: `/`, `/worlds`, `/tasks`."""
    routes = APIRouter()

    @routes.get("/")
    def overview() -> HTMLResponse:
        dataset = explorer.dataset
        return explorer.page("dataset.html", **_overview(dataset))

    @routes.get("/calibration.json")
    def calibration() -> JSONResponse:
        """Return a point for each task of a calibrated agent: effort, pass rate, where it leads."""
        dataset = explorer.dataset
        tasks = {task.task_id: task for task in dataset.tasks()}
        agents: dict[str, list[tuple[int, float, str]]] = defaultdict(list)
        for record in CALIBRATIONS.read(dataset.path, dataset.content_hash):
            if (task := tasks.get(record.task_id)) and len(agents[record.agent]) < _MOST_POINTS:
                point = task.least_tokens, round(record.pass_rate, 4), record.task_id
                agents[record.agent].append(point)
        return JSONResponse({agent: sorted(points) for agent, points in agents.items()})

    @routes.get("/worlds")
    def worlds(
        request: Request, pack: str = "", split: str = "", q: str = "", page: int = 1
    ) -> HTMLResponse:
        dataset = explorer.dataset
        frame = dataset.worlds()
        splits = sorted(dataset.manifest.splits)
        if pack:
            if pack not in dataset.manifest.packs:
                dataset.pack(pack)  # says which there are
            frame = frame.filter(frame["pack"] == pack)
        if split:
            frame = frame.filter(frame["split"] == split)
        if q:
            texts = frame["title"].str.to_lowercase()
            is_id = frame["world_id"].cast(str) == q.strip()
            frame = frame.filter(texts.str.contains(q.strip().lower(), literal=True) | is_id)
        part = page_of(frame.height, page)
        return explorer.page(
            "worlds.html",
            rows=frame.slice(part.first, part.size).to_dicts(),
            part=part,
            packs=sorted(dataset.manifest.packs),
            splits=splits,
            query=dict(request.query_params),
        )

    @routes.get("/tasks")
    def tasks(  # noqa: PLR0913, PLR0917 - the fields of the form
        request: Request, pack: str = "", kind: str = "", shape: str = "", level: int = 0,
        split: str = "", q: str = "", sort: str = "", page: int = 1,
    ) -> HTMLResponse:  # fmt: skip
        dataset = explorer.dataset
        chosen = dataset.tasks(
            pack=pack or None, kind=kind or None, level=level or None, split=split or None
        )
        shapes = sorted({task.shape for task in dataset.tasks()})
        words = q.lower().split()
        chosen = [
            task
            for task in chosen
            if (not shape or task.shape == shape)
            and all(word in task.question.lower() or word == task.task_id for word in words)
        ]
        orders = {"tokens": "least_tokens", "cells": "answer_cells", "floor": "guess_floor"}
        if field := orders.get(sort.lstrip("-")):
            chosen.sort(key=lambda task: getattr(task, field), reverse=sort.startswith("-"))
        part = page_of(len(chosen), page)
        return explorer.page(
            "tasks.html",
            tasks=chosen[part.first : part.first + part.size],
            part=part,
            packs=sorted(dataset.manifest.packs),
            shapes=shapes,
            splits=sorted(dataset.manifest.splits),
            query=dict(request.query_params),
        )

    return routes


def _overview(dataset: Dataset) -> dict[str, Any]:
    manifest, frame, tasks = dataset.manifest, dataset.worlds(), dataset.tasks()
    by_pack = Counter(task.pack for task in tasks)
    rows_of: defaultdict[str, list[int]] = defaultdict(list)
    strategies: dict[str, str] = {}
    first_worlds: dict[str, int] = {}
    shown = frame.select("world_id", "pack", "strategy", "row_count")
    for world_id, pack, strategy, rows in shown.iter_rows():
        rows_of[pack].append(rows)
        strategies[pack] = strategy
        first_worlds.setdefault(pack, world_id)
    packs = [
        {
            "pack": pack,
            "strategy": strategies[pack],
            "worlds": len(rows),
            "rows": f"{min(rows):,}" + (f" to {max(rows):,}" if max(rows) > min(rows) else ""),
            "tasks": by_pack[pack],
            "first": first_worlds[pack],
        }
        for pack, rows in sorted(rows_of.items())
    ]
    certificates = CERTIFICATES.read(dataset.path, dataset.content_hash)
    tokens = [task.least_tokens for task in tasks]
    return {
        "manifest": manifest,
        "bytes": sum(shard.size for shard in manifest.shards),
        "has_keys": dataset.has_keys,
        "packs": packs,
        "shapes": Counter(task.shape for task in tasks).most_common(),
        "kinds": Counter(task.kind for task in tasks),
        "levels": sorted(Counter(task.level for task in tasks).items()),
        "tokens": histogram(tokens, 30),
        "median_tokens": round(median(tokens)) if tokens else 0,
        "within": [(most, sum(n <= most for n in tokens) / len(tokens)) for most in _TOKENS]
        if tokens
        else [],
        "rows": histogram(frame["row_count"].to_list()),
        "certificates": certificates,
        "refused": [record for record in certificates if not record.holds],
        "agents": sorted({r.agent for r in CALIBRATIONS.read(dataset.path, dataset.content_hash)}),
        "audit": _audit(dataset),
    }


def _audit(dataset: Dataset) -> dict[str, Any] | None:
    """Return what `audit.json` beside the dataset says; None where there is none."""
    path = Path(dataset.path) / "audit.json"
    try:
        record = read_json(path)
        results = [
            {name: str(result[name]) for name in ("check", "title", "status")}
            for result in record["results"]
        ]
        is_own = record["content_hash"] == dataset.content_hash
        return {"verdict": str(record["verdict"]), "results": results, "is_own": is_own}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        return {"problem": f"audit.json cannot be read ({type(error).__name__})"}

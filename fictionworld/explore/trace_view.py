"""Runs: episodes as a table, one as a timeline, two side by side."""

import json
from itertools import accumulate
from typing import Any, Final

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from fictionworld.dataset import Dataset
from fictionworld.errors import FictionworldError, UsageError
from fictionworld.explore.explorer import Explorer
from fictionworld.explore.rendering import Bin, page_of
from fictionworld.explore.replies import asked_of, reply_html
from fictionworld.explore.trace_index import TraceIndex
from fictionworld.tasks.key import answer_texts
from fictionworld.worlds.fact import parse_fact_id

_SORTS: Final = (
    "line", "agent", "task_id", "reward", "coverage", "calls", "pages", "characters", "episode_s",
)  # fmt: skip
_BINS: Final = 20
_MOST_FACTS: Final = 40
"""Facts of a call that are listed."""
_TRACE: Final = dict.fromkeys(
    ("agent", "task_id", "world_id", "policy", "controls", "seed", "settings", "stopped", "ending",
     "error", "answer")
)  # fmt: skip
_CALL: Final = {"tool": "", "arguments": "", "kind": "", "characters": 0, "controls": []}
_REWARD: Final = dict.fromkeys(("earned", "coverage", "problem", "credit"))
_MESSAGE: Final = {"role": "", "content": "", "tool_calls": []}
"""What records from elsewhere may lack."""


def trace_routes(explorer: Explorer) -> APIRouter:
    """Return the routes below `/traces`, and `/compare`."""
    routes = APIRouter()

    @routes.get("/traces")
    def listed(  # noqa: PLR0913, PLR0917 - the fields of the form
        request: Request, agent: str = "", task: str = "", ending: str = "", low: float = 0,
        high: float = 1, sort: str = "line", page: int = 1,
    ) -> HTMLResponse:  # fmt: skip
        index = _index(explorer)
        where, values = _where(agent, task, ending)
        bars = _histogram(index, where, values)
        if low > 0 or high < 1:
            where += " AND reward >= ? AND reward <= ?"
            values += [low, high]
        [summary] = index.rows(
            "SELECT count(*) AS episodes, avg(reward) AS reward, avg(coverage) AS coverage, "
            "avg(calls) AS calls, avg(characters) AS characters, "
            f"count(*) FILTER (error IS NOT NULL) AS failed FROM trace WHERE {where}",
            values,
        )
        column = sort.lstrip("-")
        if column not in _SORTS:
            raise UsageError(f"got sort={sort[:40]!r}; allowed: {', '.join(_SORTS)}")
        part = page_of(summary["episodes"], page)
        order = f"{column} {'DESC' if sort.startswith('-') else 'ASC'} NULLS LAST, line"
        rows = index.rows(
            f"SELECT * FROM trace WHERE {where} ORDER BY {order} "
            f"LIMIT {part.size} OFFSET {part.first}",
            values,
        )
        names = index.rows(
            "SELECT agent, count(*) AS n, avg(reward) AS reward, avg(calls) AS calls FROM trace "
            "WHERE NOT damaged GROUP BY agent ORDER BY agent"
        )
        endings = index.rows(
            "SELECT DISTINCT ending FROM trace WHERE ending IS NOT NULL ORDER BY 1"
        )
        damaged = index.rows("SELECT line FROM trace WHERE damaged ORDER BY line LIMIT 20")
        return explorer.page(
            "traces.html",
            path=index.path,
            rows=rows,
            part=part,
            summary=summary,
            agents=names,
            endings=[row["ending"] for row in endings],
            bars=bars,
            damaged=[row["line"] for row in damaged],
            share_read=index.share_read,
            query=dict(request.query_params),
            sort=sort,
        )

    @routes.get("/traces/{line}")
    def one(line: int, show: str = "") -> HTMLResponse:
        index = _index(explorer)
        trace = index.record(line)
        return explorer.page(
            "trace.html",
            episode=_episode(explorer, line, trace, with_key=show == "key"),
            others=index.rows(
                "SELECT line, agent, reward, calls FROM trace WHERE task_id = ? AND line != ? "
                "ORDER BY agent, line LIMIT 50", [trace.get("task_id"), line],
            ),
            transcript=_transcript(explorer, trace),
            show=show,
        )  # fmt: skip

    @routes.get("/traces/{line}/call/{number}")
    def reply(line: int, number: int) -> HTMLResponse:
        trace = _index(explorer).record(line)
        return explorer.page(
            "reply.html", line=line, number=number, **_reply(explorer, trace, number)
        )

    @routes.get("/compare")
    def compare(a: int, b: int) -> HTMLResponse:
        index = _index(explorer)
        episodes = [_episode(explorer, line, index.record(line), with_key=False) for line in (a, b)]
        return explorer.page("compare.html", episodes=episodes)

    return routes


def _index(explorer: Explorer) -> TraceIndex:
    if explorer.traces is None:
        raise UsageError(
            "got no file of traces; play with `fictionworld rollout DIR --traces traces.jsonl`, "
            "then start `fictionworld explore DIR --traces traces.jsonl`"
        )
    return explorer.traces


def _where(agent: str, task: str, ending: str) -> tuple[str, list[Any]]:
    """Return a condition on the table `trace`, and its values."""
    where, values = "NOT damaged", []
    for column, value in (("agent", agent), ("ending", ending)):
        if value:
            where += f" AND {column} = ?"
            values.append(value)
    if task:
        where += " AND (task_id = ? OR world_id::VARCHAR = ?)"
        values += [task, task]
    return where, values


def _histogram(index: TraceIndex, where: str, values: list[Any]) -> list[Bin]:
    rows = index.rows(
        f"SELECT least({_BINS - 1}, floor(reward * {_BINS}))::INT AS bin, count(*) AS n "
        f"FROM trace WHERE {where} AND reward IS NOT NULL GROUP BY bin",
        values,
    )
    counts = {row["bin"]: row["n"] for row in rows}
    most = max(counts.values(), default=1)
    return [
        Bin(at / _BINS, (at + 1) / _BINS, counts.get(at, 0), counts.get(at, 0) / most)
        for at in range(_BINS)
    ]


def _episode(
    explorer: Explorer, line: int, trace: dict[str, Any], *, with_key: bool
) -> dict[str, Any]:
    """Return an episode as its pages show it; what a damaged record lacks is left out."""
    dataset, note = explorer.dataset, ""
    task_id = str(trace.get("task_id"))
    if trace.get("dataset") != dataset.content_hash:
        note = "It was played in another dataset: nothing of this one is shown beside it."
    task = dataset.task(task_id) if not note else None
    trace, reward = _TRACE | trace, _REWARD | (trace.get("reward") or {})
    credit = reward.get("credit") or []
    calls = trace.get("calls") or []
    facts, urls = trace.get("facts") or [], trace.get("urls") or []
    coverage = list(accumulate(credit))
    start = (reward.get("coverage") or 0) - (coverage[-1] if coverage else 0)
    steps = [
        {
            "number": number,
            "call": _CALL | call,
            "asked": asked_of(call.get("arguments", "")),
            "facts": (facts[number - 1] if number <= len(facts) else [])[:_MOST_FACTS],
            "count": len(facts[number - 1]) if number <= len(facts) else 0,
            "urls": urls[number - 1] if number <= len(urls) else [],
            "credit": credit[number - 1] if number <= len(credit) else None,
            "coverage": start + coverage[number - 1] if number <= len(coverage) else None,
        }
        for number, call in enumerate(calls, 1)
    ]
    return {
        "line": line,
        "trace": trace,
        "task": task,
        "note": note,
        "reward": reward,
        "steps": steps,
        "plot": json.dumps([[0, *(step["number"] for step in steps)],
                            [start, *(step["coverage"] for step in steps)]]),
        "cells": _cells(dataset, task_id, trace, with_key=with_key and task is not None),
        "can_show_key": task is not None and dataset.has_keys,
        "values": _values(explorer, facts, is_own=task is not None),
    }  # fmt: skip


def _cells(
    dataset: Dataset, task_id: str, trace: dict[str, Any], *, with_key: bool
) -> dict[str, Any] | None:
    """Return the cells of the right answer by row, each with the call after which it followed."""
    seen = (trace.get("evidence") or {}).get("cells")
    if not seen:
        return None
    headers = list(dict.fromkeys(str(cell["header"]) for cell in seen))
    texts = answer_texts(dataset.key(task_id)) if with_key else []
    rows: dict[int, dict[str, Any]] = {}
    for cell in seen:
        row, header = int(cell["row"]), str(cell["header"])
        text = texts[row - 1][headers.index(header)] if row <= len(texts) else ""
        rows.setdefault(row, {})[header] = {"call": cell["call"], "text": text}
    return {"headers": headers, "rows": rows, "with_key": with_key}


def _values(explorer: Explorer, facts: list[list[str]], *, is_own: bool) -> dict[str, str]:
    """Return the values of the facts that are listed, by their ids."""
    values: dict[str, str] = {}
    for text in (str(fact) for call in facts for fact in call[:_MOST_FACTS] if is_own):
        try:
            fact = parse_fact_id(text)
            cells = explorer.handle(fact.world_id).rows.cells(fact.table, (fact.column,))
            value = cells[fact.row - 1]  # ids are 1, 2, 3...
            values[text] = "none" if value is None else str(value)
        except (FictionworldError, LookupError):
            values[text] = ""
    return values


def _reply(explorer: Explorer, trace: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the reply to a call: as the trace has it, or by making the same calls again."""
    calls = trace.get("calls") or []
    if not 1 <= number <= len(calls):
        raise UsageError(f"got call {number}; this episode has calls 1 to {len(calls)}")
    texts, call = trace.get("texts"), calls[number - 1]
    dataset, note = explorer.dataset, ""
    world_id = trace.get("world_id")
    if not texts:
        if trace.get("dataset") != dataset.content_hash:
            raise UsageError("this episode was played in another dataset, and kept no replies")
        episode = dataset.episode(
            trace["task_id"], trace["policy"], trace["controls"], trace["seed"],
            calls=trace.get("most_calls"), reply_characters=trace.get("reply_characters"),
        )  # fmt: skip
        for earlier in calls[:number]:
            text = episode.call(earlier["tool"], earlier["arguments"])
        if episode.calls[-1].sha256 != call["sha256"]:
            note = "Made again, this call brings another reply than the agent got."
    else:
        text = texts[number - 1]

    def link(address: str) -> str:
        return str(Markup('<a href="/web/{}/at?url={}">').format(world_id, address))

    return {"call": call, "note": note, "body": reply_html(text, call["kind"], link)}


def _transcript(explorer: Explorer, trace: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the messages of the transcript of a trace; None where none was kept."""
    if explorer.transcripts is None:
        return None
    names = ("agent", "task_id", "sample", "policies", "controls", "seed", "settings")
    where = " AND ".join(f"{name} IS NOT DISTINCT FROM ?" for name in names)
    values = [trace.get(name) for name in names]
    found = explorer.transcripts.rows(f"SELECT line FROM trace WHERE {where} LIMIT 1", values)
    if not found:
        return None
    messages = explorer.transcripts.record(found[0]["line"]).get("messages")
    return [_MESSAGE | message for message in messages or [] if isinstance(message, dict)]

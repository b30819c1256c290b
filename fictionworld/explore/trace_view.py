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
from fictionworld.explore.trace_record import (
    MessageRecord,
    TraceRecord,
    trace_record,
    transcript_record,
)
from fictionworld.table_views import MISSING
from fictionworld.tasks.key import answer_texts
from fictionworld.worlds.fact import parse_fact_id

_SORTS: Final = (
    "line", "agent", "task_id", "reward", "coverage", "calls", "pages", "characters", "episode_s",
)  # fmt: skip
_BINS: Final = 20
_MOST_FACTS: Final = 40
"""Facts of a call that are listed."""


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
        trace = _trace(index, line)
        transcript, problem = None, ""
        try:
            transcript = _transcript(explorer, trace)
        except UsageError as error:  # the trace is shown all the same
            problem = str(error)
        return explorer.page(
            "trace.html",
            line=line,
            **_episode(explorer, trace, show),
            others=index.rows(
                "SELECT line, agent, reward, calls FROM trace WHERE task_id = ? AND line != ? "
                "ORDER BY agent, line LIMIT 50", [trace.task_id, line],
            ),
            transcript=transcript,
            problem=problem,
        )  # fmt: skip

    @routes.get("/traces/{line}/call/{number}")
    def reply(line: int, number: int) -> HTMLResponse:
        trace = _trace(_index(explorer), line)
        return explorer.page(
            "reply.html", line=line, number=number, **_reply(explorer, trace, number)
        )

    @routes.get("/compare")
    def compare(a: int, b: int) -> HTMLResponse:
        index = _index(explorer)
        sides = [(line, _trace(index, line)) for line in (a, b)]
        return explorer.page("compare.html", sides=sides)

    return routes


def _index(explorer: Explorer) -> TraceIndex:
    if explorer.traces is None:
        raise UsageError(
            "got no file of traces; play with `fictionworld rollout DIR --traces traces.jsonl`, "
            "then start `fictionworld explore DIR --traces traces.jsonl`"
        )
    return explorer.traces


def _trace(index: TraceIndex, line: int) -> TraceRecord:
    return trace_record(index.record(line), line, index.path)


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


def _episode(explorer: Explorer, trace: TraceRecord, show: str) -> dict[str, Any]:
    """Return an episode as its pages show it; what its record lacks is left out."""
    dataset, note = explorer.dataset, ""
    if trace.dataset != dataset.content_hash:
        note = "It was played in another dataset: nothing of this one is shown beside it."
    task = dataset.task(trace.task_id) if not note else None
    can_show_key = task is not None and dataset.has_keys
    facts, urls, credit = trace.facts, trace.urls, trace.reward.credit
    coverage = list(accumulate(credit))
    start = (trace.reward.coverage or 0) - (coverage[-1] if coverage else 0)
    steps = [
        {
            "number": number,
            "call": call,
            "asked": asked_of(call.arguments),
            "facts": (facts[number - 1] if number <= len(facts) else [])[:_MOST_FACTS],
            "count": len(facts[number - 1]) if number <= len(facts) else 0,
            "urls": urls[number - 1] if number <= len(urls) else [],
            "credit": credit[number - 1] if number <= len(credit) else None,
            "coverage": start + coverage[number - 1] if number <= len(coverage) else None,
        }
        for number, call in enumerate(trace.calls, 1)
    ]
    return {
        "trace": trace,
        "task": task,
        "note": note,
        "reward": trace.reward,
        "steps": steps,
        "plot": json.dumps([[0, *(step["number"] for step in steps)],
                            [start, *(step["coverage"] for step in steps)]]),
        "cells": _cells(dataset, trace, with_key=can_show_key and show == "key"),
        "can_show_key": can_show_key and show != "key",
        "texts": {} if task is None else _texts(explorer, facts),
    }  # fmt: skip


def _cells(dataset: Dataset, trace: TraceRecord, *, with_key: bool) -> dict[str, Any] | None:
    """Return the cells of the right answer by row, each with the call after which it followed."""
    seen = trace.evidence.cells
    if not seen:
        return None
    headers = list(dict.fromkeys(cell.header for cell in seen))
    texts = answer_texts(dataset.key(trace.task_id)) if with_key else []
    rows: dict[int, dict[str, Any]] = {}
    for cell in seen:
        row = texts[cell.row - 1] if cell.row <= len(texts) else ()
        place = headers.index(cell.header)
        text = row[place] if place < len(row) else ""
        rows.setdefault(cell.row, {})[cell.header] = {"call": cell.call, "text": text}
    return {"headers": headers, "rows": rows}


def _texts(explorer: Explorer, facts: list[list[str]]) -> dict[str, str]:
    """Return the values of the facts that are listed, by their ids."""
    values: dict[str, str] = {}
    for text in (fact for call in facts for fact in call[:_MOST_FACTS]):
        try:
            fact = parse_fact_id(text)
            value = explorer.tables(fact.world_id).fact_text(fact.table, fact.row, fact.column)
            values[text] = MISSING if value is None else value
        except (FictionworldError, LookupError):
            values[text] = ""
    return values


def _reply(explorer: Explorer, trace: TraceRecord, number: int) -> dict[str, Any]:
    """Return the reply to a call: as the trace has it, or by making the same calls again."""
    if not 1 <= number <= len(trace.calls):
        raise UsageError(f"got call {number}; this episode has calls 1 to {len(trace.calls)}")
    call, dataset, note = trace.calls[number - 1], explorer.dataset, ""
    if number <= len(trace.texts):
        text = trace.texts[number - 1]
    else:
        if trace.dataset != dataset.content_hash:
            raise UsageError("this episode was played in another dataset, and kept no replies")
        episode = dataset.episode(
            trace.task_id, trace.policy or "", trace.controls or "", trace.seed or 0,
            calls=trace.most_calls, reply_characters=trace.reply_characters,
        )  # fmt: skip
        for earlier in trace.calls[:number]:
            text = episode.call(earlier.tool, earlier.arguments)
        if episode.calls[-1].sha256 != call.sha256:
            note = "Made again, this call brings another reply than the agent got."

    def link(address: str) -> str:
        return str(Markup('<a href="/web/{}/at?url={}">').format(trace.world_id, address))

    return {"call": call, "note": note, "body": reply_html(text, call.kind, link)}


def _transcript(explorer: Explorer, trace: TraceRecord) -> list[MessageRecord] | None:
    """Return the messages of the transcript of a trace; None where none was kept."""
    if explorer.transcripts is None:
        return None
    names = ("agent", "task_id", "sample", "policies", "controls", "seed", "settings")
    where = " AND ".join(f"{name} IS NOT DISTINCT FROM ?" for name in names)
    values = [getattr(trace, name) for name in names]
    found = explorer.transcripts.rows(f"SELECT line FROM trace WHERE {where} LIMIT 1", values)
    if not found:
        return None
    line, path = found[0]["line"], explorer.transcripts.path
    return transcript_record(explorer.transcripts.record(line), line, path).messages

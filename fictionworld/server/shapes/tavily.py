"""Tavily: POST `/search` with `query`, POST `/extract` with `urls`.

Its own client takes the server as `TavilyClient(api_key=KEY, api_base_url=URL)`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from fictionworld.server.player import Player
from fictionworld.server.shapes.shape import Operation, Query, ServiceRequest, Shape

_MOST_URLS = 20
_RESPONSE_TIME_S = 0.0
"""The format has this field. It is always 0, so that equal requests get equal replies."""


class TavilyQuery(ServiceRequest):
    """A search."""

    query: Query
    max_results: int = Field(default=5, ge=0, le=100)
    include_raw_content: bool | Literal["markdown", "text"] | None = False


class TavilyUrls(ServiceRequest):
    """Pages to read."""

    urls: str | list[str] = Field(max_length=20_000)


async def _search(player: Player, request: TavilyQuery) -> dict[str, Any]:
    hits = await player.search(request.query, request.max_results) if request.max_results else []
    results = []
    for hit in hits:
        raw = (await player.read_whole(hit.url)).text if request.include_raw_content else None
        results.append({
            "title": hit.title, "url": hit.url, "content": hit.snippet, "score": 1 / hit.rank,
            "raw_content": raw,
        })  # fmt: skip
    return {
        "query": request.query,
        "answer": None,
        "follow_up_questions": None,
        "images": [],
        "results": results,
        "response_time": _RESPONSE_TIME_S,
    }


async def _extract(player: Player, request: TavilyUrls) -> dict[str, Any]:
    urls = [request.urls] if isinstance(request.urls, str) else request.urls
    results, failed = [], []
    for url in urls[:_MOST_URLS]:
        page = await player.read_whole(url)
        if page.found:
            results.append({"url": url, "raw_content": page.text, "images": []})
        else:
            failed.append({"url": url, "error": page.text})
    failed += [
        {"url": url, "error": f"at most {_MOST_URLS} pages a request"} for url in urls[_MOST_URLS:]
    ]
    return {
        "results": results,
        "failed_results": failed,
        "response_time": _RESPONSE_TIME_S,
    }


SHAPE = Shape(
    "tavily",
    "Tavily: POST /search with query, POST /extract with urls",
    (
        Operation("POST", "/search", TavilyQuery, _search),
        Operation("POST", "/extract", TavilyUrls, _extract),
    ),
)

"""Serper, the Google search API: GET or POST `/search` with `q`."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from pydantic import Field

from fictionworld.server.player import Player
from fictionworld.server.shapes.shape import Operation, Query, ServiceRequest, Shape


class SerperQuery(ServiceRequest):
    """A search."""

    q: Query
    num: int = Field(default=10, ge=1, le=100)
    page: int = Field(default=1, ge=1, le=100)
    gl: str = Field(default="us", max_length=10)
    hl: str = Field(default="en", max_length=10)


async def _search(player: Player, request: SerperQuery) -> dict[str, Any]:
    # a search has ten results at most: there is no second page, and asking for it is no call
    results = await player.search(request.q, request.num) if request.page == 1 else []
    organic = [
        {
            "title": result.title,
            "link": result.url,
            "snippet": result.snippet,
            **({} if result.date is None else {"date": result.date}),
            "source": urlsplit(result.url).hostname or "",
            "position": result.rank,
        }
        for result in results
    ]
    return {
        "searchParameters": {**request.model_dump(), "type": "search", "engine": "google"},
        "organic": organic,
        "peopleAlsoAsk": [],
        "relatedSearches": [],
        "credits": 1,
    }


SHAPE = Shape(
    "serper",
    "Serper: POST or GET /search with q",
    (
        Operation("POST", "/search", SerperQuery, _search, many=True),
        Operation("GET", "/search", SerperQuery, _search),
    ),
)

"""The retriever of Search-R1, verl and SkyRL: POST `/retrieve` with `queries`, or one `query`.

Its agents only search, so a document is the page itself: the beginning of its text.
`/retrieve?contents=snippet` gives what a search result shows instead.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from fictionworld.episodes.results import Result
from fictionworld.server.player import Player
from fictionworld.server.shapes.shape import Operation, Query, ServiceRequest, Shape

_MOST_QUERIES = 256
_CUT = "\n[The page goes on.]"


class RetrieverQuery(ServiceRequest):
    """One query or several, each answered on its own."""

    queries: Annotated[list[Query], Field(max_length=_MOST_QUERIES)] | Query | None = None
    query: Query | None = None
    topk: int | None = Field(default=None, ge=1, le=100)
    return_scores: bool = False
    contents: Literal["page", "snippet"] = "page"
    characters: int = Field(default=2_000, ge=100, le=100_000)
    """The most of a page's text."""

    @model_validator(mode="after")
    def _asks(self) -> RetrieverQuery:
        if self.queries is None and self.query is None:
            raise ValueError("got neither queries nor query; give one of them")
        return self

    @property
    def texts(self) -> list[str]:
        """The queries."""
        queries = self.query or "" if self.queries is None else self.queries
        return [queries] if isinstance(queries, str) else queries


async def _retrieve(player: Player, request: RetrieverQuery) -> dict[str, Any]:
    document_lists = [await _documents(player, request, query) for query in request.texts]
    if not request.return_scores:
        return {"result": document_lists}
    scored = [
        [{"document": document, "score": 1 / rank} for rank, document in enumerate(documents, 1)]
        for documents in document_lists
    ]
    return {"result": scored}


async def _documents(player: Player, request: RetrieverQuery, query: str) -> list[dict[str, str]]:
    results = await player.search(query, request.topk or 3)
    return [await _document(player, request, result) for result in results]


async def _document(player: Player, request: RetrieverQuery, result: Result) -> dict[str, str]:
    text = result.snippet
    if request.contents == "page":
        page = await player.read(result.url)
        text = page.text
        if len(text) > request.characters or page.parts > 1:
            text = text[: request.characters] + _CUT
    return {"id": result.url, "contents": f'"{result.title}"\n{text}'}


SHAPE = Shape(
    "search-r1",
    "Search-R1's retriever: POST /retrieve with queries or query",
    (Operation("POST", "/retrieve", RetrieverQuery, _retrieve),),
)

"""All shapes, as routes: each under its own name, and together at the root.

Where several shapes have one path, as Serper and Tavily have `/search`, the fields of the request
tell which is meant.
"""

from __future__ import annotations

import functools
import operator
from collections import defaultdict
from collections.abc import Callable
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from fictionworld.server.player import Player
from fictionworld.server.shapes import jina, search_r1, serper, tavily
from fictionworld.server.shapes.shape import Operation, ServiceRequest, Shape

_MOST: Final = 100
"""Requests in a list."""

SHAPES: Final[tuple[Shape, ...]] = (search_r1.SHAPE, serper.SHAPE, jina.SHAPE, tavily.SHAPE)


def routes_of_shapes(get_player: Callable[..., Any]) -> APIRouter:
    """Return the routes; `get_player` is the dependency that returns a request's `Player`."""
    router = APIRouter()
    operations_at: dict[tuple[str, str], list[Operation]] = defaultdict(list)
    for shape in SHAPES:
        for operation in shape.operations:
            _add(router, f"/{shape.name}{operation.path}", [operation], get_player, shape.name)
            operations_at[operation.method, operation.path].append(operation)
    for (_, path), operations in operations_at.items():
        _add(router, path, operations, get_player, "agents")
    for shape in SHAPES:
        if shape.more_routes is not None:
            router.include_router(shape.more_routes(get_player))
    return router


def _list_of(request_type: Any) -> Any:  # noqa: ANN401 - a type
    return Annotated[list[request_type], Field(max_length=_MOST)]


def _add(
    router: APIRouter,
    path: str,
    operations: list[Operation],
    get_player: Callable[..., Any],
    tag: str,
) -> None:
    by_model = {operation.request: operation for operation in operations}
    types: list[Any] = [*by_model]
    types += [_list_of(operation.request) for operation in operations if operation.many]
    request_type = functools.reduce(operator.or_, types)

    async def endpoint(body: ServiceRequest | list[ServiceRequest], player: Player) -> Any:  # noqa: ANN401 - JSON
        if isinstance(body, list):
            return [await by_model[type(request)].reply(player, request) for request in body]
        return await by_model[type(body)].reply(player, body)

    method = operations[0].method
    endpoint.__annotations__ = {
        "body": Annotated[request_type, Query()] if method == "GET" else request_type,
        "player": Annotated[Player, Depends(get_player)],
        "return": dict[str, Any] | list[dict[str, Any]],
    }
    name = f"{method.lower()}{path.replace('/', '_').replace('-', '_')}"
    router.add_api_route(
        path, endpoint, methods=[method], tags=[tag], operation_id=name, summary=f"{tag}: {path}"
    )

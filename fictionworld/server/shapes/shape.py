"""What a shape is: the requests of a service that agents know, and its replies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from fictionworld.server.player import Player

Query = Annotated[str, Field(max_length=20_000)]


class ServiceRequest(BaseModel):
    """A request; fields of the service that mean nothing here are allowed, and ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


@dataclass(frozen=True, slots=True)
class Operation:
    """One request of a service."""

    method: Literal["GET", "POST"]
    path: str
    request: type[ServiceRequest]
    """The fields of its query (GET) or body (POST)."""
    reply: Callable[[Player, Any], Awaitable[Any]]
    """Given the tools and the request; what comes back is sent as JSON."""
    many: bool = False
    """Whether a list of requests is answered with a list of replies."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A service: served under its name, `/serper/search`, and at the root, `/search`."""

    name: str
    about: str
    """For people: what it is."""
    operations: tuple[Operation, ...]
    more_routes: Callable[[Callable[..., Any]], APIRouter] | None = None
    """Routes of another form, given the dependency that gives a request its `Player`."""

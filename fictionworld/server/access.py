"""Who asks, and what for: tokens of admin and trainer, keys of agents, and what these are bound to.

An agent's key says which episode or world it is for and is signed by the server, so any worker
reads it without a look-up. It comes as whatever its client calls an API key: `Authorization:
Bearer`, `X-API-KEY`, `X-Episode-Key`, `?api_key=`, a field `api_key`, or in the URL, `/e/KEY/...`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from fictionworld.errors import FictionworldError, UsageError
from fictionworld.server.settings import KEY_MARK, ServerSettings

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

Role = Literal["admin", "trainer", "agent"]
PREFIX_KEY: Final = "fictionworld.key"
PREFIX_WORLD: Final = "fictionworld.world"
"""In an ASGI scope: what stood in the URL's prefix."""
_LONGEST: Final = 2_000


class AccessError(FictionworldError):
    """A request without a right; `status` is 401 where nobody is known, 403 where it is not his."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class WorldPlay:
    """A world to look around in without an episode, and how."""

    world_id: int
    policy: str
    controls: str
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request, and what it is bound to by key, header or URL."""

    role: Role
    episode_id: str | None = None
    world: WorldPlay | None = None

    def needs(self, *roles: Role) -> None:
        """Raise unless the caller has one of these roles.

        Raises:
            AccessError: It has none of them.
        """
        if self.role not in roles:
            raise AccessError(403, f"this takes the token of {' or '.join(roles)}")

    def may_play(self, episode_id: str) -> None:
        """Raise unless the caller may use this episode.

        Raises:
            AccessError: It may not.
        """
        self.needs("agent", "trainer")
        if self.role == "agent" and self.episode_id != episode_id:
            raise AccessError(403, "this key is for another episode")


class Keys:
    """The keys that a server gives to agents."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def of_episode(self, episode_id: str) -> str:
        """Return the key of one episode."""
        return self._signed({"e": episode_id})

    def of_world(self, play: WorldPlay) -> str:
        """Return a key that searches and reads one world."""
        return self._signed({"w": [play.world_id, play.policy, play.controls, play.seed]})

    def read(self, key: str) -> Caller:
        """Return the caller that a key is for.

        Raises:
            AccessError: This server did not sign the key.
        """
        payload, _, signature = key.removeprefix(KEY_MARK).rpartition(".")
        if len(key) > _LONGEST or not _equal(signature, self._signature(payload)):
            raise AccessError(401, "this key is none of this server's")
        content: dict[str, Any] = json.loads(base64.urlsafe_b64decode(payload))
        if "e" in content:
            return Caller("agent", episode_id=content["e"])
        return Caller("agent", world=WorldPlay(*content["w"]))

    def _signed(self, content: dict[str, Any]) -> str:
        written = json.dumps(content, separators=(",", ":")).encode()
        payload = base64.urlsafe_b64encode(written).decode()
        return f"{KEY_MARK}{payload}.{self._signature(payload)}"

    def _signature(self, payload: str) -> str:
        digest = hmac.digest(self._secret, payload.encode("utf-8", "replace"), hashlib.sha256)
        return digest.hex()[:32]


def caller_of(
    request: HTTPConnection, settings: ServerSettings, keys: Keys, in_body: str | None = None
) -> Caller:
    """Return the caller who sent a request.

    Args:
        request: The request.
        settings: The server's settings, for its tokens.
        keys: The server's keys.
        in_body: The field `api_key` of the request's body, if any.

    Raises:
        AccessError: The server has tokens and none was given, or a key is wrong or for another
            episode or world than the one named.
        UsageError: The request names a world by a text that is no number.
    """
    tokens = _given(request, in_body)
    for token in tokens:
        if token.startswith(KEY_MARK):
            return _agreeing(keys.read(token), request)
    role: Role | None = "trainer" if settings.is_open else None
    for token in tokens:
        if _equal(token, settings.trainer_token):
            role = "trainer"
        elif _equal(token, settings.admin_token):
            role = "admin"
    if role is None:
        raise AccessError(
            401, "give a token: as Authorization: Bearer, X-API-KEY, or in the URL as /e/KEY/..."
        )
    world = _named_world(request)
    play = None if world is None else WorldPlay(world, settings.policy, settings.controls)
    return Caller(role, request.headers.get("x-episode-id"), play)


def _given(request: HTTPConnection, in_body: str | None) -> list[str]:
    headers = request.headers
    bearer = headers.get("authorization", "")
    candidates = (
        request.scope.get(PREFIX_KEY),
        headers.get("x-episode-key"),
        bearer[7:].strip() if bearer[:7].lower() == "bearer " else None,
        headers.get("x-api-key"),
        request.query_params.get("api_key"),
        in_body,
    )
    return [candidate for candidate in candidates if candidate]


def _equal(given: str, token: str) -> bool:
    """Return whether a text equals a token, in constant time; False for an empty token."""
    is_same = hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())
    return is_same and bool(token)


def _named_world(request: HTTPConnection) -> int | None:
    named = request.scope.get(PREFIX_WORLD) or request.headers.get("x-world-id")
    if named is None:
        return None
    if not (named.isascii() and named.isdigit() and len(named) < 10):
        raise UsageError("got a world that is no number; give its id, such as /w/17/... ")
    return int(named)


def _agreeing(caller: Caller, request: HTTPConnection) -> Caller:
    """Return the caller if the request names no other episode or world than its key."""
    episode_id, world_id = request.headers.get("x-episode-id"), _named_world(request)
    if episode_id not in {None, caller.episode_id}:
        raise AccessError(403, "this key is for another episode")
    if world_id is not None and (caller.world is None or caller.world.world_id != world_id):
        raise AccessError(403, "this key is for another world, or for an episode")
    return caller

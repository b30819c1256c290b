"""Bound what comes in before any work is done, and answer whatever goes wrong.

1. Where too many requests are pending, the answer is 503 at once, and the connection rests for
   `RETRY_AFTER_S` (`protocol.py`).
2. URL prefixes `/e/KEY/...` and `/w/WORLD/...` are taken off, and remembered.
3. A body is read whole, up to a limit of bytes and of seconds, so a slow client holds no worker.
4. The application works on a few requests at a time; the others wait in the order they came in.
5. What the application raises is logged without the request's contents, and answered with 503.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse

from fictionworld.server.access import PREFIX_KEY, PREFIX_WORLD
from fictionworld.server.settings import ServerSettings, is_loopback

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from fictionworld.server.metrics import Metrics

REFUSED: Final = "fictionworld.refused"
"""In an ASGI scope: the request was refused because too many are pending."""
RETRY_AFTER_S: Final = 3
"""About as long as a worker takes for the requests that are pending where it is full."""
_LOG: Final = logging.getLogger("fictionworld.server")
_BODY_S: Final = 30.0
_LOOK_S: Final = 0.05
_LONGEST_URL: Final = 30_000
_AT_WORK: Final = 32
"""Requests in the application at a time: their steps are what a refusal waits for in the loop."""
_ALWAYS: Final = {"/health", "/ready", "/metrics"}
"""Answered however much is pending."""
_WHILE_STOPPING: Final = {"/health", "/metrics"}
"""Answered by a server that stops; by `/ready` a balancer learns that it does."""
_PREFIXES: Final = {"e": PREFIX_KEY, "w": PREFIX_WORLD}


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return the reply with an error's text, and with 429 and 503 when to try again."""
    more = {"Retry-After": "1"} if status in {429, 503} else {}
    if status == 401:
        more["WWW-Authenticate"] = "Bearer"
    plain = detail.encode("utf-8", "replace").decode()
    return JSONResponse({"detail": plain}, status, {**more, **(headers or {})})


def failure(error: Exception) -> JSONResponse:
    """Return the reply of a server that failed; the error's message is not for the client."""
    return problem(503, f"the server failed, and not by your doing: {type(error).__name__}")


class _RefusedError(Exception):
    """A request that the application never sees."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.reply = problem(status, detail, headers)


class Gate:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        # a request that waits for a model is no work for the loop, so any number may
        slots = _AT_WORK if settings.backend == "template" else settings.most_pending
        self._slots = asyncio.Semaphore(slots)
        self._is_stopping = False
        self.pending = 0
        """Requests that were accepted and not answered yet."""

    async def drain(self, most_s: float) -> None:
        """Refuse new requests from now on; wait until the others are answered, at most `most_s`
        seconds.
        """
        self._is_stopping = True
        deadline = time.monotonic() + most_s
        while self.pending and time.monotonic() < deadline:
            await asyncio.sleep(_LOOK_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection or request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        is_counted = scope["path"] not in _ALWAYS
        status = 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if self._is_stopping:
                    message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
            await send(message)

        try:
            await self._serve(scope, receive, sent, is_counted=is_counted)
        except _RefusedError as refused:
            await refused.reply(scope, receive, sent)
        except asyncio.CancelledError:  # the server stops, and waits no longer
            if status:
                raise
            await problem(503, "the server stops; try again later")(scope, receive, sent)
        except Exception as error:  # whatever it is, the client gets an answer
            _LOG.exception("a request of %s failed", _route(scope))
            if status:
                raise
            await failure(error)(scope, receive, sent)
        finally:
            if is_counted:
                self._metrics.answered(_route(scope), status, time.perf_counter() - begun)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, *, is_counted: bool) -> None:
        if self._is_stopping and scope["path"] not in _WHILE_STOPPING:
            raise _RefusedError(503, "the server stops; try again later")
        if is_counted and self.pending >= self._settings.most_pending:
            scope[REFUSED] = True
            detail = f"{self.pending} requests are pending; try again later"
            raise _RefusedError(503, detail, {"Retry-After": str(RETRY_AFTER_S)})
        headers = dict(scope["headers"])
        self._check_origin(headers)
        _take_prefix(scope)
        if not is_counted:
            await self._app(scope, await self._with_body(scope, headers, receive), send)
            return
        self.pending += 1
        try:
            with self._metrics.pending.track_inprogress():
                receive = await self._with_body(scope, headers, receive)
                async with self._slots:
                    await self._app(scope, receive, send)
        finally:
            self.pending -= 1

    def _check_origin(self, headers: dict[bytes, bytes]) -> None:
        """Refuse requests from pages of other sites and, without tokens, for hosts that are not
        loopback.
        """
        host = headers.get(b"host", b"").decode("latin-1")
        origin = headers.get(b"origin")
        if origin is not None and _host_of(origin.decode("latin-1")) != host:
            raise _RefusedError(403, "this comes from a page of another site")
        name = host[: host.rfind("]") + 1] or host.partition(":")[0]
        if self._settings.is_open and not is_loopback(name):
            raise _RefusedError(403, "without tokens only this machine is served, by localhost")

    async def _with_body(
        self, scope: Scope, headers: dict[bytes, bytes], receive: Receive
    ) -> Receive:
        length = headers.get(b"content-length", b"0")
        if length == b"0" and b"transfer-encoding" not in headers:
            return receive
        if not length.isdigit() or int(length) > self._settings.most_body_bytes:
            raise self._too_large()
        try:
            async with asyncio.timeout(_BODY_S):
                body = await self._body(scope, receive)
        except TimeoutError:
            raise _RefusedError(408, f"the body took longer than {_BODY_S:.0f} s") from None
        if body[:1] in {b"{", b"["}:  # some clients send JSON under another name
            scope["headers"] = [
                *((name, value) for name, value in scope["headers"] if name != b"content-type"),
                (b"content-type", b"application/json"),
            ]
        given = False

        async def replayed() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        return replayed

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        body = bytearray()
        try:
            async for piece in Request(scope, receive).stream():
                body += piece
                if len(body) > self._settings.most_body_bytes:
                    raise self._too_large()
        except ClientDisconnect:
            raise _RefusedError(400, "the client went away") from None
        return bytes(body)

    def _too_large(self) -> _RefusedError:
        most = self._settings.most_body_bytes
        return _RefusedError(413, f"the body is larger than {most:,} bytes")


def _take_prefix(scope: Scope) -> None:
    """Turn `/e/KEY/mcp` into `/mcp`, and store the key in the scope."""
    path, raw = scope["path"], scope.get("raw_path") or scope["path"].encode()
    if len(raw) + len(scope["query_string"]) > _LONGEST_URL:
        raise _RefusedError(414, f"the URL is longer than {_LONGEST_URL:,} characters")
    for letter, scope_key in _PREFIXES.items():
        if path.startswith(f"/{letter}/"):
            prefix_value, _, rest = path[3:].partition("/")
            scope[scope_key] = prefix_value
            scope["path"] = f"/{rest}"
            scope["raw_path"] = b"/" + raw[3:].partition(b"/")[2]
            return


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def _route(scope: Scope) -> str:
    """Return the route by its pattern, never by a text that a client wrote."""
    return str(getattr(scope.get("route"), "path", "none"))

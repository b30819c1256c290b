"""Before any work is done: what comes in is bounded, and whatever goes wrong ends in an answer.

1. URL prefixes `/e/KEY/...` and `/w/WORLD/...` are taken off, and remembered.
2. Where too many are pending, or would wait for long (`admission.py`), the answer is 503 at once.
3. A body is read whole, up to a limit of bytes and of seconds, so a slow client holds no worker.
4. The application works on a few requests at a time; the others wait in the order they came in.
5. What the application raises is logged without the request's contents, and answered with 503.

A refused request's connection serves the next one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.responses import JSONResponse

from fictionworld.server.access import PREFIX_KEY, PREFIX_WORLD
from fictionworld.server.admission import Admission
from fictionworld.server.settings import ServerSettings, is_loopback

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from fictionworld.server.metrics import Metrics

_LOG: Final = logging.getLogger("fictionworld.server")
_BODY_S: Final = 30.0
_LOOK_S: Final = 0.05
_LONGEST_URL: Final = 30_000
_AT_WORK: Final = 32
"""Requests in the application at a time: their steps are what a refusal waits for in the loop."""
_ALWAYS: Final = {"/health", "/ready", "/metrics"}
"""Answered however much is pending."""
_LET_IN: Final = "fictionworld.let_in"
_PREFIXES: Final = {"e": PREFIX_KEY, "w": PREFIX_WORLD}


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """The reply that says what is wrong, and with 429 and 503 when to try again."""
    more = {"Retry-After": "1"} if status in {429, 503} else {}
    if status == 401:
        more["WWW-Authenticate"] = "Bearer"
    plain = detail.encode("utf-8", "replace").decode()
    return JSONResponse({"detail": plain}, status, {**more, **(headers or {})})


def failure(error: Exception) -> JSONResponse:
    """The reply where the server failed; what the error says is not the client's business."""
    return problem(503, f"the server failed, and not by your doing: {type(error).__name__}")


class _RefusedError(Exception):
    """A request that the application never sees."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class Gate:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        # who waits for a model is no work for the loop, so any number may
        slots = _AT_WORK if settings.backend == "template" else settings.most_pending
        self._slots = asyncio.Semaphore(slots)
        self._admission = Admission(slots, settings.most_pending, settings.most_wait_s)
        self._is_stopping = False

    async def drain(self, most_s: float) -> None:
        """Refuse new requests from now on; wait until the others are answered, at most so long."""
        self._is_stopping = True
        until = time.monotonic() + most_s
        while self.pending and time.monotonic() < until:
            await asyncio.sleep(_LOOK_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection or request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if self._is_stopping:
                    message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
            await send(message)

        is_counted = scope["path"] not in _ALWAYS
        is_let_in = scope.pop(_LET_IN, False)
        self._admission.coming -= is_let_in
        try:
            is_told = is_counted or scope["path"] == "/ready"  # a balancer looks elsewhere then
            if (is_told and self._is_stopping) or (is_counted and not is_let_in):
                self._refuse_if_full()
            await self._serve(scope, receive, sent, is_counted=is_counted)
        except _RefusedError as refused:
            await problem(refused.status, str(refused))(scope, receive, sent)
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
        headers = dict(scope["headers"])
        self._check_origin(headers)
        _take_prefix(scope)
        self._admission.pending += is_counted
        try:
            self._metrics.pending(self.pending)
            receive = await self._with_body(scope, headers, receive)
            if not is_counted:
                await self._app(scope, receive, send)
                return
            async with self._slot():
                await self._app(scope, receive, send)
        finally:
            self._admission.pending -= is_counted
            self._metrics.pending(self.pending)

    def refusal(self, path: str) -> str | None:
        """Why a request would be refused as it comes in now; None if it is not.

        For who can answer 503 before there is a task for the request (`protocol.py`).
        """
        if self._is_stopping:  # who stops closes connections, too
            return None
        detail = self._admission.refusal()
        return None if path in _ALWAYS else detail

    def refused(self) -> None:
        """A request was answered 503 before there was a task for it."""
        self._metrics.refused()

    def let_in(self, scope: Scope) -> None:
        """A request was not refused, and is about to get a task."""
        scope[_LET_IN] = True
        self._admission.coming += 1

    def _refuse_if_full(self) -> None:
        if self._is_stopping:
            raise _RefusedError(503, "the server stops; try again later")
        detail = self._admission.refusal()
        if detail is not None:
            raise _RefusedError(503, detail)

    @property
    def pending(self) -> int:
        """Requests that were accepted and not answered yet."""
        return self._admission.pending

    @asynccontextmanager
    async def _slot(self) -> AsyncIterator[None]:
        mark = self._admission.wait()
        try:
            await self._slots.acquire()
        finally:
            self._admission.leave(mark)
        self._admission.begin()
        try:
            yield
        finally:
            self._admission.end()
            self._slots.release()

    def _check_origin(self, headers: dict[bytes, bytes]) -> None:
        """No other site's page may ask through a browser of this machine."""
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
                body = await self._body(receive)
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

    async def _body(self, receive: Receive) -> bytes:
        pieces, size = [], 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _RefusedError(400, "the client went away")
            pieces.append(message.get("body", b""))
            size += len(pieces[-1])
            if size > self._settings.most_body_bytes:
                raise self._too_large()
            if not message.get("more_body"):
                return b"".join(pieces)

    def _too_large(self) -> _RefusedError:
        most = self._settings.most_body_bytes
        return _RefusedError(413, f"the body is larger than {most:,} bytes")


def _take_prefix(scope: Scope) -> None:
    """`/e/KEY/mcp` becomes `/mcp`, and the key is kept."""
    path, raw = scope["path"], scope.get("raw_path") or scope["path"].encode()
    if len(raw) + len(scope["query_string"]) > _LONGEST_URL:
        raise _RefusedError(414, f"the URL is longer than {_LONGEST_URL:,} characters")
    for letter, kept in _PREFIXES.items():
        if path.startswith(f"/{letter}/"):
            named, _, rest = path[3:].partition("/")
            scope[kept] = named
            scope["path"] = f"/{rest}"
            scope["raw_path"] = b"/" + raw[3:].partition(b"/")[2]
            return


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def _route(scope: Scope) -> str:
    """The route by its pattern; never what a client wrote."""
    return str(getattr(scope.get("route"), "path", "none"))

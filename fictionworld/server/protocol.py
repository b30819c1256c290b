"""HTTP/1.1 as uvicorn speaks it, except for the two replies that the application has no part in.

A request that is not HTTP gets 400 in the form of all other errors. Where the gate is full, 503 is
written as soon as the request's head is read: no task, no application. In an overload that reply is
sent thousands of times a second, and what it costs is taken from the requests being answered.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fictionworld.server.gate import Gate

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

__all__ = ["EdgeProtocol"]


class EdgeProtocol(HttpToolsProtocol):
    """One connection."""

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong, and close: where the next request begins cannot be told."""
        self.transport.write(self._reply(400, msg, b"connection: close"))
        self.transport.close()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        # uvicorn's own: were it renamed, the gate would refuse, later
        detail = app.refusal(cycle.scope["path"]) if isinstance(app, Gate) else None
        is_simple = cycle.keep_alive and not (
            self.pipeline or cycle.waiting_for_100_continue or self.flow.write_paused
        )
        if detail is None or not is_simple:
            super()._start_asgi_task(cycle, app)
            return
        self.transport.write(self._reply(503, detail, b"retry-after: 1"))
        cycle.response_started = cycle.response_complete = True  # its body is read, and dropped
        cycle.on_response()

    def _reply(self, status: int, detail: str, more: bytes) -> bytes:
        body = json.dumps({"detail": detail}).encode()
        head = [b"HTTP/1.1 %d %b" % (status, HTTPStatus(status).phrase.encode())]
        head += [b"%b: %b" % header for header in self.server_state.default_headers]
        head += [more, b"content-type: application/json", b"content-length: %d" % len(body)]
        return b"\r\n".join([*head, b"", body])

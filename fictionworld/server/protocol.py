"""HTTP/1.1 as uvicorn speaks it, with two bounds on each connection, and errors as JSON.

A request has to end within a minute. A connection whose request was refused for too many that are
pending is not read from until `Retry-After` has passed: a client that waits so long notices
nothing, and one that does not can cost the server no more than a refusal every few seconds. What it
sends meanwhile stays in the system's buffers, where it costs nothing. In an overload of ten times
what a server can answer, refusals without that pause take most of its processor time, however cheap
each is.
"""

from __future__ import annotations

import json
from asyncio import TimerHandle, Transport
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fictionworld.server.gate import REFUSED, RETRY_AFTER_S

_REQUEST_S: Final = 60.0
"""From a connection, or the first byte of a later request, to the request's last byte; the gate
gives a body less, and answers."""


class EdgeProtocol(HttpToolsProtocol):
    """One connection to a `Gate`."""

    _resting: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as uvicorn
        """Expect a request: a client that sends none would occupy a descriptor that others need."""
        super().connection_made(transport)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all timers: the client has gone, or was disconnected."""
        self._overdue.cancel()
        self._end_rest()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._overdue = self.loop.call_later(_REQUEST_S, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
        else:  # the reply to what came before
            self._await_request()

    def send_400_response(self, msg: str) -> None:
        """Send the error and close: it is unknown where the next request begins."""
        body = json.dumps({"detail": msg}).encode()
        lines = [
            b"HTTP/1.1 400 Bad Request",
            *(b"%b: %b" % header for header in self.server_state.default_headers),
            b"connection: close",
            b"content-type: application/json",
            b"content-length: %d" % len(body),
        ]
        self.transport.write(b"\r\n".join([*lines, b"", body]))
        self.transport.close()

    def on_message_begin(self) -> None:
        """Start the timer of a request whose first byte has come."""
        self._overdue.cancel()
        self._await_request()
        super().on_message_begin()

    def on_message_complete(self) -> None:
        """Stop the timer of a request that is complete."""
        self._overdue.cancel()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Stop reading from the connection for a while if its request was refused."""
        is_refused = REFUSED in self.cycle.scope
        super().on_response_complete()
        if is_refused and not self.transport.is_closing():
            self._end_rest()
            self.flow.pause_reading()
            self._resting = self.loop.call_later(RETRY_AFTER_S, self.flow.resume_reading)

    def _end_rest(self) -> None:
        if self._resting is not None:
            self._resting.cancel()

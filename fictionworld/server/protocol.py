"""HTTP/1.1 as uvicorn speaks it, except for the two replies that the application has no part in.

A request that is not HTTP gets 400 in the form of all other errors. Where the gate is full, 503 is
written at once: no task, no application, and where a request comes in one piece, as most do, no
parser. In an overload that reply is sent thousands of times a second, and what it costs is taken
from the requests being answered.
"""

from __future__ import annotations

import json
from asyncio import Transport
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

    from fictionworld.server.gate import Gate

_LENGTH: Final = b"\r\ncontent-length: "
_UNUSUAL: Final = (b"\ntransfer-encoding", b"\nexpect", b"\nupgrade", b"\nconnection")
"""Headers by which a request may end elsewhere, or asks for more than a reply."""
_KEPT: Final = b"\r\nconnection: keep-alive\r\n"
_REQUEST_S: Final = 60.0
"""From a connection, or the first byte of a later request, to the request's last byte; the gate
gives a body less, and answers."""


class EdgeProtocol(HttpToolsProtocol):
    """One connection to a `Gate`."""

    _is_between = True
    """Whether the parser waits for a request to begin."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as uvicorn
        """A client is there: it has to ask for something, or others could not connect some day."""
        super().connection_made(transport)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone, or was sent away."""
        self._overdue.cancel()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._overdue = self.loop.call_later(_REQUEST_S, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
        else:  # the reply to what came before
            self._await_request()

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong, and close: nobody knows where the next request begins."""
        self.transport.write(self._reply(400, msg, b"connection: close"))
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Refuse a whole request without parsing it; else as uvicorn does."""
        gate: Gate = self.config.loaded_app
        is_idle = self._is_between and (self.cycle is None or self.cycle.response_complete)
        if is_idle and not self.flow.write_paused:
            detail = gate.refusal("")
            path = _path_of(data) if detail else None
            detail = gate.refusal(path) if path else None
            if detail is not None:
                self._overdue.cancel()
                self._refuse(gate, detail)
                self.on_response_complete()
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """The parser has met the first byte of a request."""
        self._is_between = False
        self._overdue.cancel()
        self._await_request()
        super().on_message_begin()

    def on_message_complete(self) -> None:
        """The parser has met the last byte of a request."""
        self._is_between = True
        self._overdue.cancel()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        # uvicorn's own: were it renamed, the gate would refuse, later
        gate: Gate = self.config.loaded_app
        detail = gate.refusal(cycle.scope["path"])
        if detail is None:
            gate.let_in(cast("dict[str, Any]", cycle.scope))
        is_simple = cycle.keep_alive and not (
            self.pipeline or cycle.waiting_for_100_continue or self.flow.write_paused
        )
        if detail is None or not is_simple:
            super()._start_asgi_task(cycle, app)
            return
        self._refuse(gate, detail)
        cycle.response_started = cycle.response_complete = True  # its body is read, and dropped
        cycle.on_response()

    def _refuse(self, gate: Gate, detail: str) -> None:
        self.transport.write(self._reply(503, detail, b"retry-after: 1"))
        gate.refused()

    def _reply(self, status: int, detail: str, more: bytes) -> bytes:
        first, rest = _written(status, detail, more)
        headers = b"".join([b"%b: %b\r\n" % one for one in self.server_state.default_headers])
        return b"".join([first, headers, rest])


@lru_cache(64)
def _written(status: int, detail: str, more: bytes) -> tuple[bytes, bytes]:
    """A reply before and behind the headers that all replies have."""
    body = json.dumps({"detail": detail}).encode()
    first = b"HTTP/1.1 %d %b\r\n" % (status, HTTPStatus(status).phrase.encode())
    about = b"content-type: application/json\r\ncontent-length: %d" % len(body)
    return first, b"\r\n".join([more, about, b"", body])


def _path_of(data: bytes) -> str | None:
    """The path of a request if this is one as a whole and nothing else; None where in doubt."""
    head, end, body = data.partition(b"\r\n\r\n")
    first, _, rest = head.partition(b"\r\n")
    lines = b"\r\n%b\r\n" % rest.lower().replace(_KEPT[2:], b"")
    length = b"0"
    if _LENGTH[2:-1] in lines:
        length = lines.partition(_LENGTH)[2].partition(b"\r\n")[0]
    is_usual = lines.count(_LENGTH[2:-1]) <= 1 and not any(one in lines for one in _UNUSUAL)
    if not (end and is_usual and length.isdigit() and int(length) == len(body)):
        return None
    words = first.split(b" ")
    is_http = len(words) == 3 and words[2] == b"HTTP/1.1" and head.count(b"\n") == head.count(b"\r")
    return words[1].partition(b"?")[0].decode("latin-1") if is_http else None

"""Requests to a model's server, with limits that hold whatever the server does.

Each request has a deadline over all its tries, slow bodies and endless ones included, and a reply
a limit in bytes. What may pass is tried again, later each time, and no sooner than the server asks.
Redirects are refused: the key goes to the host that was named, and to no other. Whatever comes
back is a `ChatReply` or a `ChatError` that says why there is none.

The connections are httpx's. The client of the `openai` package stands on httpx too, but its
deadlines hold for each read only, it has no limit in bytes, and it follows redirects.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import os
import random
import re
import time
import weakref
from collections.abc import Mapping
from concurrent.futures import wait
from datetime import UTC
from email.utils import parsedate_to_datetime
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final

from fictionworld.chat.endpoint import Endpoint, without_credentials
from fictionworld.chat.reply import ChatReply, ReplyError, read_reply
from fictionworld.chat.server_errors import is_context_full, is_quota_spent
from fictionworld.errors import FictionworldError

if TYPE_CHECKING:
    import httpx

_TRANSIENT: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Statuses after which another try may succeed."""
_REFUSALS: Final = frozenset({401, 403, 404, 405})
"""Statuses that every further request will get too."""
_OF_THE_REQUEST: Final = frozenset({400, 413, 422})
"""Statuses by which a server refuses one request, and may answer another."""
_CONNECT_S: Final = 20.0
_LONGEST_PAUSE_S: Final = 60.0
_LONGEST_ASKED_S: Final = 120.0
"""That a server may ask us to wait."""
_TURN_S: Final = 0.25
_MOST_OF_AN_ERROR: Final = 4_000
"""Bytes read of the body that comes with a status other than 200."""

# at DEBUG httpcore logs heads as they came, and a server may have put the key there
logging.getLogger("httpcore.http11").addFilter(
    lambda record: not re.match(r"receive_response\w+\.(complete|failed) ", record.getMessage())
)


class ChatError(FictionworldError, RuntimeError):
    """There is no usable reply to a request; the message says why."""


class ChatRefusedError(ChatError):
    """The server refuses, and would refuse every further request: a wrong key, address, model."""


class ChatQuotaError(ChatRefusedError):
    """No quota or money is left at the server."""


class ChatRequestError(ChatError):
    """The server refuses this request (HTTP 400, 413, 422), and may answer others."""


class ChatContextError(ChatError):
    """The conversation is longer than the model's context: no other try would change that."""


class ChatUnreachableError(ChatError):
    """Nobody is there: no connection can be made."""


class _TransientError(Exception):
    """A try failed in a way that may pass."""

    def __init__(self, why: str, wait_s: float | None = None, *, reached: bool = True) -> None:
        super().__init__(why)
        self.wait_s = wait_s
        """What the server asked for."""
        self.reached = reached
        """A connection was made."""


class ChatClient:
    """Asks one server; many requests at a time. Use it within one event loop, and close it."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._http: httpx.AsyncClient | None = None
        self._room = asyncio.Semaphore(endpoint.at_once)
        self._reached = False
        """When it was last tried. Where nobody was there, the next request is tried once."""

    async def complete(self, body: Mapping[str, Any], within_s: float = math.inf) -> ChatReply:
        """Return the reply to a request.

        Args:
            body: The body of `POST /chat/completions`.
            within_s: Seconds left for the reply, if fewer than the endpoint's deadline.

        Raises:
            ChatRefusedError: The server refuses this and every further request.
            ChatUnreachableError: No connection can be made.
            ChatError: There is no usable reply.
        """
        if self._http is None:
            self._http = _connections(self.endpoint)
        deadline_s = max(0.0, min(self.endpoint.deadline_s, within_s))
        failures: list[str] = []
        async with self._room:
            try:
                async with asyncio.timeout(deadline_s):
                    return await self._tried(json.dumps(body).encode(), failures)
            except TimeoutError:
                tail = f"; {_tries(len(failures))} before that: {failures[-1]}" if failures else ""
                raise ChatError(
                    f"{self.endpoint.base_url} gave no answer within {deadline_s:g} s{tail}"
                ) from None

    async def aclose(self) -> None:
        """Close all connections; the next request opens new ones."""
        if self._http is not None:
            http, self._http = self._http, None
            await http.aclose()

    async def _tried(self, content: bytes, failures: list[str]) -> ChatReply:
        endpoint = self.endpoint
        while True:
            try:
                return await self._attempt(content)
            except _TransientError as error:
                failures.append(str(error))
                again = len(failures) < endpoint.tries and (error.reached or self._reached)
                if not again:
                    self._reached = error.reached
                    raise (ChatError if error.reached else ChatUnreachableError)(
                        f"{endpoint.base_url} gave no answer in {_tries(len(failures))}; the last: "
                        f"{error}"
                    ) from None
                await asyncio.sleep(_pause_s(endpoint.pause_s, len(failures), error.wait_s))

    async def _attempt(self, content: bytes) -> ChatReply:
        import httpx  # noqa: PLC0415 - slow, and most commands ask no server

        endpoint = self.endpoint
        try:
            async with asyncio.timeout(endpoint.try_s):
                status, headers, body = await self._exchange(content)
        except TimeoutError:
            raise _TransientError(f"no whole answer within {endpoint.try_s:g} s") from None
        except _TransientError:
            raise
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            detail = endpoint.quoted(str(error)) or f"no connection within {_CONNECT_S:g} s"
            raise _TransientError(f"not reached: {detail}", reached=False) from None
        except Exception as error:  # whatever a server makes the library raise
            detail = endpoint.quoted(f"{type(error).__name__}: {error}").removesuffix(": ")
            raise _TransientError(f"the connection broke: {detail}") from None
        self._reached = True
        if status != 200:
            raise self._failure(status, headers, body)
        try:
            reply = read_reply(body, endpoint.without_key)
        except ReplyError as error:
            lasting = self._lasting_failure(status, body) if _is_error(body) else None
            raise lasting or _TransientError(
                f"the reply is no chat completion ({error}); it begins "
                f"{endpoint.quoted(body[:200].decode('utf-8', 'replace'), 80)!r}"
            ) from None
        if reply.finish == "aborted":
            raise _TransientError(
                f"the server broke the generation off (finish_reason "
                f"{endpoint.quoted(reply.finish_reason, 40)!r})"
            )
        return reply

    async def _exchange(self, content: bytes) -> tuple[int, httpx.Headers, bytes]:
        """Return status, headers and body; the body of an error is cut where it is long."""
        endpoint = self.endpoint
        most = endpoint.most_bytes
        assert self._http is not None
        async with self._http.stream("POST", endpoint.address, content=content) as reply:
            if reply.headers.get("Content-Encoding", "identity").lower() != "identity":
                raise _TransientError("the reply is compressed, and no such was asked for")
            body = bytearray()
            async for piece in reply.aiter_raw():
                body += piece
                if reply.status_code != 200 and len(body) > _MOST_OF_AN_ERROR:
                    break
                if len(body) > most:
                    raise _TransientError(f"the reply is longer than {most:,} bytes")
            return reply.status_code, reply.headers, bytes(body)

    def _failure(
        self, status: int, headers: httpx.Headers, body: bytes
    ) -> _TransientError | ChatError:
        """Return the error of a status other than 200."""
        endpoint = self.endpoint
        shown = f"HTTP {status}: {endpoint.quoted(body.decode('utf-8', 'replace'))}"
        lasting = self._lasting_failure(status, body)
        if lasting is not None:
            return lasting
        if status in _TRANSIENT:
            return _TransientError(shown, _asked_s(headers.get("Retry-After", "")))
        if 300 <= status < 400:
            target = endpoint.quoted(without_credentials(headers.get("Location", "nowhere")))
            return ChatRefusedError(
                f"{endpoint.base_url} redirects (HTTP {status}) to {target}; redirects are not "
                "followed, so that the key goes to no other host: give the final address with "
                "--base-url"
            )
        if status in _REFUSALS:
            return ChatRefusedError(f"{endpoint.base_url} refuses requests: {shown}")
        kind = ChatRequestError if status in _OF_THE_REQUEST else ChatError
        return kind(f"{endpoint.base_url}: {shown}")

    def _lasting_failure(self, status: int, body: bytes) -> ChatError | None:
        """Return the error of a reply that no other try would change; None where one might."""
        text = body[:_MOST_OF_AN_ERROR].decode("utf-8", "replace")
        shown = f"HTTP {status}: {self.endpoint.quoted(text)}"
        if is_quota_spent(status, text):
            return ChatQuotaError(
                f"{self.endpoint.base_url} has no quota left for this key: {shown}; add to it, or "
                "give another key in OPENAI_API_KEY"
            )
        if is_context_full(status, text):
            return ChatContextError(f"the conversation is longer than the context: {shown}")
        return None


def _is_error(body: bytes) -> bool:
    """Return whether a body tells of an error, as some servers send with status 200."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and "error" in value and "choices" not in value


def _connections(endpoint: Endpoint) -> httpx.AsyncClient:
    import httpx  # noqa: PLC0415 - as in `_attempt`

    key = {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    return httpx.AsyncClient(
        timeout=httpx.Timeout(None, connect=_CONNECT_S),  # the deadline of a try holds for all
        limits=httpx.Limits(max_connections=None, max_keepalive_connections=endpoint.at_once),
        follow_redirects=False,
        # what is not compressed is not larger than it looks
        headers={"Content-Type": "application/json", "Accept-Encoding": "identity"} | key,
    )


class BlockingChatClient:
    """A `ChatClient` for threads, which share one event loop on a thread of its own.

    It pickles as its endpoint; a forked child makes another.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._client = ChatClient(endpoint)
        weakref.finalize(self, _close, self._client).atexit = False

    def complete(self, body: Mapping[str, Any], within_s: float = math.inf) -> ChatReply:
        """Do as `ChatClient.complete`; Ctrl-C ends the wait, and the request with it."""
        request = self._client.complete(body, within_s)
        future = asyncio.run_coroutine_threadsafe(request, _loop_of_this_process())
        try:
            # in short waits: a signal may not interrupt one without a timeout
            while not wait([future], _TURN_S).done:
                pass
        except BaseException:
            future.cancel()
            raise
        return future.result()

    def __reduce__(self) -> tuple[type[BlockingChatClient], tuple[Endpoint]]:
        return BlockingChatClient, (self.endpoint,)


_loops: dict[int, asyncio.AbstractEventLoop] = {}
_loops_lock = Lock()


def _loop_of_this_process() -> asyncio.AbstractEventLoop:
    """Return a running event loop, started at first use; a forked child starts its own."""
    with _loops_lock:
        if os.getpid() not in _loops:
            loop = _loops[os.getpid()] = asyncio.new_event_loop()
            Thread(target=loop.run_forever, name="chat", daemon=True).start()
        return _loops[os.getpid()]


def _close(client: ChatClient) -> None:
    asyncio.run_coroutine_threadsafe(client.aclose(), _loop_of_this_process())


def _tries(number: int) -> str:
    return "1 try" if number == 1 else f"{number} tries"


def _pause_s(first_s: float, number: int, asked_s: float | None) -> float:
    """Return the seconds before the next try: as the server asks, or else doubled each time."""
    if asked_s is not None:
        return asked_s
    # random, so that many requests do not come back at once
    spread = 0.5 + random.random()  # noqa: S311 - no secret
    return min(_LONGEST_PAUSE_S, first_s * 2.0 ** (number - 1)) * spread


def _asked_s(retry_after: str) -> float | None:
    """Return the seconds that `Retry-After` asks for, by number or date; None if it has neither."""
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{0,9})?", retry_after):
        return min(float(retry_after), _LONGEST_ASKED_S)
    try:
        retry_at = parsedate_to_datetime(retry_after)
        left_s = retry_at.replace(tzinfo=retry_at.tzinfo or UTC).timestamp() - time.time()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return min(max(0.0, left_s), _LONGEST_ASKED_S)

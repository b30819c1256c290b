"""The client of `fictionworld bench serve`, run as a process of its own: `python -m` and a plan.

Requests are sent at their times, whether or not those before them were answered: a server that
stalls cannot hide it. Connections are opened one after another and kept: thousands at once
overflow the system's queue, and it tries again only after 1, 3, 7 or 15 seconds. The client speaks
just enough HTTP/1.1 to cost the machine less than what it measures. In an overload it is late
itself: how soon a request is refused is measured by another process, which asks 20 times a second.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import count
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

_TIMEOUT_S = 60.0
_CONNECTIONS = 2048
_PROBES_PER_S = 20.0
_LENGTH = re.compile(rb"(?i)\r\ncontent-length: (\d+)")

CLIENT = (sys.executable, "-m", "fictionworld.bench.http_client")
"""The command that runs this client."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """What is asked of a server, and how long."""

    url: str
    task_ids: tuple[str, ...]
    """One of each world."""
    live: int = 1024
    """Episodes at a time."""
    per_s: float = 200.0
    seconds: float = 300.0
    burst: int = 512
    overload_s: float = 20.0
    overload: float = 10.0
    """Times the peak."""


@dataclass(slots=True)
class Phase:
    """What became of the requests of one phase."""

    name: str
    seconds: float = 0.0
    processor_s: float = 0.0
    """Of the client."""
    server_s: float = 0.0
    """Processor seconds of the server, noted by who started it."""
    statuses: dict[str, int] = field(default_factory=dict)
    """How many replies of each status, or errors of each name where there was no reply."""
    times: dict[str, list[float]] = field(default_factory=dict)
    """By status, the seconds until each reply."""
    late: list[float] = field(default_factory=list)
    """The seconds that each request waited in the client for a free connection."""
    until: float = float("inf")
    """On the clock of `time.perf_counter`: what has no free connection by then is not sent."""
    unsent: int = 0

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Time all requests that are sent within the block."""
        begun, before = time.perf_counter(), time.process_time()
        yield
        self.seconds = time.perf_counter() - begun
        self.processor_s = time.process_time() - before

    def note(self, status: str, seconds: float) -> None:
        """Count one reply or error by its status, with its seconds."""
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.times.setdefault(status, []).append(seconds)


class _Connection(asyncio.Protocol):
    """One connection, for one request at a time."""

    def __init__(self) -> None:
        self._got = b""
        self._reply: asyncio.Future[tuple[str, bytes]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    @property
    def is_open(self) -> bool:
        """Return whether neither side has closed it, as servers do after a minute's silence."""
        return not self._transport.is_closing()

    async def ask(self, sent: bytes) -> tuple[str, bytes]:
        """Send a request, and return status and content of the reply."""
        loop = asyncio.get_running_loop()
        self._got, self._reply = b"", loop.create_future()
        self._transport.write(sent)
        limit = loop.call_later(_TIMEOUT_S, self._fail, TimeoutError())
        try:
            return await self._reply
        finally:
            limit.cancel()

    def data_received(self, data: bytes) -> None:
        self._got += data
        head, ended, content = self._got.partition(b"\r\n\r\n")
        length = _LENGTH.search(head) if ended else None
        if length and len(content) >= int(length[1]) and self._reply and not self._reply.done():
            self._reply.set_result((head[9:12].decode(), content))

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(exc or ConnectionResetError())

    def _fail(self, error: Exception) -> None:
        if self._reply and not self._reply.done():
            self._reply.set_exception(error)

    def close(self) -> None:
        self._transport.close()


class _Connections:
    """Kept connections; a request takes the one that is free for longest, or opens one.

    So all workers of a server get requests, and a connection that was refused rests.
    """

    def __init__(self, url: str) -> None:
        address = urlsplit(url)
        self._host, self._port = str(address.hostname), address.port or 80
        self._free: deque[_Connection] = deque()
        self._opening = asyncio.Lock()
        self.slots = asyncio.Semaphore(_CONNECTIONS)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[str, bytes, float]:  # noqa: ANN401 - JSON
        """Send a request; return status and content of the reply, and its seconds.

        The status is the error's name where there is no reply.
        """
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        connection, begun = None, time.perf_counter()
        try:
            connection = await self._connection()
            begun = time.perf_counter()
            status, reply = await connection.ask(head.encode() + content)
        except OSError as error:  # timeouts are, too
            if connection is not None:
                connection.close()
            return type(error).__name__, b"", time.perf_counter() - begun
        self._free.append(connection)
        return status, reply, time.perf_counter() - begun

    async def _connection(self) -> _Connection:
        while self._free:
            if (connection := self._free.popleft()).is_open:
                return connection
        async with self._opening:
            loop = asyncio.get_running_loop()
            return (await loop.create_connection(_Connection, self._host, self._port))[1]

    def close(self) -> None:
        """Close the connections that are free."""
        for connection in self._free:
            connection.close()


class _Load:
    """The phases, one after another, on the same episodes."""

    def __init__(self, plan: LoadPlan) -> None:
        self._plan = plan
        self._http = _Connections(plan.url)
        self._episodes: list[str] = []
        self._urls: dict[str, list[str]] = {}

    async def run(self) -> AsyncIterator[Phase]:
        """Run the phases one after another, and yield each as soon as it has ended."""
        plan = self._plan
        each = -(-plan.live // len(plan.task_ids))
        tasks = (plan.task_ids * each)[: plan.live]
        created, cold, warm = Phase("created"), Phase("cold"), Phase("learned")
        await self._at_rate(created, plan.per_s, (partial(self._create, created, t) for t in tasks))
        yield created
        first, rest = self._episodes[: len(plan.task_ids)], self._episodes[len(plan.task_ids) :]
        await self._at_rate(cold, plan.per_s, (partial(self._search, cold, e) for e in first))
        yield cold
        await self._at_rate(warm, plan.per_s, (partial(self._search, warm, e) for e in rest))
        yield warm
        burst = Phase("burst")
        await self._at_rate(burst, None, self._calls(burst, plan.burst))
        yield burst
        warm = Phase("warm")
        await self._at_rate(warm, plan.per_s, self._calls(warm, int(plan.per_s * plan.seconds)))
        yield warm
        peak = await self._peak()
        yield peak
        over = Phase("overload")
        rate = plan.overload * (peak.statuses.get("200", 0) / peak.seconds)
        probing = await asyncio.create_subprocess_exec(
            *CLIENT, json.dumps({"probe": self._episodes[0], "url": plan.url}),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert probing.stdout is not None
        await probing.stdout.readline()  # it has begun
        over.until = time.perf_counter() + plan.overload_s
        await self._at_rate(over, rate, self._calls(over, int(rate * plan.overload_s)))
        yield over
        probes, _ = await probing.communicate(b"")  # which closes its stdin
        yield Phase(**json.loads(probes))

    async def _peak(self) -> Phase:
        """Send calls as fast as 64 clients get replies, for `overload_s` seconds."""
        phase = Phase("peak")
        until = time.perf_counter() + self._plan.overload_s
        calls = self._calls(phase, 10**9)

        async def client() -> None:
            while time.perf_counter() < until:
                await next(calls)()

        with phase.timed():
            await asyncio.gather(*(client() for _ in range(64)))
        return phase

    async def _at_rate(
        self, phase: Phase, per_s: float | None, work: Iterator[Callable[[], Awaitable[Any]]]
    ) -> None:
        """Begin each piece of work at its time, or all at once if `per_s` is None."""
        begun, running = time.perf_counter(), []
        with phase.timed():
            for n, begin_work in enumerate(work):
                if per_s is not None:
                    wait = begun + n / per_s - time.perf_counter()
                    if wait > 0 or n % 64 == 0:
                        await asyncio.sleep(max(0.0, wait))
                running.append(asyncio.ensure_future(begin_work()))
            await asyncio.gather(*running)

    def _calls(self, phase: Phase, n: int) -> Iterator[Callable[[], Awaitable[Any]]]:
        """Yield one search for every three pages read, each in another episode than the last."""
        for number, episode in zip(count(), self._around(), strict=False):
            if number >= n:
                return
            urls = self._urls.get(episode)
            if number % 4 and urls:
                body = {"url": urls[number % len(urls)]}
                yield partial(self._timed, phase, f"/v1/episodes/{episode}/read", body)
            else:
                body = {"query": f"list {number % 97}"}
                yield partial(self._timed, phase, f"/v1/episodes/{episode}/search", body)

    def _around(self) -> Iterator[str]:
        while True:
            yield from self._episodes

    async def _create(self, phase: Phase, task_id: str) -> None:
        reply = await self._timed(phase, "/v1/episodes", {"task": task_id, "calls": 0})
        if reply is not None:
            self._episodes.append(json.loads(reply)["episode_id"])

    async def _search(self, phase: Phase, episode: str) -> None:
        reply = await self._timed(phase, f"/v1/episodes/{episode}/search", {"query": "list of all"})
        if reply is not None:
            self._urls[episode] = [result["url"] for result in json.loads(reply)["results"]]

    async def _timed(self, phase: Phase, path: str, body: Any) -> bytes | None:  # noqa: ANN401 - JSON
        due = time.perf_counter()
        async with self._http.slots:
            if time.perf_counter() > phase.until:
                phase.unsent += 1
                return None
            status, reply, seconds = await self._http.ask("POST", path, body)
        phase.note(status, seconds)
        phase.late.append(time.perf_counter() - due - seconds)
        return reply if status in {"200", "201"} else None


async def _short_episodes(url: str, task_ids: tuple[str, ...], n: int) -> int:
    """Play `n` episodes of one search and one answer; return how many went well."""
    http, numbers, good = _Connections(url), iter(range(n)), 0

    async def client() -> None:
        nonlocal good
        for number in numbers:
            task_id = task_ids[number % len(task_ids)]
            _, reply, _ = await http.ask("POST", "/v1/episodes", {"task": task_id})
            address = f"/v1/episodes/{json.loads(reply)['episode_id']}"
            await http.ask("POST", f"{address}/search", {"query": f"list {number % 97}"})
            status, _, _ = await http.ask("POST", f"{address}/answer", {"answer": "| nothing |"})
            good += status == "200"

    await asyncio.gather(*(client() for _ in range(16)))
    return good


async def _probe(url: str, episode: str) -> Phase:
    """Measure the server alone, by a client with little to do, until stdin is closed.

    Each request has a connection of its own, since a connection that was refused rests.
    """
    phase = Phase("probes")
    ended = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    sys.stdout.write("\n")
    sys.stdout.flush()

    async def ask() -> None:
        http = _Connections(url)
        path, body = f"/v1/episodes/{episode}/search", {"query": "list"}
        status, _, seconds = await http.ask("POST", path, body)
        phase.note(status, seconds)
        http.close()

    requests = []
    with phase.timed():
        while not ended.done():
            requests.append(asyncio.ensure_future(ask()))
            await asyncio.sleep(1 / _PROBES_PER_S)
        await asyncio.gather(*requests)
    return phase


async def _print_phases(plan: LoadPlan) -> None:
    async for phase in _Load(plan).run():
        sys.stdout.write(json.dumps(asdict(phase)) + "\n")
        sys.stdout.flush()


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in uvloop where it is installed, so that the client is fast enough."""
    from uvicorn import Config  # noqa: PLC0415 - an extra's

    with asyncio.Runner(loop_factory=Config("", loop="auto").get_loop_factory()) as runner:
        return runner.run(work)


def main() -> None:
    """Run a plan given as JSON; print a line a phase, or how many short episodes went well."""
    plan_data = json.loads(sys.argv[1])
    if "probe" in plan_data:
        sys.stdout.write(json.dumps(asdict(_run(_probe(plan_data["url"], plan_data["probe"])))))
        return
    if "short" in plan_data:
        good = _run(
            _short_episodes(plan_data["url"], tuple(plan_data["task_ids"]), plan_data["short"])
        )
        sys.stdout.write(json.dumps(good))
        return
    plan = LoadPlan(**{**plan_data, "task_ids": tuple(plan_data["task_ids"])})
    _run(_print_phases(plan))


if __name__ == "__main__":
    main()

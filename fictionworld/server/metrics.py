"""What Prometheus reads: requests, their seconds, open episodes; of all workers together."""

from __future__ import annotations

import os

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

from fictionworld.server.settings import METRICS_FOLDER

_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 30.0)


class Metrics:
    """The figures of one worker process."""

    def __init__(self) -> None:
        self._refusals = 0
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "fictionworld_requests", "Requests answered", ["route", "status"],
            registry=self._registry,
        )  # fmt: skip
        self._seconds = Histogram(
            "fictionworld_request_seconds", "Seconds until a request was answered", ["route"],
            registry=self._registry, buckets=_SECONDS,
        )  # fmt: skip
        self._pending = Gauge(
            "fictionworld_pending_requests", "Requests accepted and not answered yet",
            registry=self._registry, multiprocess_mode="livesum",
        )  # fmt: skip

    def pending(self, number: int) -> None:
        """So many are pending now."""
        self._pending.set(number)

    def answered(self, route: str, status: int, seconds: float) -> None:
        """A request has been answered."""
        self._report_refusals()
        self._requests.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def refused(self) -> None:
        """A request has been refused as it came in: counted, and reported with the next answer."""
        self._refusals += 1

    def _report_refusals(self) -> None:
        if self._refusals:
            self._requests.labels("none", "503").inc(self._refusals)
            self._refusals = 0

    def page(self, open_episodes: int) -> bytes:
        """All figures in Prometheus' text form."""
        self._report_refusals()
        registry = self._registry
        if METRICS_FOLDER in os.environ:
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        own = CollectorRegistry()
        Gauge("fictionworld_open_episodes", "Episodes that are open", registry=own).set(
            open_episodes
        )
        return generate_latest(registry) + generate_latest(own)

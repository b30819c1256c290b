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
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "fictionworld_requests", "Requests answered", ["route", "status"],
            registry=self._registry,
        )  # fmt: skip
        self._seconds = Histogram(
            "fictionworld_request_seconds", "Seconds until a request was answered", ["route"],
            registry=self._registry, buckets=_SECONDS,
        )  # fmt: skip
        self.pending = Gauge(
            "fictionworld_pending_requests", "Requests accepted and not answered yet",
            registry=self._registry, multiprocess_mode="livesum",
        )  # fmt: skip

    def answered(self, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self._requests.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def page(self, open_episodes: int) -> bytes:
        """Return all figures in Prometheus' text form."""
        registry = self._registry
        if METRICS_FOLDER in os.environ:
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        own = CollectorRegistry()
        Gauge("fictionworld_open_episodes", "Episodes that are open", registry=own).set(
            open_episodes
        )
        return generate_latest(registry) + generate_latest(own)

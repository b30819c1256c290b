"""Requests are let in by what they would wait for: a simulated worker and clock, no sleeping."""

from __future__ import annotations

import heapq
from collections import deque

import pytest

from fictionworld.server.admission import Admission

AT_WORK = 8


class Simulated:
    """A worker that answers one request each `service_s`, `AT_WORK` of them in turns."""

    def __init__(self, service_s, *, most_pending=768, most_wait_s=3.0):
        self.now = 100.0
        self.service_s = service_s
        self.admission = Admission(AT_WORK, most_pending, most_wait_s, lambda: self.now)
        self.queue, self.working = deque(), 0
        self.free_at = self.now
        self.waits, self.refused = [], []
        self.run(at_rate(0.5 / service_s, 100 * service_s))  # it knows what requests take
        self.waits.clear()

    def run(self, arrivals):
        """Requests at these times from now; the worker goes on until all are answered."""
        events = [(self.now + at, 0) for at in arrivals]
        heapq.heapify(events)
        while events or self.working:
            done_at = self.free_at if self.working else float("inf")
            if events and events[0][0] <= done_at:
                self.now = heapq.heappop(events)[0]
                self.arrive()
            else:
                self.now = done_at
                self.working -= 1
                self.admission.end()
                self.admission.pending -= 1
                self.start()
                self.free_at = self.now + self.service_s

    def arrive(self):
        if (detail := self.admission.refusal()) is not None:
            self.refused.append((self.now, detail))
            return
        self.admission.pending += 1
        if not self.working:
            self.free_at = self.now + self.service_s
        self.queue.append((self.admission.wait(), self.now))
        self.start()

    def start(self):
        while self.queue and self.working < AT_WORK:
            mark, since = self.queue.popleft()
            self.admission.leave(mark)
            self.working += 1
            self.admission.begin()
            self.waits.append((since, self.now - since))


def at_rate(per_s, seconds):
    return [n / per_s for n in range(int(per_s * seconds))]


def test_what_a_worker_can_bear_is_let_in():
    worker = Simulated(0.002)
    worker.run(at_rate(450, 20))
    assert not worker.refused and len(worker.waits) == 9000


@pytest.mark.parametrize("service_s", [0.001, 0.005])
def test_a_burst_is_let_in_whole(service_s):
    worker = Simulated(service_s)
    for _ in range(3):
        worker.run([0.0] * 512)
        worker.now += 5.0
    assert not worker.refused and len(worker.waits) == 3 * 512


@pytest.mark.parametrize("service_s", [0.0005, 0.002, 0.02])
@pytest.mark.parametrize("times", [2, 10])
def test_in_an_overload_waits_are_short_and_the_worker_is_never_idle(service_s, times):
    worker = Simulated(service_s)
    begun = worker.now
    worker.run(at_rate(times / service_s, 20))
    assert worker.refused
    late = [wait for since, wait in worker.waits if since > begun + 8]
    assert late and max(late) < 0.1 + 2 * AT_WORK * service_s
    assert max(wait for _, wait in worker.waits) < max(3.5, 768 * service_s + 0.1)
    assert len(worker.waits) * service_s > 0.99 * 20  # it was at work all the time


def test_after_an_overload_a_burst_is_let_in_again():
    worker = Simulated(0.002)
    worker.run(at_rate(5000, 5))
    worker.now += 1.5
    refused = len(worker.refused)
    worker.run([0.0] * 512)
    assert len(worker.refused) == refused


def test_what_takes_longer_than_before_is_learnt():
    worker = Simulated(0.001)
    worker.run(at_rate(5000, 5))
    worker.service_s = 0.02  # as where another program takes the processor
    worker.now += 5.0
    begun = worker.now
    worker.run(at_rate(500, 20))
    late = [wait for since, wait in worker.waits if since > begun + 8]
    assert late and max(late) < 0.1 + 2 * AT_WORK * 0.02


def test_requests_that_hang_are_noticed_without_an_answer():
    now = [100.0]
    admission = Admission(1, 768, 3.0, lambda: now[0])
    admission.begin()  # never answered
    admission.wait()
    now[0] += 0.9
    assert admission.refusal() is None
    now[0] += 2.2
    assert admission.refusal() == "requests wait for 3.1 s; try again later"


def test_worlds_that_open_slowly_let_a_burst_in():
    worker = Simulated(0.3)
    worker.run(at_rate(64, 2))
    assert not worker.refused
    worker.run(at_rate(64, 60))
    assert worker.refused and max(wait for _, wait in worker.waits) < 60


def test_those_let_in_count_before_their_tasks_begin():
    now = [100.0]
    admission = Admission(2, 768, 3.0, lambda: now[0])
    admission.begin()
    now[0] += 0.04
    admission.end()  # a request takes 0.04 s
    admission.coming = 5
    assert admission.refusal() is None
    now[0] += 3.1
    assert admission.refusal() == "requests wait for 0.1 s; try again later"
    admission.coming = 4  # two have a place at once, two wait
    assert admission.refusal() is None

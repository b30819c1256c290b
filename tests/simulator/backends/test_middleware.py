"""Failures in a row end the asking, wherever they come from; equal prompts in flight are one."""

from __future__ import annotations

import asyncio

import pytest

from fictionworld.errors import UsageError
from fictionworld.simulator.backends.backend import (
    BackendError,
    BackendKind,
    Completion,
    Prompt,
)
from fictionworld.simulator.backends.middleware import CircuitBreaker, Coalescing
from fictionworld.simulator.backends.registry import BACKENDS, backend_named


class Scripted:
    """Answers as its script says, each prompt in turn."""

    model = "scripted"
    at_once = 4

    def __init__(self, *errors):
        self.errors = list(errors)
        self.asked = self.flying = self.most = 0

    async def complete(self, prompts):
        self.flying += 1
        self.most = max(self.most, self.flying)
        await asyncio.sleep(0.001)
        self.flying -= 1
        self.asked += len(prompts)
        return [Completion("{}", error=self.errors.pop(0)) for _ in prompts]

    async def aclose(self):
        pass


def prompt(text="hello"):
    return Prompt((("user", text),), {}, 50)


async def one_by_one(backend, number):
    for n in range(number):
        await backend.complete([prompt(str(n))])


def test_as_many_failures_in_a_row_as_there_may_be_end_it():
    inner = Scripted(*["late"] * 31, None, *["late"] * 31, "the last")
    with pytest.raises(BackendError, match="32 requests in a row without an answer; the last: the"):
        asyncio.run(one_by_one(CircuitBreaker(inner), 64))
    assert inner.asked == 64


def test_as_many_as_are_in_flight():
    inner = Scripted(*["late"] * 100)
    inner.at_once = 50
    with pytest.raises(BackendError, match="50 requests in a row"):
        asyncio.run(one_by_one(CircuitBreaker(inner), 100))


def test_a_model_that_answered_something_passes_the_last_check():
    answered, silent = CircuitBreaker(Scripted(None, "late")), CircuitBreaker(Scripted("late"))
    asyncio.run(one_by_one(answered, 2))
    answered.check()
    asyncio.run(one_by_one(silent, 1))
    with pytest.raises(BackendError, match="1 requests in a row"):
        silent.check()


def test_no_more_are_in_flight_than_the_backend_takes():
    inner = Scripted(*[None] * 40)
    breaker = CircuitBreaker(inner)

    async def many():
        await asyncio.gather(*(breaker.complete([prompt(str(n))]) for n in range(40)))

    asyncio.run(many())
    assert inner.most == 4


def test_equal_prompts_in_flight_are_sent_once():
    inner = Scripted(None, None)
    backend = Coalescing(inner)

    async def twice():
        return await asyncio.gather(*(backend.complete([prompt()]) for _ in range(5)))

    assert len(asyncio.run(twice())) == 5
    assert inner.asked == 1 and backend.coalesced == 4


def test_a_kind_is_one_registered_object(monkeypatch):
    kind = BackendKind("echo", "echo:MODEL", lambda given: Scripted(given.model))
    monkeypatch.setitem(BACKENDS, "echo", kind)
    assert backend_named("echo", "tiny").errors == ["tiny"]
    with pytest.raises(UsageError, match="allowed: template, vllm, endpoint, echo"):
        backend_named("ecco")

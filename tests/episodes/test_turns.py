"""However much is asked for at once, an event loop gets round in between."""

from __future__ import annotations

import asyncio
import time

import pytest

from fictionworld.episodes.turns import in_turn

MANY = 12


def busy(number):
    end = time.perf_counter() + 0.011  # longer than a turn
    while time.perf_counter() < end:
        pass
    return number


async def rounds(until):
    """How often the loop went round before all is done."""
    count = 0
    while not until.done():
        await asyncio.sleep(0)
        count += 1
    return count


def test_the_loop_goes_round_between_pieces_of_work():
    async def all_at_once():
        work = asyncio.gather(*(in_turn(lambda n=n: busy(n)) for n in range(MANY)))
        return await rounds(work), await work

    count, found = asyncio.run(all_at_once())
    assert found == list(range(MANY))
    assert count >= MANY


def test_who_sleeps_meanwhile_waits_for_two_turns_at_most():
    async def all_at_once():
        work = asyncio.gather(*(in_turn(lambda n=n: busy(n)) for n in range(MANY)))
        woken = 0
        while not work.done():
            await asyncio.sleep(0.005)
            woken += 1
        return woken

    assert asyncio.run(all_at_once()) >= MANY // 2


def test_one_who_gives_up_or_fails_holds_nobody_up():
    def fail():
        busy(0)
        raise ValueError("a fault")

    async def some_of_them():
        tasks = [asyncio.create_task(in_turn(lambda n=n: busy(n))) for n in range(6)]
        tasks.append(asyncio.create_task(in_turn(fail)))
        tasks.append(asyncio.create_task(in_turn(lambda: busy(7))))
        await asyncio.sleep(0)
        for cancelled in (2, 3):
            tasks[cancelled].cancel()
        return await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 60)

    found = asyncio.run(some_of_them())
    assert [found[n] for n in (0, 1, 4, 5, 7)] == [0, 1, 4, 5, 7]
    assert all(isinstance(found[n], asyncio.CancelledError) for n in (2, 3))
    assert isinstance(found[6], ValueError)


def test_what_is_asked_for_alone_is_done_at_once():
    async def alone():
        return [await in_turn(lambda: "done"), await in_turn(lambda: "again")]

    assert asyncio.run(alone()) == ["done", "again"]
    with pytest.raises(RuntimeError, match="no running event loop"):
        in_turn(lambda: None).send(None)

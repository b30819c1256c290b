"""Ctrl-C ends the server in time, whatever it waits for; SIGTERM is in `test_workers.py`."""

from __future__ import annotations

import os
import signal
import threading
import time

import httpx
import pytest

from tests.chat.hostile import KEY, hostile_server
from tests.pace import slowness_on_the_clock
from tests.server.serving import command, workers_of


def test_an_interrupt_ends_it(tmp_path):
    interrupted(tmp_path, 1)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_ends_it_within_two_seconds(tmp_path, workers):
    assert interrupted(tmp_path, workers) < 2.0 * slowness_on_the_clock()


def interrupted(state, workers):
    """The seconds from Ctrl-C to the server's end, while a request waits for a model."""
    replies = []

    def search(url):
        try:
            replies.append(httpx.post(f"{url}/w/1/search", json={"q": "list"}, timeout=120))
        except httpx.TransportError as error:
            replies.append(error)

    with hostile_server(lambda n: "stalls") as model:
        flags = ("--workers", workers, "--backend", f"endpoint:tiny@{model.url}")
        with command(state, *flags, env={"OPENAI_API_KEY": KEY}) as (process, url):
            httpx.get(f"{url}/health", timeout=60)
            waiting = threading.Thread(target=search, args=(url,))
            waiting.start()
            while not model.requests:
                assert process.poll() is None and waiting.is_alive(), replies
                time.sleep(0.05)
            begun = time.monotonic()
            for pid in [process.pid, *workers_of(process.pid)]:  # as a terminal's group gets it
                os.kill(pid, signal.SIGINT)
            code = process.wait(60)
            took = time.monotonic() - begun
            waiting.join()
    said = (state / "said.txt").read_text()
    assert code in {130, -signal.SIGINT} and "Traceback" not in said, said
    [reply] = replies
    assert isinstance(reply, httpx.TransportError) or reply.status_code == 503
    return took

"""OpenEnv's own client plays over its WebSocket."""

from __future__ import annotations

import asyncio
import threading

import pytest

pytest.importorskip("openenv", reason="make test-adapters has an environment for it")
pytestmark = pytest.mark.adapter

import uvicorn  # noqa: E402
from openenv import GenericEnvClient  # noqa: E402

from fictionworld.adapters import openenv as adapter  # noqa: E402
from fictionworld.adapters.settings import EpisodeSettings  # noqa: E402
from fictionworld.episodes.episode import Episode  # noqa: E402
from fictionworld.episodes.faults import InfrastructureError  # noqa: E402
from fictionworld.errors import UsageError  # noqa: E402
from tests.adapters.played import QUERIES, TASK, WRONG, documented, reply, right, settings  # noqa: E402

SEARCH = {"tool": "web_search", "arguments": QUERIES}


@pytest.fixture(scope="module")
def url():
    config = uvicorn.Config(adapter.app_for(settings()), port=0, log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        threading.Event().wait(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(20)


def playing(url, play):
    async def session():
        async with GenericEnvClient(base_url=url) as client:
            return await play(client)

    return asyncio.run(session())


def test_an_episode(url):
    async def play(client):
        begun = (await client.reset(task_id=TASK)).observation
        assert begun["question"] == settings().open().task(TASK).question
        assert "Today is" in begun["system_prompt"] and len(begun["tools"]) == 3
        step = await client.step(SEARCH)
        assert step.observation["text"] == reply() and not step.done
        done = await client.step({"answer": right()})
        assert done.done and done.reward == 1 and done.observation["figures"]["f1_by_row"] == 1
        await client.reset(task_id=TASK)
        done = await client.step({"answer": WRONG})
        assert done.done and done.reward == 0

    playing(url, play)


def test_16_at_once_have_an_episode_each(url):
    async def one(number):
        async with GenericEnvClient(base_url=url) as client:
            await client.reset(task_id=TASK)
            item = {"operation": "add", "dict": {"number": str(number)}}
            await client.step({"tool": "dict_memory", "arguments": item})
            await asyncio.sleep(0.2)
            told = await client.step(
                {"tool": "dict_memory", "arguments": {"operation": "retrieve_all"}}
            )
            state = await client.state()
            return number, told.observation["text"], state["step_count"]

    async def all_of_them():
        return await asyncio.gather(*map(one, range(16)))

    for number, text, steps in asyncio.run(all_of_them()):
        assert f'"{number}"' in text and steps == 2


def test_broken_calls_are_answered(url):
    async def play(client):
        await client.reset(task_id=TASK)
        for action in ({"tool": "fly"}, {"tool": "web_search", "arguments": "no JSON"}, {}):
            assert (await client.step(action)).observation["text"].startswith("Error:")

    playing(url, play)


def test_a_fault_of_ours_ends_it_without_a_reward(url, monkeypatch):
    def failed(*_):
        raise InfrastructureError("the disk is gone")

    monkeypatch.setattr(Episode, "call", failed)

    async def play(client):
        await client.reset(task_id=TASK)
        return await client.step(SEARCH)

    step = playing(url, play)
    assert step.done and step.reward is None
    assert step.observation["infrastructure_error"] == "the disk is gone"


def test_the_documented_example_runs(url, capsys):
    exec(documented("GenericEnvClient").replace("http://localhost:8000", url), {})
    printed = capsys.readouterr().out
    assert printed.startswith(f"{settings().open().task(TASK).question}\n[1] http")
    assert printed.endswith("\n0.0\n")


def test_the_server_is_made_from_the_environment(monkeypatch):
    made = []
    monkeypatch.setattr(adapter, "app_for", lambda given, **more: made.append((given, more)))
    monkeypatch.setenv("FICTIONWORLD_DATASET", "worlds")
    monkeypatch.setenv("FICTIONWORLD_CALLS", "7")
    monkeypatch.setenv("FICTIONWORLD_REPLY_CHARACTERS", "9000")
    _ = adapter.app
    assert made == [(EpisodeSettings("worlds", calls=7, reply_characters=9000), {"sessions": 1024})]
    monkeypatch.undo()
    monkeypatch.setenv("FICTIONWORLD_DATASET", settings().dataset)
    assert adapter.app.routes
    monkeypatch.delenv("FICTIONWORLD_DATASET")
    with pytest.raises(UsageError, match="dataset"):
        _ = adapter.app

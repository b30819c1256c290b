"""MCP over HTTP and stdio, by the SDK's own client; an older SDK is in `test_clients.py`."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from fictionworld.simulator.toolbox import all_tools
from tests.server.serving import MCP_CALLS, TRAINER, bearer
from tests.small import small_dataset


@asynccontextmanager
async def connected(url, **headers):
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as session,
    ):
        yield session


async def new_key(url, place):
    async with httpx2.AsyncClient(base_url=url, headers=bearer(TRAINER), timeout=60) as http:
        made = await http.post("/v1/episodes", json={"task": place})
        return made.json()["key"]


async def played(session):
    texts = []
    for tool, arguments in MCP_CALLS:
        [content] = (await session.call_tool(tool, arguments)).content
        texts.append(content.text)
    return texts


def expected(dataset, place):
    own = dataset.episode(place)
    return [own.call(tool, arguments) for tool, arguments in MCP_CALLS]


@pytest.mark.parametrize("by", ["url", "header"])
def test_an_episode(dataset, task, url, by):
    async def play():
        key = await new_key(url, task.task_id)
        at = f"{url}/e/{key}/mcp" if by == "url" else f"{url}/mcp"
        headers = {} if by == "url" else bearer(key)
        async with connected(at, **headers) as session:
            listed = (await session.list_tools()).tools
            return listed, await played(session)

    listed, texts = asyncio.run(play())
    assert [(one.name, one.description, one.input_schema) for one in listed] == [
        (one.name, one.description, one.parameters) for one in all_tools()
    ]
    assert texts == expected(dataset, task.task_id)


def test_a_world_has_no_notes(dataset, url):
    async def play():
        async with connected(f"{url}/w/1/mcp", **bearer(TRAINER)) as session:
            listed = (await session.list_tools()).tools
            reply = await session.call_tool("web_search", {"query": "list of all"})
            return [one.name for one in listed], reply.content[0].text

    names, text = asyncio.run(play())
    assert names == ["web_search", "web_extractor"]
    assert text == dataset.episode(1, calls=0).call("web_search", {"query": "list of all"})


def test_an_episode_that_is_over(task, url):
    async def play():
        key = await new_key(url, task.task_id)
        async with httpx2.AsyncClient(base_url=url, headers=bearer(TRAINER)) as http:
            listed = (await http.get("/v1/episodes")).json()
            for one in listed:
                await http.delete(f"/v1/episodes/{one['episode_id']}")
        async with connected(f"{url}/e/{key}/mcp") as session:
            return await session.call_tool("web_search", {"query": "x"})

    reply = asyncio.run(play())
    assert reply.is_error and "the episode is over" in reply.content[0].text


def test_many_sessions_leave_nothing_behind(url):
    async def play():
        async def one():
            async with connected(f"{url}/w/1/mcp", **bearer(TRAINER)) as session:
                await session.list_tools()

        await asyncio.gather(*(one() for _ in range(8)))
        async with httpx2.AsyncClient(base_url=url, headers=bearer(TRAINER)) as http:
            return await http.get("/mcp")

    assert asyncio.run(play()).status_code == 405  # no stream is kept open for a client


def test_stdio(dataset, task):
    words = ["-m", "fictionworld.cli.main", "serve", str(small_dataset()), "--stdio", task.task_id]

    async def play():
        server = StdioServerParameters(command=sys.executable, args=words)
        async with Client(stdio_client(server)) as session:
            return await played(session)

    assert asyncio.run(play()) == expected(dataset, task.task_id)

"""The client of MCP's older SDK: lists the tools of a URL and makes calls; prints both as JSON."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client


async def main(url, calls):
    async with (
        streamablehttp_client(url) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        listed = (await session.list_tools()).tools
        texts = [(await session.call_tool(tool, given)).content[0].text for tool, given in calls]
        tools = [[one.name, one.description, one.inputSchema] for one in listed]
        print(json.dumps({"tools": tools, "texts": texts}))


asyncio.run(main(sys.argv[1], json.loads(sys.argv[2])))

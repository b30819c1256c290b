"""The tools over MCP: streamable HTTP beside the rest of the server, or stdio for one client.

The lowlevel server is used, so that our schemas are listed whole and a bad call reaches our tool,
which says what is wrong with it. HTTP keeps no MCP session: any worker answers any request, and
what a client is bound to follows from its key, a header, or the URL (`/e/KEY/mcp`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.types import CallToolRequestParams, CallToolResult, ListToolsResult, TextContent
from mcp.types import Tool as McpTool
from starlette.requests import Request

from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import EpisodeError, InfrastructureError
from fictionworld.server.player import Player
from fictionworld.simulator.toolbox import all_tools
from fictionworld.version import __version__

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

_PLAYER = "fictionworld.player"


class McpOverHttp:
    """An ASGI endpoint for POST; run it within `manager.run()`."""

    def __init__(self, get_player: Callable[[Request], Player]) -> None:
        """Take `get_player`, which returns a request's tools or raises."""
        self._get_player = get_player
        server = _server(lambda context: context.request.scope[_PLAYER])
        self.manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        scope[_PLAYER] = self._get_player(Request(scope))
        await self.manager.handle_request(scope, receive, send)


async def serve_stdio(episode: Episode) -> None:
    """Serve one episode, or a world, over stdin and stdout, until the client disconnects."""

    async def play(work: Callable[[Episode], Awaitable[Any]]) -> Any:  # noqa: ANN401 - as work
        return await work(episode)

    player = Player(play, keeps_notes=True)
    server = _server(lambda _: player)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def _server(player_of: Callable[[Any], Player]) -> Server[Any]:
    async def on_list_tools(context: Any, params: Any) -> ListToolsResult:  # noqa: ANN401, ARG001
        keeps_notes = player_of(context).keeps_notes
        tools = [
            McpTool(name=tool.name, description=tool.description, input_schema=tool.parameters)
            for tool in all_tools()
            if keeps_notes or tool.name != "dict_memory"
        ]
        return ListToolsResult(tools=tools)

    async def on_call_tool(context: Any, params: CallToolRequestParams) -> CallToolResult:  # noqa: ANN401
        try:
            text = await player_of(context).call(params.name, params.arguments or {})
        except (EpisodeError, InfrastructureError) as error:
            return CallToolResult(
                content=[TextContent(type="text", text=str(error))], is_error=True
            )
        return CallToolResult(content=[TextContent(type="text", text=text)])

    return Server(
        "fictionworld", version=__version__, on_list_tools=on_list_tools, on_call_tool=on_call_tool
    )

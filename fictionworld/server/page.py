"""`GET /`: what is served, and a search box that gives what an agent gets. It has no script."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.responses import HTMLResponse

from fictionworld.dataset import Dataset
from fictionworld.errors import FictionworldError, UsageError
from fictionworld.server.access import PREFIX_KEY, PREFIX_WORLD
from fictionworld.server.player import Player
from fictionworld.server.settings import ServerSettings
from fictionworld.server.shapes.registry import SHAPES
from fictionworld.version import __version__

if TYPE_CHECKING:
    from starlette.requests import Request

_SAFE = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with none, browsers hide which site the form is of
}


def index_page(
    dataset: Dataset, settings: ServerSettings, given: dict[str, str] | None = None, text: str = ""
) -> HTMLResponse:
    """Return the page; with a reply where a form was sent."""
    # a key says which world it is for
    given = given or ({"world": str(dataset.world_ids[0])} if settings.is_open else {})
    shapes = "".join(f"<li>{escape(shape.about)}</li>" for shape in SHAPES)
    counts = dataset.manifest.counts
    field = '<label>{0} <input name="{0}" value="{1}" type="{2}"></label>'
    kinds = {"world": "text", "search": "text", "read": "text"}
    if not settings.is_open:
        kinds["key"] = "password"
    fields = " ".join(
        field.format(name, "" if name == "key" else escape(given.get(name, "")), kind)
        for name, kind in kinds.items()
    )
    reply = f"<pre>{escape(text)}</pre>" if text else ""
    return HTMLResponse(
        f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>fictionworld</title>
<style>body{{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0 1em}}
pre{{white-space:pre-wrap;background:#f4f4f4;padding:1em}}input{{font:inherit}}</style>
<h1>fictionworld {__version__}</h1>
<p>{counts.worlds:,} worlds of {escape(", ".join(dataset.manifest.packs))}.
<a href="docs">The API</a>, <a href="v1/tools">the tools</a>, <a href="health">health</a>.</p>
<p>In shapes that agents know, bound by key, header or URL (/e/KEY/..., /w/WORLD/...):</p>
<ul>{shapes}<li>MCP: /mcp</li></ul>
<form method="post" action="try">{fields} <button>Ask</button></form>{reply}</html>""",
        headers=_SAFE,
    )


async def reply_page(
    request: Request,
    dataset: Dataset,
    settings: ServerSettings,
    get_player: Callable[[Request], Player],
) -> HTMLResponse:
    """Return the page with the reply that an agent would read."""
    try:
        form = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=10)
    except ValueError:
        raise UsageError("got more than ten fields; the form of GET / has four") from None
    given = {name: values[0] for name, values in form.items()}
    if given.get("key"):
        request.scope[PREFIX_KEY] = given["key"]
    if given.get("world"):
        request.scope[PREFIX_WORLD] = given["world"]
    try:
        player = get_player(request)
        if given.get("read"):
            text = await player.call("web_extractor", {"url": given["read"]})
        else:
            text = await player.call("web_search", {"query": given.get("search", "")})
    except FictionworldError as error:
        text = str(error)
    return index_page(dataset, settings, given, text)

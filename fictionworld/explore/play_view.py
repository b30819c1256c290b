"""A task played by hand: the three tools, the budget and the notes, as an agent has them."""

import asyncio
import json
from typing import Any, Final

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from fictionworld.errors import UsageError
from fictionworld.explore.explorer import Explorer, controls_given, form_of
from fictionworld.explore.plays import PlayByHand
from fictionworld.explore.replies import asked_of, reply_html
from fictionworld.tasks.key import markdown_table

_TOOLS: Final = ("web_search", "web_extractor", "dict_memory")


def play_routes(explorer: Explorer) -> APIRouter:
    """Return the routes below `/play`."""
    routes = APIRouter()

    @routes.post("/play")
    async def begin(request: Request) -> Response:
        form = await form_of(request)
        task_id = form.get("task", "")
        controls = controls_given(form.get("controls", ""))
        seed = form.get("seed", "") or "0"
        if not (seed.isascii() and seed.isdigit() and len(seed) < 10):
            raise UsageError(f"got seed {seed[:40]!r}; allowed: a whole number, such as 0")
        dataset = explorer.dataset
        dataset.task(task_id)
        policy = form.get("policy") or "tease"
        episode = dataset.episode(task_id, policy, controls, int(seed))
        play = explorer.plays.begin(dataset, episode)
        return RedirectResponse(f"/play/{play.play_id}", 303)

    @routes.get("/play/{play_id}")
    def shown(play_id: str, url: str = "") -> HTMLResponse:
        play = explorer.plays.get(play_id)
        task = play.episode.task
        assert task is not None
        calls = list(zip(play.episode.calls, play.replies, strict=True))
        return explorer.page(
            "play.html",
            play=play,
            task=task,
            episode=play.episode,
            calls=[
                (number, call, asked_of(call.arguments), reply_html(text, call.kind, _button))
                for number, (call, text) in reversed(list(enumerate(calls, 1)))
            ],
            notes=_notes(play),
            left=play.episode.most_calls - play.episode.calls_made,
            url=url,
            has_keys=play.dataset.has_keys,
            saves=explorer.settings.save,
            begun=markdown_table(task.columns, [[""] * len(task.columns)]),
        )

    @routes.post("/play/{play_id}/call")
    async def call(request: Request, play_id: str) -> Response:
        play, form = explorer.plays.get(play_id), await form_of(request)
        tool = form.get("tool", "")
        if tool not in _TOOLS:
            raise UsageError(f"got tool {tool[:40]!r}; allowed: {', '.join(_TOOLS)}")
        await asyncio.to_thread(play.call, tool, _arguments(tool, form))
        return RedirectResponse(f"/play/{play_id}#last", 303)

    @routes.post("/play/{play_id}/answer")
    async def answer(request: Request, play_id: str) -> Response:
        play, form = explorer.plays.get(play_id), await form_of(request)
        await asyncio.to_thread(play.hand_in, form.get("answer", ""))
        return RedirectResponse(f"/play/{play_id}#verdict", 303)

    @routes.post("/play/{play_id}/save")
    def save(play_id: str) -> Response:
        play, path = explorer.plays.get(play_id), explorer.settings.save
        if path is None or play.seconds is None:
            raise UsageError(
                "a play is saved once its answer was handed in, where the server was started "
                "with --save FILE"
            )
        explorer.plays.save(play, path)
        return RedirectResponse(f"/play/{play_id}#verdict", 303)

    return routes


def _arguments(tool: str, form: Any) -> dict[str, Any]:  # noqa: ANN401 - the fields of a form
    """Return the arguments of a call as a form gives them."""
    if tool == "web_search":
        queries = [line.strip() for line in form.get("queries", "").splitlines() if line.strip()]
        return {"queries": queries} if len(queries) > 1 else {"query": "".join(queries)}
    if tool == "web_extractor":
        page = form.get("page", "") or "1"
        number: Any = int(page) if page.isascii() and page.isdigit() and len(page) < 6 else page
        return {"url": form.get("url", ""), **({} if number == 1 else {"page": number})}
    operation, key = form.get("operation", ""), form.get("key", "")
    match operation:
        case "add" | "update":
            return {"operation": operation, "dict": {key: form.get("value", "")}}
        case "retrieve" | "remove":
            return {"operation": operation, "key_list": [key]}
    return {"operation": operation}


def _notes(play: PlayByHand) -> list[tuple[str, str]]:
    """Return the notes as the calls left them."""
    notes: dict[str, str] = {}
    for call in play.episode.calls:
        if call.tool == "dict_memory" and call.kind == "memory":
            given = json.loads(call.arguments)
            match given["operation"]:
                case "add" | "update":
                    notes |= given["dict"]
                case "remove":
                    for key in given["key_list"]:
                        notes.pop(key, None)
                case "remove_all":
                    notes.clear()
    return list(notes.items())


def _button(address: str) -> str:
    """Return the opening tag of a link that makes the call that reads a page."""
    return str(
        Markup(
            '<button class="link" name="url" value="{}" title="Read this page: one call">'
        ).format(address)
    )

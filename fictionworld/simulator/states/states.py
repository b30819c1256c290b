"""The state of a call, made from a world: for each tool what bears on its reply."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from fictionworld.errors import UsageError
from fictionworld.simulator.dict_memory import Remember
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.reply import Reply
from fictionworld.simulator.states.call_state import MOST_CHARACTERS, CallState, ToldPage
from fictionworld.simulator.states.told_pages import told_cells
from fictionworld.simulator.tool import ParsedCall
from fictionworld.simulator.toolbox import read_call
from fictionworld.simulator.web_extractor import Extract
from fictionworld.simulator.web_search import Search
from fictionworld.web.web import FictionalWeb
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.record import World

_BESIDE: Final = 400
"""Characters of a state beside its pages and its call."""
PAGE_ROOM: Final = 1_200
"""Characters of a result's page at most: snippets are a line or two."""
_MOST_NOTES: Final = 4_000


class CallTurn(NamedTuple):
    """A call: what a model is told to predict its reply, and the reply that our tools give."""

    state: CallState
    reply: Reply


def turn_of(
    engine: Engine,
    tool: str,
    arguments: object,
    *,
    memory: Memory,
    tells_closed: bool = False,
) -> CallTurn:
    """Make a call, and return its state with the reply; `dict_memory` changes the notes.

    Args:
        engine: A world's tools under a policy, without controls.
        tool: The tool's name.
        arguments: JSON text, or the object that it stands for.
        memory: The notes of the episode, as they were before the call.
        tells_closed: Whether facts that the policy closes are told, marked as such. Then nothing
            but an instruction keeps a model from stating them.

    Raises:
        CallError: It is no valid call.
        UsageError: The tool is of another package, or the web is not in the template's words.
    """
    call = read_call(tool, arguments)
    before = memory.items
    reply = engine.answer(call, memory=memory)
    line, text = world_line(engine.catalogue.web.world), arguments_text(call)
    room = MOST_CHARACTERS - _BESIDE - len(text)
    if isinstance(call, Remember):
        return CallTurn(CallState(line, tool, text, notes=_notes(call, before)), reply)
    if isinstance(call, Search):
        first: dict[int, list[FactId]] = defaultdict(list)
        for number, fact in reply.stated:
            first[number].append(fact)
        pages = tuple(dict.fromkeys(reply.pages))
        told = [
            told_cells(
                web_of(engine),
                number,
                engine.permit,
                min(PAGE_ROOM, room // len(pages)),
                first=first[number],
                tells_closed=tells_closed,
            ).page
            for number in pages
        ]
        return CallTurn(CallState(line, tool, text, tuple(told)), reply)
    if isinstance(call, Extract):
        told = [
            # a page is read to learn what it states: no policy closes anything there
            told_cells(
                web_of(engine), number, engine.permit, room, span=reply.span, tells_closed=True
            ).page
            for number in reply.pages
        ]
        return CallTurn(CallState(line, tool, text, _opened(told)), reply)
    raise UsageError(f"got a call of {tool!r}; states are made of web_search, web_extractor and "
                     "dict_memory")  # fmt: skip


def web_of(engine: Engine) -> FictionalWeb:
    """Return the web of an engine, which knows what the world calls its columns.

    Raises:
        UsageError: A model words it, or several worlds share it.
    """
    web = engine.catalogue.web
    if not isinstance(web, FictionalWeb):
        raise UsageError("states are made of one world in the template's words; open the dataset "
                         "without --backend")  # fmt: skip
    return web


def world_line(world: World) -> str:
    """Return what a world is, in a line: its title and its day."""
    return f"{world.title}; today is {world.as_of:%Y-%m-%d}"


def arguments_text(call: ParsedCall) -> str:
    """Return the arguments of a call as JSON text, in one form whatever the agent wrote."""
    arguments: dict[str, Any]
    if isinstance(call, Search):
        arguments = {"queries": [query.text for query in call.queries]}
    elif isinstance(call, Extract):
        arguments = {"url": call.url} | ({"page": call.page} if call.page > 1 else {})
    else:
        assert isinstance(call, Remember)
        arguments = {"operation": call.operation}
        if call.items:
            arguments["dict"] = {key: json.loads(value) for key, value in call.items}
        if call.keys:
            arguments["key_list"] = list(call.keys)
    return json.dumps(arguments, ensure_ascii=False)


def _opened(pages: Sequence[ToldPage]) -> tuple[ToldPage, ...]:
    """Return pages whose facts are no secret: the reader may state them."""
    return tuple(
        ToldPage(
            page.url, page.title, page.date, page.voice,
            tuple(fact.opened() for fact in page.facts), page.topics,
        )
        for page in pages
    )  # fmt: skip


def _notes(call: Remember, before: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the notes that a call touches, as many as there is room for."""
    touched = {key for key, _ in call.items} | set(call.keys)
    everything = call.operation in {"retrieve_all", "remove_all"}
    notes, room = [], _MOST_NOTES
    for key, value in before.items():
        room -= len(key) + len(value)
        if (everything or key in touched) and room >= 0:
            notes.append((key, value))
    return tuple(notes)

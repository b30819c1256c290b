"""Requests: what a model is asked to word for one page, or for its search results under a policy.

A request follows from the structure of a world, page, permit and prompt version: it holds no value
of an askable column, and is the same for twins, byte for byte.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from fictionworld.simulator.backends.backend import Prompt
from fictionworld.simulator.drafts.passage import passages_of_page
from fictionworld.simulator.drafts.prompt import (
    SYSTEM,
    again_text,
    reply_schema,
    request_text,
)
from fictionworld.simulator.drafts.snippet_passages import snippet_passages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fictionworld.simulator.drafts.passage import Passage
    from fictionworld.web.page import Head, Page
    from fictionworld.web.permit import Permit
    from fictionworld.web.web import FictionalWeb
    from fictionworld.worlds.record import World

__all__ = ["Field", "Request", "page_request", "snippet_request", "structure_of"]

Field = Literal["page", "snippets"]
_TASKS: Final[dict[Field, str]] = {"page": "page", "snippets": "search results"}
_ROOM: Final = 1.8
"""Tokens of a reply by the characters of the template, a third of a token each."""


@dataclass(frozen=True)
class Request:
    """What is to be worded together."""

    world: str
    """The structure of its world, which twins share."""
    head: Head
    field: Field
    permit: Permit | None
    """What snippets may state; None for a page, which states all facts of its plan."""
    passages: tuple[Passage, ...]
    prompt: Prompt

    @property
    def structure(self) -> str:
        """32 hex digits of head, skeleton and slots, and of how the model is told of them: what a
        draft is kept under. No value has a part in it.
        """
        return self.prompt.digest

    @property
    def policy(self) -> str:
        """The policy of snippets; empty for a page."""
        return "" if self.permit is None else str(self.permit.policy)

    def again(self, drafts: Mapping[str, str], problems: Mapping[str, str]) -> Prompt:
        """The prompt that gives drafts back with what is wrong with them.

        Args:
            drafts: The texts that were not let through, by key; those that were lost are missing.
            problems: Why, by key; these passages are asked for again, and no others.
        """
        keys = [passage.key for passage in self.passages if passage.key in problems]
        plain = tuple(passage.plain for passage in self.passages if passage.key in problems)
        messages = (
            *self.prompt.messages,
            ("assistant", _object({key: drafts.get(key, "") for key in keys})),
            ("user", again_text({key: problems[key] for key in keys})),
        )
        return Prompt(messages, reply_schema(keys), _room(plain), plain)


def page_request(web: FictionalWeb, number: int) -> Request | None:
    """What a model is to word on a page; None where the page has no prose."""
    page = web.page(number)
    passages = passages_of_page(page, web.scene, _about(web, number))
    return _request(web, page, "page", None, passages) if passages else None


def snippet_request(web: FictionalWeb, number: int, permit: Permit) -> Request | None:
    """What a model is to word for a page's search results; None where nothing may be said."""
    page = web.page(number)
    passages = snippet_passages(page, permit, web.scene, _about(web, number))
    return _request(web, page, "snippets", permit, passages) if passages else None


def _about(web: FictionalWeb, number: int) -> tuple[str, int] | None:
    planned = web.plan.page(number)
    return None if planned.row is None else (planned.table or "", planned.row)


def _request(
    web: FictionalWeb,
    page: Page,
    field: Field,
    permit: Permit | None,
    passages: tuple[Passage, ...],
) -> Request:
    head, world = page.head, web.world
    user = request_text(
        {"title": world.title, "today": world.as_of.isoformat()},
        {
            "outlet": head.outlet,
            "kind": head.kind,
            "title": head.title,
            "date": "" if head.date is None else head.date.isoformat(),
        },
        _TASKS[field],
        passages,
    )
    plain = tuple(passage.plain for passage in passages)
    prompt = Prompt(
        (("system", SYSTEM), ("user", user)),
        reply_schema([passage.key for passage in passages]),
        _room(plain),
        plain,
    )
    return Request(structure_of(world), head, field, permit, passages, prompt)


def structure_of(world: World) -> str:
    """The name of a world's structure, whatever its values are."""
    return f"{world.structure_seed:016x}"


def _room(plain: tuple[str, ...]) -> int:
    return int(_ROOM * sum(len(text) for text in plain) / 3) + 24 * len(plain) + 64


def _object(texts: Mapping[str, str]) -> str:
    return json.dumps(dict(texts), ensure_ascii=False)

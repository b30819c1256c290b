"""Requests: what a model is asked to word for one page, or for its search results under a policy.

A request follows from world, page, permit and prompt version alone; of search results under
`tease` and `strict` it is the same for twins.
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

    from fictionworld.simulator.drafts.book import Book
    from fictionworld.simulator.drafts.passage import Passage
    from fictionworld.web.page import Head, Page
    from fictionworld.web.permit import Permit
    from fictionworld.web.web import FictionalWeb

__all__ = ["Field", "Request", "page_request", "snippet_request"]

Field = Literal["page", "snippets"]
_TASKS: Final[dict[Field, str]] = {"page": "page", "snippets": "search results"}
_ROOM: Final = 1.8
"""Tokens of a reply by the characters of the template, a third of a token each."""


@dataclass(frozen=True)
class Request:
    """What is to be worded together."""

    world_id: int
    head: Head
    field: Field
    permit: Permit | None
    """What snippets may state; None for a page, which states all facts of its plan."""
    passages: tuple[Passage, ...]
    prompt: Prompt

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


def page_request(web: FictionalWeb, book: Book, number: int) -> Request | None:
    """What a model is to word on a page; None where the page has no prose."""
    planned = web.plan.page(number)
    about = None if planned.row is None else (planned.table or "", planned.row)
    page = web.page(number)
    passages = passages_of_page(page, book, about)
    return _request(web, page, "page", None, passages) if passages else None


def snippet_request(web: FictionalWeb, book: Book, number: int, permit: Permit) -> Request | None:
    """What a model is to word for a page's search results; None where nothing may be said."""
    page = web.page(number)
    passages = snippet_passages(page, permit, book)
    return _request(web, page, "snippets", permit, passages) if passages else None


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
    return Request(world.world_id, head, field, permit, passages, prompt)


def _room(plain: tuple[str, ...]) -> int:
    return int(_ROOM * sum(len(text) for text in plain) / 3) + 24 * len(plain) + 64


def _object(texts: Mapping[str, str]) -> str:
    return json.dumps(dict(texts), ensure_ascii=False)

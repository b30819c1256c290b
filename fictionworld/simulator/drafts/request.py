"""Requests: what a model is asked to word on one page.

A request follows from the structure of a world, page and prompt version: it holds no value of an
askable column, and is the same for twins, byte for byte.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from fictionworld.simulator.backends.backend import Prompt
from fictionworld.simulator.drafts.passage import DraftPassage, passages_of_page
from fictionworld.simulator.drafts.prompt import (
    SYSTEM,
    again_text,
    reply_schema,
    request_text,
)
from fictionworld.web.page import Head
from fictionworld.web.web import FictionalWeb
from fictionworld.worlds.record import World

_ROOM: Final = 1.8
"""Tokens of a reply by the characters of the template, a third of a token each."""


@dataclass(frozen=True)
class Request:
    """The passages of one page, which are worded together."""

    world: str
    """The structure of its world, which twins share."""
    title: str
    """Of the world."""
    today: str
    """The world's as-of date."""
    head: Head
    passages: tuple[DraftPassage, ...]

    @cached_property
    def prompt(self) -> Prompt:
        """Return the prompt that asks for all passages."""
        return self.asking({passage.key for passage in self.passages})

    def asking(self, keys: Collection[str]) -> Prompt:
        """Return the prompt that asks for these passages alone."""
        passages = [passage for passage in self.passages if passage.key in keys]
        head = self.head
        user = request_text(
            {"title": self.title, "today": self.today},
            {
                "outlet": head.outlet,
                "kind": head.kind,
                "title": head.title,
                "date": "" if head.date is None else head.date.isoformat(),
            },
            passages,
        )
        plain = tuple(passage.plain for passage in passages)
        schema = reply_schema([passage.key for passage in passages])
        return Prompt((("system", SYSTEM), ("user", user)), schema, _room(plain), plain)

    @cached_property
    def structure(self) -> str:
        """Return the name that drafts are kept under: 32 hex digits of what the prompt says.

        It covers head, skeleton and slots, and how the prompt describes them. No value has a part
        in it.
        """
        text = "\n".join(content for _, content in self.prompt.messages)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def again(
        self, asked: Collection[str], drafts: Mapping[str, str], problems: Mapping[str, str]
    ) -> Prompt:
        """Return the prompt that gives drafts back with what is wrong with them.

        Args:
            asked: The keys of the passages that the drafts were written for.
            drafts: The drafts by key, without the ones that the reply lacks.
            problems: What is wrong, by key; these passages alone are asked for again.
        """
        keys = [passage.key for passage in self.passages if passage.key in problems]
        plain = tuple(passage.plain for passage in self.passages if passage.key in problems)
        messages = (
            *self.asking(asked).messages,
            ("assistant", _object({key: drafts.get(key, "") for key in keys})),
            ("user", again_text({key: problems[key] for key in keys})),
        )
        return Prompt(messages, reply_schema(keys), _room(plain), plain)


def page_request(web: FictionalWeb, number: int) -> Request | None:
    """Return the request for a page's passages; None where the page has no prose."""
    page, planned, world = web.page(number), web.plan.page(number), web.world
    subject_row = None if planned.row is None else (planned.table or "", planned.row)
    passages = passages_of_page(page, web.context, subject_row)
    if not passages:
        return None
    return Request(structure_of(world), world.title, world.as_of.isoformat(), page.head, passages)


def structure_of(world: World) -> str:
    """Return the name of a world's structure, which is the same for its twins."""
    return f"{world.structure_seed:016x}"


def _room(plain: tuple[str, ...]) -> int:
    return int(_ROOM * sum(len(text) for text in plain) / 3) + 24 * len(plain) + 64


def _object(texts: Mapping[str, str]) -> str:
    return json.dumps(dict(texts), ensure_ascii=False)

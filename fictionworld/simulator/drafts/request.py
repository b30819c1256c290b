"""Requests: what a model is asked to word, on one page or on several of one voice.

A request follows from the structure of a world, its pages and the prompt version: it holds no value
of an askable column, and is the same for twins, byte for byte.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from fictionworld.simulator.backends.backend import Prompt
from fictionworld.simulator.drafts.attribution import SENTENCE_END
from fictionworld.simulator.drafts.passage import DraftPassage, passages_of_page, shortened
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
    def batch(self) -> Batch:
        """Return the request for all of its passages, by their own keys."""
        return Batch({passage.key: (self, passage) for passage in self.passages})

    @property
    def prompt(self) -> Prompt:
        """Return the prompt that asks for all passages."""
        return self.batch.prompt

    @cached_property
    def structure(self) -> str:
        """Return the name that drafts are kept under: 32 hex digits of what they are written for.

        It covers head, skeleton and slots, and how the prompt describes them. No value has a part
        in it.
        """
        texts = [content for _, content in self.prompt.messages]
        slots = [slot.name for passage in self.passages for slot in passage.slots]
        text = repr((self.world, self.head, texts, slots))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True)
class Batch:
    """Passages of pages of one world and one voice, which are asked for together."""

    passages: Mapping[str, tuple[Request, DraftPassage]]
    """By what the prompt and the reply call them."""
    group: int = field(default=0, kw_only=True)
    """Of its prompts."""

    @cached_property
    def prompt(self) -> Prompt:
        """Return the prompt that asks for all of them."""
        return self._asking(self.passages)

    def copied(self, key: str, text: str, earlier: Mapping[str, str]) -> str | None:
        """Return whose words a draft has: the key of another passage with another plain text.

        Args:
            key: The key of the draft's own passage.
            text: The draft.
            earlier: The other drafts of the reply that were read before it, by key.
        """
        own = self.passages[key][1].plain
        for sentence in SENTENCE_END.split(text):
            keys = self._sentences.get(sentence, ())
            if keys and key not in keys:
                return keys[0]
        return next(
            (
                other
                for other, draft in earlier.items()
                if draft == text and self.passages[other][1].plain != own
            ),
            None,
        )

    @cached_property
    def _sentences(self) -> dict[str, list[str]]:
        """The sentences of the plain texts, each with the keys of its passages."""
        keys: dict[str, list[str]] = {}
        for key, (_, passage) in self.passages.items():
            for sentence in SENTENCE_END.split(passage.plain):
                keys.setdefault(sentence, []).append(key)
        return keys

    def again(self, drafts: Mapping[str, str], problems: Mapping[str, str]) -> Prompt:
        """Return the prompt that gives drafts back with what is wrong with them.

        Args:
            drafts: The drafts by key, without the ones that the reply lacks.
            problems: What is wrong, by key; these passages alone are asked for again.
        """
        keys = [key for key in self.passages if key in problems]
        asked = self._asking(keys)
        messages = (
            *asked.messages,
            ("assistant", _object({key: self._shorter(drafts.get(key, "")) for key in keys})),
            ("user", again_text({key: self._shorter(problems[key]) for key in keys})),
        )
        return replace(asked, messages=messages)

    def _shorter(self, text: str) -> str:
        """Return a text with its slots called as the prompt calls them."""
        return shortened(text)

    def _asking(self, keys: Collection[str]) -> Prompt:
        passages = {key: self.passages[key][1] for key in keys}
        request = next(iter(self.passages.values()))[0]
        world = {"title": request.title, "today": request.today}
        user = request_text(world, request.head.kind, passages)
        plain = tuple(shortened(passage.plain) for passage in passages.values())
        schema = reply_schema(list(passages))
        messages = (("system", SYSTEM), ("user", user))
        return Prompt(messages, schema, _room(plain), plain, self.group)


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

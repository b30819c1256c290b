"""What background pages are about: measures and lists in general, no row of the world."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import TIMES
from fictionworld.seeds import child_seed
from fictionworld.streams import FastStream
from fictionworld.text.english import is_plural, sentence, slug
from fictionworld.web.words import web_words

if TYPE_CHECKING:
    from fictionworld.web.writing.context import WritingContext

_TITLES = web_words("titles")


@dataclass(frozen=True, slots=True)
class BackgroundTopic:
    """What a background page is about: nothing that is a row of the world."""

    title: str
    slug: str
    a: str
    b: str
    many: str
    one: str


class Topics:
    """The background topics of a world, in an order of its own."""

    def __init__(self, context: WritingContext) -> None:
        self._context = context

    @cached_property
    def _all(self) -> list[BackgroundTopic]:
        context = self._context
        rng = FastStream(child_seed(context.world.structure_seed, "web/topics"))
        words = {
            t.name: [
                present_wording.noun
                for c in t.stored
                if (present_wording := context.wordings.get((t.name, c.name))) is not None
                and c.kind not in {"reference", "name"} | TIMES
                and c.role == "askable"
                and not is_plural(present_wording.noun)  # what is said of it has `is`
            ]
            for t in context.pack.world_tables
        }
        tables = [name for name, labels in words.items() if len(labels) > 1] or list(words)
        titled = list(zip(_TITLES["topics"], _TITLES["topic_addresses"], strict=True))
        topics: list[BackgroundTopic] = []
        used: set[str] = set()
        for _ in range(90):
            table = rng.pick(tables)
            labels = words[table] or ["size"]
            a, b = (rng.some(labels, 2) * 2)[:2]
            title, short = rng.pick(titled)
            nouns = context.nouns[table]
            title = title.format(a=a, A=sentence(a), b=b, many=nouns.many)
            if title in used or (a == b and "{b}" in short):
                continue
            used.add(title)
            short = slug(short.format(a=a, b=b, many=nouns.many))
            topics.append(BackgroundTopic(sentence(title), short, a, b, nouns.many, nouns.one))
        return topics

    @cached_property
    def _of_role(self) -> tuple[list[BackgroundTopic], list[BackgroundTopic]]:
        of_press = [t for t in self._all if t.title.startswith(_OF_PRESS)]
        others = [t for t in self._all if not t.title.startswith(_OF_PRESS)]
        return others[::2], [*of_press, *others[1::2]]

    def of(self, number: int, role: str) -> BackgroundTopic:
        """Return the topic of a background page by its number; an encyclopedia has no opinions."""
        topics = self._of_role[0 if role == "encyclopedia" else 1]
        return topics[(number - 1) % len(topics)]


_OF_PRESS = ("Opinion", "Letters", "Ask the desk")

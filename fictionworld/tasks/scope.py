"""What a question is about among several worlds, and whether another world could answer it too.

A question names its world by what the setting calls it (`the smartphone market of Australasia in
2031`) and the day as of which it is asked. Among worlds under one index that must be enough to know
which tables it means. A year does not part two worlds of one name: phones released in 2030 are in
the market of 2031 and in that of 2032.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from fictionworld.packs.compiled import CompiledPack
from fictionworld.tasks.record import Task
from fictionworld.text.dates import written_date
from fictionworld.worlds.fact import Value
from fictionworld.worlds.record import World

_SLOT: Final = re.compile(r"\{setting\.([a-z0-9_]+)\}")
_FORMS: Final = ("4 June 2031", "June 4, 2031")


@dataclass(frozen=True)
class Scope:
    """What one world is among others."""

    world: World
    label: str
    """What it is called: `Dorrelmoor First Division`."""
    pack: CompiledPack

    @classmethod
    def of(cls, world: World, pack: CompiledPack, setting: Mapping[str, Value]) -> Scope:
        """Return the scope of a world.

        Its label is the first text of the setting, without digits, in the world's title; the whole
        title where there is none.
        """
        texts = (setting.get(name) for name in _SLOT.findall(pack.spec.title))
        names = (text for text in texts if isinstance(text, str) and not re.search(r"\d", text))
        return cls(world, next(names, world.title).removeprefix("the "), pack)

    @cached_property
    def nouns(self) -> Mapping[str, frozenset[str]]:
        """Return what the rows of each table are called in any world: `phones`, `handsets`."""
        return {
            table.name: frozenset(
                many for _, many in table.spec.spoken.nouns(table.name, reserved=True)
            )
            for table in self.pack.world_tables
        }

    def is_named_in(self, question: str) -> bool:
        """Return whether a question says the world's label as words of their own."""
        return re.search(rf"(?<!\w){re.escape(self.label)}(?!\w)", question) is not None

    def is_dated_in(self, question: str) -> bool:
        """Return whether a question says the day as of which it is asked."""
        return any(written_date(self.world.as_of, form) in question for form in _FORMS)


def rivals(scopes: Iterable[Scope]) -> dict[str, list[Scope]]:
    """Return the worlds of each label, of those labels that several have."""
    by_label: dict[str, list[Scope]] = {}
    for scope in scopes:
        by_label.setdefault(scope.label.casefold(), []).append(scope)
    return {label: several for label, several in by_label.items() if len(several) > 1}


def ambiguity(task: Task, own: Scope, by_label: Mapping[str, Sequence[Scope]]) -> str | None:
    """Return why a task has, or may have, another answer among several worlds; None if it has not.

    Args:
        task: A task of one of them.
        own: The scope of its world.
        by_label: What `rivals` returned.
    """
    if not own.is_named_in(task.question):
        return f"its question does not name {own.label}"
    if not own.is_dated_in(task.question):
        return f"its question does not say that it is asked as of {own.world.as_of}"
    asked = {noun for table in task.tables for noun in own.nouns.get(table, ())}
    others = [scope for scope in by_label.get(own.label.casefold(), ()) if scope != own]
    tables = sum(not asked.isdisjoint(nouns) for scope in others for nouns in scope.nouns.values())
    if tables:
        worlds = ", ".join(str(scope.world.world_id) for scope in others)
        return f"{tables} tables of other worlds of {own.label} fit its words (worlds {worlds})"
    return None

"""What passages of different pages and worlds have in common, and drafts that serve all of these.

The skeleton of a passage is its plain text with a place for each name and for each slot. Passages
of one skeleton differ in names and values alone, so a draft of one of them, its names taken out, is
a draft of every other, with theirs put in. The draft as it stands then, a variant, is checked again
wherever it is used.

A model has seen the names, and it has seen what stands in the slots that are no secret. What of
that may have shaped its words stays in the skeleton: all such fillers but names. And a draft that
still holds a word of a name, or speaks of a person as he or she, is of no use elsewhere.
"""

# Text has typographic quotes.
# ruff: noqa: RUF001

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fictionworld.simulator.drafts.passage import DraftPassage, DraftSlot, shortened
from fictionworld.simulator.drafts.prompt import voice_of
from fictionworld.simulator.drafts.words import said_in
from fictionworld.web.web import FictionalWeb

_WORD: Final = re.compile(r"\w+")
_PLACE: Final = re.compile(r"<(\d+)>")
"""Of a name; no text has one, since it would be markup."""
_UNFIT: Final = re.compile(
    r"\b(?:he|she|him|his|her|hers|himself|herself)\b|\ban? <|>['’](?!s\b)", re.IGNORECASE
)
"""What agrees with a name: a pronoun, an article, a genitive without its s."""
_COMMON: Final = said_in("a an and as at by for from in into is it its of on or our the to we with")
_SHORTEST: Final = 3
"""Letters of a name."""
_NAMED: Final = frozenset({"name", "reference", "text"})


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A passage without its names and values."""

    key: str
    """16 hex digits; passages that have it may have each other's variants."""
    masked: str
    """Its plain text with places."""
    names: tuple[str, ...]
    """What stands in the places of this passage, in the order in which they first appear."""


class Names:
    """The names of one world, found in its texts."""

    def __init__(self, web: FictionalWeb) -> None:
        self._kinds: dict[str, str] = {}
        for kind, name in _named_in(web):
            self._kinds.setdefault(name, kind)
        self._by_word: dict[str, list[str]] = {}
        for name in sorted(self._kinds, key=len, reverse=True):
            first_word = _WORD.match(name)
            if first_word is not None and len(name) >= _SHORTEST:
                self._by_word.setdefault(first_word[0], []).append(name)
        initials = "".join(sorted({first_word[0] for first_word in self._by_word}))
        self._may_begin = re.compile(rf"(?<!\w)[{re.escape(initials)}]\w*" if initials else r"(?!)")
        self._wordings = web.context.wordings

    def skeleton(self, passage: DraftPassage, page_kind: str) -> Skeleton:
        """Return the skeleton of a passage on a page of a kind, whose voice it is worded in."""
        names: list[str] = []
        plain = shortened(passage.plain)
        masked = self._masked(plain, names, grow=True)
        content = [
            voice_of(page_kind),
            masked,
            [self._kinds[name] for name in names],
            [self._shaping(slot) for slot in passage.slots],
            [names.index(name) if name in names else name for name in passage.said],
        ]
        key = hashlib.sha256(repr(content).encode()).hexdigest()[:16]
        return Skeleton(key, masked, tuple(names))

    def variant(self, draft: str, passage: DraftPassage, skeleton: Skeleton) -> str | None:
        """Return a passage's draft, which has passed, as a variant for all its skeleton's passages.

        None where it is of use for this passage alone.
        """
        names = list(skeleton.names)
        masked = self._masked(shortened(draft), names, grow=False)
        own_words = said_in(
            " ".join((*names, *(slot.filler for slot in passage.slots if self._is_name(slot))))
        )
        without_places = _PLACE.sub(" ", masked)
        left_words = (
            (said_in(without_places) & own_words)
            - said_in(_PLACE.sub(" ", skeleton.masked))
            - _COMMON
        )
        fits = not left_words and self._masked(without_places, [], grow=True) == without_places
        return masked if fits and not (_unfit(masked) - _unfit(skeleton.masked)) else None

    def _shaping(self, slot: DraftSlot) -> list[str]:
        """Return what of a slot a draft may depend on."""
        filler = "" if self._is_name(slot) else slot.filler
        return [slot.fact.table, slot.fact.column, slot.form, slot.label, slot.reads, filler]

    def _is_name(self, slot: DraftSlot) -> bool:
        kind = self._wordings[slot.fact.table, slot.fact.column].kind
        return kind in _NAMED and slot.filler[:1].isupper() and not slot.missing

    def _masked(self, text: str, names: list[str], *, grow: bool) -> str:
        """Return the text with places for the names; where `grow`, add new ones to the list."""
        pieces, position = [], 0
        for match in self._may_begin.finditer(text):
            candidates = self._by_word.get(match[0])
            start = match.start()
            if candidates is None or start < position:
                continue
            name = next(
                (candidate for candidate in candidates if _stands(candidate, text, start)), ""
            )
            if not name or not (grow or name in names):
                continue
            if name not in names:
                names.append(name)
            pieces += [text[position:start], f"<{names.index(name)}>"]
            position = start + len(name)
        return "".join((*pieces, text[position:]))


def restored(variant: str, passage: DraftPassage, skeleton: Skeleton) -> str:
    """Return a variant as a draft of this passage."""
    return passage.lengthened(_PLACE.sub(lambda match: skeleton.names[int(match[1])], variant))


def _named_in(web: FictionalWeb) -> Iterator[tuple[str, str]]:
    """Yield the names of a world, each with its kind; the first kind of a name counts."""
    context = web.context
    for table in context.pack.world_tables:
        if context.is_named(table.name):
            for row in range(1, len(context.cells(table.name, "id")) + 1):
                name = context.name(table.name, row)
                yield table.name, name
                if context.nouns[table.name].person:
                    yield f"{table.name}, last name", name.rpartition(" ")[2]
    themes = ((f"theme {number}", theme) for number, theme in enumerate(context.themes))
    setting = ((f"setting {name}", value) for name, value in context.setting.items())
    for kind, name in (("world", web.world.title), *themes, *setting, ("now", context.now)):
        if isinstance(name, str) and any(
            character.isupper() or character.isdigit() for character in name
        ):
            yield kind, name
    for head in web.heads:
        yield "site", head.outlet


def _stands(name: str, text: str, start: int) -> bool:
    end = start + len(name)
    return text.startswith(name, start) and not text[end : end + 1].isalnum()


def _unfit(masked: str) -> set[str]:
    return {word.lower() for word in _UNFIT.findall(masked)}

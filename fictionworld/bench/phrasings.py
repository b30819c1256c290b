"""The phrasings of the pages of worlds: in which words each value is stated, as tables of keys."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import polars as pl

from fictionworld.bench.masked_page import NAME, MaskedPage, ValueContext, words_of
from fictionworld.bench.reserved_words import ReservedWords
from fictionworld.packs.compiled import CompiledPack
from fictionworld.seeds import name_key
from fictionworld.text.phrase_finder import PhraseFinder
from fictionworld.web.page import Mark
from fictionworld.web.web import FictionalWeb
from fictionworld.web.writing.context import WritingContext

_CELL: Final = {"world": pl.Int32, "row": pl.UInt64, "meaning": pl.UInt64, "reserved": pl.Boolean}
STATEMENTS: Final = _CELL | {"askable": pl.Boolean, "wide": pl.UInt64, "narrow": pl.UInt64}
QUESTIONS: Final = _CELL | {"asked": pl.UInt64, "context": pl.UInt64}
SENTENCES: Final = {"world": pl.Int32, "sentence": pl.UInt64, "times": pl.UInt32}

_NO_NOUNS: Final = frozenset({
    "#", ":", ",", ".", "(", ")", "a", "an", "and", "at", "by", "for", "in", "is", "name", "number",
    "of", "on", "per", "the", "to", "was", "which",
})  # fmt: skip
"""Words in questions that name no column."""
_SHORT: Final = 3
"""Words of so many letters, as prepositions are, stay as they are beside a question's words."""


class Phrasings(NamedTuple):
    """What the pages of worlds say. Rows, meanings and contexts are keys of texts."""

    statements: pl.DataFrame
    """The values that pages state, each once in one context: `world`, `row`, `meaning` (the concept
    of the column), `reserved` (it stands in words for worlds of eval and test alone), `askable`,
    and the contexts `wide` and `narrow`."""
    questions: pl.DataFrame
    """The same values beside each column of their table, `asked`, one of whose words in questions
    stands near them. `context` is what is near with these words masked."""
    sentences: pl.DataFrame
    """The sentences outside tables that state a value: `world`, `sentence`, `times`."""


def joined(phrasings: Iterable[Phrasings]) -> Phrasings:
    """Return the phrasings of several sets of worlds as those of one."""
    return Phrasings(*map(pl.concat, zip(*phrasings, strict=True)))


class _Meaning(NamedTuple):
    key: int
    """The concept of a column, the same in all packs. Of two columns of a table that are like one
    concept the second has a meaning of its own."""
    is_askable: bool


def phrasings_of(web: FictionalWeb) -> Phrasings:
    """Return the phrasings of all pages of a world."""
    names = PhraseFinder(web.context.rows.names.values())
    meanings = _meanings(web.context.pack)
    nouns = _QuestionNouns(web.context)
    reserved_words = ReservedWords()
    world_id, is_train = web.world.world_id, web.world.split == "train"
    statements: set[tuple[int | bool, ...]] = set()
    questions: set[tuple[int | bool, ...]] = set()
    sentences: Counter[int] = Counter()
    for head in web.heads:
        body, marks = (page := web.page(head.number)).body, _places(page.marks)
        site = web.headed.sites.context_of(web.plan.page(head.number).site)
        page_read = MaskedPage(body, [place[0] for place in marks], web.context, names)
        sentences.update(page_read.sentences)
        for place, around in zip(marks, page_read.contexts, strict=True):
            for mark in place:
                table, row, column = mark.fact[1:]
                meaning = meanings[table, column]
                is_reserved = not is_train and reserved_words.stand_at(
                    body, mark, around.label, site
                )
                cell = (world_id, name_key(f"{table}/{row}"), meaning.key, is_reserved)
                statements.add((*cell, meaning.is_askable, around.wide, around.narrow))
                questions.update(
                    (*cell, meanings[table, asked].key, context)
                    for asked, context in nouns.contexts(table, around)
                    if meanings[table, asked].is_askable
                )
    return Phrasings(
        pl.DataFrame(sorted(statements), STATEMENTS, orient="row"),
        pl.DataFrame(sorted(questions), QUESTIONS, orient="row"),
        pl.DataFrame([(world_id, *s) for s in sorted(sentences.items())], SENTENCES, orient="row"),
    )


def _meanings(pack: CompiledPack) -> dict[tuple[str, str], _Meaning]:
    meanings = {}
    for table in pack.tables.values():
        seen: Counter[str] = Counter()
        for column in table.stored:
            concept = column.concept or f"{pack.name}/{table.name}/{column.name}"
            seen[concept] += 1
            key = name_key(f"{concept}/{seen[concept]}")
            meanings[table.name, column.name] = _Meaning(key, column.role == "askable")
    return meanings


def _places(marks: Sequence[Mark]) -> list[list[Mark]]:
    """Return the marks that state a value as it is, those of one place together."""
    places: dict[tuple[int, int], list[Mark]] = {}
    for mark in marks:
        if mark.truth == "current" and not (mark.follows or mark.missing):
            places.setdefault((mark.start, mark.end), []).append(mark)
    return list(places.values())


class _QuestionNouns:
    """The words by which questions ask for the columns of a world."""

    def __init__(self, context: WritingContext) -> None:
        self._words: dict[tuple[str, str], frozenset[str]] = {}
        self._columns: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        self._contexts: dict[tuple[str, tuple[str, ...], tuple[str, ...]], list[tuple[str, int]]]
        self._contexts = {}
        for (table, column), wording in context.wordings.items():
            words = frozenset(map(_singular, words_of(wording.noun))) - _NO_NOUNS
            self._words[table, column] = words
            for word in words:
                self._columns[table, word].add(column)

    def contexts(self, table: str, around: ValueContext) -> list[tuple[str, int]]:
        """Return the columns one of whose words stands near a value, each with what is near."""
        before, behind = around.before, around.behind
        near = (table, before, behind)
        contexts = self._contexts.get(near)
        if contexts is None:
            words = map(_singular, (*before, *behind))
            columns = {name for word in words for name in self._columns.get((table, word), ())}
            contexts = self._contexts[near] = [
                (name, _asked(before, behind, self._words[table, name])) for name in columns
            ]
        return contexts


def _asked(before: tuple[str, ...], behind: tuple[str, ...], noun: frozenset[str]) -> int:
    """Return a key of the words near a value; the words of a question are one slot, long ones one.

    It tells whether all words of the question stand there.
    """
    has_all = noun.issubset(map(_singular, (*before, *behind)))
    masked = (_runs(words, noun) for words in (before, behind))
    return name_key(f"{has_all}|{'|'.join(masked)}")


def _runs(words: Iterable[str], noun: frozenset[str]) -> str:
    slots: list[str] = []
    for word in words:
        is_kept = len(word) <= _SHORT or word == NAME
        slot = "<asked>" if _singular(word) in noun else word if is_kept else "<word>"
        if slots[-1:] != [slot]:
            slots.append(slot)
    return " ".join(slots)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > _SHORT and word.endswith("s") else word

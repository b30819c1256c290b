"""The words that refer to a column: its label's, the question's, and synonyms of a thesaurus."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.leakage.data import MODIFIERS, STOPWORDS, read_lines, word_list
from fictionworld.leakage.views.look_alikes import plain_word
from fictionworld.leakage.views.tokens import Tokens


class Cues(NamedTuple):
    """Words that speak of a column, sorted by how they are compared with those of a text."""

    whole: frozenset[str]
    """As they are."""
    long: tuple[str, ...]
    """Beginnings of words."""
    inner: tuple[str, ...]
    """Parts of longer words."""
    phrases: tuple[tuple[str, ...], ...]
    """Several words, of the last the beginning."""

    def places(self, tokens: Tokens) -> list[int]:
        """The numbers of the tokens that speak of the column, in order."""
        whole, long = self.whole, self.long
        found = [
            at for at, word in enumerate(tokens.words) if word in whole or word.startswith(long)
        ]
        if self.inner:
            found += [
                at for at, word in enumerate(tokens.words)
                if len(word) > 4 and any(part in word for part in self.inner)
            ]  # fmt: skip
        for phrase in self.phrases:
            for at in tokens.places_of(phrase[0]):
                said = tokens.words[at : at + len(phrase)]
                if (
                    len(said) == len(phrase)
                    and tuple(said[:-1]) == phrase[:-1]
                    and said[-1].startswith(phrase[-1])
                ):
                    found.append(at + len(phrase) - 1)
        return sorted(set(found))


_WORD: Final = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_ENDINGS: Final = ("", "s", "es", "d", "ed", "ing")
_LONG: Final = 4
"""Letters: beginnings that are longer may go on in any way."""
_UNINFORMATIVE: Final = STOPWORDS | frozenset(
    "crowns crown florins florin marks mark talers taler ducats shillings guilders euros euro"
    " dollars"
    " pounds eur usd gbp yen million billion thousand is has".split()
)


class _Notion(NamedTuple):
    labels: frozenset[str]
    said: tuple[str, ...]


_TOO_COMMON: Final = word_list("too common")


@lru_cache(1)
def _notions() -> dict[str, tuple[_Notion, ...]]:
    """The lines of the thesaurus, by each word that a column may be called by."""
    found: dict[str, list[_Notion]] = {}
    for line in read_lines("thesaurus.txt"):
        labels, _, said = line.partition(" | ")
        notion = _Notion(
            frozenset(_plain(word) for word in labels.split()),
            tuple(word for word in said.split() if word.strip("=~") not in _TOO_COMMON),
        )
        for label in notion.labels:
            found.setdefault(label, []).append(notion)
    return {label: tuple(notions) for label, notions in found.items()}


def _plain(word: str) -> str:
    return word if word.isascii() else plain_word(word).lower()


@lru_cache(1 << 12)
def is_label(word: str) -> bool:
    """Whether columns are called by a word."""
    return word in _notions() or (len(word) > 3 and word[-1] == "s" and word[:-1] in _notions())


@lru_cache(1 << 12)
def label_words(text: str) -> tuple[str, ...]:
    """The words of a label or a key that say what it is of: `zeroTo100`, `release_date`."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])|[_\W]+", " ", text)
    words = _WORD.findall(_plain(apart).lower())
    return tuple(w for w in words if w not in _UNINFORMATIVE and len(w) > 1)


_NOT_OF_COLUMN: Final = word_list("not of column")


@lru_cache(1 << 12)
def cues_of(column: str, question: str, entity: str) -> Cues:
    """The words by which a text may speak of a column."""
    named = set(_WORD.findall(_plain(entity).lower()))
    own = [w for w in label_words(re.sub(r"\([^()]*\)", " ", column)) if w not in named] or list(
        label_words(column)
    )
    asked = [
        w
        for w in _WORD.findall(_without_name(_plain(question), _plain(entity)).lower())
        if w not in STOPWORDS and w not in named and len(w) > 3 and w not in _NOT_OF_COLUMN
    ]
    said = {_stem(w) for w in (*own, *asked)}
    parts = [w for w in own if w not in MODIFIERS] or own
    parts += [w.rstrip("s") for w in parts if len(w) > 4]
    words = {w for part in parts for notion in _notions().get(part, ()) for w in notion.said}
    if not words:  # `Cappuccino`: the question says that it is a price
        words = {w for part in asked for notion in _notions().get(part, ()) for w in notion.said}
    return _sorted(said | words)


_KIND_BEFORE: Final = re.compile(r"(?<=\bthe )(?:[a-z-]+ ){1,3}\W?$")
_KIND_BEHIND: Final = re.compile(r"^[^\w\s]? [a-z-]+(?=\W*$)")
_DOES: Final = re.compile(
    r"\b(?:did|does|do|is|are|was|were|has|have|had|will|can)\s", re.IGNORECASE
)


def _without_name(question: str, entity: str) -> str:
    """A question without its subject, and the subject's kind: `the beam of the ferry X`."""
    name = entity.partition(" (")[0].strip()
    start = question.lower().find(name.lower()) if name else -1
    if start < 0:
        return question
    before, behind = question[:start], question[start + len(name) :]
    before = _KIND_BEFORE.sub("", before)
    # behind `did X ...` stands the verb
    return f"{before} {behind if _DOES.search(before) else _KIND_BEHIND.sub('', behind)}"


def _stem(word: str) -> str:
    for ending in ("ings", "ing", "ers", "er", "ies", "ied", "es", "ed", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 5:
            return word.removesuffix(ending)
    if len(word) > 3 and word[-1] == "s" and word[-2] not in "siu":
        return word[:-1]
    return word


def _sorted(words: set[str]) -> Cues:
    whole: set[str] = set()
    long: set[str] = set()
    inner: set[str] = set()
    phrases: set[tuple[str, ...]] = set()
    for word in words:
        mark, bare = (word[0], word[1:]) if word[0] in "=~" else ("", word)
        parts = tuple(_WORD.findall(_plain(bare.replace("_", " ").replace("-", " ")).lower()))
        parts = tuple(p for part in parts for p in part.split("'"))
        if not parts or (len(parts) == 1 and len(parts[0]) < 2):
            continue
        if len(parts) > 1:
            phrases.add(parts)
        elif mark == "~":
            inner.add(parts[0])
        elif mark == "=":
            whole.add(parts[0])
        elif len(parts[0]) > _LONG:
            long.add(parts[0])
        else:
            whole.update(parts[0] + ending for ending in _ENDINGS)
    return Cues(frozenset(whole), tuple(sorted(long)), tuple(sorted(inner)), tuple(sorted(phrases)))

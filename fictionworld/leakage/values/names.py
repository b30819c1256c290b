"""Finds names and categories in a text of plain letters: whole, turned, shortened, misspelt."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rapidfuzz.distance import OSA

from fictionworld.leakage.answer import Answer, Hit
from fictionworld.leakage.data import word_list
from fictionworld.leakage.views.look_alikes import plain_word
from fictionworld.leakage.views.tokens import Tokens, key_of, tokens_of, words_in

_TITLES: Final = word_list("title")
_ROLES: Final = word_list("role")
_PARTICLES: Final = word_list("particle")
_FIRMS: Final = word_list("firm")
_PLACES: Final = word_list("place")
"""Words in names of what is no person."""
SHORT_FORMS: Final = {
    "university": "univ uni", "institute": "inst", "saint": "st", "mount": "mt", "company": "co",
    "brothers": "bros", "united": "utd", "international": "intl int", "national": "natl nat",
    "association": "assn assoc", "street": "st", "fort": "ft", "centre": "center ctr",
    "center": "centre ctr", "theatre": "theater", "harbour": "harbor", "laboratory": "lab",
    "laboratories": "labs", "railway": "rly", "and": "und et y",
}  # fmt: skip
"""How some words of names are written otherwise."""
_ENDINGS: Final = frozenset("s es ed d n y ish ian ic al en ous er ese ed ing ly".split())
_AND: Final = frozenset("and und et og och".split())
_WIDE: Final = 3
"""Characters between two words of a name, at most."""
_MOST_TYPOS: Final = 200_000
_SOUNDS: Final = frozenset(map(frozenset, ("ck", "iy", "vw", "sz", "kq", "uv", "cs")))


class _Name(NamedTuple):
    """A value, taken apart."""

    words: tuple[str, ...]
    person: bool
    category: bool
    capital: bool
    """Written with a capital: a common word in small letters is another."""


@lru_cache(1 << 12)
def plain_words(value: str) -> tuple[str, ...]:
    """The words of a value in small letters of ours."""
    return words_in(
        value if value.isascii() else re.sub(r"[^\x00-\x7f]+", lambda m: plain_word(m[0]), value)
    )


@lru_cache(1 << 12)
def _name_of(value: str, category: bool) -> _Name:
    words = plain_words(value)
    words = tuple(w for w in words if w not in _AND) or words
    if not category and len(words) > 2 and words[0] in _TITLES:
        words = words[1:]
    person = (
        not category
        and 1 < len(words) < 5
        and _PLACES.isdisjoint(words)
        and _FIRMS.isdisjoint(words[1:])
        and not any(c.isdigit() for c in value)
        and all(len(w) > 1 or i for i, w in enumerate(words))
    )
    return _Name(words, person, category, value[:1].isupper())


def find_names(text: str, answer: Answer) -> list[Hit]:
    """The places of a text of plain letters that tell a name or a category.

    Those whose `alone` is false count only beside the subject or the column.
    """
    tokens = tokens_of(text)
    found: dict[tuple[int, int], Hit] = {}
    for place, value in enumerate((answer.value, *answer.aliases)):
        name = _name_of(value, answer.type == "category")
        if not name.words:
            continue
        for hit in _found(tokens, name):
            mention = hit._replace(form="alias") if place and hit.form == "name" else hit
            found.setdefault((hit.start, hit.end), mention)
    wide = [hit for hit in found.values() if hit.form != "family name"]
    return sorted(
        hit
        for hit in found.values()
        if hit.form != "family name"
        or not any(one.start <= hit.start and hit.end <= one.end for one in wide)
    )


def _found(tokens: Tokens, name: _Name) -> Iterator[Hit]:
    words = name.words
    yield from _whole(tokens, name)
    if len(words) > 1:
        yield from _turned(tokens, words)
        if not name.category:
            yield from _without_ends(tokens, words)
        yield from _misspelt(tokens, words)
    if name.person:
        yield from _of_person(tokens, words)
    yield from _cut_short(tokens, words)
    yield from _squeezed(tokens, words)


def _hit(tokens: Tokens, first: int, last: int, form: str, *, alone: bool) -> Hit:
    return Hit(tokens.spans[first][0], tokens.spans[last][1], form, alone)


def _run_of(tokens: Tokens, first: int, words: tuple[str, ...], *, bent: bool = False) -> int:
    """The last token of some words that stand one after the other from a token on; -1 where they
    do not. The last word may be inflected, all of them where `bent`; an `and` may stand between.
    """
    at = first
    if first < 0:
        return -1
    for step, word in enumerate(words):
        if step and at < len(tokens.words) and tokens.words[at] in _AND:
            at += 1
        if at >= len(tokens.words) or not _same(
            tokens.words[at], word, bent=bent or step == len(words) - 1
        ):
            return -1
        gap = tokens.between(at)
        if step < len(words) - 1 and (
            len(gap) > _WIDE + 2 * ("&" in gap) or ("\n" in gap and gap != "\n")
        ):
            return -1
        at += 1
    return at - 1


@lru_cache(1 << 14)
def _same(said: str, word: str, *, bent: bool) -> bool:
    if said == word or key_of(said) == key_of(word) or said in SHORT_FORMS.get(word, "").split():
        return True
    if not bent or len(word) < 4 or not word.isalpha():
        return False
    if said.startswith(word):
        return said[len(word) :] in _ENDINGS
    cut = word[:-1] if word[-1] in "ey" else word
    return len(cut) > 3 and said.startswith(cut) and said[len(cut) :] in {*_ENDINGS, "ies", "ied"}


def _whole(tokens: Tokens, name: _Name) -> Iterator[Hit]:
    words = name.words
    letters = sum(map(len, words))
    for at in _beginnings(tokens, words[0], single=len(words) == 1):
        last = _run_of(tokens, at, words, bent=name.category)
        if last < 0:
            continue
        said = tokens.words[at]
        if len(words) == 1 and name.capital and not tokens.is_capital(at):
            everyday = not name.category and any(c.isupper() for c in tokens.text)
            start = tokens.spans[at][0]
            if everyday and tokens.text[start - 1 : start] not in {"#", "@", "/", "_", "-"}:
                continue
        exact = len(words) > 1 or said == words[0]
        yield _hit(tokens, at, last, "name" if exact else "inflected", alone=letters >= 4 and exact)


def _beginnings(tokens: Tokens, word: str, *, single: bool) -> list[int]:
    """The tokens that may begin a name: the word, its short forms, and where it stands alone its
    inflections.
    """
    found = [*tokens.places_of(word)]
    for other in SHORT_FORMS.get(word, "").split():
        found += tokens.places_of(other)
    if single and len(word) > 3:
        cut = word[:-1]
        found += [
            at for at, said in enumerate(tokens.words) if said.startswith(cut) and said != word
        ]
    return sorted(set(found))


def _turned(tokens: Tokens, words: tuple[str, ...]) -> Iterator[Hit]:
    """`Talvik, Oren`, `Van Aar, Oren`."""
    for cut in range(1, len(words)):
        tail, head = words[cut:], words[:cut]
        for at in tokens.places_of(tail[0]):
            last = _run_of(tokens, at, tail)
            if last >= 0 and len(tokens.between(last)) < _WIDE:
                end = _run_of(tokens, last + 1, head)
                if end >= 0:
                    yield _hit(tokens, at, end, "name turned", alone=True)


def _without_ends(tokens: Tokens, words: tuple[str, ...]) -> Iterator[Hit]:
    """Without article and legal form."""
    bare = words[1:] if words[0] == "the" else words
    bare = bare[:-1] if bare[-1] in _FIRMS else bare
    if bare != words and (len(bare) > 1 or len(bare[0]) > 4):
        for at in tokens.places_of(bare[0]):
            last = _run_of(tokens, at, bare)
            if last >= 0 and tokens.is_capital(at):
                yield _hit(tokens, at, last, "name shortened", alone=len(bare) > 1)


def _of_person(tokens: Tokens, words: tuple[str, ...]) -> Iterator[Hit]:
    """With initials, more in the name, or less; the family name alone."""
    first, last = words[0], words[-1]
    led = next((n for n in range(1, len(words) - 1) if words[n] in _PARTICLES), len(words) - 1)
    family = words[led:]
    for at in tokens.places_of(family[0]) if len(family) > 1 else tokens.places_of(last):
        end = _run_of(tokens, at, family)
        if end < 0:
            continue
        before = tokens.words[at - 1] if at else ""
        near = (
            at > 0 and len(tokens.between(at - 1)) <= _WIDE and "\n" not in tokens.between(at - 1)
        )
        if near and len(before) == 1 and tokens.is_capital(at - 1):
            low = at - 1
            while low and len(tokens.words[low - 1]) == 1 and tokens.is_capital(low - 1):
                low -= 1
            if tokens.words[low] == first[0]:
                yield _hit(tokens, low, end, "initials", alone=False)
            elif low and tokens.words[low - 1] == first:
                yield _hit(tokens, low - 1, end, "name with more", alone=True)
            continue
        if near and before == first and len(words) > 2:
            yield _hit(tokens, at - 1, end, "name shortened", alone=True)
            continue
        if near and at > 1 and tokens.words[at - 2] == first and tokens.is_capital(at - 1):
            yield _hit(tokens, at - 2, end, "name with more", alone=False)
            continue
        if end + 1 < len(tokens.words) and len(tokens.between(end)) <= 2:
            after = tokens.words[end + 1]
            if after == first[0] and tokens.is_capital(end + 1) and "," in tokens.between(end):
                yield _hit(tokens, end, end + 1, "initials", alone=False)
                continue
        if (
            len(last) > 3
            and tokens.is_capital(end)
            and not _has_another_first(tokens, at, near, first)
        ):
            following = tokens.between(end) == " " and end + 1 < len(tokens.words)
            if not (
                following and tokens.is_capital(end + 1) and not tokens.words[end + 1].isdigit()
            ):
                yield _hit(tokens, at, end, "family name", alone=False)


def _has_another_first(tokens: Tokens, at: int, near: bool, first: str) -> bool:
    """Whether another first name stands before a family name."""
    if not near or at == 0:
        return False
    before = tokens.words[at - 1]
    return (
        tokens.is_capital(at - 1)
        and tokens.between(at - 1) in {" ", "-", ". "}
        and before not in _TITLES | _ROLES | {first}
        and not before.isdigit()
    )


def _misspelt(tokens: Tokens, words: tuple[str, ...]) -> Iterator[Hit]:
    """A slip of one letter, doubled, dropped or swapped, in one word of the name; others exact."""
    if sum(map(len, words)) < 8 or len(tokens.text) > _MOST_TYPOS:
        return
    seen: set[int] = set()
    for step, word in enumerate(words):
        for at in tokens.places_of(word) if len(word) > 1 else ():
            first = at - step
            if first < 0 or first + len(words) > len(tokens.words) or first in seen:
                continue
            seen.add(first)
            said = tokens.words[first : first + len(words)]
            wrong = [(a, b) for a, b in zip(said, words, strict=True) if key_of(a) != key_of(b)]
            if len(wrong) != 1 or len(wrong[0][1]) < 5 or not _is_slip(*wrong[0]):
                continue
            if all(len(tokens.between(first + k)) <= _WIDE for k in range(len(words) - 1)):
                yield _hit(tokens, first, first + len(words) - 1, "misspelt", alone=False)


def _is_slip(wrong: str, right: str) -> bool:
    if OSA.distance(wrong, right) != 1:
        return False
    if len(wrong) != len(right):
        return True
    pairs = [frozenset((a, b)) for a, b in zip(wrong, right, strict=True) if a != b]
    return len(pairs) == 2 or pairs[0] in _SOUNDS


def _cut_short(tokens: Tokens, words: tuple[str, ...]) -> Iterator[Hit]:
    """A name that ends in three points: `Oren Talv...`."""
    if "..." not in tokens.text:
        return
    whole = "".join(words)
    for match in re.finditer(r"\.\.\.", tokens.text):
        last = tokens.at(match.start())
        for back in range(min(len(words), last + 1)):
            first = last - back
            if tokens.spans[last][1] != match.start() or first < 0:
                break
            said = "".join(tokens.words[first : last + 1])
            if (
                said == whole
                or not whole.startswith(said)
                or not words[0].startswith(tokens.words[first])
            ):
                continue
            if len(said) >= 5 and (
                len(said) >= 0.6 * len(whole) or (back and len(said) > len(words[0]))
            ):
                yield Hit(tokens.spans[first][0], match.end(), "cut short", alone=False)


def _squeezed(tokens: Tokens, words: tuple[str, ...]) -> Iterator[Hit]:
    """Run together in a longer string: `orentalvik`, `oren-talvik`."""
    whole = "".join(words)
    if len(whole) < 7 or len(words) < 2:
        return
    for at, word in enumerate(tokens.words):
        if whole in word and (word == whole or len(whole) > 9):
            yield _hit(tokens, at, at, "run together", alone=len(whole) >= 8)

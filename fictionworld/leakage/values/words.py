"""Finds names and categories in a text of plain letters, whole and in disguise."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import OSA

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.context.tongues import has_english, is_foreign
from fictionworld.leakage.values.defined import find_defined
from fictionworld.leakage.values.everyday import is_everyday
from fictionworld.leakage.values.grades import find_grades, is_grade
from fictionworld.leakage.values.open_days import find_day_left
from fictionworld.leakage.values.translated import find_translated
from fictionworld.leakage.values.value_forms import (
    GAP,
    PARTICLES,
    TITLES,
    forms_of,
    hints_of,
    is_person,
    words_of,
)

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer

__all__ = ["find_words"]

_TOKEN: Final = re.compile(r"[A-Za-z0-9]+")
_ALIKE_WORD: Final = str.maketrans(
    {
        "l": "i",
        "1": "i",
        "0": "o",
        "5": "s",
        "3": "e",
        "4": "a",
        "7": "t",
        "|": "i",
        "!": "i",
        "@": "a",
        "$": "s",
    }
)
_MOST_TYPOS: Final = 400_000
"""Characters: in longer texts no slips of spelling are looked for."""


def _common_noun(text: str, match: re.Match[str], value: str) -> bool:
    """Whether a name of one word, `Hope`, stands there as an everyday word."""
    at = match.start()
    return (
        value[:1].isupper()
        and text[at : at + 1].islower()
        and text[max(0, at - 1) : at] in {"", " ", "\n"}
    )


def _abroad(text: str, match: re.Match[str]) -> bool:
    """Whether a name stands in a sentence that may bend it: of another language, or of no words."""
    sentence = text[max(0, match.start() - 120) : match.end() + 120]
    return is_foreign(sentence) or not has_english(sentence)


_VERBS: Final = frozenset(["may", "march"])
_OF_TIME: Final = re.compile(
    r"(?:\b(?:in|of|since|until|till|early|late|mid|by|through|from|between|month|each|every)[ -]"
    r"|[:|=,(\[\"]\s?|^\s*|\d\s)$"
)


def _common_verb(text: str, match: re.Match[str]) -> bool:
    """Whether a month, `May`, stands there as an everyday word."""
    return (
        match[0] in _VERBS
        and _OF_TIME.search(text[max(0, match.start() - 10) : match.start()]) is None
    )


_ARTICLE: Final = re.compile(r"^[A-Z].*[a-z],? a$")
"""`Lindqvist, a` of `Lindqvist, a joiner`, which is no `Lindqvist, A.`"""


def find_words(text: str, answer: Answer) -> list[Hit]:
    """The places of `text`, of ASCII letters, that tell a name or a category.

    Those whose `alone` is false count only beside the subject or the column.
    """
    low = text.lower()
    if len(low) != len(text):  # letters beyond ASCII were left
        low = text
    found: list[Hit] = []
    for place, value in enumerate((answer.value, *answer.aliases)):
        words = words_of(value)
        if not words or is_grade(value):
            continue
        person = answer.type == "name" and is_person(value, words)
        if person and len(words) > 2 and words[0] in TITLES:
            words = words[1:]
        if any(hint in low for hint in hints_of(value)):
            for form in forms_of(value, person, answer.type == "category"):
                name = form.form if place == 0 or form.form not in {"name", "words"} else "alias"
                found += (
                    Hit(*m.span(), name, form.alone)
                    for m in form.pattern.finditer(text)
                    if (form.form != "bent" or _abroad(text, m))
                    if not (form.form == "initials" and _ARTICLE.search(m[0]))
                    if len(words) > 1
                    or not (
                        _common_noun(text, m, value)
                        if answer.type == "name"
                        else _common_verb(text, m) or is_everyday(text, m)
                    )
                )
        if place == 0 or not found:
            found += _shortened(low, words)
            found += _squeezed(low, words)
            found += _misspelt(low, words)
        if person and place == 0:
            spans = [(hit.start, hit.end) for hit in found]
            found += (
                hit._replace(form="family name again") if spans else hit
                for hit in _family_name(text, words)
                if not any(start < hit.end and hit.start < end for start, end in spans)
                and not (spans and text.startswith("'s", hit.end - 2))  # `with V's old map`
            )
        if len(words) == 2 and not found and place == 0 and answer.type == "name":
            found += _parts_apart(text, low, words)
    if answer.type != "category":
        return found
    return [
        *found,
        *find_translated(text, answer),
        *find_defined(text, answer),
        *find_grades(text, answer),
        *find_day_left(text, answer),
    ]


def _shortened(low: str, words: tuple[str, ...]) -> list[Hit]:
    """A name that ends in three points: `Oren Talv...`."""
    if "..." not in low and "\u2026" not in low:
        return []
    whole = "".join(words)
    found = []
    for match in re.finditer(r"\.\.\.|\u2026", low):
        before = low[max(0, match.start() - 60) : match.start()].rstrip()
        tokens = list(_TOKEN.finditer(before))
        for back in range(1, min(len(words), len(tokens)) + 1):
            said = "".join(t[0] for t in tokens[-back:])
            if (
                not whole.startswith(said)
                or said == whole
                or tokens[-back][0] != words[0][: len(tokens[-back][0])]
            ):
                continue
            enough = len(said) >= 5 and (
                len(said) >= 0.6 * len(whole) or (back > 1 and len(said) > len(words[0]))
            )
            if enough:
                start = (
                    match.start()
                    - len(low[max(0, match.start() - 60) : match.start()])
                    + tokens[-back].start()
                )
                found.append(Hit(start, match.end(), "cut short", alone=False))
    return found


def _squeezed(low: str, words: tuple[str, ...]) -> list[Hit]:
    """Letters with anything between them: spaced, hyphened, run together, set in look-alikes."""
    whole = "".join(words).translate(_ALIKE_WORD)
    if len(whole) < 7:
        return []
    found = []
    for name, backwards in (("run together", False), ("reversed", True)):
        wanted = whole[::-1] if backwards else whole
        squeezed = _squeezed_text(low)
        at = squeezed.said.find(wanted)
        while at >= 0:
            start, end = squeezed.place(at), squeezed.place(at + len(wanted) - 1) + 1
            at = squeezed.said.find(wanted, at + 1)
            if end - start > 6 * len(wanted):
                continue
            open_left = start == 0 or not low[start - 1].isalnum()
            open_right = (
                end == len(low) or not low[end].isalnum() or low[end : end + 2] in {"s ", "s."}
            )
            letters = low[start:end]
            if letters == words[0] and open_left and open_right:
                continue  # a word as it is: other forms have read it
            if (open_left and open_right) or (
                (len(wanted) >= 10 and letters.isalnum()) or len(wanted) >= 14
            ):
                found.append(Hit(start, end, name, alone=len(wanted) >= 8))
    rot13 = "".join(words).translate(_ROT13)
    if len(rot13) >= 7 and rot13[: len(words[0])] in low:
        pattern = GAP.join(word.translate(_ROT13) for word in words)
        found += (Hit(*match.span(), "rot13", alone=True) for match in re.finditer(pattern, low))
    return found


_ROT13: Final = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")
_NOT_SQUEEZED: Final = re.compile(r"[^a-z0-9|!@$]+")


class _Squeezed:
    """A text without all that is no letter or digit, and where each of these stood."""

    def __init__(self, low: str) -> None:
        pieces: list[str] = []
        self._starts: list[int] = []
        self._origins: list[int] = []
        length = done = 0
        for match in _NOT_SQUEEZED.finditer(low):
            if match.start() > done:
                pieces.append(low[done : match.start()])
                self._starts.append(length)
                self._origins.append(done)
                length += match.start() - done
            done = match.end()
        if done < len(low):
            pieces.append(low[done:])
            self._starts.append(length)
            self._origins.append(done)
        self.said = "".join(pieces).translate(_ALIKE_WORD)

    def place(self, at: int) -> int:
        """Where in the text the letter at a place stood."""
        piece = bisect_right(self._starts, at) - 1
        return self._origins[piece] + at - self._starts[piece]


@lru_cache(16)
def _squeezed_text(low: str) -> _Squeezed:
    return _Squeezed(low)


def _misspelt(low: str, words: tuple[str, ...]) -> list[Hit]:
    """A slip of one letter, doubled, dropped or swapped, in one word of the name; others exact."""
    if len(words) < 2 or sum(map(len, words)) < 8 or len(low) > _MOST_TYPOS:
        return []
    if not any(word in low for word in words if len(word) > 1):
        return []
    found = []
    tokens = list(_TOKEN.finditer(low))
    said = [t[0] for t in tokens]
    for at in range(len(said) - len(words) + 1):
        there = said[at : at + len(words)]
        if sum(a == b for a, b in zip(there, words, strict=True)) != len(words) - 1:
            continue
        start, end = tokens[at].start(), tokens[at + len(words) - 1].end()
        if end - start > sum(map(len, words)) + 4 * len(words):
            continue
        wrong, right = next((a, b) for a, b in zip(there, words, strict=True) if a != b)
        doubled = re.sub(r"(.)\1", r"\1", wrong) == re.sub(r"(.)\1", r"\1", right)
        if (len(right) > 4 or (len(right) > 3 and doubled)) and _slip(wrong, right):
            found.append(Hit(start, end, "misspelt", alone=False))
    return found


_SOUNDS: Final = frozenset(map(frozenset, ("ck", "iy", "vw", "sz", "kq", "uv", "cs")))


def _slip(wrong: str, right: str) -> bool:
    if OSA.distance(wrong, right) != 1:
        return False
    if len(wrong) == len(right):
        pairs = [frozenset((a, b)) for a, b in zip(wrong, right, strict=True) if a != b]
        return len(pairs) == 2 or pairs[0] in _SOUNDS
    longer, shorter = (wrong, right) if len(wrong) > len(right) else (right, wrong)
    for at in range(len(longer)):
        if longer[:at] + longer[at + 1 :] == shorter:
            doubled = longer[at] in (longer[at - 1 : at] + longer[at + 1 : at + 2])
            if doubled or longer[at] == "h" or (0 < at < len(longer) - 1):
                return True
    return False


def _family_name(text: str, words: tuple[str, ...]) -> list[Hit]:
    """`Talvik` alone, unless another first name stands before it."""
    last = words[-1]
    if len(last) < 4:
        return []
    found = []
    either = f"{re.escape(last.capitalize())}|{re.escape(last.upper())}"
    pattern = rf"(?<![A-Za-z0-9])(?:{either})(?:'s)?(?![A-Za-z0-9])"
    for match in re.finditer(pattern, text):
        before = re.search(
            rf"([A-Za-z]+)[ .-]{{1,2}}(?:(?:{_PARTICLE}) ){{0,2}}$",
            text[max(0, match.start() - 30) : match.start()],
        )
        if (
            before
            and before[1][0].isupper()
            and before[1].lower() not in TITLES | _ROLES
            and before[1].lower() != words[0]
        ):
            continue
        if re.match(r" (?:[A-Z][a-z]+)", text[match.end() : match.end() + 12]):
            continue
        found.append(Hit(match.start(), match.end(), "family name", alone=False))
    return found


_PARTICLE: Final = "|".join(sorted(PARTICLES))
_ROLES: Final = frozenset(
    "captain skipper director founder coach manager president chief editor author composer"
    " head owner mayor"
    " striker keeper professor doctor chairman chairwoman by and with the to of for is was".split()
)


def _parts_apart(text: str, low: str, words: tuple[str, ...]) -> list[Hit]:
    """Both words of a name, each by itself, within a few lines: `first name Oren ... Mr Talvik`."""
    if not all(len(word) > 1 and word in low for word in words):
        return []
    places = []
    for word in words:
        found = [
            m
            for m in re.finditer(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])", low)
            if _by_itself(text, m)
        ]
        if not found:
            return []
        places.append(found)
    first, last = places
    gap, one, other = min(
        ((abs(a.start() - b.start()), a, b) for a in first[:20] for b in last[:20]),
        key=lambda t: t[0],
    )
    if gap > 400:
        return []
    return [
        Hit(one.start(), one.end(), "parts apart", alone=False),
        Hit(other.start(), other.end(), "parts apart", alone=False),
    ]


def _by_itself(text: str, match: re.Match[str]) -> bool:
    if text[match.start()].islower():
        return False
    before = re.search(r"([A-Za-z]+) $", text[max(0, match.start() - 20) : match.start()])
    after = re.match(r" ([A-Z][a-z]+)", text[match.end() : match.end() + 20])
    named = before is not None and before[1].istitle() and before[1].lower() not in TITLES | _ROLES
    return not named and after is None

"""How a name is found in a text: its patterns, its words, and those of others of its series."""

# Names are written with typographic apostrophes too.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fictionworld.leakage.names.forms import short_forms
from fictionworld.leakage.names.kinds import PLACES, is_kind_word, other_words
from fictionworld.leakage.names.words import COMMON, GENERIC, NUMBERS, SUFFIXES

__all__ = [
    "BEGINS",
    "ENDS",
    "describes",
    "is_former",
    "kin_of",
    "kind_behind",
    "makers_of",
    "model_of",
    "own_words",
    "pattern_of",
    "series_of",
    "small_words",
    "thing_of",
]

# a set that holds a sign beyond Latin takes ten times as long to make as one sign more beside it
_GAP: Final = r"(?:[\s_+.'-]|’|%20){0,3}"
BEGINS: Final = r"(?-i:(?<![A-Za-z0-9]))"
ENDS: Final = r"(?-i:(?![A-Za-z0-9]))"
"""Before and behind a name: a set that is to mean capitals too takes as long to make as the name,
and these hold them already."""
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_TOKEN: Final = re.compile(r"[A-Za-z0-9&]+(?:['.-][A-Za-z0-9]+)*")


def model_of(words: tuple[str, ...]) -> frozenset[str]:
    """The figures in a name that tell it from its kin."""
    return frozenset(
        w for w in words if (any(c.isdigit() for c in w) and not _YEAR.fullmatch(w)) or w in NUMBERS
    )


def small_words(tokens: list[str]) -> frozenset[str]:
    """What a name writes small says what kind of thing it is: `Ostervall wind farm`."""
    small = frozenset(w for w in tokens if w[0].islower())
    return small if len(small) < len(set(tokens)) else frozenset()


_BEFORE_PLACE: Final = re.compile(r"(?P<thing>[A-Z][a-z]+(?: [a-z]+)+) (?:at|from) (?:the )?[A-Z]")
_BEHIND_PLACE: Final = re.compile(
    r"[A-Z][^ ]*(?: [A-Z][^ ]*)* (?P<thing>[a-z]{3,}(?: [a-z]{3,})+)$"
)


def thing_of(name: str) -> str:
    """The words of a name for a thing that is had somewhere: `Plum dumplings at the Blue Oven`."""
    found = _BEFORE_PLACE.match(name) or _BEHIND_PLACE.match(name)
    return found["thing"].lower() if found else ""


def own_words(
    words: tuple[str, ...], model: frozenset[str], small: frozenset[str]
) -> frozenset[str]:
    """The words of a name any of which names it."""
    own = {w for w in words if w not in GENERIC and w not in small and len(w) > 1}
    own = {w for w in own if not _YEAR.fullmatch(w)}
    own = {w for w in own if not is_kind_word(w)} or own
    if model:
        own = set(words) & (model | {w for w in words[1:] if w not in GENERIC})
        own = {w for w in own if not w.isdigit() and w not in NUMBERS} - {words[0]}
    # `Ferry Hulm-Garrow` is spoken of as the ferry from Hulm to Garrow
    own |= {part for w in own if "-" in w for part in w.split("-") if len(part) > 3}
    own |= {w[:-2] for w in own if w.endswith("'s") and len(w) > 4}
    own = {w for w in own if len(w) > 2 or any(c.isdigit() for c in w)}
    if not own and not model:
        own = {w for w in words if len(w) > 3} or set(words)
    return frozenset(own)


@lru_cache(4096)
def pattern_of(
    words: tuple[str, ...], model: frozenset[str], named: tuple[str, ...]
) -> re.Pattern[str] | None:
    """The name, in part where that is enough, and the other names that stand for it."""
    if not words:
        return None
    parts = [_loose(w) for w in words]
    alternatives = [_GAP.join(parts)]
    if model and len(parts) > 1:
        # `Verra 5`, `the Nine`, `C70`
        for cut in range(1, len(parts)):
            tail = words[cut:]
            if tail[0].isdigit():
                break
            if any(w in model or w not in GENERIC for w in tail):
                alternatives.append(_GAP.join(map(_loose, _trimmed(tail))))
        if words[-1] in NUMBERS and all(w.isdigit() or w in NUMBERS for w in model):
            alternatives.append(r"the\s" + words[-1].capitalize())
    last = max((at for at, word in enumerate(words) if word in model), default=0)
    if last < len(words) - 1 and (last or _NUMBERED.match(words[0])):
        # `Gantry 3`, which is a folding bicycle; `Ondra-3`, which is a vaccine
        alternatives.append(_GAP.join(parts[: last + 1]))
    alternatives += [_GAP.join(map(re.escape, _TOKEN.findall(name))) for name in named]
    either = "|".join(dict.fromkeys(a for a in alternatives if a))
    return re.compile(rf"{BEGINS}(?:{either}){ENDS}", re.IGNORECASE)


_NUMBERED: Final = re.compile(r"[a-z]{2,}-\d")


@lru_cache(4096)
def kin_of(model: frozenset[str]) -> re.Pattern[str] | None:
    """Figures of the shape of those in a name: `E3` beside `E2`."""
    shapes = []
    for word in model:
        if word in NUMBERS:
            shapes.append("(?:" + "|".join(n.capitalize() for n in sorted(NUMBERS)) + ")")
        elif not word.isdigit():
            shape = re.sub(r"\d+", r"\\d+", re.escape(word))
            shapes.append(re.sub(r"(?<=[a-z])(?=\\d)", r"[\\s_-]?", shape))
    if not shapes:
        return None
    either = "|".join(sorted(shapes))
    return re.compile(rf"{BEGINS}(?:{either}){ENDS}", re.IGNORECASE)


@lru_cache(4096)
def _loose(word: str) -> str:
    """A word in which figures may stand apart from letters: `K 2`, `K-2`; or its kind's others."""
    words = other_words((word,)) | {w for w in short_forms(word) if len(w) > 1}
    if words:
        words |= {word}
        return "(?:" + "|".join(sorted(map(re.escape, words))) + r")\.?"
    parts = re.split(r"[.'-]|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])", word)
    return r"[\s_.'-]?".join(map(re.escape, parts))


_VERSION: Final = re.compile(r"\d{1,3}(?:\.\d{1,3})+")
_VERSION_SAID: Final = (
    r"(?:(?<=\[)|(?<=\[v)|(?<=[#*>] )|(?<=[#*>] v)|(?<=\n)|\b(?:[Vv]ersions?|[Rr]eleases?|v)\s?)"
    r"(?P<number>\d{1,3}(?:\.\d{1,3})+)(?![\w%]|[.,]\d)"
)
_VERSION_SUBJECT: Final = (
    r"(?<![\w.,])(?P<number>\d{1,3}(?:\.\d{1,3})+)"
    r"(?=\s(?:was|is|had|has|came|went|shipped|got|will|line|series|branch|users)\b)"
)


@lru_cache(4096)
def series_of(
    words: tuple[str, ...], small: frozenset[str] = frozenset()
) -> re.Pattern[str] | None:
    """Others of the series of `Vela 5` or `Kestrelbase 4.2`: `vela 6`, `version 4.1`, `3.8 was`."""
    at = next((i for i, w in enumerate(words) if i and w[0].isdigit()), None)
    if at is None or _YEAR.fullmatch(words[at]):
        return None
    figure = words[at]
    # `Quill 6.4` is of the series of `Quill editor 7`
    shorter = [
        w for i, w in enumerate(words[:at]) if not i or (w not in small and not is_kind_word(w))
    ]
    before = _GAP.join(map(_loose, words[:at]))
    if shorter != list(words[:at]):
        before = f"(?:{before}|{_GAP.join(map(_loose, shorter))})"
    if figure.isdigit():
        number = rf"(?!{figure}(?!\d))\d{{1,4}}(?:\.\d{{1,3}})?(?![\d%/]|[.,:]\d|[a-z])"
        return re.compile(rf"{BEGINS}{before}[\s_-]?(?P<number>{number})", re.IGNORECASE)
    if _VERSION.fullmatch(figure):
        named = rf"{BEGINS}{before}[\s_-]?v?(?P<number>\d{{1,3}}(?:\.\d{{1,3}})*)"
        # one group name may stand only once in a pattern
        shapes = (named, _VERSION_SAID, _VERSION_SUBJECT)
        parts = [s.replace("?P<number>", f"?P<n{i}>") for i, s in enumerate(shapes)]
        return re.compile("|".join(parts), re.IGNORECASE)
    return None


@lru_cache(4096)
def kind_behind(words: tuple[str, ...], small: frozenset[str]) -> re.Pattern[str] | None:
    """A word for its kind in small letters behind a name."""
    kinds = small | {w for w in words if is_kind_word(w) and w not in PLACES}
    said = sorted(re.escape(w) for w in kinds if len(w) > 2 and w not in COMMON)
    return re.compile(r"\s(?:" + "|".join(said) + r")\b") if said else None


_GENERATION: Final = re.compile(r"\d{1,3}|[ivx]{1,4}")
_FORMER: Final = re.compile(r"\b(?:first|original|old|older|earlier|previous|former)\s$")
_SCRAP: Final = re.compile(
    r"\s[a-z]+(?:\s(?:of|with|in|on|for|at|near|from|by|and|that|which|where|run|built)\b|[,.;])"
)
_DESCRIBES: Final = re.compile(
    r"[a-z]+(?:ing|ed|al|ic|ous|ful|ern)|[a-z]+-[a-z]+|small|large|big|tiny|little|great|huge|private|modern|quiet"
    r"|busy|independent|family|free|charming|friendly|cosy|wooden|stone|brick|victorian|medieval"
)
"""`Lending library with a reading room`: a scrap that says what the subject is."""


def is_former(last: str, text: str, start: int, said: list[str]) -> bool:
    """Whether a name without its last word, a number, is that of an earlier thing.

    `The first Velo Tarka` is not the Velo Tarka II.
    """
    return (
        _GENERATION.fullmatch(last) is not None
        and last not in said
        and _FORMER.search(text, max(0, start - 10), start) is not None
    )


def describes(word: str, text: str, end: int) -> bool:
    """Whether a word with which a scrap opens says what the subject is, and names no other."""
    return _SCRAP.match(text, end) is not None and _DESCRIBES.fullmatch(word) is not None


def makers_of(bracket: str) -> frozenset[str]:
    """The words of two names or more in a bracket that says whose a thing is."""
    names = re.findall(r"(?<![\w-])[A-Z][\w-]+", bracket)
    return frozenset(n.lower() for n in names) if len(names) > 1 else frozenset()


def _trimmed(words: tuple[str, ...]) -> tuple[str, ...]:
    while len(words) > 1 and words[-1] in GENERIC - SUFFIXES:
        words = words[:-1]
    return words

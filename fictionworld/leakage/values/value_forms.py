"""Ways to write a value that is a name or a category: turned, with initials, shortened, inflected,
its letters beyond ASCII put in ours in any of the usual ways.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from fictionworld.leakage.names.patterns import BEGINS, ENDS
from fictionworld.leakage.readings.lookalikes import plain_word
from fictionworld.leakage.values.nicknames import called

__all__ = [
    "GAP",
    "PARTICLES",
    "PLACES",
    "TITLES",
    "Form",
    "forms_of",
    "hints_of",
    "is_person",
    "words_of",
]

GAP: Final = r"(?-i:[^A-Za-z0-9\n]{0,3}|\n)"
"""What may stand between two words of a name."""
TITLES: Final = frozenset("dr prof mr mrs ms sir dame lord lady the jr sr st".split())
PLACES: Final = frozenset(
    "road street lane park ground stadium arena bridge tower school bank fc united city town"
    " club museum hall house"
    " festival radio gazette herald times tribune post university institute college hospital"
    " theatre hotel valley"
    " river lake hill square court field gardens station railways games harriers rovers"
    " rangers".split()
)
"""Words in names of what is no person."""
PARTICLES: Final = frozenset(
    "van von de der den di da del della du la le ter ten zu zur zum af av bin ibn al el dos das do"
    " of te vom".split()
)
"""Words that belong to the family name behind them."""
_FIRMS: Final = frozenset(
    "ltd limited inc incorporated gmbh ag plc llc co corp corporation company sa spa ab oy as bv nv"
    " kg srl sarl".split()
)
_SHORT: Final = {
    "university": "univ|uni", "institute": "inst", "saint": "st|ste|sankt|san", "mount": "mt",
    "mountain": "mtn", "company": "co", "limited": "ltd", "brothers": "bros", "united": "utd",
    "international": "intl|int", "national": "natl|nat", "department": "dept",
    "association": "assn|assoc", "corporation": "corp", "street": "st", "road": "rd", "fort": "ft",
    "doctor": "dr", "professor": "prof", "junior": "jr", "senior": "sr", "number": "no|nr",
    "railways": "rly|rlys", "railway": "rly", "government": "govt",
    "laboratory": "lab", "laboratories": "labs", "manufacturing": "mfg", "centre": "center|ctr",
    "center": "centre|ctr", "theatre": "theater", "harbour": "harbor",
}  # fmt: skip
"""How some words of names are written short."""
_OTHERWISE: Final = {
    "\u00e4": "ae", "\u00f6": "oe", "\u00fc": "ue|y", "\u00f8": "oe", "\u00e5": "aa|o",
    "\u00e6": "a|e", "\u00df": "sz|s", "\u00f1": "ny|nh|gn", "\u0153": "o|e", "\u00fe": "t|p",
    "\u00f0": "dh|th", "\u0142": "w", "\u010d": "ch|tch", "\u0107": "ch", "\u0161": "sh|sch",
    "\u015b": "sh", "\u017e": "zh|j", "\u017a": "zh", "\u017c": "zh", "\u0111": "dj",
    "\u00e7": "s|ts", "\u011f": "gh", "\u015f": "sh", "\u0131": "y", "\u00eb": "e|yo|io",
    "\u0159": "rz", "\u0151": "oe", "\u0171": "ue", "\u0103": "e", "\u021b": "ts",
    "\u0163": "ts", "\u0219": "sh", "\u00f4": "os", "\u00ea": "es",
}  # fmt: skip
"""Letters beyond ASCII in the other ways that they are put in ours."""
_TWO_LETTERS: Final = re.compile(r"(?<=[a-z])(?:([aou])e|aa)|\b(?:([aou])e)")
_ENDINGS: Final = (
    "(?:a|u|em|om|ovi|owi|ie|e|en|in|n|ista|ille|lle|lta|lla|ns|s|es|ya|yu|ym|i|y|nak|nek|ban|ben"
    "|t|ot|et|o|is|ul|ului)?"
)
"""Endings that names take in other languages."""
_CAPITAL: Final = "(?=(?-i:[A-Z]))"
_AND: Final = "(?:and|und|et|y|och|og|n)?"
_MOST_WORDS: Final = 5
_TOKEN: Final = re.compile(r"[A-Za-z0-9]+")


class Form(NamedTuple):
    """One way to write a name."""

    pattern: re.Pattern[str]
    form: str
    alone: bool


@lru_cache(2048)
def words_of(value: str) -> tuple[str, ...]:
    """The words of a name in plain small letters."""
    plain = (
        value if value.isascii() else re.sub(r"[^\x00-\x7f]+", lambda m: plain_word(m[0]), value)
    )
    return tuple(word.lower() for word in _TOKEN.findall(plain))


@lru_cache(2048)
def hints_of(value: str) -> tuple[str, ...]:
    """Pieces of which a text holds one if it holds any form of the name."""
    words = words_of(value)
    longest = max(words, key=len)
    found = [word for word in words if len(word) > 1]
    if len(longest) > 4:
        found.append(longest[:-2])
    if not value.isascii():
        found += [piece for piece in re.findall(r"[a-z]{3,}", value.lower()) if len(piece) > 3]
    found += [re.sub(r"([aou])e", r"\1", word) for word in words if len(word) > 5]
    return tuple(dict.fromkeys(found))


def is_person(value: str, words: tuple[str, ...]) -> bool:
    """Whether a name may be a person's."""
    return (
        1 < len(words) < _MOST_WORDS
        and not PLACES.intersection(words)
        and not _FIRMS.intersection(words[1:])
        and "&" not in value
        and "and" not in words
        and not any(c.isdigit() for c in value)
    )


def _spelled(value: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """A pattern of each word, in any of the ways to put its letters in ours."""
    if value.isascii():
        return tuple(
            _TWO_LETTERS.sub(_perhaps_one, re.escape(word))
            if len(word) > 4 and not word.isdigit()
            else re.escape(word)
            for word in words
        )
    pieces = [piece for piece in re.split(r"[^\w]+|_", value.lower()) if words_of(piece)]
    if len(pieces) != len(words):
        return tuple(map(re.escape, words))
    return tuple(
        "".join(
            f"(?:{re.escape(plain_word(c))}|{_OTHERWISE[c]})"
            if c in _OTHERWISE
            else re.escape(plain_word(c).lower())
            for c in piece
        )
        for piece in pieces
    )


def _perhaps_one(match: re.Match[str]) -> str:
    """`oe` may stand for one letter with two dots, of which `o` is left."""
    letter = match[1] or match[2]
    return f"{letter}e?" if letter else "aa?"


@lru_cache(2048)
def forms_of(value: str, person: bool, category: bool) -> tuple[Form, ...]:
    """All forms of a name or category, in a text of ASCII letters."""
    value = value.replace(" & ", " and ")
    words = words_of(value)
    if not words:
        return ()
    found: list[Form] = []
    letters = sum(map(len, words))

    def add(text: str, form: str, alone: bool) -> None:
        found.append(
            Form(
                re.compile(rf"{BEGINS}(?:{text}){ENDS}", re.IGNORECASE),
                form,
                alone,
            )
        )

    spelled = tuple(
        _AND if word == "and" else said
        for word, said in zip(words, _spelled(value, words), strict=True)
    )
    ending = r"(?:'?s|es)?"
    add(GAP.join(spelled) + ending, "name" if person else "words", letters >= 4)
    if len(words) == 1:
        if letters >= 5 and words[0].isalpha():
            _one_word(add, words[0], category)
        return tuple(found)
    if category:
        if any(any(c.isdigit() for c in word) for word in words):
            add(_loose(words), "name", True)
        return tuple(found)
    for at in range(1, len(words)):
        turned = rf"{GAP.join(spelled[at:])}(?:[,;]?\s{{1,2}}|[._/-]){GAP.join(spelled[:at])}"
        add(turned, "name turned", True)
    if any(any(c.isdigit() for c in word) for word in words):
        add(_loose(words), "name", True)
    if person:
        _person(add, value, words, spelled)
    else:
        _other(add, words, spelled)
    if letters >= 8 and words[-1].isalpha():
        add(GAP.join(word + _ENDINGS for word in spelled), "bent", False)
    return tuple(found)


def _loose(words: tuple[str, ...]) -> str:
    """Words in which letters and digits may stand apart."""
    return GAP.join(
        re.sub(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])", GAP.replace("\\", "\\\\"), word)
        for word in words
    )


_Add: TypeAlias = Callable[[str, str, bool], None]
"""Keeps a pattern, the name of its form, and whether it settles the answer by itself."""
_SUFFIX: Final = re.compile(
    r"(?:ical|ous|ics|ic|ary|ated|ed|ing|ive|al|y|en|ish|ness|ity|ism|ist|er)$"
)
_DERIVED: Final = (
    r"(?:s|es|e|ous|ic|ics|ical|ically|al|ally|ed|ing|er|ers|or|ors|y|ity|ities|ism|ist|ists|ary"
    r"|ated|ate|ates|ation|ator|ators|ative|ive|en|ish|ness|ly|ously|an|ian)?"
)


def _one_word(add: _Add, word: str, category: bool) -> None:
    letters = len(word)
    if not category:
        add(rf"{word}(?:s|n|ian|ish|er|ese)", "inflected", False)
        return
    cut = word[:-2] if letters >= 7 else word.removesuffix("e")
    add(
        rf"{cut}[a-z]{{0,5}}" if letters >= 7 else rf"{cut}(?:s|es|ed|d|n|y|ish|ian|ic|ing|en)?",
        "inflected",
        True,
    )
    stem = _SUFFIX.sub("", word)
    if stem != word and len(stem) >= 5:
        add(stem + _DERIVED, "inflected", False)


def _person(add: _Add, value: str, words: tuple[str, ...], spelled: tuple[str, ...]) -> None:
    """Initials, shortened names, names with more in them."""
    start = 1 if words[0] in TITLES and len(words) > 2 else 0
    double = re.search(r"([^\s-]+)[-\u2010\u2011]([^\s-]+)$", value) is not None
    at = len(words) - (2 if double and len(words) > 2 else 1)
    led = next((n for n in range(start + 1, at) if words[n] in PARTICLES), at)
    given, family = words[start:led], r"\W{1,3}".join(spelled[led:])
    first = spelled[start]
    initials = r"\s{0,2}".join(rf"{_initial(word)}\.?-?" for word in given)
    families = [family] if led == at else [family, spelled[-1]]
    if double and len(words) > 2:
        add(rf"{initials}\s{{0,2}}{spelled[-1]}", "initials", False)
        add(family, "family name", False)
    for one in families:
        add(rf"{initials}[\s_-]{{0,2}}{one}", "initials", False)
        add(rf"{one},?\s{{1,2}}{initials}(?=\W|$)", "initials", False)
        add(rf"{one}[,._-]{_initial(given[0])}", "initials", False)
    if led < at:
        given_too = r"\s".join(spelled[start:at])
        add(rf"{spelled[-1]},?\s{{1,2}}{given_too}", "name turned", True)
        add(rf"{first}\s{spelled[-1]}", "name shortened", False)
    if len(words[-1]) > 3 and not double:
        add(rf"{first}\s(?:{_initial(words[led])})\.", "initials", False)
    if other := called(words[start]):
        add(rf"(?:{'|'.join(other)})\s(?:[a-z]\.\s)?{family}", "short for a name", False)
    if len(given) > 1:
        add(rf"{first}\s{family}", "name shortened", True)
        add(rf"{first}\s(?:{_initial(given[1])})\.?\s{family}", "name shortened", True)
        if not double:
            add(rf"{first}\s{spelled[start + 1]}", "name shortened", False)
    elif led == start + 1:
        more = r"(?:[a-z]\.|(?-i:[A-Z])|[\"'(][^\"')\n]{1,24}[\"')])"
        add(rf"{first}\s{more}\s{family}", "name with more", True)
        add(rf"{first}\s(?-i:[A-Z][a-z]{{2,14}})\s{family}", "name with more", False)


def _other(add: _Add, words: tuple[str, ...], spelled: tuple[str, ...]) -> None:
    """Firms, houses, places: without article and legal form, with words written short."""
    kept = [
        rf"(?:{said}|{_SHORT[word]})\.?" if word in _SHORT else said
        for word, said in zip(words, spelled, strict=True)
    ]
    low = 1 if words[0] == "the" else 0
    high = len(words) - (1 if words[-1] in _FIRMS else 0)
    bare = words[low:high]
    if kept != list(spelled) or (low, high) != (0, len(words)):
        long = sum(map(len, bare)) >= 6
        add(GAP.join(kept[low:high]), "name shortened", long and len(bare) > 1)
    if len(bare) > 1 and bare[-1] in PLACES:
        # `harriers of the vale` are no team
        add(
            rf"{_CAPITAL}{kept[high - 1]} of (?:the )?{GAP.join(kept[low : high - 1])}",
            "name turned",
            True,
        )
    if len(bare) > 2 and bare[1] == "of" and bare[0] in PLACES:
        add(rf"{_CAPITAL}{GAP.join(kept[low + 2 : high])} {kept[low]}", "name turned", True)


def _initial(word: str) -> str:
    return re.escape(word[0]) + ("h?" if word[0] in "tcs" and word[1:2] == "h" else "")

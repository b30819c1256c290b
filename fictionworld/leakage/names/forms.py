"""Other forms of the words of a name: `Univ.` for University, `der Hohen Wacht` for Hohe Wacht."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["form_of", "short_forms"]

_SHORT: Final[tuple[str, ...]] = (
    "saint st ste skt",
    "sankt st skt",
    "street st str",
    "strasse str",
    "mount mt mtn",
    "mountain mt mtn mtns",
    "fort ft",
    "port pt",
    "point pt",
    "avenue ave av",
    "road rd",
    "square sq",
    "lane ln",
    "drive dr",
    "court ct",
    "place pl",
    "boulevard blvd bd",
    "highway hwy",
    "bridge br bdg brg",
    "building bldg",
    "house hse",
    "brothers bros",
    "company co cie",
    "corporation corp",
    "incorporated inc",
    "limited ltd",
    "association assn assoc ass",
    "society soc",
    "university univ uni u",
    "college coll",
    "institute inst",
    "academy acad",
    "school sch",
    "department dept",
    "hospital hosp",
    "museum mus",
    "library lib libr",
    "gallery gall",
    "theatre th thtr",
    "orchestra orch",
    "international intl int",
    "national natl nat",
    "federal fed",
    "municipal mun",
    "central ctr cent",
    "centre ctr",
    "center ctr",
    "station stn sta",
    "railway rly rlwy ry",
    "railways rlys rys",
    "airport apt",
    "island isl is",
    "islands isls",
    "river r",
    "lake l",
    "reservoir res resr",
    "valley val vly",
    "harbour hbr",
    "harbor hbr",
    "lighthouse lt lh lthse",
    "heights hts",
    "park pk",
    "gardens gdns",
    "garden gdn",
    "junction jct jn",
    "terminal term",
    "manufacturing mfg",
    "laboratory lab",
    "laboratories labs",
    "observatory obs",
    "festival fest",
    "championship champ",
    "championships champs",
    "tournament tourn",
    "football fb",
    "united utd",
    "rovers rvrs",
    "athletic ath",
    "wanderers wdrs",
    "city cty",
    "county co cnty",
    "township twp",
    "north n",
    "south s",
    "east e",
    "west w",
    "northern n",
    "southern s",
    "eastern e",
    "western w",
    "upper upr",
    "lower lwr",
    "great gt",
    "greater gtr",
    "little lt ltl",
    "old o",
    "new n",
    "and &",
    "edition ed edn",
    "volume vol",
    "number no nr",
    "series ser",
    "generation gen",
    "junior jr",
    "senior sr",
    "doctor dr",
    "professor prof",
    "captain capt",
    "general gen",
    "colonel col",
    "william wm",
    "charles chas",
    "thomas thos",
    "george geo",
    "james jas",
)
"""Each line: a word in full, and how it is written short."""


@lru_cache(1)
def _short() -> dict[str, frozenset[str]]:
    return {full: frozenset(short) for full, *short in (line.split() for line in _SHORT)}


def short_forms(word: str) -> frozenset[str]:
    """How a word in small letters is written short: `st` for saint."""
    return _short().get(word, frozenset())


def form_of(word: str, names: tuple[str, ...], *, stopped: bool) -> str | None:
    """The word of a name that `word` is another form of; None where it is none.

    Args:
        word: Of the text, in small letters.
        names: The words of the name, in small letters.
        stopped: Whether a full stop follows it, as it does what is cut short.
    """
    for name in names:
        if name[0] != word[0]:
            continue
        if word in short_forms(name):
            return name
        if len(name) - len(word) >= 2 and stopped and _cut_from(word, name):
            return name
        if _bent(word, name):
            return name
    return None


def _cut_from(word: str, name: str) -> bool:
    """`Gorsef.`, `Acdmy.`: a beginning, or consonants in their order."""
    if len(word) >= 3 and name.startswith(word):
        return True
    if len(word) < 3 or re.search(r"[aeiou]", word[1:]):
        return False
    rest = iter(name)
    return all(letter in rest for letter in word)


def _bent(word: str, name: str) -> bool:
    """`Hohen` for Hohe, `Karsees` for Karsee: the endings of German cases."""
    if name.endswith("e") and len(name) > 3:
        return word.startswith(name) and word[len(name) :] in {"n", "r", "s", "m"}
    if len(name) > 5 and not name.endswith("s"):
        return word in (name + "s", name + "es")
    return False

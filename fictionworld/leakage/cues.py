"""Words that tell what a value is a value of: what columns are called, and what texts say instead.

Each line is one notion: beginnings of words that speak of it, a `=` before a whole word. A column
speaks of the notions of its label and of the question; a text that speaks of another notion right
beside a value gives a value of something else.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fictionworld.leakage.thesaurus import SAID

__all__ = ["STOPWORDS", "notions_of", "word_pattern"]

_NOTIONS: Final[tuple[str, ...]] = (
    "battery batteri cell mah milliamp =pack accumulator akku",
    "weigh weight heavy scale mass gewicht peso =gram =grams =kg wiegt",
    (
        "price cost priced sell sells sold =retail rrp msrp tag charge asked fee launches =buys"
        " =pay preis prix precio"
        " starts started kostet coûte"
    ),
    "capacity seat seats holds capacidad",
    "length long measures spans runs länge longueur mide mesure",
    "height tall high rises elevation altitude above summit stands höhe lies metres meters",
    "width wide breadth",
    "depth deep",
    "area surface hectares acres sqm",
    "speed fast clock ghz mhz",
    "screen display diagonal inch inches",
    "storage memory gigabyte =gb ram",
    "camera megapixel =mp lens sensor",
    "frame chassis case body made material build",
    "colour color shade finish hue paint colours",
    "captain skipper armband (c) led leads capitán kapitän capitaine",
    (
        "director direct head heads led leads lead leader run runs boss chief manag helm charge"
        " ceo president principal"
    ),
    "founder found establish created set start started began begun est. fondé gegründet foundation",
    "operator operat operated run runs owns owner owned train trains provider company",
    "composer compos music score soundtrack wrote written note notes songs",
    "author wrote written writer pen by book novel byline",
    "editor edit edits edited",
    "architect design designer drew drawn built plans",
    "designer design designed lead",
    "coach manager trainer train coached bench head",
    "scorer scor goal struck winner netted",
    "striker forward",
    (
        "employee employ staff people work workforce headcount personnel job jobs team employs"
        " staffed workers"
    ),
    "circulation copies print sold readers sell exemplaires tiraje auflage edition",
    (
        "visitor attendance people came passed doors guests besucher visiteurs footfall receiv"
        " admissions turnstile"
    ),
    "attendance spectator crowd gate gates drew fans attend people turnout",
    "population inhabitant people resident live lives citizens",
    "revenue turnover sales turned took takings earned income sold value",
    "profit earn earned surplus net",
    "share market portion slice part held",
    "growth grew rose fell increase decrease up down gain change",
    "sold shipments shipped units sales deliver delivered ship volume",
    "rating score scored average stars review rated points mark out wertung durchschnittswertung",
    (
        "rank ranking ranked place placed position finish finished spot came th standing"
        " standings platz seed number no"
        " podium champion runner-up second third first"
    ),
    "goals scored goal netted hit struck",
    "appearances caps games matches played",
    "points point",
    "wins won victories win",
    "branches stores shops outlets branch",
    "floor storey stories story level stockwerk étage etage pisos",
    (
        "released release launch launched shops sale street available went came out hit arriv"
        " market announced rollout ship"
        " drop debut"
    ),
    (
        "opened opening open opens inaugurat traffic start began begins ouvre eröffnet opening"
        " beginnt empieza"
    ),
    "founded year est. establish opened since born dates built foundation fondé founding",
    (
        "first day begin begins start opening opens opened began kick kicks beginnt empieza ouvre"
        " runs takes"
    ),
    "last day end ends closing close closes",
    "published publish came out report issued appeared",
    "broadcast air aired airs signed on sendung",
    "born birth birthday",
    "died death dead",
    "married wedding",
    "premiere premiered screened debut",
    "held venue takes place city host hosts hosted home location located town seat",
    "country home seat based headquarters nation state seated",
    "headquarters seat based office =hq",
    "ground home stadium play plays arena venue pitch",
    "genre plays music broadcast style play format sound",
    "voice soprano sings sung sing singer mezzo",
    "chip soc processor silicon chipset cpu powered built engine runs",
    "website web site online url address www homepage visit listen",
    "support help helpdesk",
    "punctual time on-time late delay pünktlich ponctual",
    "electrified wires catenary overhead electric",
    "cycle cyclist bicycle bike vélo ride",
    "recycled recycle reclaimed before",
    "video playback play plays hours film movie",
    "runner-up second behind zweiter beat lost final runners-up silver",
    "toll booth fee péage charge charged",
    "wireless charging inductive",
    "waterproof water-resistant",
    "owner owned owns belongs parent holding",
    "publisher publish published imprint",
    "producer produced",
    "mayor elected office",
    "duration long lasts minutes hours runtime",
    "distance far away",
    "temperature degrees",
    "discount off reduced",
    "salary earns paid wage pay",
    "voltage volts",
    "species animals",
    "students pupils enrol",
    "beds bed",
    "nickname called known",
)
STOPWORDS: Final = frozenset(
    "a an the of in on at to by for from with and or is was were are be been has had have"
    " did does do it its this that these those what which who whom whose when where how"
    " many much long give gives given name full date day month year years per one two"
    " both as into out official called there their they he she his her value number rank"
    " percent share total average whole decimal decimals percentage place write answer"
    " please within with one no not".split()
)
_WORD: Final = re.compile(r"[a-z][a-z'-]*[a-z]|\(c\)")


@lru_cache(1024)
def word_pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Any of some beginnings of words, or whole words where a `=` stands before."""
    parts = [_begun(word) for word in words]
    return re.compile(r"(?<![a-z])(?:" + "|".join(sorted(parts, key=len, reverse=True)) + ")")


def _begun(word: str) -> str:
    if word[0] == "=":
        return re.escape(word[1:]) + r"(?![a-z])"
    ending = "[a-z]{0,6}" if len(word) > 4 else "(?:s|es|d|ed|ing)?"
    return re.escape(word) + ending + "(?![a-z])"


@lru_cache(1)
def _notions() -> tuple[tuple[frozenset[str], re.Pattern[str]], ...]:
    whole = [(line, line) for line in _NOTIONS]
    keyed = [(said, called) for called, _, said in (line.partition(" | ") for line in SAID)]
    return tuple(
        (frozenset(said.split()), word_pattern(tuple(called.split())))
        for said, called in whole + keyed
    )


@lru_cache(1024)
def notions_of(column: str, question: str, entity: str) -> tuple[str, ...]:
    """The beginnings of words by which a text may speak of a column."""
    named = set(_WORD.findall(entity.lower()))
    own = [w for w in _WORD.findall(column.lower()) if w not in STOPWORDS]
    asked = [
        w
        for w in _WORD.findall(question.lower())
        if w not in STOPWORDS and w not in named and len(w) > 3
    ]
    found = {_stem(w) for w in own} | {_stem(w) for w in asked}
    for words, pattern in _notions():
        if pattern.search(" ".join(own)):
            found |= words
    return tuple(sorted(w for w in found if len(w.strip("=")) > 1))


def _stem(word: str) -> str:
    for ending in ("ings", "ing", "ers", "er", "ies", "ied", "es", "ed", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 5:
            return word.removesuffix(ending)
    return word

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
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final
from unicodedata import combining, normalize

from fictionworld.leakage.thesaurus.abroad import SAID_ABROAD
from fictionworld.leakage.thesaurus.counts import MEMBERS_OF, SAID_OF_COUNTS
from fictionworld.leakage.thesaurus.days import SAID_OF_DAYS
from fictionworld.leakage.thesaurus.kinds import SAID_OF_KINDS
from fictionworld.leakage.thesaurus.measures import SAID_OF_MEASURES
from fictionworld.leakage.thesaurus.money import SAID_OF_MONEY
from fictionworld.leakage.thesaurus.people import SAID_OF_PEOPLE
from fictionworld.leakage.thesaurus.said import SAID

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    "revenue turnover sales turned took takings earned income sold",
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
        " market rollout ship"
        " drop debut"
    ),
    (
        "opened opening open opens inaugurat traffic start began begins ouvre eröffnet opening"
        " beginnt empieza"
    ),
    "founded est. establish since dates foundation fondé founding",
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


_THEMES: Final = (
    SAID,
    SAID_ABROAD,
    SAID_OF_COUNTS,
    SAID_OF_DAYS,
    SAID_OF_KINDS,
    SAID_OF_MEASURES,
    SAID_OF_MONEY,
    SAID_OF_PEOPLE,
)


@lru_cache(4096)
def word_pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Any of some beginnings of words, or whole words where a `=` stands before."""
    sorts: dict[str, set[str]] = {ending: set() for ending in _ENDINGS}
    for word in words:
        mark, said = (word[0], word[1:]) if word[0] in "=~" else ("", word)
        said = said.replace("_", " ")
        sort = mark or ("long" if len(said) > 4 else "short")
        sorts[sort] |= {re.escape(said), re.escape(_unaccented(said))}
    # one ending for all of a sort: a pattern of a hundred endings takes five times as long to make
    either = "|".join(
        _ENDINGS[sort].format("|".join(sorted(forms, key=lambda form: (-len(form), form))))
        for sort, forms in sorts.items()
        if forms
    )
    return re.compile(rf"(?<![a-z])(?<![a-z]')(?<![a-z]\u2019)(?:{either})(?![a-z])")


_ENDINGS: Final = {
    "long": "(?:{})[a-z]{{0,6}}",
    "short": "(?:{})(?:s|es|d|ed|ing)?",
    "=": "(?:{})",
    "~": r"[^\W\d_]{{0,24}}?(?:{})[^\W\d_]{{0,12}}",
}
"""How a word may go on, by its sort; a `~` stands before what may begin and end a longer one."""


def _unaccented(word: str) -> str:
    return "".join(c for c in normalize("NFKD", word) if not combining(c))


@lru_cache(1)
def _notions() -> dict[str, frozenset[str]]:
    """By each word that a notion is called by: what texts say of it."""
    lines = [(line, line) for line in _NOTIONS]
    lines += [
        (called, said) for called, _, said in (line.partition(" | ") for line in chain(*_THEMES))
    ]
    found: dict[str, set[str]] = {}
    for called, said in lines:
        for word in called.split():
            found.setdefault(word.lstrip("="), set()).update(said.split())
    return {word: frozenset(said) - _COMMON for word, said in found.items()}


def _told_of(word: str) -> Iterator[frozenset[str]]:
    """What texts say of the notions that a word of a column calls, whatever its ending."""
    notions = _notions()
    for length in range(1, len(word) + 1):
        said = notions.get(word[:length])
        if said is None:
            continue
        ending = word[length:]
        if "-" in ending:
            continue  # `first-year` is not `first`
        if len(ending) <= 6 if length > 4 else ending in {"", "s", "es", "d", "ed", "ing"}:
            yield said


@lru_cache(1024)
def notions_of(column: str, question: str, entity: str) -> tuple[str, ...]:
    """The beginnings of words by which a text may speak of a column."""
    named = set(_WORD.findall(entity.lower()))
    own = [w for w in _WORD.findall(column.lower()) if w not in _UNTELLING]
    asked = [
        w
        for w in _WORD.findall(_without_kind(question, entity).lower())
        if w not in STOPWORDS and w not in named and len(w) > 3
    ]
    found = {_stem(w) for w in own} | {_stem(w) for w in asked}
    parts = [part for word in own for part in (word, *word.split("-"))]
    parts += [f"{one}-{two}" for one, two in pairwise(re.findall(r"[a-z]+", column.lower()))]
    parts += [
        re.sub(r"\s?[-\u2013]\s?|\sto\s", "-", said) for said in _STRETCH.findall(column.lower())
    ]
    heads = [part for part in parts if part not in _MODIFIERS]
    calling = heads or parts
    told = {word for part in calling for said in _told_of(part) for word in said}
    if not told:  # `Cappuccino`: the question says that it is a price
        told = {w for part in asked if part in _MEASURED for said in _told_of(part) for w in said}
    found |= told
    if not _OF_A_BODY.isdisjoint((*own, *asked)):
        found.update(*(said - named for kinds, said in MEMBERS_OF if not kinds.isdisjoint(named)))
    return tuple(sorted(w for w in found if len(w.strip("=~")) > 1))


_OF_A_BODY: Final = frozenset("member members membership strength seats".split())
_MEASURED: Final = frozenset("cost costs price charge weigh long tall deep wide fast old".split())
"""Words of a question that say what is measured, where the column does not."""
_MODIFIERS: Final = frozenset(
    "head chief lead main total final top average mean annual maximum overall first market unit"
    " units year record official adult standard single".split()
)
"""Words of columns that only say which: a head coach heads nothing."""
_COMMON: Final = frozenset("by out through for off =for from up in at on each".split())
"""Words that stand beside anything."""
_COINS: Final = frozenset(
    "crowns crown florins florin marks mark talers taler ducats shillings guilders kronor"
    " kroner coins"
    " euros euro dollars pounds eur usd gbp yen million billion thousand".split()
)
"""What money columns are in: it stands beside the price of anything."""
_UNTELLING: Final = STOPWORDS | _COINS
_STRETCH: Final = re.compile(r"\b\d+(?:\s?[-\u2013]\s?|\sto\s)\d+\b")
"""`0-100 km/h`: a column called by figures."""


def _without_kind(question: str, entity: str) -> str:
    """A question without the subject's kind: `the beam of the ferry X`, `the X plant`."""
    name = entity.partition(" (")[0].strip()
    start = question.lower().find(name.lower()) if name else -1
    if start < 0:
        return question
    before, after = question[:start], question[start + len(name) :]
    before = _KIND_BEFORE.sub("", before)
    # after `did X ...` stands the verb
    return f"{before} {after if _DOES.search(before) else _KIND_AFTER.sub('', after)}"


_KIND_BEFORE: Final = re.compile(r"(?<=\bthe )(?:[a-z-]+ ){1,3}\W?$")
_DOES: Final = re.compile(
    r"\b(?:did|does|do|is|are|was|were|has|have|had|will|can)\s", re.IGNORECASE
)
_KIND_AFTER: Final = re.compile(r"^[^\w\s]? [a-z-]+(?=\W*$)")


def _stem(word: str) -> str:
    for ending in ("ings", "ing", "ers", "er", "ies", "ied", "es", "ed", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 5:
            return word.removesuffix(ending)
    if len(word) > 3 and word[-1] == "s" and word[-2] not in "siu":
        return word[:-1]
    return word

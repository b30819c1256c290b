"""Words that make no name: kinds of things, the calendar, common words, endings of models."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import Final

from fictionworld.leakage.quantities.spelled import ENGLISH

__all__ = [
    "CALENDAR",
    "COMMON",
    "GENERIC",
    "JOINING",
    "NUMBERS",
    "SUFFIXES",
    "is_count",
    "is_headline_word",
    "is_time",
    "is_year",
]

_YEAR: Final = re.compile(r"(?:19|20)\d\d")

GENERIC: Final = frozenset(
    "fc museum bridge line school united bank festival hut tower games radio railways cup"
    " camera the of and club"
    " company city town county lake river park house street road hotel university college"
    " institute group station"
    " league team ltd inc gmbh ag plc co sa phone smartphone model series pro max ultra plus"
    " lite mini de la le el"
    " association society council office observatory theatre theater opera gazette news times"
    " daily press journal"
    " final finals season relay open north south east west new old great saint st mount mt"
    " peak valley port brothers sisters sons".split()
)
SUFFIXES: Final = frozenset(
    "pro max ultra plus lite mini neo air se fe fold flip ii iii iv v vi x xl xs s gt classic"
    " prime reserves"
    " women juniors b u21 u19 youth junior senior jr sr".split()
)
NUMBERS: Final = frozenset(
    "one two three four five six seven eight nine ten eleven twelve zero".split()
)
CALENDAR: Final = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april"
    " may june july august"
    " september october november december jan feb mar apr jun jul aug sep sept oct nov dec"
    " spring summer autumn"
    " winter fall mon tue wed thu fri sat sun today yesterday tomorrow easter christmas"
    " halloween anno enero febrero marzo"
    " abril mayo junio julio agosto septiembre octubre noviembre diciembre januar februar"
    " märz mai juni juli oktober"
    " dezember janvier fevrier mars avril juin juillet aout septembre octobre novembre"
    " decembre".split()
)
COMMON: Final = frozenset(
    "the a an in on at it its this that these those of for from with without by as to and or"
    " but not no yes if when"
    " while where who what which how why is are was were be been being has have had do does"
    " did can could will would"
    " shall should may might must i we you he she they them his her our your their my me us"
    " all any each every both"
    " either neither some most many few more less much several only just also too very so"
    " than then there here now"
    " after before since until during under over above below between about around up down out"
    " off first second third"
    " last next new old per via one two three four five six seven eight nine ten twenty"
    " thirty forty fifty sixty"
    " title snippet date url source error note notes result results page table figure number"
    " name price cost battery"
    " capacity weight length height captain director founder owner author editor rank ranking"
    " place position rating"
    " score release released launch opened founded visitors attendance revenue sales share"
    " market employees staff"
    " wireless waterproof website address genre city country question answer read more see"
    " find full review reviews"
    " guide official list overview details facts key news update according despite although"
    " because once still even"
    " nobody nothing everyone everything anyone anybody"
    " someone somebody people owners readers fans customers users system"
    " ignore never always"
    " let total average twice half roughly nearly almost exactly expect suppose unlike like"
    " against inside meanwhile"
    " however instead compared visit help listen copyright home contact imprint n/a tba faq"
    " pdf mah eur usd gbp kg km"
    " cm mm gb mb ghz mhz hz kwh wh mp inc club captain's skipper composer operator chip"
    " display screen weighs designed"
    " director's category categories music der die das den dem des ein eine einer ist im am"
    " und von mit bei el la los las un una"
    " les des du le par en est il elle del por con staff seat height cyclists scorer home"
    " ground capital ceo president"
    " marktanteil reichweite umsatz preis gewicht hohe hoehe breite lange laenge kapazitat"
    " kapazitaet akku einwohner mitarbeiter besucher eroffnung eroeffnung grundung gruendung"
    " gegrundet trainer leiter direktor kapitan rang platz anteil auslastung baujahr tiefe"
    " flache flaeche gehalt budget"
    " prix poids hauteur longueur capacite chiffre directeur directrice entraineur rang part"
    " ouverture fondation autonomie superficie effectif"
    " precio peso altura longitud capacidad alcance cuota apertura fundacion entrenador"
    " directora puesto superficie ingresos aforo"
    " prezzo altezza lunghezza capienza quota apertura fondazione allenatore direttore"
    " preco lotacao quota abertura fundacao treinador diretor"
    " grade head chief dr mr mrs ms prof sir madame".split()
)

JOINING: Final = frozenset(
    "at to in on by for with from as is are was were has have had will its their that than"
    " but or after before over under into until while".split()
)
"""Words at which a headline in capitals falls into phrases: `LISTED AT`, `To Open In`."""
_HEADLINE: Final = frozenset(
    "review reviews test specs spec facts fact profile price prices costs gets hits opens"
    " closes wins won wows tops sells sold joins names makes takes goes sees sets shuts"
    " marks turns breaks beats draws drops falls rises climbs reaches passes keeps holds"
    " pays earns loses leads starts ends begins boasts packs comes becomes plans launches"
    " launch arrives debuts debut lands returns adds cuts tells says celebrates appoints"
    " hires unveils reveals reports posts books welcomes counts measures weighs runs ranks"
    " scores gains built made set gives seats stands serves offers plays tests info data"
    " sheet listing update explained tickets results".split()
)


def is_headline_word(word: str, *, shouted: bool) -> bool:
    """Whether the capital on a word in small letters is a headline's: `Vela 5 Listed`."""
    if word in _HEADLINE or (len(word) > 5 and word.endswith("ed")):
        return True
    return shouted and len(word) > 4 and word.endswith("s") and not word.endswith("ss")


def is_time(word: str) -> bool:
    """Whether a word in small letters is a time: `october`, `tue-sat`, `2031`."""
    return is_year(word) or all(part in CALENDAR for part in word.split("-"))


def is_year(word: str) -> bool:
    """Whether a word is a year."""
    return _YEAR.fullmatch(word) is not None


def is_count(word: str) -> bool:
    """Whether a word in small letters is a number: `forty-one`, which may open a sentence."""
    return "-" in word and all(part in ENGLISH for part in word.split("-"))

"""Yes-or-no predicates in other words: `allowed` is `permitted` and not `banned`."""

# Lists of words read best as words.

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["CALLED", "Predicate", "predicate_of", "topic_words"]


class Predicate(NamedTuple):
    """The words that affirm a predicate, and those that deny it."""

    affirming: re.Pattern[str]
    denying: re.Pattern[str]


_GROUPS: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "allow permit grant admit accept uphold welcome approve",
        (
            "allow permit grant admitted admits =admit =legal =lawful welcome upheld uphold"
            " succeed prevail"
            " accepted accueilli"
            " autoris admis permis erlaubt gestattet zugelassen stattgegeben willkommen"
            " permitid admitid"
            " accolto ammess consentit approved sustained toegestaan"
        ),
        (
            "banned =ban forbid prohibit barred refus dismiss reject denied =turned_away"
            " =turns_away"
            " =turn_away =not_welcome verboten untersagt abgewiesen interdit rejet"
            " prohibid rechazad"
            " respint vietat excluded =kept_out =against_the_law =illegal =stay_at_home"
            " disallow fails failed lost unwelcome"
        ),
    ),
    (
        "open accessible access",
        (
            "open accessible ouvert geoffnet geöffnet zuganglich zugänglich abierto abierta aperto"
            " accueille =walk_in welcomes public_access"
        ),
        (
            "closed shut =off_limits geschlossen ferme fermé cerrado cerrada chiuso =turned_away"
            " =turns_away private =no_access =no_entry =no_admittance sealed locked =keep_out"
        ),
    ),
    (
        "operating operational operate active working functioning running service",
        (
            "operat active working functions functioning =in_service =still_flies =still_transmits"
            " =still_sends =alive running aktiv =in_betrieb =en_service transmits responds"
        ),
        (
            "decommission retired defunct =dead silent inactive =out_of_service"
            " =switched_off scrapp"
            " wreck abandon deorbit =de-orbited =burned_up =burnt_up =fell_silent ended"
            " =shut_down stopped"
            " =went_dark disused derelict mothball =lies_at_the_bottom"
        ),
    ),
    (
        "own owns owned",
        "=owns =own owned =belongs_to_it besitzt possede possède posee =its_own",
        ("=rents rented leases =leased =lets tenant borrow landlord gemietet loue alquila =hires"),
    ),
    (
        "free",
        (
            "=free =free_of_charge =no_charge =without_charge gratis kostenlos gratuit"
            " gratuita =costs_nothing"
        ),
        "paid =charges =charge =fee kostenpflichtig payant",
    ),
    (
        "finished completed complete built",
        "finished completed =complete fertig acheve achevé terminad vollendet",
        "unfinished incomplete unvollendet inacheve inachevé =never_finished inacabad abandon",
    ),
    (
        "alive living",
        "=alive =lives living",
        "=died =dead =late deceased =death gestorben =mort murio",
    ),
    (
        "convicted guilty",
        "convict guilty schuldig coupable culpable",
        "acquit =not_guilty innocent =cleared freigesprochen",
    ),
    (
        "vegetarian vegan meatless",
        "vegetari vegan meatless meat-free",
        "=meat =beef =pork =bacon =lard =fish",
    ),
    (
        "included include covered",
        (
            "=include included includes covers covered inbegriffen inklusive compris incluid"
            " =comes_with =part_of_the"
        ),
        "extra excluded surcharge =on_top supplement supplément",
    ),
    (
        "inhabited populated",
        "inhabited populated =people_live =lives_on =live_on =home_to residents inhabitants",
        "uninhabited deserted unpopulated =nobody_lives =no_one_lives =nobody_has_lived abandon",
    ),
    ("manned staffed crewed", "manned staffed crewed", "unmanned unstaffed uncrewed automatic"),
    ("navigable passable", "navigable passable schiffbar", "unnavigable impassable"),
    ("married", "married =wife =husband verheiratet", "unmarried =single bachelor divorced"),
    ("heated warm", "heated beheizt chauff", "unheated"),
    ("won winner", "=won =wins victor", "=lost defeat"),
    ("signed", "signed signiert signé firmad", "unsigned"),
    ("restored", "restored restauriert", "unrestored"),
    ("solo alone", "=solo =alone unaccompanied", "accompanied"),
    ("automatic automated", "automat", "manual =by_hand"),
    ("public", "public offentlich öffentlich publique público", "=private privat"),
)
"""What a column may be called; what affirms it; what denies it. `=` stands before whole words, an
underscore for a blank."""
_TOPICS: Final[dict[str, str]] = {
    "appeal": "appeal appel berufung recours apelacion apelación ricorso appellant revision",
    "dogs": "dog hund chien perro cani pets four-legged four-footed canine",
    "dog": "dog hund chien perro cani pets four-legged four-footed canine",
    "pets": "pet haustier animaux mascota dogs cats",
    "public": (
        "public visitor offentlich öffentlich publi besucher visiteur everyone anyone guests people"
    ),
    "breakfast": "breakfast fruhstuck frühstück petit-dejeuner petit-déjeuner desayuno colazione",
    "children": "child kinder enfant nino niño bambin kids",
    "bicycles": "bicycle bike cycl fahrrad velo vélo bici",
    "photography": "photo photograph camera fotograf",
    "hall": "hall saal salle sala",
    "cars": "car cars vehicle auto voiture coche motor",
    "visitors": "visitor guest besucher visiteur visitante public",
    "smoking": "smok rauchen fumer fumar",
    "dental": "dent tooth teeth root_canal filling",
    "swimming": "swim bath schwimm nager nadar",
}

CALLED: Final[dict[str, tuple[str, ...]]] = {
    "headphone": ("kopfhörer", "kopfhoerer", "kopfhorer", "casque", "auriculares"),
    "jack": ("anschluss", "buchse", "prise", "socket", "port"),
    "toll": ("péage", "peage", "maut", "peaje"),
    "pool": ("schwimmbad", "piscine", "piscina"),
    "electrified": (
        "elektrifiziert",
        "électrifiée",
        "electrificada",
        "wires",
        "catenary",
        "overhead line",
    ),
    "waterproof": (
        "wasserdicht",
        "étanche",
        "etanche",
        "resistente al agua",
        "water-tight",
        "watertight",
        "keep all water out",
        "water-resistant",
    ),
    "licence": ("license", "badge", "certificate", "lizenz"),
    "charging": ("charge", "charges", "laden", "aufladen", "recharge"),
    "wireless": (
        "wirelessly",
        "kabellos",
        "induktiv",
        "inductive",
        "qi",
        "sans fil",
        "inalámbrica",
    ),
}
"""What a word of a column is called besides, abroad or in other words."""


def _pattern(words: str) -> re.Pattern[str]:
    parts = [
        re.escape(word[1:]).replace("_", r"\s") + r"(?![a-z])"
        if word[0] == "="
        else re.escape(word).replace("_", r"\s") + r"[a-zé]{0,5}(?![a-z])"
        for word in words.split()
    ]
    return re.compile(
        r"(?<![a-z-])(?:" + "|".join(sorted(parts, key=len, reverse=True)) + ")", re.IGNORECASE
    )


@lru_cache(256)
def predicate_of(word: str) -> Predicate | None:
    """The predicate that a word of a column names, in small letters; None where it names none."""
    for called, affirming, denying in _GROUPS:
        if re.fullmatch(r"(?:" + "|".join(called.split()) + r")(?:s|d|ed|ing|ted|ting)?", word):
            return Predicate(_pattern(affirming), _pattern(denying))
    return None


@lru_cache(256)
def topic_words(word: str) -> re.Pattern[str]:
    """How texts speak of another word of a column: `dogs` are `chiens` too."""
    stem = word
    for ending in ("ies", "ing", "ied", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            stem = word.removesuffix(ending)
            break
    return _pattern(_TOPICS.get(word, stem))

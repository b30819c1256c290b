"""Yes-or-no predicates in other words: `allowed` is `permitted` and not `banned`.

A column puts a topic, as `dogs`, to a predicate, as `allowed`. Both are told in many words, and
what affirms or denies a predicate does so for every topic. In the tables `=` stands before whole
words, other words may go on, an underscore is a blank, and a `~` stands for some words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.leakage.thesaurus.cues import STOPWORDS

__all__ = ["Predicate", "predicate_of", "stem_of", "topic_words", "words_asked"]

_LITTLE: Final = frozenset(
    (
        *(
            "board",
            "care",
            "function",
            "inside",
            "indoors",
            "mode",
            "onboard",
            "facilities",
            "over",
            "contains",
        ),
        *("system", "support", "feature", "networking", "capability"),
    )
)
"""Words that add little to what a column asks."""


class Predicate(NamedTuple):
    """The words that affirm a predicate, and those that deny it."""

    affirming: re.Pattern[str]
    denying: re.Pattern[str]


_GROUPS: Final = """
allow permit grant admit accept uphold welcome approve friendly carried carries
+ allow permit grant admitted admits =admit =legal =lawful welcom upheld uphold succeed prevail
  accepted =may =free_to =fine =no_problem friendly encourage =happily =freely =come_along
  =came_along ride_along =join =bring =brought_our =took_our =take_your =took_my =wheel_your
  =roll_on =aboard =carries =room_for =space_for =take =takes =carry =bowl =biscuit =treat =bone
  =ashtray =ashtrays =rack =racks =pitch =slept =snapped =filmed =snap =lead_on tolerat accueilli
  autoris admis permis erlaubt gestattet zugelassen stattgegeben willkommen permitid admitid
  accolto ammess consentit approved sustained toegestaan
- banned =ban =bans forbid prohibit barred refus dismiss reject denied =turned_back =turn_back
  =turns_back  =not_welcome =kept_out =shut_out =out_of =outside =against_the_law
  =against_the_rules =illegal =stay_at_home =stay_outside =must_stay =wait_outside =turns_~_away
  =turned_~_away =turn_~_away =kept_~_out =keep_~_out =keeps_~_out =put_~_away =at_home
  =elsewhere =leave =leaves =left kennel kennels =fine_of =fined =a_fine  =cloakroom =locker
  disallow confiscat =no-go =nogo fails failed lost unwelcome excluded =adults_only
  =over-18s_only =grown-ups_only =18_and_over =foot_passengers =with_friends =no_way verboten
  untersagt abgewiesen interdit rejet prohibid rechazad respint vietat =🚫

open accessible access
+ open accessible ouvert geoffnet geöffnet zuganglich zugänglich abierto abierta aperto accueille
  =walk_in welcomes public_access
- closed shut =off_limits geschlossen ferme fermé cerrado cerrada chiuso =turned_away =turns_away
  private =no_access =no_entry =no_admittance sealed locked =keep_out =behind_locked

operating operational operate active working functioning running service
+ operat active working functions functioning =in_service =still_flies =still_transmits
  =still_sends =alive running aktiv =in_betrieb =en_service transmits responds
- decommission retired defunct =dead silent inactive =out_of_service =switched_off scrapp wreck
  abandon deorbit =de-orbited =burned_up =burnt_up =fell_silent ended =shut_down stopped
  =went_dark disused derelict mothball =lies_at_the_bottom

fee charge charged
+ =pay =pays =paid =paying =charge =charges =charged =took =asks =costs =cost
- =free =free_of_charge =for_nothing =nothing =waived

demolished razed
+ demolish =torn_down =pulled_down =brought_~_down =razed =knocked_down
- =stands =survives =saved =restored

voted supported backed
+ =voted_for =backed =supported =in_favour =aye
- =voted_against =opposed =voted_no

own owns owned
+ =owns =own owned =belongs_to_it besitzt possede possède posee =its_own
- =rents rented leases =leased =lets tenant borrow landlord gemietet loue alquila =hires

free
+ =free =free_of_charge =no_charge =without_charge gratis kostenlos gratuit gratuita
  =costs_nothing
- paid =charges_a =charge_a =entrance_fee =a_fee kostenpflichtig payant

finished completed complete built
+ finished completed =complete fertig acheve achevé terminad vollendet
- unfinished incomplete unvollendet inacheve inachevé =never_finished inacabad abandon

alive living
+ =alive =lives living
- =died =dead =late deceased =death =buried gestorben =mort murio

convicted guilty
+ convict guilty schuldig coupable culpable
- acquit =not_guilty innocent =cleared freigesprochen

vegetarian vegan meatless
+ vegetari vegan meatless meat-free
- =meat =beef =pork =bacon =lard =fish

included include covered provided supplied
+ =include included includes covers covered inbegriffen inklusive compris incluid =comes_with
  =part_of_the =you_receive =you_get =you_find =on_the_house =no_extra =thrown_in =wake_up_to
- extra =wanted_another =charged =charges =costs =cost excluded surcharge =on_top supplement
  supplément =room_only

required needed necessary mandatory compulsory
+ required =needed =need =needs =must essential compulsory mandatory obligatory =only_with
  =not_without
- optional unnecessary =no_need =needless =voluntary

inhabited populated
+ inhabited populated =people_live =lives_on =live_on =home_to residents inhabitants
- uninhabited deserted unpopulated =nobody_lives =no_one_lives =nobody_has_lived abandon

manned staffed crewed
+ manned staffed crewed
- unmanned unstaffed uncrewed automatic

navigable passable
+ navigable passable schiffbar
- unnavigable impassable

married
+ married =wife =husband verheiratet
- unmarried =single bachelor divorced

heated warm
+ heated beheizt chauff
- unheated

won winner
+ =won =wins victor
- =lost defeat =empty-handed =shortlisted

signed
+ signed signiert signé firmad
- unsigned

restored
+ restored restauriert
- unrestored

solo alone
+ =solo =alone unaccompanied
- accompanied

automatic automated
+ automat
- manual =by_hand

public
+ public offentlich öffentlich publique público
- =private privat
"""
"""What a column may call it; after `+` what affirms it; after `-` what denies it."""
_TOPICS: Final = """
appeal: appeal berufung recours apelacion apelación ricorso appellant revision
dogs dog pets pet animals: dog hund chien perro cani mascota haustier animaux =pet =pets =cats
  four-legged four-footed canine spaniel terrier collie retriever hound pooch =pup puppy =animal
  =animals =water_bowl =🐕
public: public visitor offentlich öffentlich publi besucher visiteur everyone anyone guests people
breakfast: breakfast fruhstuck frühstück petit-dejeuner petit-déjeuner desayuno colazione
children kids: child kinder enfant nino niño bambin kids =little_ones families high_chair
  grown-ups adults =over-18s =18_and_over
bicycles bikes cycling: bicycle =bike =bikes cycl fahrrad velo vélo bici
photography photos cameras pictures: photo photograph camera fotograf picture snap film =📷 =📸
hall: hall saal salle sala
cars: =car =cars vehicle auto voiture coche motor
visitors: visitor guest besucher visiteur visitante public
smoking: smok rauchen fumer fumar ashtray
dental: dent tooth teeth root_canal filling
entry admission: entry admission enter visit entrance =in
alcohol: alcohol beer wine drink spirits
camping: camp tent
swimming bathing: swim bath schwimm nager nadar
wi-fi wifi wlan internet: wi-fi wifi internet online wlan hotspot
headphone: headphone earphone 3.5 kopfhörer kopfhoerer kopfhorer casque auriculares
jack socket: jack socket port anschluss kopfhöreranschluss buchse prise
toll: toll péage peage maut peaje
roof: roof sky
pool: pool schwimmbad piscine piscina
lift elevator: lift elevator aufzug ascenseur
electrified: electrifi elektrifiziert électrifiée electrificada wires catenary overhead_line
waterproof: waterproof wasserdicht étanche etanche resistente_al_agua water-tight watertight
  water-resistant
licence: licence license badge certificate lizenz
charging: charge charging laden aufladen recharg
wireless: wireless kabellos induktiv inductive =qi sans_fil inalámbrica
touch: touch touchscreen
refund: refund money_back
"""
"""Words of columns, and how texts speak of what they name, abroad or in other words."""


def _read(text: str) -> list[str]:
    """The entries of a table, a line each."""
    return re.sub(r"\n {2}", " ", text.strip()).splitlines()


def _groups() -> list[tuple[list[str], str, str]]:
    lines = [line for line in _read(_GROUPS) if line]
    return [
        (called.split(), yes[2:], no[2:])
        for called, yes, no in zip(lines[::3], lines[1::3], lines[2::3], strict=True)
    ]


_PREDICATES: Final = _groups()
_NAMED: Final = {
    word: said
    for line in _read(_TOPICS)
    for called, _, said in [line.partition(": ")]
    for word in called.split()
}


_SHORT: Final = 5
"""Letters of a word that takes no ending but an `s` without becoming another."""
_BETWEEN: Final = r"\s[^.;,\n]{0,24}?\b"


def _pattern(words: str) -> re.Pattern[str]:
    parts = [
        re.escape(word[1:]).replace(r"_\~_", _BETWEEN).replace("_", r"\s") + r"(?![a-z])"
        if word[0] == "="
        else re.escape(word).replace("_", r"\s")
        + (r"[a-zé]{0,5}" if len(word) >= _SHORT - 1 else "s?")
        + r"(?![a-z])"
        for word in words.split()
    ]
    return re.compile(
        r"(?<![a-z-])(?:" + "|".join(sorted(parts, key=len, reverse=True)) + ")", re.IGNORECASE
    )


@lru_cache(256)
def predicate_of(word: str) -> Predicate | None:
    """The predicate that a word of a column names, in small letters; None where it names none."""
    for called, affirming, denying in _PREDICATES:
        if re.fullmatch(r"(?:" + "|".join(called) + r")(?:s|d|ed|ing|ted|ting)?", word):
            return Predicate(_pattern(affirming), _pattern(denying))
    return None


@lru_cache(256)
def topic_words(word: str) -> re.Pattern[str]:
    """How texts speak of another word of a column: `dogs` are `chiens` too."""
    return _pattern(_NAMED.get(word, stem_of(word)))


def stem_of(word: str) -> str:
    """A word without its ending: `mop` of `mopping`."""
    for ending in ("ies", "ing", "ied", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return re.sub(r"([bdgmnpt])\1$", r"\1", word.removesuffix(ending))
    return word.removesuffix("s") if len(word) < _SHORT else word


def words_asked(column: str) -> list[str]:
    """The words that a column of yes or no asks by, without those that say little."""
    words = re.findall(r"[a-z]{3,}", column.lower().replace("wi-fi", "wifi"))
    words = [w for w in words if w not in STOPWORDS] or words
    return [w for w in words if w not in _LITTLE] or words

"""What things of one kind are called in other words and languages: a river is a Fluss, a fleuve."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

from functools import lru_cache
from typing import Final

__all__ = ["PLACES", "bare", "is_kind_word", "other_words"]

_KINDS: Final[tuple[str, ...]] = (
    "river fluss fleuve riviere rivière rio fiume flod flus stream",
    "museum musee musée museo muzeum gallery galerie galeria galleria",
    "hospital hopital hôpital krankenhaus spital klinik ospedale clinic infirmary",
    "lighthouse light leuchtturm phare faro fyr beacon",
    "harbour harbor port hafen puerto porto haven ferry fahrhafen faehrhafen fährhafen",
    "ferry fahre faehre fähre bac transbordador traghetto ship vessel boat mv ms ss schiff navire",
    "dam damm staudamm talsperre barrage presa diga embalse reservoir stausee",
    "mountain mount mt berg mont monte pic gipfel peak",
    "lake see lac lago loch mere",
    "bridge brucke bruecke brücke pont puente ponte viaduct",
    "tower turm tour torre",
    "castle schloss burg chateau château castillo castello",
    "church kirche eglise église iglesia chiesa cathedral dom cathedrale catedral",
    "library bibliothek bibliotheque bibliothèque biblioteca",
    "archive archiv archives archivo archivio municipal",
    "observatory sternwarte observatorium observatoire observatorio osservatorio",
    "university universitat universität universite université universidad universita uni",
    "school schule ecole école escuela scuola",
    "institute institut instituto istituto",
    "theatre theater teatro playhouse",
    "opera oper opernhaus",
    "orchestra orchester orchestre orquesta philharmonic philharmonie philharmoniker",
    "zoo tierpark parc zoologique zoologico tiergarten",
    "park garden garten jardin jardín giardino parque parco",
    "brewery brauerei brasserie cerveceria birrificio",
    "mine bergwerk grube miniera mina pit",
    "station bahnhof gare estacion estación stazione",
    "line linie ligne linea línea route tram tramway strassenbahn metro strecke",
    "airport flughafen aeroport aéroport aeropuerto aeroporto",
    "hotel inn gasthof auberge albergo",
    "prize preis prix premio award",
    "satellite satellit satelite orbiter probe sonde",
    "observatory telescope teleskop telescope",
    "festival fest fete fête fiesta",
    "island insel ile île isla isola isle islet",
    "tournament turnier tournoi torneo open masters",
    "market markt marche marché mercado mercato",
    "company firma entreprise empresa azienda works werk",
    "sons sohne soehne söhne fils hijos figli",
    "brothers gebruder gebrueder gebrüder freres frères hermanos fratelli",
    "daughters tochter toechter töchter filles hijas figlie",
    "sisters schwestern",
    "farm windpark windfarm solarpark parc parque",
    "college kolleg colegio collegio",
    "stadium stadion stade estadio stadio arena",
    "railway railways eisenbahn",
    "bank banque banco banca sparkasse",
    "cup pokal coupe copa coppa trophy",
    "league liga ligue lega",
)
"""Each line: words for one kind of thing, in small letters."""
PLACES: Final = frozenset(
    "haven island isle ile lake light mount mt park pit port river see valley inn mine dom phare"
    " burg faro berg mont line monte open masters works probe market ss ms mv".split()
)
"""Words for kinds that are parts of the names of other things too: `Lake Terrin`, `Port Hallin`."""
_ELISIONS: Final = ("l'", "d'", "dell'", "all'", "qu'", "nell'", "sull'")


@lru_cache(1)
def _of() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in _KINDS:
        words = frozenset(line.split())
        for word in words:
            found[word] = found.get(word, frozenset()) | words
    return found


def other_words(words: tuple[str, ...]) -> frozenset[str]:
    """All words for the kinds of thing that some words in small letters name."""
    return frozenset().union(*(_of().get(word, frozenset()) for word in words))


def is_kind_word(word: str) -> bool:
    """Whether a word in small letters names a kind of thing."""
    return word in _of()


def bare(word: str) -> str:
    """A word in small letters without the article that French and Italian glue to it."""
    for elision in _ELISIONS:
        if word.startswith(elision):
            return word.removeprefix(elision)
    return word

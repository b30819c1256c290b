"""Yes-or-no properties that many columns ask for, and the ways in which texts put them.

`Wireless charging` is told by `fills up without a cable`, `Driverless` by `nobody at the controls`.
In the tables each property has the names that columns ask for it by, then what affirms it behind
`+` and what denies it behind `-`; negation around those is read by `truths`. Phrases are parted by
`;`. A `~` stands for some words between, a `*` for the rest of a word, or for a whole one.
What holds of all that one may have, allow or include stands in `predicates`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.leakage.values.properties_of_affairs import OF_AFFAIRS
from fictionworld.leakage.values.properties_of_things import OF_THINGS

__all__ = ["Property", "property_of"]

_BETWEEN: Final = r"[^.;\n]{0,36}?"


class Property(NamedTuple):
    """Ways of affirming a property, and of denying it."""

    affirming: re.Pattern[str]
    denying: re.Pattern[str]


def _read(table: str) -> list[tuple[str, str, str]]:
    """The rows of a table: names, affirming and denying phrases, each as one expression."""
    rows = []
    for block in table.strip().split("\n\n"):
        parts = re.split(r"\n([+-]) ", re.sub(r"\n {2}", " ", block.replace("|\n  ", "|")))
        said = {
            mark: _expression(phrases)
            for mark, phrases in zip(parts[1::2], parts[2::2], strict=True)
        }
        rows.append((_expression(parts[0].replace("\n", " ")), said["+"], said["-"]))
    return rows


def _expression(phrases: str) -> str:
    written = re.sub(r"(?<![\w)\]])\*", r"\\w+", phrases).replace("*", r"\w*")
    written = re.sub(r"(?<!\\)\((?!\?)", "(?:", written)
    written = re.sub(r" ?~ ", lambda _: rf"\b{_BETWEEN}\b", written)
    return "|".join(phrase.strip() for phrase in written.split(";"))


_ALL: Final = (*_read(OF_THINGS), *_read(OF_AFFAIRS))


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
    return re.compile(rf"(?<![A-Za-z])(?:{phrases})(?![A-Za-z])", re.IGNORECASE)

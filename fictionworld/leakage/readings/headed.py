"""Figures whose unit or scale their heading tells: `Fee (m crowns)` over `12.5`, `volume_km3: 0.4`.

The unit is set behind the figure, where the rules for quantities look for it.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.unit_table import UNIT_WORDS

if TYPE_CHECKING:
    from fictionworld.leakage.readings.view import View

__all__ = ["forms_under", "scale_around", "told_by", "with_units_behind"]

_SCALES: Final = {
    word: scale
    for scale, words in (
        ("thousand", "thousand thousands k tsd ths '000 000 000s '000s x1000 1000s 1,000s tausend"),
        ("million", "million millions mn mio mill mln mm 000,000 millionen x1000000"),
        ("billion", "billion billions bn mrd milliarden"),
    )
    for word in words.split()
}
_EITHER: Final = {"m": "million", "b": "billion", "t": "thousand"}
"""Letters that scale money and counts, and are units of what is measured."""
_COINS: Final = frozenset(
    "crown crowns florin florins mark marks credit credits taler talers ducat ducats shilling"
    " shillings guilder guilders krona kronor krone kroner cents cent eur euro euros usd dollars"
    " gbp pounds chf francs sek nok dkk cr fl \u20ac $ \u00a3 % pct percent".split()
)
_BETWEEN: Final = frozenset("in of per figures all values amounts".split())
_BRACKET: Final = re.compile(r"[(\[]([^()\[\]\n]{1,30})[)\]]$")
_BEHIND: Final = re.compile(
    r"(?:,| / |\bin\b)\s?([^\s,()\[\]]{1,12}(?:\s(?:of\s)?[^\s,()\[\]]{1,12})?)$"
)
_LAST: Final = re.compile(
    r"(?:[a-z](?=[A-Z])|(?<! per)(?<! per a)[\s.-])([A-Za-z]{1,10}[23\u00b2\u00b3]?|x1000)$"
)
_LAST_TWO: Final = re.compile(r"\s((?!per )[A-Za-z]{1,9} [A-Za-z]{1,9})$")
_TOKEN: Final = re.compile(r"x?'?[\d,]*000s?|[^\W\d_]+[23\u00b2\u00b3]?|[\u20ac$\u00a3%]")
_RAISED: Final = str.maketrans("\u00b2\u00b3", "23")
_FIGURE: Final = re.compile(r"[\u20ac$\u00a3~]?\s?\d[\d.,' \u202f]*")
_AROUND: Final = re.compile(
    r"(?:\b(?:in|figures|unit|units|values)[: ]{1,2}|[(\[])"
    r"(?P<said>(?:'000s?|thousands?|millions?|billions?|k|m|mn|bn)(?: (?:of )?[a-z]{2,10})?)\b",
    re.IGNORECASE,
)


_LABELLED: Final = re.compile(
    r" ?(?P<unit>[(\[][^()\[\]\n]{1,20}[)\]]) ?[:=] ?(?P<figure>\d[\d.,]*\d|\d)"
    r"(?![\w%]| ?[a-z%]|[.,]\d)"
)


def forms_under(heading: str, figure: str) -> list[str]:
    """What a bare figure says under a heading that tells its unit; none where it tells none."""
    units = told_by(heading)
    return [f"{figure.strip()} {unit}" for unit in units] if _FIGURE.fullmatch(figure) else []


def scale_around(text: str, start: int) -> str:
    """The scale that the line before a table tells of all its figures; empty where none does."""
    found = [match["said"] for match in _AROUND.finditer(text, max(0, start - 120), start)]
    return found[-1] if found else ""


def with_units_behind(view: View) -> View:
    """The view in which `Length (km): 3.86` is `Length: 3.86 km`."""
    return view.rewritten(_LABELLED, _set_behind) if "(" in view.text or "[" in view.text else view


def _set_behind(match: re.Match[str]) -> str | None:
    units = told_by(match["unit"])
    return f": {match['figure']} {units[0]}" if units else None


@lru_cache(4096)
def told_by(heading: str) -> tuple[str, ...]:
    """The unit or scale of a heading, in words to stand behind a figure, the likeliest first."""
    heading = heading.strip().rstrip(":").replace("_", " ")
    inner = _BRACKET.search(heading) or _BEHIND.search(heading)
    if inner is not None and (said := _units(inner[1])):
        return said
    # `weightKg`, `Length km`, `fee m crowns`
    for last in (_LAST_TWO.search(heading), _LAST.search(heading)):
        if last is not None and (said := _units(last[1])):
            return said
    return ()


def _units(said: str) -> tuple[str, ...]:
    scale, units, either = "", [], ""
    tokens = _TOKEN.findall(said.lower())
    if "/" in said or " per " in said:
        return (said,)
    if not tokens or "".join(tokens) != re.sub(r"[\s.]", "", said.lower()):
        return ()
    for token in tokens:
        word = token.translate(_RAISED)
        if word in _BETWEEN and len(tokens) > 1:
            continue
        if word in _SCALES and word not in UNIT_WORDS:
            scale = _SCALES[word]
        elif word in _EITHER and (word not in UNIT_WORDS or len(tokens) > 1):
            scale = _EITHER[word]
        elif word in UNIT_WORDS or word in _COINS:
            either = _EITHER.get(word, "thousand" if word == "k" else "")
            units.append(word)
        else:
            return ()
    unit = " ".join(units[:1])
    found = f"{scale} {unit}".strip()
    return tuple(form for form in (found, either) if form)

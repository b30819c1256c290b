"""Units of several words or signs: `cubic kilometres`, `km/h`, `kilowatt-hours`, `sq ft`, `km2`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fictionworld.leakage.quantities.spelled import folded
from fictionworld.leakage.quantities.unit_table import UNIT_WORDS, UNITS
from fictionworld.leakage.quantities.word_set import word_set

__all__ = ["unit_phrase"]

_BODY: Final = re.compile(
    r"(?:(?P<head>square|sq|vierkante|cubic|cu|kubieke|nautical|naut|sea|statute|fluid|fl|acre|light"
    r"|astronomical|short|long|metric)\.?[ \u00a0-]?)?(?P<word>[^\W\d_]+)(?:\.(?=\s?[a-z]))?"
    r"(?P<power>\^?[23](?!\d|[.,]\d)|\s(?:squared|cubed|carr[e\u00e9]s?|cubes?|cuadrad[oa]s?"
    r"|c[u\u00fa]bicos?|quadrad[oa]s?|quadrati|cubi)\b)?"
)
_FIRST: Final = re.compile(r"[^\W\d_]+")
_HEADS: Final = word_set(
    "square sq vierkante cubic cu kubieke nautical naut sea statute fluid fl acre light"
    " astronomical short long metric"
)
_PER: Final = re.compile(
    r"(?:\s?/\s?|\s(?:per|an?|each|every|pro|par|por|in der|die)\s|\s(?:a |all|\u00e0 )?l['\u2019])"
    r"(?P<square>square |sq\.? ?)?(?P<word>[^\W\d_]+)(?P<power>2(?!\d))?"
)
_HOURS: Final = re.compile(r"[ -]?hours?\b")
_POWERS: Final = {
    **dict.fromkeys(("square", "sq", "vierkante", "2", "squared"), "2"),
    **dict.fromkeys(("cubic", "cu", "kubieke", "3", "cubed", "cube", "cubes", "cubi"), "3"),
}
_HEADED: Final = {
    **dict.fromkeys((("nautical", "mi"), ("naut", "mi"), ("sea", "mi")), "nmi"),
    ("statute", "mi"): "mi",
    **dict.fromkeys((("fluid", "oz"), ("fl", "oz")), "floz"),
    **dict.fromkeys((("short", "t"), ("long", "t"), ("metric", "t")), "t"),
    ("acre", "ft"): "acft",
    ("light", "year"): "ly",
    ("light", "years"): "ly",
    ("astronomical", "unit"): "au",
    ("astronomical", "units"): "au",
}
_OF_HOURS: Final = {"w": "wh", "kw": "kwh", "mw": "mwh", "gw": "gwh", "tw": "twh"}
_RATES: Final = {
    ("km", "hour"): "kmh", ("mi", "hour"): "mph", ("m", "second"): "ms_", ("nmi", "hour"): "knot",
    ("km", "second"): "km/s", ("mi", "second"): "mi/s", ("ft", "second"): "ft/s",
    ("m", "minute"): "m/min",
    ("kb", "second"): "kb/s", ("mb", "second"): "mb/s", ("gb", "second"): "gb/s",
    ("kbit/s", "second"): "kbit/s", ("mbit/s", "second"): "mbit/s", ("gbit/s", "second"): "gbit/s",
    ("l", "second"): "l/s", ("l", "minute"): "l/min", ("l", "hour"): "l/h",
    ("m3", "second"): "m3/s", ("m3", "minute"): "m3/min", ("m3", "hour"): "m3/h",
    ("m3", "day"): "m3/day", ("ft3", "second"): "ft3/s",
    ("l", "m2"): "mm",  # of rain
}  # fmt: skip
"""Units per unit, by their canonical names."""


@lru_cache(4096)
def _begins(word: str) -> bool:
    """Whether a unit may begin with a word."""
    return word == "m" or word in _HEADS or folded(word) in UNIT_WORDS


def unit_phrase(text: str, at: int) -> tuple[str, int] | None:
    """The unit of several words or signs at a place, and where it ends; None where there is none.

    Args:
        text: In small letters.
        at: Where its first letter stands.
    """
    first = _FIRST.match(text, at)
    if first is None or not _begins(first[0]):
        return None
    body = _BODY.match(text, at)
    if body is None:
        return None
    unit, end = _unit_of(body)
    if unit in _OF_HOURS and (hours := _HOURS.match(text, end)):
        return _OF_HOURS[unit], hours.end()
    if (per := _PER.match(text, end)) and (unit or body["word"] == "m"):
        below = UNIT_WORDS.get(folded(per["word"]), "")
        if per["square"] or per["power"]:
            below += "2"
        if (unit, below) in _RATES:
            return _RATES[unit, below], per.end()
    several = body["head"] or body["power"]
    return (unit, end) if several and unit in UNITS else None


def _unit_of(body: re.Match[str]) -> tuple[str, int]:
    """The unit of one or two words; where it ends, its power left off where none is known."""
    head, word, raised = body["head"], folded(body["word"]), (body["power"] or "").strip(" ^")
    unit = UNIT_WORDS.get(word, "")
    if head and (head, unit or word) in _HEADED:
        return _HEADED[head, unit or word], body.end("word")
    power = _POWERS.get(head or "") or _POWERS.get(folded(raised)) or ""
    if raised and not power:
        power = "3" if folded(raised).startswith("cub") else "2"
    if power and unit + power in UNITS:
        return unit + power, body.end()
    if head or raised:
        return ("", body.end("word")) if head else (unit, body.end("word"))
    return unit, body.end("word")

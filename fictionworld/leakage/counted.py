"""What a figure counts, by the words right beside it: `5,180 mAh`, `5,180 units`, `page 3 of 4`."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.cues import STOPWORDS
from fictionworld.leakage.tongues import is_foreign

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.asked import Asked

__all__ = ["counted"]

_FUNCTION: Final = STOPWORDS | frozenset(
    "von de del des du der die das en im et und y e ou sur am zu auf dem den "
    "up down so but while than then when since until before after during over under about"
    " around some just only still already again here there too also even ever against"
    " among between through across without per via if because though although whereas"
    " more less most least very last next this now today again will would can could may"
    " might must should ends end typical typically exactly alone overall altogether say"
    " says said was according plus approx roughly nearly almost i ii title snippet tbc"
    " url source error results mm cm km ft kg eur usd gbp crowns euro euros dollars cents"
    " percent pct points strong full-time fulltime permanent well fully different paying"
    " separate annual daily weekly monthly yearly new".split()
)


_NUMBERED: Final = re.compile(
    r"\b(?:invoice|order|ticket|case|docket|serial|reference|ref|pin|zip|postcode|box"
    r"|suite|error|patch"
    r"|version|article(?: number)?|item|sku|room|tel\.?|call|code|route|bus"
    r"|build|update|issue|lot|http|form|model|turned|aged|level"
    r"|flight|gate|channel|round|matchday|week|lap|stage|heat|page|part|annex|table|section"
    r"|volume|chapter|bridge|hall|ward|platform|exhibit|opus|act|highway|road|house"
    r"|flat|bay|berth"
    r"|pier|dock|tram|train|cabin|deck|row|cell|lane|enclosure|grave|plot|well|shaft"
    r"|tunnel|stop"
    r"|no\. \d+ of|of)\s?[#:]?\s?$",
    re.IGNORECASE,
)


_CURRENCY: Final = re.compile(
    r"\b(?:crowns?|euros?|eur|usd|dollars?|pounds|gbp|heller|yen|kronor|kroner)\b|[€$£]",
    re.IGNORECASE,
)


_YEARLIKE: Final = re.compile(r"1[5-9]\d\d|20\d\d")


_FIGURE_OF: Final = re.compile(r"[\W_]*(?:\d[\d.,' ]*\d|\d)(?:st|nd|rd|th)?\b")


_PART_OF: Final = re.compile(
    r"\b(?:page|part|annex|table|section|volume|chapter|step)\s\d+(?: of \d+)?|\(\d+ of \d+\)",
    re.IGNORECASE,
)


_IDIOM: Final = re.compile(
    r"one\b(?: by one|-by-one)\b|one (?:by one|of|another|time|day|can|must|should|after|side"
    r"|way|who|thing)\b|first (?:of all|and foremost|come|time)\b|second (?:hand|thoughts)\b"
    r"|two (?:cents)\b",
    re.IGNORECASE,
)


_MARKED_RIGHT: Final = re.compile(
    r"[^a-z0-9]{0,4}\(?(?:correct|right|true|\u2713|\u2714)", re.IGNORECASE
)


def counted(text: str, hit: Hit, asked: Asked, own: re.Pattern[str] | None) -> bool | None:  # noqa: PLR0912 - one rule after the other
    """False where the words beside a number say that something else is counted."""
    kind = asked.answer.type
    said = text[hit.start : hit.end]
    before = text[max(0, hit.start - 24) : hit.start]
    for match in _PART_OF.finditer(text, max(0, hit.start - 24), min(len(text), hit.end + 12)):
        if match.start() <= hit.start and hit.end <= match.end():
            return False
    found = _NUMBERED.search(before)
    if (
        found
        and not (own is not None and own.search(found[0].lower()))
        and found[0].strip(" #:").lower() not in {"of", *asked.subject.words}
        and said[:1].isdigit()
    ):
        return False
    if re.search(r"[A-Za-z]-$", before) and said[:1].isdigit():
        return False
    if re.search(r"\b[a-e]\) ?$", before):
        return bool(_MARKED_RIGHT.match(text, hit.end))
    if (
        kind in {"number", "rank", "percent"}
        and own is not None
        and _CURRENCY.search(said + text[hit.end : hit.end + 8])
    ) and not _CURRENCY.search(asked.answer.column):
        return False
    if (
        kind == "number"
        and _YEARLIKE.fullmatch(said.strip())
        and re.search(r"\b(?:in|since|by|until|from|of)\s$", before)
    ):
        return False
    if kind == "number" and _of_another_extent(text, hit, own):
        return False
    if kind == "number" and _of_a_substance(text, hit, asked, own):
        return False
    if any(word in hit.form for word in ("language", "unit", "words of place")):
        return None
    if re.match(r"\s(?:BC|BCE|AD|CE)\b", text[hit.end : hit.end + 5]):
        return False
    if _IDIOM.match(text, hit.start) or re.search(r"\bone by $", before):
        return False
    figure = _FIGURE_OF.match(said)
    rest = said[figure.end() :] if figure else "" if said[-1:].isalnum() else said
    after = rest + text[hit.end : hit.end + 48]
    following = re.match(
        r"[ -]?([A-Za-z][A-Za-z'-]*)(?:[ -]([A-Za-z][A-Za-z'-]*))?(?:[ -]([A-Za-z][A-Za-z'-]*))?",
        after,
    )
    if following is None or (not rest and not re.match(r"[ -]", after)):
        return None
    words = [w for w in following.groups() if w]
    low = [w.lower() for w in words]
    if "ordinal" in hit.form or (figure and re.search(r"(?:st|nd|rd|th)$", figure[0])):
        if low[0] in _FUNCTION or low[0] in {
            "place",
            "placed",
            "spot",
            "position",
            "overall",
            "finish",
        }:
            return None
        superlative = next((w for w in low[:2] if _SUPERLATIVE.fullmatch(w)), None)
        if superlative is not None:
            return _measured_by(superlative, asked, own)
        definite = re.search(r"(?:\b[Tt]he|'s|\b[Hh]is|\b[Hh]er|\b[Ii]ts)\s$", before)
        if words[0][0].isupper():
            return (
                False
                if definite and len(low) > 1 and low[-1] not in _FUNCTION and words[-1][0].islower()
                else None
            )
        return False
    if own is not None and any(own.match(w) for w in low):
        return True
    if low[0] in _FUNCTION or low[0] in asked.subject.words:
        return None
    if is_foreign(text[max(0, hit.start - 80) : hit.end + 40]):
        return None  # the noun may well be the column's in another language
    if words[0][0].isupper():
        return (
            False
            if re.search(r"\b(?:Street|Road|Lane|Avenue|Square|St|Ave)\b", " ".join(words))
            else None
        )
    if (
        kind in {"number", "rank"}
        and low[0] not in _UNIT_WORDS
        and (
            low[0].endswith("s")
            or kind == "rank"
            or (len(low) > 1 and low[1] not in _FUNCTION)
            or low[0] in {"people", "men", "women"}
            or (not rest and (_has_unit(asked) or (said.isalpha() and not hit.alone)))
        )
    ):
        return False
    return None


_EXTENT: Final = re.compile(
    r"[ -]?(?:[a-z]{1,12}[ -])?(?:(?P<way>wide|long|deep|high|tall|thick|broad"
    r"|across)\b|above (?:the |mean )?sea"
    r"|above sea|away\b|from the (?:coast|sea|city|centre|town|border|capital|shore)"
    r"|(?:north|south|east"
    r"|west) of|inland|apart\b|underground|offshore)"
)


def _of_another_extent(text: str, hit: Hit, own: re.Pattern[str] | None) -> bool:
    """`147 m wide`, `147 m above the sea`, where the column asks for another extent."""
    found = _EXTENT.match(text, hit.end)
    if found is None or own is None:
        return False
    return not own.search(found[0].lower())


_SUBSTANCE: Final = re.compile(
    r"(?:(?<=\d)|(?<=\s)|\s)(?:g|kg|mg|ml|cl|dl|l|t|grams?|kilos?|litres?|liters?"
    r"|tonnes?|tons?|ounces?|pints?)"
    r"\s(?:of\s(?:the\s|its\s)?)?(?P<what>[a-z]{3,})(?:\s(?P<next>[a-z]{3,}))?"
)
_CARRIED: Final = frozenset({"fuel", "cargo", "water", "ore", "food", "waste", "coal", "oil"})
_OWN_MASS: Final = re.compile(r"\b(?:weigh|mass|heav|volume|displac|tonnage|payload|load)")


def _of_a_substance(text: str, hit: Hit, asked: Asked, own: re.Pattern[str] | None) -> bool:
    """`85 g butter`, `650 litres of fuel`, where the column asks for another substance."""
    if own is None:
        return False
    unit = re.search(r"[A-Za-z]+$", text[hit.start : hit.end])
    found = _SUBSTANCE.match(text, hit.end - len(unit[0]) if unit else hit.end)
    if _OWN_MASS.search(asked.answer.column.lower()) and not (found and found["what"] in _CARRIED):
        return False  # `a 212 g phone`, `685 grams of magnesium` weigh as much
    if found is None or found["what"] in _FUNCTION or found["what"] in _UNIT_WORDS:
        return False
    return not any(own.search(word) for word in found.group("what", "next") if word)


_SUPERLATIVE: Final = re.compile(r"[a-z]{3,10}est|most|best|highest-ranked|top")
_MEASURES: Final = re.compile(
    r"\b(?:height|length|age|weight|size|area|volume|speed|depth|width|population"
    r"|price|cost|tall|long"
    r"|old|heavy|big|large|fast|deep|wide|capacity|rich|revenue|attendance)\b"
)


def _measured_by(superlative: str, asked: Asked, own: re.Pattern[str] | None) -> bool | None:
    """Whether `tallest` orders by what the column does; None where it names no measure."""
    if own is not None and own.search(superlative.removesuffix("est").removesuffix("i")):
        return True
    if own is not None and own.search(superlative):
        return True
    if superlative in {"most", "best", "top", "highest", "highest-ranked"}:
        return None
    return False if _MEASURES.search(asked.answer.column.lower()) else None


def _has_unit(asked: Asked) -> bool:
    """Whether the values bear a unit: then a bare number before a noun counts that noun."""
    return bool(
        re.search(r"\d\s?[A-Za-z]", asked.answer.value)
        or re.search(r"\([^()]*[a-z]", asked.answer.column)
    )


_UNIT_WORDS: Final = frozenset(
    "m km cm mm ft g kg t mah wh h hours hour minutes min metres meters metre mile miles"
    " grams gram kilograms litres inches inch thousand million billion crowns euros euro"
    " dollars points gb mb tb ghz mhz hz kw mw percent pp years year days day months"
    " mètres meter gramm kilometres kilometers kilograms pounds ounces lb oz".split()
)

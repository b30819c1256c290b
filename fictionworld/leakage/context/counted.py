"""What a figure counts, by the words right beside it: `5,180 mAh`, `5,180 units`, `page 3 of 4`."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.dimensions import in_its_unit, without_unit
from fictionworld.leakage.context.options import option_of
from fictionworld.leakage.context.roles import is_person
from fictionworld.leakage.context.tongues import is_foreign
from fictionworld.leakage.thesaurus.cues import STOPWORDS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["counted", "makes_up"]

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
    " separate each apiece nothing annual daily weekly monthly yearly new".split()
)


_CURRENCY: Final = re.compile(
    r"\b(?:crowns?|euros?|eur|usd|dollars?|pounds|gbp|heller|yen|kronor|kroner)\b|[€$£]",
    re.IGNORECASE,
)


_YEARLIKE: Final = re.compile(r"1[5-9]\d\d|20\d\d")


_FIGURE_OF: Final = re.compile(r"[\W_]*(?:\d[\d.,' ]*\d|\d)(?:(?:st|nd|rd|th)\b)?")


_IDIOM: Final = re.compile(
    r"one\b(?: by one|-by-one)\b|one (?:by one|of|another|time|day|can|must|should|after|side"
    r"|way|who|thing)\b|first (?:of all|and foremost|come|time)\b|second (?:hand|thoughts)\b"
    r"|two (?:cents)\b",
    re.IGNORECASE,
)


def counted(text: str, hit: Hit, asked: Asked, own: re.Pattern[str] | None) -> bool | None:  # noqa: PLR0912 - one rule after the other
    """False where the words beside a number say that something else is counted."""
    kind = asked.answer.type
    said = text[hit.start : hit.end]
    before = text[max(0, hit.start - 24) : hit.start]
    option = option_of(text, hit)
    if option is not None:
        return option
    if (
        kind in {"number", "rank", "percent"}
        and own is not None
        and "share" not in hit.form
        and "arithmetic" not in hit.form
        and _CURRENCY.search(said + text[hit.end : hit.end + 8])
        and not (
            own.search("weigh") and re.search(r"\bpounds\b", said + text[hit.end : hit.end + 8])
        )
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
    if any(word in hit.form for word in ("language", "unit", "words of place", "arithmetic")):
        return None
    if re.match(r"\s(?:BC|BCE|AD|CE)\b", text[hit.end : hit.end + 5]):
        return False
    if _IDIOM.match(text, hit.start) or re.search(r"\bone by $", before):
        return False
    figure = _FIGURE_OF.match(said)
    rest = said[figure.end() :] if figure else "" if said[-1:].isalnum() else said
    written = rest + text[hit.end : hit.end + 48]
    after = without_unit(written)
    if after != written and re.match(r"\s(?:of|in|on|at|and|or|to|for|from|with|by)\b", after):
        return None
    if kind == "number" and in_its_unit(text, hit, asked.answer):
        return None  # `61,000 litres leave X every day`
    following = re.match(
        r"[ -]?([A-Za-z][A-Za-z'-]*)(?:[ -]([A-Za-z][A-Za-z'-]*))?(?:[ -]([A-Za-z][A-Za-z'-]*))?",
        after,
    )
    if following is None or (not rest and not re.match(r"[ -]", after)):
        return None
    words = [w for w in following.groups() if w]
    low = [w.lower() for w in words]
    if len(low) > 1 and low[0] in _QUALIFYING and any(w.endswith("s") for w in low[1:]):
        words, low = words[1:], low[1:]
    if "ordinal" in hit.form or (figure and re.search(r"(?:st|nd|rd|th)$", figure[0])):
        return _ordered(text, hit, words, asked, own)
    if kind == "number" and low[0] in _FORMER and own is not None and not own.search(low[0]):
        return False
    if kind in {"number", "money"} and _MORE.match(low[0]) and "than" not in low:
        return False
    noun = _noun_of(low)
    did = low[len(noun)] if len(low) > len(noun) else ""
    persons = _AGENTS.search(noun[-1]) is not None or _PERSONS.search(" ".join(noun)) is not None
    if own is not None and (any(own.match(w) for w in noun) or own.search(" ".join(noun))):
        # `2,914 runners signed up`, `5,630 people marched`
        partly = did in _ENTERED or (persons and _DID.fullmatch(did) is not None)
        return not (partly and not own.match(did))
    if (
        kind == "number"
        and not rest
        and words[0].islower()
        and _DID.fullmatch(low[0])
        and not (own is not None and own.search(before.lower()))
    ):
        return False
    if noun[-1] in _ANYTHING:
        return None  # `the turnstiles clicked 4,210 times`
    if persons and own is not None:
        if own.search(_predicate(after, noun)):
            return None  # `Forty-eight climbers can sleep at X`
        if _OF_PERSONS.search(" ".join(asked.notions)) or any(
            _AGENTS.fullmatch(word) or is_person(word)
            for word in asked.answer.column.lower().split()
        ):
            if _PERSONS.search(" ".join(noun)):
                return True  # whatever they are called
            return False if _OF_PERSONS.match(noun[-1]) else None
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
        (
            kind in {"number", "rank"}
            or (kind == "percent" and said.isalpha() and "word" in hit.form)
        )
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


_ANYTHING: Final = frozenset("times things items pieces units examples places spots".split())
"""Words for whatever is counted."""


def _ordered(
    text: str, hit: Hit, words: list[str], asked: Asked, own: re.Pattern[str] | None
) -> bool | None:
    """What an ordinal numbers: `third in the league`, `the third fire`, `third-tallest`."""
    low = [w.lower() for w in words]
    if (low[0] in _FUNCTION and low[0] != "most") or low[0] in _PLACED:
        return None
    superlative = next((w for w in low[:2] if _SUPERLATIVE.fullmatch(w)), None)
    if superlative is not None:
        if superlative == "most" and len(low) > low.index("most") + 1:
            superlative = low[low.index("most") + 1]  # `third-most visited`
        return _measured_by(superlative, asked, own)
    if is_foreign(text[max(0, hit.start - 80) : hit.end + 40]):
        return None
    if not words[0][0].isupper():
        return False
    definite = _DEFINITE.search(text, max(0, hit.start - 24), hit.start)
    named = definite and len(low) > 1 and low[-1] not in _FUNCTION and words[-1][0].islower()
    return False if named else None


_DEFINITE: Final = re.compile(r"(?:\b[Tt]he|'s|\b[Hh]is|\b[Hh]er|\b[Ii]ts)\s$")
_PLACED: Final = frozenset("place placed spot position overall finish home past over".split())


def makes_up(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether a figure counts those of whom a body consists: `37 players make up X`."""
    if not _BODY.search(asked.answer.column.lower()):
        return False
    before = text[max(near.sentence, hit.start - 40) : hit.start]
    noun = _COUNTED.match(text, hit.end, near.end)
    if _CONSISTS.search(before):
        return noun is not None and _AGENTS.search(noun["noun"]) is not None
    if noun is None:
        return _COLLECTIVE.search(before) is not None
    behind = _BELONG.match(text, noun.end(), near.end)
    if behind is None or not _AGENTS.search(noun["noun"]):
        return False
    following = text[behind.end() : behind.end() + 24].lower()
    return any(following.startswith(kind) for kind in asked.subject.kinds) or any(
        m.own and m.start - behind.end() < _BEHIND_THE
        for m in asked.subject.mentions(text, behind.end(), near.end)
    )


_BODY: Final = re.compile(
    r"\b(?:members?|membership|musicians|singers|players|strength|size|population|inhabitants"
    r"|residents|crew|staff|employees|headcount|deputies|volunteers|students|pupils|dancers"
    r"|monks|nuns)\b"
)
"""Columns of those of whom a body consists."""
_COUNTED: Final = re.compile(
    r"\s(?:(?!of\b|in\b|on\b|and\b)[a-z-]+\s){0,2}?(?P<noun>[a-z]{3,})(?: and women)?(?![a-z-])"
)
_JUST: Final = r"\s(?:[a-z]+ly |just |only |about |some |a mere |all of )?$"
_CONSISTS: Final = re.compile(
    r"\b(?:made up of|consist(?:s|ed|ing)? of|composed of|comprises|comprising)" + _JUST
)
_COLLECTIVE: Final = re.compile(
    r"\b(?:numbers|(?:an?|the) (?:[a-z-]+ ){0,2}?(?:ensemble|town|village|city|community|choir"
    r"|orchestra|band|crew|squad|brigade|troupe|company|congregation|convent|club|parish|team"
    r"|group|circle|party|hamlet)(?: now)? of)" + _JUST
)
"""`X numbers 37`, `X is a band of 37`."""
_BELONG: Final = re.compile(
    r"\s(?:now |today |together |currently )?(?:make(?: up)?|compose|form|belong to"
    r"|(?:serve|sing|play|dance|work|live|sit) (?:in|for|at|with|on))\s(?:the |this |our )?"
)
_BEHIND_THE: Final = 3


def _noun_of(words: list[str]) -> list[str]:
    """The words behind a figure that name what it counts, as far as the verb or a preposition."""
    for place, word in enumerate(words):
        if place and (word in _FUNCTION or word in _BEHIND or _DID.fullmatch(word)):
            return words[:place]
    return words


def _predicate(after: str, noun: list[str]) -> str:
    """What those do who are counted, as far as it stands near."""
    clause = re.split(r"[,;:.]", after.lower().partition(noun[-1])[2], maxsplit=1)[0]
    return "" if _PASSIVE.match(clause) else " ".join(clause.split()[:4])


_ENTERED: Final = frozenset("signed registered enrolled entered applied started".split())
_FORMER: Final = frozenset("former ex would-be prospective potential future fake".split())
_PASSIVE: Final = re.compile(r"\s(?:were|was|are|is|have been|had been)\s")
_QUALIFYING: Final = frozenset(
    "new old young extra spare empty foreign local small large big different separate other further"
    " additional rare stray dead live wild wooden iron steel stone plastic paper red white black"
    " green blue".split()
)
_AGENTS: Final = re.compile(
    r"(?:[a-z]{2,}(?:ers|ors|ists|ants|ents|ees|ians|eers)|people|persons|men|women|souls|guests"
    r"|folk|fans|heads|families|households|pupils|children|boys|girls|adults|friends|pilgrims|patients)$"
)
_MORE: Final = re.compile(r"(?:more|fewer|extra|additional|further)$")
"""`730 more people`: what is added."""
_BEHIND: Final = frozenset({"through", "out", "off", "away", "back", "in", "who", "which", "that"})
_PERSONS: Final = re.compile(
    r"\b(?:[a-z]+-?goers?|tourists|fans|spectators|customers|people|persons?|men|women|souls?"
    r"|folk|heads|hands|humans?|individuals|youngsters|adults"
    r"|boys|girls|children|names|mortals|of (?:them|us|you))\b"
)
_OF_PERSONS: Final = re.compile(
    r"\b(?:people|person|visitor|student|pupil|employ|staff|member|inhabitant|resident|passenger|spectator|supporter"
    r"|audience|crew|guest|attend|user|voter|worshipper|candidate|runner|participa\w*|volunteer)"
)
_DID: Final = re.compile(
    r"came|turned|saw|ran|sat|stood|went|took|died|drowned|perished|fled|queued|marched|voted"
    r"|visited"
    r"|watched|attended|applied|signed|cheered|protested|gathered|stayed|left|arrived|walked"
    r"|travelled"
    r"|demonstrated|responded|replied|complained|lost|marched|danced|sang|slept|fell|jumped"
    r"|swam|ran|cycled|rode"
)
"""What those did who are counted: `17,250 came`."""
_EXTENT: Final = re.compile(
    r"[ -]?(?:[a-z]{1,12}[ -])?(?:(?P<way>wide|long|deep|high|tall|thick|broad"
    r"|across)\b(?!-)|above (?:the |mean )?sea"
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
    r"(?:(?<=\d)|(?<=\s)|\s)(?:(?:g|kg|mg|ml|cl|dl|l|t)\s(?:of\s(?:the\s|its\s)?)?"
    r"|(?:grams?|kilos?|litres?|liters?|tonnes?|tons?|ounces?|pints?)\sof\s(?:the\s|its\s)?)"
    r"(?P<what>[a-z]{3,})(?:\s(?P<next>[a-z]{3,}))?"
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
    "tonnes tonne tons"
    " m km cm mm ft g kg t mah wh h hours hour minutes min metres meters metre mile miles"
    " grams gram kilograms litres inches inch thousand million billion crowns euros euro"
    " dollars points gb mb tb ghz mhz hz kw mw percent pp years year days day months"
    " mètres meter gramm kilometres kilometers kilograms pounds ounces lb oz".split()
)

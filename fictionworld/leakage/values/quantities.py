"""The numbers of a text, each with its sign, scale, unit, and what it counts.

Read from a view in which number words are digits. Times, dates, versions and telephone numbers are
no quantities.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.leakage.data import word_list
from fictionworld.leakage.values.units import (
    CURRENCY_MARKS,
    PERCENT,
    SCALE_POWERS,
    MeasuredUnit,
    converted,
    unit_at,
)
from fictionworld.text.units import parse_unit, unit_words


class Quantity(NamedTuple):
    """One number of a text, with every reading that it may have."""

    start: int
    end: int
    """Where it stands: `text[start:end]`, with its currency, sign, scale and unit."""
    values: tuple[float, ...]
    """Its readings, sign and scale applied; a percentage as it is written."""
    step: float
    """The place value of its last digit: 1 for `5,180`, 100,000 for `1.3 million`."""
    unit: MeasuredUnit | None = None
    pointed: tuple[float, ...] = ()
    """Readings of `1,298` as 1.298: only for columns with decimals."""
    ordinal: bool = False
    share: bool = False
    """A part of a whole, `2/3`; the value is the fraction itself."""
    rough: bool = False
    """Words before it mark it as approximate: `about`, `just over`."""
    bound: bool = False
    """Words before it mark it as a bound: `over`, `at least`, `up to`."""
    scaled: bool = False
    """A word of scale was applied: `1.3 million`."""
    grouped: bool = False
    """Thousands are set apart, so that it is no year."""
    noun: str = ""
    """What is counted, where a plural stands behind it: `5,000 visitors`."""
    label: str = ""
    """The kind of thing that it numbers and does not count: `page`, `number`, `version`."""
    named: bool = False
    """A word with a capital stands right before, as in the name of a model: `Vela 5000`."""
    upper: float | None = None
    """The upper end, where it is a range; `values` holds the lower one."""


_NUMERAL: Final = (
    r"\d{1,3}(?P<g>[,.'\u00a0\u202f\u2009 _])\d{3}(?:(?P=g)\d{3})*(?!\d)(?!(?P=g)\d)"
    r"(?:(?!(?P=g))[.,]\d+)?|\d{1,2}(?:,\d\d)+,\d{3}(?!\d)|\d{1,15}(?:[.,]\d{1,9})?(?![.,]?\d)"
    r"|(?<![\w.,])[.,]\d{1,9}(?!\d)"
)
_NUMBER: Final = re.compile(rf"(?P<n>{_NUMERAL})(?P<ordinal>(?:st|nd|rd|th)(?![a-z])|\s?[ºª])?")
_BEFORE: Final = re.compile(
    rf"(?P<cur>(?:{CURRENCY_MARKS})\s?)?(?:(?<![\w)\]%.'\"-])(?P<sign>-))?(?P<cur2>[€£$]\s?)?$"
)
_LONGEST_MARK: Final = 6
_CLOSED: Final = re.compile(
    r"(?<![\w.,])(?<!\d[-/])(?:"
    r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?![\d:])(?:\s?[ap]\.?m\b)?|\d{1,2}h\d\d\b"
    r"|\d{1,4}(?P<m>[-/.])\d{1,2}(?P=m)\d{1,4}(?!\d|[-/.]\d)|(?!\d{1,3}(?:\.\d{3})+(?![\d.]\d))\d+\.\d+\.\d+(?:\.\d+)*"
    r"|97[89][- ]?\d{1,5}[- ]\d{1,7}[- ]\d{1,7}[- ][\dx]\b"
    r"|\+\d{1,3}[\s./(-]{1,2}\d{1,5}(?:[\s./)-]{1,2}\d{2,6}){1,4}|\(\d{2,5}\)\s?\d{3,4}[\s-]\d{3,4}"
    r"|\d{3}[-.\s]\d{3}[-.\s]\d{4}(?!\d)|0\d{2,4}[\s/-]\d{3,4}[\s-]?\d{3,5}(?!\d)"
    r"|(?:1[5-9]|20|21)\d\d[-/](?:\d\d|(?:1[5-9]|20|21)\d\d)(?![\d-])"
    r")"
)
"""Times, dates in digits, versions, numbers of books and telephones, seasons: no quantities."""
_FRACTION: Final = re.compile(r"\s?(?P<over>\d{1,2})/(?P<under>\d{1,3})(?![\d/]|[.,]\d)")
_UNDER: Final = re.compile(r"/(\d{1,3})(?![\d/.])")
_OUT_OF: Final = re.compile(
    r"\s(?:in|out of|of every|in every|out of every|from every|in each)\s(?P<n>\d{1,7}|hundred"
    r"|thousand)(?![\d,./])"
)
_OF_A: Final = re.compile(r"\s(?:of )?an?(?=\s[a-z])")
_WHOLES: Final = {"hundred": 100, "thousand": 1000}
_POWER: Final = re.compile(r"\s?[x\u00d7*]\s?10(?:\^|\*\*)?\{?(?P<n>-?\d{1,2})\}?(?![\d.])")
_SCALE: Final = re.compile(
    r"[ -]?(?P<word>k|m|mn|mln|mio|mrd|b|bn|bln|tn|tsd|million(?:s|en|es)?|thousands?|billions?"
    r"|trillions?|hundred|mill(?:e|ones|on|ioni|ione|iards?|iarden?|iardi|iardo|hoes|hao)|milhoes"
    r"|milhao|miljoen|miljard|tausend|mila|mil|duizend|lakh|crore|grand)(?![a-z0-9])\.?"
)
_SHORT_SCALES: Final = frozenset({"k", "m", "b"})
_OF: Final = re.compile(r"\s(?:of|de|d')\s?")
_SMALLER: Final = re.compile(r",?\s?(?:and\s|&\s)?(?=\d)")
_PLURAL: Final = re.compile(
    r"[\s-](?:(?:[a-z]+(?:ed|ing|al|ic|ive|ful|ian|ish|ble|ary|ern)|new|paid|full|part|live|own"
    r"|local|young|old"
    r"|active|single|total|guest)\s)?(?P<noun>[a-z]{3,}(?<![siu])s|people|men|women|children|staff"
    r"|cattle|sheep)\b"
)
_NO_NOUN: Final = word_list("no noun")
_ROUGH: Final = re.compile(
    r"(?:\b(?:about|around|roughly|some|nearly|almost|approximately|approx\.?|ca\.?|circa"
    r"|close (?:to|on)"
    r"|near|nigh on|getting on for|not quite|the best part of|an? estimated|all but|rund|etwa|fast"
    r"|knapp|ungefahr|environ|presque|unos|unas|casi|cerca de|quasi|bijna|ongeveer|circa"
    r"|(?:just|only|slightly|barely|marginally|fractionally|comfortably|well|a (?:shade|hair|touch"
    r"|whisker|fraction|tad|little|bit|tick|sliver)) (?:over|under|above|below|past|(?:shy"
    r"|short) of|(?:more|less|fewer) than))|[~\u2248])\s?(?:the |a |an )?$"
)
_BOUND: Final = re.compile(
    r"\b(?:(?<!hand )(?<!handed )(?<!hands )(?<!extends )(?<!spread )(?<!stretches )(?<!spreads )"
    r"(?<!extending )over|under|above|below|past|beyond|exceed(?:s|ed|ing)?|(?:more|less|fewer"
    r"|better|higher"
    r"|lower|greater|larger|longer|shorter|heavier|lighter|taller|cheaper|other) than|at (?:least"
    r"|most)|up to|as (?:many|much|few|little) as|upwards of|in excess of|no (?:more|less|fewer"
    r"|later|earlier) than|not (?:more|less) than|minimum (?:of )?|maximum (?:of )?|mehr als|uber"
    r"|plus de|mas de|piu di|mais de)\s(?:the |a |an )?$|[<>\u2264\u2265]=?\s?$"
)
_BEHIND_BOUND: Final = re.compile(
    r"\+|\s(?:or|and) (?:more|less|fewer|over|under|above|below|so)\b"
)
_RANGE: Final = re.compile(r"\s?(?:-|\bto\b|\bup to\b|\band\b|\bor\b|\bbis\b)\s?")
_BETWEEN: Final = re.compile(r"\b(?:between|from|anything from|zwischen|entre)\s(?:about\s)?$")
_LABELS: Final = re.compile(
    r"(?:\b(?P<word>no|nr|num|number|page|pages|p|pp|seite|entry|lot|catalogue|cat|ref|docket|case"
    r"|file|document|drawing"
    r"|plate|fig|figure|sheet|map|slide|image|img|photo|ext|article|model|version|v|ver|build"
    r"|release|series|type|class"
    r"|section|chapter|paragraph|vol|volume|issue|step|tip|question|exercise|rule|room|gate"
    r"|platform|track|locker|desk"
    r"|stall|flight|route|highway|bus|tram|motorway|exit|junction|pier|error|status|http|bug|thread"
    r"|comment|node|grade"
    r"|phase|episode|bib|shirt|jersey|psalm|verse|heat|lane|stage|round|week)\.?\s?[#_]?\s?"
    r"|\b(?P<colon>tel|telephone|phone|fax|id|uid|sku|isbn|issn|ref|reference|code|postcode|box"
    r"|page|call|dial)\.?:?\s?|(?P<sign>#))$"
)
_COUNTED_LABELS: Final = frozenset({"gate", "volume", "class", "release", "figure"})
"""Labels that may also be columns with a large figure behind: `gate 23,417`."""
_LONG: Final = 1000


def read_quantities(text: str) -> list[Quantity]:
    """The numbers of a text in small letters, in order; a range stands for its two ends."""
    closed = [match.span() for match in _CLOSED.finditer(text)]
    found: list[Quantity] = []
    at = c = 0
    while (match := _NUMBER.search(text, at)) is not None:
        at = match.end()
        start = match.start("n")
        while c < len(closed) and closed[c][1] <= start:
            c += 1
        if c < len(closed) and closed[c][0] <= start:
            at = max(at, closed[c][1])
            continue
        if start and text[start - 1] in ".,:/" and text[start - 2 : start - 1].isdigit():
            continue
        quantity = _read(text, match)
        if quantity is not None:
            at = max(at, quantity.end)
            found.append(quantity)
            if text[quantity.end - 1] == "m" and quantity.scaled and quantity.unit is None:
                metres = unit_at(text, quantity.end - 1)  # `268m` may be metres
                if metres is not None and metres[1] == quantity.end:
                    values = tuple(v / 1e6 for v in quantity.values)
                    found.append(
                        quantity._replace(
                            values=values, step=quantity.step / 1e6, unit=metres[0], scaled=False
                        )
                    )
    return _with_ranges(text, found)


class _Numeral(NamedTuple):
    values: tuple[float, ...]
    pointed: tuple[float, ...] = ()
    decimals: int = 0
    grouped: bool = False


_GROUPED: Final = re.compile(
    r"(?P<whole>\d{1,3}(?P<mark>[,.'_\u00a0\u202f\u2009 ])\d{3}(?:(?P=mark)\d{3})*"
    r"|\d{1,2}(?:,\d\d)+,\d{3})(?:[.,](?P<behind>\d+))?"
)


@lru_cache(1 << 13)
def _numeral(text: str) -> _Numeral:
    """The readings of digits: `1,298` is twelve hundred, or one and a bit."""
    grouped = _GROUPED.fullmatch(text)
    if grouped is None:
        whole, _, behind = text.replace(",", ".").partition(".")
        return _Numeral((float(f"{whole or 0}.{behind or 0}"),), decimals=len(behind))
    mark, behind = grouped["mark"] or ",", grouped["behind"] or ""
    thousands = float(grouped["whole"].replace(mark, "") + "." + (behind or "0"))
    if mark not in ",." or behind or grouped["whole"].count(mark) > 1:
        return _Numeral((thousands,), decimals=len(behind), grouped=True)
    pointed = float(grouped["whole"].replace(",", "."))
    if text.startswith("0"):
        return _Numeral((pointed,), decimals=3)
    return _Numeral((thousands,), (pointed,), grouped=True)


def _read(text: str, match: re.Match[str]) -> Quantity | None:
    """One number with all that belongs to it; None where it is part of a word."""
    numeral = _numeral(match["n"])
    start, end = match.span()
    before = _BEFORE.search(text[max(0, start - _LONGEST_MARK) : start])
    mark = (before["cur"] or before["cur2"] or "") if before else ""
    start -= len(before[0]) if before else 0
    unit = _currency(mark.strip())
    if unit is None and text[start - 1 : start].isalpha():
        return None  # part of a word: `B12`
    if match["ordinal"]:
        return Quantity(start, end, numeral.values, 1.0, ordinal=True)
    worth = _worth(text, end, numeral)
    if worth is None:
        return None
    values, pointed, step, share, end = worth
    scaled = False
    if share and (part := _OF_A.match(text, end)) and (there := unit_at(text, part.end())):
        share, unit, end, step = False, there[0], there[1], 0.01
        return Quantity(start, end, values, step, unit)
    first = end
    for _ in range(2):
        scale = _SCALE.match(text, end)
        if scale is None or share:
            break
        word = scale["word"]
        if word in _SHORT_SCALES and _is_unit_letter(text, scale, unit):
            break
        factor = 10.0 ** SCALE_POWERS.get(word, 0)
        values, pointed = tuple(v * factor for v in (*values, *pointed)), ()
        step, end, scaled = step * factor, scale.end("word"), True
    if per := unit_at(text, of.end() if scaled and (of := _OF.match(text, end)) else end):
        if unit is None or per[0] == PERCENT or per[0].size != 1.0:
            unit = (
                unit
                if unit and unit.dimension == "money" and per[0].dimension != "part"
                else per[0]
            )
        end = per[1]
        values, step, end = _with_smaller(text, values, step, unit, end)
    elif first == end and (text[end : end + 1].isalpha() or text[end : end + 1] == "_"):
        return None if unit is None else Quantity(start, end, values, step, unit, pointed)
    noun = ""
    if (unit is None or scaled) and (plural := _PLURAL.match(text, end)):
        noun = "" if plural["noun"] in _NO_NOUN else plural["noun"]
    if before and before["sign"]:
        values, pointed = tuple(-v for v in values), tuple(-v for v in pointed)
    return Quantity(
        start, end, values, step, unit, pointed, share=share, scaled=scaled,
        grouped=numeral.grouped, noun=noun,
    )  # fmt: skip


class _Worth(NamedTuple):
    values: tuple[float, ...]
    pointed: tuple[float, ...]
    step: float
    share: bool
    end: int


def _worth(text: str, end: int, numeral: _Numeral) -> _Worth | None:
    """Digits with a fraction, a power of ten or a whole behind them: `2 1/2`, `3/4`, `5 x 10^3`,
    `7 out of 9`; None for a fraction of one or more.
    """
    value, step = numeral.values[0], 10.0**-numeral.decimals
    if (part := _FRACTION.match(text, end)) and 0 < int(part["over"]) < int(part["under"]):
        value += int(part["over"]) / int(part["under"])
        return _Worth((value,), (), 0.01, False, part.end())
    if text[end : end + 1] == "/" and (under := _UNDER.match(text, end)):
        whole = int(under[1])
        if value >= whole:
            return None
        return _Worth((value / whole,), numeral.pointed, 0.001, True, under.end())
    if (power := _POWER.match(text, end)) is not None:
        factor = 10.0 ** int(power["n"])
        values = tuple(v * factor for v in numeral.values)
        return _Worth(values, numeral.pointed, step * factor, False, power.end())
    if numeral.decimals == 0 and (of := _OUT_OF.match(text, end)):
        whole = _WHOLES.get(of["n"]) or int(of["n"])
        if whole > value:
            return _Worth((value / whole,), numeral.pointed, 0.5 / whole, True, of.end())
    return _Worth(numeral.values, numeral.pointed, step, False, end)


@lru_cache(128)
def _currency(mark: str) -> MeasuredUnit | None:
    names = unit_words(mark) if mark else []
    return MeasuredUnit("money", 1.0, names[0]) if names and parse_unit(names[0]).currency else None


def _is_unit_letter(text: str, scale: re.Match[str], currency: MeasuredUnit | None) -> bool:
    """Whether `m` behind digits means metres: `5 m`, but not `EUR 5 m`, `5m visitors`."""
    if scale["word"] == "k" or currency is not None:
        return False
    apart = text[scale.start()] in " -"
    return apart or text[scale.end() : scale.end() + 1] == "/"


_PARTS_OF: Final = {
    ("money", 1.0): (r"\s(?:and\s)?(\d\d)(?![\d%]|[.,]\d|\s?(?:[a-z]+s|mm|cm|m|g|kg)\b)", 100),
    ("length", 0.3048): (r"\s(1?\d)(?![\d%]|[.,]\d|\s?(?:in|ft|m|cm|inch\w*)\b)", 12),
}
"""What a bare number behind a unit is a part of: `64 pounds 95`, `six foot six`."""


def _with_smaller(
    text: str, values: tuple[float, ...], step: float, unit: MeasuredUnit | None, end: int
) -> tuple[tuple[float, ...], float, int]:
    """`5 ft 11 in`, `1 h 42 min`, `3 euros 50 cents`: what follows in a smaller unit added."""
    if unit is not None and (parts := _PARTS_OF.get((unit.dimension, round(unit.size, 4)))):
        bare = re.compile(parts[0]).match(text, end)
        if bare is not None:
            return tuple(v + int(bare[1]) / parts[1] for v in values[:1]), 1 / parts[1], bare.end()
    for _ in range(2):
        gap = _SMALLER.match(text, end)
        number = re.compile(r"\d{1,3}(?:\.\d+)?").match(text, gap.end()) if gap else None
        there = unit_at(text, number.end()) if number else None
        if number is None or there is None or unit is None or there[0].dimension != unit.dimension:
            break
        more = converted(float(number[0]), there[0], unit)
        if there[0].size >= unit.size or more is None:
            break
        values = tuple(v + more for v in values[:1])
        step, end = there[0].size / unit.size, there[1]
    return values, step, end


def framed(text: str, original: str, quantity: Quantity) -> Quantity:
    """A number with what the words before and behind it say of it.

    Args:
        text: In small letters.
        original: The same with its capitals; no place differs.
        quantity: As `read_quantities` found it.
    """
    before = text[max(0, quantity.start - 28) : quantity.start]
    rough = _ROUGH.search(before) is not None
    bound = not rough and (
        _BOUND.search(before) is not None or _BEHIND_BOUND.match(text, quantity.end) is not None
    )
    label = ""
    if not quantity.unit and not quantity.ordinal and not quantity.scaled:
        found = _LABELS.search(before)
        if found is not None:
            label = found["word"] or found["colon"] or "number"
            if label in _COUNTED_LABELS and quantity.values[0] >= _LONG:
                label = ""
    named = (
        not (quantity.unit or quantity.grouped or quantity.scaled or quantity.ordinal)
        and re.search(
            r"[^.!?:|\n]\s[A-Z][A-Za-z]+\s$", original[max(0, quantity.start - 28) : quantity.start]
        )
        is not None
    )
    return quantity._replace(rough=rough, bound=bound, label=label, named=named)


def _with_ranges(text: str, found: list[Quantity]) -> list[Quantity]:
    """Two numbers with `to` or a dash between are a range, and no values by themselves."""
    kept: list[Quantity] = []
    for one in found:
        last = kept[-1] if kept else None
        if last is not None and last.upper is None and not (last.ordinal or one.ordinal):
            between = text[last.end : one.start]
            joint = _RANGE.fullmatch(between)
            led = _BETWEEN.search(text[max(0, last.start - 24) : last.start]) is not None
            plain = between.strip() in {"-", "to", "bis", "up to"} or led
            same = one.unit == last.unit or last.unit is None
            if joint and plain and same and one.values[0] > last.values[0]:
                factor = _scale_of(last, one)
                kept[-1] = last._replace(
                    end=one.end, values=(last.values[0] * factor,), unit=one.unit, noun=one.noun,
                    upper=one.values[0], step=one.step, scaled=one.scaled,
                )  # fmt: skip
                continue
        kept.append(one)
    return kept


def _scale_of(low: Quantity, high: Quantity) -> float:
    """`5 to 6 million`: the word of scale is that of both."""
    if not high.scaled or low.scaled:
        return 1.0
    factor = 1.0
    while low.values[0] * factor * 1000 <= high.values[0]:
        factor *= 1000
    return factor

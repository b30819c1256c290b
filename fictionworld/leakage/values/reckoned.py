"""A value reckoned from two figures that the text says belong together.

The value is known, so two figures that make it are found by the way, and the words about them have
to say by which of the four ways: `each`, `a night`, `the same again` for a product, `split` for a
quotient, `above ... below`, `together` for a sum, `but`, `lost` for a difference.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.quantities.bounds import holds
from fictionworld.leakage.quantities.measures import DIMENSIONS, as_decimal
from fictionworld.leakage.quantities.quantity import Quantity, is_year
from fictionworld.leakage.quantities.word_set import word_set
from fictionworld.leakage.quantities.workings import WORKING
from fictionworld.leakage.values.wholes import is_gone
from fictionworld.text.numbers import EXACT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fictionworld.leakage.quantities.target import NumberTarget

__all__ = ["find_reckoned", "with_unsaid"]

_MOST: Final = 5
"""Figures behind one that are tried with it."""
_FAR: Final = 300
"""Characters between two figures that are told of each other, at most."""
_ABOUT: Final = 70
"""Characters before and behind two figures in which words may say how they go together."""
_LEAST: Final = 20
"""Values below are so often made by two figures that it tells nothing."""
_UNSAID: Final = {
    "single": 1, "lone": 1, "both": 2, "doubled": 2, "doubles": 2, "doubling": 2,
    "halves": 2, "twins": 2, "twice what": 2, "double what": 2,
    "a pair of": 2, "the pair of": 2, "round the clock": 24, "around the clock": 24,
    "every week of the year": 52, "every month of the year": 12, "every day of the year": 365,
    "tripled": 3, "trebled": 3, "quadrupled": 4,
}  # fmt: skip
"""Words that are a figure where none is written."""
_UNSAID_WORD: Final = re.compile(
    rf"\b(?:{'|'.join(_UNSAID)}|and (?:I|me)(?= (?:split|shared?|halved)\b))\b", re.IGNORECASE
)


def _words(text: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{text})\b", re.IGNORECASE)


_EACH: Final = _words(
    r"each|every|apiece|a head|per \w+|an? (?:hour|day|week|month)|(?:all )?the same|same again"
    r"|equal(?:ly)?|identical|alike"
    r"|split|shared?|divided|halve[sd]?|payments? of|instal?ments?|both"
    r"|doubl(?:ed|es|ing)|tripled|trebled|quadrupled|(?:each|all|a piece) of"
)
_SHARED: Final = _words(
    r"each|apiece|a head|per \w+|equal(?:ly)?|evenly|alike|split|shared?|divided|among|amongst"
    r"|halve[sd]?|between them|(?:twice|double) what|the same|for"
    r"|(?:box|pair|pack|case|crate|set|bundle) of"
)
_JOINED: Final = _words(
    r"together|combined|in (?:all|total|sum)|all told|altogether|plus|another|further|more"
    r"|extra|besides|additional|adds?|added|adding|on top|as well as|too many"
    r"|(?:gr[eo]wn?|rose|risen|extended|enlarged|expanded|swelled) by"
    r"|left (?:over|standing)|without a (?:seat|chair|place)"
    r"|above [^|]{0,300}\bbelow|below [^|]{0,300}\babove|before [^|]{0,300}\bafter"
    r"|inside [^|]{0,300}\boutside|upper [^|]{0,300}\blower|north\w* [^|]{0,300}\bsouth\w*"
)
_TAKEN: Final = _words(
    r"but|of which|gone|fell ill|died|removed|sold|burnt|burned|destroyed|demolished|withdrew"
    r"|withdrawn|dropped out|retired|missing|minus|less|fewer|except|save|apart from|returned"
    r"|not counting"
)
_OF: Final = re.compile(
    r"\b(?:of|among|from) (?:the |its |all |these |those |some |[\w'\u2019-]+['\u2019]s )*$",
    re.IGNORECASE,
)
_OF_THEM: Final = re.compile(r"\s(?:out )?of (?:them|these|those|which|whom)\b", re.IGNORECASE)
_OF_ITS: Final = re.compile(r"\s(?:out )?of(?: (?:its|the|their|his|her|all|these|those))*\s")
_OUT_OF: Final = _words(r"of|from|on (?:sales|revenue|turnover)")
_DENSITY: Final = word_set("density per average mean")
_TIMES: Final = word_set("day week month year hour minute")
_RATE: Final = re.compile(
    r"\s(?:[^\W\d_]+\s)?(?:an?|per|each|every)\s(?P<unit>[^\W\d_]{3,})", re.IGNORECASE
)


def with_unsaid(text: str, figures: Sequence[Quantity]) -> list[Quantity]:
    """The figures of a text, with those that a word is: `by a single seat`, `has doubled`."""
    if _UNSAID_WORD.search(text) is None:
        return list(figures)
    also = [
        Quantity(*match.span(), (Decimal(_UNSAID.get(match[0].lower(), 2)),), "number words")
        for match in _UNSAID_WORD.finditer(text)
    ]
    return sorted((*figures, *also), key=lambda one: one.start)


def find_reckoned(text: str, figures: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """The places of two figures of which the words about them make the value."""
    wanted = [one for one in target.bounds[target.unit or ""] if not one.rough][-1]
    figures = [one for one in figures if not is_year(one)]
    percent = target.kind == "percent"
    for at, one in enumerate(figures):
        for two in figures[at + 1 : at + 1 + _MOST]:
            if two.start - one.end > _FAR:
                break
            if two.start < one.end:
                continue
            for way, made in _made(_size(one, target), _size(two, target), percent=percent):
                if holds(wanted, made) and _said(text, way, one, two, target):
                    # of races and days no boats are made
                    things = {one.noun or one.unit, two.noun or two.unit}
                    own = "" in things or target.unit or not things.isdisjoint(target.words)
                    alone = target.alone and bool(own) and not percent
                    yield Hit(one.start, two.end, f"{way}, arithmetic", alone)
                    break


def _size(one: Quantity, target: NumberTarget) -> Decimal:
    """A figure in the unit of the column; of a percentage the share that it is."""
    if one.unit == "%" and target.kind != "percent":
        return one.values[0] / 100
    own, other = DIMENSIONS.get(one.unit), DIMENSIONS.get(target.unit)
    if own is None or other is None or own.dimension != other.dimension:
        return one.values[0]
    return EXACT.multiply(one.values[0], as_decimal(own.size / other.size))


def _made(a: Decimal, b: Decimal, *, percent: bool) -> Iterator[tuple[str, Decimal]]:
    """What two figures make, and how."""
    small, large = sorted((a, b))
    if small <= 0:
        return
    if percent:
        part = WORKING.divide(100 * small, large)
        yield "part and whole", part
        yield "what is left", 100 - part
        return
    yield "product", a * b
    yield "sum", a + b
    yield "difference", large - small
    yield "quotient", WORKING.divide(large, small)


def _said(text: str, way: str, one: Quantity, two: Quantity, target: NumberTarget) -> bool:
    """Whether the words about two figures put them together in that way."""
    about = text[max(0, one.start - _ABOUT) : two.end + _ABOUT]
    if way in {"part and whole", "what is left"}:
        return _is_part(text, one, two, target, left=way == "what is left")
    if way in {"product", "quotient"}:
        pairs = [(one, two), (two, one)]
        if any(_is_share(part) and _is_of(whole, target) for part, whole in pairs):
            part = one if _is_share(one) else two
            whole_first = _OF.search(text, max(0, one.start - 24), one.start)
            return part is two if whole_first else text[part.end :].startswith(" of ")
        if way == "quotient":
            pairs = [(one, two) if one.values[0] < two.values[0] else (two, one)]
        if not any(_counts(count, target) and _is_of(amount, target) for count, amount in pairs):
            return False
        if way == "quotient":
            density = not target.words.isdisjoint(_DENSITY)
            return _SHARED.search(about) is not None or (density and bool(one.unit or two.unit))
        return abs(target.value) >= _LEAST and (
            _EACH.search(about) is not None
            or any(_at_a_rate(text, amount, count) for count, amount in pairs)
        )
    if not (_is_of(one, target) and _is_of(two, target)):
        return False
    if one.unit and two.unit and one.unit != two.unit:
        return False
    nouns = {one.noun, two.noun} - {""}
    if len(nouns) > 1 and nouns.isdisjoint(target.words):
        return False
    if way == "sum":
        return _JOINED.search(about) is not None
    if one.values[0] < two.values[0] and _OF_ITS.fullmatch(text, one.end, two.start) is None:
        return False
    behind = text[one.end : two.end + _ABOUT]
    return _TAKEN.search(behind) is not None or is_gone(behind[-_ABOUT:], target)


def _is_part(text: str, one: Quantity, two: Quantity, target: NumberTarget, *, left: bool) -> bool:
    """`of the 80, 20 were`, `ten penalties; four of them`, `4.5 million on sales of 30 million`."""
    if one.unit != two.unit or one.unit == "%" or one.share or two.share:
        return False
    if one.values[0] >= two.values[0]:
        if not _OF_THEM.match(text, two.end) and not (
            one.values[0] >= _LEAST and _OF.search(text, max(0, one.start - 24), one.start)
        ):
            return False
    elif (two.values[0] < 10 and not one.scaled) or not _OUT_OF.search(text, one.end, two.start):
        return False
    return left is is_gone(text[two.end : two.end + 32], target)


def _at_a_rate(text: str, amount: Quantity, count: Quantity) -> bool:
    """Whether it is so much for one of what is counted: `90 euros a night`, `seven nights`."""
    rate = _RATE.match(text, amount.end)
    counted = text[count.start : count.end + 12].lower()
    return rate is not None and rate["unit"].lower() in counted


def _counts(one: Quantity, target: NumberTarget) -> bool:
    """Whether a figure may be how many there are."""
    value = one.values[0]
    if one.unit and one.unit not in _TIMES and target.words.isdisjoint(_DENSITY):
        return False
    return value == int(value) and value >= 2 and not one.share


def _is_share(one: Quantity) -> bool:
    return one.share or one.unit == "%"


def _is_of(one: Quantity, target: NumberTarget) -> bool:
    """Whether a figure may be measured or counted in what the column is."""
    if _is_share(one):
        return False
    if target.unit and one.unit:
        return one.unit in target.bounds
    if target.kind == "money" and one.values[0] < 10 and not one.unit:
        return False
    other = one.noun and one.noun not in target.words
    return not (other and (target.unit or target.kind == "money"))

"""Numbers told as so many times another: `half as many`, `twice that`, `a third more than 960`.

The other number follows (`double the length of the 640-metre bridge`), or stands before, perhaps a
sentence ago (`A holds 22,500. B holds exactly half as many`).
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.forms import skeleton_pattern
from fictionworld.leakage.quantities.measures import DIMENSIONS, as_decimal
from fictionworld.leakage.quantities.quantity import OTHERS_FIGURE, Quantity
from fictionworld.leakage.quantities.word_set import word_set
from fictionworld.leakage.quantities.workings import WORKING
from fictionworld.text.numbers import EXACT

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.items import Line

__all__ = ["FACTOR_CUES", "find_factors"]

_WORDS: Final = {
    "twice": 2, "double": 2, "doubled": 2, "doubles": 2, "doubling": 2, "thrice": 3, "triple": 3,
    "treble": 3, "tripled": 3, "trebled": 3, "tripling": 3, "quadruple": 4, "quadrupled": 4,
}  # fmt: skip
_HALVED: Final = word_set("halved halving halves")
_TIMES: Final = "twice|double|thrice|triple|treble|quadruple|N times|N"
_UP: Final = (
    "up rose rises rise rising grew grows grow growing gained gains increased increases climbed "
    "beats beat exceeds outdoes climbs jumped risen raised raises grown plus"
)
_DOWN: Final = (
    "down fell falls fall falling dropped drops shrank shrinks shrunk declined declines cut lost "
    "loses fallen reduced decreased minus lowered misses "
    "undercuts undercut"
)
_MORE: Final = (
    "more higher greater larger bigger longer taller heavier dearer wider deeper faster older "
    "costlier again up above over extra"
)
_LESS: Final = "less fewer lower smaller shorter lighter cheaper below down under off slower"
_AS: Final = (
    "many much long high large big heavy tall deep wide old far fast great expensive dear strong "
    "costly populous powerful numerous"
)
_OTHER: Final = r"[^\x01\x02 .;]+"


def _any(words: str) -> str:
    return "|".join(words.split())


_FORMS: Final = (
    skeleton_pattern(rf"(?P<times>{_TIMES}) as (?:{_any(_AS)})(?P<again>(?: {_OTHER})? again)?"),
    skeleton_pattern(rf"(?P<equal>as) (?:{_any(_AS)})(?: {_OTHER})? again"),
    skeleton_pattern(
        rf"(?P<equal>and|plus|with)(?: just| exactly)? as (?:many|much)(?! as)(?: {_OTHER})?(?! as)"
    ),
    skeleton_pattern(rf"(?P<times>{_TIMES}) (?:of )?(?:that|this|those|the (?:figure|number|sum))"),
    skeleton_pattern(rf"N(?: {_OTHER})? (?P<way>{_any(_MORE)}|{_any(_LESS)})"),
    skeleton_pattern(
        rf"(?P<way>{_any(_UP)}|{_any(_DOWN)})"
        r"(?: it| that| this)?(?: by| of| some| exactly){0,2} N"
    ),
    skeleton_pattern(
        r"(?:pays?|paid|costs?|charged|charges|for|at)(?: just| only| exactly)? (?P<times>N)"
        r"(?= [.,;:!?)|]| price| fare| rate|  ?$| of (?:that|this|it) )"
    ),
    skeleton_pattern(rf"(?P<times>{_any(' '.join(_WORDS))}|halved|halving|halves|N the|N of the)"),
)
FACTOR_CUES: Final = frozenset({*_WORDS, *_HALVED, "times", "again", "many", "much"})
"""Words one of which stands in every form that holds no share and no percentage."""
_UPWARD: Final = word_set(_UP) | word_set(_MORE)
_STOPS: Final = frozenset(".;!?|{}")
_BACK: Final = 60
_FORWARD: Final = 12
_MOST: Final = 4
_SMALL: Final = 10
_SHARE_OF: Final = re.compile("\x01 (?:of (?:the |all |its |a total of )?)?(?=\x01 )")


def find_factors(line: Line) -> list[Quantity]:
    """What the forms of a line make of the numbers about them."""
    if FACTOR_CUES.isdisjoint(line.words) and not any(
        one is not None and (one.share or one.unit in {"%", "permille"})
        for one in (line.items[at].number for at in line.numbers)
    ):
        return []
    found: list[Quantity] = []
    for pattern in _FORMS:
        for match in pattern.finditer(line.skeleton):
            first, last = line.at(match.start()), line.at(match.end() - 1)
            factor = _factor(line, match, first, last)
            if factor is None or factor == 1:
                continue
            at = _following(line, last, match)
            if at == last + 1 and match[0] in _WORDS:
                continue  # `twice 2,500` is a statement of its own
            bases = [at] if at is not None else _earlier(line, first, match)
            for base in bases:
                one = line.items[base].number
                if one is None:
                    continue
                value = EXACT.multiply(factor, one.values[0])
                if abs(value) < _SMALL and value == value.to_integral_value():
                    continue
                start, end = line.items[first].start, line.items[last].end
                found.append(Quantity(start, end, (value,), "arithmetic", unit=one.unit))
                if at is None and last + 1 < len(line.items) and line.items[last + 1].text == "as":
                    # `At 124 m A is twice as high as B`: B is half as high
                    value = WORKING.divide(one.values[0], factor)
                    end = line.items[last + 1].end
                    found.append(Quantity(start, end, (value,), OTHERS_FIGURE, unit=one.unit))
    found += _shares_of(line)
    return found


def _shares_of(line: Line) -> list[Quantity]:
    """`half of 10,000`, `10% of 50,000`."""
    found = []
    for match in _SHARE_OF.finditer(line.skeleton):
        one, whole = (line.items[line.at(at)].number for at in (match.start(), match.end()))
        part = _part(one) if one is not None else None
        if one is not None and whole is not None and part is not None:
            value = EXACT.multiply(part, whole.values[0])
            place = (one.start, whole.end)
            found.append(Quantity(*place, (value,), "arithmetic", unit=whole.unit, noun=whole.noun))
    return found


def _factor(line: Line, match: re.Match[str], first: int, last: int) -> Decimal | None:
    """What the other number is multiplied by."""
    groups = match.groupdict()
    numbers = [i.number for i in line.items[first : last + 1] if i.number is not None]
    part = _part(numbers[0]) if numbers else None
    if way := groups.get("way"):
        if part is None:
            return None
        return 1 + part if way in _UPWARD else 1 - part
    if equal := groups.get("equal"):
        after_part = equal == "as" and first and line.items[first - 1].number is not None
        return None if after_part else Decimal(2)
    times = groups.get("times") or ""
    if times in _HALVED:
        factor: Decimal | None = Decimal(1) / 2
    elif times in _WORDS:
        factor = Decimal(_WORDS[times])
    elif times.endswith("times") and numbers:
        factor = numbers[0].values[0]
    else:
        factor = part
    if factor is not None and groups.get("again"):
        return 1 + factor
    return factor


def _part(one: Quantity) -> Decimal | None:
    """A share or a percentage, as a factor."""
    if one.share:
        return one.values[0]
    if one.unit in {"%", "permille", "bps"} and one.values[0] >= 0:
        return EXACT.multiply(one.values[0], as_decimal(DIMENSIONS[one.unit].size / 100))
    return None


def _base(one: Quantity | None, *, of_part: bool) -> bool:
    """Whether a number may be what another is so many times of."""
    if one is None or one.ordinal or one.share or one.joined or one.named:
        return False
    if one.beyond is not None or (one.unit in {"%", "permille"} and not of_part):
        return False
    value = one.values[0]
    year = 1800 <= value <= 2199 and one.form == "digits" and not (one.grouped or one.unit)
    return not (year and not one.noun and not one.scaled)


def _following(line: Line, last: int, match: re.Match[str]) -> int | None:
    """The item of the number that follows in the same clause, where the form looks forward."""
    if match[0].endswith((" that", " this", " those", " again", "figure", "number", "sum")):
        return None
    items = line.items
    for at in range(last + 1, min(len(items), last + 1 + _FORWARD)):
        if items[at].text in _STOPS:
            return None
        if items[at].number is not None:
            aim = items[at - 1].text == "to" or (at > 1 and items[at - 2].text == "to")
            return at if _base(items[at].number, of_part=True) and not aim else None
    return None


def _earlier(line: Line, first: int, match: re.Match[str]) -> list[int]:
    """The items of the last numbers before a form that needs one there."""
    if match[0].endswith((" the", " of the")) or match[0] == "double":
        return []  # `a double room`
    found: list[int] = []
    for at in range(first - 1, max(-1, first - 1 - _BACK), -1):
        if _base(line.items[at].number, of_part=True):
            found.append(at)
            if len(found) == _MOST:
                break
    return found

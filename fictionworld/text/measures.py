"""Units with what they measure and their size: `sq km`, `km²` and `square kilometres` are one.

A unit is read from words, signs and powers, with `per` or a slash before what it is divided by. A
spelling that stands for several units (`$`, `kt`) has several readings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from fictionworld.files import packaged
from fictionworld.text.units import SCALES

Kind = tuple[tuple[str, int], ...]


class UnitOfMeasure(NamedTuple):
    """One unit, such as `km/h`: its kind is length by time."""

    kind: Kind
    """What it measures: each part with its power, in order of names."""
    size: Fraction
    """In the base unit of its kind."""
    zero: Fraction = Fraction(0)
    """Its zero point in the base unit: that of °C is 273.15 K."""


UnitsOfMeasure = frozenset[UnitOfMeasure]
"""The units that one spelling may stand for."""

_POWERS: Final = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}
_RAISED: Final = {"2": 2, "3": 3, "squared": 2, "cubed": 3}
_LONGEST: Final = 3  # words of one spelling
_CURRENCY: Final = (
    r"eur|usd|gbp|aud|cad|nzd|chf|sfr|sek|nok|dkk|kr|pln|jpy|cny|inr|a\$|us\$|[\u20ac\u00a3$\u00a5]"
)
_JOINED: Final = re.compile(
    rf"(?<![^\W\d_])(?:(?P<scale>k|t|m|mm|mn|mio|mln|bn|b)(?P<behind>{_CURRENCY})"
    rf"|(?P<before>{_CURRENCY})(?P<last>k|mm|m|mn|mio|mln|bn|b))(?![^\W\d_])",
    re.IGNORECASE,
)
_JOINED_SCALES: Final = {"t": "thousand", "k": "thousand", "m": "million", "mm": "million",
                         "b": "billion"}  # fmt: skip
_INITIALS: Final = re.compile(r"\b(?:[^\W\d_]\.){2,}")
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_TOKEN: Final = re.compile(
    r"[^\W\d_]{1,2}\$|\u00b0\s?[CFKcfk](?![^\W\d_])|[^\W\d_]+|(?<=[^\W\d_])[23](?!\d)|\d+"
    r"|''|[^\w\s]"
)


@cache
def _spellings() -> tuple[dict[str, UnitsOfMeasure], dict[str, UnitsOfMeasure]]:
    """Return units by spelling in small letters, and by spellings whose case counts."""
    units_by_spelling: tuple[dict[str, set[UnitOfMeasure]], dict[str, set[UnitOfMeasure]]] = {}, {}
    table = packaged("text/measures.txt").read_text("utf-8")
    for line in table.splitlines():
        if line.startswith("#"):
            continue
        kind, size, *words = line.split()
        zero = words.pop(0) if words[0][0] == "+" else "0"
        measure = UnitOfMeasure(_kind(kind), Fraction(size), Fraction(zero))
        for word in words:
            exact = word[0] == "="
            spelling = word.lstrip("=").replace("_", " ")
            units_by_spelling[exact].setdefault(spelling, set()).add(measure)
    folded, exact_case = (
        {word: frozenset(units) for word, units in table.items()} for table in units_by_spelling
    )
    return folded, exact_case


def _kind(text: str) -> Kind:
    if text == "1":
        return ()
    parts = (part.partition("^") for part in text.split("*"))
    return tuple(sorted((name, int(power or 1)) for name, _, power in parts))


def unit_tokens(text: str) -> list[str]:
    """Return the words, powers, numbers and signs of a plain text that may hold a unit.

    A scale and a currency written as one (`MEUR`, `€bn`) are split; `p.a.` is one word, and
    `tonne-mile` two.
    """
    if "." in text:
        text = _INITIALS.sub(lambda match: match[0].replace(".", "") + " ", text)
    if "-" in text:
        text = _HYPHEN.sub(" ", text)
    return _TOKEN.findall(_JOINED.sub(_parted, text))


def _parted(match: re.Match[str]) -> str:
    scale = (match["scale"] or match["last"]).casefold()
    return f"{_JOINED_SCALES.get(scale, scale)} {match['behind'] or match['before']}"


def unit_at(
    tokens: Sequence[str], start: int, *, divided: bool = True
) -> tuple[UnitsOfMeasure, int]:
    """Return the units of the longest spelling that begins at a token, and the index behind it.

    Where no unit begins at `start`, they are none, and the index is `start`. `per km²` is a unit;
    without `divided`, the part that begins with `per` or a slash is left off.
    """
    measures, index = _raised(tokens, start)
    while divided and index < len(tokens) and _is_per(tokens[index]):
        units, end = _raised(tokens, index + 1)
        units = frozenset(measure for measure in units if measure.kind)  # `per unit` is no unit
        if not units:
            break
        measures = frozenset(
            _product(measure, divisor) for measure, divisor in product(measures or ONE, units)
        )
        index = end
    return measures, index


ONE: Final[UnitsOfMeasure] = frozenset({UnitOfMeasure((), Fraction(1))})
"""What has no unit."""


def _is_per(token: str) -> bool:
    return token == "/" or token.casefold() == "per"  # noqa: S105 (no password)


def _product(one: UnitOfMeasure, below: UnitOfMeasure) -> UnitOfMeasure:
    powers = dict(one.kind)
    for name, power in below.kind:
        powers[name] = powers.get(name, 0) - power
    kind = tuple(sorted((name, power) for name, power in powers.items() if power))
    return UnitOfMeasure(kind, one.size / below.size, one.zero)


def _raised(tokens: Sequence[str], start: int) -> tuple[UnitsOfMeasure, int]:
    """Return a unit with its power, and the index behind it: `km`, `km2`, `sq. km`."""
    index, power = start, 0
    if index < len(tokens) and (power := _POWERS.get(tokens[index].casefold(), 0)):
        index += 1 + (tokens[index + 1 : index + 2] == ["."])
    measures, end = _named(tokens, index)
    if not measures:
        return frozenset(), start
    raised = _RAISED.get(tokens[end].casefold(), 0) if end < len(tokens) and not power else 0
    power, end = power or raised or 1, end + bool(raised)
    if power == 1:
        return measures, end
    return frozenset(
        UnitOfMeasure(tuple((name, n * power) for name, n in measure.kind), measure.size**power)
        for measure in measures
        if measure.kind  # nobody counts square pieces
    ), end


def _named(tokens: Sequence[str], at: int) -> tuple[UnitsOfMeasure, int]:
    folded, exact = _spellings()
    for count in range(min(_LONGEST, len(tokens) - at), 0, -1):
        word = " ".join(tokens[at : at + count])
        if count == 1 and word in exact:
            return exact[word], at + 1
        word = word.casefold().replace("\u00b0 ", "\u00b0")
        if word in folded:
            return folded[word], at + count
    return frozenset(), at


class WrittenUnit(NamedTuple):
    """A unit as a header gives it: `million EUR` is a scale of 6 and the euro."""

    scale: int
    """Its words of scale, as a power of ten."""
    measures: UnitsOfMeasure
    """What the rest may stand for; empty where it is a scale alone, or a word unknown here."""

    def factor(self, other: WrittenUnit) -> tuple[Fraction, Fraction] | None:
        """Return the factor and addend that convert a value in this unit to `other`.

        None where the units measure different things.
        """
        pairs = [
            (source, target)
            for source in self.measures or other.measures or ONE
            for target in other.measures or ONE
            if source.kind == target.kind
        ]
        if not pairs:
            return None
        source, target = min(pairs, key=lambda pair: (pair[0] != pair[1], pair))
        power = Fraction(10) ** (self.scale - other.scale)
        return source.size / target.size * power, (source.zero - target.zero) / target.size


_OUT_OF: Final = re.compile(r"^(?:points |marks? )?(?:out of|of|/) ?(\d{1,4})$", re.IGNORECASE)
_NO_UNIT: Final = frozenset("in ( ) [ ] , ; : . ' of the all figures values".split())  # noqa: SIM905
_THOUSANDS: Final = re.compile(r"'?\b0{3}s?\b", re.IGNORECASE)
_ONLY_OF_MONEY: Final = frozenset({"m", "b"})


@lru_cache(1 << 12)
def parse_written_unit(text: str) -> WrittenUnit | None:
    """Return the unit that a plain text is: `mAh`, `million EUR`, `out of 10`, `sq km`.

    It is None where any part of the text is neither a unit nor a word of scale.
    """
    text = text.strip()
    if out_of := _OUT_OF.match(text):
        return WrittenUnit(
            0, frozenset({UnitOfMeasure((("score", 1),), Fraction(1, int(out_of[1]) or 1))})
        )
    tokens = unit_tokens(_THOUSANDS.sub("thousand", text))
    is_money = any(is_currency(unit_at(tokens, index)[0]) for index in range(len(tokens)))
    scale, measures, index = 0, ONE, 0
    while index < len(tokens):
        word = tokens[index].casefold()
        units, end = unit_at(tokens, index)
        if word in SCALES and (is_money or word not in _ONLY_OF_MONEY):
            scale += SCALES[word]
            index += 1
        elif units and (word != "in" or len(tokens) == 1):
            if measures is not ONE:
                return None
            measures, index = units, end
        elif word in _NO_UNIT:
            index += 1
        else:
            return None
    if measures is ONE and not scale:
        return None
    return WrittenUnit(scale, frozenset() if measures is ONE else measures)


@cache
def currencies() -> frozenset[str]:
    """Return the kinds of `measures.txt` that are currencies."""
    folded, _ = _spellings()
    codes = "eur usd aud cad nzd sgd hkd gbp jpy cny inr krw chf sek nok dkk pln brl aed sar cent"
    return frozenset(measure.kind[0][0] for code in codes.split() for measure in folded[code])


def is_currency(measures: UnitsOfMeasure) -> bool:
    """Return whether a unit may be a currency."""
    return any(part in currencies() for measure in measures for part, _ in measure.kind[:1])


def converted(value: Decimal, factor: tuple[Fraction, Fraction]) -> Fraction:
    """Return a value in another unit, by the factor and addend of `WrittenUnit.factor`."""
    return Fraction(value) * factor[0] + factor[1]

"""What a number of a text has to be to tell a number, an amount of money or a percentage."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.quantities.bounds import Bounds, holds
from fictionworld.leakage.quantities.labels import labels_in
from fictionworld.leakage.quantities.measures import DIMENSIONS
from fictionworld.leakage.quantities.spelled import folded

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.quantity import Quantity

__all__ = ["CAREFUL", "NumberTarget", "Told"]

_MEASURED: Final = frozenset(
    {
        "battery", "capacity", "weight", "mass", "height", "length", "width", "depth", "thickness",
        "size", "display", "screen", "storage", "memory", "ram", "speed", "power", "charging",
        "clock", "frequency", "distance", "range", "area", "volume", "duration", "time", "age",
        "life", "endurance", "temperature", "contract", "period", "term", "diagonal", "elevation",
        "altitude", "output", "energy", "consumption", "mileage", "runtime", "tenure", "warranty",
        "delay", "wait", "span", "load", "payload", "production", "yield", "tonnage",
        "record", "best", "result", "throw", "jump", "run", "value", "measurement",
        "diameter", "radius", "circumference", "girth", "perimeter", "beam", "draught", "draft",
        "displacement", "wingspan", "footprint", "gauge", "clearance", "drop", "rise", "rainfall",
        "snowfall", "pressure", "voltage", "torque", "calories", "reach", "stroke", "catch",
        "harvest", "crop", "fleece", "dose", "acreage", "surface", "extent", "gestation",
        "lifespan", "maturation", "ageing", "cooking", "baking", "resolution", "throughput",
    }
)  # fmt: skip
"""Words of columns that may hold a measure though they name no unit."""
_MEASURES: Final = frozenset(unit for unit, (kind, _) in DIMENSIONS.items() if kind != "part")
CAREFUL: Final = 100
"""Whole numbers below are so often written that nothing is taken for their rounding."""
_COIN_NAMES: Final = {
    "crowns": "crowns kronen couronnes coronas corone coroas kronor kroner korun koron",
    "florins": "florins florines fiorini florine florijnen gulden guldens",
    "talers": "talers thalers taler thaler",
    "marks": "marks marcs marcos marchi",
    "ducats": "ducats dukaten ducados ducati dukaty",
    "shillings": "shillings schillings chelines",
    "credits": "credits kredite creditos crediti",
}
_COINS: Final = {word: coin for coin, words in _COIN_NAMES.items() for word in words.split()}
_COIN_WORDS: Final = frozenset(_COINS)
"""Coins that worlds have, and what other languages call them."""
_OF_SPIRIT: Final = frozenset({"alcohol", "abv", "proof", "strength"})
_NEAR: Final = Decimal("0.006")
"""How far off a converted small whole number may be, as a part of it."""


class Told(NamedTuple):
    """That a quantity tells an answer."""

    form: str
    alone: bool


_WRITTEN: Final = frozenset({"digits", "number words"})


@dataclass(frozen=True, slots=True)
class NumberTarget:
    """A number, money or a percentage."""

    value: Decimal
    decimals: int
    unit: str
    kind: str
    """`number`, `money`, `percent`."""
    words: frozenset[str]
    """Words of the column."""
    bounds: dict[str, tuple[Bounds, ...]] = field(repr=False)
    """What tells it, by the unit written."""
    alone: bool
    year: bool
    windows: tuple[tuple[str, float, float], ...] = field(repr=False)
    """Where the quantities of a scan may lie that tell it: unit, least and most."""

    def told(self, q: Quantity) -> Told | None:  # noqa: PLR0912 - one rule after the other
        """Whether a quantity tells it, in what form, and whether by itself."""
        if q.ordinal or q.rank:
            return None
        if q.label and q.label not in labels_in(self.words):
            return None  # page 43
        if q.title and f"{q.title}s" in self.words:
            return None  # lock 43, where locks are counted
        unit = "share" if q.share else q.unit
        if unit == "degree" and not self.words.isdisjoint(_OF_SPIRIT):
            unit = self.unit  # thirteen degrees of alcohol
        if unit == "%" and "pages" in self.words:
            unit = ""  # 448 pp
        several = self.bounds.get(unit)
        if several is None:
            if self.unit or self.kind != "number" or unit in {"share", "%", "bps", "permille"}:
                return None
            if unit in _MEASURES and self.words.isdisjoint(_MEASURED):
                return None  # 12 GB are no goals
            several = self.bounds[""]
        if self.year and (q.grouped or q.unit or q.scaled) and q.form == "digits":
            return None
        noun = q.noun and q.noun not in self.words and folded(q.noun) not in self.words
        if noun and self.kind == "money" and not self._of_other_coins(folded(q.noun)):
            noun = False
        if noun and not q.unit and (self.unit or self.year or self.kind == "money") and not q.share:
            return None
        if q.beyond is not None:
            return self._fixed(q, several)
        pointed = self.decimals > 0 or self.kind == "percent"
        for one in several:
            for value in (*q.values, *q.pointed) if pointed or one.converted else q.values:
                if one.rough:
                    if holds(one, value) and self._is_rounding(q, one, value):
                        return Told("rounded", alone=False)
                    continue
                if holds(one, value) and self._close(one, value, q):
                    return self._found(q, one, value, bool(noun))
        return None

    def _is_rounding(self, q: Quantity, one: Bounds, value: Decimal) -> bool:
        """Whether a number is the value rounded, and no other number: it is said to be rough, or
        a word of scale or another unit makes it so, and the value has more figures than it has.
        """
        if q.form not in _WRITTEN or q.share or q.joined or q.named or q.title or self.year:
            return False
        if not (q.hedged or q.scaled or (one.converted and q.unit and q.decimals)):
            return False
        if abs(one.value) < CAREFUL and not (q.unit and (self.decimals or one.converted)):
            return False
        written = value if q.decimals else value.normalize()  # 0.390 has three figures
        figures = len(written.as_tuple().digits)
        if figures >= len(one.value.normalize().as_tuple().digits):
            return False
        last = Decimal(1).scaleb(written.adjusted() - figures + 1)
        return abs(value - one.value) <= (last if q.hedged else last / 2)

    def _of_other_coins(self, noun: str) -> bool:
        """Whether what is counted is no coin, or another than the column's: `couronnes`."""
        coin = _COINS.get(noun)
        return coin is None or (coin not in self.words and not self.words.isdisjoint(_COIN_WORDS))

    def _close(self, one: Bounds, value: Decimal, q: Quantity) -> bool:
        """Whether a value within the bounds is meant for it, where the answer has few digits."""
        if self.decimals or abs(self.value) >= CAREFUL or value == one.value:
            return True
        if not one.converted and not q.share and q.unit != "%":
            return False
        if q.unit in {"c", "f", "%"}:
            return True
        return abs(value - one.value) <= abs(one.value) * _NEAR

    def _found(self, q: Quantity, one: Bounds, value: Decimal, noun: bool) -> Told:
        form = q.form
        if one.converted and form != "digits":
            form = f"{form}, other unit"
        elif form == "digits":
            if one.converted:
                form = "other unit"
            elif value != one.value:
                form = "rounded"
            elif q.scaled:
                form = "scaled"
        alone = self.alone and not (q.joined or q.named) and not noun and not q.share
        if form == "Roman numerals" and q.end - q.start < 5:
            alone = False
        if alone and not q.unit and not q.grouped and q.form == "digits" and 1500 <= value <= 2100:
            alone = q.decimals > 0
        return Told(form, alone)

    def _fixed(self, q: Quantity, several: tuple[Bounds, ...]) -> Told | None:
        """Whether all that a range leaves is right."""
        low, high = q.values[0], q.beyond
        assert high is not None, "a range has two ends"
        for one in several:
            if one.rough:
                if holds(one, low) and holds(one, high) and abs(self.value) >= CAREFUL:
                    return Told("range", alone=False)
                continue
            if holds(one, low) and holds(one, high) and (self.decimals or high - low < one.step):
                return Told("range", self.alone)
            if (
                q.open_ends
                and one.value - one.step <= low < one.value < high <= one.value + one.step
            ):
                return Told("range", self.alone)
        return None

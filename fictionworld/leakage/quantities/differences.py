"""Numbers told by how far they are from others or from zero: `one more than N`, `a loss of N`."""

from __future__ import annotations

from typing import Final

from fictionworld.leakage.quantities.forms import Statement, any_of, statement
from fictionworld.leakage.quantities.hedges import HAIRS
from fictionworld.leakage.quantities.workings import add, gap, less, plus, taken_from, times

__all__ = ["DIFFERENCES"]

_MORE: Final = (
    "more greater higher larger bigger taller longer heavier "
    "older better over above beyond past atop"
)
_FEWER: Final = (
    "less fewer lower smaller under below short shy before off shorter lighter younger beneath"
)
_UP: Final = "up rose grew gained climbed increased increase raised risen jumped rise growth"
_DOWN: Final = "down fell dropped declined decreased lost lowered cut fallen drop decrease decline"

_ONE: Final = rf"an? (?:single |mere |lone |sole )?(?!(?:{HAIRS}) )[^N ]+"
_THAN: Final = r"(?:(?:[^N\x02 .,;]+ ){0,2}than )?"

DIFFERENCES: Final[tuple[Statement, ...]] = (
    statement(
        rf"N_ {any_of(_MORE)} {_THAN}(?:the )?N",
        _MORE,
        add,
    ),
    statement(
        rf"N_ {any_of(_FEWER)} (?:of |from |{_THAN})(?:the )?N",
        _FEWER,
        taken_from,
    ),
    statement(
        r"N_ (?:minus|less|without|take away|reduced by|lowered by|- |\u2212|\u2013)(?: ?)N",
        "minus less without take reduced lowered - \u2212 \u2013",
        less,
    ),
    statement(
        rf"{_ONE} (?:short of|shy of|less than|fewer than|under|below|off) N",
        "short shy less fewer under below off",
        plus(-1),
    ),
    statement(
        rf"{_ONE} (?:more than|over|above|past) N",
        "more over above past",
        plus(1),
    ),
    statement(
        r"(?:difference|gap) (?:between|of) N and N",
        "difference gap",
        gap,
    ),
    statement(
        r"(?:subtract(?:ing)?|take|taking|deduct(?:ing)?|remove|removing)_ N_ (?:away "
        r")?(?:from|off) N",
        "subtract subtracting take taking deduct deducting remove removing",
        taken_from,
    ),
    statement(
        rf"{any_of(_UP)} (?:of |by )?N_ (?:from|on|over|compared with|against) N",
        _UP,
        add,
    ),
    statement(
        rf"{any_of(_UP)} (?:from )?N_ by N",
        _UP,
        add,
    ),
    statement(
        rf"N_ {any_of(_UP)} (?:from|on) N",
        _UP,
        add,
    ),
    statement(
        rf"{any_of(_DOWN)} (?:of |by )?N_ from N",
        _DOWN,
        taken_from,
    ),
    statement(
        r"(?:number|integer|figure|value|one|right|immediately|directly|just|comes)"
        r" (?:right |just |immediately |directly )?(?:after|following|above|succeeding)"
        r" N",
        "after following above succeeding",
        plus(1),
    ),
    statement(
        r"N(?: [^N\x02 .;]+)? (?:more|extra|further)(?: [^N\x02 "
        r".;]+){0,6} would(?: [^N\x02 .;]+){0,6} N",
        "would",
        taken_from,
    ),
    statement(
        r"(?:each|every|any)(?: [^N\x02 .;]+){1,5} (?:the |its |all )?(?:other )?N "
        r"(?:others?|rivals|opponents)",
        "others other rivals opponents",
        plus(1),
    ),
    statement(
        r"(?:loss|losses|deficit|shortfall|minus|negative|decline|drop|decrease|"
        r"fall|lost|fell|dropped|declined|down|behind|overdrawn)(?: of| by| at| "
        r"was| is| stood at| :)?(?: about| around)? N",
        "loss losses deficit shortfall minus negative decline drop decrease fall "
        "lost fell dropped declined down behind overdrawn",
        times(-1),
        "negative",
    ),
    statement(
        r"\( N \)",
        "(",
        times(-1),
        "negative",
    ),
    statement(
        r"N_ (?:below zero|in the red|in deficit|below freezing|under par|below "
        r"par|in the negative|behind)",
        "below red deficit under negative behind",
        times(-1),
        "negative",
    ),
)

"""What numbers may be said to make together: `one more than N`, `the sum of N and N`, `N in N`."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Context, Decimal
from typing import Final, NamedTuple, TypeAlias

from fictionworld.leakage.quantities.items import NUMBER_MARK
from fictionworld.text.numbers import EXACT, MOST_DIGITS

__all__ = ["STATEMENTS", "WORKING", "Statement", "inverse", "shifted", "skeleton_pattern"]

WORKING: Final = Context(prec=32)
"""For divisions: more digits than any value of a world has."""
_Work: TypeAlias = Callable[[list[Decimal]], Decimal | None]


class Statement(NamedTuple):
    """A form of words, and what it makes of the numbers in it."""

    pattern: re.Pattern[str]
    cues: frozenset[str]
    """Words of the line without which the pattern need not be tried; none: always."""
    work: _Work
    form: str
    share: bool = False
    rank: bool = False


def skeleton_pattern(text: str) -> re.Pattern[str]:
    """A pattern of the skeleton: `N` is a number, `_` an optional word between."""
    first = "" if text[0] == "N" else "(?<= )"  # a mark is a word; engines look for it fast
    text = text.replace("N", NUMBER_MARK).replace("_", rf"(?: [^{NUMBER_MARK} ]+)?")
    return re.compile(rf"{first}{text}(?= )")


def _statement(
    text: str,
    cues: str,
    work: _Work,
    form: str = "arithmetic",
    *,
    share: bool = False,
    rank: bool = False,
) -> Statement:
    return Statement(skeleton_pattern(text), frozenset(cues.split()), work, form, share, rank)


def _add(n: list[Decimal]) -> Decimal:
    return EXACT.add(n[0], n[1])


def _less(n: list[Decimal]) -> Decimal:
    return EXACT.subtract(n[0], n[1])


def _from(n: list[Decimal]) -> Decimal:
    return EXACT.subtract(n[1], n[0])


def _product(n: list[Decimal]) -> Decimal:
    total = Decimal(1)
    for one in n:
        total = EXACT.multiply(total, one)
    return total


def _total(n: list[Decimal]) -> Decimal:
    return sum(n, Decimal(0))


def _quotient(n: list[Decimal]) -> Decimal | None:
    return WORKING.divide(n[0], n[1]) if n[1] else None


def inverse(n: list[Decimal]) -> Decimal | None:
    """One part of so many."""
    return WORKING.divide(Decimal(1), n[0]) if n[0] else None


def _mean(n: list[Decimal]) -> Decimal:
    return WORKING.divide(_total(n), Decimal(len(n)))


def _gap(n: list[Decimal]) -> Decimal:
    return abs(n[0] - n[1])


def _power(n: list[Decimal]) -> Decimal | None:
    base, power = n
    if power != int(power) or not 0 <= power <= MOST_DIGITS or abs(base) > 10**6:
        return None
    return EXACT.power(base, int(power))


def shifted(n: list[Decimal]) -> Decimal | None:
    """A number with so many zeros behind it."""
    return _product([n[0], Decimal(10) ** n[1]]) if 0 < n[1] <= MOST_DIGITS else None


def _root(n: list[Decimal]) -> Decimal | None:
    return EXACT.sqrt(n[0]) if n[0] >= 0 else None


def _times(factor: int) -> _Work:
    return lambda n: factor * n[0]


def _plus(step: int) -> _Work:
    return lambda n: n[0] + step


def _part(n: list[Decimal]) -> Decimal | None:
    return WORKING.divide(n[0], n[1]) if 0 <= n[0] <= n[1] and n[1] else None


_MORE: Final = (
    "more greater higher larger bigger taller longer heavier "
    "older better over above beyond past atop"
)
_FEWER: Final = (
    "less fewer lower smaller under below short shy before off shorter lighter younger beneath"
)
_UP: Final = "up rose grew gained climbed increased increase raised risen jumped rise growth"
_DOWN: Final = "down fell dropped declined decreased lost lowered cut fallen drop decrease decline"


def _any(words: str) -> str:
    return f"(?:{'|'.join(words.split())})"


STATEMENTS: Final = (
    _statement(rf"N_ {_any(_MORE)} (?:than )?(?:the )?N", _MORE, _add),
    _statement(
        r"N_ (?:after|following|on top of|in excess of) (?:the )?N",
        "after following top excess",
        _add,
    ),
    _statement(rf"N_ {_any(_FEWER)} (?:than |of |from )?(?:the )?N", _FEWER, _from),
    _statement(r"N_ (?:away from|preceding) N", "away preceding", _from),
    _statement(
        r"N_ (?:minus|less|without|take away|reduced by|lowered by|- |\u2212|\u2013)(?: ?)N",
        "minus less without take reduced lowered - \u2212 \u2013",
        _less,
    ),
    _statement(
        r"N_ (?:plus|\+|and another|and a further|increased by|raised by|with another) N",
        "plus + another further increased raised",
        _add,
    ),
    _statement(
        r"N_ and N_ (?:more|extra|on top|besides|beyond that)",
        "more extra top besides beyond",
        _add,
    ),
    _statement(
        (
            r"N(?: (?:\+|plus|and|,|, and) N)+ (?:together|combined|in "
            r"(?:total|all|sum)|added up|added together|makes?|summed)"
        ),
        "together combined total all sum added makes make summed",
        _total,
    ),
    _statement(r"N(?: (?:\+|plus) N){2,}", "+ plus", _total),
    _statement(
        (
            r"N_(?: (?:times|x|\u00d7|\*|\u00b7|multiplied by|by|lots "
            r"of|sets of|rows of|packs of|batches of|groups of|boxes "
            r"of) N)+"
        ),
        ("times x \u00d7 * \u00b7 multiplied by lots sets rows packs batches groups boxes"),
        _product,
    ),
    _statement(
        r"N_ (?:divided by|\u00f7|/|over|split by) N", "divided \u00f7 / over split", _quotient
    ),
    _statement(
        (
            r"N_ (?:split|shared|divided) (?:equally )?(?:into|between|"
            r"among|by) N"
        ),
        "split shared divided",
        _quotient,
    ),
    _statement(
        (
            r"(?:twice|double|doubling|two times)(?: as (?:many|much|"
            r"large|big) as)?(?: the| a)?_ N"
        ),
        "twice double doubling times",
        _times(2),
    ),
    _statement(
        r"(?:doubles|doubled|doubling)(?: [^N ]+){0,3} from N",
        "doubles doubled doubling",
        _times(2),
    ),
    _statement(r"N (?:doubled|twice over|times two)", "doubled twice", _times(2)),
    _statement(
        (
            r"(?:thrice|triple|treble|tripling)(?: as (?:many|much) "
            r"as)?(?: the)? N"
        ),
        "thrice triple treble tripling",
        _times(3),
    ),
    _statement(r"N (?:tripled|trebled)", "tripled trebled", _times(3)),
    _statement(r"(?:quadruple|four times) N", "quadruple", _times(4)),
    _statement(r"N (?:quadrupled)", "quadrupled", _times(4)),
    _statement(r"(?:halving|halve) N", "halving halve", lambda n: n[0] / 2),
    _statement(r"N (?:halved)", "halved", lambda n: n[0] / 2),
    _statement(r"(?:sum|total) of_ N(?: ?, N)*(?: ,)? (?:and|plus|with) N", "sum total", _total),
    _statement(
        r"(?:adding|add|combining) N (?:and|to|with|plus) N", "adding add combining", _total
    ),
    _statement(r"N (?:added|tacked on) to N", "added tacked", _add),
    _statement(r"(?:difference|gap) (?:between|of) N and N", "difference gap", _gap),
    _statement(
        (
            r"(?:subtract(?:ing)?|take|taking|deduct(?:ing)?|remove|"
            r"removing)_ N_ (?:away )?(?:from|off) N"
        ),
        "subtract subtracting take taking deduct deducting remove removing",
        _from,
    ),
    _statement(
        r"N (?:subtracted|deducted|taken|removed) (?:away )?from N",
        "subtracted deducted taken removed",
        _from,
    ),
    _statement(
        (
            r"(?:product of|multiply|multiplying) N (?:and|by|with|"
            r"times) N"
        ),
        "product multiply multiplying",
        _product,
    ),
    _statement(r"(?:divide|dividing) N by N", "divide dividing", _quotient),
    _statement(
        r"(?:average|mean|midpoint|middle|centre|center) (?:of|between) N and N",
        "average mean midpoint middle centre center",
        _mean,
    ),
    _statement(
        r"(?:midway|halfway|half way|exactly between|right between)(?: between)? N and N",
        "midway halfway way exactly right",
        _mean,
    ),
    _statement(r"N_ as (?:much|many|large|big|high|heavy|long|tall) as (?:the )?N", "as", _product),
    _statement(
        r"N (?:followed by|and|with) N (?:zeros|zeroes|noughts|naughts)",
        "zeros zeroes noughts naughts",
        shifted,
    ),
    _statement(
        r"an? [^N ]+ (?:short of|shy of|less than|fewer than|under|below|off) N",
        "short shy less fewer under below off",
        _plus(-1),
    ),
    _statement(r"an? [^N ]+ (?:more than|over|above|past) N", "more over above past", _plus(1)),
    _statement(r"N squared", "squared", lambda n: n[0] * n[0]),
    _statement(r"N cubed", "cubed", lambda n: n[0] ** 3),
    _statement(r"square of N", "square", lambda n: n[0] * n[0]),
    _statement(r"cube of N", "cube", lambda n: n[0] ** 3),
    _statement(
        (
            r"N (?:\^|\* \*|to the power(?: of)?|raised to(?: the power "
            r"of)?) N"
        ),
        "^ * power raised",
        _power,
    ),
    _statement(r"(?:square )?root of N", "root", _root),
    _statement(rf"{_any(_UP)} (?:of |by )?N_ (?:from|on|over|compared with|against) N", _UP, _add),
    _statement(rf"{_any(_UP)} (?:from )?N_ by N", _UP, _add),
    _statement(rf"N_ {_any(_UP)} (?:from|on) N", _UP, _add),
    _statement(rf"{_any(_DOWN)} (?:of |by )?N_ from N", _DOWN, _from),
    _statement(rf"{_any(_DOWN)} from N_ by N", _DOWN, _less),
    _statement(rf"N_ {_any(_DOWN)} (?:from|on) N", _DOWN, _from),
    _statement(
        (
            r"(?:number|integer|figure|value|one|right|immediately|"
            r"directly|just|comes) (?:right |just |immediately |"
            r"directly )?"
            r"(?:after|following|above|succeeding) N"
        ),
        "after following above succeeding",
        _plus(1),
    ),
    _statement(
        (
            r"(?:number|integer|figure|value|one|right|immediately|"
            r"directly|just|comes) (?:right |just |immediately |"
            r"directly )?"
            r"(?:before|preceding|below) N"
        ),
        "before preceding below",
        _plus(-1),
    ),
    _statement(
        (
            r"(?:successor (?:of|to)|next (?:number|integer|whole "
            r"number) (?:after|up from)) N"
        ),
        "successor next",
        _plus(1),
    ),
    _statement(
        (
            r"(?:predecessor (?:of|to)|last (?:number|integer|whole "
            r"number) before) N"
        ),
        "predecessor last",
        _plus(-1),
    ),
    _statement(
        (
            r"N(?: -)? (?:point|number)?(?:s )?(?:loss|deficit|"
            r"shortfall)"
        ),
        "loss deficit shortfall",
        _times(-1),
        "negative",
    ),
    _statement(
        (
            r"(?:loss|losses|deficit|shortfall|minus|negative|decline|"
            r"drop|decrease|fall|lost|fell|dropped|"
            r"declined|down|behind|overdrawn)(?: of| by| at| was| is| "
            r"stood at| :)?(?: about| around)? N"
        ),
        (
            "loss losses deficit shortfall minus negative decline drop "
            "decrease fall lost fell dropped "
            "declined down behind overdrawn"
        ),
        _times(-1),
        "negative",
    ),
    _statement(r"\( N \)", "(", _times(-1), "negative"),
    _statement(
        (
            r"N_ (?:below zero|in the red|in deficit|below freezing|"
            r"under par|below par|in the negative|behind)"
        ),
        "below red deficit under negative behind",
        _times(-1),
        "negative",
    ),
    _statement(
        (
            r"N_ (?:in|out of|out of every|in every|of every|of|per|for "
            r"every|from|/|- in -|- out of -|from among)"
            r"(?: the| its| all)? N"
        ),
        "in out of per for from / -",
        _part,
        "share",
        share=True,
    ),
    _statement(r"(?:a|an|one|1 /) N", "a an one", inverse, "share", share=True),
    _statement(r"(?:every|each) (?:one )?N", "every each", inverse, "share", share=True),
    _statement(r"N (?::|to) N", ": to", _part, "ratio", share=True),
)

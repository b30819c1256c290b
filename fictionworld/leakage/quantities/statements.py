"""What numbers may be said to make together: `the sum of N and N`, `N times N`, `half of N`."""

from __future__ import annotations

from typing import Final

from fictionworld.leakage.quantities.differences import DIFFERENCES
from fictionworld.leakage.quantities.forms import Statement, statement
from fictionworld.leakage.quantities.shares import SHARES
from fictionworld.leakage.quantities.workings import (
    add,
    mean,
    power_of,
    product,
    quotient,
    several,
    shifted,
    times,
    total,
)

__all__ = ["STATEMENTS", "statements_in"]

_TOGETHER: Final[tuple[Statement, ...]] = (
    statement(
        r"N_ (?:plus|\+|and another|and a further|increased by|raised by|with another) N",
        "plus + another further increased raised",
        add,
    ),
    statement(
        r"N_ and N_ (?:more|extra|on top|besides|beyond that)",
        "more extra top besides beyond",
        add,
    ),
    statement(
        r"N(?: (?:\+|plus|and|,|, and) N)+ (?:together|combined|in (?:total|all|"
        r"sum)|added up|added together|makes?|summed)",
        "together combined total all sum added makes make summed",
        total,
    ),
    statement(
        r"N_(?: (?:times|x|\u00d7|\*|\u00b7|multiplied by|by|lots of|sets of|rows "
        r"of|packs of|batches of|groups of|boxes of) N)+",
        "times x \u00d7 * \u00b7 multiplied by lots sets rows packs batches groups boxes",
        product,
    ),
    statement(
        r"N_ (?:divided by|\u00f7|/|over|split by) N",
        "divided \u00f7 / over split",
        quotient,
    ),
    statement(
        r"(?:twice|double|doubling|two times)(?: as (?:many|much|large|big) as)?(?: "
        r"the| a)?_ N",
        "twice double doubling times",
        times(2),
    ),
    statement(
        r"N (?:doubled|twice over|times two)",
        "doubled twice",
        times(2),
    ),
    statement(
        r"(?:thrice|triple|treble|tripling)(?: as (?:many|much) as)?(?: the)? N",
        "thrice triple treble tripling",
        times(3),
    ),
    statement(
        r"(?:sum|total) of_ N(?: ?, N)*(?: ,)? (?:and|plus|with) N",
        "sum total",
        total,
    ),
    statement(
        r"(?:adding|add|combining) N (?:and|to|with|plus) N",
        "adding add combining",
        total,
    ),
    statement(
        r"(?:product of|multiply|multiplying) N (?:and|by|with|times) N",
        "product multiply multiplying",
        product,
    ),
    statement(
        r"(?:average|mean|midpoint|middle|centre|center) (?:of|between) N and N",
        "average mean midpoint middle centre center",
        mean,
    ),
    statement(
        r"(?:midway|halfway|half way|exactly between|right between)(?: between)? N and N",
        "midway halfway way exactly right",
        mean,
    ),
    statement(
        r"N (?:followed by|and|with) N (?:zeros|zeroes|noughts|naughts)",
        "zeros zeroes noughts naughts",
        shifted,
    ),
    statement(
        r"N squared",
        "squared",
        lambda n: n[0] * n[0],
    ),
    statement(
        r"N (?:\^|\* \*|to the power(?: of)?|raised to(?: the power of)?) N",
        "^ * power raised",
        power_of,
    ),
    statement(
        r"N(?: (?!on |in |at |by |to |from |for |of |and |or |the )[^N\x02 .;,]+){0,2} "
        r"[^N\x02 .;,]+s (?:of|at|with|holding|seating|taking|carrying)(?: exactly)? "
        r"N",
        "of at with holding seating taking carrying",
        several,
    ),
)
STATEMENTS: Final = (*_TOGETHER, *DIFFERENCES, *SHARES)
_BY_CUE: Final = {
    cue: tuple(n for n, one in enumerate(STATEMENTS) if cue in one.cues)
    for cue in sorted({cue for one in STATEMENTS for cue in one.cues})
}
_CUES: Final = frozenset(_BY_CUE)


def statements_in(words: frozenset[str]) -> list[Statement]:
    """The statements that a line of these words may hold, in order."""
    found = {n for cue in words & _CUES for n in _BY_CUE[cue]}
    return [STATEMENTS[n] for n in sorted(found)]

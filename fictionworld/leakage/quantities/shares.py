"""Parts of a whole: `N in N`, `of every N, N`, `one in N`, in several languages."""

from __future__ import annotations

from typing import Final

from fictionworld.leakage.quantities.forms import Statement, statement
from fictionworld.leakage.quantities.workings import inverse, part, part_of_first

__all__ = ["SHARES"]

SHARES: Final[tuple[Statement, ...]] = (
    statement(
        r"N(?: (?!in |out |of )[^N\x02 .;,]+){2,4} (?:in|out of|in every|out of every) N",
        "in out",
        part,
        "share",
        share=True,
    ),
    statement(
        r"N_ (?:in|out of|out of every|in every|of every|of|per|for every|from|/|"
        r"- in -|- out of -|from among)(?: the| its| all)? N",
        "in out of per for from / -",
        part,
        "share",
        share=True,
    ),
    statement(
        r"(?:of|from|out of|in|among|for) (?:every|each) (?:one )?N(?: [^N\x02 .;]+){0,14} N",
        "every each",
        part_of_first,
        "share",
        share=True,
    ),
    statement(
        r"(?:a|an|one|1 /) N",
        "a an one",
        inverse,
        "share",
        share=True,
    ),
    statement(
        r"(?:un|une|uno|una|eine?[rs]?|um|uma|een) (?:sur|de cada|em cada|su|von|op de) N",
        "sur cada su von op",
        inverse,
        "share",
        share=True,
    ),
    statement(
        r"N_ (?:sur|de cada|em cada|su|von|op de) N",
        "sur cada su von op",
        part,
        "share",
        share=True,
    ),
    statement(
        r"(?:jede[rsnm]?|jeder|chaque|cada|ogni|elke?) N",
        "jede jeder jedes jeden jedem chaque cada ogni elke elk",
        inverse,
        "share",
        share=True,
    ),
    statement(
        r"(?:every|each) (?:one )?N",
        "every each",
        inverse,
        "share",
        share=True,
    ),
    statement(
        r"N (?::|to) N",
        ": to",
        part,
        "ratio",
        share=True,
    ),
)

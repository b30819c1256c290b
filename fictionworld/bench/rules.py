"""A learner of pages' phrasings: by its rules it fills cells of worlds that it has not seen.

It has two kinds of rule. A *phrasing* is the words around a value and the concept of a column that
they meant in training; where nobody has used these words for it, it helps nothing. A *match* is how
the words of a question stand beside a value that answers it, such as a heading with all of them:
it may hold for columns that no training had. To fill a cell the learner takes, of all values that
pages state of the row, the one that its rules most surely call the value asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import polars as pl

from fictionworld.bench.phrasings import Phrasings

_SURE: Final = 0.8
"""How often a context must have meant one thing to be a rule."""
_TIMES: Final = 2
"""In how many cells it must have stood."""


class Rules(NamedTuple):
    """What was learned."""

    phrasings: pl.DataFrame
    """`context`, `asked`, the concept that it means, and `sureness`."""
    matches: pl.DataFrame
    """`context` and `sureness`."""

    @property
    def without_matches(self) -> Rules:
        """Return the phrasings alone: what a learner has that understands no question."""
        return Rules(self.phrasings, self.matches.clear())


class RuleCounts(NamedTuple):
    """What rules are learned from; counts of several sets of worlds add up."""

    phrasings: pl.DataFrame
    """In how many cells, `times`, each `context` had each meaning, `asked`."""
    matches: pl.DataFrame
    """How many `times` each `context` stood beside a value, and how often this was `right`."""


def rule_counts(phrasings: Phrasings) -> RuleCounts:
    """Return what worlds have to learn from, each cell once in one context."""
    contexts = [
        phrasings.statements.select("world", "row", context=name, asked="meaning")
        for name in ("wide", "narrow")
    ]
    right = (pl.col("meaning") == pl.col("asked")).sum().cast(pl.Int64)
    times = pl.len().cast(pl.Int64)
    return RuleCounts(
        pl.concat(contexts).unique().group_by("context", "asked").agg(times=times),
        phrasings.questions.group_by("context").agg(times=times, right=right),
    )


def learned(counts: Iterable[RuleCounts]) -> Rules:
    """Return the rules that several sets of worlds give together."""
    phrasings, matches = map(pl.concat, zip(*counts, strict=True))
    times = pl.col("times")
    return Rules(
        phrasings.group_by("context", "asked")
        .agg(times.sum())
        .sort("times", "asked")
        .group_by("context")
        .agg(pl.col("asked").last(), times=times.sum(), right=times.last())
        .pipe(_sure)
        .select("context", "asked", "sureness"),
        matches.group_by("context")
        .agg(times.sum(), pl.col("right").sum())
        .pipe(_sure)
        .select("context", "sureness"),
    )


def _sure(counted: pl.DataFrame) -> pl.DataFrame:
    share = pl.col("right") / pl.col("times")
    # of two that were always right the one that was seen more often is surer
    sureness = (pl.col("right") + 1) / (pl.col("times") + 2)
    rules = counted.filter((pl.col("right") >= _TIMES) & (share >= _SURE))
    return rules.with_columns(sureness=sureness)


def filled_cells(rules: Rules, phrasings: Phrasings, *, apart: bool = False) -> pl.DataFrame:
    """Return by `world` its `cells` that pages state, how many are `filled`, and how many `right`.

    Args:
        rules: What was learned.
        phrasings: Of the worlds to fill. Only cells that may be asked for are.
        apart: Whether statements in words that are `reserved` for eval and test are read apart from
            the others, as two lines of a world; a cell counts where such a statement is.
    """
    statements, questions = phrasings.statements, phrasings.questions
    if not apart:
        statements, questions = (
            frame.with_columns(reserved=False) for frame in (statements, questions)
        )
    row = ["world", "reserved", "row"]
    cells = statements.filter("askable").select(*row, "meaning", asked="meaning").unique()
    called = [
        *(
            statements.join(rules.phrasings, left_on=name, right_on="context")
            for name in ("wide", "narrow")
        ),
        questions.join(rules.matches, on="context"),
    ]
    answers = (
        pl.concat(frame.select(*row, "asked", "sureness", answer="meaning") for frame in called)
        .sort("sureness", "answer")
        .group_by(*row, "asked")
        .agg(pl.col("answer").last())
    )
    is_right = pl.col("answer") == pl.col("asked")
    return (
        cells.join(answers, on=[*row, "asked"], how="left")
        .group_by("world", "reserved")
        .agg(
            cells=pl.len().cast(pl.Int64),
            filled=pl.col("answer").is_not_null().sum().cast(pl.Int64),
            right=is_right.sum().cast(pl.Int64),
        )
        .sort("world", "reserved")
    )

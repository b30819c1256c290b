"""A place where a subject is named, and which of several that overlap is meant."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Mention", "before_whole", "outermost", "within"]


class Mention(NamedTuple):
    """A place where a subject is named."""

    start: int
    end: int
    own: bool
    """Whether it is the subject asked about."""
    kin: bool = False
    """Another subject with a name of the same kind: `Vela 6` beside `Vela 5`."""
    context: bool = False
    """Another name that the question holds: it stands for the subject where no one else does."""


def within(mention: Mention, others: list[Mention]) -> bool:
    """Whether it begins in one of the others."""
    return any(m.start <= mention.start < m.end for m in others)


def before_whole(mention: Mention, whole: list[Mention]) -> Mention:
    """`Rinvone Lite 5 Vela` of `Rinvone Lite 5 Vela 5`: another name, without the one behind it."""
    for own in whole:
        if not mention.own and mention.start < own.start < mention.end < own.end:
            return mention._replace(end=own.start - 1)
    return mention


def outermost(found: list[Mention]) -> list[Mention]:
    """Without those that lie within longer ones; of equal ones the own."""
    kept: list[Mention] = []
    for one in sorted(found, key=lambda m: (m.start, -m.end, not m.own)):
        if kept and one.start < kept[-1].end:
            if one.own and not kept[-1].own and (one.end - one.start) >= 1 and not kept[-1].kin:
                kept[-1] = one
            continue
        kept.append(one)
    return kept

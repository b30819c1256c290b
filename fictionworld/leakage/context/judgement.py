"""Whose value it is: what stands near a value decides which subject, column and year it is of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.context.asked import near_of
from fictionworld.leakage.context.bridged import bridged
from fictionworld.leakage.context.column import column_of, is_timely
from fictionworld.leakage.context.left_over import left_over
from fictionworld.leakage.context.options import option_of
from fictionworld.leakage.context.owner import owner_of
from fictionworld.leakage.context.period import year_of
from fictionworld.leakage.context.replaced import is_replaced
from fictionworld.leakage.context.sentence_ends import closer
from fictionworld.leakage.context.ties import tied, tied_elsewhere
from fictionworld.leakage.context.tongues import is_foreign
from fictionworld.leakage.context.unreal import ECHO, among_others, why_unreal
from fictionworld.leakage.context.withheld import is_withheld_after, is_withheld_before
from fictionworld.leakage.readings.tables import cell_at, is_heading
from fictionworld.leakage.values.told_days import reported_today

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["Judgement", "judge"]

_TOLD: Final = frozenset({"statement", "table cell", "numbered list"})
"""Forms that say themselves of whom they are."""


class Judgement(NamedTuple):
    """Whether what stands at one place tells the answer, and why it is thought so."""

    leaks: bool
    why: str


def judge(  # noqa: PLR0912 - one rule after the other
    text: str, hit: Hit, asked: Asked, *, sure: bool = True
) -> Judgement:
    """Whether the value at `hit` is told of what is asked."""
    near = closer(text, hit, near_of(text, hit))
    sentence = text[near.sentence : near.end]
    before = text[near.sentence : hit.start]
    if (
        ECHO.search(text[max(near.record, hit.start - 140) : hit.start])
        and "nswer" not in before[-30:]
    ):
        return Judgement(False, "a query repeated")
    reason = why_unreal(text, hit, near, sentence, before)
    if reason:
        return Judgement(False, reason)
    if hit.form not in _TOLD and (
        is_withheld_after(text, hit, near, asked) or is_withheld_before(text, near, asked)
    ):
        return Judgement(False, "what is asked is said to be untold")
    settled = _settled(text, hit, near, asked)
    if settled is not None:
        return settled
    if asked.answer.type == "date" and reported_today(text, hit, near.record):
        told = text[near.record : hit.start]
        own = asked.own
        named = any(m.own for m in asked.subject.mentions(told, 0, len(told)))
        if (named or not asked.has_subject) and own is not None and own.search(told.lower()):
            return Judgement(True, "the day of a report that tells of the same day")
    cell = cell_at(text, hit.start)
    if hit.form == "table cell":
        if year_of(text, hit, near, asked, cell) is False:
            return Judgement(False, "said of another year")
        return Judgement(True, "in the row of the subject and the column")
    if hit.form == "statement" and cell is not None and is_heading(text, hit.start):
        return Judgement(False, "a heading, and the cells below say it")
    if asked.has_subject:
        owner, distance = owner_of(text, hit, near, asked, cell)
    else:
        owner, distance = None, 99
    worded = asked.answer.type in {"name", "category"} and hit.form not in _TOLD
    if owner is False:
        led = asked.answer.type == "name" and bridged(text, hit, near, asked)
        return Judgement(led, "another result leads to it" if led else "said of another subject")
    year = year_of(text, hit, near, asked, cell)
    if year is False:
        return Judgement(False, "said of another year")
    column = column_of(text, hit, near, asked, cell)
    if column is False:
        return Judgement(False, "another column's value")
    listed = asked.answer.type in {"name", "category", "url"} and among_others(
        text, hit, near, asked
    )
    if listed:
        return Judgement(False, "one of several that are named")
    if worded and column != "label" and tied_elsewhere(text, hit, near, asked):
        return Judgement(False, "tied to something else than the subject")
    if column and (owner or not asked.has_subject):
        return Judgement(True, "beside the subject and the column")
    if owner and worded and not tied(text, hit, near, asked):
        return Judgement(False, "named beside the subject, and nothing ties it to it")
    if owner and asked.answer.type == "date" and hit.form == "year" and not _year_mark(text, hit):
        return Judgement(False, "a year, and its column is not near")
    if owner and is_timely(text, hit, asked.answer.type):
        if is_foreign(sentence) or (distance < 3 and _tabular(text, hit)):
            return Judgement(True, "beside the subject")
        return Judgement(False, "too common a time, and its column is not near")
    if owner:
        if hit.alone and sure and not asked.echoed:
            return Judgement(True, "beside the subject")
        if hit.alone and (distance < 8 or not asked.echoed):
            return Judgement(True, "beside the subject")
        if (
            asked.answer.type in {"name", "category"}
            and hit.form != "parts apart"
            and distance < 14
        ):
            return Judgement(True, "beside the subject")
        if (
            asked.answer.type == "rank"
            and hit.form != "digits"
            and distance <= (5 if "ordinal" in hit.form else 12)
        ):
            return Judgement(True, "beside the subject")
        if asked.answer.type in {"number", "money", "percent", "date", "rank"} and (
            (distance < 3 and _tabular(text, hit))
            or (asked.answer.type == "date" and hit.form != "year" and distance < 8)
        ):
            return Judgement(True, "right beside the subject")
        if asked.answer.type == "bool":
            return Judgement(True, "said of the subject")
        if "language" in hit.form and distance < 8:
            return Judgement(True, "beside the subject, in another language")
        return Judgement(False, "too common a value, and its column is not near")
    if column and not owner and _bound(text, hit):
        return Judgement(False, "a bound, said of nobody in particular")
    if column and not asked.echoed:
        if hit.alone or asked.answer.type == "bool" or column == "label":
            return Judgement(True, "beside the column")
        return Judgement(False, "too common a value, and its subject is not near")
    if hit.alone and not asked.echoed and hit.end - hit.start >= 0.55 * len(text.strip()):
        return Judgement(True, "the value by itself")
    return Judgement(False, "neither subject nor column is near")


def _settled(text: str, hit: Hit, near: Near, asked: Asked) -> Judgement | None:
    """What the text round a name or a category settles, wherever subject and column stand."""
    if asked.answer.type not in {"name", "category"}:
        return None
    option = option_of(text, hit, worded=True)
    if option is not None:
        return Judgement(option, "the option marked as right" if option else "one of the options")
    if left_over(text, hit, near, asked):
        return Judgement(True, "all that is left of those listed")
    if asked.answer.type == "category":
        return None
    if (
        hit.form.startswith("family name")
        and _KIN.match(text, hit.end)
        and _WHICH.search(text, hit.end, near.record_end) is None
    ):
        return Judgement(False, "a family, and not which of it")
    if hit.form == "family name again" and not any(
        m.own for m in asked.subject.mentions(text, near.sentence, near.end)
    ):
        return Judgement(False, "a name again, in a sentence of its own")
    if is_replaced(text, hit, near, asked):
        return Judgement(False, "said of another time")
    return None


_WHICH: Final = re.compile(
    r"\b(?:is|was|were)(?: not\b|n['\u2019]t\b)"
    r"|\b(?:neither|elder|younger|eldest|youngest|latter)\b"
)
_KIN: Final = re.compile(
    r"\s(?:brothers|sisters|siblings|twins|cousins|family|clan|dynasty|boys|girls)\b"
)


def _bound(text: str, hit: Hit) -> bool:
    """`above 5,000`, `at least 5,000`."""
    return _BOUND.search(text[max(0, hit.start - 14) : hit.start]) is not None


_BOUND: Final = re.compile(
    r"\b(?:above|over|under|below|more than|less than|at least|at most|up to|from|beyond)"
    r"\s?[\u20ac$\u00a3]?$",
    re.IGNORECASE,
)


def _tabular(text: str, hit: Hit) -> bool:
    """`Norrvik: 13`, `Norrvik (13)`: a figure set beside a name, and nothing else."""
    before, after = text[max(0, hit.start - 4) : hit.start], text[hit.end : hit.end + 3]
    return bool(
        re.search(r"(?:[:|=(\[#\u2013\u2014-]|\.{2}|^)\s?[\"']?$", before)
        and re.match(r"\s?(?:[|,;)\]\n#.\"']|$)", after)
    )


def _year_mark(text: str, hit: Hit) -> bool:
    """`(2029)`, `since 2029`: a year that dates the subject itself."""
    return bool(
        re.search(
            r"(?:\((?:\d{4}\s?[-\u2013]\s?)?|\bsince |\best\.? |\banno |[|:=] ?)$",
            text[max(0, hit.start - 10) : hit.start],
        )
    )

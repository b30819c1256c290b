"""Values and limits in words: `5,200 mAh`, `€549`, `on or after 4 June 2031`."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from fictionworld.packs.compiled import QUANTITIES, TIMES, CompiledColumn
from fictionworld.tasks.specification import Condition
from fictionworld.tasks.wording.voice import Manner, Voice
from fictionworld.tasks.words import task_words
from fictionworld.text.dates import written_date
from fictionworld.text.english import joined, singular_unit
from fictionworld.text.units import written_money
from fictionworld.worlds.fact import Value

_WORDS = task_words("values")
_LARGER = {"thousand": "million", "million": "billion"}
"""1 million USD, not 1,000 thousand."""


def date_text(day: date, manner: Manner) -> str:
    """Return a day as `4 June 2031`, or `June 4, 2031`."""
    return written_date(day, "June 4, 2031" if manner.month_first else "4 June 2031")


def value_text(value: Value, column: CompiledColumn, unit: str | None, manner: Manner) -> str:
    """Return a value in words, with its unit."""
    if isinstance(value, bool) or value is None:
        return "no" if not value else "yes"
    if isinstance(value, date):
        return date_text(value, manner)
    if isinstance(value, str) or column.kind not in QUANTITIES:
        return str(value)
    scale = (unit or "").partition(" ")[0]
    if scale in _LARGER and isinstance(value, int | Decimal) and not -1000 < value < 1000:
        value, unit = Decimal(value) / 1000, (unit or "").replace(scale, _LARGER[scale], 1)
    number = _number(value, plain_money=column.kind == "money" and not _scale(unit))
    return _with_unit(number, column, unit, manner)


def _number(value: int | Decimal, *, plain_money: bool) -> str:
    whole = value == int(value)
    if whole:
        return f"{int(value):,}"
    if plain_money:
        return f"{value:,}"
    return f"{Decimal(value).normalize():,f}"


def _scale(unit: str | None) -> str:
    """Return the scale of a unit: `million` of `million EUR`."""
    return (unit or "").rpartition(" ")[0]


def _with_unit(number: str, column: CompiledColumn, unit: str | None, manner: Manner) -> str:
    if unit is None:
        return number
    if column.kind == "percent" and unit == "%":
        return f"{number}%"
    if column.kind == "money":
        return written_money(number, unit, manner.money)
    return f"{number} {singular_unit(unit) if number == '1' else unit}"


def _is_counted(column: CompiledColumn) -> bool:
    return "(s)" in "".join(column.spec.spoken.where)


def limit(
    condition: Condition, column: CompiledColumn, unit: str | None, voice: Voice, *, last: bool
) -> str:
    """Return the limit of a number, date or year in words: `at least 5,200 mAh`, `2031 or later`.

    Args:
        condition: The test.
        column: What it tests.
        unit: The column's unit in this world.
        voice: Chooses among the ways to say it.
        last: Nothing stands behind it in its phrase, so that `or more` may.
    """
    texts = [value_text(value, column, unit, voice.manner) for value in condition.values]
    name = f"limit/{'.'.join(condition.path)}"
    bounds = column.spec.spoken.bounds
    counted = _is_counted(column)
    if counted and condition.operator in {"is", "at_most"} and condition.values[0] == 0:
        return "no"
    if bounds and condition.operator == "at_most" and condition.values[0] == 1:
        return texts[0]
    match condition.operator:
        case "is":
            exact = column.kind in QUANTITIES and (counted or unit is not None)
            return f"exactly {texts[0]}" if exact else texts[0]
        case "is_not":
            return f"anything other than {texts[0]}"
        case "one_of":
            return joined(texts, "or")
        case "between":
            return _between(texts, unit, voice, name)
        case "at_least" | "at_most":
            return _bound(condition, column, unit, voice, texts[0], last=last)


def _bound(
    condition: Condition,
    column: CompiledColumn,
    unit: str | None,
    voice: Voice,
    text: str,
    *,
    last: bool,
) -> str:
    least = condition.operator == "at_least"
    bounds = column.spec.spoken.bounds
    if bounds or column.kind in TIMES:
        return f"{text} {bounds[least] if bounds else 'or later' if least else 'or earlier'}"
    if not least and condition.values[0] == 0:
        return f"{text} or less"
    ways = _WORDS[condition.operator]
    if _is_counted(column) or unit in {"units", "points"}:
        # what is counted: fewer rather than less
        ways = (ways[0], ways[0 if least else 1], ways[0])
    chosen = voice.pick(
        f"limit/{'.'.join(condition.path)}",
        ways if last and column.kind != "percent" else ways[:2],
    )
    return chosen.format(a=text)


def _between(texts: list[str], unit: str | None, voice: Voice, name: str) -> str:
    low, high = texts
    if unit and low.endswith(f" {unit}") and high.endswith(f" {unit}"):
        low = low.removesuffix(f" {unit}")
    return voice.pick(name, _WORDS["between"]).format(a=low, b=high)


def both_ends(condition: Condition, voice: Voice, *, last: bool) -> str:
    """Return words, to stand behind a range, that both limits count; empty for other tests.

    Args:
        condition: The test.
        voice: Chooses among the ways to say it.
        last: The limits end the clause.
    """
    if condition.operator != "between" or _whole_year(condition.values):
        return ""
    options = (" (both included)", " inclusive") if last else (" (both included)",)
    return voice.pick(f"ends/{'.'.join(condition.path)}", options)


def _whole_year(days: tuple[Value, ...]) -> bool:
    low, high = days[0], days[-1]
    return (
        isinstance(low, date)
        and isinstance(high, date)
        and low.year == high.year
        and (low.month, low.day, high.month, high.day) == (1, 1, 12, 31)
    )


def when(condition: Condition, voice: Voice) -> str:
    """Return when something happened, with its preposition: `on or after 4 June 2031`."""
    values = condition.values
    days = [day for day in values if isinstance(day, date)]
    if days and condition.operator == "between" and _whole_year(values):
        return f"in {days[0].year}"
    texts = [date_text(day, voice.manner) for day in days] or [str(year) for year in values]
    pool = _WORDS[f"{'day' if days else 'year'}_{condition.operator}"]
    first = joined(texts, "or") if condition.operator == "one_of" else texts[0]
    return voice.pick(f"when/{'.'.join(condition.path)}", pool).format(a=first, b=texts[-1])

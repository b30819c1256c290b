"""Mutations of the values of one column: of one cell, or of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from fictionworld.packs.compiled import CompiledColumn

Value = Any
"""A text, a whole number, a Decimal, a truth; a date is its days since 1970."""
Values = list[Value]


@dataclass(frozen=True, slots=True)
class MutatedColumn:
    """The column that is mutated, and what a change may use beside its values."""

    column: CompiledColumn
    target_rows: int
    """Rows of the table that a reference leads to."""
    random: Random

    @property
    def unit(self) -> int | Decimal:
        """One unit of the last digit."""
        decimals = self.column.decimals
        return Decimal(1).scaleb(-decimals) if self.column.sql_type.startswith("DECIMAL") else 1

    def rows(self, values: Values) -> list[int]:
        """Return the rows that have a value, shuffled."""
        rows = [row for row, value in enumerate(values) if value is not None]
        self.random.shuffle(rows)
        return rows


Change = Callable[[Values, MutatedColumn], Values | None]
"""Returns a column's values, changed; None where there is nothing to change."""
_ValueChange = Callable[[Value, MutatedColumn], Value]
"""Returns another value for one; None where the change does not suit it."""


def one_for_all(label: Value) -> Change:
    """Return the change that gives `label` to every row with a value."""
    return _each(lambda value, _: type(value)(label))


def real_name_for(name: str) -> Change:
    """Return the change that gives one row the name of somebody real."""
    return _one(_of_text(lambda _: name))


def _one(change: _ValueChange) -> Change:
    """Return the change of one value."""

    def changed(values: Values, site: MutatedColumn) -> Values | None:
        for row in site.rows(values):
            value = change(values[row], site)
            if value is not None and value != values[row]:
                return _with(values, {row: value})
        return None

    return changed


def _each(change: _ValueChange) -> Change:
    """Return the change of every value that it suits."""

    def changed(values: Values, site: MutatedColumn) -> Values:
        mutated = [None if value is None else change(value, site) for value in values]
        return [old if new is None else new for old, new in zip(values, mutated, strict=True)]

    return changed


def _with(values: Values, changes: dict[int, Value]) -> Values:
    return [changes.get(row, value) for row, value in enumerate(values)]


# numbers, dates, truth


def _moved(steps: int) -> _ValueChange:
    """Return the change by `steps` units of the last digit; a truth value is inverted."""

    def change(value: Value, site: MutatedColumn) -> Value:
        if isinstance(value, bool):
            return not value
        return None if isinstance(value, str) else value + steps * site.unit

    return change


def _either(change: Callable[[int], _ValueChange], *steps: int) -> _ValueChange:
    """Return a change by one of `steps`, by chance."""
    return lambda value, site: change(site.random.choice(steps))(value, site)


def _of_number(change: _ValueChange) -> _ValueChange:
    """Return the change for numbers and dates alone."""

    def changed(value: Value, site: MutatedColumn) -> Value:
        suits = isinstance(value, int | Decimal) and not isinstance(value, bool)
        return change(value, site) if suits and site.column.target is None else None

    return changed


_far_above = _of_number(lambda value, site: 3 * abs(value) + 50 + site.unit)
_far_below = _of_number(lambda value, site: -3 * abs(value) - 50 - site.unit)
_thousandfold = _of_number(lambda value, _: value * 1000)


def _extreme(sign: int) -> _ValueChange:
    """Return the change to the last number, or the last day, that the type holds."""

    def change(value: Value, site: MutatedColumn) -> Value:
        if isinstance(value, Decimal):
            return sign * (10**18 - 1) * site.unit
        bits = 63 if site.column.sql_type == "BIGINT" else 31
        return 2**bits - 1 if sign > 0 else -(2**bits)

    return _of_number(change)


# texts


def _of_text(change: Callable[[str], str]) -> _ValueChange:
    """Return the change for texts alone."""
    return lambda value, _: change(value) if isinstance(value, str) else None


def _in_capitals(values: Values, site: MutatedColumn) -> Values | None:
    """Give one row another row's text, in capitals."""
    rows = site.rows(values)
    if len(rows) < 2 or not isinstance(values[rows[0]], str):
        return None
    return _with(values, {rows[1]: values[rows[0]].upper()})


# missing values


def _missing(values: Values, site: MutatedColumn) -> Values | None:
    rows = site.rows(values)
    return _with(values, {rows[0]: None}) if rows else None


def _largest_missing(values: Values, site: MutatedColumn) -> Values | None:
    rows = site.rows(values)
    return _with(values, {max(rows, key=lambda row: str(values[row])): None}) if rows else None


def _sample(values: Values, site: MutatedColumn) -> Value:
    """Return a value of the column, or one of its type where the column has none."""
    rows = site.rows(values)
    if rows:
        return values[rows[0]]
    if site.column.is_text:
        return "X"
    return site.column.kind == "boolean" or site.random.choice((-1, 1)) * 20_000 * site.unit


def _given(values: Values, site: MutatedColumn) -> Values | None:
    """Give a value to one row without one."""
    empty = [row for row, value in enumerate(values) if value is None]
    if not empty or (site.column.target is not None and not site.target_rows):
        return None
    return _with(values, {site.random.choice(empty): _sample(values, site)})


def _all_given(values: Values, site: MutatedColumn) -> Values:
    """Give each row without a value one of its own."""
    sample = _sample(values, site)
    return [
        _apart(sample, row, site) if value is None else value for row, value in enumerate(values)
    ]


def _apart(value: Value, row: int, site: MutatedColumn) -> Value:
    """Return a variant of `value` that no other row gets."""
    if isinstance(value, bool):
        return value
    return f"{value} {row}" if isinstance(value, str) else value + row * site.unit


# rows against each other


def _all_different(values: Values, site: MutatedColumn) -> Values:
    return [None if value is None else _apart(value, row, site) for row, value in enumerate(values)]


def _all_alike(values: Values, site: MutatedColumn) -> Values | None:
    rows = site.rows(values)
    return [None if value is None else values[rows[0]] for value in values]


def _taken(values: Values, site: MutatedColumn) -> Values | None:
    """Give one row the value of another."""
    rows = site.rows(values)
    for row in rows[1:]:
        if values[row] != values[rows[0]]:
            return _with(values, {row: values[rows[0]]})
    return None


def _exchanged(values: Values, site: MutatedColumn) -> Values | None:
    rows = site.rows(values)
    for row in rows[1:]:
        if values[row] != values[rows[0]]:
            return _with(values, {row: values[rows[0]], rows[0]: values[row]})
    return None


def _rotated(values: Values, _: MutatedColumn) -> Values:
    """Give every row the value of the row before it, and the first row the last one's."""
    return _refilled(values, lambda filled: filled[-1:] + filled[:-1])


def _reversed(values: Values, _: MutatedColumn) -> Values:
    return _refilled(values, lambda filled: filled[::-1])


def _refilled(values: Values, reorder: Callable[[Values], Values]) -> Values:
    """Return the values in another order; missing values stay where they are."""
    following = iter(reorder([value for value in values if value is not None]))
    return [None if value is None else next(following) for value in values]


# references


def _of_reference(change: _ValueChange) -> _ValueChange:
    return lambda value, site: change(value, site) if site.target_rows else None


_nowhere = _of_reference(lambda _, site: site.target_rows + site.random.randint(1, 9))
_next = _of_reference(lambda value, site: value % site.target_rows + 1)


def _circle(values: Values, site: MutatedColumn) -> Values | None:
    """Let one, two or three rows of a table that refers to itself lead to each other."""
    if site.column.target != site.column.table or len(values) < 3:
        return None
    ring = site.random.sample(range(len(values)), site.random.choice((1, 2, 3)))
    return _with(values, {row: to + 1 for row, to in zip(ring, [*ring[1:], ring[0]], strict=True)})


def _chain_closed(values: Values, site: MutatedColumn) -> Values | None:
    """Let a row without a reference refer to a row that no other refers to."""
    if site.column.target != site.column.table:
        return None
    ends = [row for row, value in enumerate(values) if value is None]
    heads = [row for row in range(len(values)) if row + 1 not in set(values)]
    return _with(values, {ends[0]: heads[0] + 1}) if ends and heads else None


CHANGES: dict[str, Change] = {
    "missing": _missing,
    "largest missing": _largest_missing,
    "given where none is": _given,
    "given wherever none is": _all_given,
    "value of another row": _taken,
    "values exchanged": _exchanged,
    "values moved on by one row": _rotated,
    "values in reverse order": _reversed,
    "one value for all rows": _all_alike,
    "all values different": _all_different,
    "off by one": _one(_either(_moved, -1, 1)),
    "off by a few": _one(_either(_moved, -3, -2, 2, 3)),
    "off by weeks": _one(_either(_moved, -200, -30, 45, 200)),
    "all off by two": _each(_of_number(_moved(2))),
    "a thousand times": _one(_thousandfold),
    "far above": _one(_far_above),
    "far below": _one(_far_below),
    "all far above": _each(_far_above),
    "all far below": _each(_far_below),
    "the most that the type holds": _one(_extreme(1)),
    "the least that the type holds": _one(_extreme(-1)),
    "other ending": _one(_of_text(lambda text: f"{text}ish")),
    "small letters": _one(_of_text(str.lower)),
    "stray blank": _one(_of_text(lambda text: f" {text}")),
    "cut off": _one(_of_text(lambda text: text[: -max(1, len(text) // 3)])),
    "one letter left": _one(_of_text(lambda text: text[:1])),
    "text of another row in capitals": _in_capitals,
    "leads nowhere": _one(_nowhere),
    "leads to the next row": _one(_next),
    "circle": _circle,
    "chain closed": _chain_closed,
}
"""Every kind of change, by name."""

"""Every unit of every pack, in every spelling: right where it is that unit, and else wrong."""

# ruff: noqa: RUF001  (signs of all kinds are what is tested)

from __future__ import annotations

from decimal import Decimal
from functools import cache
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.packs.compile import load_pack
from fictionworld.packs.source import pack_names
from fictionworld.tasks.grading.cells import cells_of, forms_of_value, read_cell
from fictionworld.tasks.grading.columns import match_columns
from fictionworld.tasks.grading.number_cells import unit_of
from fictionworld.tasks.key import KeyColumn, written
from fictionworld.text.markup import plain_text
from fictionworld.text.measures import ONE, parse_written_unit
from fictionworld.text.units import SCALES
from tests.examples import examples, first_everyday

CURRENCIES = ("EUR", "USD", "GBP", "AUD", "CHF", "DKK", "PLN", "SEK")
NUMBERS = {"integer", "decimal", "money", "percent"}


@cache
def columns():
    """A column for each kind and unit that a pack has, money in each currency."""
    found = set()
    for name in pack_names():
        for table in load_pack(name).tables.values():
            for column in table.columns.values():
                kind, unit = column.kind, column.spec.unit
                if kind == "percent":
                    found.add((kind, "%"))
                elif kind == "money":
                    found |= {(kind, " ".join(filter(None, (unit, one)))) for one in CURRENCIES}
                elif kind in NUMBERS:
                    found.add((kind, unit))
    return tuple(
        KeyColumn(
            f"Figure ({unit})" if unit else "Figure", "value", kind, int(kind != "integer"), unit
        )
        for kind, unit in sorted(found, key=str)
    )


@cache
def spellings():
    table = files("fictionworld.text").joinpath("measures.txt").read_text("utf-8").splitlines()
    words = {
        word.lstrip("=").replace("_", " ")
        for line in table
        if not line.startswith("#")
        for word in line.split()[2:]
        if word[0] != "+"
    }
    # as one letter of a million, of inches in quotes, and with `in` before a number others count
    return sorted(words - SCALES.keys() - {'"', "'", "''"})


@cache
def dresses(unit):
    """Ways to write a unit of a pack: all spellings of each part, its powers in all ways."""
    if unit is None:
        return ("",)
    ways = {unit, plain_text(unit), unit.upper() if unit.isascii() and " " not in unit else unit}
    for sign, power, words in (("²", "2", ("sq", "sq.", "square")), ("³", "3", ("cu", "cubic"))):
        if unit.endswith(sign):
            before, _, base = unit[:-1].rpartition(" ")
            raised = {f"{base}{power}", f"{base}^{power}", rf"$\text{{{base}}}^{power}$"}
            raised |= {f"{word} {base}" for word in words}
            ways |= {f"{before} {one}".strip() for one in raised}
    for above, slash, below in (unit.partition("/"), unit.partition("per ")):
        if slash:
            ways |= {f"{above}/{below}", f"{above.strip()} per {below}".strip()}
    scale, _, _ = unit.rpartition(" ")
    column = unit_of(KeyColumn("Figure", "value", "decimal", 1, unit))
    ways |= {
        f"{scale if scale in SCALES else ''} {word}".strip()
        for word in spellings()
        if (parsed := parse_written_unit(plain_text(word)))
        and parsed.measures & column.measures
        and column.measures != ONE
    }
    return tuple(sorted(ways))


def right(column, value, text, header=None):
    (found,) = match_columns((header or column.header,), (column,)).columns
    if found.place is None:
        return False
    cells = cells_of(column, found.unit)
    forms = forms_of_value(cells_of(column), value)
    return not set(read_cell(cells, text).forms).isdisjoint(forms)


# Columns are made in the tests: to compile all packs takes seconds, and each process that collects
# tests would do it.


def test_a_right_value_is_right_beside_every_spelling_of_the_unit():
    for column in columns():
        value = 7 if column.kind == "integer" else Decimal("7.3")
        number = written(column, value)
        for unit in dresses(column.unit):
            joined = not unit.startswith(("per", "out", "million", "thousand"))
            for text in (number, f"{number} {unit}", f"**{number} {unit}**", f"{number} ({unit})"):
                assert right(column, value, text), (column, text)
            assert not joined or right(column, value, f"{number}{unit}"), (column, unit)
            if "$" not in unit or column.kind == "money":
                header = f"Figure ({unit})"
                assert right(column, value, number, header), (column, header)
                assert right(column, value, f"{number} {unit}", header), (column, header)


@pytest.mark.parametrize("step", first_everyday([20, 1]))
def test_a_right_value_is_wrong_beside_another_unit(step):
    for place, column in enumerate(columns()):
        value = 7 if column.kind == "integer" else Decimal("7.3")
        unit, number = unit_of(column), written(column, value)
        for word in spellings()[place % step :: step]:
            parsed, divided = (parse_written_unit(plain_text(one)) for one in (word, f"per {word}"))
            if parsed is None or not parsed.measures:
                continue
            if not parsed.measures & unit.measures and parsed.measures != ONE:
                assert not right(column, value, f"{number} {word}"), (column, word)
            if divided is not None and not divided.measures & unit.measures:
                assert not right(column, value, f"{number} per {word}"), (column, word)


# Values in any dress -------------------------------------------------------------------------

NUMBER_DRESSES = [
    "{n}", "{n:,}", "**{n}**", "${n}$", "`{n}`", "{n} [3]", "'{n}", '"{n}"', "{n}0", "Figure: {n}",
    "{n} figure", "figure = {n}", "*{n:,}*", r"\({n}\)", "<b>{n}</b>", "+{n}", "exactly {n}",
]  # fmt: skip
CHANGED = [
    "twice {t}", "half of {t}", "{t} per match", "rank {t}", "page {t}", "maybe {t}", "{t}?",
    "over {t}", "{t} or more", "{t} each", "less than {t}", "double {t}", "{t} (thousands)",
    "{t}万", "{t} mld", "{t} times", "{t} to 9", "no {t}", "minus {t}", "down {t}", "▼ {t}",
    "{t} decrease", "{t} squared", "version {t}", "{t} plus", "{t} (twice)", "{t} million million",
    "{t} / 2", "±{t}", "{t}x", "{t} light years", "{t} (per match)", "2/{t}", "{t}e2", "{t} dozen",
    "{t} hundred", "{t} (down)", "{t} (x2)",
]  # fmt: skip
"""Dresses in which a positive value is no longer that value."""


@st.composite
def dressed(draw):
    """A column, a value of its key, and how to write a value."""
    column = draw(st.deferred(lambda: st.sampled_from(columns())))
    units = draw(st.integers(1, 99_999))
    value = units if column.kind == "integer" else Decimal(units).scaleb(-1)
    unit = draw(st.sampled_from(["", *dresses(column.unit)]))
    number = draw(st.sampled_from(NUMBER_DRESSES))
    if number == "{n}0" and column.kind == "integer":
        number = "{n}.0"
    changes_too = ["▼", "down "] if column.kind == "percent" else []
    negative = draw(st.sampled_from(["-", "−", "minus ", *changes_too]))

    def write(one):
        sign, shown = (negative, -one) if one < 0 else ("", one)
        bare = number.replace("+", "").replace("'{n}", "{n}") if sign else number
        text = bare.format(n=shown).replace(str(shown), f"{sign}{shown}", 1) if sign else (
            bare.format(n=shown))  # fmt: skip
        if sign and f"{sign}{shown}" not in text:
            text = f"{sign}{shown}"  # thousands set apart
        return f"{text} {unit}".strip()

    return column, draw(st.sampled_from([value, value, -value])), write


@examples(1_000)
@given(dressed())
def test_a_right_value_in_any_dress_is_right(case):
    column, value, write = case
    assert right(column, value, write(value)), write(value)


@examples(1_000)
@given(dressed(), st.integers(-5_000, 5_000).filter(bool), st.sampled_from(CHANGED))
def test_a_wrong_value_in_any_dress_is_wrong(case, change, dress):
    column, value, write = case
    other = value + change if column.kind == "integer" else value + Decimal(change).scaleb(-1)
    if other == 0 or not 1 / 90 < abs(other / value) < 90:
        return  # a tenth, or a thousandth, may be another scale
    assert not right(column, value, write(other)), write(other)
    if "thousand" in dress and "thousand" in str(column.unit):
        return
    text = dress.format(t=write(abs(value)))
    assert not right(column, abs(value), text), text

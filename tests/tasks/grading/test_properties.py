"""What holds of every key and every way to write its rows."""

# ruff: noqa: RUF001  (dashes of all kinds are what is tested)

from __future__ import annotations

from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from fictionworld.tasks.grading.cells import cells_of, forms_of_value, read_cell
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.key import Key, KeyColumn, written
from tests.examples import examples
from tests.tasks.grading.writing import FORMATS, markdown, texts

ONE = {"f1_by_item", "f1_by_row", "score", "f1_value", "f1_grounded"}
few = examples(60)

words = st.sampled_from(
    ["Orvane", "Tessel", "Vela", "Løvik", "Núñez", "Sauvelle", "Brink", "d'Aro", "Nord-Vale"]
)
names = st.tuples(words, words, st.integers(1, 99)).map(lambda t: f"{t[0]} {t[1]} {t[2]}")
people = st.tuples(words, words).map(" ".join)
UNITS = {"integer": "mAh", "decimal": "days", "money": "million EUR", "percent": "%"}


def values(kind, decimals):
    match kind:
        case "integer":
            return st.integers(-(10**6), 10**9)
        case "decimal" | "money" | "percent":
            return st.integers(-(10**6), 10**7).map(lambda n: Decimal(n).scaleb(-decimals))
        case "date":
            return st.dates(date(1900, 1, 1), date(2100, 12, 31))
        case "year":
            return st.integers(1900, 2100)
        case "boolean":
            return st.booleans()
        case _:
            return people


@st.composite
def keys(draw):
    kinds = draw(st.lists(st.sampled_from(
        ["integer", "decimal", "money", "percent", "date", "year", "boolean", "name"]
    ), min_size=1, max_size=5))  # fmt: skip
    columns = [KeyColumn("Phone", "key", "name", 0)]
    for n, kind in enumerate(kinds):
        decimals = draw(st.integers(1, 2)) if kind in {"decimal", "money", "percent"} else 0
        unit = UNITS.get(kind)
        header = f"Figure {'abcde'[n]}" + (f" ({unit})" if unit else "")
        columns.append(KeyColumn(header, "value", kind, decimals, unit))
    phones = draw(
        st.lists(names, min_size=1, max_size=8, unique_by=lambda n: tuple(sorted(n.split())))
    )
    rows = tuple(
        (phone, *(draw(st.none() | values(c.kind, c.decimals)) if draw(st.integers(0, 9)) == 0
                  else draw(values(c.kind, c.decimals)) for c in columns[1:]))
        for phone in phones
    )  # fmt: skip
    return Key("t", tuple(columns), rows)


def decorated(draw, column, value, text):
    """Another way to write a value."""
    if value is None:
        return draw(st.sampled_from(["NA", "n/a", "-", "—", "not available", "None"]))
    if column.kind == "date":
        forms = [f"{value.day} {value:%B %Y}", f"{value:%b} {value.day}, {value.year}", text,
                 f"{value.day}.{value.month}.{value.year}", f"{value:%A}, {value:%d %B %Y}",
                 f"{text} 00:00"]  # fmt: skip
    elif column.kind in UNITS:
        forms = [text, f"{value:,}", f"**{text}**", f"{text} [2]", f"{text} {column.unit}",
        f"{text} (est.)",
                 text.replace("-", "−"), f"{value:,} {column.unit}"]  # fmt: skip
        if column.kind == "percent":
            forms += [f"{text}%", f"{text} percent"]
    elif column.kind == "boolean":
        forms = [text, text.upper(), "✓" if value else "no", str(value)]
    elif column.kind == "name":
        first, _, rest = text.partition(" ")
        forms = [
            text,
            text.upper(),
            f"*{text}*",
            f"{rest}, {first}",
            f"[{text}](https://a.example/1)",
            f"{text}[3]",
        ]
    else:
        forms = [text, f"**{text}**", f"{text}[1]"]
    return draw(st.sampled_from(forms))


@few
@given(keys(), st.data())
def test_the_gold_is_right_in_every_form_and_order(key, data):
    header, rows = texts(key)
    rows = [
        [decorated(data.draw, *cell) for cell in zip(key.columns, values_, row, strict=True)]
        for values_, row in zip(key.rows, rows, strict=True)
    ]
    order = data.draw(st.permutations(range(len(header))))
    rows = [[row[at] for at in order] for row in data.draw(st.permutations(rows))]
    form = data.draw(st.sampled_from(sorted(FORMATS)))
    found = grade(key, FORMATS[form]([header[at] for at in order], rows))
    assert [cell for cell in found.cells if not cell.right] == []
    assert {getattr(found.figures, name) for name in ONE} == {1}


@few
@given(keys(), st.data())
def test_a_row_left_out_lowers_recall_only(key, data):
    header, rows = texts(key)
    rows.pop(data.draw(st.integers(0, len(rows) - 1)))
    found = grade(key, markdown(header, rows)).figures
    assert found.recall_by_item == found.recall_by_row == len(rows) / len(key.rows)
    assert found.score == 0
    assert not rows or found.precision_by_item == found.precision_by_row == 1


@few
@given(keys(), st.data())
def test_a_wrong_cell_costs_its_share(key, data):
    header, rows = texts(key)
    row, column = (
        data.draw(st.integers(0, len(rows) - 1)),
        data.draw(st.integers(1, len(header) - 1)),
    )
    rows[row][column] = "something else"
    found = grade(key, markdown(header, rows)).figures
    assert abs(found.f1_by_item - (1 - 1 / (len(rows) * len(header)))) < 1e-12
    assert abs(found.f1_by_row - (1 - 1 / len(rows))) < 1e-12


@few
@given(keys(), st.sampled_from(["", " ", "?", "<br>", "&nbsp;", "x / y", "something"]))
def test_names_alone_earn_no_grounded_reward(key, fill):
    header, rows = texts(key)
    found = grade(
        key, markdown(header, [[row[0], *[fill] * (len(row) - 1)] for row in rows])
    ).figures
    assert found.f1_grounded == found.f1_value == 0


@few
@given(keys())
def test_every_value_for_every_key_earns_what_all_share(key):
    """A value that all rows have is no guess; all others earn nothing."""
    header, rows = texts(key)
    every = [[row[0], *other[1:]] for row in rows for other in rows]
    found = grade(key, markdown(header, every))
    shared = {c for c in range(1, len(header)) if len({row[c] for row in rows}) == 1}
    for cell in found.cells:
        column = header.index(cell.header)
        assert cell.right == (column == 0 or column in shared) or len(rows) == 1


@few
@given(st.text(max_size=400), keys())
def test_any_text_is_graded(answer, key):
    assert grade(key, answer).figures.f1_grounded == 0


@few
@given(st.lists(st.lists(st.text(max_size=30), max_size=6), max_size=6), keys())
def test_any_cells_are_graded(rows, key):
    header = [column.header for column in key.columns]
    for form in FORMATS.values():
        grade(key, form(header, [[*row, *[""] * len(header)][: len(header)] for row in rows]))


@examples(200)
@given(
    st.sampled_from(
        ["integer", "decimal", "money", "percent", "date", "year", "boolean", "name", "url"]
    ),
    st.text(
        alphabet="0123456789.,-+%/()[]$€ \u202f\u2212\u2013½²٣kmMb<>*&;:'\"eEa\ud800\u200b",
        max_size=160,
    ),
)
def test_any_cell_is_read(kind, text):
    column = KeyColumn("Figure", "value", kind, 2 if kind in UNITS else 0, UNITS.get(kind))
    reading = read_cell(cells_of(column), text)
    assert len(reading.forms) <= 8
    assert bool(reading.forms) != bool(reading.problem) or kind == "name"


@few
@given(st.integers(-(10**12), 10**12), st.integers(0, 4))
def test_numbers_written_as_asked_mean_one_value(number, decimals):
    value = Decimal(number).scaleb(-decimals)
    column = KeyColumn("Figure", "value", "decimal", decimals)
    text = f"{value:.{decimals}f}"
    forms = read_cell(cells_of(column), text).forms
    assert number in forms
    assert len(forms) == 1 or len(text.partition(".")[2]) == 3  # 1.298 may be twelve hundred


BETWEEN = [
    " ", "/", " / ", ", ", ",", "; ", "-", "\u2013", " to ", " or ", " and ", "|", "<br>", "\n",
    "\u00a0", "\u2192", "*", "&", "+", "(", ") (", "k", "e", " million ", "%", ".", "'", "\u200b",
    "~~", "[", "](",
]  # fmt: skip


@examples(300)
@given(st.data())
def test_no_cell_means_two_values(data):
    kind = data.draw(st.sampled_from(["integer", "money", "percent", "date", "year", "name"]))
    column = KeyColumn(
        "Figure", "value", kind, 1 if kind in {"money", "percent"} else 0, UNITS.get(kind)
    )
    cells = cells_of(column)
    one, other = data.draw(
        st.lists(values(kind, column.decimals), min_size=2, max_size=2, unique=True)
    )
    text = data.draw(st.sampled_from(BETWEEN)).join(
        written(column, value) for value in (one, other)
    )
    forms = set(read_cell(cells, text).forms)
    right = [not forms.isdisjoint(forms_of_value(cells, value)) for value in (one, other)]
    # names may say the same in another order
    assert not all(right) or forms_of_value(cells, one) == forms_of_value(cells, other)

"""Expressions are computed exactly: DuckDB's answers against Python's `Fraction`."""

from __future__ import annotations

import re
from contextlib import contextmanager, suppress
from datetime import date, timedelta
from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fictionworld.errors import PackError
from fictionworld.generators.operators.expression import _rounded
from fictionworld.packs.compile import load_pack
from fictionworld.packs.compiled import NUMBERS
from fictionworld.packs.expression import check_expression, exact_sql
from fictionworld.packs.sandbox import run_with_deadline, sandbox
from fictionworld.validators.arithmetic import MACROS
from fictionworld.validators.knowable import route
from tests.examples import examples
from tests.packs.fraction_values import half_away, value_of
from tests.small import two_every_day

ROWS = 60
DAYS = ((0, 2), (-12, 40), (1990, 2060))
"""Sizes of numbers that dates are computed from."""
SIZES = (*DAYS, (-12, 40), (-(10**7), 10**7))


@pytest.fixture(scope="module")
def connection():
    with sandbox() as connection:
        connection.execute(MACROS)
        yield connection


def compiled_expressions(pack):
    """Each expression of a pack with its table, and the column that it derives if it does."""
    for table in pack.tables.values():
        for column in table.columns.values():
            if column.spec.derive is not None and column.spec.derive.kind == "sql":
                yield table.name, column.spec.derive.get("sql"), column
    for rule in pack.rules:
        if rule.sql is not None:
            yield rule.table, rule.sql, None


def drawn(dice, sql_type, texts, sizes):
    """A value of this type: numbers of several sizes, zeros, halves, negative ones; or nothing."""
    if dice.random() < 0.06:
        return None
    if sql_type == "VARCHAR":
        return str(dice.choice([*texts, "other"]))
    if sql_type == "DATE":
        return date(2020, 1, 1) + timedelta(days=int(dice.integers(-4000, 8000)))
    if sql_type == "BOOLEAN":
        return bool(dice.integers(2))
    scale = int(sql_type.rstrip(")").partition(",")[2] or 0)
    low, high = sizes[dice.integers(len(sizes))]
    number = int(dice.integers(low * 10**scale, high * 10**scale))
    return Fraction(number - number % 5 if dice.random() < 0.5 else number, 10**scale)


def as_read(values, sql_type):
    """The column that SQL of an expression reads."""
    if sql_type in {"VARCHAR", "DATE", "BOOLEAN"}:
        dtype = {"VARCHAR": pl.String(), "DATE": pl.Date(), "BOOLEAN": pl.Boolean()}[sql_type]
        return pl.Series(values, dtype=dtype)
    scale = int(sql_type.rstrip(")").partition(",")[2] or 0)
    digits = [None if value is None else int(value * 10**scale) for value in values]
    return pl.Series(digits, dtype=pl.Int64)


def answers(connection, exact, frame):
    """The answer for each row: a pair for a number, an error where DuckDB refuses the row."""
    connection.register("rows", frame)
    query = f"SELECT {exact.sql} AS a, {exact.denominator} AS b FROM rows ORDER BY row"
    try:
        table = run_with_deadline(connection, query, 20)
    except PackError as error:
        if len(frame) == 1:
            return [error]
        half = len(frame) // 2
        return [
            *answers(connection, exact, frame[:half]),
            *answers(connection, exact, frame[half:]),
        ]
    above, below = (table.column(name).to_pylist() for name in ("a", "b"))
    if exact.kind != "number":
        return above
    return [None if a is None else (int(a), int(b)) for a, b in zip(above, below, strict=True)]


def check_rows(connection, sql, types, rows):
    """Compare DuckDB's answers with ours; return the pairs of numbers and their true values."""
    expression = check_expression(sql)
    exact = exact_sql(expression, [types[path] for path in expression.paths])
    dues = {}
    for number, row in enumerate(rows):
        with suppress(ValueError, OverflowError):  # no date, the root of a negative number
            dues[number] = value_of(expression.root, row)
    rows = [rows[number] for number in dues]
    columns = {
        f"c{place}": as_read([row[path] for row in rows], types[path])
        for place, path in enumerate(expression.paths)
    }
    frame = pl.DataFrame({"row": range(len(rows)), **columns})
    checked = []
    got_for_all = answers(connection, exact, frame)
    for row, got, due in zip(rows, got_for_all, dues.values(), strict=True):
        if isinstance(got, PackError):  # more than 38 digits
            continue
        value = Fraction(*got) if isinstance(got, tuple) else got
        assert value == due, (sql, row)
        checked.append((got, due))
    return checked


@pytest.mark.parametrize("name", two_every_day())
def test_every_expression_of_a_pack_is_exact(name, connection):
    """Over random operands, and rounded alike by the generator and by the validator."""
    pack = load_pack(name)
    for number, (table, sql, column) in enumerate(compiled_expressions(pack)):
        dice = np.random.default_rng([number, len(sql)])
        expression = check_expression(sql)
        types = {path: route(pack, table, path).column.sql_type for path in expression.paths}
        texts = re.findall(r"'([^']*)'", sql)
        sizes = DAYS if "DATE" in types.values() or "date" in sql else SIZES
        rows = [{p: drawn(dice, types[p], texts, sizes) for p in types} for _ in range(ROWS)]
        checked = check_rows(connection, sql, types, rows)
        assert len(checked) >= ROWS / 10, sql
        if column is None or column.kind not in NUMBERS:
            continue
        pairs = [(got, due) for got, due in checked if got is not None]
        above = np.array([got[0] for got, _ in pairs], object)
        below = np.array([got[1] for got, _ in pairs], object)
        due = [int(half_away(value, column.decimals) * 10**column.decimals) for _, value in pairs]
        fits = [place for place, digits in enumerate(due) if abs(digits) < 10**18]
        wanted = [due[place] for place in fits]
        assert _rounded(column, above[fits], below[fits]).tolist() == wanted, sql
        pairs = zip(above[fits], below[fits], strict=True)
        scaled = ", ".join(
            f"({a}::HUGEINT * {10**column.decimals}, {b}::HUGEINT)" for a, b in pairs
        )
        query = f"SELECT quotient(a, b) FROM (VALUES {scaled}) AS pairs(a, b)"
        proved = connection.sql(query).fetchall()
        assert [line for (line,) in proved] == wanted, sql


@contextmanager
def accepted(message):
    """Let a refusal with this message pass."""
    try:
        yield
    except PackError as error:
        if not re.search(message, str(error)):
            raise


_TYPES = {("a",): "BIGINT", ("b",): "BIGINT", ("x",): "DECIMAL(18,2)", ("y",): "DECIMAL(18,4)"}
_TREES = st.recursive(
    st.sampled_from(["a", "b", "x", "y", "0", "2", "0.5", "-1.25", "1e2", "NULL"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "//", "%"]), inner).map(
            lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
        ),
        st.tuples(st.sampled_from(["abs", "sign", "floor", "ceil", "trunc", "-"]), inner).map(
            lambda parts: f"{parts[0]}({parts[1]})"
        ),
        inner.map(lambda tree: f"sqrt(abs({tree}))"),
        st.tuples(inner, st.integers(-2, 3)).map(lambda parts: f"round({parts[0]}, {parts[1]})"),
        st.tuples(st.sampled_from(["least", "greatest", "coalesce", "nullif"]), inner, inner).map(
            lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})"
        ),
        st.tuples(inner, st.sampled_from(["<", "=", "<=", "IS DISTINCT FROM"]), inner, inner).map(
            lambda parts: f"CASE WHEN {parts[0]} {parts[1]} {parts[2]} THEN {parts[3]} ELSE a END"
        ),
        st.tuples(inner, inner, inner).map(
            lambda parts: f"if({parts[0]} BETWEEN {parts[1]} AND {parts[2]}, 1, 0)"
        ),
        st.tuples(inner, inner, inner).map(
            lambda parts: f"if({parts[0]} NOT IN ({parts[1]}, {parts[2]}), {parts[1]}, x)"
        ),
        inner.map(lambda tree: f"CAST({tree} AS DECIMAL(18, 1))::INTEGER"),
    ),
    max_leaves=8,
)
_WHOLE = st.one_of(st.none(), st.integers(-30, 30), st.integers(-(10**6), 10**6))
_CELLS = st.tuples(_WHOLE, _WHOLE, _WHOLE, _WHOLE)


@examples(400)
@given(
    sql=_TREES, cells=st.lists(st.tuples(_WHOLE, _WHOLE, _WHOLE, _WHOLE), min_size=1, max_size=5)
)
@example(sql="round(x / a, 1)", cells=[(2, 0, 951, 0), (-2, 0, 951, 0)])
@example(sql="if(1 NOT IN (2, a / b), 1, 0)", cells=[(1, 0, 0, 0), (2, 1, 0, 0), (1, 1, 0, 0)])
@example(sql="sqrt(x)", cells=[(0, 0, 625, 0), (0, 0, 0, 0), (0, 0, 200, 0), (0, 0, None, 0)])
def test_arithmetic_is_exact(connection, sql, cells):
    rows = [
        {
            path: None if cell is None else Fraction(cell, {"x": 100, "y": 10**4}.get(path[0], 1))
            for path, cell in zip(_TYPES, row, strict=True)
        }
        for row in cells
    ]
    with accepted("nested (too deeply|deeper)|allowed: 400"):
        check_rows(connection, sql, _TYPES, rows)


def test_a_root_is_cut_to_twelve_decimals_whatever_its_size(connection):
    values = [
        *range(50),
        *(k * k for k in (10**5 - 1, 10**6, 10**7)),
        10**14 - 1,
        99_999_999_999_999,
    ]
    rows = [{("a",): Fraction(value)} for value in values]
    assert len(check_rows(connection, "sqrt(a)", {("a",): "BIGINT"}, rows)) == len(rows)


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        (
            "sqrt(sqrt(sqrt(sqrt(a))))",
            "nested too deeply; split the expression over hidden columns",
        ),
        ("round(a, b)", "got round to decimals that vary"),
        ("make_date(2030, 1, a / 2)", "got make_date of a number with decimals"),
        ("(a / b)::VARCHAR", "got a text of a quotient; round it first"),
        ("a = 'b'", "= takes values of one kind, got a number and a text"),
        ("a + 'b'", r"\+ takes numbers, got a text"),
        ("CASE WHEN a THEN 1 ELSE 2 END", "CASE takes truths, got a number"),
    ],
)
def test_what_cannot_be_computed_exactly_is_refused(sql, said):
    expression = check_expression(sql)
    with pytest.raises(PackError, match=said):
        exact_sql(expression, ["BIGINT"] * len(expression.paths))

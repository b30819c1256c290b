"""The SQL escape hatch: what passes, what does not, and where it runs."""

# A table of cases reads across.
# ruff: noqa: E501

from __future__ import annotations

import os
import pickle
import time
from datetime import date
from threading import Thread

import polars as pl
import pytest

from fictionworld.errors import PackError
from fictionworld.packs.expression import check_expression, exact_sql, expression_kind
from fictionworld.packs.sandbox import run_with_deadline, sandbox

ROWS = pl.DataFrame(
    {
        "a": [1, 2, None, -7], "b": [2, 0, 5, 3], "x": [150, -225, 0, None],
        "s": ["ab", "it's", None, "Ärger"], "t": ["b", "", "z", "é—"],
        "d": [date(2030, 1, 31), date(2029, 12, 31), None, date(1999, 2, 28)],
        "e": [date(2031, 3, 1), date(2030, 1, 1), date(2000, 1, 1), None],
        "f": [True, False, None, True],
    }
)  # fmt: skip

GOOD = [
    "a", "-a", "+a", "a + b * 2", "a / b", "a // b", "a % b", "mod(a, b)", "(a + b) / 2 - x",
    "abs(a) + sign(b)", "round(x, 1)", "floor(x) + ceil(x)", "ceiling(x)", "trunc(x)", "sqrt(b)",
    "least(a, b)", "greatest(a, b, 3)", "coalesce(a, b, 0)", "ifnull(a, 0)", "nullif(a, b)",
    "if(a > b, a, b)", "CASE WHEN a > b THEN 'more' WHEN a = b THEN 'same' ELSE 'less' END",
    "CASE a WHEN 1 THEN 'one' WHEN 2 THEN s END", "a IN (1, 2, b)", "a NOT IN (1, 2)",
    "a BETWEEN 1 AND b", "a NOT BETWEEN b AND 3", "a IS NULL", "a IS NOT NULL", "f IS TRUE",
    "a IS DISTINCT FROM b", "f AND a > 1 OR NOT f", "a <> b", "a != b", "a <= b", "a == b",
    "s || t", "'—' || s || 'it''s' || t", "concat(s, '-', t)", "upper(s) || lower(t)", "length(s)",
    "trim(s)", "ltrim(s) || rtrim(t)", "lpad(a::VARCHAR, 3, '0')", "rpad(s, 40, '.')",
    "substr(s, 1, 2)", "substring(s, 2)", "left(s, 1) || right(s, 1)", "starts_with(s, 'a')",
    "ends_with(s, t)", "contains(s, t)", "year(d) * 100 + month(d)", "day(d)", "quarter(d)",
    "d + 30", "d - 30", "e - d", "date_diff('day', d, e)", "datediff('month', d, e)",
    "extract(year FROM d)", "date_part('isodow', d)", "make_date(2030, abs(a) + 3, 1)", "last_day(d)",
    "strftime(d, '%d.%m.%Y')", "DATE '2030-01-01' + a::INTEGER", "CAST(x AS DECIMAL(10, 2))",
    "TRY_CAST(s AS INTEGER)", "x::BIGINT", "1e3 + a", "NULL", "true", "'text'", "''''",
    "a\n  +\tb", "((((a))))", "dayofyear(d) > week(d)",
]  # fmt: skip

HOSTILE = [
    # more than one expression
    "1 FROM t", "1) FROM (SELECT 1", "1; drop table x", "a, b", "a AS c", "a c", "DISTINCT a",
    "a ORDER BY 1", "a LIMIT 1", "a OFFSET 1", "a UNION SELECT 2", "a EXCEPT SELECT 2", "a WHERE f",
    "a GROUP BY ALL", "a HAVING f", "a QUALIFY f", "a FROM range(9)", "a USING SAMPLE 1", "a INTO x",
    "*", "t.*", "COLUMNS('a')", "COLUMNS(*)", "a -- b", "a /* b */", "a\n--", "", "   ",
    "FROM t", "SELECT 1", "(SELECT 1)", "EXISTS (SELECT 1)", "a IN (SELECT 1)", "a = ANY(SELECT 1)",
    "a = ANY([1])", "CASE WHEN f THEN (SELECT 1) END", "a BETWEEN (SELECT 1) AND 2",
    "coalesce(a, (SELECT 1))", "WITH x AS (SELECT 1) SELECT 2", "VALUES (1)", "PIVOT t ON a",
    # beyond the row
    "sum(a)", "count(*)", "count()", "max(a)", "any_value(a)", "sum(a) FILTER (WHERE f)",
    "string_agg(s, ',' ORDER BY s)", "array_agg(a)", "row_number() OVER ()", "sum(a) OVER ()",
    "lag(a) OVER (ORDER BY b)", "unnest(a)", "grouping(a)", "abs(DISTINCT a)",
    # beyond the world
    "read_text('/etc/passwd')", "read_csv('x')", "glob('*')", "getenv('HOME')", "random()", "now()",
    "today()", "CURRENT_TIMESTAMP", "uuid()", "gen_random_uuid()",
    "nextval('s')", "currval('s')", "setseed(0.5)", "getvariable('a')", "current_setting('threads')",
    "version()", "pg_backend_pid()", "txid_current()",
    "query('SELECT 1')", "pragma_version()", "error('x')", "write_log('x')", "sleep_ms(9)",
    # much of little
    "repeat('a', 1000000000)", "range(1000000000)", "generate_series(1, 9)", "lpad(s, 1000000, 'a')",
    "lpad(s, a, 'a')", "rpad(s, -1, 'a')", "rpad(s, 20 + 30, 'a')", "replace(s, 'a', s)",
    "format('{:1000000d}', a)", "printf('%1000000d', a)", "bar(a, 0, 1, 1000000)", "list_value(1)",
    "array_to_string(a, 'b')", "strftime(d, s)", "strftime(d, repeat('%c', 99))", "concat_ws(s, t)",
    "regexp_replace(s, 'a', 'b')", "s LIKE 'a%'", "s ILIKE 'a%'", "s SIMILAR TO 'a'", "s GLOB 'a'",
    "factorial(a)", "translate(s, t, s)", "string_split(s, t)", "md5(s)", "hash(a)",
    # other last bits elsewhere
    "x::DOUBLE", "CAST(a AS double)", "pow(a, 2)", "a ** 2", "exp(x)", "ln(x)", "log(x)", "sin(x)", "cbrt(x)", "x::FLOAT", "x::REAL",
    # other kinds of values
    "[1, 2]", "{'a': 1}", "(a, b)", "row(a, b)", "struct_pack(a := 1)", "a[1]", "(s).x", "MAP {'a': 1}",
    "s::BLOB", "a::HUGEINT", "a::INTEGER[]", "s::JSON", "s::STRUCT(a INT)", "s::mine", "d::TIMESTAMP",
    "INTERVAL 3 DAY", "d + INTERVAL '1 month'", "TIMESTAMP '2030-01-01'", "TIME '10:00'", "x'ab'",
    "s::VARCHAR(9)", "a::DECIMAL(b, 2)", "date_part(s, d)", "date_trunc('month', d)",
    "date_diff('second', d, e)", "s COLLATE nocase", "a AT TIME ZONE 'UTC'", "1e400", "a + 99999999999999999999",
    # tricks
    "?", "$1", ":a", "#1", "a -> 1", "lambda a: a + 1", "a.abs()", "main.abs(a)", "system.main.abs(a)",
    "abs(x := 1)", "default", "try(a)", "0x1F", "'a", "a\0", "a\x07",
    "abs(a", "1 +", "a b c", "année", "A", "a.B", "s -> 'a'", "s ->> 'a'", "a ^ b", "a ! b", "@a", "~a",
    "a & b", "a ? b", "not " * 60 + "f", "-" + " -" * 60 + "a", "+".join("a" * 60), "a" + " " * 400,
]  # fmt: skip


@pytest.fixture(scope="module")
def rows():
    with sandbox() as connection:
        connection.register("rows", ROWS)
        yield connection


TYPES = {
    ("a",): "BIGINT", ("b",): "BIGINT", ("x",): "DECIMAL(18,2)", ("s",): "VARCHAR",
    ("t",): "VARCHAR", ("d",): "DATE", ("e",): "DATE", ("f",): "BOOLEAN",
}  # fmt: skip


def exact_over(sql, name_of=lambda path: path[0]):
    """The expression's SQL over `ROWS`, under these names."""
    paths = check_expression(sql).paths
    types = [TYPES[path] for path in paths]
    return exact_sql(check_expression(sql), types, list(map(name_of, paths)))


@pytest.mark.parametrize("sql", GOOD)
def test_good_expressions_are_computed(rows, sql):
    exact = exact_over(sql)
    table = run_with_deadline(rows, f"SELECT {exact.sql} AS v, {exact.denominator} FROM rows", 5)
    assert len(table) == len(ROWS)


@pytest.mark.parametrize("sql", HOSTILE)
def test_hostile_expressions_are_refused(sql):
    with pytest.raises(PackError, match=r"^got ") as caught:
        check_expression(sql)
    message = str(caught.value)
    assert "\n" not in message
    assert message.isprintable()


@pytest.mark.parametrize(
    ("sql", "value"), [("1;", 1), ("E'a\\'b'", "a'b"), ("$$a$$", "a"), ('"a"', 1)]
)
def test_odd_ways_of_writing_mean_no_more_than_they_give(rows, sql, value):
    query = f"SELECT {exact_over(sql).sql} AS v FROM rows"
    assert run_with_deadline(rows, query, 5)["v"][0].as_py() == value


@pytest.mark.parametrize("name", ["current_date", "localtime", "rowid", "session_user"])
def test_words_of_the_clock_and_of_the_session_are_columns(name):
    """So a path that leads to no column, which `check_pack` reports."""
    assert check_expression(f"{name} + a").paths == ((name,), ("a",))


def test_there_are_enough_of_both():
    assert len(set(HOSTILE)) == len(HOSTILE) >= 60
    assert len(set(GOOD)) == len(GOOD) >= 30


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("absolut(a)", "allowed: abs, ceil"),
        ("lenght(s)", "did you mean 'length'?"),
        ("a LIKE 'b'", "got LIKE; allowed: abs"),
        (
            "lpad(s, 99, 'a')",
            "got '99' as argument 2 of lpad; allowed: a whole number from 0 to 40",
        ),
        ("a::INTERGER", "allowed: BIGINT, BOOLEAN, DATE, DECIMAL, INTEGER"),
        ("Units + 1", "columns are written in lower case, such as 'units'"),
        ("main.abs(a)", "got more than a plain call of abs; allowed: abs(column)"),
        ("mod(a)", "got mod with 1 arguments; give it 2"),
        ("date_part('epoch', d)", "allowed: 'year', 'quarter', 'month'"),
        ("1e300 + a", "allowed: numbers of at most 18 digits"),
        ("a -- b", "a comment: remove it, or put a space between two minus signs"),
        ("a" * 401, "got an expression of 401 characters; allowed: 400"),
        ("(SELECT 1)", "got subquery; allowed: one scalar expression"),
    ],
)
def test_a_refusal_says_what_is_allowed(sql, said):
    with pytest.raises(PackError) as caught:
        check_expression(sql)
    assert said in str(caught.value)


def test_paths_in_the_order_of_first_use():
    expression = check_expression(
        "b + phone.price - as_of::VARCHAR::INTEGER + b + setting.as_of - a"
    )
    as_of = ("setting", "as_of")
    assert expression.paths == (("b",), ("phone", "price"), as_of, ("a",))
    assert expression.reads == (("b",), ("phone", "price"), as_of, ("b",), as_of, ("a",))
    assert pickle.loads(pickle.dumps(expression)) == expression


def test_text_and_names_are_quoted(rows):
    sql = "CASE a WHEN 1 THEN 'it''s — ' || s ELSE '\"b\"' END"
    query = f"SELECT {exact_over(sql).sql} AS v FROM rows"
    found = run_with_deadline(rows, query, 5).column("v").to_pylist()
    assert found == ["it's — ab", '"b"', '"b"', '"b"']
    hostile = 'x"; drop'
    renamed = 'SELECT a AS "x""; drop" FROM rows'
    query = f"SELECT {exact_over('a + 1', lambda _: hostile).sql} AS v FROM ({renamed})"
    assert run_with_deadline(rows, query, 5).column("v").to_pylist() == [2, 3, None, -6]


def test_kinds_are_told():
    for sql, kind in {
        "a + 1": "number", "a / 2": "number", "d + 7": "date", "a > 1 AND s = 'b'": "boolean",
        "1 + 1": "number", "e - d": "number", "s || a": "text", "NULL": "nothing",
    }.items():  # fmt: skip
        assert expression_kind(check_expression(sql), TYPES) == kind
    for sql, said in {
        "d * 2": r"got 'd \* 2': \* takes numbers, got a date .*: d DATE",
        "lower(a)": "lower takes a text, got a number",
        "year(s)": "year takes a date, got a text",
        "left(s, t)": "left takes a number, got a text",
        "a::DATE": "a cast to DATE takes a text or a date, got a number",
        "d::INTEGER": "a cast to INTEGER takes a number, a text or a boolean, got a date",
    }.items():
        with pytest.raises(PackError, match=said):
            expression_kind(check_expression(sql), TYPES)


def test_dividing_by_nothing_is_missing(rows):
    for sql in ("a / 0", "a // 0", "a % 0", "x / 0", "mod(a, 0)", "a / (b - b)"):
        found = run_with_deadline(rows, f"SELECT {exact_over(sql).sql} AS v FROM rows", 5)
        assert found["v"].null_count == len(found)


def test_overflow_is_worded(rows):
    sql = exact_over("a * 999999999999999999 * 999999999999999999 * 1000").sql
    with pytest.raises(PackError, match="Overflow"):
        run_with_deadline(rows, f"SELECT {sql} FROM rows", 5)


# The sandbox ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT getenv('HOME')",
        "SELECT * FROM ROWS_OF_THE_TEST",
        "ATTACH '/tmp/there.duckdb'",
        "COPY (SELECT 1) TO '/tmp/there.csv'",
        "EXPORT DATABASE '/tmp/there'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET threads = 4",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
        "RESET memory_limit",
        "SET temp_directory = '/tmp'",
    ],
)
def test_the_sandbox_reaches_nothing(sql):
    ROWS_OF_THE_TEST = ROWS  # noqa: F841, N806 - what a replacement scan would find
    with sandbox() as connection, pytest.raises(PackError):
        run_with_deadline(connection, sql, 5)
    assert not os.path.exists("/tmp/there.csv")  # noqa: PTH110
    assert not os.path.exists("/tmp/there.duckdb")  # noqa: PTH110


def test_the_sandbox_has_a_setting_for_everything():
    with sandbox() as connection:
        query = "SELECT name, value FROM duckdb_settings()"
        found = dict(connection.execute(query).fetchall())
    assert found["threads"] == "1"
    assert found["TimeZone"] == "UTC"
    assert found["temp_directory"] == ""
    assert found["max_temp_directory_size"] == "0 bytes"
    for name in (
        "enable_external_access",
        "autoload_known_extensions",
        "python_enable_replacements",
    ):
        assert found[name] in {"false", "0", False}
    assert found["lock_configuration"] in {"true", "1", True}


def test_a_runaway_meets_the_deadline():
    with sandbox() as connection:
        with pytest.raises(PackError, match=r"more than 0\.3 s of processor time; make it simpler"):
            run_with_deadline(
                connection,
                "SELECT count(*) FROM range(9999999) a, range(9999999) b WHERE a.range % b.range = 7",
                0.3,
            )
        assert run_with_deadline(connection, "SELECT 1 AS one", 5).to_pylist() == [{"one": 1}]


def test_expressions_are_checked_in_any_thread():
    found = []
    threads = [
        Thread(target=lambda n=n: found.append(check_expression(f"a + {n} + phone.price").paths))
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [(("a",), ("phone", "price"))] * 8


def test_a_limit_counts_processor_time_and_no_waiting():
    """On a busy machine the clock runs on while an expression waits for a core."""

    def nap(number: int) -> int:
        time.sleep(0.6)
        return number

    with sandbox() as connection:
        connection.create_function("nap", nap)
        assert run_with_deadline(connection, "SELECT nap(1) AS it", 0.3).to_pylist() == [{"it": 1}]
        with pytest.raises(PackError, match=r"more than 0\.3 s of processor time"):
            run_with_deadline(
                connection, "SELECT count(*) FROM range(1000000) a, range(100000) b", 0.3
            )
        assert run_with_deadline(connection, "SELECT 2 AS it", 0.3).to_pylist() == [{"it": 2}]

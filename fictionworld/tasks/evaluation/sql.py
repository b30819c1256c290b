"""The SQL: what passes, what is kept, what is put together in groups.

Of each base table the columns are chosen by CASE over the paths that the parameters name; from then
on the rows of all tables are alike. All names come from a compiled pack, whose tables and columns
are plain words; values stand in the tables of parameters alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.tasks.evaluation.parameters import (
    AGGREGATES,
    EITHER,
    GROUPS,
    NAMING,
    Parameters,
    path_name,
)
from fictionworld.tasks.specification import Path


def view_sql(pack: CompiledPack, table: str, paths: Iterable[Path]) -> str:
    """Return the query for `world_id`, `id` and one column a path, named by `path_name`.

    Decimals are whole numbers of their last digit and dates days since 1970-01-01, so that every
    number is a BIGINT: one comparison fits all.
    """
    joins: dict[Path, str] = {(): "base"}
    lines = [f'FROM "{pack.tables[table].sql_name}" AS base']
    columns = ["base.world_id", "base.id"]
    for path in sorted(set(paths)):
        for length in range(1, len(path)):
            prefix = path[:length]
            if prefix not in joins:
                joins[prefix] = f"joined_{len(joins)}"
                target = pack.column(table, prefix).target
                assert target is not None
                before = joins[prefix[:-1]]
                lines.append(
                    f'LEFT JOIN "{pack.tables[target].sql_name}" AS {joins[prefix]} '
                    f"ON {joins[prefix]}.world_id = base.world_id "
                    f'AND {joins[prefix]}.id = {before}."{prefix[-1]}"'
                )
        column = pack.column(table, path)
        columns.append(f'{_coded(column, joins[path[:-1]])} AS "{path_name(path)}"')
    return f"SELECT {', '.join(columns)} {' '.join(lines)}"


def _coded(column: CompiledColumn, source: str) -> str:
    value = f'{source}."{column.name}"'
    if column.is_text:
        return value
    if column.kind == "date":
        return f"({value} - DATE '1970-01-01')::BIGINT"
    if column.decimals:
        return f"({value} * {10**column.decimals})::BIGINT"
    return f"{value}::BIGINT"


def passed_sql(pack: CompiledPack, parameters: Parameters) -> str:
    """Return the query that makes `passed`: the rows that pass all tests of a task.

    It has the task, the row of the base, and what the columns of `tasks` name of it.
    """
    bases = " UNION ALL ".join(_passed(pack, table, parameters) for table in parameters.named)
    return f"CREATE OR REPLACE TEMP TABLE passed AS {bases}"


def _passed(pack: CompiledPack, table: str, parameters: Parameters) -> str:
    """Return the part of `passed_sql` for one base table."""
    of_base = f"t.base = '{table}'"
    test = _test(pack, table, parameters.tested(table, member=False))
    tests = [
        (
            f"SELECT task, id, {_HOLDS} AS holds FROM (SELECT t.task, v.id, {test} "
            "FROM tasks AS t JOIN conditions AS c ON c.task = t.task AND c.scope = 0 "
            f'JOIN "view {table}" AS v ON v.world_id = t.world_id WHERE {of_base})'
        )
    ]
    if parameters.has_either:
        tests.append(
            f"SELECT task, id, bool_or({_HOLDS}) AS holds FROM (SELECT t.task, v.id, {test} "
            f"FROM tasks AS t JOIN conditions AS c ON c.task = t.task AND c.scope = {EITHER} "
            f'JOIN "view {table}" AS v ON v.world_id = t.world_id WHERE {of_base}) '
            "GROUP BY task, id"
        )
    for child, by in sorted(parameters.children[table]):
        test = _test(pack, child, parameters.tested(child, member=True))
        # rows of the child that pass all of the membership's own tests, and what they point to
        pointed = (
            "SELECT task, scope, id FROM "
            f'(SELECT t.task, m.scope, v.id AS row, v."{by}" AS id, {test} FROM tasks AS t '
            f"JOIN members AS m ON m.task = t.task AND m.child = '{child}' AND m.by = '{by}' "
            f'JOIN "view {child}" AS v ON v.world_id = t.world_id '
            f"LEFT JOIN conditions AS c ON c.task = t.task AND c.scope = m.scope WHERE {of_base}) "
            f"GROUP BY task, scope, row, id HAVING bool_and(path IS NULL OR {_HOLDS})"
        )
        tests.append(
            f"SELECT t.task, v.id, (p.id IS NOT NULL) = m.holds AS holds FROM tasks AS t "
            f"JOIN members AS m ON m.task = t.task AND m.child = '{child}' AND m.by = '{by}' "
            f'JOIN "view {table}" AS v ON v.world_id = t.world_id '
            f"LEFT JOIN (SELECT DISTINCT * FROM ({pointed})) AS p "
            f"ON p.task = t.task AND p.scope = m.scope AND p.id = v.id WHERE {of_base}"
        )
    named = parameters.named[table]
    chosen = ", ".join(
        f"""{_chosen(f't."{column}"', named[column], as_text=column in _AS_TEXT)} AS "{column}\""""
        for column in NAMING
    )
    return (
        f"SELECT t.task, v.id, {chosen} FROM tasks AS t "
        f'JOIN "view {table}" AS v ON v.world_id = t.world_id '
        f"ANTI JOIN (SELECT task, id FROM ({' UNION ALL '.join(tests)}) WHERE NOT holds) AS f "
        f"ON f.task = t.task AND f.id = v.id WHERE {of_base}"
    )


_AS_TEXT: Final = {"against_per", "extreme_per", *(f"group_{index}" for index in range(GROUPS))}
"""What rows are put together by: as text, whatever the column's type."""

KEPT: Final = """
    WITH measured AS (
        SELECT p.task, p.id, t.against, t.above, t.against_per, t."order" AS ordering, t.sign, t.k,
               t.extreme_per, p.against AS measure, p.against_per AS per, p."order" AS score,
               p.extreme_per AS part
        FROM passed AS p JOIN tasks AS t ON t.task = p.task WHERE NOT t.aggregated
    ), against AS (
        SELECT * FROM measured
        WHERE against IS NULL
           OR (measure IS NOT NULL AND (against_per IS NULL OR per IS NOT NULL))
        WINDOW same AS (PARTITION BY task, per)
        QUALIFY against IS NULL OR CASE WHEN above
            THEN measure::HUGEINT * count(*) OVER same > sum(measure) OVER same
            ELSE measure::HUGEINT * count(*) OVER same < sum(measure) OVER same END
    ), ranked AS (
        SELECT *, row_number() OVER ordered AS place,
               rank() OVER (PARTITION BY task, part ORDER BY sign * score) AS standing,
               abs(score - lead(score) OVER ordered) AS lead_by,
               lead(score) OVER ordered IS NOT DISTINCT FROM score AS level
        FROM against
        WHERE ordering IS NULL
           OR (score IS NOT NULL AND (extreme_per IS NULL OR part IS NOT NULL))
        WINDOW ordered AS (PARTITION BY task, part ORDER BY sign * score, id)
    )
    SELECT task, id, CASE WHEN ordering IS NULL THEN 0 ELSE place END AS place, lead_by,
           ordering IS NOT NULL AND level AS level
    FROM ranked WHERE ordering IS NULL OR standing <= k ORDER BY task, id
"""
"""Task, row, place, lead, and whether the next row is level; for tasks without figures.

Rows that are level with the last of the k are kept too.
"""

_PARTS: Final = ", ".join(f"p.group_{index}" for index in range(GROUPS))
_FIGURES: Final = ", ".join(
    f"{of}(p.figure_{index})"
    for index in range(AGGREGATES)
    for of in ("sum", "count", "min", "max")
)
_THERE: Final = " AND ".join(
    f"(t.group_{index} IS NULL OR p.group_{index} IS NOT NULL)" for index in range(GROUPS)
)
GROUPED: Final = f"""
    SELECT p.task, min(p.id), count(*), {_FIGURES}
    FROM passed AS p JOIN tasks AS t ON t.task = p.task
    WHERE t.aggregated AND {_THERE}
    GROUP BY p.task, {_PARTS} ORDER BY p.task, min(p.id)
"""
"""Task, the group's first row, its count, and sum, number, least, most of each figure."""


def _chosen(by: str, paths: Iterable[Path], *, as_text: bool) -> str:
    """Return the SQL for the value of the column that `by` names; NULL where it names none."""
    kind = "VARCHAR" if as_text else "BIGINT"
    names = sorted(map(path_name, paths))
    cases = "".join(f"""WHEN '{name}' THEN v."{name}"::{kind} """ for name in names)
    return f"CASE {by} {cases}END" if cases else f"NULL::{kind}"


def _test(pack: CompiledPack, table: str, paths: Sequence[Path]) -> str:
    """Return the SQL for the condition `c` and the value of row `v` in the column it tests."""
    texts = {path for path in paths if pack.column(table, path).is_text}
    return (
        "c.path, c.low, c.high, c.numbers, c.texts, c.negated, "
        f"{_chosen('c.path', set(paths) - texts, as_text=False)} AS number, "
        f"{_chosen('c.path', texts, as_text=True)} AS text"
    )


_HOLDS: Final = (
    "coalesce(CASE WHEN number IS NOT NULL "
    "THEN (number BETWEEN low AND high OR list_contains(numbers, number)) <> negated "
    "WHEN text IS NOT NULL THEN list_contains(texts, text) <> negated END, false)"
)
"""Whether a row passes a condition; it does not where it has no value there.

What `list_contains` returns for NULL depends on DuckDB's version: 2.0.1 returns false for an empty
list, where 2.0.0 returns NULL.
"""

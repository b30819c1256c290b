"""The SQL of a base table: what passes, what is kept, what is put together in groups.

Columns are chosen by CASE over the paths that the parameters name. All names come from a compiled
pack, whose tables and columns are plain words; values stand in the tables of parameters alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.evaluation.parameters import AGGREGATES, GROUPS
from fictionworld.tasks.evaluation.views import is_text, path_name

if TYPE_CHECKING:
    from collections.abc import Collection

    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.tasks.evaluation.parameters import Parameters
    from fictionworld.tasks.specification import Path

__all__ = ["grouped_sql", "kept_sql", "passed_sql"]


def passed_sql(pack: CompiledPack, table: str, parameters: Parameters) -> str:
    """`passed`: task and row of the base, for the rows that pass all tests."""
    test = _test(pack, table, parameters.tested(0, table))
    tests = [
        (
            f"SELECT t.task, v.id, {test} AS holds "
            "FROM tasks AS t JOIN conditions AS c ON c.task = t.task AND c.scope = 0 "
            f'JOIN "view {table}" AS v ON v.world_id = t.world_id'
        )
    ]
    for child, by in sorted(set(parameters.members.select("child", "by").iter_rows())):
        test = _test(pack, child, parameters.tested(1, child))
        # rows of the child that pass all of the membership's own tests, and what they point to
        pointed = (
            f'SELECT t.task, m.scope, v."{by}" AS id FROM tasks AS t '
            f"JOIN members AS m ON m.task = t.task AND m.child = '{child}' AND m.by = '{by}' "
            f'JOIN "view {child}" AS v ON v.world_id = t.world_id '
            "LEFT JOIN conditions AS c ON c.task = t.task AND c.scope = m.scope "
            f'GROUP BY t.task, m.scope, v.id, v."{by}" '
            f"HAVING bool_and(c.path IS NULL OR {test})"
        )
        tests.append(
            f"SELECT t.task, v.id, (p.id IS NOT NULL) = m.holds AS holds FROM tasks AS t "
            f"JOIN members AS m ON m.task = t.task AND m.child = '{child}' AND m.by = '{by}' "
            f'JOIN "view {table}" AS v ON v.world_id = t.world_id '
            f"LEFT JOIN (SELECT DISTINCT * FROM ({pointed})) AS p "
            "ON p.task = t.task AND p.scope = m.scope AND p.id = v.id"
        )
    named = {path_name(path) for paths in parameters.named.values() for path in paths}
    needed = "".join(f', v."{name}"' for name in sorted(named))
    return (
        "CREATE OR REPLACE TEMP TABLE passed AS "
        f"SELECT t.task, v.id{needed} FROM tasks AS t "
        f'JOIN "view {table}" AS v ON v.world_id = t.world_id '
        f"ANTI JOIN (SELECT task, id FROM ({' UNION ALL '.join(tests)}) WHERE NOT holds) AS f "
        "ON f.task = t.task AND f.id = v.id"
    )


def kept_sql(parameters: Parameters) -> str:
    """Task, row, place, lead, and whether a neighbour is level; for tasks without figures."""
    named = parameters.named
    measure = _chosen("t.against", named["against"], "p")
    per = _chosen_text("t.against_per", named["against_per"], "p")
    order = _chosen('t."order"', named["order"], "p")
    group = _chosen_text("t.extreme_per", named["extreme_per"], "p")
    return f"""
        WITH measured AS (
            SELECT p.task, p.id, t.against, t.above, t.against_per, t."order" AS ordering,
                   t.sign, t.k, t.extreme_per, {measure} AS measure, {per} AS per,
                   {order} AS score, {group} AS part
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
                   abs(score - lead(score) OVER ordered) AS lead_by,
                   lead(score) OVER ordered IS NOT DISTINCT FROM score AS level
            FROM against
            WHERE ordering IS NULL
               OR (score IS NOT NULL AND (extreme_per IS NULL OR part IS NOT NULL))
            WINDOW ordered AS (PARTITION BY task, part ORDER BY sign * score, id)
        )
        SELECT task, id, CASE WHEN ordering IS NULL THEN 0 ELSE place END AS place, lead_by,
               ordering IS NOT NULL AND level AS level
        FROM ranked WHERE ordering IS NULL OR place <= k ORDER BY task, id
    """


def grouped_sql(parameters: Parameters) -> str:
    """Task, the group's first row, its count, and sum, number, least, most of each figure."""
    named = parameters.named
    groups = [
        f"{_chosen_text(f't.group_{place}', named[f'group_{place}'], 'p')} AS part_{place}"
        for place in range(GROUPS)
    ]
    figures = [
        f"{_chosen(f't.figure_{place}', named[f'figure_{place}'], 'p')} AS figure_{place}"
        for place in range(AGGREGATES)
    ]
    summed = ", ".join(
        f"sum(figure_{place}), count(figure_{place}), min(figure_{place}), max(figure_{place})"
        for place in range(AGGREGATES)
    )
    grouped = ", ".join(f"part_{place}" for place in range(GROUPS))
    there = " AND ".join(
        f"(t.group_{place} IS NULL OR part_{place} IS NOT NULL)" for place in range(GROUPS)
    )
    return f"""
        SELECT task, min(id), count(*), {summed} FROM (
            SELECT p.task, p.id, {", ".join(groups)}, {", ".join(figures)}
            FROM passed AS p JOIN tasks AS t ON t.task = p.task
            WHERE t.aggregated AND {there}
        ) GROUP BY task, {grouped} ORDER BY task, min(id)
    """


def _chosen(by: str, paths: Collection[Path], view: str) -> str:
    """The number in the column that `by` names; NULL where it names none."""
    if not paths:
        return "NULL::BIGINT"
    cases = " ".join(
        f"""WHEN '{path_name(path)}' THEN {view}."{path_name(path)}\"""" for path in sorted(paths)
    )
    return f"CASE {by} {cases} END"


def _chosen_text(by: str, paths: Collection[Path], view: str) -> str:
    """The same as text, whatever the column's type."""
    if not paths:
        return "NULL::VARCHAR"
    cases = " ".join(
        f"""WHEN '{path_name(path)}' THEN {view}."{path_name(path)}"::VARCHAR"""
        for path in sorted(paths)
    )
    return f"CASE {by} {cases} END"


def _test(pack: CompiledPack, table: str, paths: list[Path]) -> str:
    """Whether the row `v` passes the condition `c`; false for a missing value."""
    cases = []
    for path in paths:
        value = f'v."{path_name(path)}"'
        if is_text(pack, table, path):
            passes = f"list_contains(c.texts, {value})"
        else:
            passes = f"({value} BETWEEN c.low AND c.high OR list_contains(c.numbers, {value}))"
        cases.append(f"WHEN '{path_name(path)}' THEN {value} IS NOT NULL AND {passes} <> c.negated")
    return f"coalesce(CASE c.path {' '.join(cases)} END, false)" if cases else "true"

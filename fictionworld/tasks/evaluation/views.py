"""Views: a table with what its references lead to beside it, values as whole numbers or text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.tasks.specification import Path

__all__ = ["is_text", "path_name", "view_sql"]


def path_name(path: Path) -> str:
    """What a view calls the column at the end of a path: `series.brand.name`."""
    return ".".join(path)


def is_text(pack: CompiledPack, table: str, path: Path) -> bool:
    """Whether the view holds this path as text rather than as whole numbers."""
    return pack.column(table, path).is_text


def view_sql(pack: CompiledPack, table: str, paths: Iterable[Path]) -> str:
    """The query for `world_id`, `id` and one column a path, named by `path_name`.

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

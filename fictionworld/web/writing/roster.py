"""Rows of which a page says only that they belong to its subject: `Players at FC Aldun: A, B`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import joined, sentence
from fictionworld.web.writing.blocks import key_cell

if TYPE_CHECKING:
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["roster"]


def roster(sheet: Sheet, table: str, stated: dict[int, list[str]]) -> tuple[list[str], list[int]]:
    """Sentences that name rows behind what they share, and which rows these are.

    Rows of which one column is stated, a reference to the subject of the page, share its value: it
    is said once, and marked as the fact of each.
    """
    plan, scene = sheet.plan, sheet.scene
    alike: dict[str, list[int]] = {}
    for row, columns in stated.items():
        if len(columns) != 1:
            continue
        telling = scene.tellings[table, columns[0]]
        own = telling.column.target == plan.table and plan.row is not None
        if own and scene.rows[table][row - 1][columns[0]] == plan.row:
            alike.setdefault(columns[0], []).append(row)
    texts, told = [], []
    for column, rows in alike.items():
        given = scene.tellings[table, column].column.spec.spoken.where
        stem = scene.nouns[table].one[:4]  # no player playing
        where = [t for t in given if t.count("{value}") == 1 and not t.startswith(stem)]
        kin = scene.tellings[table, column].column.target == table
        if not where or (kin and len(rows) == 1):
            continue
        texts.append(_sentence(sheet, table, column, rows, sheet.dice.pick(where)))
        told += rows
    return texts, told


def _sentence(sheet: Sheet, table: str, column: str, rows: list[int], where: str) -> str:
    scene = sheet.scene
    target = scene.tellings[table, column].column.target or ""
    value = scene.name(target, sheet.plan.row or 0)
    shared = sheet.mark_all(value, table, rows, column)
    if "the {value}" not in where:
        shared = scene.phrase(target, sheet.plan.row or 0, shared)
    names = joined([_named(sheet, table, row, column) for row in rows])
    nouns = scene.nouns[table]
    many = f"{nouns.one if len(rows) == 1 else nouns.many} {where.replace('{value}', shared)}"
    if len(rows) > 1 and sheet.dice.chance(0.4):
        return f"Among the {many} are {names}."
    return f"{sentence(many)}: {names}."


def _named(sheet: Sheet, table: str, row: int, shared: str) -> str:
    scene = sheet.scene
    if scene.is_named(table):
        return sheet.link(table, row)
    key = [name for name in scene.identity[table] if name != shared]
    return scene.of_key(
        table, [(name, key_cell(sheet, scene.tellings[table, name], row)) for name in key]
    )

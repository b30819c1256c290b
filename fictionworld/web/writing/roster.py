"""Rows of which a page says only that they belong to its subject: `Players at FC Aldun: A, B`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import joined, sentence
from fictionworld.web.writing.blocks import key_cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.web.writing.sheet import Sheet

__all__ = ["roster", "shared_columns"]


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
        wording = scene.wordings[table, columns[0]]
        own = wording.target == plan.table and plan.row is not None
        if own and wording.cells[row] == plan.row:
            alike.setdefault(columns[0], []).append(row)
    texts, named = [], []
    for column, rows in alike.items():
        where = _conditions(sheet, table, column)
        kin = scene.wordings[table, column].target == table
        if not where or (kin and len(rows) == 1):
            continue
        texts.append(_sentence(sheet, table, column, rows, sheet.rng.pick(where)))
        named += rows
    return texts, named


def shared_columns(
    sheet: Sheet, table: str, rows: list[int], columns: Sequence[str]
) -> tuple[list[str], list[str]]:
    """A line that says once what all rows say of the subject of the page, such as `Phones of the
    Nova series:`, and the columns that are left to state.
    """
    plan, scene = sheet.plan, sheet.scene
    left = list(columns)
    for name in columns if plan.row is not None and len(columns) > 1 else ():
        where = _conditions(sheet, table, name)
        wording = scene.wordings[table, name]
        own = wording.target == plan.table
        if own and where and all(wording.cells[row] == plan.row for row in rows):
            said = _shared(sheet, table, name, rows, sheet.rng.pick(where))
            left.remove(name)
            return [f"{sentence(scene.nouns[table].many)} {said}:"], left
    return [], left


def _conditions(sheet: Sheet, table: str, column: str) -> list[str]:
    """The pack's words that stand behind the rows' noun and have one slot."""
    given = sheet.scene.wordings[table, column].column.spec.spoken.where
    stem = sheet.scene.nouns[table].one[:4]  # no player playing
    return [t for t in given if t.count("{value}") == 1 and not t.startswith(stem)]


def _shared(sheet: Sheet, table: str, column: str, rows: list[int], where: str) -> str:
    """`of the Nova series`, marked as the fact of each of the rows."""
    scene = sheet.scene
    wording = scene.wordings[table, column]
    target = wording.target or ""
    value = scene.name(target, sheet.plan.row or 0)
    shared = sheet.mark_all(value, wording, rows)
    if "the {value}" not in where:
        shared = scene.phrase(target, sheet.plan.row or 0, shared)
    return where.replace("{value}", shared)


def _sentence(sheet: Sheet, table: str, column: str, rows: list[int], where: str) -> str:
    scene = sheet.scene
    said = _shared(sheet, table, column, rows, where)
    names = joined([_named(sheet, table, row, column) for row in rows])
    nouns = scene.nouns[table]
    many = f"{nouns.one if len(rows) == 1 else nouns.many} {said}"
    if len(rows) > 1 and sheet.rng.chance(0.4):
        return f"Among the {many} are {names}."
    return f"{sentence(many)}: {names}."


def _named(sheet: Sheet, table: str, row: int, shared: str) -> str:
    scene = sheet.scene
    if scene.is_named(table):
        return sheet.link(table, row)
    key = [name for name in scene.identity[table] if name != shared]
    return scene.of_key(
        table, [(name, key_cell(sheet, scene.wordings[table, name], row)) for name in key]
    )

"""Which rows of a world are in a task's answer, as far as the answer is a list of named rows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.subjects import Row
from fictionworld.tasks.record import Task
from fictionworld.tasks.selection import select
from fictionworld.tasks.specification import Path, Specification


@dataclass(frozen=True, slots=True)
class ListedTask:
    """One task whose answer lists rows with names: some of a table, and not all."""

    task: Task
    table: str
    members: tuple[Row, ...]
    others: tuple[Row, ...]


def memberships(audited: AuditedWorld) -> list[ListedTask]:
    """The tasks of a world whose answer separates some named rows from others."""
    found = []
    for task in audited.tasks:
        specification = audited.specifications[task.task_id]
        table = specification.table
        if specification.aggregated or audited.handle.pack.tables[table].name_column is None:
            continue
        rows = audited.handle.rows
        ids = rows.ids(table)
        kept = {ids[place] for place in select(specification, rows).kept}
        members = tuple((table, row) for row in ids if row in kept)
        others = tuple((table, row) for row in ids if row not in kept)
        if members and others:
            found.append(ListedTask(task, table, members, others))
    return found


def rivals_of(audited: AuditedWorld, one: ListedTask) -> tuple[Row, ...]:
    """The rows that nothing but protected facts keeps out of the answer.

    A search may name rows and state their context: who asks for the phones of a brand may see which
    they are. So rows that context or a name rules out are no rivals. None where membership does
    not rest on protected facts alone beyond that.
    """
    asked = audited.specifications[one.task.task_id]
    open_part = _open_part(audited, asked)
    if open_part is None:
        return ()
    rows = audited.handle.rows
    ids = rows.ids(one.table)
    held = {ids[place] for place in select(open_part, rows).after_members}
    return tuple(row for row in one.others if row[1] in held)


def _open_part(audited: AuditedWorld, asked: Specification) -> Specification | None:
    """What is asked, as far as context decides it; None where an order of context decides."""
    table = asked.table
    for path in (
        asked.extreme.order if asked.extreme is not None else None,
        asked.against.measure if asked.against is not None else None,
    ):
        if path is not None and not _is_protected(audited, table, path):
            return None
    return replace(
        asked,
        where=tuple(c for c in asked.where if not _is_protected(audited, table, c.path)),
        members=tuple(
            member
            for member in asked.members
            if not any(_is_protected(audited, member.table, c.path) for c in member.where)
            and not _is_protected(audited, member.table, (member.by,))
        ),
        against=None,
        extreme=None,
        groups=(),
    )


def _is_protected(audited: AuditedWorld, table: str, path: Path) -> bool:
    """Whether a path leads through a protected cell, or ends at one."""
    pack = audited.handle.pack
    return any(
        pack.column(table, path[:length]).role == "askable"
        for length in range(1 if path[0] != "setting" else 2, len(path) + 1)
    )

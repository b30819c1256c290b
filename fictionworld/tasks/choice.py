"""Selects tasks by kind, split, pack, and how much there is to read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, get_args

from fictionworld.errors import UsageError, nearest
from fictionworld.tasks.level import LEVELS, levels_of
from fictionworld.tasks.record import Task
from fictionworld.tasks.specification import TaskKind

KINDS: Final[tuple[TaskKind, ...]] = get_args(TaskKind)


def chosen_tasks(
    tasks: Iterable[Task],
    *,
    split: str | None = None,
    pack: str | None = None,
    kind: str | Sequence[str] | None = None,
    characters: tuple[int, int] | None = None,
    level: int | Collection[int] | None = None,
) -> list[Task]:
    """Return the tasks that fit all filters, in their order; None does not filter.

    Args:
        tasks: The tasks to select from.
        split: `train`, `eval` or `test`.
        pack: A pack's name.
        kind: `wide`, `deep`, `empty`, or several of them.
        characters: The least and the most `least_characters`, both included.
        level: From 1 to 5, or several of them.

    Raises:
        UsageError: There is no such kind or level, or the least is more than the most.
    """
    kinds = None if kind is None else _kinds([kind] if isinstance(kind, str) else kind)
    levels = LEVELS if level is None else levels_of([level] if isinstance(level, int) else level)
    if characters is not None and not 0 <= characters[0] <= characters[1]:
        raise UsageError(
            f"got characters={characters!r}; allowed: the least and the most, such as (0, 60_000)"
        )
    return [
        task
        for task in tasks
        if split in {None, task.split}
        and pack in {None, task.pack}
        and (kinds is None or task.kind in kinds)
        and task.level in levels
        and (characters is None or characters[0] <= task.least_characters <= characters[1])
    ]


def parse_kinds(text: str) -> tuple[TaskKind, ...]:
    """Return the kinds named in a text such as `wide,deep`.

    Raises:
        UsageError: A name is not a kind.
    """
    return _kinds([name.strip() for name in text.split(",")])


def parse_characters(text: str) -> tuple[int, int]:
    """Return the least and the most characters of a text such as `0-60000`.

    Raises:
        UsageError: The text is not such a range.
    """
    match = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", text)
    if match is None or int(match[1]) > int(match[2]):
        raise UsageError(
            f"--characters: got {text!r}; allowed: the least and the most, such as 0-60000"
        )
    return int(match[1]), int(match[2])


def _kinds(asked: Sequence[str]) -> tuple[TaskKind, ...]:
    for name in asked:
        if name not in KINDS:
            raise UsageError(
                f"got kind {name!r}; allowed: {', '.join(KINDS)}{nearest(name, KINDS)}"
            )
    return tuple(kind for kind in KINDS if kind in asked)

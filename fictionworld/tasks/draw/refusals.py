"""Why a drawn task is not kept: one check after another over what SQL found for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum

from fictionworld.packs.compiled import QUANTITIES
from fictionworld.tasks.draw.group_sizes import group_sizes, share_told
from fictionworld.tasks.evaluation.evaluate import FoundRows
from fictionworld.tasks.options import TaskOptions
from fictionworld.tasks.specification import Specification
from fictionworld.tasks.stated import follows_from_stated
from fictionworld.worlds.rows import Code, WorldColumns

MOST_GUESSED = 0.2
"""The most that guessing one value for a whole column may earn, as item F1 of the values."""
MOST_MISSING = 0.34
"""The largest share of an answer's rows that may have no value in a column."""
_COLUMNS_WIDE = (3, 8)
_ROWS_DEEP = (1, 4)


def share_guessed(values: Sequence[Code]) -> float:
    """Return the share of these cells that the best single guess gets right; 0 without cells.

    The best guess is their commonest value, a missing one counted as a value: the middle one of
    their numbers comes no more often.
    """
    if not values:
        return 0.0
    return max(Counter(values).values()) / len(values)


def guesses(everywhere: Iterable[Code]) -> set[Code]:
    """Return what one would guess for a cell of a column: the commonest value and the middle one.

    Of an even number of numbers both middle ones are returned. A value that is the commonest only
    because it comes first, among values that all come once, is no guess.
    """
    values = [value for value in everywhere if value is not None]
    guessed: set[Code] = set(_middle(values))
    guessed |= {value for value, count in Counter(values).most_common(1) if count > 1}
    return guessed


def _middle(values: Iterable[Code]) -> list[int]:
    numbers = sorted(value for value in values if isinstance(value, int))
    return numbers[(len(numbers) - 1) // 2 : len(numbers) // 2 + 1]


def refusal(
    specification: Specification,
    found: FoundRows,
    rows: Sequence[tuple[Code, ...]],
    columns: WorldColumns,
    options: TaskOptions,
) -> str | None:
    """Return why this answer makes no task; None where it does."""
    outputs = specification.outputs
    if found.tied:
        return "a tie at the cut"
    least, most = {"wide": options.rows, "deep": _ROWS_DEEP, "empty": (0, 0)}[specification.kind]
    if not least <= len(rows) <= most:
        return "too few or too many rows"
    if specification.kind == "wide" and not _COLUMNS_WIDE[0] <= len(outputs) <= _COLUMNS_WIDE[1]:
        return "too few or too many columns"
    keys = [position for position, output in enumerate(outputs) if output.role == "key"]
    key_rows = [tuple(row[position] for position in keys) for row in rows]
    if any(None in key for key in key_rows):
        return "a row that nothing names"
    if len(set(key_rows)) < len(key_rows):
        return "rows that nothing distinguishes"
    for position, output in enumerate(outputs):
        if output.role == "value" and rows:
            missing = sum(row[position] is None for row in rows)
            if missing > MOST_MISSING * len(rows) or (len(rows) == 1 and missing):
                return "too much is missing"
    if any(
        output.role == "value" and follows_from_stated(specification, output, columns.pack)
        for output in outputs
    ):
        return "search results state a value"
    if guess_floor(specification, rows, columns) > MOST_GUESSED:
        return "guessing pays"
    return None


def guess_floor(
    specification: Specification, rows: Sequence[tuple[Code, ...]], columns: WorldColumns
) -> float:
    """Return what the best guess for each column earns, keys given, as item F1 of the values.

    The guesses are the commonest value of a column and its middle one, and for a count what the
    size of its group tells (`share_told`). In a wide task they are taken from the answer's own
    column, which is more than a guesser can know; in a deep one from the column in the whole world,
    with zero, and for a count from the sizes of all its groups. 0 where the answer has no values.
    """
    values = [
        (position, output)
        for position, output in enumerate(specification.outputs)
        if output.role == "value"
    ]
    if not rows or not values:
        return 0.0
    shares = []
    for position, output in values:
        if specification.kind == "wide":
            share = share_guessed([row[position] for row in rows])
        else:
            share = _commonplace(specification, position, rows, columns)
        if output.of == "count":
            share = max(share, _told(specification, position, rows, columns))
        shares.append(share)
    return fsum(shares) / len(shares)


def _told(
    specification: Specification,
    place: int,
    rows: Sequence[tuple[Code, ...]],
    columns: WorldColumns,
) -> float:
    """Return the share of the counts of this column that the sizes of their groups tell."""
    groups, outputs = specification.groups, specification.outputs
    sizes = group_sizes(columns, specification.table, groups, specification.where)
    keys = [[output.path for output in outputs].index(path) for path in groups]
    counts: list[int] = [row[place] for row in rows]  # type: ignore[misc]  # of whole numbers
    return share_told(counts, [sizes[tuple(row[key] for key in keys)] for row in rows])


def _commonplace(
    specification: Specification,
    place: int,
    rows: Sequence[tuple[Code, ...]],
    columns: WorldColumns,
) -> float:
    """Return the share of a column's cells that one would guess from that column in the world."""
    output = specification.outputs[place]
    if output.of == "count":
        paths = [columns.cells(specification.table, path) for path in specification.groups]
        sizes = Counter(group for group in zip(*paths, strict=True) if None not in group)
        guessed = guesses(sizes.values())
    elif output.of == "cell":
        column = columns.steps(specification.table, output.path)[-1]
        guessed = guesses(columns.cells(column.table, (column.name,)))
        if column.kind in QUANTITIES:  # nothing spent, none sold: a guess for any figure
            guessed = {*guessed, 0}
    else:
        return 0.0
    return sum(row[place] in guessed for row in rows) / len(rows)

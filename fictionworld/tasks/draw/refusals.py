"""Why a drawn task is not kept: one check after another over what SQL found for it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fictionworld.tasks.draw.guessing import MOST_GUESSED, guesses, share_guessed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.tasks.evaluation.evaluate import Found
    from fictionworld.tasks.options import TaskOptions
    from fictionworld.tasks.specification import Specification
    from fictionworld.worlds.rows import Code, WorldColumns

__all__ = ["guess_floor", "refusal"]

_MOST_MISSING = 0.34
_COLUMNS_WIDE = (3, 8)
_ROWS_DEEP = (1, 4)


def refusal(
    specification: Specification,
    found: Found,
    rows: Sequence[tuple[Code, ...]],
    columns: WorldColumns,
    options: TaskOptions,
) -> str | None:
    """Why this answer makes no task; None where it does."""
    outputs = specification.outputs
    if found.tied:
        return "a tie at the cut"
    least, most = {"wide": options.rows, "deep": _ROWS_DEEP, "empty": (0, 0)}[specification.kind]
    if not least <= len(rows) <= most:
        return "too few or too many rows"
    if specification.kind == "wide" and not _COLUMNS_WIDE[0] <= len(outputs) <= _COLUMNS_WIDE[1]:
        return "too few or too many columns"
    keys = [place for place, output in enumerate(outputs) if output.role == "key"]
    found = [tuple(row[place] for place in keys) for row in rows]
    if any(None in key for key in found):
        return "a row that nothing names"
    if len(set(found)) < len(found):
        return "rows that nothing tells apart"
    for place, output in enumerate(outputs):
        if output.role == "value" and rows:
            missing = sum(row[place] is None for row in rows)
            if missing > _MOST_MISSING * len(rows) or (len(rows) == 1 and missing):
                return "too much is missing"
    if guess_floor(specification, rows, columns) > MOST_GUESSED:
        return "guessing pays"
    return None


def guess_floor(
    specification: Specification, rows: Sequence[tuple[Code, ...]], columns: WorldColumns
) -> float:
    """What guessing one value for a whole column earns, keys given, as item F1 of the values.

    The better of two guesses for each column: its commonest value and its middle one. In a wide
    task they are those of the answer's own column, which is more than a guesser can know; in a deep
    one those of the column in the whole world, of a count those of the sizes of all its groups. 0
    where the answer has no values.
    """
    places = [place for place, one in enumerate(specification.outputs) if one.role == "value"]
    if not rows or not places:
        return 0.0
    if specification.kind == "wide":
        shares = [share_guessed([row[place] for row in rows]) for place in places]
    else:
        shares = [_commonplace(specification, place, rows, columns) for place in places]
    return sum(shares) / len(shares)


def _commonplace(
    specification: Specification,
    place: int,
    rows: Sequence[tuple[Code, ...]],
    columns: WorldColumns,
) -> float:
    """The share of these cells that are what one would guess of their column in this world."""
    output = specification.outputs[place]
    if output.of == "count":
        paths = [columns.values(specification.table, path) for path in specification.groups]
        sizes = Counter(group for group in zip(*paths, strict=True) if None not in group)
        guessed = guesses(sizes.values())
    elif output.of == "cell":
        column = columns.steps(specification.table, output.path)[-1]
        guessed = guesses(columns.values(column.table, (column.name,)))
    else:
        return 0.0
    return sum(row[place] in guessed for row in rows) / len(rows)

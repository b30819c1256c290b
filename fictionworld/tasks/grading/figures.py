"""The figures of a grade, each with its formula.

Of an answer of P rows and a key of G rows and C columns, V of them of role `value`. A row of the
answer matches a row of the key by its key cells. P counts every row given; rows that say the same
count once, and so the same key with two different values counts twice.

    precision = right / given      recall = right / expected      f1 = 2pr / (p + r), 0 if p + r = 0

| figure | right | given | expected |
|---|---|---|---|
| by item | right cells of matched rows, key cells included | P·C | G·C |
| by row | matched rows with every cell right | P | G |
| value | right cells of role `value` in matched rows | V·(rows of P that match) | G·V |
| grounded | in matched rows v + k·v/n: see `Figures.f1_grounded` | P·C | G·C |
| evidenced | the same, of right cells that what was shown determines | P·C | G·C |
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["GradeCounts", "Figures", "figures"]


@dataclass(frozen=True, slots=True)
class Figures:
    """What an answer is worth. All from 0 to 1."""

    f1_by_item: float
    precision_by_item: float
    recall_by_item: float
    """As WideSearch defines them: a right row name earns its cell."""
    f1_by_row: float
    precision_by_row: float
    recall_by_row: float
    """A row counts if all its cells are right."""
    score: float
    """1 where all of the above are 1, else 0."""
    f1_value: float | None
    """Item F1 over cells of role `value` of rows whose keys match: its precision is over the value
    cells of the answer's matching rows, blank ones too, its recall over all value cells of the
    key. Names and places (ranks 1..k) earn nothing in it. None for keys without rows, and for keys
    without a column of role `value`. A gauge of shortcuts and no reward to train on: rows that
    match nothing cost nothing in it, so that a dump of a whole table earns much."""
    f1_grounded: float
    """Item F1 in which the cells of a row that anybody could write count by the share of its values
    that are right. Of a row with n values, v of them right, v cells count in full, and its k other
    right cells by v/n: key cells, a place, and where the row has values also a missing one that the
    answer says is missing (`NA`; a blank says nothing). Of a row whose values are all missing in
    the key these are its values. Equal to `f1_by_item` for keys without a column of role `value`.
    It does not look at how the agent came by a value."""
    f1_evidenced: float | None = None
    """The same, and a right cell counts only where the facts that the agent was shown determine it
    (`tasks/determination.py`); a key without rows only where they rule out every row. The default
    reward of episodes. None where it is not known what was shown."""


@dataclass(frozen=True, slots=True)
class GradeCounts:
    """What the figures are computed from."""

    columns: int
    values: int
    """Columns of role `value`."""
    expected: int
    """Rows of the key."""
    given: int
    """Rows of the answer."""
    matching: int
    """Rows of the answer that match."""
    right_cells: int
    right_rows: int
    right_values: int
    grounded: float
    """The sum of v + k·v/n over matched rows."""
    evidenced_cells: int | None = None
    """Right cells that what was shown determines; None where it is not known what was shown. For a
    key without rows 1 where every row is ruled out, else 0."""
    evidenced: float = 0.0
    """As `grounded`, of these."""


def figures(counts: GradeCounts) -> Figures:
    """Return the figures of a grade from its counts.

    For a key without rows they are 1 throughout where the table has none either (`given` 0), else
    0, and `f1_value` is None.
    """
    if counts.expected == 0:
        right = float(counts.given == 0)
        settled = None if counts.evidenced_cells is None else right * counts.evidenced_cells
        return Figures(right, right, right, right, right, right, right, None, right, settled)
    c = counts
    items = c.given * c.columns, c.expected * c.columns
    p_item, r_item, f_item = _f1(c.right_cells, *items)
    p_row, r_row, f_row = _f1(c.right_rows, c.given, c.expected)
    _, _, f_value = _f1(c.right_values, c.matching * c.values, c.expected * c.values)
    grounded: float = c.right_cells
    evidenced: float | None = c.evidenced_cells
    if c.values:
        grounded, evidenced = c.grounded, None if evidenced is None else c.evidenced
    _, _, f_grounded = _f1(grounded, *items)
    f_evidenced = None if evidenced is None else _f1(evidenced, *items)[2]
    return Figures(
        f1_by_item=f_item,
        precision_by_item=p_item,
        recall_by_item=r_item,
        f1_by_row=f_row,
        precision_by_row=p_row,
        recall_by_row=r_row,
        score=float(p_item == r_item == p_row == r_row == 1),
        f1_value=f_value if c.values else None,
        f1_grounded=f_grounded,
        f1_evidenced=f_evidenced,
    )


def _f1(right: float, given: int, expected: int) -> tuple[float, float, float]:
    """Return precision, recall and F1."""
    if right == 0:
        return 0.0, 0.0, 0.0
    precision, recall = right / given, right / expected
    return precision, recall, 2 * precision * recall / (precision + recall)

"""Sentences that follow from values on the page: who won, praise by score, a rise or a fall.

Each is marked with all facts that it follows from (`PageWriter.follow`). Whether there is one, and
which text of a pool, depends on the columns stated. The pool alone depends on their values.
"""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from typing import Final

from fictionworld.web.words import web_words
from fictionworld.web.writing.context import ColumnWording
from fictionworld.web.writing.page_writer import PageWriter

_WORDS = web_words("consequences")

_WELL: Final = 3
"""Goals by which a match is won well."""
_OUT_OF_TEN: Final = "out of 10"
_BANDS: Final = ((Decimal("8.5"), "praised"), (Decimal(7), "liked"), (Decimal("5.5"), "doubted"))
_COMPARED: Final = frozenset({"integer", "decimal", "money"})
"""Kinds of columns whose figures of two years are compared; a rank or a share is not."""


def result_of(writer: PageWriter, table: str, row: int, columns: Collection[str]) -> list[str]:
    """Return who won a match, as one sentence; nothing where the page lacks one side's score."""
    specs = (other.spec.standings for other in writer.context.pack.world_tables)
    scores = next((spec for spec in specs if spec is not None and spec.matches == table), None)
    if scores is None or not {scores.home_scored, scores.away_scored} <= set(columns):
        return []
    context = writer.context
    names = (scores.home_scored, scores.away_scored)
    cells = [(context.wordings[table, name], row) for name in names]
    home, away = (wording.cells[row] for wording, _ in cells)
    margin = 0 if home is None or away is None else home - away
    narrowly, well = ("home_won", "home_won_well") if margin > 0 else ("away_won", "away_won_well")
    pool = well if abs(margin) >= _WELL else narrowly if margin else "drawn"
    texts = _WORDS[pool]
    # on a page no two matches end alike, whoever won
    unused = [way for way in range(len(texts)) if f"result {way}" not in writer.used]
    way = writer.rng.pick(unused or range(len(texts)))
    writer.used.add(f"result {way}")
    text = texts[way]
    for side, name in (("home", scores.home), ("away", scores.away)):
        text = text.replace(f"{{{side}}}", context.cell_text(table, row, name))
    return [writer.follow(text, cells)]


def praise_for(writer: PageWriter, table: str, row: int, columns: Collection[str]) -> list[str]:
    """Return what the first score out of ten means, as one sentence; nothing without a score."""
    wordings = (writer.context.wordings[table, name] for name in columns)
    scored = [wording for wording in wordings if wording.askable and wording.unit == _OUT_OF_TEN]
    if not scored or scored[0].column.nullable:
        return []
    score = scored[0].cells[row]
    pool = next((pool for least, pool in _BANDS if score >= least), "disliked")
    return [writer.follow(writer.rng.pick(_WORDS[pool]), [(scored[0], row)])]


def change_of(
    writer: PageWriter, wording: ColumnWording, before: tuple[int, str], after: tuple[int, str]
) -> str:
    """Return by how much a figure rose or fell from one row to another, as one sentence.

    Args:
        writer: The page, which states both figures.
        wording: The column.
        before: The row of the first figure, and what it is called: 12, `2030`.
        after: The same of the second.
    """
    first, second = wording.cells[before[0]], wording.cells[after[0]]
    part = ""
    if first <= 0:
        pool = "incomparable"
    else:
        percent = round(100 * (second - first) / first)
        pool = "rose" if percent > 0 else "fell" if percent else "stayed"
        pool = "multiplied" if percent > 100 else pool
        size = abs(percent)
        part = f"{size if size < 10 else 5 * round(size / 5)}%"
    text = writer.rng.pick(_WORDS[pool]).replace("{noun}", wording.noun).replace("{part}", part)
    text = text.replace("{before}", before[1]).replace("{after}", after[1])
    return writer.follow(text, [(wording, before[0]), (wording, after[0])])


def is_compared(wording: ColumnWording) -> bool:
    """Return whether figures of the column are compared from year to year."""
    measured = wording.column.spec.measure in {"level", "amount"}
    has_zero = not (wording.unit or "").startswith("°")  # 20 °C is not twice as warm as 10 °C
    always = wording.askable and not wording.column.nullable
    return always and measured and has_zero and wording.kind in _COMPARED

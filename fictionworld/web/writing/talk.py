"""Sentences that state nothing: remarks of the pack on such rows, asides, quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import sentence
from fictionworld.web.words import asides
from fictionworld.web.writing.prose import fill

if TYPE_CHECKING:
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["asides_for", "quote", "remarks_for"]


def asides_for(sheet: Sheet, table: str, row: int | None, count: int) -> list[str]:
    """So many sentences, no two alike: most of them the pack's own remarks where it has any."""
    dice, used = sheet.dice, sheet.used
    remarks = _remarks(sheet, table, row)
    pool = (*asides.SOURCES, *asides.FIGURES, *(asides.READERS if row is not None else ()))
    pool = tuple(text for text in pool if text not in used)
    own = min(len(remarks), count - count // 3)
    if table not in sheet.scene.nouns:
        pool = tuple(text for text in pool if "{" not in text)
    texts = [*dice.some(remarks, own), *dice.some(pool, count - own)]
    used.update(texts)
    return [sentence(fill(sheet, text, table, row)) for text in dice.some(texts, len(texts))]


def _remarks(sheet: Sheet, table: str, row: int | None) -> tuple[str, ...]:
    scene = sheet.scene
    given = scene.nouns[table].remarks if table in scene.nouns else ()
    used = sheet.used
    if row is None:
        return tuple(text for text in given if "{subject}" not in text and text not in used)
    return tuple(text for text in given if text not in used)


def remarks_for(sheet: Sheet, table: str, row: int | None, count: int) -> list[str]:
    """So many of the pack's own remarks on such rows, as many as it has."""
    texts = sheet.dice.some(_remarks(sheet, table, row), count)
    sheet.used.update(texts)
    return [sentence(fill(sheet, text, table, row)) for text in texts]


_SHAPES = (
    "“{said},” says {who}.",
    "“{said},” said {who}.",
    "“{said},” {who} told us.",
    "“{said},” {who} explained.",
    "“{said},” as {who} put it.",
    "{Who} put it this way: “{said}.”",
    "{Who} said: “{said}.”",
    "“{said},” was how {who} put it.",
    "“{said},” remarked {who}.",
)


def quote(sheet: Sheet, table: str, row: int | None) -> str:
    """What somebody says, such as `“Everybody has a theory,” says one regular.`."""
    dice = sheet.dice
    said = dice.pick([text for text in asides.QUOTES if text not in sheet.used])
    sheet.used.add(said)
    who = fill(sheet, dice.pick(asides.SPEAKERS), table, row)
    shape = dice.pick(_SHAPES)
    return shape.format(said=said, who=who, Who=sentence(who))

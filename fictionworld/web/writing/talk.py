"""Sentences that state nothing: remarks of the pack on such rows, asides, quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import sentence
from fictionworld.web.words import asides
from fictionworld.web.writing.prose import family_name, fill

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.web.writing.sheet import Sheet

__all__ = ["asides_for", "notes_for", "quote", "remarks_for", "words_lacking"]


_OF_TABLES = (*asides.SOURCES, *asides.FIGURES)
_OF_ROWS = (*_OF_TABLES, *asides.READERS)
_NOTES = (*asides.SOURCES, *asides.PRESS, *asides.FIGURES)


def asides_for(sheet: Sheet, table: str, row: int | None, count: int) -> list[str]:
    """So many sentences, no two alike: most of them the pack's own remarks where it has any."""
    rng, used = sheet.rng, sheet.used
    remarks = _remarks(sheet, table, row)
    pool = [text for text in (_OF_ROWS if row is not None else _OF_TABLES) if text not in used]
    own = min(len(remarks), count - count // 3)
    if table not in sheet.scene.nouns:
        pool = [text for text in pool if "{" not in text]
    texts = [*rng.some(remarks, own), *rng.some(pool, count - own)]
    used.update(texts)
    return [sentence(fill(sheet, text, table, row)) for text in rng.some(texts, len(texts))]


def notes_for(sheet: Sheet, table: str, row: int | None, count: int) -> list[str]:
    """So many sentences on sources and figures, no two alike."""
    pool = [text for text in _NOTES if text not in sheet.used]
    texts = sheet.rng.some(pool, count)
    sheet.used.update(texts)
    return [sentence(fill(sheet, text, table, row)) for text in texts]


def _remarks(sheet: Sheet, table: str, row: int | None) -> Sequence[str]:
    scene = sheet.scene
    given = scene.nouns[table].remarks if table in scene.nouns else ()
    used = sheet.used
    if row is None:
        return [text for text in given if "{subject}" not in text and text not in used]
    return [text for text in given if text not in used] if used else given


def remarks_for(sheet: Sheet, table: str, row: int | None, count: int) -> list[str]:
    """So many of the pack's own remarks on such rows, as many as it has."""
    texts = sheet.rng.some(_remarks(sheet, table, row), count)
    sheet.used.update(texts)
    return [sentence(fill(sheet, text, table, row)) for text in texts]


def words_lacking(sheet: Sheet, furniture: int, wanted: int = 215) -> int:
    """About how many words a page needs beside its facts to be worth reading.

    It goes by what the page states, never by how long the values are: twins agree.

    Args:
        sheet: The page, before anything is taken off it.
        furniture: The words of headings, links and the like.
        wanted: The words that such a page should have.
    """
    plan = sheet.plan
    own = len(sheet.groups.get(plan.table or "", {}).get(plan.row or 0, ()))
    facts = sum(len(columns) for rows in sheet.groups.values() for columns in rows.values())
    return max(0, wanted - furniture - 3 * (own + facts) - 3 * len(sheet.entries))


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
    rng = sheet.rng
    nouns = sheet.scene.nouns.get(table)
    person = row is not None and nouns is not None and nouns.person
    contest = nouns is not None and nouns.contest and row is not None
    pool: tuple[str, ...] = asides.QUOTES
    speakers: tuple[str, ...] = asides.SPEAKERS
    if contest:
        pool, speakers = asides.OF_MATCHES, asides.SPECTATORS
    elif person and rng.chance(0.6):
        pool = asides.OF_PEOPLE
    said = rng.pick([text for text in pool if text not in sheet.used])
    sheet.used.add(said)
    if "{short}" in said:
        said = said.replace("{short}", family_name(sheet.scene.name(table, row or 0)))
    who = fill(sheet, rng.pick(speakers), table, row)
    shape = rng.pick(_SHAPES)
    return shape.format(said=said, who=who, Who=sentence(who))

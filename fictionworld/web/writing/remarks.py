"""Sentences that state no fact: remarks of the pack on such rows, asides, quotes."""

from __future__ import annotations

from collections.abc import Sequence

from fictionworld.text.english import sentence
from fictionworld.web.words import web_words
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import family_name, fill

_ASIDES = web_words("asides")


def asides_for(writer: PageWriter, table: str, row: int | None, count: int) -> list[str]:
    """Return `count` sentences, no two alike, most of them the pack's remarks where it has any."""
    rng, used = writer.rng, writer.used
    remarks = _remarks(writer, table, row)
    pool = _unused(writer, ["sources", "figures", *(["readers"] if row is not None else [])])
    remark_count = min(len(remarks), count - count // 3)
    if table not in writer.context.nouns:
        pool = [text for text in pool if "{" not in text]
    texts = [*rng.some(remarks, remark_count), *rng.some(pool, count - remark_count)]
    used.update(texts)
    return [sentence(fill(writer, text, table, row)) for text in rng.some(texts, len(texts))]


def notes_for(writer: PageWriter, table: str, row: int | None, count: int) -> list[str]:
    """Return `count` sentences on sources and figures, no two alike."""
    texts = writer.rng.some(_unused(writer, ("sources", "press", "figures")), count)
    writer.used.update(texts)
    return [sentence(fill(writer, text, table, row)) for text in texts]


def _unused(writer: PageWriter, pools: Sequence[str]) -> list[str]:
    return [text for pool in pools for text in _ASIDES[pool] if text not in writer.used]


def _remarks(writer: PageWriter, table: str, row: int | None) -> Sequence[str]:
    context = writer.context
    remarks = context.nouns[table].remarks if table in context.nouns else ()
    used = writer.used
    if row is None:
        return [text for text in remarks if "{subject}" not in text and text not in used]
    return [text for text in remarks if text not in used] if used else remarks


def remarks_for(writer: PageWriter, table: str, row: int | None, count: int) -> list[str]:
    """Return `count` of the pack's remarks on such rows, or as many as it has."""
    texts = writer.rng.some(_remarks(writer, table, row), count)
    writer.used.update(texts)
    return [sentence(fill(writer, text, table, row)) for text in texts]


def words_lacking(writer: PageWriter, fixed: int, wanted: int = 215) -> int:
    """Return about how many words a page needs beside its facts to be worth reading.

    It goes by what the page states, never by how long the values are: twins agree.

    Args:
        writer: The page, before anything is taken off it.
        fixed: The words of headings, links and the like.
        wanted: The words that such a page should have.
    """
    plan = writer.plan
    own_facts = len(writer.groups.get(plan.table or "", {}).get(plan.row or 0, ()))
    facts = sum(len(columns) for rows in writer.groups.values() for columns in rows.values())
    return max(0, wanted - fixed - 3 * (own_facts + facts) - 3 * len(writer.entries))


def quote(writer: PageWriter, table: str, row: int | None) -> str:
    """Return what somebody says, such as `“Everybody has a theory,” says one regular.`."""
    rng = writer.rng
    nouns = writer.context.nouns.get(table)
    person = row is not None and nouns is not None and nouns.person
    contest = nouns is not None and nouns.contest and row is not None
    pool: tuple[str, ...] = _ASIDES["quotes"]
    speakers: tuple[str, ...] = _ASIDES["speakers"]
    if contest:
        pool, speakers = _ASIDES["of_matches"], _ASIDES["spectators"]
    elif person and rng.chance(0.6):
        pool = _ASIDES["of_people"]
    quotation = rng.pick([text for text in pool if text not in writer.used])
    writer.used.add(quotation)
    if "{short}" in quotation:
        quotation = quotation.replace("{short}", family_name(writer.context.name(table, row or 0)))
    who = fill(writer, rng.pick(speakers), table, row)
    shape = rng.pick(_ASIDES["quote_forms"])
    return shape.format(said=quotation, who=who, Who=sentence(who))

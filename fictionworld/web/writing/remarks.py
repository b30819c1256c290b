"""Sentences that state no fact: the pack's remarks on rows, asides, quotes; each on few pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fictionworld.text.english import sentence
from fictionworld.web.words import web_words
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import family_name, fill

_ASIDES = web_words("asides")

_PAGES_EACH: Final = 2
"""The pages of a world and kind on which a sentence of a pool stands, in the mean, at most.

Readers know a sentence again: more of them would pass for padding.
"""


def dealt(writer: PageWriter, texts: Sequence[str], most: int) -> list[str]:
    """Return up to `most` texts of a pool, so few that each stands on two pages of this kind.

    A small pool gives most pages none. No text stands twice on a page.
    """
    rng = writer.rng
    share = _PAGES_EACH * len(texts) / writer.links.page_counts[writer.plan.kind]
    count = int(share)
    count = min(most, count + rng.chance(share - count))
    if count == 0:
        return []
    picked = rng.some([text for text in texts if text not in writer.used], count)
    writer.used.update(picked)
    return picked


def asides_for(writer: PageWriter, pool: str, table: str, row: int | None, most: int) -> list[str]:
    """Return up to `most` sentences of a pool of asides, dealt as `dealt` does."""
    texts: Sequence[str] = _ASIDES[pool]
    if row is None:
        texts = [text for text in texts if "{subject}" not in text]
    if table not in writer.context.nouns:
        texts = [text for text in texts if "{" not in text]
    return [sentence(fill(writer, text, table, row)) for text in dealt(writer, texts, most)]


def remarks_for(writer: PageWriter, table: str, row: int | None, most: int) -> list[str]:
    """Return up to `most` of the pack's remarks on such rows, dealt as `dealt` does."""
    nouns = writer.context.nouns.get(table)
    remarks: Sequence[str] = () if nouns is None else nouns.remarks
    if row is None:
        remarks = [text for text in remarks if "{subject}" not in text]
    return [sentence(fill(writer, text, table, row)) for text in dealt(writer, remarks, most)]


def quote(writer: PageWriter, table: str, row: int | None) -> str:
    """Return what somebody says, such as `“Everybody has a theory,” says one regular.`.

    It is empty where the quotes are used up, as `dealt` has it.
    """
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
    quotations = dealt(writer, pool, 1)
    if not quotations:
        return ""
    quotation = quotations[0]
    if "{short}" in quotation:
        quotation = quotation.replace("{short}", family_name(writer.context.name(table, row or 0)))
    who = fill(writer, rng.pick(speakers), table, row)
    shape = rng.pick(_ASIDES["quote_forms"])
    return shape.format(said=quotation, who=who, Who=sentence(who))

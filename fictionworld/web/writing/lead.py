"""How an article introduces its subject: `Velmigny is an electronics chain based in Bormin`.

What everybody may know of a row goes into its first sentence, in the words that questions have for
conditions: `made by Nubia`, `an electronics chain`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import indefinite
from fictionworld.web.words import web_words
from fictionworld.web.writing.prose import fill

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.web.writing.scene import ColumnWording
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["introduction", "qualifier"]

_WORDS = web_words("encyclopedia")


def qualifier(sheet: Sheet, wording: ColumnWording, row: int, *, nth: int = 0) -> str | None:
    """What a row is, behind its noun: `made by Nubia`, `founded in 1958`; None where nothing fits.

    Args:
        sheet: The page.
        wording: The column, of context.
        row: The row.
        nth: Which of the pack's words for it, counted round.
    """
    scene = sheet.scene
    value = wording.cells[row]
    if value is None or wording.kind not in {"reference", "name", "category", "text", "year"}:
        return None
    given = _conditions(sheet, wording)
    if not given:
        return None
    text = given[nth % len(given)]
    if "{when}" in text:
        return text.replace("{when}", f"in {sheet.value(wording, row)}")
    shown = sheet.value(wording, row) or ""
    target = wording.target
    if target is not None and "the {value}" not in text:
        shown = scene.phrase(target, value, shown)
    return text.replace("{value}", shown)


def _conditions(sheet: Sheet, wording: ColumnWording) -> list[str]:
    """The pack's words that have one slot and stand behind a noun without more ado."""
    if wording.target == wording.table:  # its kin is not what it is
        return []
    stem = sheet.scene.nouns[wording.table].one[:4]
    return [
        text
        for text in wording.column.spec.spoken.where
        if text.count("{value}") + text.count("{when}") == 1
        and "(" not in text
        and not text.startswith(stem)  # a player playing
        and text != "of {value}"  # may once have been so, and may be no more
    ]


def introduction(
    sheet: Sheet, table: str, row: int, context: Sequence[str]
) -> tuple[str, list[str]]:
    """The first sentence of an article, and the columns that it has stated."""
    scene, rng = sheet.scene, sheet.rng
    nouns = scene.nouns[table]
    used: list[str] = []
    one = nouns.one
    for name in context:
        wording = scene.wordings[table, name]
        noun = wording.column.spec.spoken.noun
        value = wording.cells[row]
        if noun is not None and value is not None and wording.kind == "category":
            what = noun[0].replace("{value}", sheet.value(wording, row) or "")
            plain = noun[0].replace("{value}", str(value))
            one = f"{indefinite(plain)} {what}"
            used.append(name)
            break
    else:
        one = f"{indefinite(one)} {one}"
    more: list[str] = []
    wanted = rng.pick((0, 1, 1, 1, 2, 2) if used else (1, 1, 1, 2))
    nth = rng.below(4)
    for name in rng.some(context, len(context)):
        if len(more) == wanted:
            break
        if name in used or not _goes_on(sheet, scene.wordings[table, name], more, nth):
            continue
        found = qualifier(sheet, scene.wordings[table, name], row, nth=nth)
        if found is not None:
            more.append(found)
            used.append(name)
    what = " ".join([one, _both(more)]) if more else one
    pool: tuple[str, ...] = _WORDS["people"] if nouns.person else _WORDS["openers"]
    if scene.table(table).spec.rows.terms is not None:  # whose time may be over
        pool = _WORDS["former"]
    elif not more:
        pool = _WORDS["plain"]
    shape = rng.pick(pool)
    name_said = scene.phrase(table, row)
    if nouns.one in name_said.split():
        name_said = scene.name(table, row)
    return fill(sheet, shape, table, None).replace("{who}", name_said).replace("{what}", what), used


def _both(more: list[str]) -> str:
    if len(more) < 2:
        return "".join(more)
    ends = [text.partition(" ")[0][-2:] for text in more]
    return (" and " if ends[0] == ends[1] and ends[0] in {"ed", "ng"} else ", ").join(more)


def _goes_on(sheet: Sheet, wording: ColumnWording, more: list[str], nth: int) -> bool:
    """Whether a second condition reads well behind the first: `based in ...`, `wearing ...`."""
    if not more:
        return True
    given = _conditions(sheet, wording)
    return bool(given) and given[nth % len(given)].partition(" ")[0][-2:] in {"ed", "ng"}

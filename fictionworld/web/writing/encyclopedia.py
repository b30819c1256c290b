"""Articles of the encyclopedia: box, lead, sections, links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import sentence
from fictionworld.web.words import encyclopedia as words
from fictionworld.web.writing.blocks import bullets, heading, info_box, paragraphs
from fictionworld.web.writing.prose import fill, opening, sentences, split_roles
from fictionworld.web.writing.related import further_links, press_links
from fictionworld.web.writing.rowsets import sections_of
from fictionworld.web.writing.talk import asides_for

if TYPE_CHECKING:
    from fictionworld.web.hosts import Site
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["write_encyclopedia"]


def write_encyclopedia(sheet: Sheet, site: Site) -> str:
    """The text of an article about one row."""
    scene, dice, plan = sheet.scene, sheet.dice, sheet.plan
    table, row = plan.table or "", plan.row or 0
    name = scene.name(table, row)
    own = sheet.own()
    boxed, told = _dealt(sheet, table, row, own)
    context, askable = split_roles(sheet, table, told)
    nouns = scene.nouns[table]
    lead = [opening(sheet, dice.pick(words.PEOPLE if nouns.person else words.OPENERS))]
    lead += sentences(sheet, table, row, context, named=True)
    talk = asides_for(sheet, table, row, dice.between(4, 7))
    lead.append(talk.pop())
    box = info_box(sheet, name, row, [scene.tellings[table, column] for column in boxed])
    text = [_nav(sheet, site), heading(sheet, sentence(name), 1)]
    text += [" ".join(lead), box] if dice.chance(0.2) else [box, " ".join(lead)]
    parts: list[list[str]] = []
    if askable:
        facts = sentences(sheet, table, row, askable, named=False)
        facts.insert(dice.below(len(facts) + 1), talk.pop())
        shown = [heading(sheet, dice.pick(words.PROFILE["askable"]))]
        parts.append(shown + paragraphs(sheet, facts, 3, 5))
    parts += [[heading(sheet, one.title), *one.blocks] for one in sections_of(sheet)]
    if talk:
        closer = fill(sheet, dice.pick(words.CLOSERS), table, row)
        parts.append([heading(sheet, dice.pick(words.PROFILE["talk"])), " ".join([*talk, closer])])
    if len(parts) > 1 and dice.chance(0.3):
        parts[0], parts[1] = parts[1], parts[0]
    for part in parts:
        text += part
    links = further_links(sheet, table, row)
    if links:
        text += [heading(sheet, dice.pick(words.SEE_ALSO)), bullets(sheet, links)]
    press = press_links(sheet, table, row)
    if press:
        text += [heading(sheet, dice.pick(words.NOTES)), bullets(sheet, press)]
    foot = words.FOOTERS[site.seed // 3 % len(words.FOOTERS)]
    text.append(fill(sheet, foot.replace("{many}", sentence(nouns.many)), table, row))
    return "\n\n".join(filter(None, text))


def _nav(sheet: Sheet, site: Site) -> str:
    text = words.NAVIGATION[site.seed % len(words.NAVIGATION)]
    many = sentence(sheet.scene.nouns[sheet.plan.table or ""].many)
    return fill(sheet, text.replace("{many}", many), "", None)


def _dealt(sheet: Sheet, table: str, row: int, own: list[str]) -> tuple[list[str], list[str]]:
    """Which columns stand in the box, and which in sentences; some do in both.

    What a row has not got, as everybody may know, stands in the box.
    """
    dice = sheet.dice
    cells = sheet.scene.rows[table][row - 1]
    boxed, told = [], []
    for column in own:
        luck = dice.below(100)
        role = sheet.scene.tellings[table, column].column.role
        missing = role != "askable" and cells[column] is None
        if luck < 62 or missing:
            boxed.append(column)
        if (luck >= 38) and not missing:
            told.append(column)
    if len(boxed) < 2:
        boxed = list(own)
    return boxed, told

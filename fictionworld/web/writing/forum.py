"""Forum threads: a question, answers with facts, chatter, thanks.

User names, votes and the numbers of replies are furniture: `▲ 14`, `6 replies`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import lowered, sentence
from fictionworld.web.coined import user_name
from fictionworld.web.words import forum as words
from fictionworld.web.writing.blocks import bullets
from fictionworld.web.writing.news import headline
from fictionworld.web.writing.prose import clauses, fill, opening, subject_link
from fictionworld.web.writing.related import further_links, press_links
from fictionworld.web.writing.rowsets import sections_of
from fictionworld.web.writing.style import written_date
from fictionworld.web.writing.talk import remarks_for

if TYPE_CHECKING:
    from fictionworld.web.hosts import Site
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["write_forum"]


def write_forum(sheet: Sheet, site: Site) -> str:
    """The text of a thread about one row."""
    scene, dice, plan = sheet.scene, sheet.dice, sheet.plan
    table, row = plan.table or "", plan.row or 0
    asker, *others = _users(sheet, 9)
    own = sheet.own()
    question = opening(sheet, dice.pick(words.QUESTIONS))
    posts = [(asker, " ".join([question, *remarks_for(sheet, table, row, 1)]))]
    full, short = subject_link(sheet, table, row), scene.phrase(table, row)
    said = clauses(sheet, table, row, own, full if len(own) == 1 else short)
    chatter = dice.some(words.CHATTER, 7)
    frames = dice.some(words.ANSWERS, len(said))
    remarks = remarks_for(sheet, table, row, 4)
    quoted = dice.between(1, 9)
    for place, (told, predicate) in enumerate(said):
        subject = full if place == 0 else short
        clause = f"{subject} {told}" if predicate else told
        post = frames[place % len(frames)].format(clause=clause)
        if remarks and dice.chance(0.4):
            post += f" {remarks.pop()}"
        if place == quoted:
            post = f"> {asker} wrote:\n> {_first_words(question)}\n\n{post}"
        posts.append((dice.pick(others), post))
        if chatter and dice.chance(0.55):
            posts.append((dice.pick(others), chatter.pop()))
    for section in sections_of(sheet):
        for block in section.blocks:
            shape = dice.pick(words.MORE)
            posts.append(
                (dice.pick(others), f"{shape.format(what=lowered(section.title))}\n\n{block}")
            )
            if chatter and dice.chance(0.5):
                posts.append((dice.pick(others), chatter.pop()))
    while len(posts) < 6 and chatter:
        more = [chatter.pop(), *([remarks.pop()] if remarks else [])]
        posts.append((dice.pick(others), " ".join(more)))
    posts.append((asker, dice.pick(words.THANKS)))
    many = sentence(scene.nouns[table].many)
    header = words.HEADERS[site.seed % len(words.HEADERS)].replace("{Many}", many)
    text = [fill(sheet, header, table, row), headline(sheet), f"{len(posts) - 1} replies"]
    text += [_post(sheet, site, user, body) for user, body in posts]
    text.append(words.CLOSERS[site.seed // 3 % len(words.CLOSERS)])
    links = press_links(sheet, table, row)[:3] + further_links(sheet, table, row)[:3]
    if links:
        text += [f"**{words.FOOTERS[site.seed // 5 % 4]}**", bullets(sheet, links)]
    return "\n\n".join(text)


def _users(sheet: Sheet, count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        name = user_name(sheet.dice)
        if name not in found:
            found.append(name)
    return found


def _first_words(text: str) -> str:
    words_ = text.split(" ")
    return " ".join(words_[:9]) + (" ..." if len(words_) > 9 else "")


def _post(sheet: Sheet, site: Site, user: str, body: str) -> str:
    day = "" if sheet.head.date is None else written_date(sheet.head.date, sheet.style.dates)
    votes = sheet.dice.below(40)
    match site.seed // 7 % 3:
        case 0:
            return f"**{user}** · {day} · ▲ {votes}\n\n{body}"
        case 1:
            return f"{user}, {day} (votes: {votes})\n\n{body}"
        case _:
            return f"▲ {votes} **{user}** on {day}:\n\n{body}"

"""Forum threads: a question, answers with facts, chatter, thanks; user names and votes."""

from __future__ import annotations

from datetime import timedelta

from fictionworld.streams import FastStream
from fictionworld.text.dates import written_date
from fictionworld.text.english import lowered, sentence, slug
from fictionworld.web.coined import user_name
from fictionworld.web.heads import HeadContext, row_code
from fictionworld.web.hosts import Site
from fictionworld.web.row_page_kind import RowPageKind
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets
from fictionworld.web.writing.header_footer import further_links, headline, press_links
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import (
    clauses,
    fill,
    joined_predicates,
    short_subjects,
    split_roles,
    subject_link,
)
from fictionworld.web.writing.remarks import dealt, remarks_for
from fictionworld.web.writing.rowsets import sections_of

_TITLES = web_words("titles")

_WORDS = web_words("forum")


class Forum(RowPageKind):
    """Threads about one row each."""

    name = "forum"
    site = "forum"
    length = (1_060, 71, 10, 0, 0)
    dated = 1.0
    rank = 4
    called = "thread"
    voice = "people on a forum: casual, each post by somebody else"

    def row_head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        context, (table, row) = heads.context, page.subject
        nouns, code = context.nouns[table], row_code(rng)
        title = rng.pick(_TITLES["forum"]).format(name=context.phrase(table, row))
        short = slug(context.name(table, row))[:60].rstrip("-") or f"{slug(nouns.one)}-{row}"
        paths = (
            f"t/{short}/{code}",
            f"r/{slug(nouns.many)}/{code:x}",
            f"viewtopic.php?t={code}",
        )
        return sentence(title), site.pick(paths)

    def write_row(self, writer: PageWriter, site: Site) -> str:
        context, rng = writer.context, writer.rng
        table, row = writer.plan.subject
        asker, *others = _users(writer, 8)
        # who answers does not wonder what the answer is
        experts, onlookers = others[:4], others[4:]
        own_columns = writer.own()
        question = fill(writer, rng.pick(_WORDS["questions"]), table, row)
        posts = [(asker, question)]
        full, short = subject_link(writer, table, row), context.phrase(table, row)
        subjects = short_subjects(writer, table, row)
        chatter = dealt(writer, _WORDS["chatter"], 6)
        remarks = remarks_for(writer, table, row, 3)
        groups = _dealt(writer, own_columns)
        frames = rng.some(_WORDS["answers"], len(groups))
        quoted = rng.between(1, 9)
        for index, columns in enumerate(groups):
            first = full if index == 0 else rng.pick((short, *subjects))
            post = frames[index % len(frames)].format(
                clause=_clause(writer, table, row, columns, first)
            )
            if remarks and rng.chance(0.35):
                post += f" {remarks.pop()}"
            if index == quoted:
                post = f"> {asker} wrote:\n> {_first_words(question)}\n\n{post}"
            posts.append((_another(writer, experts, posts), post))
            if chatter and rng.chance(0.5):
                posts.append((_another(writer, onlookers, posts), chatter.pop()))
        for section in sections_of(writer):
            head = rng.pick(_WORDS["more"]).format(what=lowered(section.title))
            body = "\n\n".join([head, *section.blocks])
            posts.append((_another(writer, experts, posts), body))
            if chatter and rng.chance(0.5):
                posts.append((_another(writer, onlookers, posts), chatter.pop()))
        while chatter and len(posts) < 5:
            posts.append((_another(writer, onlookers, posts), chatter.pop()))
        posts.append((asker, rng.pick(_WORDS["thanks"])))
        many = sentence(context.nouns[table].many)
        header = site.pick(_WORDS["headers"]).replace("{Many}", many)
        text = [fill(writer, header, table, row), headline(writer), f"{len(posts) - 1} replies"]
        # asked up to four days before it was answered: what the answers say is true on their day
        answered = writer.head.date or context.world.as_of
        asked = answered - timedelta(days=rng.pick((0, 1, 1, 2, 4)))
        days = [written_date(day, writer.style.dates) for day in (asked, answered)]
        text += [
            _post(writer, site, user, days[index > 0], body)
            for index, (user, body) in enumerate(posts)
        ]
        text.append(site.pick(_WORDS["closers"], 3))
        links = press_links(writer, table, row)[:3] + further_links(writer, table, row)[:3]
        if links:
            text += [f"**{site.pick(_WORDS['footers'], 5)}**", bullets(writer, links)]
        return "\n\n".join(text)


KIND = Forum()


def _dealt(writer: PageWriter, own: list[str]) -> list[list[str]]:
    """Return the columns of each post: one or two, all of context or all askable."""
    rng, plan = writer.rng, writer.plan
    groups: list[list[str]] = []
    for part in split_roles(writer, plan.table or "", own):
        start = 0
        while start < len(part):
            size = rng.pick((1, 1, 2))
            groups.append(part[start : start + size])
            start += size
    return groups


def _clause(writer: PageWriter, table: str, row: int, columns: list[str], subject: str) -> str:
    """Return what a post says of its columns, as one text."""
    within = short_subjects(writer, table, row)[1] if subject == "it" else subject
    stated = clauses(writer, table, row, columns, within)
    if all(clause.predicate for clause in stated):
        return f"{subject} {joined_predicates([clause.text for clause in stated])}"
    texts = [f"{subject} {clause.text}" if clause.predicate else clause.text for clause in stated]
    return ", and ".join(texts)


def _another(writer: PageWriter, users: list[str], posts: list[tuple[str, str]]) -> str:
    """Return one of these users who has not written the last post."""
    last = posts[-1][0]
    return writer.rng.pick([user for user in users if user != last])


def _users(writer: PageWriter, count: int) -> list[str]:
    names: list[str] = []
    while len(names) < count:
        name = user_name(writer.rng)
        if name.replace("-", "_") not in {other.replace("-", "_") for other in names}:
            names.append(name)
    return names


def _first_words(text: str) -> str:
    words_ = text.split(" ")
    return " ".join(words_[:9]) + (" ..." if len(words_) > 9 else "")


def _post(writer: PageWriter, site: Site, user: str, day: str, body: str) -> str:
    votes = writer.rng.below(40)
    match site.seed // 7 % 3:
        case 0:
            return f"**{user}** · {day} · ▲ {votes}\n\n{body}"
        case 1:
            return f"{user}, {day} (votes: {votes})\n\n{body}"
        case _:
            return f"▲ {votes} **{user}** on {day}:\n\n{body}"

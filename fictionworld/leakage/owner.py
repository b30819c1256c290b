"""Which subject a value is said of: the nearest, as a reader connects them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.asked import SENTENCE
from fictionworld.leakage.attached import of_another
from fictionworld.leakage.cues import word_pattern
from fictionworld.leakage.parts import parts_as_own

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.asked import Asked, Near
    from fictionworld.leakage.mentions import Mention
    from fictionworld.leakage.tables import Cell

__all__ = ["in_a_name", "owner_of"]

_SAME: Final = re.compile(
    r"\b(?:same|exactly as|as \w+ as|equals?|equal to|match(?:es|ed|ing)|identical|likewise|so"
    r" does|as does|too\b|both"
    r"|each(?! (?:night|day|year|week|month|summer|winter|morning|evening|season|time))"
    r"|shares? (?:the|this|its)|on a par|level with|just like|as"
    r" do|(?<!see )(?<!See )also)\b",
    re.IGNORECASE,
)


_THAN: Final = re.compile(
    r"(?:\b(?:than|unlike|like|beat(?:s|en)?|outsells?|against|versus|vs\.?|over|behind|before"
    r"|after|ahead of|above|below|compared (?:to|with)|rival of|admired|visited))\s(?:the\s"
    r"|its\s|a\s)?$",
    re.IGNORECASE,
)


def owner_of(  # noqa: PLR0912, PLR0915 - one rule after the other
    text: str, hit: Hit, near: Near, asked: Asked, cell: Cell | None
) -> tuple[bool | None, int]:
    """Whether the subject owns the value, another one does (False), or none is named (None)."""
    subject = asked.subject
    if cell is not None:
        row = subject.mentions(text, cell.row_start, cell.row_end)
        row = [m for m in row if not _overlaps(m, hit)]
        if any(m.own for m in row):
            if not (
                cell.cells > 2
                and any(not m.own and m.start < hit.start for m in row)
                and not cell.header
            ):
                return True, 1
        elif cell.column_start is not None:
            heads = subject.mentions(text, cell.column_start, cell.column_end or cell.column_start)
            if any(m.own for m in heads):
                return True, 1
            if heads:
                return False, 1
            if cell.header and row and row[0].start < cell.row_start + cell.first_cell + 1:
                return False, 1
            if cell.header and _has_row(text, cell, asked):
                return False, 1
    if hit.form == "numbered list":
        return True, 1
    if hit.form != "statement" and not _shared(text, near) and of_another(text, hit, near, asked):
        return False, 1
    mentions = parts_as_own(text, subject.mentions(text, near.sentence, near.end))
    mentions = [m for m in mentions if not _overlaps(m, hit)]
    if hit.form != "statement":
        mentions = [m for m in mentions if not _part_of_answer(text, m, asked)]
    if asked.answer.type == "name":
        mentions = [m for m in mentions if m.own or not _beside_in_list(text, m, hit)]
    owned = hit.form != "statement" and any(m.own for m in mentions)
    if owned and all(
        _left_out(text, m) or (asked.answer.type != "name" and _rivalled(text, m))
        for m in mentions
        if m.own
    ):
        return False, 1
    mentions = [m for m in mentions if not (m.own and _set_against(text, m))]
    if any(not m.own for m in mentions):
        mentions = [m for m in mentions if not m.context]
    if asked.answer.type == "name" and _EVENT.search(subject.name) and any(m.own for m in mentions):
        # who else took part in an event does not own its outcome
        mentions = [m for m in mentions if m.own or m.kin]
    if mentions:
        costs = [(_cost(text, hit, m), m) for m in mentions]
        best, mention = min(costs, key=lambda c: (c[0], not c[1].own))
        own = min((c for c, m in costs if m.own), default=None)
        if mention.own:
            return True, max(0, int(best))
        if own is not None:
            if _shared(text, near):
                return True, int(own)
            weak = not mention.kin
            if weak and asked.answer.type == "bool" and best > 5:
                return True, int(own)
            if own - best < (1.5 if weak else 0.5):
                return True, int(own)
            return False, int(best)
        if mention.kin or best < 9:
            # who stands behind `by`, `from`, `made in` is no owner
            if not mention.kin and _aside(text, hit, mention):
                pass
            else:
                return False, int(best)
    # nobody in the sentence: who was spoken of before
    if re.match(
        r"\W*(?:Snippet: )?(?:Elsewhere|Meanwhile|In other news)\b", text[near.sentence : near.end]
    ):
        return False, 9
    start = near.sentence
    for _ in range(6):
        if start <= near.record:
            break
        at = max(near.record, start - 400)
        previous = at
        for match in SENTENCE.finditer(text, at, max(at, start - 1)):
            previous = match.end()
        named = [
            m
            for m in subject.mentions(text, previous, start)
            if not _part_of_answer(text, m, asked) and not _labelled(text, m)
        ]
        if named:
            if any(m.own for m in named):
                return True, 9
            if any(m.kin for m in named) or _is_topic(named[0], previous):
                return False, 9
        if previous == start:
            break
        start = previous
    after = subject.mentions(text, near.end, min(near.record_end, near.end + 160))
    if after and after[0].own:
        return True, 12
    return None, 99


def _has_row(text: str, cell: Cell, asked: Asked) -> bool:
    """Whether the subject has a row of its own in the table in which a cell of another stands."""
    top = text.find("\n", cell.column_end or 0) + 1
    before = (max(top, cell.row_start - 600), cell.row_start)
    close = text.find("\n\n", cell.row_end)
    after = (cell.row_end, min(len(text) if close < 0 else close, cell.row_end + 600))
    for start, end in (before, after):
        for mention in asked.subject.mentions(text, start, end) if start < end else ():
            line_start = text.rfind("\n", 0, mention.start) + 1
            line_end = text.find("\n", mention.end)
            line = text[line_start : len(text) if line_end < 0 else line_end]
            if mention.own and sum(map(line.count, "|;,\t")) >= cell.cells - 1:
                return True
    return False


def _shared(text: str, near: Near) -> bool:
    """Whether a sentence says that two have the same."""
    sentence = text[near.sentence : near.end]
    return _SAME.search(sentence) is not None and not _APART.search(sentence)


_APART: Final = re.compile(r"\bnot the same|\bfar from")


def in_a_name(text: str, hit: Hit, asked: Asked) -> bool:
    """Whether a figure is the end of another subject's name: `Vela 6`."""
    own = word_pattern(asked.notions) if asked.notions else None
    for mention in asked.subject.mentions(
        text, max(0, hit.start - 60), min(len(text), hit.end + 30)
    ):
        if mention.start < hit.start and hit.end <= mention.end and not mention.own:
            words = text[mention.start : hit.start].lower()
            if mention.kin or own is None or not own.search(words):
                return True
    return False


def _labelled(text: str, mention: Mention) -> bool:
    """`Winner: Flint Town.`: a value of another column, and no one's name."""
    return (
        not mention.own
        and _LABEL.search(text, max(0, mention.start - 24), mention.start) is not None
    )


_LABEL: Final = re.compile(r"(?:^|[.,;|\n]\s?)(?!Title|Snippet)[A-Z]?[a-z][a-z -]{2,16}:\s$")
_EVENT: Final = re.compile(
    r"\b(?:cup|open|final|match|tournament|prize|league|race|games|season|festival|award|championship"
    r"|derby|relay|regatta|election|contest|masters|trophy|v|vs)\b",
    re.IGNORECASE,
)


def _set_against(text: str, mention: Mention) -> bool:
    """`Unlike the Vela 5, it has ...`: named only to be compared with."""
    before = text[max(0, mention.start - 20) : mention.start]
    return _AGAINST.search(before) is not None


_AGAINST: Final = re.compile(r"\b(?:[Uu]nlike|[Cc]ompared (?:to|with)) (?:the |its )?$")


def _left_out(text: str, mention: Mention) -> bool:
    """`..., and nothing to X`: named only as the one that a value is not of."""
    before = text[max(0, mention.start - 40) : mention.start]
    return _NOTHING.search(before) is not None


def _rivalled(text: str, mention: Mention) -> bool:
    """`Fenner House, rival of X, has ...`: named only to say whose rival another is."""
    before = text[max(0, mention.start - 20) : mention.start]
    return _RIVAL.search(before) is not None


_RIVAL: Final = re.compile(
    r"\b(?:rival|neighbour|neighbor|competitor|opponent)s? (?:of|to) (?:the )?$"
)
_NOTHING: Final = re.compile(
    r"\b(?:nothing|none|not a \w+|no \w+)(?: at all)? (?:to|for|from|at|of) (?:the )?$",
    re.IGNORECASE,
)


def _is_topic(mention: Mention, start: int) -> bool:
    return mention.start - start < 12


def _overlaps(mention: Mention, hit: Hit) -> bool:
    return mention.start < hit.end and hit.start < mention.end and hit.form != "statement"


def _part_of_answer(text: str, mention: Mention, asked: Asked) -> bool:
    if mention.own:
        return False
    words = set(re.findall(r"[a-z0-9]+", text[mention.start : mention.end].lower()))
    values = set(
        re.findall(r"[a-z0-9]+", " ".join((asked.answer.value, *asked.answer.aliases)).lower())
    )
    return asked.answer.type in {"name", "category", "url"} and words <= values


def _beside_in_list(text: str, mention: Mention, hit: Hit) -> bool:
    between = (
        text[mention.end : hit.start] if mention.end <= hit.start else text[hit.end : mention.start]
    )
    return re.fullmatch(r",? (?:and|or) |, ", between) is not None


def _aside(text: str, hit: Hit, mention: Mention) -> bool:
    before = text[max(0, mention.start - 14) : mention.start]
    return (
        bool(
            re.search(
                r"\b(?:by|from|in|across|near|says?|outside|to|on|since)\s(?:the\s)?$", before
            )
        )
        and mention.end <= hit.start + 200
    )


_BREAKS: Final = re.compile(
    r"(?P<strong>;|\.(?=\s)|\n|\bwhile\b|\bwhereas\b|\bbut\b|\bElsewhere\b)|(?P<colon>:)"
    r"|(?P<comma>,(?!\d))|(?P<bar>\|)|(?P<and>\band\b)|(?P<word>[A-Za-z0-9][\w'.,%-]*)"
)


_OWNING: Final = re.compile(r"\b(?:of|for|in|on)\s(?:an?\s|the\s)?$")


def _cost(text: str, hit: Hit, mention: Mention) -> float:
    """How far a subject stands from a value, as a reader connects them."""
    after = mention.start >= hit.end
    between = text[hit.end : mention.start] if after else text[mention.end : hit.start]
    if len(between) > 500:
        return 60
    cost = 0.0
    for match in _BREAKS.finditer(between):
        kind = match.lastgroup
        cost += {"strong": 9, "colon": 1, "comma": 3, "bar": 1.5, "and": 2, "word": 1}[
            kind or "word"
        ]
    if after:
        cost += 1.5
        if re.search(r",\s(?:and\s|the\s)?$", between):
            cost += 3
        if re.match(
            r"[^,;.]{0,40}\b(?:of|for|in|on|by|from|buys(?: you)?|at|with the|to)\s(?:a\s|an\s"
            r"|the\s)?$",
            between,
        ):
            # of strangers, `from` and `to` name places rather than owners
            cost -= 4 if mention.own or mention.kin or _OWNING.search(between) else 0
        if re.match(r"\s?\((?:the\s)?$", between):
            cost -= 6
    else:
        if _THAN.search(text[max(0, mention.start - 24) : mention.start]):
            cost += 5
        if text.startswith("'", mention.end):
            cost -= 1
    if after and _THAN.search(text[max(0, mention.start - 24) : mention.start]):
        cost += 5
    return cost

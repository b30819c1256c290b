"""Which subject a value is said of, as a reader connects them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.claims import claimed
from fictionworld.leakage.context.parts import parts_as_own
from fictionworld.leakage.context.segments import is_key, owner_in_row, segment_of
from fictionworld.leakage.context.spoken_of import (
    as_next,
    latter,
    owner_by_relation,
    relation_behind,
    stand_in,
)
from fictionworld.leakage.context.strangers import with_short_names
from fictionworld.leakage.context.topic import in_another_result, told_after, told_before
from fictionworld.leakage.quantities.quantity import OTHERS_FIGURE

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near
    from fictionworld.leakage.names.mention import Mention
    from fictionworld.leakage.readings.tables import Cell

__all__ = ["owner_of"]


def owner_of(
    text: str, hit: Hit, near: Near, asked: Asked, cell: Cell | None
) -> tuple[bool | None, int]:
    """Whether the subject owns the value, another one does (False), or none is named (None).

    With it, how far off the subject is named: 1 in the sentence, more outside of it.
    """
    if cell is not None:
        owner = _in_table(text, hit, asked, cell)
        if owner is not None:
            return owner, 1
    if hit.form == "numbered list":
        return True, 1
    owner = _by_grammar(text, hit, near, asked)
    if owner is not None:
        return owner, 1
    mentions = _named(text, hit, near, asked, cell)
    owner = _in_sentence(text, hit, near, asked, mentions)
    if owner is not None:
        return owner, 1
    owner = told_before(text, near, asked)
    if owner is not None:
        return owner, 9
    if any(not m.own for m in mentions):
        return False, 9
    owner = told_after(text, near, asked)
    if owner is None and in_another_result(text, near, asked):
        return False, 99
    return owner, 99 if owner is None else 12


_FIGURES: Final = frozenset({"number", "money", "percent", "date", "rank"})
_NEXT: Final = 6
"""Characters of an article between `than` and whom it names."""
_LOOK_ALIKE: Final = re.compile(
    r"\b(?:confus|mistak|mistook|mixed up|muddled|taken for)[^.;]{0,60}?\b(?:with|for)\s"
    r"(?P<name>[^,.;]{2,50}?),?\s(?:which|that|who|whose|a|an)\s[^.;]{0,40}$"
)
_ROLE_OF: Final = re.compile(
    r",\s(?!formerly|once|then|previously|ex-|late)(?:the\s|an?\s)?"
    r"(?!former|one-time)(?:[a-z-]+\s){1,3}(?:of|at|for)\s(?:[a-z]+\s){0,3}(?=[A-Z])"
)


def _by_grammar(text: str, hit: Hit, near: Near, asked: Asked) -> bool | None:
    """Whose a value is where the words round it settle it, whoever else is named."""
    alike = _LOOK_ALIKE.search(text[max(near.sentence, hit.start - 160) : hit.start])
    if alike is not None:
        # `X is often confused with Y, which is poisonous`
        named = set(re.findall(r"[a-z0-9]+", alike["name"].lower()))
        return named.issuperset(asked.subject.words)
    if hit.form == "statement":
        return None
    if asked.answer.type in _FIGURES and any(
        m.own and hit.start <= m.start and m.end <= hit.end
        for m in asked.subject.mentions(text, hit.start, hit.end)
    ):
        return True  # `of every twenty-five who apply to X, two get a place`
    behind = asked.subject.mentions(text, hit.end, near.end)
    if hit.form.startswith(OTHERS_FIGURE):
        return bool(behind) and behind[0].own and behind[0].start - hit.end < _NEXT
    role = _ROLE_OF.match(text, hit.end, near.end) if asked.answer.type == "name" else None
    if role is not None and not any(m.own and m.start <= role.end() for m in behind):
        return False  # `V, head of the rival Dunn plc, praised X`
    if asked.answer.type == "name" and relation_behind(text, hit.end):
        return False  # `V's pupil designed X`
    which = latter(text, hit, near, asked)
    return which if which is not None else owner_by_relation(text, hit, near, asked)


def _named(text: str, hit: Hit, near: Near, asked: Asked, cell: Cell | None) -> list[Mention]:
    """Who is named in the sentence of a value, or spoken of without a name."""
    mentions = parts_as_own(text, asked.subject.mentions(text, near.sentence, near.end))
    mentions = [as_next(text, m, asked) for m in mentions if not _overlaps(m, hit)]
    if hit.form != "statement":
        mentions = with_short_names(text, near, asked, hit, mentions)
    if cell is not None and not cell.header:
        low, high = segment_of(text, hit, cell)
        mentions = [m for m in mentions if m.own or low <= m.start < high or is_key(text, m, cell)]
    if not any(m.own or m.kin for m in mentions):
        meant = stand_in(text, hit, near, asked)
        if meant is not None and not _overlaps(meant, hit):
            mentions = sorted([*mentions, meant])
    return mentions


_SCENE: Final = re.compile(
    r"\W*(?:Snippet: )?(?:Elsewhere|Meanwhile|In other news|(?:For|By|In) comparison)\b"
)
_EVENT: Final = re.compile(
    r"\b(?:cup|open|final|match|tournament|prize|league|race|games|season|festival|award"
    r"|championship"
    r"|derby|relay|regatta|election|contest|masters|trophy|v|vs)\b",
    re.IGNORECASE,
)
_OBJECT: Final = re.compile(r"\s(?:(?:of|to|for|from|by|at)\s)?(?:the\s|its\s)?")
"""`Parliament voted down X`: whom a statement has done something to."""


def _in_sentence(
    text: str, hit: Hit, near: Near, asked: Asked, mentions: list[Mention]
) -> bool | None:
    """Whose a value is among those of its sentence; None where none of them owns it."""
    stated = hit.form == "statement"
    owns = [m for m in mentions if m.own]
    if not owns and not stated and _SCENE.match(text, near.sentence, near.end):
        return False
    if stated and any(_OBJECT.fullmatch(text, hit.end, m.start) for m in owns):
        return True
    if any(not m.own for m in mentions):
        mentions = [m for m in mentions if not m.context]
    if asked.answer.type == "name" and owns and _EVENT.search(asked.subject.name):
        # who else took part in an event does not own its outcome
        mentions = [m for m in mentions if m.own or m.kin]
    return claimed(text, hit, near, asked, mentions) if mentions else None


def _in_table(text: str, hit: Hit, asked: Asked, cell: Cell) -> bool | None:
    """Whose a value is by its row, or else by its column's heading."""
    row = asked.subject.mentions(text, cell.row_start, cell.row_end)
    row = [m for m in row if not _overlaps(m, hit)]
    if any(m.own for m in row):
        return True if cell.header else owner_in_row(text, hit, cell, row, asked)
    if cell.column_start is None:
        return None
    end = cell.column_end or cell.column_start
    heads = asked.subject.mentions(text, cell.column_start, end)
    if heads:
        return any(m.own for m in heads)
    if row and row[0].start < cell.row_start + cell.first_cell + 1:
        return False
    return False if _has_row(text, cell, asked) else None


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


def _overlaps(mention: Mention, hit: Hit) -> bool:
    return mention.start < hit.end and hit.start < mention.end and hit.form != "statement"

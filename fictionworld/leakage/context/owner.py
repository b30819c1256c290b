"""Which subject a value is said of: the nearest, as a reader connects them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.attached import (
    of_another,
    of_the_sentence,
    put_to,
    within_brackets,
)
from fictionworld.leakage.context.bystanders import (
    in_list_of_others,
    is_landmark,
    opens_for,
)
from fictionworld.leakage.context.claims import claimed, with_short_names
from fictionworld.leakage.context.parts import parts_as_own
from fictionworld.leakage.context.segments import is_key, owner_in_row, segment_of
from fictionworld.leakage.context.spoken_of import as_next, latter, owner_by_relation, stand_in
from fictionworld.leakage.context.topic import in_another_result, is_answer, told_after, told_before
from fictionworld.leakage.quantities.quantity import OTHERS_FIGURE

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near
    from fictionworld.leakage.names.mention import Mention
    from fictionworld.leakage.readings.tables import Cell

__all__ = ["in_a_name", "owner_of"]

_SAME: Final = re.compile(
    r"\b(?:same|exactly as|as \w+ as|equals?|equal to|match(?:es|ed|ing)|identical|likewise|so"
    r" does|as does|too\b|both"
    r"|each(?! (?:night|day|year|week|month|summer|winter|morning|evening|season|time))"
    r"|shares? (?:the|this|its)|on a par|level with|just like|as"
    r" do|(?<!see )(?<!See )also(?=,|\s(?:ha[sd]|have|is|was|are|were|holds?|held|weighs?|costs?"
    r"|measures?"
    r"|stands?|stood|at|in|on|with|took|takes|uses?|plays?|comes?|came|opened|founded|won|scored"
    r"|made|does"
    r"|did|seats?|employs?|sold|sells?|reach\w*|finish\w*|got|\d)\b))\b",
    re.IGNORECASE,
)


def owner_of(
    text: str, hit: Hit, near: Near, asked: Asked, cell: Cell | None
) -> tuple[bool | None, int]:
    """Whether the subject owns the value, another one does (False), or none is named (None)."""
    if cell is not None:
        owner = _in_table(text, hit, asked, cell)
        if owner is not None:
            return owner, 1
    if hit.form == "numbered list":
        return True, 1
    last = _of_the_last_alike(text, hit, near, asked)
    if last is not None:
        return last, 1
    if hit.form not in _STATED:
        owner = _by_grammar(text, hit, near, asked)
        if owner is not None:
            return owner, 1
    mentions = _named(text, hit, near, asked, cell)
    owner, far = _in_sentence(text, hit, near, asked, mentions)
    if owner is not None:
        return owner, far
    owner = told_before(text, near, asked)
    if owner is not None:
        return owner, 9
    if any(not m.own for m in mentions):
        return False, 9
    owner = told_after(text, near, asked)
    if owner is None and in_another_result(text, near, asked):
        return False, 99
    return owner, 99 if owner is None else 12


_LOOK_ALIKE: Final = re.compile(
    r"\b(?:confus|mistak|mistook|mixed up|muddled|taken for)[^.;]{0,60}?\b(?:with|for)\s"
    r"(?P<name>[^,.;]{2,50}?),?\s(?:which|that|who|whose|a|an)\s[^.;]{0,40}$"
)


def _of_the_last_alike(text: str, hit: Hit, near: Near, asked: Asked) -> bool | None:
    """`X is often confused with Y, which is poisonous`: said of what stands last."""
    found = _LOOK_ALIKE.search(text[max(near.sentence, hit.start - 160) : hit.start])
    if found is None:
        return None
    named = set(re.findall(r"[a-z0-9]+", found["name"].lower()))
    return named.issuperset(asked.subject.words)


_FIGURES: Final = frozenset({"number", "money", "percent", "date", "rank"})
_STATED: Final = frozenset({"statement"})
_SCENE: Final = re.compile(
    r"\W*(?:Snippet: )?(?:Elsewhere|Meanwhile|In other news|(?:For|By|In) comparison)\b"
)


def _by_grammar(text: str, hit: Hit, near: Near, asked: Asked) -> bool | None:
    """Whose a value is where the words round it settle it, whoever else is named."""
    if asked.answer.type in _FIGURES and any(
        m.own and hit.start <= m.start and m.end <= hit.end
        for m in asked.subject.mentions(text, hit.start, hit.end)
    ):
        return True  # `of every twenty-five who apply to X, two get a place`
    if hit.form.startswith(OTHERS_FIGURE):
        behind = asked.subject.mentions(text, hit.end, near.end)
        return bool(behind) and behind[0].own and behind[0].start - hit.end < _NEXT
    if put_to(text, hit, near, asked):
        return True
    mentions = asked.subject.mentions(text, near.sentence, near.end)
    if any(
        not m.own and _DONE_BY.fullmatch(text, m.end, hit.start) and is_landmark(text, m)
        for m in mentions
    ):
        return False  # `X is next to Moss Hall, designed by V`
    role = _ROLE_OF.match(text, hit.end, near.end) if asked.answer.type == "name" else None
    if (
        role is not None
        and not any(m.own and m.start < role.end() for m in mentions if m.start > hit.end)
    ):
        return False  # `V, head of the rival Dunn plc, praised X`
    shared = _shared(text, near)
    if _compares(text, hit, mentions):
        return True
    which = latter(text, hit, near, asked)
    if which is not None:
        return which
    related = None if shared else owner_by_relation(text, hit, near, asked)
    if related is not None:
        return related
    return None


def _compares(text: str, hit: Hit, mentions: list[Mention]) -> bool:
    """`X has one step more than the 1,298 of Y`: of whom the sentence tells, not of the other."""
    if hit.form not in _COMPARING:
        return False
    before = [m for m in mentions if m.start < hit.start]
    opens = before[0] if before else None
    if opens is None or not opens.own:
        return False
    between = text[opens.end : hit.start]
    if hit.form == "arithmetic":
        # the other is named behind, or inside
        alone = len(before) == 1 and _CLAUSE.search(between) is None
        return alone or _OUTDOES.match(between) is not None
    return _OUTDOES.match(between) is not None


_NEXT: Final = 6
"""Characters of an article between `than` and whom it names."""
_COMPARING: Final = frozenset({"arithmetic", "figure and difference, arithmetic"})
_CLAUSE: Final = re.compile(r"[;:,]|\b(?:and|but|while|whose|which|who|where|that)\b")
_OUTDOES: Final = re.compile(
    r"\s(?:[a-z]+ly\s)?(?:overtops?|tops|topped|exceed|beats?|outd[oi]|surpass|out[a-z]+s|tower"
    r"|edge[sd]|eclipse|overt[ao]|undercuts?|falls? short of|misse)"
)


def _named(text: str, hit: Hit, near: Near, asked: Asked, cell: Cell | None) -> list[Mention]:
    """Who is named in the sentence of a value, or spoken of without a name."""
    mentions = parts_as_own(text, asked.subject.mentions(text, near.sentence, near.end))
    mentions = [as_next(text, m, asked) for m in mentions if not _overlaps(m, hit)]
    if hit.form not in _STATED:
        mentions = with_short_names(text, near, asked, hit, mentions)
    if cell is not None and not cell.header:
        low, high = segment_of(text, hit, cell)
        mentions = [m for m in mentions if m.own or low <= m.start < high or is_key(text, m, cell)]
    if not any(m.own for m in mentions):
        meant = stand_in(text, hit, near, asked)
        if meant is not None and not _overlaps(meant, hit):
            mentions = sorted([*mentions, meant])
    if hit.form not in _STATED:
        mentions = [m for m in mentions if not is_answer(text, m, asked)]
    return mentions


def _in_sentence(
    text: str, hit: Hit, near: Near, asked: Asked, mentions: list[Mention]
) -> tuple[bool | None, int]:
    """Whose a value is among those of its sentence; None where none of them owns it."""
    stated = hit.form in _STATED
    named = any(m.own for m in mentions)
    owned = named and not stated
    if (
        not owned
        and not stated
        and _SCENE.match(text, near.sentence, near.end)
    ):
        return False, 9
    if asked.answer.type == "name":
        mentions = [m for m in mentions if m.own or not _beside_in_list(text, m, hit)]
    if named and all(
        is_landmark(text, m)
        or (
            owned
            and (
                _set_against(text, m)
            )
        )
        for m in mentions
        if m.own
    ):
        return False, 1
    mentions = [m for m in mentions if not (m.own and _set_against(text, m))]
    if stated and any(m.own and _OBJECT.fullmatch(text, hit.end, m.start) for m in mentions):
        return True, 1
    if any(not m.own for m in mentions):
        mentions = [m for m in mentions if not m.context]
    if asked.answer.type == "name" and _EVENT.search(asked.subject.name) and owned:
        # who else took part in an event does not own its outcome
        mentions = [m for m in mentions if m.own or m.kin]
    if not mentions:
        return None, 99
    claim = claimed(text, hit, near, asked, mentions)
    return claim, 1 if claim is not None else 99


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
    if _headed_elsewhere(text, cell, asked):
        return False
    if row and row[0].start < cell.row_start + cell.first_cell + 1:
        return False
    return False if _has_row(text, cell, asked) else None


def _headed_elsewhere(text: str, cell: Cell, asked: Asked) -> bool:
    """Whether another column than the value's is headed by the subject."""
    if not cell.header or cell.column_start is None:
        return False
    low, high = max(0, cell.column_start - 1000), min(len(text), cell.column_start + 1000)
    top = text.rfind("\n", low, cell.column_start)
    end = text.find("\n", cell.column_start, high)
    start = low if top < 0 else top + 1
    return any(m.own for m in asked.subject.mentions(text, start, high if end < 0 else end))


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
    if "other unit" in hit.form or ("Roman" in hit.form and hit.end - hit.start > 4):
        return False  # `ANNO MCMXCVI`
    own = asked.own
    for mention in asked.subject.mentions(
        text, max(0, hit.start - 60), min(len(text), hit.end + 30)
    ):
        if mention.start < hit.start and hit.end <= mention.end and not mention.own:
            words = text[mention.start : hit.start].lower()
            if mention.kin or own is None or not own.search(words):
                return True
    return False


_OBJECT: Final = re.compile(r"\s(?:(?:of|to|for|from|by|at)\s)?(?:the\s|its\s)?")
"""`Parliament voted down X`: whom a statement has done something to."""
_ROLE_OF: Final = re.compile(
    r",\s(?!formerly|once|then|previously|ex-|late)(?:the\s|an?\s)?"
    r"(?!former|one-time)(?:[a-z-]+\s){1,3}(?:of|at|for)\s(?:[a-z]+\s){0,3}"
    r"(?P<whose>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*)*)"
)
_DONE_BY: Final = re.compile(r",\s(?:an?\s)?[a-z]+\s(?:[a-z]+\s)?(?:by|in|of|from|for)\s")
_EVENT: Final = re.compile(
    r"\b(?:cup|open|final|match|tournament|prize|league|race|games|season|festival|award"
    r"|championship"
    r"|derby|relay|regatta|election|contest|masters|trophy|v|vs)\b",
    re.IGNORECASE,
)


def _set_against(text: str, mention: Mention) -> bool:
    """`Unlike the Vela 5, it has ...`: named only to be compared with."""
    before = text[max(0, mention.start - 20) : mention.start]
    return _AGAINST.search(before) is not None


_AGAINST: Final = re.compile(
    r"\b(?:[Uu]nlike|[Cc]ompared (?:to|with)|(?:confused|mixed up) with|mistaken for|rather than"
    r"|as opposed to|in contrast to) (?:the |its )?$"
)


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


def _overlaps(mention: Mention, hit: Hit) -> bool:
    return mention.start < hit.end and hit.start < mention.end and hit.form != "statement"


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

"""Which of the names of a sentence lays claim to a value: by grammar, and not by how near it is.

Most names of a sentence claim nothing: places, makers, sellers, those who speak. A value is
another's where the words between tie it to that name (`Y, which has V`, `Y's ground holds V`,
`Y (V)`, `the V-seat Y`), or where the clause in which it stands is of that name (`Y has V, more
than X`). Where neither is so, and the subject is named in the sentence, the value is its own.
"""

# Names are written with typographic apostrophes too; lists of words read best as words.
# ruff: noqa: RUF001, SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near
    from fictionworld.leakage.names.mention import Mention

__all__ = ["claimed"]

_REST: Final = r"[^;:,\n|]{0,70}"
_TIES: Final = re.compile(
    rf"(?:\s(?!and\b|but\b|or\b|than\b|while\b)[a-z-]+){{0,4}}(?:,\s[^,]{{3,40}})?"
    rf",?\s(?:which|who|whose)\s{_REST}"
    rf"|,?\s(?:with|at|and\s(?:its|their|his|her))\s{_REST}"
    rf"|,\s(?!and\b|but\b|or\b|so\b|where\b|when\b|as\b|by\b|for\b)[a-z]{_REST}"
    rf"|(?:['’]s|(?<=s)['’])\s(?:[a-z-]+\s){{1,7}}"
    r"|(?:['’]s)?[\s,]{0,2}[\s(:=–—-]{0,3}"
)
"""What stands between a name and a value that is its own."""
_WHERE: Final = re.compile(r"(?:\s[a-z]+){0,2},?\swhere\s[^;:]{0,80}")
_DIRECT: Final = re.compile(r"[\s,(]{0,3}|,\s(?!an?\b|the\b|which\b|who)[a-z][^,]*")
_SET_IN: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:In|At|On|From|For|By|With|To|Near|According to|Thanks to|Since"
    r"|After|Before|Over|Outside|Around|[A-Z][a-z]+(?:ed|ing|t|n) (?:by|in|at|for|with|from))\s"
    r"(?:[a-z]+\s){0,4}"
)
"""`At the yard in Y, V ...`: a name that only says where or by whom."""
_AGENT: Final = re.compile(r"\b(?:by|from|at|in|on|via|near|says?|said)\s(?:[a-z]+\s){0,2}$")
_FOR_IT: Final = re.compile(r"(?:\s[a-z]+)?\sfor\s(?:the\s)?")
_THERE: Final = re.compile(r"\s(?:in|at|on|for|by|from|of|with)\s(?:the\s)?")
_CLAUSE: Final = re.compile(
    r"[;|\n]|:\s|\s[–—-]\s|,\s(?:and|but|or|while|whereas|though|although|where|when|as|so"
    r"|because|more|less|fewer|unlike)\b|\b(?:while|whereas|but|that|than|unlike)\b"
)
_ONCE: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:When|While|If|As|After|Before|Although|Though|Once|Until"
    r"|Because|Whereas|Unlike|Where|With)\b"
)
_NO_HEAD: Final = frozenset(
    "in at on from for by with to near of into onto over under through past via against between"
    " among than like unlike behind before after about around off outside inside per as we you they"
    " i it he she who which that what is are was were has have had been be do does did can could"
    " will would may might must should include includes including see saw visit try met and".split()
)
"""Words behind which no subject of a clause stands."""
_OF_KIND: Final = re.compile(r"\W*(?:(?:Title|Snippet):\s)?[Tt]he\s[a-z]+\sof\s")
_ACTS: Final = re.compile(r"(?:['’]s|(?<=s)['’])?(?:\s\([^()]*\))?[:,]?\s(?:[a-z\d]|$)|['’]s\s|\s\d")
_IT: Final = re.compile(r"\b(?:it|them|him|her|one|its)\b")


def claimed(
    text: str, hit: Hit, near: Near, asked: Asked, mentions: Sequence[Mention]
) -> bool | None:
    """Whether the subject claims a value, another name does (False), or none (None).

    Args:
        text: The text.
        hit: Where the value stands.
        near: Its surroundings.
        asked: What is asked of whom.
        mentions: The names of the sentence.
    """
    tied = _tied_to(text, hit, near, asked, mentions)
    if tied is not None:
        return tied.own
    start, end = _clause(text, hit, near, mentions)
    inside = [m for m in mentions if start <= m.start < end]
    subject = _subject(text, start, end, hit, inside)
    owns = [m for m in mentions if m.own and not _compared(text, m)]
    if subject is not None and not subject.own:
        return any(subject.end <= m.start < hit.start for m in owns) or bool(
            owns and _IT.search(text, subject.end, hit.start)
        )
    if owns:
        return True
    return False if any(m.own or m.kin for m in mentions) else None


def _compared(text: str, mention: Mention) -> bool:
    return _THAN.search(text, max(0, mention.start - 60), mention.start) is not None


_THAN: Final = re.compile(r"\b(?:than|[Uu]nlike)\b[^,;.]*$")


def _tied_to(
    text: str, hit: Hit, near: Near, asked: Asked, mentions: Sequence[Mention]
) -> Mention | None:
    """The name to which the words between tie a value."""
    for mention in reversed([m for m in mentions if m.end <= hit.start]):
        if hit.start - mention.end > 110:
            break
        link = _TIES.fullmatch(text, mention.end, hit.start)
        if mention.own and (link or _WHERE.fullmatch(text, mention.end, hit.start)):
            return mention
        if any(m.own and mention.end <= m.start < hit.start for m in mentions):
            continue
        if link and not _aside(text, hit, near, mention):
            return mention
    for mention in mentions:
        if mention.start < hit.end:
            continue
        between = text[hit.end : mention.start]
        if hit.form == "statement" and _THERE.fullmatch(between):
            return mention
        if asked.answer.type == "money" and _FOR_IT.fullmatch(between):
            return mention
        if ("-" in text[hit.start : hit.end] or between.startswith("-")) and re.fullmatch(
            r"(?:-[a-z]+)?\s(?:[a-z]+\s){0,2}", between
        ):
            return mention
        break
    return None


def _aside(text: str, hit: Hit, near: Near, mention: Mention) -> bool:
    """Whether a name only says where or by whom."""
    next_to = re.fullmatch(r"[\s,(]{1,2}", text[mention.end : hit.start]) is not None
    if next_to and _AGENT.search(text, max(near.sentence, mention.start - 24), mention.start):
        return True
    set_in = _SET_IN.match(text, near.sentence, mention.start)
    if set_in is None or _DIRECT.fullmatch(text, mention.end, hit.start) is None:
        return False
    return next_to or set_in.end() == mention.start


def _clause(
    text: str, hit: Hit, near: Near, mentions: Sequence[Mention]
) -> tuple[int, int]:
    """The clause of a sentence in which a value stands."""
    start, end = near.sentence, near.end
    for match in _CLAUSE.finditer(text, near.sentence, near.end):
        if match[0] == ": " and any(m.end == match.start() for m in mentions):
            continue  # `Y: ...`
        if match.end() <= hit.start:
            start = match.end()
        elif match.start() >= hit.end:
            end = match.start()
            break
    if _ONCE.match(text, start):
        comma = text.find(",", start, end)
        if 0 <= comma < hit.start:
            start = comma + 1
        elif comma >= hit.end:
            end = comma
    return start, end


def _subject(
    text: str, start: int, end: int, hit: Hit, names: Sequence[Mention]
) -> Mention | None:
    """The name of which a clause is."""
    for at, mention in enumerate(names):
        behind = not at and mention.start >= hit.end
        words = re.findall(r"[a-z]+", text[hit.end if behind else start : mention.start].lower())
        if len(words) > 5:
            return None
        heads = not _NO_HEAD.intersection(words) or _OF_KIND.fullmatch(text, start, mention.start)
        if heads and _ACTS.match(text, mention.end, end + 1):
            following = names[at + 1] if at + 1 < len(names) else None
            if following and _WHOSE.fullmatch(text, mention.end, following.start):
                return following  # `X's neighbour Y has ...`
            return mention
    return None


_WHOSE: Final = re.compile(r"(?:['’]s|(?<=s)['’])\s(?:[a-z-]+,?\s){1,4}")

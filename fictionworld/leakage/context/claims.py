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

from fictionworld.leakage.context.strangers import is_person, may_name, stands_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near
    from fictionworld.leakage.names.mention import Mention

__all__ = ["claimed"]

_FAR: Final = 110
_REST: Final = r"[^;:,\n|]{0,70}"
_TIES: Final = re.compile(
    rf"(?:\s(?!and\b|but\b|or\b|than\b|while\b)[a-z-]+){{0,4}}(?:,\s[^,]{{3,40}})?"
    rf",?\s(?:which|who|whose)\s{_REST}"
    rf"|,?\s(?:with|at|and\s(?:its|their|his|her))\s{_REST}"
    rf"|,\s(?!and\b|but\b|or\b|so\b|where\b|when\b|as\b|by\b|for\b|because\b|since\b|if\b|until\b)"
    rf"[a-z]{_REST}"
    rf"|(?:['’]s|(?<=s)['’])\s(?:[a-z-]+\s){{1,7}}"
    r"|\s\([^()]{0,24}"
    r"|(?:['’]s)?[\s,]{0,2}[\s(:=–—-]{0,3}"
)
"""What stands between a name and a value that is its own."""
_WHERE: Final = re.compile(r"(?:['’]s)?(?:\s[a-z]+){0,2},?\swhere\s(?!it\b|they\b)[^;:]{0,80}")
_PLACED: Final = re.compile(r"[\s,(:]{1,3}|,?\swith\s[^,]*")
_AND_DONE: Final = re.compile(r",\s(?!an?\b|the\b|which\b|who)[a-z][^,]*")
_OPENS_ASIDE: Final = re.compile(r",\s[a-z][^,;:]*")
_SET_IN: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:In|At|On|From|For|By|To|Near|According to|Thanks to|Since"
    r"|After|Before|Over|Outside|Around|[A-Z][a-z]+(?:ed|ing|t|n) (?:by|in|at|for|with|from))\s"
    r"(?:[a-z]+\s){0,4}"
)
"""`At the yard in Y, V ...`: a name that only says where or by whom."""
_AGENT: Final = re.compile(
    r"(?:\b(?:by|from|at|in|on|via|near|says?|said)\s(?:[a-z]+\s){0,2}|\d(?:st|nd|rd|th)?\s)$",
    re.IGNORECASE,
)
_FOR_IT: Final = re.compile(r"(?:\s[a-z]+)?\sfor\s(?:the\s)?")
_THERE: Final = re.compile(r"\s(?:in|at|on|for|by|from|of|with)\s(?:the\s)?")
_ITS: Final = re.compile(
    r"(?:\s[a-z%-]+){0,2}\s(?:of|for|at|in|on|aboard)\s(?:the\s)?"
    r"|,\s(?:when|as|the\s[a-z]+\s(?:when|that|(?:in |on )which|of))\s(?:the\s)?"
)
_OF: Final = re.compile(r"\s[a-z]{4,}s\sof\s(?:the\s)?")
_INVERTED: Final = re.compile(
    r"[^.;,:()]{0,40}\b(?:comes?|came|stands|stood|sits|goes to|went to|belongs to"
    r"|follows)\s(?:the\s)?"
)
_SINGULAR: Final = re.compile(r"\d\s[a-z]{3,}(?<!s)$")
_BESIDE: Final = re.compile(r"(?:-[a-z]+)?\s(?:[a-z]+\s){0,2}")
_CLAUSE: Final = re.compile(
    r"[;|\n]|:\s|\s[–—-]\s|,\s(?:and|but|or|while|whereas|though|although|where|when|as|so"
    r"|because|more|less|fewer|unlike)\b|\b(?:while|whereas|but|that|than|unlike|when|because|although|though)\b"
)
_ONCE: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:When|While|If|As|After|Before|Although|Though|Once|Until"
    r"|Because|Whereas|Unlike|Where|With)\b"
)
_CONTRARY: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:While|Whereas|Although|Though|Unlike)\b"
)
_THAT: Final = re.compile(r"\bthe\s(?:[a-z]+\s){0,2}(?P<head>[a-z]+)\s(?:that|which)\s$")
_AT_ANOTHER: Final = re.compile(r"\W*(?:(?:Title|Snippet):\s)?(?:In|At|On|Over at)\s(?:the\s)?")
_NO_HEAD: Final = frozenset(
    "in at on from for by with to near of into onto over under through past via against between"
    " among than like unlike behind before after about around off outside inside per as we you they"
    " i it he she who which that what is are was were has have had been be do does did can could"
    " will would may might must should include includes including see saw visit try met and".split()
)
"""Words behind which no subject of a clause stands."""
_OPENS_ON: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:(?:With|At|On|In|For|Of|By|From)\s(?:[a-z]+\s){0,3})?"
)
_HEADS: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:[Tt]he\s[a-z]+\sof|[Ii]t(?:['’]s| is| was))\s(?:the\s)?"
)
_HEADING: Final = re.compile(
    r"(?:\s(?![a-z]+s\b)[a-z]+)?(?:\s\d{4})?(?:,\s[^,;:]{0,30})?(?:\sby\s[^,;:]{0,40})?:\s"
)
"""`X, final places: ...`"""
_ACTS: Final = re.compile(
    r"(?:['’]s|(?<=s)['’])?(?:\s\([^()]*\))?[:,]?\s(?:[a-z\d]|$)|['’]s\s|\s\d"
)
_IT: Final = re.compile(
    r"\b(?:it|them|him|the (?:[a-z]+ )?(?:bird|animal|creature|beast|fish|plant|flower|insect|tree"
    r"|device|handset|machine|gadget|car|ship|boat|vessel|craft|book|novel|film|club|side|firm"
    r"|company|place|house|building|town|village|species|drug|law))\b"
)
_SAME: Final = re.compile(
    r"(?<!not )\b(?:the (?:very |exact )?same|exactly as|identical|equal to|match(?:es|ed|ing)"
    r"|likewise|so does|as does|and so)\b"
)
_OF_IT: Final = re.compile(r"\s(?:[a-z]+\s)?of (?:it|them)\b")
_SET_OFF: Final = re.compile(r",\s[^,;:]{2,90},\s")
_APART: Final = re.compile(r";|\b(?:while|whereas)\b|,\sbut\b")
_TAKEN_UP: Final = re.compile(
    r"\b(?:[Ii]ts?|[Tt]heir|[Tt]he[ym]|[Hh]is|[Hh]er|[Ss]?[Hh]e|[Hh]im)\b"
)
_ANOTHER: Final = re.compile(
    r"\b(?:(?:an?other|a rival|a neighbouring|the other|the neighbouring|the next-door)\s[a-z]+"
    r"|(?:across|over|down|up) the (?:road|street|river|bay|valley)|next door|opposite)\b"
)
"""`the house across the road`: another, without a name."""
_FROM: Final = re.compile(rf"\s(?:[a-z]+\s)?(?:from|by|of|at|in|for)\s(?={_ANOTHER.pattern})")
_PAYS: Final = re.compile(r"\b(?:paid|pays?|put (?:in|up)|gave|bid|bids|invest\w*|offered|spent)\b")
_WHOSE: Final = re.compile(r"(?:['’]s|(?<=s)['’])\s(?:[a-z-]+,?\s){1,4}")
_THAN: Final = re.compile(r"\b(?:than|[Uu]nlike)\s(?!any\b)[^,;.]*$")


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
    if _FROM.match(text, hit.end) or _of_a_thing(text, hit, near, asked):
        return False
    tied = _tied_to(text, hit, near, asked, mentions)
    if tied is not None:
        return tied.own
    start, end = _clause(text, hit, near, mentions)
    inside = [m for m in mentions if start <= m.start < end]
    subject = _subject(text, start, end, hit, inside)
    owns = [m for m in mentions if m.own and not _compared(text, hit, m)]
    if subject is not None and not subject.own:
        if any(_HEADING.fullmatch(text, m.end, start) for m in owns):
            return True
        return _acts_for(text, hit, near, asked, subject, owns)
    start, end = _clause(text, hit, near, mentions, _APART)
    if owns and not any(start <= m.start < end for m in owns):
        others = [m.start for m in mentions if start <= m.start < end]
        taken_up = _TAKEN_UP.search(text, start, min([end, *others]))
        if taken_up is None and (others or _ANOTHER.search(text, start, end)):
            return False
    if owns:
        return True
    first = mentions[0]
    if (
        not first.own
        and _AT_ANOTHER.fullmatch(text, near.sentence, first.start)
        and text.startswith((",", " a ", " an ", " the "), first.end)
        and not _TAKEN_UP.search(text, first.end, near.end)
    ):
        return False  # `At Y, ...`
    if all(m.own for m in mentions):
        return not all(stands_by(text, m) for m in mentions)
    return False if any(m.own or m.kin for m in mentions) else None


def _of_a_thing(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`the shrimp that V discovered`, where a newt is asked about."""
    thing = _THAT.search(text, max(near.sentence, hit.start - 50), hit.start)
    if thing is None or asked.answer.type != "name":
        return False
    known = {*asked.subject.words, *asked.subject.kinds, *asked.subject.allowed}
    return thing["head"] not in known and may_name(thing["head"], asked)


def _acts_for(
    text: str, hit: Hit, near: Near, asked: Asked, subject: Mention, owns: Sequence[Mention]
) -> bool | None:
    """Whether a clause of another name tells what that one does with or for the subject."""
    if is_person(text, subject, asked):
        return True if owns else None
    if not owns:
        return False
    aside = _SET_OFF.match(text, subject.end, hit.start)
    past = aside.end() if aside is not None else subject.end
    if (
        _SAME.search(text, hit.end, near.end)
        or any(past <= m.start < hit.start for m in owns)
        or _IT.search(text, subject.end, hit.start)
        or _OF_IT.match(text, hit.end)
    ):
        return True
    return asked.answer.type == "money" and bool(_PAYS.search(text, subject.end, hit.start))


def _compared(text: str, hit: Hit, mention: Mention) -> bool:
    """`more than X`, `next to X`: named only to be outdone, or to say where another stands."""
    if stands_by(text, mention):
        return True
    low = hit.end if hit.end <= mention.start else 0
    return _THAN.search(text, max(low, mention.start - 60), mention.start) is not None


def _tied_to(
    text: str, hit: Hit, near: Near, asked: Asked, mentions: Sequence[Mention]
) -> Mention | None:
    """The name to which the words between tie a value."""
    behind = next((m for m in mentions if m.start >= hit.end), None)
    right = "" if behind is None else text[hit.end : behind.start]
    if behind is not None and behind.own and _ITS.fullmatch(right):
        return behind
    value = text[hit.start : hit.end]
    if ("-" in value + right[:1] or _SINGULAR.search(value)) and _BESIDE.fullmatch(right):
        return behind  # `the V-seat Y`, `the V metre Y`
    for mention in reversed([m for m in mentions if m.end <= hit.start]):
        if hit.start - mention.end > _FAR:
            break
        if hit.form == "statement" and _compared(text, hit, mention):
            continue
        link = _TIES.fullmatch(text, mention.end, hit.start)
        others = any(m.own != mention.own and mention.end <= m.start < hit.start for m in mentions)
        if link and not others and not _aside(text, hit, near, mention, mentions):
            return mention
        where = _WHERE.fullmatch(text, mention.end, hit.start)
        if where and (mention.own or not (others or "," in where[0].lstrip(","))):
            return mention
    tied = (
        (hit.form == "statement" and _THERE.fullmatch(right))
        or (asked.answer.type == "money" and _FOR_IT.fullmatch(right))
        or _INVERTED.fullmatch(right)
        or (asked.answer.type == "number" and _OF.fullmatch(right))
    )
    return behind if tied else None


def _aside(text: str, hit: Hit, near: Near, mention: Mention, mentions: Sequence[Mention]) -> bool:
    """Whether a name only says where or by whom, or is named in an aside that the value ends."""
    done = _AND_DONE.fullmatch(text, mention.end, hit.start) is not None
    if done and any(
        m.own != mention.own and _OPENS_ASIDE.fullmatch(text, m.end, mention.start)
        for m in mentions
        if m.end < mention.start
    ):
        return True  # `X, built at Y, entered service on V`
    if mention.own:
        return False
    placed = _PLACED.fullmatch(text, mention.end, hit.start) is not None
    if placed and _AGENT.search(text, max(near.sentence, mention.start - 24), mention.start):
        return True
    set_in = _SET_IN.match(text, near.sentence, mention.start)
    if set_in is None:
        return False
    between = text[set_in.end() : mention.start]
    if placed and not re.search("[,;:]", between):
        return not any(m.own and m.start < mention.start for m in mentions)
    return done and not between


def _clause(
    text: str, hit: Hit, near: Near, mentions: Sequence[Mention], ends: re.Pattern[str] = _CLAUSE
) -> tuple[int, int]:
    """The clause of a sentence in which a value stands."""
    start, end = near.sentence, near.end
    ones = _ONCE if ends is _CLAUSE else _CONTRARY
    below = ones.match(text, start) is not None
    for match in ends.finditer(text, near.sentence, near.end):
        if match[0] in {": ", "that"} and any(0 <= match.start() - m.end < 2 for m in mentions):
            continue  # `Y: ...`, `it is Y that ...`
        if match.end() <= hit.start:
            start = match.end()
            below = ones.match(match[0].lstrip(", ").capitalize()) is not None
        elif match.start() >= hit.end:
            end = match.start()
            break
    if below:
        comma = text.find(",", start, end)
        if 0 <= comma < hit.start:
            start = comma + 1
        elif comma >= hit.end:
            end = comma
    return start, end


def _subject(text: str, start: int, end: int, hit: Hit, names: Sequence[Mention]) -> Mention | None:
    """The name of which a clause is."""
    for at, mention in enumerate(names):
        behind = not at and mention.start >= hit.end
        if behind and not _OPENS_ON.fullmatch(text, start, hit.start):
            return None
        words = re.findall(r"[a-z]+", text[hit.end if behind else start : mention.start].lower())
        if len(words) > 5:
            return None
        heads = not _NO_HEAD.intersection(words) or _HEADS.fullmatch(text, start, mention.start)
        if heads and _ACTS.match(text, mention.end, end + 1):
            following = names[at + 1] if at + 1 < len(names) else None
            if following and _WHOSE.fullmatch(text, mention.end, following.start):
                return following  # `X's neighbour Y has ...`
            return mention
    return None

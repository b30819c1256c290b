"""Other names of a sentence that own none of its values: makers, places, those met on the way.

A sentence names more than it speaks of. `The Perrin, built at Dunnaker Yard, entered service in
2026` is of the Perrin; the yard is an adverbial. What grammar puts aside here does not contend.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.names.mention import Mention

__all__ = ["contenders", "in_list_of_others", "is_landmark", "opens_for", "opens_with_another"]

_ARTICLES: Final = r"(?:(?:the|a|an|its|their|his|her|our|old|new|late|former|nearby)\s){0,2}$"
_AGENT: Final = re.compile(
    r"\b(?:by|(?:named|called) (?:after|for)|known as|dedicated to|(?:thanks|according) to)\s"
    + _ARTICLES
)
_ABROAD: Final = re.compile(
    r"\b(?:von|vom|durch|der|des|bei|par|de|du|de la|de l'|por|del|di|della|dello)\s?$"
)
_AND_DOES: Final = re.compile(r"\sand\s(?:now\s|also\s|still\s|today\s)?[a-z]{2,}\s")
"""`X belongs to Y and has ...`."""
_ADVERBIAL: Final = re.compile(
    r"\w,?\s(?:at|in|from|near|through|past|via|into|on|off|along|around|round|outside|by|for|of"
    r"|out of|next to|north of|south of|east of|west of)\s(?:[a-z-]+\s(?:of|in|at)\s)?" + _ARTICLES,
    re.IGNORECASE,
)
_BREAK: Final = re.compile(r"[;:|\n]|\b(?:but|while|whereas|than|unlike|and)\b|,\s(?:the|in|at)\s")
_WITHIN: Final = re.compile(r"^\s(?:[a-z]+\s){0,2}(?:of|in|on)\s(?:the\s)?$")
"""`number 4 in Norrum`: of a part only."""
_LATER: Final = re.compile(
    r"^[^;:|\n]*(?:,|\band)\s[^,;:|\n]*?\b(?:at|in|by|from|near|to|with|on|against|through|via"
    r"|under|off)\s" + _ARTICLES
)
_LABEL: Final = re.compile(r"(?:^|[.,;|\n]\s?)(?!Title|Snippet)[A-Z]?[a-z][a-z -]{2,16}:\s$")
_PREPOSITIONS: Final = r"of|for|from|against|over|to|like|behind|with|by|in|at|near"
_CREDIT: Final = re.compile(r",\s(?!and\b|or\b|coach\b)[a-z-]{3,}(?:\sby)?\s$")
"""`architect Dana Mirk, acoustics Hale & Pike`: a list of who did what."""
_DIRECT: Final = re.compile(
    r"(?P<who>,?\s(?:which|who|that))?"
    rf"(?:\s(?!(?:and|or|but|than|while|{_PREPOSITIONS})\b)[a-z'-]+){{1,5}}\s?[^\w\s]?"
)
_NO_SUBJECT: Final = re.compile(rf"\b(?:than|and|or|unlike|on|{_PREPOSITIONS})\s" + _ARTICLES)
_OPENING: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:[A-Z][a-z]+(?:ing|ed)|At|With|Built|Born|Set|Held|Made|Run"
    r"|Some|Just|Over|Nearly|Almost|About|Around|Of)\s"
)
_LANDMARK: Final = re.compile(
    r"\b(?:next(?:[ -]door)? to|opposite|across (?:the \w+ |\w+ )?from|throw from"
    r"|(?:round|around|just round) the corner from|(?:down|up) the (?:road|street|hill|river"
    r"|valley|line) from|not far from|steps (?:away )?from|beside|in the shadow of|within sight of"
    r"|(?:mile|kilometre|kilometer|km|metre|meter|minute|hour|block|street|door|stop)s?"
    r" (?:away )?from"
    r"|(?:north|south|east|west|upstream|downstream|upriver|downriver|inland) (?:of|from))"
    r"\s(?:the\s)?$",
    re.IGNORECASE,
)
_MADE: Final = re.compile(
    r"\s(?!visited|passed|joined|trailed|outranked|topped|surpassed|followed|admired|praised"
    r"|replaced|chased|rivalled|neared|matched|wanted|needed|used)(?:[a-z]{2,}ed|built|founded|owns"
    r"|runs|bought|sold|wrote|made|set|began|drew|heads|leads|operates|designed)\s(?:up\s)?"
    r"(?:the\s|its\s)?$"
)
_BRACKETED: Final = re.compile(
    r",\s(?:who|which|whose|where|a|an|the|formerly|born|once|trained|raised)\s[^,;.]{1,90},"
)
_LONG_WORD: Final = re.compile(r"[A-Za-z]{4,}")


def contenders(text: str, hit: Hit, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions that may own the value, the subject's own always among them."""
    mentions = [m for m in mentions if m.own or m.kin or not _is_acronym(text, m)]
    owns = [m for m in mentions if m.own]
    if len(owns) == len(mentions):
        return list(mentions)
    if not owns:
        return [m for m in mentions if m.kin or not _is_credited(text, hit, m)]
    aside = _BRACKETED.match(text, hit.end)
    headed = owns[0].end <= hit.start and _in_title_case(text, hit)
    tied = any(_is_tied(text, own, hit) for own in owns)
    return [
        m
        for m in mentions
        if m.own
        or not (
            (tied and m.start >= hit.end and not _in_part(text, hit, m))
            or (not m.kin and _stands_by(text, hit, m, owns))
            or _is_bracketed(text, hit, m)
            or (aside is not None and not m.kin and hit.end <= m.start < aside.end())
            or (headed and not m.kin and m.start >= hit.end)
        )
    ]


def _in_part(text: str, hit: Hit, mention: Mention) -> bool:
    """`number 4 in Norrum`; but `a primary school in Norrum` is so anywhere."""
    if hit.form in _WORDED and not any(c.isdigit() for c in text[hit.start : hit.end]):
        return False
    return _WITHIN.search(text[hit.end : mention.start]) is not None


_WORDED: Final = frozenset({"words", "name", "alias"})
_SET_OFF: Final = re.compile(
    r",\s(?:at|in|aboard|on board|near|outside|inside|before|with)\s(?:the\s|an?\s|its\s)?"
)
_ACRONYM: Final = re.compile(r"[A-Z]{2,5}\d?|[A-Z]+(?:_[A-Z\d]+)+")


def _is_acronym(text: str, mention: Mention) -> bool:
    """`inches of OLED from edge to edge`, `MAX_MASS`: letters that name a thing, and no one."""
    return _ACRONYM.fullmatch(text, mention.start, mention.end) is not None and not _ACTS.match(
        text, mention.end
    )


_PLACE: Final = re.compile(r"\b(?:[Aa]t|[Ii]n|[Oo]ff|[Nn]ear|[Oo]utside)\s(?:the\s)?$")
_ON: Final = re.compile(r",?\s(?:on|in)\s(?:the\s)?(?:[A-Z][a-z]+day,?\s)?(?:the\s)?")
_ACTS: Final = re.compile(r"(?:['\u2019]s)?\s(?!from|with|and|or|as|its)[a-z]{2,}")


def _stands_by(text: str, hit: Hit, mention: Mention, owns: Sequence[Mention]) -> bool:
    if text.startswith(("'", "\u2019"), mention.end):
        return False
    before = text[max(0, mention.start - 48) : mention.start]
    if _is_credited(text, hit, mention):
        return True
    if any(m.start >= mention.end and _MADE.fullmatch(text, mention.end, m.start) for m in owns):
        return True  # `Queen Tova opened X`
    if mention.end > hit.start:
        if _SET_OFF.fullmatch(text, hit.end, mention.start):
            return True  # `On 2 May, at the Royal Infirmary, ...`
        # `X entered service in 2026, and is stationed at Y`
        return owns[0].end <= hit.start and _LATER.search(text[hit.end : mention.start]) is not None
    if _AGENT.search(before):
        return True
    if (
        owns[0].start >= hit.end
        and _PLACE.search(before)
        and _ON.fullmatch(text, mention.end, hit.start)
    ):
        return True  # `at Y on 2 May, X slid into the water`
    if owns[0].end <= mention.start and _ABROAD.search(before):
        return True
    if owns[0].end <= mention.start and _AND_DOES.match(text, mention.end, hit.start):
        return True
    own = max((o for o in owns if o.end <= mention.start), default=None)
    if own is None:
        return False
    if not _ADVERBIAL.search(text, max(own.end - 1, mention.start - 48), mention.start):
        return False
    return _BREAK.search(text, own.end, mention.start) is None


def _is_credited(text: str, hit: Hit, mention: Mention) -> bool:
    """`Contractor: Hale & Sons`: a name that is itself a value, and of another column."""
    before = text[max(0, mention.start - 48) : mention.start]
    if mention.start >= hit.end and _CREDIT.search(before):
        return True
    if _LABEL.search(before) is None:
        return False
    ahead = mention.end <= hit.start
    return not (ahead and _BREAK.search(text, mention.end, hit.start) is None)


def _in_title_case(text: str, hit: Hit) -> bool:
    """Whether a value stands in a headline in which nearly every word has a capital."""
    start = max(text.rfind("\n", max(0, hit.start - 200), hit.start) + 1, hit.start - 200, 0)
    end = text.find("\n", hit.end, hit.end + 200)
    words = _LONG_WORD.findall(text, start, min(len(text), hit.end + 200) if end < 0 else end)
    return len(words) > 4 and sum(w[0].isupper() for w in words) > 0.8 * len(words)


def _is_bracketed(text: str, hit: Hit, mention: Mention) -> bool:
    """Whether a name stands in brackets, and the value outside of them."""
    opening = text.rfind("(", max(0, mention.start - 80), mention.start)
    if opening < 0 or text.find(")", opening, mention.start) >= 0:
        return False
    if 0 <= opening - hit.end < 2:
        return False  # `NLW (Nether Lock Wharf)` says what the value stands for
    closing = text.find(")", mention.end, mention.end + 80)
    return closing >= 0 and not opening < hit.start < closing


def _is_tied(text: str, own: Mention, hit: Hit) -> bool:
    """`X struck 27`, `than X, who struck 27`: nothing but a verb between a subject and a value."""
    if not 0 < hit.start - own.end < 60:
        return False
    between = _DIRECT.fullmatch(text, own.end, hit.start)
    if between is None:
        return False
    return between["who"] is not None or not _NO_SUBJECT.search(
        text[max(0, own.start - 30) : own.start]
    )


def opens_for(text: str, start: int, hit: Hit, mentions: Sequence[Mention]) -> bool | None:
    """Whose a value is in a clause without a subject: `Dropping 503 m into Y, X is ...`.

    None where the sentence, which begins at `start`, does not open with such a clause.
    """
    opening = _OPENING.match(text, start)
    if opening is None or opening.end() > hit.start + 1:
        return None
    for mention in mentions:
        if mention.start >= hit.end and re.search(
            r",\s(?:the\s|our\s|this\s)?$", text[max(hit.end, mention.start - 8) : mention.start]
        ):
            follows = text[mention.end : mention.end + 1]
            # `At 503 m, X, Y and Z ...` is a list
            return mention.own if follows in {" ", "'", "\u2019"} else None
    return None


_AT: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:(?:Over|Down|Up|Back|Out)\s)?(?P<at>At\s)?(?:[Tt]he\s)?"
)
_DOES: Final = re.compile(
    r"(?:['\u2019]s)?\s(?!(?:said|says|told|announced|confirmed|reports?|reported|writes|wrote"
    r"|explained"
    r"|and|or|of|in|at|on|by|for|to|from|with|near)\b)[a-z]{2,}\s"
)
_PLACE_END: Final = re.compile(r"(?:Lane|Road|Street|Park|Ground|Field|Stadium|Arena|Square)$")


def opens_with_another(text: str, start: int, mentions: Sequence[Mention]) -> bool:
    """`At Little Anvil, they ...`, `Hale & Sons paid ...`: whether a sentence is of another."""
    if not mentions or any(m.own for m in mentions) or mentions[0].kin:
        return False
    first = mentions[0]
    opening = _AT.fullmatch(text, start, first.start)
    if opening is None or " " not in text[first.start : first.end]:
        return False
    if opening["at"] is not None:
        return text.startswith(",", first.end) and not _PLACE_END.search(
            text[first.start : first.end]
        )
    return _DOES.match(text, first.end) is not None


_OTHERS: Final = re.compile(
    r"\b(?:also (?:viewed|bought|booked|liked|looked at|read|saw|see|enjoyed|watched|ordered|chose"
    r"|consider"
    r"|listened to|visited|played|like|enjoy|search(?:ed)? for|on (?:show|offer|sale|the list))"
    r"|[Ss]ee also|[Ss]imilar(?: \w+)?|[Rr]elated(?: \w+)?|[Yy]ou (?:may|might) (?:also )?(?:like"
    r"|enjoy"
    r"|want|prefer)|[Aa]lternatives?|[Mm]ore (?:from|by|like)|[Oo]thers?(?: \w+)?"
    r"|[Cc]ompare(?:d)?(?: with| to)?"
    r"|[Nn]earby(?: \w+)?|[Cc]ompetitors?|[Rr]ivals?|[Rr]ecommended(?: \w+)?|[Bb]ought together"
    r"|[Ii]n the same (?:\w+))"
    r"\b[^:;.\n]{0,40}:\s"
)
_CAPITAL: Final = re.compile(r"(?<![\w'\u2019])[A-Z][\w'\u2019-]+")


def in_list_of_others(text: str, start: int, hit: Hit, mentions: Sequence[Mention]) -> bool:
    """`Customers also viewed: Y (V), Z`: whether a value stands among what is set beside X."""
    cue = None
    for match in _OTHERS.finditer(text, max(start, hit.start - 200), hit.start):
        cue = match
    if cue is None or any(m.own and cue.end() <= m.start < hit.start for m in mentions):
        return False
    return _CAPITAL.search(text, cue.end(), hit.start) is not None


def is_landmark(text: str, mention: Mention) -> bool:
    """`next door to X`: named only to say where another thing stands."""
    return _LANDMARK.search(text[max(0, mention.start - 50) : mention.start]) is not None

"""Whether a sentence affirms or denies a word in it, or does neither.

`X has a pool`, `its pool is heated` affirm; `X lacks a pool`, `the pool is gone` deny; `if X had a
pool`, `is there a pool?`, `opposite the public pool` leave it open.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_of_one", "is_turned", "marked", "says"]

_NEGATIVE: Final = re.compile(
    r"\b(?:no|not|never|nobody|no-one|without|leaves? out|lack(?:s|ed|ing)?|n't|cannot|none"
    r"|neither|nor|nowhere|yet to|free of|missing|misses|omits?|drops|dropped|removed|fails? to"
    r"|refuses?|absent|minus|denied|false|untrue|wrong|kein\w*|nicht|sans|pas|sin|ohne|no truth"
    r"|deprived|devoid|anything but|far from|rather than|instead of|out of the question"
    r"|do(?:es|ne)? away with|did away with|gets? rid of|ditch(?:es|ed)"
    r"|in vain|spared|escaped"
    r"|(?:need|needs|have|has|had|want) to (?:buy|bring|hire)"
    r"|(?:bring|pack) your own|remember to pack"
    r"|(?:myth|lie|nonsense|mistake|error) (?:that|to))\b|n't\b"
    r"|\bunlike\b(?=[^,]*$)|\bun(?=electri)|\bnon-(?=\w)",
    re.IGNORECASE,
)
_POSITIVE: Final = re.compile(
    r"\b(?:ha(?:s|ve|d)|is|are|was|were|comes? with|with|supports?|supported|offers?|features?"
    r"|includ(?:es?|ing)|boasts?|sports?|provides?|pays?|charges?|charged|holds?|keeps?|runs?"
    r"|uses?|takes?|gets?|got|carries|carry|equipped|fitted|connects?|pairs?|there (?:is|are)"
    r"|enables?|allows?|its|owns?|earned|hat|besitzt|ist|wurde|a|as an?|thanks to"
    r"|possède|est|tiene|es|can|fully"
    r"|durchgehend|both|also|certified|built-in|integrated|own)\b",
    re.IGNORECASE,
)
_STATES: Final = re.compile(r"\b(?:has|have|with|is|supports|offers|features|hat)\b", re.IGNORECASE)
_OWNED: Final = re.compile(
    r"\b(?:the|(?:an?|its|their|our|his|her|my|your|[A-Z]\w+['\u2019]s)(?:\s[\w-]+)?)\s$",
    re.IGNORECASE,
)
_OF_ONE: Final = re.compile(
    r"\s(?:of|in|on|at|aboard|inside)\s(?:(?:the|your|my|our|their|each|every)\s){0,2}[A-Z\d]"
)
"""`The sunroof of your Fjordline 8`, `ghost tours of Marn Castle`."""
_USED: Final = re.compile(
    r"\b(?:in|on|with|by|through|into|via|at|to|use[ds]?|using|enjoy(?:s|ed)?|tried|from)\s"
    r"(?:the|its|their)\s(?:[\w-]+\s)?$",
    re.IGNORECASE,
)
"""`We sweated in the sauna`: what is used is there."""
_DOER: Final = re.compile(r"\b(?:[A-Z][\w'\u2019]*|she|he|it|they|who|which)\s(?:[a-z]+ly\s)?$")
_OBJECT: Final = re.compile(r"\s(?:an?|the|its|his|her|their)\s[a-z]")
_AND_DOES: Final = re.compile(
    r"\s(?:(?:of|in|on|at|aboard)\s[^.,;]{2,40}?\s)?(?:is|are|was|were|has|had|will|can|held"
    r"|[a-z]{3,}(?:ed|[^su]s))\b"
)
"""`Their wifi held up`: what something is said of is there."""
_DOUBTED: Final = re.compile(
    r"\b(?:if|whether|would(?!-be)|could(?! (?:not|be)\b)|might|unless|rumou?r\w*"
    r"|perhaps|maybe|hop(?:es?|ing) (?:to|for|that)|plans? (?:to|for)|planned|vote on|ob|wenn"
    r"|wonder\w*|wish\w*|petition\w*|consider(?:s|ing|ed)?|cited|failing that"
    r"|in (?:that|which) case|whoever|otherwise|in case|should|supposed(?:ly)?|alleged(?:ly)?"
    r"|asked|looking for|will (?:decide|vote|be asked)|used to|once (?:had|was|were)|formerly)\b"
    r"|^\W*(?:suppose|once|were|had|ask|imagine)\b",
    re.IGNORECASE,
)
"""Before a word: what follows is not told to be so."""
_DOUBTED_ALL: Final = re.compile(
    r"\b(?:rumou?r\w*|whether|to be decided|undecided|under discussion|remains? to be seen"
    r"|nobody (?:knows|can say|will say)|not (?:yet )?known|up for (?:debate|a vote)|or not"
    r"|filter|with (?P<what>[\w -]{2,24})\W{1,3}(?:or |and )?without(?: (?P=what))?"
    r"|(?:one|some)\b[^.;]{3,60}\b(?:the other|another|others))\b",
    re.IGNORECASE,
)
"""Anywhere in a sentence."""
_PERHAPS: Final = re.compile(r"\b(?:may|could|can you)\b", re.IGNORECASE)
_UNDONE: Final = re.compile(
    r"(?:(?:\s[a-z]+){0,3}?|\s[^.;,:\n]{0,40}?\s(?=(?:is|are|was|were|has|have|had)\s))\s?"
    r"(?:(?:has|have|had|is|are|was|were|been|being|be|now|since|again|finally)\s){0,3}"
    r"(?:removed|abolished|scrapped|lifted|withdrawn|suspended|discontinued|axed|cancelled|waived"
    r"|ended|dropped|repealed|rescinded|missing|absent|gone|lacking|nowhere)\b",
    re.IGNORECASE,
)
_DENIED_BEHIND: Final = re.compile(
    r"\s(?:nicht|pas|no longer|nowhere)\b|[- ]free\b"
    r"|[^.;:\n]{0,30}\b(?:(?:is|are|was|may|must) not|(?:isn|aren|can)['\u2019]t|cannot)\b"
    r"|[^.\n]{0,40}\b(?:there(?:'s| is| are| was| were)|has|have|had|with) none\b",
    re.IGNORECASE,
)
_CLAIM_DENIED: Final = re.compile(
    r"[.;,]?\s(?:[\u2013\u2014-]\s)?(?:(?:but )?(?:that|this|which) (?:is|was) |that's )?"
    r"(?:simply |quite )?(?:not (?:true|so)|untrue|wrong|nonsense|false|a myth|rubbish|a lie)\b",
    re.IGNORECASE,
)
"""`X bans cameras. Not true`: the claim of someone, taken back."""
_LISTED: Final = re.compile(
    r"\b(?:features?|includes|supports|offers|equipment|extras|highlights|specs|ports"
    r"|ingredients|contents"
    r"|contains|amenities|facilities|fittings)(?:\s(?:of|at|in|for|on)\s[^.?;:]{2,32})?"
    r"\s?:[^.?;:]{0,90}$",
    re.IGNORECASE,
)
_NAMED_LIST: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:[A-Z][\w'-]*\s)+(?:[A-Z]\w*|\d+)(?:\s[a-z]+)?:\s"
    r"(?:[^:;?]*,\s)?$"
    r"|\W*(?:[A-Z][\w'-]*\s)+(?:[A-Z]\w*|\d+),\s(?:[\w -]{2,24},\s){0,8}$"
)
"""`Vela 5: GPS, compass, ...`: a subject, and what it has."""
_ELSEWHERE: Final = re.compile(
    r"\b(?:from|close to|near|next to|opposite|beside|behind|past|outside)\s(?:the|an?)\s"
    r"(?:[a-z-]+\s(?:with\s(?:the|an?)\s)?){0,2}$",
    re.IGNORECASE,
)
"""`five minutes from the public pool`: a place by which the subject is found."""
_OF_ITS_OWN: Final = re.compile(
    r"(?:^\W*|\b(?:known for|plays|starring|as|by|about) )(?:an?|the|this|our)?\s?$", re.IGNORECASE
)
_SORT: Final = re.compile(
    r"\s(?:tables?|cues?|part(?:y|ies)|pass(?:es)?|bags?|towels?|balls?|tickets?|fines?|music"
    r"|shoes|pouch(?:es)?|cases?|covers?|debates?|rivals?|sprays?)\b"
)
"""`a pool table`: what names a thing of another sort."""
_ANOTHER_SORT: Final = re.compile(
    r"\s(?!with\b|for\b|from\b|and\b|are\b|was\b|may\b|can\b|has\b|is\b)[a-z]{3,}(?<!ed)(?<![^s]s)\b"
)
_NO_MORE_THAN_NAMED: Final = re.compile(
    r"\b(?:about|called|named|(?:photos?|pictures?|price) of|buy|order|hire|rent|for)\s"
    r"(?:[\w-]+\s){0,2}$",
    re.IGNORECASE,
)
"""`Ask about the sauna of X`."""
_CLAUSE_END: Final = re.compile(
    r"[;:]|,\s(?:and|but|while|so|as|because|since|where|which|who)\s"
    r"|(?<!anything )(?<!nothing )(?<!all )\bbut\b"
    r"|\bwhile\b"
)
_OFFERED: Final = re.compile(
    r"filter|any /|yes ?/ ?no|\b(?:yes|no|true|false),? or (?:yes|no|true|false)\b",
    re.IGNORECASE,
)
"""Both answers to choose from."""
_MARK: Final = re.compile(
    r"[\s\"'*_|:=,(\[?-]{0,8}(?:is\s|:\s)?(?:~~[^~\n]{1,40}~~\s?\*{0,2})?"
    r"(?:(?P<yes>yes(?!,? i (?:hear|get|know)\b)|true|ja|oui|si|s\u00ed|1|\u2713|\u2714|\u2705"
    r"|it (?:is|does|has)\b(?! not\b|n't)|indeed|of course|absolutely)"
    r"|(?P<no>no|false|nein|non|none|0|\u2717|\u2718|\u274c|\u2716"
    r"|it (?:is|does)(?: not|n't)|sadly not|not))(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_LAST_MARK: Final = re.compile(
    r"[:=|]\s*(?:(?P<yes>yes|true|oui|ja|si)|no|false|non|nein)\W*$", re.IGNORECASE
)


def marked(text: str, start: int, stop: int, match: re.Match[str]) -> bool | None:
    """What a mark beside a word says of it: `pool: no`, `"waterproof": true`."""
    mark = _MARK.match(text, match.end(), match.end() + 40)
    if mark is not None:
        gap = text[match.end() : mark.start("yes") if mark["yes"] else mark.start("no")]
        closed = re.match(r"\s*(?:$|[|,;\n)}\]])", text[mark.end() : mark.end() + 8])
        if (closed or re.search(r"[|:=?,(\t]|\s-\s|\"", gap + " ")) and not _OFFERED.search(
            text, start, stop + 30
        ):
            return mark["yes"] is not None
    sentence = text[start:stop]
    last = _LAST_MARK.search(sentence)
    if (
        last is not None
        and "?" not in sentence
        and not _ELSEWHERE.search(text, start, match.start())
    ):
        return last["yes"] is not None
    return None


def says(text: str, start: int, stop: int, match: re.Match[str], *, telling: bool) -> bool | None:
    """Whether the sentence `text[start:stop]` affirms or denies what stands at `match`.

    Args:
        text: A reading.
        start: Where the sentence begins.
        stop: Where it ends.
        match: The word or phrase.
        telling: Whether it tells by itself, or needs a word of having or being beside it.
    """
    if (
        text[stop : stop + 1] == "?"
        or _DOUBTED.search(text[start : match.start()])
        or _DOUBTED_ALL.search(text, start, stop)
        or (" " not in match[0] and re.match(r"[\s\"']*[:=|]", text[match.end() : match.end() + 4]))
    ):
        return None
    if " " not in match[0] and (
        (not telling and _SORT.match(text, match.end()))
        or (
            _OF_ITS_OWN.search(text[start : match.start()])
            and _ANOTHER_SORT.match(text, match.end())
        )
    ):
        return None
    if not telling and (
        (_ELSEWHERE.search(text, start, match.start()) and not is_of_one(text, match.end()))
        or _PERHAPS.search(text, start, match.start())
    ):
        return None
    clause = _CLAUSE_END.split(text[start : match.start()])[-1]
    negatives = len(_NEGATIVE.findall(clause)) + is_turned(text, stop, match)
    if telling:
        return negatives % 2 == 0
    before = text[max(start, match.start() - 90) : match.start()]
    negatives += match[0].lower().startswith(("un", "non-"))
    negatives += bool(
        re.search(r"\b(?:left|leaves?) (?:the )?$", before)
        and re.match(r"\s+out\b", text[match.end() : match.end() + 8])
    )
    if negatives:
        return negatives % 2 == 0
    return _has(text, start, stop, match, clause)


def _has(text: str, start: int, stop: int, match: re.Match[str], clause: str) -> bool | None:
    """True where a clause without a denial gives the subject what stands at `match`."""
    before, after = text[start : match.start()], text[match.end() : match.end() + 60]
    does = _DOER.search(before) and re.search(r"[^s]s$|ed$", match[0]) and not _OBJECT.match(after)
    if does or (match[0].endswith("ed") and re.match(r"\s(?:the\s)?[A-Z]", after)):
        return True  # `Parliament passed the Tolk Bill`, `she resigned`
    if _LISTED.search(before) or (_NAMED_LIST.match(before) and "," in after):
        return True
    if (is_of_one(text, match.end()) and not _NO_MORE_THAN_NAMED.search(before)) or _USED.search(
        before
    ):
        return True
    if _OWNED.search(before) and _AND_DOES.match(after):
        return True
    if _POSITIVE.search(clause[-60:]) and not re.search(r"[:?]\s*$", before):
        teased = re.search(r"(?:,[^,]{1,30}){2}$|\band more\b", text[start:stop])
        return None if teased and not _STATES.search(clause) else True
    return None


def is_of_one(text: str, at: int) -> bool:
    """Whether what ends at a place is said to be of one, or in one: `of Villa Serra`."""
    return _OF_ONE.match(text, at) is not None


def is_turned(text: str, stop: int, match: re.Match[str]) -> bool:
    """Whether what stands at `match` is denied or undone behind it, or the whole claim is."""
    end = match.end()
    turns = bool(_DENIED_BEHIND.match(text, end, min(len(text), end + 60)))
    turns |= bool(_UNDONE.match(text, end, stop) and not _UNDONE.search(match[0]))
    denied = _CLAIM_DENIED.match(text, stop) or _CLAIM_DENIED.search(text, end, stop)
    return turns is not bool(denied)

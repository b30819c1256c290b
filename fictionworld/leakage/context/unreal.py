"""Vetoes of sentences that assert nothing: questions, denials, suppositions, echoed queries."""

from __future__ import annotations

import re
from typing import Final

from fictionworld.leakage.context.place import HitContext

_ECHO: Final = re.compile(
    r"(?:\b(?:no|0|zero) (?:\w+ )?(?:results?|matches|hits?"
    r"|pages?)(?: found)?(?: were found)? (?:for|match\w*)"
    r"|\bnothing (?:found |was found )?for|\byou(?:r)? search(?:ed)?(?: for)?|\bsearch(?:ing)? for"
    r"|\bquery|\bdid you mean|\bresults for|\bsearched for|\bpeople also (?:ask|search)\w*"
    r"|\brelated searches"
    r"|[?&](?:q|query|search|s|term|terms|kw|keywords?|text|find)=)[^.\n]{0,120}$",
    re.IGNORECASE,
)


def echo(place: HitContext) -> str | None:
    """`No results for "5,180 mAh"`."""
    low = max(place.near.record, place.hit.start - 140)
    found = _ECHO.search(place.text[low : place.hit.start])
    return "a query repeated" if found and "nswer" not in place.before[-30:] else None


_PRESUMING: Final = re.compile(
    r"^\W*(?:(?:Title|Snippet|Q)\W+)?(?:(?:and|but|so)\s)?(?:why|how come|how did|how does|how do"
    r"|how can|did you know|do you know that|who knew|guess what|remember|isn't it|what (?:happens"
    r"|happened)|ready for|looking for|need|want|wondering)\b",
    re.IGNORECASE,
)
_TAG: Final = re.compile(
    r",\s(?:right|no|eh|correct|yes|innit|(?:is|are|was|do|does|did|has)n't (?:it|he|she"
    r"|they))\W*$",
    re.IGNORECASE,
)
_YES: Final = re.compile(
    r"\s*(?:(?:Snippet|A|Answer)\W+)?[\"'*(]*(?:yes|yep|yeah|yup|correct|right|exactly|indeed|true"
    r"|that's right"
    r"|precisely|it is|it was|it does|it did|he did|she did|sure|of course|ja|oui|si|sim)\b",
    re.IGNORECASE,
)
_STOP: Final = re.compile(r"[.!]\s+[A-Z]")


def only_asked(place: HitContext) -> str | None:
    """`Is it 5,180 mAh?`, unless what follows says yes."""
    if place.hit.form == "statement":
        return None
    text, near = place.text, place.near
    words = place.sentence.rstrip(" \"')*_\n")
    if not words.endswith("?") or _STOP.search(text, place.hit.end, near.end):
        return None
    if _PRESUMING.match(words) or _TAG.search(words) or _YES.match(text, near.end):
        return None
    return "a question"


_LIGHT: Final = (
    r"at|in|on|the|a|an|be|been|is|was|have|has|had|use|uses|exactly|made|of|by|with|to|its|any"
    r"|really|some|about|actually|ever|for|as|that|this|cost|costs|measure|weigh"
)
_NOT_BEFORE: Final = re.compile(
    r"(?:\bnot|\bnever|n't|\bno longer|\brather than|\binstead of|\bneither|\bnor|\bwithout"
    r"|\banything but"
    r"|\bfar from|\bunlike|\b(?:is|was|are|were) no|\bforget(?: about)?|\bignore)(?!\s(?:only|just"
    r"|until|before)\b)"
    rf"(?:\s(?:{_LIGHT}|[a-z]+ed))*\s[\"'(]?[€$£]?\s?$"
    r"|\b(?:do|does|did)(?:\snot|n't)\s(?!forget|stop|deny|doubt|hide|mind|exceed|include|count"
    r"|miss|need|expect|know)"
    rf"[a-z]+(?:\s(?!the\b)(?:{_LIGHT}))*\s[€$£]?\s?$"
    r"|\b(?:nicht|kein\w*|ne \w+ pas|no es|non e|pas)\s(?:\w+\s)?$",
    re.IGNORECASE,
)
_FALSE: Final = (
    r"(?:wrong(?:ly)?|untrue|false(?:ly)?|incorrect(?:ly)?|mistaken(?:ly)?|inaccurate|fabricated"
    r"|made up"
    r"|invented|bogus|fake[ds]?|fiction|nonsense|rubbish|baseless|debunked|in error|not (?:so|true"
    r"|correct"
    r"|the case|right)|an? (?:error|mistake|misprint|slip|typo|hoax|lie|myth|joke)|our (?:error"
    r"|mistake))"
)
_CALLED_FALSE: Final = re.compile(
    r"\b(?:untrue|not true|isn't true|false|wrong|no (?:truth|evidence|proof)|a lie|a myth"
    r"|nonsense) (?:to (?:say|claim|think)"
    r"|that|in|for)\b[^.;]*$|\bden(?:y|ies|ied|ying) (?:that|having|[a-z]+ing|(?:the )?(?:claims?"
    r"|reports?|rumou?rs?))\b"
    r"[^.;]*$|\b(?:wrongly|falsely|mistakenly|erroneously|incorrectly)\b[^.;,]*$|\b(?:false|wrong"
    r"|mistaken|bogus|fake"
    r"|untrue|erroneous) (?:claims?|reports?|rumou?rs?|stor(?:y|ies)|posts?|figure)\b[^.;]*$"
    r"|\bcontrary to\b[^,.;]*$|\bmyth(?: \d+)?:[^.;]*$|\b(?:earlier|previous"
    r"|first) version (?:of [^;:,]{3,50})?(?:\w+ )?(?:said|stated|gave|had|listed)\b[^.;]*$",
    re.IGNORECASE,
)
_FALSE_BEHIND: Final = re.compile(
    rf"[^.;:!?\n]{{0,60}}\s(?:(?:is|are|was|were|turned out"
    rf"|proved)(?: to be)?\s(?:\w+ly\s)?{_FALSE}\b|(?:is|was) denied\b)"
    rf"|[^.;!?]{{0,60}}[.!?;,]\s(?:[Bb]ut |[Nn]o, )?(?:[Tt]hat|[Tt]his|[Ii]t|[Ww]hich|[Tt]hey"
    rf"|(?:[Tt]he|[Tt]his) (?:figure|claim|report|date|name|number|story))"
    rf"\s(?:(?:is|are|was|were|proved|turned out)(?: to be)?\s(?:\w+ly\s)?{_FALSE}\b|(?:has|have"
    rf"|had) been (?:withdrawn|retracted|denied)\b"
    r"|(?:is|was|did|does|has)(?: not|n't)\b(?:[.,;!]|$))"
    rf"|[^.;!?]{{0,40}}[.!?]\s(?:{_FALSE}|[Nn]ope|[Nn]o way|[Nn]ot at all)\s?[.!]",
    re.IGNORECASE,
)
_NOT_BEHIND: Final = re.compile(
    r"\s(?:did|does|has|had|is|was)(?: not|n't)(?! (?:only|just|hesitate|stop|mind|forget|bad|much"
    r"|enough|cheap|small))|\s(?:never|refused to)\s[a-z]+",
    re.IGNORECASE,
)


def denied(place: HitContext) -> str | None:
    """`not 5,180`, `5,180 mAh? That was wrong`."""
    if place.hit.form == "statement":
        return None
    before = place.before[-180:]
    if (_NOT_BEFORE.search(before[-70:]) and " not only " not in before) or _CALLED_FALSE.search(
        before
    ):
        return "denied"
    text, end = place.text, place.hit.end
    if place.asked.answer.type == "name" and _NOT_BEHIND.match(text, end):
        return "denied"
    found = _FALSE_BEHIND.match(text, end, min(place.near.record_end, end + 240))
    return "denied" if found else None


_SUPPOSED: Final = re.compile(
    r"\b(?:if|suppose|supposing|imagine|unless|what if|say that|in case)\b(?!\s(?:you|we"
    r"|one)\b)[^,;:.]*$|^\W*(?:were|should|had)\b[^,;:.]*$"
    r"|\b(?:would|could|might|may)\s(?:(?:only|then|well|also|yet|perhaps|soon)\s){0,2}(?:be|have"
    r"|cost|weigh|measure|hold|take|become|reach|seat)\b[^,;.]{0,60}$"
    r"|\b(?:guess(?:ed|es|ing)?|bet|bets|wager(?:ed)?|dream(?:t|ed|s)? of|hop(?:ed|es|ing) (?:for"
    r"|to)|aim(?:s|ed|ing)? (?:for|at|to)"
    r"|predict(?:s|ed)?|forecast|expect(?:s|ed) to|rumou?r(?:s|ed)?|gossip|allegedly|supposedly"
    r"|speculat\w+|unconfirmed)\b[^;.]{0,80}$"
    r"|\b(?:pencill?ed|marked|booked) in\b[^;.]{0,40}$|\b(?:target(?:ed|ing)? (?:of|for)|(?:first"
    r"|early|original|earlier|initial|old"
    r"|asking) (?:target|goal|aim|plans?|drafts?|design|estimates?|proposal|idea|forecast|budget"
    r"|bid|offer|price))\b[^;.]{0,60}$"
    r"|\bhad (?:planned|hoped|wanted|meant|intended|promised|expected|been (?:due|set|scheduled"
    r"|planned|meant))\b[^;.]{0,60}$"
    r"|\b(?:was|were) (?:originally|initially|meant to|supposed to|planned)\b[^;.]{0,60}$"
    r"|\boriginally\b[^,;.]{0,60}$"
    r"|\b(?:demand(?:ed|ing|s)|sought|asked for|asking for|sued for|call(?:ed|s|ing) for"
    r"|applied for|campaign\w+ for"
    r"|linked (?:to|with)|in talks with|tipped (?:for|as|to)|in line for)\b[^,;.]{0,40}$",
    re.IGNORECASE,
)
_CAME_SO: Final = re.compile(
    r"\b(?:and (?:so it|that is|it did|it was|kept|met|hit|reached|got|did)|came true|duly"
    r"|as planned|on schedule|confirmed|achieved|fulfilled|on the dot)\b",
    re.IGNORECASE,
)


def supposed(place: HitContext) -> str | None:
    """What is supposed, planned, wished, guessed or rumoured, and need not be so."""
    if place.hit.form == "statement":
        return None
    found = _SUPPOSED.search(place.before[-160:])
    if found is None or _CAME_SO.search(place.behind[:120]):
        return None
    words = re.findall(r"[a-z]{6,}", " ".join(found[0].lower().split()[:2]))
    if any(word[:6] in place.asked.answer.column.lower() for word in words):
        return None  # the column asks for what is expected
    return "only supposed, planned or rumoured"


_NOT_YET: Final = (
    r"(?:(?:has|have|had|is|are|was|were)(?: not|n't)(?: yet| been| being| so far| yet been)?"
    r"|(?:has|have|had|is|are)"
    r" (?:yet|still) to be|(?:still|yet) to be|(?:has|have) never been|(?:is|are|remains?"
    r"|stays?) (?:still )?un)\s?"
    r"(?:announced|published|released|disclosed|revealed|known|named|given|made public|recorded"
    r"|decided|fixed|printed|stated|reported|settled|set|shown|listed|said|told|available)"
)
_WITHHELD: Final = re.compile(
    rf"\b{_NOT_YET}\b|\b(?:is|are|was|were|remains?|stays?|kept|under) (?:still )?(?:sealed"
    rf"|withheld|secret|confidential"
    r"|undisclosed|unknown|unpublished|unrecorded|undecided|embargo|awaited|pending|blank)\b"
    r"|\b(?:is|are) (?:to be )?"
    r"(?:announced|published|revealed|posted|told|named) (?:at|on|in|later|next|only|after|overleaf"
    r"|tomorrow|elsewhere)\b"
    r"|\bwill (?:only |first )?(?:be (?:announced|published|revealed|shown|drawn|posted|named|given"
    r"|released|decided)"
    r"|announce|publish|name|reveal|disclose)\b|\b(?:is|are) (?:another|a different) (?:matter"
    r"|question|story)\b"
    r"|\b(?:did|does|do|will|would)(?: not|n't) (?:say|tell|disclose|reveal|name|state|give"
    r"|publish)\b|\b(?:declines?|declined"
    r"|refuses?|refused) to (?:say|tell|disclose|reveal|name|state|give)\b|\b(?:no one"
    r"|nobody) (?:has |will |would )?(?:say|said"
    r"|says|name|knows?|tell|told)\b|\bnot (?:yet )?(?:public|known|clear)\b"
    r"|\bno (?:\w+ )?(?:figures?|word|details?|record)"
    r" (?:is|are|was|has|have|of|on|for|about)\b|\bto be (?:announced|confirmed|decided)\b|\btba\b"
    r"|\btbc\b",
    re.IGNORECASE,
)
_AHEAD: Final = 260


def withheld(place: HitContext) -> str | None:
    """`...; its capacity is not yet known`: the text says that the value is not known."""
    if place.hit.form in {"statement", "table cell"}:
        return None
    low, high = place.hit.end, min(place.near.record_end, place.near.end + _AHEAD)
    for found in _WITHHELD.finditer(place.text, low, high):
        start = max(
            place.text.rfind(mark, low, found.start()) for mark in (".", ";", ",", "\n", "!")
        )
        said = place.text[max(low, start) : found.end() + 20]
        others = [m for m in place.mentions_in(max(low, start), found.end()) if not m.own]
        if not others and place.asked.speaks_of_column(said):
            return "what is asked is said to be untold"
    return None

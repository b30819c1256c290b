"""Sentences that state nothing: questions, suppositions, denials, queries repeated, mere lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.disputed import is_disputed
from fictionworld.leakage.context.options import is_offered
from fictionworld.leakage.context.taken_back import is_taken_back
from fictionworld.leakage.thesaurus.cues import STOPWORDS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["ECHO", "among_others", "why_unreal"]

_LIKENED: Final = re.compile(
    r"\b(?:[Pp]eople|[Cc]ustomers|[Rr]eaders|[Ll]isteners|[Vv]iewers|[Ff]ans|[Tt]hose)"
    r" who [^.;]{3,60}\balso\b[^.;]*$"
    r"|\b(?:tast|look|feel|smell|sound)(?:e?s|ed)?\s(?:[a-z]+\s){0,2}like\s(?:an?\s|the\s)?$"
    r"|\bsonst\s(?:eine?[nmr]?\s)?$|\b(?:otherwise|normally|usually)\s(?:[a-z]+\s){1,2}(?:an?\s)?$"
)
"""`tastes like a Merlot`, and need be none."""
_ONCE: Final = re.compile(
    r"\b(?:once|formerly|previously|originally|in the old days|long ago)\s(?:be|cost|was|were|had"
    r"|held|stood|charged|paid|carried|seated|weighed|measured|took|counted|owned"
    r"|employed)\b[^,;.]*$|\bused to\s(?:only |just |even )?(?!it\b|the\b|a\b|this\b"
    r"|that\b)[a-z]+\b(?:(?!\bnow\b|\btoday\b)[^,;.])*$|\b(?:the|its|their|an) (?:former|previous"
    r"|earlier|one-time)\s[\u20ac$\u00a3]?$"
    r"|\b(?:former|ex-|previous|once) ?[a-z]+ (?:of (?-i:[A-Z])\w+ )?$",
    re.IGNORECASE,
)
_NO_LONGER: Final = re.compile(
    r"[^.;]{0,80}\b(?:no longer (?:stands?|holds?|appl(?:y|ies)|valid|in force|true|current)|(?:is"
    r"|are|was|were|(?:has|have) been) (?:since )?(?:superseded|out of date|outdated|obsolete"
    r"|lifted|withdrawn|overturned|annulled|struck off))\b|[^.;,\d]{0,24}\b(?:until|till|before"
    r"|up to)\s(?:last|this|recently|lately|then|the (?:last|war|rebuild\w*|renovation|reform"
    r"|change|sale|fire|flood|cuts|crisis|merger|move|takeover|lay-?offs|strike|closure|redesign"
    r"|split|boom|slump|restructuring|price rise|increase|extension))\b"
)
"""`... , which no longer applies`, `until the war`: what was so."""
_GUESSED: Final = re.compile(
    r"\b(?<!not )(?<!never )(?:guess(?:ed|es|ing)?|bet|bets|wager(?:ed)?|dream(?:t|ed|s)? of"
    r"|hop(?:ed|es) (?:for|to)|aim(?:s|ed) (?:for|at|to)|predict(?:s|ed)|forecast)\b",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(
    # `Svemnes IF` is a club
    r"\b(?:(?-i:[Ii]f)|suppose|supposing|imagine|unless|assum(?:e|ing)|what if|say that|let us say"
    r"|provided|in case)\b(?P<said>[^,;:.]*)$"
    r"|^\W*(?:were|should|had|could|would)\b(?P<inverted>[^,;:.]*)$",
    re.IGNORECASE,
)
_WOULD: Final = re.compile(
    r"\b(?:would|(?<!you )(?<!one )(?<!we )could|might|(?-i:may))\s(?:(?:only|then|well|have|also"
    r"|yet|perhaps|possibly|still|even|soon|one day)\s){0,2}(?:be\b|have\b|cost|been\b|weigh"
    r"|measure|hold|take|become|reach|make"
    r"|mean|seat|carry|\w+ed\b)|\bif only\b|\bhypothetical|\bwere to\b",
    re.IGNORECASE,
)
"""What is not so: `would be`, and no `would` of the past (`would hold 5,180 people on"
" Sundays`)."""
_PRESUMING: Final = re.compile(
    r"^\W*(?:(?:Title|Snippet|Q)\W+)?(?:(?:and|but|so)\s)?(?:why|how come|how did|how does|how do"
    r"|how can|did you know|do you know that|who knew|who would have|who'd have|guess what|remember"
    r"|you know|isn't it|what (?:happens|happened|else|more|does it feel|is it like)|where (?:else"
    r"|can you)"
    r"|ready for|looking for|need|want|fancy|tired of|wondering|worried|like (?:a|the))\b",
    re.IGNORECASE,
)
"""Questions that take what they name for known."""
_TAG: Final = re.compile(
    r"(?:,\s(?:right|no|eh|correct|yes|innit|n'est-ce pas|oder|non"
    r"|(?:is|are|was|were|do|does|did|has|have|had|can|will|wo|ca)n't (?:it|he|she|they|that)"
    r"|(?:is|was|does|did|has) (?:it|he|she))|\bbelieve (?:it|that))\W*$",
    re.IGNORECASE,
)
_CONFIRMED: Final = re.compile(
    r"\s*(?:(?:Snippet|A|Answer)\W+)?[\"'*(]*(?:yes|yep|yeah|yup|correct|right|exactly|indeed"
    r"|true|that's right"
    r"|quite right|precisely|spot on|it is|it was|it does|it did|they do|they did|he did|she did"
    r"|it really|sure|of course|ja|oui|s\u00ed|si|sim)\b",
    re.IGNORECASE,
)
ECHO: Final = re.compile(
    r"(?:\b(?:no|0|zero) (?:\w+ )?(?:results?|matches|hits?"
    r"|pages?)(?: found)?(?: were found)? (?:for|match\w*)|\bnothing (?:found |was found )?for"
    r"|(?<!refine )(?<!narrow )(?<!filter )(?<!change )\byou(?:r)? search(?:ed)?(?: for)?"
    r"|\bsearch(?:ing)? for|\bquery|\bdid you mean|\bresults for|\bsearched for"
    r"|\bpeople also (?:ask|search)\w*|\brelated searches"
    r"|[?&](?:q|query|search|s|term|terms|kw|keywords?|text|find)=)[^.\n]{0,120}$",
    re.IGNORECASE,
)
_PLANNED: Final = re.compile(
    r"\b(?:pencill?ed|marked|booked) in\b|\btarget(?:ed|ing)? (?:of|for)\b|\b(?:first|early"
    r"|original|earlier|initial|old) (?:target|goal|aim|plans?|drawings?|drafts?|design|estimates?"
    r"|proposal|sketch(?:es)?|idea|intention|forecast|ambition|promise|projections?|blueprints?|bid"
    r"|offer|guess)\b|\b(?:an?|the|its|his|her|their) (?:target|aim|price tag|asking price"
    r"|forecast)\b|\bhad (?:planned|hoped|wanted|meant|intended|promised|expected|been (?:due|set"
    r"|scheduled|planned|promised|expected|meant|announced))\b|\b(?:was|were) (?:to (?:have|carry"
    r"|hold|seat|cost|reach|measure)|planned|supposed to|meant to|due to have|originally"
    r"|initially)\b|\bat one point\b|\boriginally\b|\bset itself\b|\basking (?:for )?(?:price|fee)"
    r"|\bpolls?\b[^.;]{0,30}\b(?:puts?|gives?|sees?|has|had|showed|suggest\w*)\b|\bpollsters?\b"
    r"|\b(?:hung|slapped|put) an? (?:price|price tag)\b"
    r"|(?<!no )(?<!not a )(?<!of )(?<!n't a )\brumou?r(?:s|ed)?\b|\bgossip\b|\balleged(?:ly)?\b"
    r"|\bsupposed(?:ly)?\b|\bspeculat\w+|\bunconfirmed\b|\bit is whispered\b|(?<!will )\b(?:wants?"
    r"|would like)\s(?:at least |some |about )?$|\b(?:demand(?:ed|ing)|sought|asked (?:for|that|to)"
    r"|ask(?:s|ing) for|su(?:ed|ing|es) for|call(?:ed|s|ing) for|urged|petition\w*|lobbied|pressed"
    r"|applied (?:for|to)|campaign\w+ for|on the market|(?:ready|willing|prepared) to (?:pay|spend"
    r"|sell)|(?:was|been) linked|in line for|tipped (?:for|as|to))\b"
    r"(?=(?:(?!\band\b|\bbut\b)[^,;:])*$)|\bsome say\b|\bthere is talk of\b",
    re.IGNORECASE,
)
"""What was once meant, asked, polled or rumoured, and need not have come so."""
_PAID: Final = re.compile(
    r"\b(?:sold for|paid|fetched|went for|bought for|got|after [^,;]{3,40},)\s"
)
_CAME_SO: Final = re.compile(
    r"\b(?:and (?:so it|that is|it did|it was|kept|met|hit|reached|got|did)|was met|were met"
    r"|was hit|kept its word|came true|duly|as planned|exactly as|on schedule|to plan|to the day"
    r"|confirmed|stands to this day"
    r"|and reached|and met|achieved|fulfilled|on the dot)\b",
    re.IGNORECASE,
)
_FILTER: Final = re.compile(
    r"\b(?:bidders?|circl(?:ed|ing)|linked (?:to|with)|in talks|talked to|talks with|talking to"
    r"|courted|interested|enum|sold by|rumou?rs?|rumou?red|favourites?|hopefuls|in the running"
    r"|in the frame|ballot|in the hat|mark one|which of (?:these|them|the)|who of|pick(?:ed)? from"
    r"|between|suspects?|filters?|sort by|options?|depending on|contenders?|candidates?"
    r"|shortlist(?:ed)?|seeks?|squad|start list|in this test|choose|nominees?|nominated|among those"
    r"|vying|runners and riders|either|one of|any of|whether"
    r"|available in|come in|comes in|offered in)\b",
    re.IGNORECASE,
)


def why_unreal(text: str, hit: Hit, near: Near, asked: Asked, sentence: str, before: str) -> str:
    """Why the sentence states nothing: it asks, supposes or denies; empty where it states."""
    words = re.sub(r"^\W*(?:Title|Snippet|Date)\W+", "", sentence)
    if hit.form == "statement":
        return "denied" if is_taken_back(text, hit, near) else ""
    if _asks(text, hit, near, words):
        return "a question"
    worked_out = re.search(r"\barithmetic|sum|difference", hit.form) is not None
    if not worked_out and _is_supposed(hit, near, words, before):
        return "a supposition"
    if is_taken_back(text, hit, near):
        return "denied"
    if _ONCE.search(before[-70:]) or _NO_LONGER.match(text, hit.end, near.end):
        return "said of another time"
    if is_disputed(text[near.record : hit.start], sentence):
        return "one of several claims"
    clause = before[before.rfind(", ") + 1 :]
    if _GUESSED.search(clause) or _LIKENED.search(before[-120:]):
        return "a guess"
    meant = _PLANNED.search(clause[-110:])
    if (
        meant
        and not worked_out
        and not _CAME_SO.search(text[hit.end : min(near.end, hit.end + 120)])
        and not _PAID.search(before)
        and not any(
            word[:6] in asked.answer.column.lower()
            for word in re.findall(r"[a-z]{6,}", meant[0].lower())
        )
    ):
        return "only planned, asked or rumoured"
    return ""


_STOP: Final = re.compile(r"[.!]\s+[A-Z]")
_BARE_QUESTION: Final = re.compile(r"[^\w?!.;,\n]{0,3}(?:\w{1,12}[^\w?!.;,\n]{1,2}){0,2}\?")


def _asks(text: str, hit: Hit, near: Near, words: str) -> bool:
    """Whether the value is only asked about, and no one says yes."""
    if _BARE_QUESTION.match(text, hit.end):  # `38k? 41k? 45k?`
        asked = text.index("?", hit.end) + 1
        start = max(near.sentence, text.rfind("?", near.sentence, hit.start) + 1)
        words = text[start:asked]
    elif words.rstrip(" \"')*_").endswith("?") and not _STOP.search(text, hit.end, near.end):
        asked = near.end
    else:
        return False
    return not (_PRESUMING.match(words) or _TAG.search(words) or _CONFIRMED.match(text, asked))


def _is_supposed(hit: Hit, near: Near, words: str, before: str) -> bool:
    """Whether the value stands in a condition, or is what would be."""
    clause = _SUPPOSED.search(before[-160:])
    if clause and not re.match(r"\s(?:you|we|one)\b", clause["said"] or ""):
        return True  # `if it holds 5,180`; but `if you climb the 492 steps`
    end = max(before.rfind(";"), before.rfind(". ")) + 1
    behind = words[max(0, len(words) - (near.end - hit.end)) :][:60]
    return (
        _WOULD.search(before[end:][-80:] + " # " + re.split(r"[,;]|\bbut\b", behind)[0]) is not None
    )


_SPREAD: Final = re.compile(
    r"\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied)|anything|everything)\b[^.;]{0,30}\bfrom\s"
    r"(?:[^.;,]{2,50}\s(?:to|through)\s)?(?:\w+\s){0,3}$"
)
_ITEM: Final = r"(?:\d{1,2}\.? )?[A-Za-z][\w'.-]*(?: [A-Z0-9][\w'.-]*){0,3}(?: \(\d+\))?"


def among_others(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether the value is one of several that a text lists without saying which it is."""
    if is_offered(text, hit, near):
        return True
    sentence = text[near.sentence : near.end]
    at, end = hit.start - near.sentence, hit.end - near.sentence
    before, after = sentence[:at], sentence[end:]
    others = _others_listed(
        before, after, named=text[hit.start].isupper() and asked.answer.type == "name"
    )
    if asked.answer.type == "url":
        others = [other for other in others if "." in other]
    if asked.answer.type in {"name", "category"} and _SPREAD.search(before):
        return True
    if not others:
        return False
    whole = text[near.record : near.record_end]
    denied = [o for o in others if _is_denied(o, whole)]
    if len(denied) == len(others):
        return False
    plain = re.sub(r"^\W*(?:Title|Snippet)\W+", "", sentence)
    if _FILTER.search(plain) or re.search(r"\bor\b", sentence[max(0, at - 60) : end + 60]):
        return True
    if len(others) > 2 and asked.answer.type == "category":
        return True
    own = asked.own
    titled = own is not None and own.search(before[-40:].lower())  # `written by A, B and C`
    if len(others) > 1 and asked.answer.type == "name" and not titled:
        return True
    return (
        len(others) >= 2
        and bool(re.search(r":\s|\blist\b", re.sub(r"^\W*(?:Title|Snippet)\W+", "", before)))
        and not re.search(r"\(c\)", sentence)
    )


def _is_denied(other: str, whole: str) -> bool:
    """Whether one of those listed is ruled out, by any part of its name that tells it."""
    words = [w for w in re.findall(r"[\w-]+", other) if len(w) > 3 or w == other]
    called = "|".join(re.escape(w) for w in words) or re.escape(other)
    return (
        re.search(
            r"\b(?:not|nor|neither|isn't|wasn't|never|ruled out|except|other than|beat|defeated)\b"
            rf"[^.;]{{0,60}}\b(?:{called})\b|\b(?:{called})\b[^.;,]{{0,36}}\b(?:conced\w+|is not"
            rf"|was not|is out|was out|ruled out|wasn't|isn't"
            r"|withdrew|declined|disqualified|settle|second|eliminated|knocked out|lost|refused"
            r"|missed)\b",
            whole,
            re.IGNORECASE,
        )
        is not None
    )


def _others_listed(before: str, after: str, *, named: bool = False) -> list[str]:
    left = re.search(
        rf"((?:{_ITEM}(?:, | or | and |; ))+)(?:or |and )?(?:an? |the |\d{{1,2}}\.? )?$",
        before[-160:],
    )
    right = re.match(rf"(?: \(\d+\))?((?:(?:, or |, and |, | or | and |; ){_ITEM})+)", after[:160])
    found = []
    for part in (left, right):
        if part:
            found += [
                o.strip() for o in re.split(r", or |, and |, | or | and |; ", part[1]) if o.strip()
            ]
    return [
        o
        for o in found
        if o.split()[-1].lower() not in STOPWORDS and (not named or re.search(r"[A-Z0-9]", o))
    ]

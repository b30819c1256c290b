"""Sentences that state nothing: questions, suppositions, denials, queries repeated, mere lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.cues import STOPWORDS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.asked import Asked, Near

__all__ = ["_ECHO", "among_others", "why_unreal"]

_NOT: Final = re.compile(
    r"(?:\bnot|\bnever|n't|\bno longer|\brather than|\binstead of|\bneither|\bnor|\bwithout"
    r"|\banything but|\bfar from|\bunlike)"
    r"(?:\s(?:at|in|on|the|a|an|be|been|is|was|have|has|had|use|uses|used|exactly|made|of|by"
    r"|with|to|cost|costs|measure|weigh|its|found|founded|have|any|really"
    r"|[a-z]+ed))*\s[\"'(]?[€$£]?\s?$",
    re.IGNORECASE,
)


_NOT_BEHIND: Final = re.compile(
    r"\s?(?:did not|didn't|does not|doesn't|is not|isn't|was not|wasn't|has not|had not|never"
    r"|has no\b|had no\b|is wrong|is false)",
    re.IGNORECASE,
)


_FORMER: Final = re.compile(
    r"\b(?:[Ff]ormer|[Ee]x-|[Pp]revious|[Oo]nce) ?[a-z]+ (?:of [A-Z]\w+ )?$"
)
_ONCE: Final = re.compile(
    r"\b(?:once|used to|formerly|previously|originally|in the old days"
    r"|long ago)\s(?:be|cost|was|were|had"
    r"|held|stood|charged|paid|carried|seated|weighed|measured|took|counted|owned"
    r"|employed)\b[^,;.]*$",
    re.IGNORECASE,
)
_UNTIL: Final = re.compile(
    r"[^.;,\d]{0,24}\b(?:until|till|before|up to)\s(?:last|the last|this|recently"
    r"|lately|then|the (?:war"
    r"|rebuild\w*|renovation|reform|change))\b",
    re.IGNORECASE,
)
_GUESSED: Final = re.compile(
    r"\b(?:guess(?:ed|es|ing)?|bet|bets|wager(?:ed)?|reckon(?:ed|s)?|dream(?:t|ed"
    r"|s)? of|hop(?:ed|es)"
    r" (?:for|to)|aim(?:s|ed) (?:for|at|to)|predict(?:s|ed)|forecast)\b",
    re.IGNORECASE,
)
_UNREAL: Final = re.compile(
    r"^\W*(?:if|suppose|supposing|imagine|were|should|had|once|unless|whether|could|would|what"
    r" if|assume|assuming)\b"
    r"|\b(?:would (?:be|have|cost)|might be|could be|may be|if only|hypothetical|were to)\b",
    re.IGNORECASE,
)


_ASKING: Final = re.compile(
    r"^\W*(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|may|might|am"
    r"|est|ist|hat|war|or)\b",
    re.IGNORECASE,
)


_ECHO: Final = re.compile(
    r"(?:\b(?:no|0|zero) (?:results?|matches|hits?|pages?)(?: found)?(?: were found)? (?:for"
    r"|match\w*)|\bnothing (?:found |was found )?for"
    r"|\byou(?:r)? search(?:ed)?(?: for)?|\bsearch(?:ing)? for|\bquery|\bdid you"
    r" mean)[^.\n]{0,120}$",
    re.IGNORECASE,
)


_FILTER: Final = re.compile(
    r"\b(?:filters?|sort by|options?|depending on|contenders?|candidates?|shortlist(?:ed)?"
    r"|seeks?|squad|start list|in this test|choose"
    r"|nominees?|nominated|among those|vying|runners and riders|either|one of|any of|whether"
    r"|available in|come in|comes in|offered in)\b",
    re.IGNORECASE,
)


def why_unreal(text: str, hit: Hit, near: Near, sentence: str, before: str) -> str:
    """Why the sentence states nothing: it asks, supposes or denies; empty where it states."""
    words = re.sub(r"^\W*(?:Title|Snippet|Date)\W+", "", sentence)
    if hit.form != "statement":
        if words.rstrip(" \"')").endswith("?") and (
            _ASKING.match(words) or re.search(r": would you\b|\bor\b", words)
        ):
            return "a question"
        if _UNREAL.search(words) and not re.search(r"\barithmetic|sum|difference", hit.form):
            return "a supposition"
        if (
            _NOT.search(text[max(near.sentence, hit.start - 60) : hit.start])
            and " not only " not in before
            and "arithmetic" not in hit.form
        ):
            between = hit.form.startswith(("range", "between", "elimin"))
            if not between:
                return "denied"
        if _FORMER.search(text, max(near.sentence, hit.start - 40), hit.start):
            return "said of another time"
        if _ONCE.search(before[-70:]) or _UNTIL.match(text, hit.end):
            return "said of another time"
        if _GUESSED.search(before):
            return "a guess"
        if _NOT_BEHIND.match(text, hit.end):
            return "denied"
    return ""


_SPREAD_FROM: Final = re.compile(
    r"\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied)|reach(?:es)?|run|runs|go|goes|anything|everything"
    r"|all the way|spans?|stretch\w*)\b[^.;]{0,30}\bfrom\s(?:\w+\s){0,3}$"
)
_SPREAD_TO: Final = re.compile(
    r"\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied)|anything|everything)\b[^.;]{0,20}\bfrom\s"
    r"[^.;,]{2,50}\s(?:to|through)\s(?:\w+\s){0,2}$"
)
_ITEM: Final = r"(?:\d{1,2}\.? )?[A-Za-z][\w'.-]*(?: [A-Z0-9][\w'.-]*){0,3}(?: \(\d+\))?"


def among_others(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether the value is one of several that a text lists without saying which it is."""
    sentence = text[near.sentence : near.end]
    at, end = hit.start - near.sentence, hit.end - near.sentence
    before, after = sentence[:at], sentence[end:]
    paren = re.match(r"\s?\(([^()\d][^()]{0,60})\)", after)
    if (
        paren
        and asked.subject.mentions(paren[1], 0, len(paren[1]))
        and any(m.own for m in asked.subject.mentions(paren[1], 0, len(paren[1])))
    ):
        return False
    others = _others_listed(before, after)
    if asked.answer.type in {"name", "category"} and (
        (_SPREAD_FROM.search(before) and re.match(r"\s(?:to|through|up to)\b", after))
        or _SPREAD_TO.search(before)
    ):
        return True
    if not others:
        return False
    whole = text[near.record : near.record_end]
    denied = [
        o
        for o in others
        if re.search(
            r"\b(?:not|nor|neither|isn't|wasn't|never|ruled out|except"
            r"|other than)\b[^.;]{0,60}\b" + re.escape(o.split()[-1]) + r"\b"
            r"|\b"
            + re.escape(o.split()[-1])
            + r"\b[^.;,]{0,20}\b(?:is not|was not|is out|was out|ruled out|wasn't|isn't"
            r"|withdrew"
            r"|declined)",
            whole,
            re.IGNORECASE,
        )
    ]
    if len(denied) == len(others):
        return False
    if _FILTER.search(sentence) or re.search(r"\bor\b", sentence[max(0, at - 60) : end + 60]):
        return True
    if len(others) > 2 and asked.answer.type == "category":
        return True
    return (
        len(others) >= 2
        and bool(re.search(r":\s|\blist\b", before))
        and not re.search(r"\(c\)", sentence)
    )


def _others_listed(before: str, after: str) -> list[str]:
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
    return [o for o in found if o.split()[-1].lower() not in STOPWORDS]

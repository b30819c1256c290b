"""Whether a text takes back what it says: denied, put right or withdrawn, here or right after.

A statement that the text itself takes back tells nothing, unless it is then confirmed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Near

__all__ = ["is_taken_back"]

_BEFORE, _BEHIND = 180, 240
_LIGHT: Final = (
    r"at|in|on|the|a|an|be|been|is|was|have|has|had|use|uses|exactly|made|of|by|with|to|its|found"
    r"|any|really|some|about|actually|ever|for|as|that|this|cost|costs|measure|weigh"
)
_NOT: Final = re.compile(
    r"(?:\bnot|\bnever|n['\u2019]t|\bno longer|\brather than|\binstead of|\bneither|\bnor|\bwithout"
    r"|\banything but|\bfar from|\bunlike|\b(?:is|was|are|were) no|\bforget(?: about)?|\bignore"
    r"|(?:not|n['\u2019]t) (?:believe|trust))(?!\s(?:only|just|until|before)\b)"
    rf"(?:\s(?:{_LIGHT}|[a-z]+ed))*\s[\"'(]?[\u20ac$\u00a3]?\s?$"
    r"|\b(?:do|does|did)(?:\snot|n['\u2019]t)\s(?!forget|stop|deny|doubt|hide|mind|exceed|prevent"
    r"|deter|include|count|miss|dispute|question|need|matter|expect|know)"
    rf"[a-z]+(?:\s(?!the\b)(?:{_LIGHT}))*\s[\u20ac$\u00a3]?\s?$"
    r"|\bno (?:plans?|intention|wish) (?:to [a-z]+|of [a-z]+ing)(?:\s[a-z]+)?\s[\u20ac$\u00a3]?$",
    re.IGNORECASE,
)
"""`does not seat 1,930`; but `did not open until 9 May`, `did not fill the 640 seats`."""
_FALSE: Final = (
    r"(?:wrong(?:ly)?|untrue|false(?:ly)?|incorrect(?:ly)?|mistaken(?:ly)?|inaccurate"
    r"|erroneous(?:ly)?|fabricated|made up|invented|bogus|fake[ds]?|fiction|nonsense|rubbish"
    r"|baseless|unfounded|debunked|busted|(?:sent |put )?(?:out )?in error|not (?:so|true|correct"
    r"|the case|right)|an? (?:error|mistake|misprint|slip|typo|hoax|misunderstanding|lie|myth"
    r"|invention|joke)|our (?:error|mistake)|pure invention|vandalism|an? prank|reverted)"
)
_ADVERB: Final = r"(?:simply|plainly|quite|all|sadly|just|utterly|completely|flatly|also|clearly)"
_WAS_FALSE: Final = (
    r"(?:is|are|was|were|turned out(?: to be)?|proved(?: to be)?|has (?:been |proved )?"
    r"|had been)\s?"
    rf"(?:{_ADVERB}\s)?{_FALSE}\b"
)
_REPORT: Final = (
    r"(?:claims?|reports?|rumou?rs?|stor(?:y|ies)|suggestions?|posts?|press release|statements?"
    r"|news|allegations?|talk|article|tweets?)"
)
_FALSELY: Final = re.compile(
    r"\b(?:(?:untrue|not true|isn't true|wasn't true|false|wrong|no (?:truth|evidence|proof|basis)"
    r"|legend|a lie|a myth|nonsense) (?:to (?:say|claim|think|write)|that|in|for)\b|stop"
    r" [a-z]+ing that\b|den(?:y|ies|ied|ying) (?:that|having|[a-z]+ing|(?:(?:the|all|any|an?) )?"
    rf"{_REPORT})\b"
    r"|(?:wrongly|falsely|mistakenly|erroneously|incorrectly|in error)\b"
    rf"|(?:false|wrong|mistaken|bogus|fake|hoax|untrue|erroneous) {_REPORT}\b"
    r"|(?:withdr[ae]w|withdrawn|retract(?:s|ed)?|took back) (?:its|the|their|his|her|an?) [a-z]+"
    r"|(?:earlier|previous|first|original) version (?:of [^;:,]{3,50})?(?:\w+ )?(?:sa(?:id|ys)"
    r"|stated|gave|wrote|had|put|listed|named|reported|claimed)\b"
    r"|contrary to|myth(?: \d+| no\. \d+)?:)",
    re.IGNORECASE,
)
_NEGATED: Final = re.compile(
    r"\b(?:not|never|n['\u2019]t|no one|nobody|none|cannot|hardly|without)(?:\s(?:has|have|had|can"
    r"|ever|did"
    r"|does|seriously|could))*\s$",
    re.IGNORECASE,
)
_TURNS: Final = re.compile(
    r"[;\u2014]|\b(?:but|whereas|in fact|actually|in truth|really|instead|should have|corrected)\b"
    r"|:\s|,\s(?:it|they|he|she|and)\b"
)
"""What ends the reach of such words."""
_ITSELF_FALSE: Final = re.compile(
    rf"[^.,;:!?\"'\u2013\u2014\n]{{0,60}}\s(?:{_WAS_FALSE}|is denied|was denied)"
    r"|[^.;]{0,40}, think again\b"
)
_NOT_BEHIND: Final = re.compile(
    r"\s?(?:(?:did|does|has|had)(?: not|n['\u2019]t)|never)(?! (?:expect|think|believe|dream"
    r"|hesitate|stop|mind|want|hide|say|forget|look|rest|doubt|need|imagin|tire|leave|live to))"
    r"|\s?(?:is|was)(?: not"
    r"|n['\u2019]t)(?! (?:bad|much|enough|a lot|many|cheap|small|nothing|un[a-z]+|far|only|just))",
    re.IGNORECASE,
)
_START: Final = (
    r"[\s\"'\u201d\u2019)\]*]*(?:(?:[Bb]ut|[Aa]nd|[Ww]ell|[Yy]et|[Ii]n fact|[Nn]o)\b,?\s)?"
)
_VERDICT: Final = re.compile(
    rf"{_START}(?:(?:our |the )?(?:verdict|rating|fact check|truth|reality|status)\s?(?:is|:|-"
    rf"|\u2013)\s?)?(?:{_ADVERB}\s)?(?:{_FALSE}|nope|no way|not at all|hoax|myth|lie"
    rf"|wishful thinking)\s?"
    r"(?:[.!,;:)\n]|$)",
    re.IGNORECASE,
)
"""`False.`, `Our verdict: fabricated.`"""
_THAT: Final = re.compile(
    rf"[^.;:!?]{{0,90}}[.;:,\u2013\u2014!]{_START}(?:[Tt]hat|[Tt]his|[Ii]t|[Ww]hich|[Tt]hose"
    r"|(?:[Tt]he|[Tt]hat|[Tt]his) (?:figure|claim|report|date|name|number|story|statement|entry"
    r"|line|post|paper|rumour|poster|guide|value))\s"
    rf"(?:{_WAS_FALSE}|belonged to|belongs to (?!the (?:world|nation|town|people)))"
)
_ANAPHORA: Final = (
    r"(?:on )?that (?:day|date|year|much|many|figure|number|sum|deep|tall|high|long|old|big|price)"
)
_UNDONE: Final = re.compile(
    rf"{_START}(?:they|he|she|it|there|both|these|which)\s(?:{_WAS_FALSE}(?=\s*(?:[.,;:!)]|$|and\b"
    rf"|as\b|says?\b))"
    r"|(?:do|does|did|is|was|has|had|are|were|have|wo|will|would)(?:n['\u2019]t| not)(?: (?:so"
    r"|quite|of course))?\s*(?:[.,;:!\u2014)]|$|says?\b)"
    rf"|\w+(?:n['\u2019]t| not)\s[^.;]{{0,40}}\b{_ANAPHORA})|{_START}(?:nothing|nobody"
    rf"|no one)\s[^.;]{{0,40}}\b(?:{_ANAPHORA}|of the (?:sort|kind))|[^.;]{{0,60}}\b(?:(?:den(?:y"
    rf"|ies|ied)|rejects?|rejected|dismiss(?:es|ed)|withdrawn|retracted|deleted|refute[sd]?"
    r"|debunk\w*|tore) (?:it|this|that|the (?:claim|report|figure|rumour|story|number|idea))\b"
    r"|admit\w* (?:that )?(?:it|the \w+) (?:is|was|had been) (?:made up|invented|wrong|false))"
    r"|(?:[Tt]hat|[Tt]his) [a-z]+ (?:was|has been) (?:since )?(?:called off|cancelled|scrapped"
    r"|shelved|abandoned|dropped|withdrawn|retracted)",
    re.IGNORECASE,
)
"""What takes back a claim: `They were mistaken`, `It doesn't, says the board`."""
_CLAIMED: Final = re.compile(
    r"\b(?:claim\w*|swears?|swore|insist\w*|sa(?:id|ys?)|saying|believ\w*|think\w*|thought|heard"
    r"|adding|report\w*|wrote|written|print(?:s|ed)|list(?:s|ed)|gave|gives?|named|state[sd]"
    r"|leak\w*|rumou?r\w*|myth|hoax|flyer|post(?:ers?|s|ed)?|promis\w*|quot\w*|advertis\w*|told"
    r"|according|supposed\w*|due|(?:was|were) to|meant|scheduled|alleged\w*|legend|corrections?"
    r"|erratum|sheet|had|retract\w*|withdrew"
    r"|fact.check|label)\b|^>",
    re.IGNORECASE | re.MULTILINE,
)
_DOUBTED: Final = re.compile(r"\b(?:doubt\w*|sceptic\w*|critics?|no ?body|not|never|few|n't)\b")
_CONFIRMED: Final = re.compile(
    r"\b(?:(?:but|until|yet|though|later|then|since|now|before|has|have|is|was)\b[^.;]{0,60}\b"
    r"(?:confirm\w*|admitted|acknowledg\w*|conced\w*)|came true|(?:turn\w* out|prov\w*)"
    r"(?: to be)? (?:true|right|correct|so)\b)"
)


_FIGURE: Final = re.compile(r"\d(?:[\d.,]*\d)?")


def is_taken_back(text: str, hit: Hit, near: Near) -> bool:
    """Whether what is said at `hit` is denied there, or taken back right after."""
    stop = min(near.record_end, hit.end + _BEHIND)
    before = text[max(near.sentence, hit.start - _BEFORE) : hit.start]
    if _CONFIRMED.search(text, hit.end, stop):
        return False
    if hit.form == "statement":
        return _VERDICT.match(text, near.end, stop) is not None
    unsure = "arithmetic" in hit.form or hit.form.startswith(("range", "between", "elimin"))
    if not unsure and (
        (_NOT.search(before[-70:]) and " not only " not in before) or _said_falsely(before)
    ):
        return True
    if any(
        pattern.match(text, hit.end, stop) for pattern in (_NOT_BEHIND, _ITSELF_FALSE, _THAT)
    ) or _VERDICT.match(text, near.end, stop):
        return True
    claim = text[max(near.record, near.sentence - 60) : hit.start]
    if not _CLAIMED.search(claim) or _DOUBTED.search(before):
        return False
    comma = (
        text.find(",", hit.end, near.end) + 1 or near.end
    )  # `was to open in May, but it did not`
    undone = _UNDONE.match(text, near.end, stop) or _UNDONE.match(text, comma, stop)
    return undone is not None or _again_denied(text, hit, near, stop)


def _said_falsely(before: str) -> bool:
    """Whether the value is part of what is called untrue, and no more is said in between."""
    return any(
        not _TURNS.search(before, found.end()) and not _NEGATED.search(before[: found.start()])
        for found in _FALSELY.finditer(before)
    )


def _again_denied(text: str, hit: Hit, near: Near, stop: int) -> bool:
    """`... of 640 litres. It is not 640`: the same value, denied in what follows."""
    figure = _FIGURE.search(text, hit.start, hit.end) if hit.form == "digits" else None
    again = text.find(figure[0] if figure else text[hit.start : hit.end], near.end, stop)
    return again > 0 and _NOT.search(text[near.end : again]) is not None

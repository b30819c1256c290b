"""What a sum is paid for, where it is not the column's: a lost key, parking, repairs."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.governed import clause_of

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["paid_for_another", "priced_in_list"]

_PRICED: Final = frozenset(
    "night person head adult child day week month year ride trip ticket entry seat bottle glass"
    " copy pair family piece kilo litre pint hour crossing visit stay cup plate place room bed"
    " single double return one thing".split()
)


_UNIT: Final = (
    r"(?:\s(?:crowns?|florins?|marks?|talers?|ducats?|credits?|euros?|dollars?|pounds?|million))*"
)
_TO: Final = re.compile(
    _UNIT
    + r"\sto\s(?P<verb>park|camp|store|rent|hire|replace|repair|restore|insure|join|film|marry"
    r"|moor|fish|photograph|post|ship|deliver|clean|remove|transport|bring|change|cancel)\b"
)
_EACH: Final = re.compile(
    _UNIT + r"\s(?:the|a|an|per)\s(?P<unit>bottle|glass|pint|kilo|cup|slice|dozen|plate|carafe)\b"
)
_OF_OTHER_THINGS: Final = re.compile(
    r"\b(?:menu|ticket|room|admission|entry|entrance|fare|toll|rent|night|pass|membership)\b",
    re.IGNORECASE,
)
_VALUED: Final = re.compile(
    r"\b(?P<verb>valu(?:e|es|ed|ing)|insur(?:e|es|ed|ing)|apprais\w+|estimat\w+)\b[^,;:.]{0,50}\s"
    r"(?:at|for)\s(?:[a-z]+\s){0,2}[\u20ac$\u00a3]?$"
)
_CHANGED_HANDS: Final = re.compile(
    r"\b(?:was|were|been|is|be)\s(?:[a-z]+ly\s)?(?:sold|bought|acquired)\b[^,;:.]{0,40}\sfor\s"
    r"(?:[a-z]+\s){0,2}[\u20ac$\u00a3]?$"
)
_OF_A_SALE: Final = re.compile(
    r"(?i)pric|cost|fee|sale|sold|bought|worth|value|bid|paid|cheap|dear"
)
"""`X was sold for 8.3 million`: a price of its own, and no turnover."""
_GONE_FOR: Final = re.compile(
    r"\b(?:an?|another)\s(?:[a-z-]+\s){0,2}(?P<noun>[a-z]{3,})\s(?:that|which|who)\s[^,;:.]{2,40}$"
)


_AT: Final = r"(?:only |just |about |exactly |a mere )?[\u20ac$\u00a3]?$"
_BOUGHT: Final = re.compile(
    r"\b(?:bought|buys?|took home|takes? home|had|got|gets?|ordered|ate|drank|picked up|purchased"
    r"|found|rented|hired)\s(?:an?|the|some|my|our|his|her|their|two|three|lunch|dinner)?\s?"
    r"(?P<what>(?:(?!for\b|and\b|or\b)[a-z-]+\s){1,3})for\s" + _AT
)
"""`took home the catalogue for 18.50`"""
_COSTS: Final = re.compile(
    r"(?:^\W*|[,;:]\s|\b(?:and|an?|the|while|but)\s)(?P<what>(?!(?:it|that|this|which|one|they|he|she)\b)"
    r"[a-z-]{3,})\s(?:costs?|sells? (?:for|at)|goes? for|(?:is|are) priced at)\s" + _AT
)
"""`On X a sandwich costs 7.40`"""
_OFF: Final = re.compile(_UNIT + r"\s(?:off|on)\s")
_OPENS: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:(?:An?|The|My|Our|His|Her)\s)?(?P<what>[A-Za-z][a-z]{2,})"
    r"(?:\sfor\s[a-z]+)?\s(?:at|in|on|aboard)\s[^.;:,]{2,60}?\s"
    r"(?:costs?|(?:came|comes) to|(?:sells?|sold|went) for|(?:is|was|are|were)(?: priced at)?)\s"
    + _AT
)
"""`Dinner for two at X came to 142`"""
_SAVED: Final = re.compile(r"\b(?:save|saves|saving|get|take|takes)\s(?:up to )?[\u20ac$\u00a3]?$")


def paid_for_another(
    text: str, hit: Hit, near: Near, asked: Asked, own: re.Pattern[str] | None
) -> bool:
    """Whether a sum is paid for something that the column does not name."""
    if own is None or "arithmetic" in hit.form or asked.answer.type != "money":
        return False
    before = text[max(near.sentence, hit.start - 90) : hit.start].lower()
    behind = text[hit.end : near.end].lower()
    valued = _VALUED.search(before)
    if valued and not own.search(valued["verb"]) and not own.search("worth"):
        return True
    if _CHANGED_HANDS.search(before) and not _OF_A_SALE.search(asked.answer.column):
        return True
    purpose = _TO.match(behind)
    if purpose and not own.search(purpose["verb"]):
        return True
    each = _EACH.match(behind)
    if each and _OF_OTHER_THINGS.search(asked.answer.column):
        return True
    stranger = _GONE_FOR.search(before)
    if stranger and not _known(stranger["noun"], asked, own):
        return True
    bought = _BOUGHT.search(before) or _COSTS.search(before)
    if bought and not any(w in _PRICED or _known(w, asked, own) for w in bought["what"].split()):
        return True
    opens = _OPENS.fullmatch(text, near.sentence, hit.start)
    if opens and not any(
        w in _PRICED or _known(w, asked, own) for w in opens["what"].lower().split()
    ):
        return True
    if _of_the_opposite(text, hit, near, asked):
        return True
    return bool(_SAVED.search(before) and _OFF.match(behind) and not own.search("discount"))


_OPPOSITES: Final = (
    ("double", "single singles triple family dormitory"),
    ("single", "return returns double doubles family season day weekly monthly annual"),
    ("return", "single singles one-way"),
    ("adult", "child children kids student students senior seniors family concession concessions"),
    ("child", "adult adults grown-ups senior seniors family"),
    ("hardback hardcover", "paperback e-book ebook"),
    ("paperback", "hardback hardcover e-book ebook"),
    ("cost costs budget expenses", "earned earns grossed grosses takings profit revenue box"),
    ("revenue turnover sales takings profit", "spent invested costs acquired borrowed fined owes"),
)


def _of_the_opposite(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`A single room costs 142`, where the column asks for a double room."""
    column = set(re.findall(r"[a-z-]+", asked.answer.column.lower()))
    start, end = clause_of(text, hit, near)
    said = re.findall(r"[a-z-]+", text[start : min(end, hit.end + 40)].lower())
    for words, others in _OPPOSITES:
        if not column.isdisjoint(words.split()) and not column.intersection(others.split()):
            own = any(word.removesuffix("s") in words.split() for word in said)
            return not own and not set(others.split()).isdisjoint(said)
    return False


def _known(word: str, asked: Asked, own: re.Pattern[str]) -> bool:
    return (
        own.search(word) is not None or word in asked.subject.words or word in asked.subject.kinds
    )


def priced_in_list(text: str, hit: Hit, near: Near, asked: Asked, own: re.Pattern[str]) -> bool:
    """Whether a price stands in the subject's line of a list whose head or foot says `prices`."""
    if asked.answer.type != "money" or "arithmetic" in hit.form:
        return False
    low = text.rfind("\n", near.record, hit.start) + 1 or near.record
    close = text.find("\n", hit.end, near.record_end)
    high = near.record_end if close < 0 else close
    if high - low > 60 or (low, high) == (near.record, near.record_end):
        return False
    line = text[low:high]
    if not _END_OF_LINE.match(text[hit.end : high]):
        return False
    if not any(m.own for m in asked.subject.mentions(line, 0, len(line))):
        thing = asked.subject.thing
        if not thing or thing not in line.lower():
            return False
    return own.search(text[near.record : near.record_end].lower()) is not None


_END_OF_LINE: Final = re.compile(r"\s?[^\W\d]{0,12}[.,;|)]?\s*$")

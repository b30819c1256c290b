"""Plain vetoes: reasons why a value in a text is not stated of the subject.

Each takes a place and gives a reason, or None. `VETOES` names them in the order in which they are
asked; docs/leaks.md says what each is worth.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from fictionworld.leakage.context.asked import YEAR
from fictionworld.leakage.context.place import HitContext
from fictionworld.leakage.context.thesaurus import is_label
from fictionworld.leakage.context.unreal import denied, echo, only_asked, supposed, withheld
from fictionworld.leakage.data import COMMON, STOPWORDS, kinds_of, read_lines
from fictionworld.leakage.values.scan import QUANTITIES, scan

# The value is none ----------------------------------------------------------------------------


def _own_name(place: HitContext) -> str | None:
    """`5` in `Vela 5`."""
    if place.hit.form == "statement":
        return None
    low = place.hit.start - len(place.asked.subject.name) - 24
    for mention in place.asked.subject.mentions_in(place.tokens, low, place.hit.end):
        if mention.own and mention.start <= place.hit.start and place.hit.end <= mention.end:
            return "part of the subject's own name"
    return None


_STAMP: Final = re.compile(
    r"(?<![A-Za-z])(?:newsletter|bulletin|memo|minutes|press release|brochure|leaflet|catalogue"
    r"|screenshot"
    r"|snapshot|photos?|photographs?|pictures?|images?|revision|version|draft|changelog|receipt"
    r"|invoice"
    r"|timetable|price list|report|archived|retrieved|accessed|crawled|cached|captured|downloaded"
    r"|uploaded"
    r"|indexed|scanned|taken|posted|reposted|tweeted|commented|asked|replied|wrote|last (?:seen"
    r"|checked|edited"
    r"|modified|changed|updated)|updated|valid|as of|correct at|published)(?: (?:of|from|dated"
    r"|no\.?|on|at|in))?[\s:,(\[|-]{0,3}$|(?:^|\n)(?:Date|date): ?$|\"date\": ?\"$|\u00a9 ?$"
    r"|[Cc]opyright (?:\(c\) )?$",
    re.IGNORECASE,
)
_PAGES: Final = re.compile(
    r"\b(?:page|part|result|slide|step|chapter)s? \d+(?: of|/) $|\(\d+ of $", re.IGNORECASE
)


_COUNTER: Final = re.compile(
    r"\d+ ?(?:-|to) ?\d+ of (?:about )?\d[\d,]*"
    r"|(?<![\w.,])\d{1,3}(?:(?:\s+\|)?\s+\d{1,3}(?![\w,%]|\.\d|\s[a-z])){2,}"
    r"|(?<=\")\s+\|\s+1\b(?:\s+\|\s+2\b)?"
    r"|(?<=[a-z]/)\d{1,3}(?=/|\s|$)"
)
"""`61-90 of 90`, `1 | 2 | 3`, `Next \u00bb | 1 | 2`, `/players/3`: where in a list a reader is."""
_COUNTED_AHEAD: Final = 60


def _counts_places(place: HitContext) -> bool:
    """Whether a number only says where in a list of results or pages a reader is."""
    low = max(place.near.record, place.hit.start - _COUNTED_AHEAD)
    for found in _COUNTER.finditer(place.text, low, place.hit.end + _COUNTED_AHEAD):
        if found.start() <= place.hit.start and place.hit.end <= found.end():
            numbers = [int(said) for said in re.findall(r"\d+", found[0].replace(",", ""))]
            return " of " in found[0] or all(b == a + 1 for a, b in pairwise(numbers))
    return False


def _mere_number(place: HitContext) -> str | None:
    """The date of a record, the number of a page."""
    if place.asked.answer.type not in QUANTITIES:
        return None
    if place.hit.form in {"digits", "rounded", "range"} and _counts_places(place):
        return "a place in a list of results"
    before = place.text[max(0, place.hit.start - 40) : place.hit.start]
    if place.asked.answer.type == "date":
        found = _STAMP.search(before)
        if found and not place.asked.speaks_of_column(found[0]):
            return "the date of a record, not of its subject"
    return "a count of pages" if _PAGES.search(before) else None


_ITEM: Final = r"(?:\d{1,2}\.? )?[A-Za-z][\w'.-]*(?: [A-Z0-9][\w'.-]*){0,3}(?: \(\d+\))?"
_LISTED_BEFORE: Final = re.compile(
    rf"((?:{_ITEM}(?:, | or | and |; ))+)(?:or |and )?(?:an? |the )?$"
)
_LISTED_BEHIND: Final = re.compile(rf"(?: \(\d+\))?((?:(?:, or |, and |, | or | and |; ){_ITEM})+)")
_CHOICE: Final = re.compile(
    r"\b(?:contenders?|candidates?|shortlist(?:ed)?|nominees?|nominated|filters?|sort by|options?"
    r"|choose|either"
    r"|one of|any of|whether|which of|between|suspects?|vying|favourites?|hopefuls|in the running"
    r"|depending on|available in|comes? in|offered in|enum)\b",
    re.IGNORECASE,
)


def _one_of_several(place: HitContext) -> str | None:
    """`contenders: Aar, Talvik, Keel`."""
    if place.asked.answer.type not in {"name", "category", "url"} or place.hit.form == "table cell":
        return None
    left = _LISTED_BEFORE.search(place.before[-160:])
    right = _LISTED_BEHIND.match(place.behind[:160])
    others = [
        said.strip()
        for part in (left, right) if part
        for said in re.split(r", or |, and |, | or | and |; ", part[1]) if said.strip()
    ]  # fmt: skip
    if place.asked.answer.type == "name":
        others = [said for said in others if said[:1].isupper()]
    others = [said for said in others if said.split()[-1].lower() not in STOPWORDS]
    if not others:
        return None
    sentence = place.sentence
    if _CHOICE.search(sentence) or re.search(
        r"\bor\b", sentence[max(0, len(place.before) - 50) :][:110]
    ):
        return "one of several that are named"
    return "one of several that are named" if len(others) > 2 else None


# It is stated of something else ------------------------------------------------------------------

_ONCE: Final = re.compile(
    r"\b(?:once|formerly|previously|originally|long ago)\s(?:be|cost|was|were|had|held|stood"
    r"|charged|carried|seated"
    r"|weighed|measured|took|counted|owned|employed)\b[^,;.]*$|\bused to\s[a-z]+\b(?:(?!\bnow\b"
    r"|\btoday\b)[^,;.])*$"
    r"|\b(?:the|its|their|an) (?:former|previous|earlier|one-time)\s[€$£]?$|\b(?:former|ex-"
    r"|previous|once) ?[a-z]+ (?:of [A-Z]\w+ )?$"
    r"|\b(?:succeed(?:s|ed)|replac(?:es|ed|ing)|took over from|takes over from|predecessor"
    r"|successor to)\s(?:the \w+ )?$|\b(?:up from|down from|from)\s(?:the )?[€$£]?$",
    re.IGNORECASE,
)
_ONCE_BEHIND: Final = re.compile(
    r"[^.;]{0,80}\b(?:no longer (?:stands?|holds?|valid|in force|true|current)|(?:is|are|was|were"
    r"|(?:has|have) been) (?:since )?"
    r"(?:superseded|out of date|outdated|obsolete|overturned))\b|[^.;,\d]{0,24}\b(?:until|till"
    r"|before)\s(?:last|this|recently|the)\b"
    r"|[^.;,]{0,12}\b(?:stepped down|resigned|left in|was replaced|was succeeded)\b"
)
_YEAR_BEHIND: Final = re.compile(
    r"(?:\s[a-z%]+){0,2}?\s?(?:\(|\b(?:in|for|during|as of)\s)((?:1[5-9]|20|21)\d\d)(?![\d,.]\d|\d)"
)


def _other_time(place: HitContext) -> str | None:
    """`412.5 million (2028)` where 2029 is asked; what once was."""
    if (
        place.hit.form != "statement"
        and place.asked.answer.type != "date"
        and (_ONCE.search(place.before[-70:]) or _ONCE_BEHIND.match(place.behind))
    ):
        return "said of another time"
    years = place.asked.years
    if not years:
        return None
    if place.cell is not None:
        for said in (*place.cell.keys, place.cell.row):
            found = YEAR.findall(said)
            if found:
                return None if years & set(found) else "said of another year"
    low, high = place.near.sentence, place.near.end
    there = [
        m for m in YEAR.finditer(place.text, low, high)
        if not place.hit.start <= m.start() < place.hit.end
    ]  # fmt: skip
    if not there:
        return None
    behind = _YEAR_BEHIND.match(place.text, place.hit.end, high)
    if behind:
        return None if behind[1] in years else "said of another year"
    if not years & {m[0] for m in there}:
        return "said of another year"
    best = min(there, key=lambda m: _far(place, m))
    return None if best[0] in years or _far(place, best) > 6 else "said of another year"


def _far(place: HitContext, match: re.Match[str]) -> float:
    """How far off a year stands, in words; the end of a clause counts for five."""
    is_left = match.end() <= place.hit.start
    between = (
        place.text[match.end() : place.hit.start]
        if is_left
        else place.text[place.hit.end : match.start()]
    )
    breaks = len(re.findall(r";|, (?!\d)|\bbut\b|\bwhile\b|\band\b", between))
    return len(between.split()) + 5 * breaks + (0 if is_left else 1)


def _nearer_subject(place: HitContext) -> str | None:
    """`The Vela 6 has 5,180 mAh`, where the Vela 5 is asked for."""
    if not place.asked.subject.is_named:
        return None
    return "said of another subject" if place.owner[0] is False else None


def _other_cell(place: HitContext) -> str | None:
    """A value under another key or heading, where one is the column's."""
    cell = place.cell
    if cell is None or place.column == "label":
        return None
    if any(place.asked.speaks_of_column(key) for key in cell.block.keys):
        return "another cell"
    if any(is_label(word) for key in cell.keys[:1] for word in re.findall("[a-z]+", key.lower())):
        return None if place.asked.answer.type in {"name", "category"} else "another cell"
    return None


def _other_label(place: HitContext) -> str | None:
    """`sold 5,180 units` where the capacity is asked for."""
    kind = place.asked.answer.type
    if (
        kind not in _COUNTED
        or place.hit.form in {"statement", "table cell"}
        or place.column == "label"
    ):
        return None
    noun = _noun(place)
    least = 2 if place.asked.unit is not None else 99 if noun in _ANYBODY else _NEAR
    if noun and place.cue_distance > least and not place.asked.speaks_of_column(noun):
        return f"counts {noun}"
    if place.other_label_distance < _BESIDE and place.column in {"", "before"}:
        return "another column's value"
    return None


_COUNTED: Final = frozenset({"number", "money", "percent"})
_ANYBODY: Final = frozenset("people men women persons children".split())
_NEAR: Final = 4
_BESIDE: Final = 3
"""Words between a value and the label of another column."""


def _noun(place: HitContext) -> str:
    one = scan(place.text).by_place.get((place.hit.start, place.hit.end))
    return "" if one is None or one.unit else one.noun


_DEED: Final = {
    kind: re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for kind, _, words in (line.partition(": ") for line in read_lines("deeds.txt"))
}
"""What is done that columns of a type seldom ask for."""


def _other_deed(place: HitContext) -> str | None:
    """`Tickets go on sale on 3 July` where the first day is asked for."""
    pattern = _DEED.get(place.asked.answer.type)
    if pattern is None or place.hit.form in {"statement", "table cell"} or place.column == "label":
        return None
    low, high = place.clause
    for found in pattern.finditer(place.text, low, high):
        if place.hit.start <= found.start() < place.hit.end or place.asked.speaks_of_column(
            found[0]
        ):
            continue
        between = (
            place.text[found.end() : place.hit.start]
            if found.end() <= place.hit.start
            else place.text[place.hit.end : found.start()]
        )
        if len(between.split()) < place.cue_distance:
            return f"is about another deed, {found[0].lower()}"
    return None


_WHAT: Final = re.compile(r"(?:\s|-)(?P<noun>[a-z]{3,})\b")
_NAME: Final = re.compile(r"\s[A-Z][a-z]+")
_COPULA: Final = re.compile(
    r"\b(?:is|was|are|were|be|been|remains?|became|painted|of|in|:|runs? on)\s(?:[a-z]+\s)?$"
)


def _other_thing(place: HitContext) -> str | None:
    """`a maroon bus` where the colour of a shirt is asked for."""
    if (
        place.asked.answer.type != "category"
        or place.cell is not None
        or place.hit.form == "statement"
    ):
        return None
    if place.text[place.hit.start].isupper() and _NAME.match(place.text, place.hit.end):
        return "part of another name" if place.asked.answer.value[:1].islower() else None
    found = _WHAT.match(place.text, place.hit.end)
    if found is None or _COPULA.search(place.before[-24:]):
        return None
    noun = found["noun"]
    if noun in COMMON or noun in STOPWORDS or place.asked.speaks_of_column(noun) or kinds_of(noun):
        return None
    return f"said of {noun}" if not noun.endswith(("ed", "ing", "ly")) else None


VETOES: Final[dict[str, Callable[[HitContext], str | None]]] = {
    "own name": _own_name,
    "mere number": _mere_number,
    "echo of the query": echo,
    "asked": only_asked,
    "denied": denied,
    "supposed": supposed,
    "withheld": withheld,
    "one of several": _one_of_several,
    "other time": _other_time,
    "nearer subject": _nearer_subject,
    "other cell": _other_cell,
    "other column's label": _other_label,
    "other deed": _other_deed,
    "other thing": _other_thing,
}
"""The vetoes, by name, in the order in which they are asked."""

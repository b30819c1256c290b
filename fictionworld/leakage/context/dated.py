"""Of which deed a day is told, where it is not the column's: an attempt, an arrival, a strike.

A day belongs to the verb of its own clause. Someone's deed at a subject, what was tried in vain, an
anniversary, and the year that only says which (`the 1931 altimeter`) date other things.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.governed import clause_of, of_a_stranger
from fictionworld.leakage.thesaurus.cues import STOPWORDS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["day_of_another_deed"]

_NOT_DONE: Final = re.compile(
    r"\b(?:turned back|turned round|gave up|failed|fails|in vain|unsuccessful\w*|attempt(?:s|ed)?"
    r"|tried to|beaten back|driven back|retreated|abandoned|called off|short of|never reached"
    r"|came to nothing|fell through|missed|almost|nearly|narrowly|rehears\w+|dress rehearsal"
    r"|dry run|trial run|test run|test(?:s|ed)?|(?:first|clinical) trials?"
    r"|mock-up|scrubbed|postponed|aborted|put off|cancell?ed)\b"
)
_ELSEWHERE: Final = re.compile(
    r"\b(?:on strike|downed tools|anniversary|jubilee|centenary"
    r"|bicentenary|birthday|turned (?:\d+|[a-z]+ty|[a-z]+teen|a hundred)|open day|commemorat\w+"
    r"|in memory of|burgl\w+|robbed|bomb(?:ed)?|struck by|lightning|caught fire"
    r"|burnt down|burned down|flooded|plane crash|crashed|ran aground|broke down|derailed"
    r"|power cut|evacuated|went bankrupt|reopened|repainted|renovated|restored|refurbished"
    r"|foundation stone|first stone|corner ?stone|topping[- ]out|ground ?breaking|keel"
    r"|was filmed|on a visit|school trip|spade|sod|planning permission|plans for)\b"
)
_START: Final = re.compile(r"\b(?:start|begin|opening|first day)")
_END: Final = re.compile(r"\b(?:end(?:s|ed)?|clos|finish|last day|final day|conclu)")
_BEGINS: Final = re.compile(r"\b(?:beg[ai]ns?|start(?:s|ed)?|open(?:s|ed)?|kick(?:s|ed) off)\b")
_ENDS: Final = re.compile(
    r"\b(?:end(?:s|ed)?|close[sd]?|finish(?:es|ed)?|conclude[sd]?|winds up|wraps up)\b"
)
_BEGUN: Final = re.compile(
    r"\b(?P<what>(?:building |construction )?works?|construction|digging|drilling|testing|planning"
    r"|filming|recruiting)\s(?:(?:on|of|at|for|in)\s[^,;:]{2,50}?\s)?"
    r"(?:began|begun|started|starts|begins|got under way|finished|ended)\b"
)
"""`Work on X began`: not yet X."""
_PERSON_DID: Final = re.compile(
    r"(?P<name>[A-Z][\w.'\u2019-]+(?:\s(?:von|van|de|af|di|da|del)\b)?\s[A-Z][\w'\u2019-]+)"
    r"(?:,[^,;.]{2,60},)?\s"
    r"(?:then |later |first |once |also |again |never |even |finally )?"
    r"(?P<verb>[a-z]{3,})\s"
)
_PAST: Final = re.compile(
    r"(?:[a-z]{2,}ed|gave|took|made|went|left|won|lost|met|saw|sold|bought|wrote|sang|spoke|fell"
    r"|came|ate|slept|swam|rode|ran|drew|drove|flew|paid|sat|stood|stole|caught|broke|taught|told"
    r"|shot|hid|kept|led|joined|became)"
)
_WHICH_YEAR: Final = re.compile(r"(?:\b(?:the|an?|its|his|her|this|that|their)|['\u2019]s)\s$")
_NOUN_BEHIND: Final = re.compile(r"\s(?P<one>[a-z][a-z-]{2,})(?:\s(?P<two>[a-z][a-z-]{2,}))?")
_SIDE: Final = frozenset(
    "stand stands wing annexe annex tower clock bell bells organ roof pavilion cafe caf\u00e9"
    " restaurant chapel spire extension hotel shop statue fountain pool canteen plant factory"
    " branch subsidiary office website newsletter magazine logo kit anthem song choir band"
    " floodlights library gym kitchen bar cellar garden gardens park greenhouse staircase lift"
    " lifts escalator"
    " gate gates wall walls window windows mural fresco altar pulpit pier jetty crane boathouse"
    " clubhouse grandstand terrace scoreboard turf pitch nickname motto crest flag museum archive"
    " archives cabin lamp lens engine engines boiler mast sails funnel figurehead bar ballroom"
    " chandelier carpet curtain stage dome telescope planetarium".split()
)
_ITS_PART: Final = re.compile(
    r"\b(?:[Ww]hose|[Ii]ts|[Tt]heir|['\u2019]s|[Tt]he)\s(?:[a-z-]+\s){0,2}?(?P<noun>[a-z]{3,})\s"
    r"(?:(?:of|at|in|on|behind|beside|above|below|inside)\s[^,;:.]{2,50}?\s)?"
    r"(?:dates?|dated|goes|went|was|were|is|has been|had been|opened|came|burnt|burned|collapsed"
    r"|fell|stands|arrived|followed|closed)\b[^,;:.]{0,50}$"
)


def day_of_another_deed(
    text: str, hit: Hit, near: Near, asked: Asked, own: re.Pattern[str] | None
) -> bool:
    """Whether a day is told of a deed or a thing that the column does not name."""
    if own is None or asked.answer.type != "date":
        return False
    start, end = clause_of(text, hit, near)
    clause = f"{text[start : hit.start]} # {text[hit.end : end]}"
    low = clause.lower()
    for pattern in (_NOT_DONE, _ELSEWHERE):
        found = pattern.search(low)
        if found and not own.search(found[0]) and not _own_verb(low, found[0], own):
            return True
    if _is_other_end(low, asked, own):
        return True
    begun = _BEGUN.search(low)
    if begun and not own.search(begun["what"]):
        return True
    return (
        _of_an_entry(text, hit, asked, own)
        or _of_a_person(clause, asked, own)
        or of_a_stranger(text, hit, near, asked, own)
        or _says_which(text, hit, asked, own)
        or _of_a_part(text, hit, near, asked)
    )


def _is_other_end(low: str, asked: Asked, own: re.Pattern[str]) -> bool:
    """`X begins on 14 October`, where the column asks for its end."""
    column = asked.answer.column.lower()
    ending = _END.search(column) is not None
    if not (ending or _START.search(column)) or own.search(low):
        return False
    return (_BEGINS if ending else _ENDS).search(low) is not None


_ENTRY: Final = re.compile(r"\s?(?:[:\u2013\u2014]|-(?=\s))\s?(?P<said>[^\n]{4,160})")


def _of_an_entry(text: str, hit: Hit, asked: Asked, own: re.Pattern[str]) -> bool:
    """`- 21 June: solstice picnic`: an entry of a list of days that is of something else."""
    start = text.rfind("\n", max(0, hit.start - 12), hit.start)
    if start < 0 or any(map(str.isalnum, text[start : hit.start])):
        return False
    entry = _ENTRY.match(text, hit.end)
    if entry is None or own.search(entry["said"].lower()):
        return False
    return not any(m.own for m in asked.subject.mentions(text, *entry.span("said")))


def _own_verb(low: str, said: str, own: re.Pattern[str]) -> bool:
    """Whether the clause has a verb of the column besides: `opened on its birthday`."""
    rest = low.replace(said, " ")
    return any(_PAST.fullmatch(m[0].strip()) is not None for m in own.finditer(rest))


def _of_a_person(clause: str, asked: Asked, own: re.Pattern[str]) -> bool:
    """`Bo Hestrup came to X in 1983`: what someone did there."""
    for found in _PERSON_DID.finditer(clause):
        if not _PAST.fullmatch(found["verb"]) or found["verb"] == "named":
            continue
        end = found.end("name")
        if any(m.own and m.start < end < m.end + 2 for m in asked.subject.mentions(clause, 0, end)):
            continue
        return own.search(clause[found.start("verb") :].lower()) is None
    return False


def _says_which(text: str, hit: Hit, asked: Asked, own: re.Pattern[str]) -> bool:
    """`the 1931 altimeter`: a year that only says which."""
    if not text[hit.start : hit.end].isdigit():
        return False
    if _WHICH_YEAR.search(text[max(0, hit.start - 8) : hit.start].lower()) is None:
        return False
    found = _NOUN_BEHIND.match(text, hit.end)
    if found is None or found["one"] in STOPWORDS:
        return False
    words = [w for w in found.group("one", "two") if w]
    return not any(
        own.search(w) or w in asked.subject.words or w in asked.subject.kinds for w in words
    )


def _of_a_part(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`whose main stand dates from 1904`: a thing of the subject that has a date of its own."""
    found = _ITS_PART.search(text[max(near.sentence, hit.start - 90) : hit.start])
    if found is None:
        return False
    noun = found["noun"]
    column = f"{asked.answer.column} {asked.subject.name}".lower()
    return (
        noun in _SIDE
        and noun not in asked.subject.words
        and noun not in asked.subject.kinds
        and noun.removesuffix("s") not in column
        and noun not in {w.strip("=~") for w in asked.notions}
    )

"""Of which deed a day is told, where it is not the column's: an attempt, an arrival, a strike.

A day belongs to the verb of its own clause. Someone's deed at a subject, what was tried in vain, an
anniversary, and the year that only says which (`the 1931 altimeter`) date other things.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.governed import clause_of
from fictionworld.leakage.context.happenings import OTHER_DEEDS
from fictionworld.leakage.thesaurus.cues import STOPWORDS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["day_of_another_deed"]

_NOT_DONE: Final = re.compile(
    r"\b(?:turned back|turned round|gave up|failed|fails|in vain|unsuccessful\w*|attempt(?:s|ed)?"
    r"|tried to|beaten back|driven back|retreated|abandoned|called off|short of|never reached"
    r"|came to nothing|fell through|missed|almost|nearly|narrowly|rehears\w+|dry run|trial run"
    r"|test run|test(?:s|ed)?|(?:first|clinical) trials?|mock-up|scrubbed|postponed|aborted|put off"
    r"|cancell?ed|on strike|anniversary|jubilee|birthday|foundation stone|spade|sod|topping[- ]out"
    r"|(?:works?|construction|digging|drilling|testing|planning|filming|recruiting)"
    r"(?=\s(?:(?:on|of|at|for|in)\s[^,;:]{2,50}?\s)?(?:began|begun|started|starts|begins"
    r"|got under way|finished|ended)\b))\b"
)
"""What was not done after all, or only prepares or recalls the deed: `work on X began`."""
_BUT: Final = re.compile(r",?\s?but [^.;,]{1,60}")
_START: Final = re.compile(r"\b(?:start|begin|opening|first day)")
_END: Final = re.compile(r"\b(?:end(?:s|ed)?|clos|finish|last day|final day|conclu)")
_BEGINS: Final = re.compile(r"\b(?:beg[ai]ns?|start(?:s|ed)?|open(?:s|ed)?|kick(?:s|ed) off)\b")
_ENDS: Final = re.compile(
    r"\b(?:end(?:s|ed)?|close[sd]?|finish(?:es|ed)?|conclude[sd]?|winds up|wraps up)\b"
)
_DETERMINER: Final = re.compile(
    r"(?:\b(?:[Tt]he|[Aa]n?|[Ii]ts|[Hh]is|[Hh]er|[Tt]heir)|['\u2019]s)\s$"
)
_NOUN_BEHIND: Final = re.compile(r"\s([a-z][a-z-]{2,})(?:\s([a-z][a-z-]{2,}))?")
_NOUN_OF: Final = re.compile(
    r"\b(?:[Aa]n?|[Tt]he|[Hh]is|[Hh]er|[Ii]ts)\s(?:[a-z-]+\s)?(?P<noun>[a-z]{3,})\sof\s$"
)
_PARTS_OF_YEARS: Final = frozenset(
    "spring summer autumn winter season year start end beginning close middle month week morning"
    " evening night day class half quarter weekend christmas easter".split()
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
    behind = _BUT.match(text, end, near.end)
    undone = low + behind[0] if behind else low
    found = _NOT_DONE.search(undone)
    if found and not own.search(found[0]):
        return True
    bare = " ".join(w for w in low.split() if w.strip(",.'") not in asked.subject.words)
    counted = hit.form == "from another date"
    if not counted and not own.search(bare) and OTHER_DEEDS["date"].search(bare):
        return True
    if _is_other_end(low, asked, own):
        return True
    return _says_which(text, hit, asked, own)


def _says_which(text: str, hit: Hit, asked: Asked, own: re.Pattern[str]) -> bool:
    """`the 1931 altimeter`, `a coin of 1893`: a year that only says which."""
    if not text[hit.start : hit.end].isdigit():
        return False
    behind = _NOUN_BEHIND.match(text, hit.end)
    before = _NOUN_OF.search(text, max(0, hit.start - 60), hit.start)
    if before is not None:
        words = [before["noun"]]
    elif behind and _DETERMINER.search(text, max(0, hit.start - 8), hit.start):
        words = [w for w in behind.groups() if w]
    else:
        return False
    return not any(
        own.search(w)
        or w in STOPWORDS
        or w in _PARTS_OF_YEARS
        or w in asked.subject.words
        or w in asked.subject.kinds
        for w in words
    )


def _is_other_end(low: str, asked: Asked, own: re.Pattern[str]) -> bool:
    """`X begins on 14 October`, where the column asks for its end."""
    column = asked.answer.column.lower()
    ending = _END.search(column) is not None
    if not (ending or _START.search(column)) or own.search(low):
        return False
    return (_BEGINS if ending else _ENDS).search(low) is not None

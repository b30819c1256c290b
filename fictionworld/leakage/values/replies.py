"""Questions of yes or no that a text both puts and answers.

`Can one swim there? Afraid not.` Question and reply may stand in two turns, two fields, or two
lines. What is asked has to be what the column is of; how it is asked may differ, for the reply is
what tells.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.thesaurus.cues import STOPWORDS
from fictionworld.leakage.values.predicates import predicate_of, topic_words

__all__ = ["LOOSE", "find_replies"]

_ASKED: Final = re.compile(
    r"(?:(?<=^)|(?<=[.!?\n\"':>)\]\u2013|-])|(?<=[.!?\"':>)\]\u2013|-]\s))\s{0,2}(?:and |so "
    r"|but |hi[,.!] )?"
    r"(?P<verb>is|are|was|were|does|do|did|can|could|may|has|have|had|must|will|any|need|needs)\b"
    r"[^?\n]{2,160}\?|(?-i:[A-Z])[\w'\u2019-]*(?:\s[\w'\u2019-]+){0,7}\?",
    re.IGNORECASE,
)
_GAP: Final = (
    r"[\s\"'*_\u201d\u2019)\]}|,;>\u2013\u2014-]{0,8}"
    r"(?:(?:snippet|text|answer|reply|response|body|description|desc|content|summary|a|re|staff"
    r"|seller|owner|support|admin|host|shop|maker|team|us|we|[A-Z][a-z]{1,14})"
    r"(?:\s?\([^()\n]{1,24}\))?[\"'*_]{0,3}\s?[:=.\u2013\u2014-][\s\"'*_-]{0,4})?"
    r"(?:(?:well|oh|ah|hi|hello|alas|sorry|sadly|unfortunately|happily|in short|thanks"
    r"|yes and no)[,!.]?\s)?"
)
_WHOSE: Final = r"(?:the |its )?(?:(?-i:[A-Z])[\w'\u2019-]* |\d+ ){1,4}"
_NO: Final = (
    r"(?:i'?m |we'?re |i am )?(?:very )?(?:afraid|sadly|sorry to say|unfortunately|alas|certainly"
    r"|definitely|of course|absolutely|probably|evidently) not\b|nope\b|nay\b|no way\b"
    r"|not a chance\b|never\b"
    rf"|{_WHOSE}(?:(?:does|do|has|have|is|are|was|can|could|will)(?:n['\u2019]t| not)"
    r"|can(?:['\u2019]t|not))\b"
    r"|not (?:with|on|in|at all|any ?more|here|really|even|in the least|a bit|allowed|permitted)\b"
    r"|not possible\b"
    r"|far from it\b|negative\b|by no means\b|on no account\b|out of the question\b|nothing of the"
    r" (?:sort|kind)\b|none\b(?! of (?:your|my))|(?:it|they|she|he|you|one|we|there|that|this)"
    r" (?:(?:is|are|was|were|does|do|did|can|could|may|has|have|had|must|will)(?:n't| not)"
    r"|cannot|can't|won't)\b"
    r"|not\b(?=[.!,;\"]|$)|no\b(?!\s(?:idea|comment|answer|reply|one|information|word|doubt|news"
    r"|matter|problem|worr|data|clue)|\s?[./]\s?\d|body)"
)
_YES: Final = (
    r"(?:yes|yep|yeah|yup|aye|indeed|sure|of course|absolutely|certainly|definitely|correct|right"
    r"|affirmative|gladly|by all means|very much so|always|naturally|no problem|that'?s right)\b"
    r"(?!,? (?:or|and) no\b| if\b| unless\b|,? but\b| and no\b| when\b| or\b)"
    r"|(?:it|they|she|he|you|one|we|there|that|this) (?:is|are|was|were|does|do|did|can|could"
    r"|may|has"
    r"|have|had|must|will)\b(?=\s?[.,!;\"]|\s(?:indeed|of course|from|at|by|with|in|on|all"
    r"|too)\b|$)"
)
_REPLY: Final = re.compile(rf"{_GAP}(?:(?P<no>{_NO})|(?P<yes>{_YES}))", re.IGNORECASE)
_UNTOLD: Final = re.compile(
    r"[^.!?\n]{0,40}\b(?:depends?|unless|not sure|who knows|nobody knows|rumou?r|we(?:'ll"
    r"| will) see"
    r"|might|maybe|perhaps|hope|i (?:hear|get|know))\b",
    re.IGNORECASE,
)
LOOSE: Final = frozenset(
    "allowed permitted possible available required included supported safe slot friendly proof"
    " access accessible equipped offered provided needed necessary port feature option admitted"
    " accepted welcome own owned free".split()
)
"""Words of columns that a question puts in its own way: `may one swim` for `Swimming allowed`."""
_TURNED: Final = re.compile(
    r"\b(?:n't|not|without|forbidden|banned|prohibited|closed|off[- ]limits|against the rules)\b",
    re.IGNORECASE,
)


def find_replies(text: str, column: str, *, wanted: bool) -> list[Hit]:
    """The places where a question of what the column is of gets the answer that is looked for."""
    if "?" not in text:
        return []
    topics, turned = _topics(column)
    if not topics:
        return []
    found = []
    for match in _ASKED.finditer(text):
        question = match[0]
        if not all(topic.search(question) for topic in topics):
            continue
        reply = _REPLY.match(text, match.end())
        if reply is None or _UNTOLD.match(text, reply.end()):
            continue
        said = reply["yes"] is not None
        if (_TURNED.search(question) is not None) is not turned:
            said = not said
        if said is wanted:
            spot = topics[0].search(text, match.start(), match.end())
            place = spot or match
            found.append(Hit(*place.span(), "statement", alone=False))
    return found


@lru_cache(1024)
def _topics(column: str) -> tuple[list[re.Pattern[str]], bool]:
    """The words of a column that a question has to hold; whether the column itself denies."""
    words = [w for w in re.findall(r"[a-z]{3,}", column.lower()) if w not in STOPWORDS]
    firm = [w for w in words if w not in LOOSE] or words
    kept = []
    for word in firm:
        predicate = predicate_of(word)
        if predicate is None:
            kept.append(topic_words(word))
        elif len(firm) == 1:
            both = f"(?:{predicate.affirming.pattern})|(?:{predicate.denying.pattern})"
            kept.append(re.compile(both, re.IGNORECASE))
    return kept, _TURNED.search(column) is not None

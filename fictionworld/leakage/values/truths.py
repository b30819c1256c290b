"""Finds statements of yes or no: that a subject has what a column asks for, or has it not."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.context.tongues import is_foreign
from fictionworld.leakage.thesaurus.cues import STOPWORDS
from fictionworld.leakage.values.exceptions import is_excepted, left_by_only
from fictionworld.leakage.values.open_on import day_asked, find_open_on
from fictionworld.leakage.values.predicates import CALLED, predicate_of, topic_words
from fictionworld.leakage.values.properties import property_of
from fictionworld.leakage.values.replies import find_replies
from fictionworld.leakage.values.ticks import find_ticks

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer
    from fictionworld.leakage.names.subject import Subject

__all__ = ["find_truths"]

_YES: Final = frozenset({"yes", "true", "y", "1", "t", "ja", "oui", "si"})
_NEGATIVE: Final = re.compile(
    r"\b(?:no|not|never|nobody|no-one|without|leaves? out|lack(?:s|ed|ing)?|n't|cannot|none"
    r"|neither|nor|nowhere|yet to|free of|missing"
    r"|misses|omits?|drops|dropped|removed|fails? to|refuses?|absent|minus|denied|false"
    r"|untrue|wrong|kein\w*|nicht|sans|pas|sin"
    r"|ohne|no truth|deprived|devoid|anything but"
    r"|far from|rather than|instead of|(?:myth|lie|nonsense|mistake|error) (?:that|to))\b|n't\b"
    r"|\bunlike\b(?=[^,]*$)"
    r"|\bun(?=electri)|\bnon-(?=\w)",
    re.IGNORECASE,
)
_POSITIVE: Final = re.compile(
    r"\b(?:has|have|had|is|are|was|were|comes? with|with|supports?|supported|offers?|features?"
    r"|includes?|including"
    r"|boasts?|sports?|provides?|pays?|charges?|charged|holds?|keeps?|runs?|uses?|takes?|gets?"
    r"|got|carries|carry|equipped"
    r"|fitted|connects?|pairs?|there is|there are|enables?|allows?|its|owns?|earned|hat|besitzt|ist"
    r"|wurde|a|possède|est|tiene|es|can|fully|durchgehend"
    r"|both|also|certified|built-in|integrated|own)\b",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[a-z]{3,}")
_LISTED: Final = re.compile(
    r"\b(?:features?|includes|supports|offers|equipment|extras|highlights|specs|ingredients|contents"
    r"|contains|amenities|facilities|fittings)(?:\s(?:of|at|in|for)\s[^.?;:]{2,32})?\s?:[^.?;:]{0,90}$",
    re.IGNORECASE,
)
_NAMED_LIST: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:[A-Z][\w'-]*\s)+(?:[A-Z]\w*|\d+):\s(?:[^:;?]*,\s)?$"
)
"""`Vela 5: GPS, compass, ...`: a subject, and what it has."""
_ELSEWHERE: Final = re.compile(
    r"\b(?:from|close to|near|next to|opposite|beside|behind|past|outside)\s(?:the|an?)\s"
    r"(?:[a-z-]+\s(?:with\s(?:the|an?)\s)?){0,2}$",
    re.IGNORECASE,
)
"""`five minutes from the public pool`: a place by which the subject is found."""
_COMPOUND: Final = re.compile(
    r"\s(?:tables?|cues?|part(?:y|ies)|pass(?:es)?|bags?|towels?|balls?|tickets?|fines?|music|shoes)\b"
)
"""`a pool table`: what names a thing of another sort."""
_WITH_OR_WITHOUT: Final = re.compile(
    r"\bwith (?P<what>[\w -]{2,24})\W{1,3}(?:or |and )?without(?: (?P=what))?\b"
    r"|\bone\b[^.;]{3,60}\bthe other\b",
    re.IGNORECASE,
)
_STATES: Final = re.compile(r"\b(?:has|have|with|is|supports|offers|features|hat)\b", re.IGNORECASE)
_REPLY: Final = re.compile(
    r"\s*(?:[Aa](?:nswer)?:\s*)?(?:(?P<no>no\b|nope\b|sadly not|it (?:is|does|has)(?:n't|"
    r" not)\b|not\b)"
    r"|(?P<yes>yes\b(?!,? (?:and|or|if))|indeed\b|it (?:is|does|has)\b|of course\b"
    r"|absolutely\b|certainly\b))",
    re.IGNORECASE,
)
_OFFERED: Final = re.compile(
    r"filter|any /|yes ?/ ?no|\b(?:yes|no|true|false),? or (?:yes|no|true|false)\b",
    re.IGNORECASE,
)
"""Both answers to choose from."""
_CLAUSE_END: Final = re.compile(
    r"[;:]|,\s(?:and|but|while|so)\s|(?<!anything )(?<!nothing )(?<!all )\bbut\b|\bwhile\b"
)
_SENTENCE_END: Final = re.compile(r"[.!?;\n](?=[\"'\u201d\u2019)\]]{0,2}(?:[\s,}]|$))|\n")


@lru_cache(1024)
def _phrase(column: str) -> tuple[re.Pattern[str], ...]:
    words = [w for w in _WORD.findall(column.lower()) if w not in STOPWORDS]
    words = words or _WORD.findall(column.lower())
    found = []
    for word in words:
        stem = word
        for ending in ("ies", "ing", "ied", "ed", "es", "s", "e", "y"):
            if word.endswith(ending) and len(word) - len(ending) >= 4:
                stem = word.removesuffix(ending)
                break
        others = "|".join(map(re.escape, CALLED.get(word, ())))
        found.append(
            re.compile(
                rf"(?<![a-z])(?:is_|has_|un|non-)?{re.escape(stem)}[a-z]{{0,4}}"
                + (f"|(?:{others})[a-z]{{0,3}}" if others else ""),
                re.IGNORECASE,
            )
        )
    return tuple(found)


def find_truths(text: str, answer: Answer, subject: Subject | None = None) -> list[Hit]:
    """The places that state the answer's yes or no; what says the opposite is passed over.

    Args:
        text: A reading.
        answer: Yes or no, and of what.
        subject: Whom an exception may set apart: what is said of all others is not said of it.
    """
    wanted = answer.value.strip().lower() in _YES
    text = _NO_DOUBT.sub(lambda said: " " * len(said[0]), text)
    if subject is None or not _EXCEPTING.search(text):
        return _stated(text, answer.column, wanted=wanted)
    found = []
    for said in (wanted, not wanted):
        for hit in _stated(text, answer.column, wanted=said):
            start, stop = _sentence(text, hit.start, hit.end)
            left = left_by_only(text, start, stop, subject)
            if left is not None:
                if said is not wanted:
                    found.append(Hit(left.start, left.end, "statement", alone=False))
            elif is_excepted(text, start, stop, subject) is (said is not wanted):
                found.append(hit)
    return found


_NO_DOUBT: Final = re.compile(
    r"\bcontrary to [^,.;]{4,48},|\bif it (?:rains|snows|is (?:wet|hot|cold|dry))\b"
    r"|\bwould be (?=(?:wrong|untrue|false|a mistake)\b)",
    re.IGNORECASE,
)
_EXCEPTING: Final = re.compile(
    r"\b(?:excep\w+|save|but|bar|barring|apart|aside|other than|excluding|leaving out|if not"
    r"|only|not so|outlier|odd one)\b",
    re.IGNORECASE,
)


def _stated(text: str, column: str, *, wanted: bool) -> list[Hit]:
    if day_asked(column) is not None:
        return find_open_on(text, column, wanted=wanted) + find_replies(text, column, wanted=wanted)
    patterns = _phrase(column)
    if not patterns:
        return _by_property(text, column, wanted=wanted)
    replied = find_replies(text, column, wanted=wanted)
    words = [w for w in _WORD.findall(column.lower()) if w not in STOPWORDS]
    predicate = predicate_of(words[-1]) if words else None
    topics = [topic_words(w) for w in words[:-1]]
    # the last word carries the meaning: `coaching licence`, `swimming pool`
    head = patterns[-1]
    modified = len(patterns) > 2 or any(_MODIFIES.fullmatch(word) for word in words[:1])
    found = (
        replied + find_ticks(text, words, wanted=wanted) + _by_predicate(text, words, wanted=wanted)
    )
    found += _by_property(text, column, wanted=wanted)
    for match in head.finditer(text):
        start, stop = _sentence(text, match.start(), match.end())
        near = text[max(0, match.start() - 80) : match.end() + 80]
        if len(patterns) > 1 and len(patterns) - 1 > sum(
            1 for p in patterns[:-1] if p.search(near)
        ) + (0 if modified else 1):
            continue
        if predicate is not None and not all(t.search(text, start, stop) for t in topics):
            continue
        said = _said(text, start, stop, match)
        if said is wanted:
            found.append(Hit(*match.span(), "statement", alone=False))
    return found


def _by_predicate(text: str, words: list[str], *, wanted: bool) -> list[Hit]:
    """Statements by another word for what a column affirms, or by one that denies it."""
    named = next(((w, p) for w in words if (p := predicate_of(w)) is not None), None)
    if named is None:
        return []
    word, predicate = named
    topics = [topic_words(other) for other in words if other != word]
    found = []
    for denying, pattern in ((False, predicate.affirming), (True, predicate.denying)):
        for match in pattern.finditer(text):
            start, stop = _sentence(text, match.start(), match.end())
            sentence = text[start:stop]
            if not all(topic.search(sentence) for topic in topics) and not is_foreign(sentence):
                continue
            said = _affirmed(text, start, stop, match)
            if said is not None and (said is not denying) is wanted:
                found.append(Hit(*match.span(), "statement", alone=False))
    return found


def _by_property(text: str, column: str, *, wanted: bool) -> list[Hit]:
    """Statements that put a common property in other words: `nobody at the controls`."""
    known = property_of(column)
    if known is None:
        return []
    # `heated` may be said of towels where the column is of pools, `included` of anything
    of = _DONE_TO.search(column)
    topics = (
        [topic_words(w) for w in _WORD.findall(_DONE_TO.sub(" ", column.lower()))] if of else []
    )
    found = []
    for denying, pattern in ((False, known.affirming), (True, known.denying)):
        for match in pattern.finditer(text):
            if not denying and not _says_more(match, column) and not _acts(text, match):
                continue  # the column's own word, read by other rules
            start, stop = _sentence(text, match.start(), match.end())
            if denying is False and any(
                deny.start() < match.end() and match.start() < deny.end()
                for deny in known.denying.finditer(text, start, stop)
            ):
                continue  # `foot passengers only` holds words that affirm
            if not all(topic.search(text, start, stop) for topic in topics):
                continue
            said = _affirmed(text, start, stop, match)
            if said and any(
                _NONE_OF.search(text, match.end(), topic.start())
                for one in topics
                for topic in one.finditer(text, match.end(), stop)
            ):
                said = False  # `in the box: a strap, but no charger`
            if said is not None and (said is not denying) is wanted:
                found.append(Hit(*match.span(), "statement", alone=False))
    return found


_NONE_OF: Final = re.compile(r"\b(?:no|without|not an?|nor an?)\s(?:[a-z-]+\s)?$", re.IGNORECASE)
_DOUBTED: Final = re.compile(
    r"\b(?:if|whether|would(?!-be)|could|might|unless|rumou?r\w*|perhaps|maybe"
    r"|hopes? (?:to|for|that)|plans? (?:to|for)|planned|vote on|ob|wenn|wonder\w*"
    r"|consider(?:s|ing|ed)?|cited|failing that|in (?:that|which) case|whoever|otherwise"
    r"|in case|should|supposed(?:ly)?|alleged(?:ly)?|asked"
    r"|will (?:decide|vote|be asked)|used to|once (?:had|was|were)|formerly)\b",
    re.IGNORECASE,
)
"""Before a phrase: what follows is not told to be so."""
_DOUBTED_ALL: Final = re.compile(
    r"\b(?:rumou?r\w*|whether|to be decided|undecided|under discussion|remains? to be seen"
    r"|nobody (?:knows|can say|will say)|not (?:yet )?known|up for (?:debate|a vote)|\bor not\b)",
    re.IGNORECASE,
)
"""Anywhere in a sentence."""
_UNDONE: Final = re.compile(
    r"(?:(?:\s[a-z]+){0,3}?|\s[^.;,:\n]{0,40}?\s(?=(?:is|are|was|were|has|have|had)\s))\s?"
    r"(?:(?:has|have|had|is|are|was|were|been|being|be|now|since|again|finally)\s){0,3}"
    r"(?:removed|abolished|scrapped|lifted|withdrawn|suspended|discontinued|axed|cancelled|waived"
    r"|ended|dropped|repealed|rescinded|missing|absent|gone|lacking|nowhere)\b",
    re.IGNORECASE,
)
"""Behind a phrase: it is so no longer."""


_DONE_TO: Final = re.compile(
    r"heated|renovated|refurbished|restored|retractable|included|supplied|bundled|covered"
    r"|\b(?:is|was|been|has)\b",
    re.IGNORECASE,
)
_MODIFIES: Final = re.compile(r"[a-z]+(?:[ai]ble|less|al|ic)")
"""A word that tells one thing from others of its name: any roof is no `retractable roof`."""


def _says_more(match: re.Match[str], column: str) -> bool:
    """Whether a phrase holds other words than the column's own."""
    own = _phrase(column)
    return any(
        not any(pattern.search(word) for pattern in own)
        for word in re.findall(r"[^\W\d_]+|[^\w\s]", match[0].lower())
        if word in {"no", "without"} or (word not in STOPWORDS and word not in {"-", "'"})
    )


def _acts(text: str, match: re.Match[str]) -> bool:
    """`X streams its plays`, `X folds`: the column's word as the verb of someone."""
    return (
        re.search(r"[^s]s$", match[0]) is not None
        and text[max(0, match.start() - 2) : match.start()].strip().isalnum()
    )


def _affirmed(text: str, start: int, stop: int, match: re.Match[str]) -> bool | None:
    """Whether a sentence affirms or denies the word at `match`; None where it does neither."""
    if (
        text[stop : stop + 1] == "?"
        or _DOUBTED.search(text, start, match.start())
        or _DOUBTED_ALL.search(text, start, stop)
    ):
        return None
    if " " not in match[0] and re.match(r"[\s\"']*[:=|]", text[match.end() : match.end() + 4]):
        return None  # a label: what follows says it
    clause = _CLAUSE_END.split(text[start : match.start()])[-1]
    negatives = len(_NEGATIVE.findall(clause))
    if re.match(r"\s(?:nicht|pas|no longer|nowhere)\b", text[match.end() : match.end() + 12]):
        negatives += 1
    if _UNDONE.match(text, match.end(), stop) and not _UNDONE.search(match[0]):
        negatives += 1
    return negatives % 2 == 0


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """How far the sentence reaches in which a place stands."""
    close = _SENTENCE_END.search(text, end)
    return _back(text, start), min(close.start() if close else len(text), end + 200)


def _back(text: str, place: int) -> int:
    low = max(0, place - 200)
    ends = list(_SENTENCE_END.finditer(text, low, place))
    return ends[-1].end() if ends else low


def _said(text: str, start: int, stop: int, match: re.Match[str]) -> bool | None:
    """What a sentence says of the phrase at `match`; None where it says nothing."""
    after = text[match.end() : min(len(text), match.end() + 40)]
    # `pool: no`, `waterproof | yes`, `"is_waterproof": true`, `? It is.`
    mark = re.match(
        r"[\s\"'*_|:=,(\[?-]{0,8}(?:is\s|:\s)?(?:~~[^~\n]{1,40}~~\s?\*{0,2})?"
        r"(?:(?P<yes>yes(?!,? i (?:hear|get|know)\b)|true|ja|oui|si|s\u00ed|1|\u2713"
        r"|\u2714|\u2705|it is\b|it does\b|it has\b|indeed|of course|absolutely)|(?P<no>no"
        r"|false|nein|non|none|0|\u2717|\u2718|\u274c|\u2716|it is not|it isn't|it does not|it"
        r" doesn't|sadly not|not))(?![A-Za-z0-9])",
        after,
        re.IGNORECASE,
    )
    gap = after[: mark.start("yes") if mark and mark["yes"] else mark.start("no") if mark else 0]
    closed = mark is not None and re.match(r"\s*(?:$|[|,;\n)}\]])", after[mark.end() :]) is not None
    if (
        mark
        and (closed or re.search(r"[|:=?,(\t]|\s-\s|\"", gap + " "))
        and not _OFFERED.search(text[start : stop + 30])
    ):
        negative = bool(mark["no"]) or bool(
            re.match(r"it (?:is|does|has)(?: not|n't)", mark[0].strip(" ?:|"), re.IGNORECASE)
        )
        return not negative
    if (
        _ELSEWHERE.search(text, start, match.start())
        or _COMPOUND.match(text, match.end())
        or _WITH_OR_WITHOUT.search(text, start, stop)
    ):
        return None
    sentence = text[start:stop]
    last = re.search(
        r"[:=|]\s*(?:(yes|true|oui|ja|si)|(no|false|non|nein))\W*$", sentence, re.IGNORECASE
    )
    if last and "?" not in sentence:
        return last[1] is not None
    closing = text[stop : stop + 1]
    if closing == "?":
        reply = _REPLY.match(text, stop + 1)
        return None if reply is None else reply["yes"] is not None
    if (
        re.match(
            r"\s*(?:if|should|suppose|once|whether|when|were|had|would|could|ask|imagine)\b",
            sentence,
            re.IGNORECASE,
        )
        or re.search(
            r"\b(?:if|whether|would|could|might|may|plans? (?:for|to)|rumou?r|vote|filter"
            r"|maybe|perhaps|hopes?)\b",
            text[start : match.start()],
            re.IGNORECASE,
        )
        or re.search(r"\b(?:rumou?r|vote|filter)\b", sentence, re.IGNORECASE)
    ):
        return None
    before = text[max(start, match.start() - 90) : match.start()]
    clause = _CLAUSE_END.split(before)[-1]
    negatives = len(_NEGATIVE.findall(clause))
    if match[0].lower().startswith(("un", "non-")):
        negatives += 1
    behind = re.match(
        r"[^.;:]{0,30}\b(?:is|are|was) (?:not|missing|absent|lacking|gone)|\s+(?:is|are)"
        r" nowhere|[- ]free\b|[^.\n]{0,40}\b(?:there(?:'s| is| are| was| were)|has|have|had"
        r"|with) none\b",
        after,
        re.IGNORECASE,
    )
    left_out = re.search(r"\b(?:left|leaves?) (?:the )?$", before) and re.match(r"\s+out\b", after)
    if behind or left_out or _UNDONE.match(text, match.end(), stop):
        negatives += 1
    if negatives:
        return negatives % 2 == 0
    if match[0].endswith("ed") and re.match(r"\s(?:the\s)?[A-Z]", after):
        return True  # `Parliament passed the Tolk Bill`
    if _LISTED.search(before) or (_NAMED_LIST.match(text, start, match.start()) and "," in after):
        return True
    if _POSITIVE.search(clause[-60:]) and not re.search(r"[:?]\s*$", before):
        teased = re.search(r"(?:,[^,]{1,30}){2}$|\band more\b", sentence)
        return None if teased and not _STATES.search(clause) else True
    return None

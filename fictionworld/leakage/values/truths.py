"""Finds statements of yes or no: that a subject has, or lacks, what a column asks for.

A sentence states by the column's own words with a verb of having, by other words for what the
column affirms or denies, or by a mark beside the words; negation around any of these turns it.
"""

# Lists of words read best as words.

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.leakage.answer import Answer, Hit
from fictionworld.leakage.context.thesaurus import label_words
from fictionworld.leakage.data import read_lines, word_list

_YES_WORDS: Final = frozenset({"yes", "true", "y", "1", "t", "ja", "oui", "si"})
_LITTLE: Final = word_list("little")
"""Words that add little to what a column asks."""
_SENTENCE_END: Final = re.compile(r"[.!?;\n](?=[\"')\]]{0,2}(?:[\s,}]|$))|\n")
_NEGATIVE: Final = re.compile(
    r"\b(?:no|not|never|nobody|no-one|without|leaves? out|lack(?:s|ed|ing)?|cannot|none|neither|nor"
    r"|nowhere|yet to"
    r"|free of|missing|misses|omits?|drops|dropped|removed|fail(?:s|ed)? to|refus(?:es?|ed)|absent"
    r"|minus|denied|false|untrue"
    r"|wrong|kein\w*|nicht|sans|pas|sin|ohne|devoid|anything but|far from|rather than|instead of"
    r"|out of the question"
    r"|do(?:es|ne)? away with|did away with|ditch(?:es|ed)|scrapp(?:ed|ing)|bring your own"
    r"|myth that)\b|n't\b|\bnon-(?=\w)",
    re.IGNORECASE,
)
_POSITIVE: Final = re.compile(
    r"\b(?:ha(?:s|ve|d)|is|are|was|were|comes? with|with|supports?|supported|offers?|features?"
    r"|includ(?:es?|ing)|boasts?"
    r"|sports?|provides?|pays?|charges?|holds?|keeps?|runs?|uses?|takes?|gets?|got|carr(?:ies|y)"
    r"|equipped|fitted|there (?:is|are)"
    r"|enables?|allows?|its|owns?|earned|hat|besitzt|ist|wurde|thanks to|possede|est|tiene|es|can"
    r"|fully|also|certified|built-in|integrated|own|became)\b",
    re.IGNORECASE,
)
_DOUBTED: Final = re.compile(
    r"\b(?:if|whether|would|could|might|may|unless|rumou?r\w*|perhaps|maybe|hop(?:es?|ing) (?:to"
    r"|for|that)|plans? (?:to|for)"
    r"|planned|vote on|wonder\w*|wish\w*|petition\w*|consider(?:s|ing|ed)?|in case|should"
    r"|supposed(?:ly)?|alleged(?:ly)?"
    r"|asked|looking for|used to|once (?:had|was|were)|formerly|ob|wenn)\b|^\W*(?:suppose|once|were"
    r"|had|ask|imagine)\b",
    re.IGNORECASE,
)
_DOUBTED_ALL: Final = re.compile(
    r"\b(?:rumou?r\w*|whether|to be decided|undecided|under discussion|remains? to be seen"
    r"|nobody (?:knows|can say)|not (?:yet )?known|or not|filter)\b",
    re.IGNORECASE,
)
_MARK: Final = re.compile(
    r"[\s\"'*_|:=,(\[?-]{1,8}(?:is\s)?(?:(?P<yes>yes|true|ja|oui|si|1|\u2713|\u2714|\u2705)"
    r"|(?P<no>no|false|nein|non|none|0"
    r"|\u2717|\u2718|\u274c|\u2716|x))(?![A-Za-z0-9])(?=\s*(?:$|[|,;.\n)}\]\"]))",
    re.IGNORECASE,
)
_MARK_BEFORE: Final = re.compile(
    r"(?:(?P<yes>[\u2713\u2714\u2705]|\[[xX]\])|(?P<no>[\u2717\u2718\u274c\u2716]|\[ \]))\s?$"
)
_REPLY: Final = re.compile(
    r"[^?.\n]{0,80}\?[\s\"'*_)\]|,;>-]{0,8}(?:(?:snippet|text|answer|reply|a|re|staff|seller|owner"
    r"|support|[A-Z][a-z]+)[:.]\s?)?"
    r"(?:(?:well|oh|ah|hi|sorry|sadly|unfortunately|happily)[,!.]?\s)?(?:(?P<no>no\b(?! (?:idea"
    r"|comment|problem|word|one))|nope|not\b|never\b"
    r"|afraid not|(?:it|they|he|she|you) (?:(?:is|does|do|can|has|was|did)(?:n't| not)|can't"
    r"|cannot))"
    r"|(?P<yes>yes|yep|yeah|yup|indeed|sure|of course|absolutely|certainly|definitely|correct"
    r"|(?:it|they|he|she|you) (?:is|does|do|can|has|was|did|are)\b(?! not|n't)))",
    re.IGNORECASE,
)
_DENIED_BEHIND: Final = re.compile(
    r"\s(?:nicht|pas|no longer|nowhere)\b|[- ]free\b(?! (?:of|to))"
    r"|[^.;:\n]{0,30}\b(?:(?:is|are|was|were|may|must) not|(?:isn|aren|wasn|can)'t|cannot)\b"
    r"|[^.;,:\n]{0,40}\b(?:(?:has|have|had|is|are|was|were|been) )?(?:removed|abolished|scrapped"
    r"|lifted|withdrawn|suspended"
    r"|discontinued|axed|cancelled|waived|ended|dropped|repealed|missing|absent|gone|lacking)\b",
    re.IGNORECASE,
)
_CLAIM_DENIED: Final = re.compile(
    r"[.;,]?\s(?:(?:but )?(?:that|this|which) (?:is|was) |that's )?(?:simply "
    r"|quite )?(?:not (?:true|so)|untrue|wrong|nonsense|false|a myth|rubbish|a lie)\b",
    re.IGNORECASE,
)
_CLAUSE_END: Final = re.compile(
    r"[;:]|,\s(?:and|but|while|so|as|because|since|where|which|who)\s"
    r"|(?<!anything )(?<!nothing )\bbut\b|\bwhile\b"
)
_NONE_OF: Final = re.compile(r"\b(?:no|without|not an?|nor an?)\s(?:[a-z-]+\s)?$", re.IGNORECASE)
_LISTED: Final = re.compile(
    r"\b(?:features?|includes|supports|offers|equipment|extras|highlights|specs|ports|contains"
    r"|amenities|facilities)\s?:[^.?;:]{0,90}$",
    re.IGNORECASE,
)
_BESIDE_ANOTHER: Final = re.compile(
    r"\b(?:from|close to|near|next to|opposite|beside|behind|past|outside)\s(?:the"
    r"|an?)\s(?:[a-z-]+\s){0,2}$",
    re.IGNORECASE,
)
_AND_DOES: Final = re.compile(
    r"\s(?:(?:of|in|on|at|aboard)\s[^.,;]{2,40}?\s)?(?:is|are|was|were|has|had|will|can|held)\b"
    r"|\s(?:of|in|on|at|aboard) (?:the )?[A-Z]"
)
_REACH: Final = 80


class _Predicate(NamedTuple):
    labels: re.Pattern[str]
    affirming: re.Pattern[str]
    denying: re.Pattern[str]


def is_yes(value: str) -> bool:
    """Whether a stored value of yes or no is a yes."""
    return value.strip().lower() in _YES_WORDS


def find_truths(text: str, answer: Answer) -> list[Hit]:
    """The places that state the answer's yes or no; what says the opposite is passed over."""
    wanted = is_yes(answer.value)
    words = _words_asked(answer.column)
    if not words:
        return []
    claims = [*_by_predicate(text, words), *_by_words(text, words)]
    denied = {start for start, _, said, denying in claims if denying and not said}
    return [
        Hit(*match.span(), "statement", alone=False)
        for start, match, said, denying in claims
        if said is wanted and (denying or not wanted or start not in denied)
    ]


_Claim = tuple[int, re.Match[str], bool, bool]
"""The sentence, the place, what is said, and whether by a word of denial."""


def _by_words(text: str, words: list[str]) -> Iterator[_Claim]:
    """Statements by the words of the column: `has a headphone jack`, `pool: no`."""
    patterns = [_topic(word) for word in words]
    least = len(patterns) - (1 if len(patterns) > 2 else 0)
    anchor = next((p for p in reversed(patterns) if p.search(text)), patterns[-1])
    for match in anchor.finditer(text):
        start, stop = _sentence(text, *match.span())
        low, high = max(start, match.start() - _REACH), min(stop, match.end() + _REACH)
        near = sum(1 for p in patterns if p is anchor or p.search(text, low, high))
        if near < least:
            continue
        said = _marked(text, match)
        if said is None:
            said = _says(text, start, stop, match, by_itself=False)
        if said is not None:
            yield start, match, said, False


def _by_predicate(text: str, words: list[str]) -> Iterator[_Claim]:
    """Statements by another word for what a column affirms, or by one that denies it."""
    for word in words:
        predicate = _predicate_of(word)
        if predicate is None:
            continue
        topics = [_topic(other) for other in words if other != word]
        for match in topics[0].finditer(text) if len(topics) == 1 else ():
            if _NONE_OF.search(text[max(0, match.start() - 24) : match.start()]):
                yield _sentence(text, *match.span())[0], match, False, True
        for denies, pattern in ((False, predicate.affirming), (True, predicate.denying)):
            for match in pattern.finditer(text):
                start, stop = _sentence(text, *match.span())
                if not all(topic.search(text, start, stop) for topic in topics):
                    continue
                if not denies and any(
                    deny.start() < match.end() and match.start() < deny.end()
                    for deny in predicate.denying.finditer(text, start, stop)
                ):
                    continue  # `foot passengers only` holds words that affirm
                said = _says(text, start, stop, match, by_itself=True)
                if said is not None:
                    yield start, match, said is not denies, denies
        return


def _marked(text: str, match: re.Match[str]) -> bool | None:
    """What a mark beside a word says of it: `pool: no`, `[x] pool`; or a reply to a question."""
    line = text.rfind("\n", 0, match.start()) + 1
    before = _MARK_BEFORE.search(text[max(line, match.start() - 5) : match.start()])
    mark = _MARK.match(text, match.end()) or before
    if mark is not None:
        return mark["yes"] is not None
    reply = _REPLY.match(text, match.end())
    return None if reply is None else reply["yes"] is not None


def _says(
    text: str, start: int, stop: int, match: re.Match[str], *, by_itself: bool
) -> bool | None:
    """Whether a sentence affirms or denies what stands at `match`; None where it does neither.

    Args:
        text: A reading.
        start: Where the sentence begins.
        stop: Where it ends.
        match: The word or phrase.
        by_itself: Whether it states by itself, or needs a word of having or being beside it.
    """
    before = text[start : match.start()]
    if (
        text[stop : stop + 1] == "?"
        or _DOUBTED.search(before)
        or _DOUBTED_ALL.search(text, start, stop)
    ):
        return None
    if not by_itself and _BESIDE_ANOTHER.search(before):
        return None
    clause = _CLAUSE_END.split(before)[-1]
    negatives = len(_NEGATIVE.findall(clause))
    behind = _DENIED_BEHIND.match(text, match.end(), min(len(text), match.end() + 60)) is not None
    denied = _CLAIM_DENIED.match(text, stop) or _CLAIM_DENIED.search(text, match.end(), stop)
    negatives += behind is not bool(denied)
    if by_itself:
        return negatives % 2 == 0
    negatives += match[0].lower().startswith(("un", "non-"))
    if negatives:
        return negatives % 2 == 0
    if (
        _LISTED.search(before)
        or _POSITIVE.search(clause[-60:])
        or _AND_DOES.match(text, match.end())
    ):
        return True
    return None


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """How far the sentence reaches in which a place stands."""
    close = _SENTENCE_END.search(text, end)
    low = max(0, start - 200)
    for match in _SENTENCE_END.finditer(text, low, start):
        low = match.end()
    return low, min(close.start() if close else len(text), end + 200)


# Words of columns -----------------------------------------------------------------------------


@lru_cache(1 << 10)
def _words_asked(column: str) -> list[str]:
    words = [w for w in label_words(column.replace("Wi-Fi", "wifi")) if len(w) > 2]
    return [w for w in words if w not in _LITTLE] or words


@lru_cache(1)
def _tables() -> tuple[list[_Predicate], dict[str, str]]:
    predicates, topics = [], {}
    for line in read_lines("yes_no.txt"):
        if " | " in line:
            labels, yes, no = line.split(" | ")
            called = re.compile(rf"(?:{'|'.join(labels.split())})(?:s|d|ed|ing|ted|ting)?")
            predicates.append(_Predicate(called, _pattern(yes), _pattern(no)))
        else:
            called_by, _, said = line.partition(" : ")
            topics.update(dict.fromkeys(called_by.split(), said))
    return predicates, topics


def _predicate_of(word: str) -> _Predicate | None:
    return next((one for one in _tables()[0] if one.labels.fullmatch(word)), None)


@lru_cache(1 << 10)
def _topic(word: str) -> re.Pattern[str]:
    """How texts speak of a word of a column: `dogs` are `chiens` too."""
    return _pattern(_tables()[1].get(word, _stem(word)))


def _pattern(words: str) -> re.Pattern[str]:
    parts = [
        re.escape(word[1:]).replace(r"_\~_", r"\s[^.;,\n]{0,24}?\b").replace("_", r"\s")
        if word[0] == "="
        else re.escape(word).replace("_", r"\s") + (r"[a-z]{0,5}" if len(word) > 3 else "s?")
        for word in words.split()
    ]
    longest = "|".join(sorted(parts, key=lambda part: (-len(part), part)))
    return re.compile(rf"(?<![a-z-])(?:is_|has_|un|non-)?(?:{longest})(?![a-z])", re.IGNORECASE)


def _stem(word: str) -> str:
    for ending in ("ies", "ing", "ied", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return re.sub(r"([bdgmnpt])\1$", r"\1", word.removesuffix(ending))
    return word.removesuffix("s") if len(word) < 5 else word
